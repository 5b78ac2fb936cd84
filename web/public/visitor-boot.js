// boot.js for visitors of links, who have chosen nothing as a rule: language and dark mode are the browser's.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const chosen = read('clouddisk.language')
  const byBrowser = /^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en-US'
  root.lang = chosen === 'en-US' || chosen === 'zh-CN' ? chosen : byBrowser
  root.dataset.skin = read('clouddisk.skin') === 'light' ? 'light' : 'redblack'
  const theme = read('clouddisk.theme') ?? 'system'
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  if (dark) root.dataset.theme = 'dark'
  const words = document.querySelector(`link[data-words="${root.lang}"]`)
  if (words) words.rel = 'modulepreload'
})()
