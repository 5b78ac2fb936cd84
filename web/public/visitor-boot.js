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

  // What the page asks for first, asked for while its script still is fetched (early-answers.ts).
  const answers = new Map()
  const ask = (path, query, body) => {
    const headers = {
      Accept: 'application/json',
      'Accept-Language': root.lang,
      'X-Requested-With': 'XMLHttpRequest',
    }
    const method = body ? { method: 'POST', body } : {}
    if (body) headers['Content-Type'] = 'application/json'
    const stop = new AbortController()
    const { signal } = stop
    const answer = fetch(path + query, {
      ...method,
      headers,
      credentials: 'include',
      cache: 'no-store',
      signal,
    })
    answer.catch(() => undefined)
    answers.set(`${path} ${body ?? ''}`, { answer, stop })
  }
  const linkPath = new URLSearchParams(location.search).get('link')?.trim()
  if (linkPath) {
    ask('/disk/api/link/queryAttribute', `?linkPath=${encodeURIComponent(linkPath)}&t=${Date.now()}`)
    ask('/disk/api/link/queryInstancePage', '', JSON.stringify({ linkPath, pageSize: 40 }))
  }
  ask('/disk/api/pub/config', `?t=${Date.now()}`)
  globalThis.earlyAnswers = answers
})()
