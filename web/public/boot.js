// Runs before the first paint, so that language, skin and dark mode never flash. Kept in a file of its own for the content security policy.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  // The desktop client has its own.
  const language = globalThis.clouddiskHost?.language ?? read('clouddisk.language')
  root.lang = language === 'en-US' ? 'en-US' : 'zh-CN'
  root.dataset.skin = read('clouddisk.skin') === 'light' ? 'light' : 'redblack'
  const theme = read('clouddisk.theme')
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  if (dark) root.dataset.theme = 'dark'
  // The words of that language are fetched while the page that says them still is.
  const words = document.querySelector(`link[data-words="${root.lang}"]`)
  if (words) words.rel = 'modulepreload'
  // And the list, where it is what opens; signing in shares some of it, and leads there.
  if (/^\/disk\/(index(\.html)?|home|login|personalFile|groupFile|fileShare)?\/?$/i.test(location.pathname))
    for (const piece of document.querySelectorAll('link[data-files]')) piece.rel = 'modulepreload'
})()
