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
  const { pathname } = location
  // And the list, where it is what opens; signing in shares some of it, and leads there.
  const opensFiles = /^\/disk\/(index(\.html)?|home|personalFile|groupFile|fileShare)?\/?$/i.test(pathname)
  if (opensFiles || /^\/disk\/login\/?$/i.test(pathname))
    for (const piece of document.querySelectorAll('link[data-files]')) piece.rel = 'modulepreload'

  // The desktop client's page signs its calls.
  if (!opensFiles || globalThis.clouddiskHost) return
  // Who is signed in, and the personal files, asked for while the scripts are still being fetched (early-answers.ts).
  const answers = new Map()
  const ask = (path, query, body) => {
    const headers = {
      Accept: 'application/json',
      'Accept-Language': root.lang,
      'X-Requested-With': 'XMLHttpRequest',
    }
    if (body) headers['Content-Type'] = 'application/json'
    const stop = new AbortController()
    const how = { headers, credentials: 'include', cache: 'no-store', signal: stop.signal }
    const answer = fetch(path + query, body ? { ...how, method: 'POST', body } : how)
    answer.catch(() => undefined)
    answers.set(`${path} ${body ?? ''}`, { answer, stop })
  }
  ask('/disk/api/user/currentUser', `?t=${Date.now()}`)
  globalThis.earlyAnswers = answers

  const { firstList } = document.currentScript.dataset
  const startPage = read('clouddisk.startPage') ?? 'personalFile'
  const opensPersonal =
    /personalFile/i.test(pathname) || (startPage === 'personalFile' && !/(group|share)/i.test(pathname))
  if (!firstList || !opensPersonal || location.search) return
  // As the page does (settings.ts): the order that was chosen in the folder, else the person's.
  const views = (read('clouddisk.files.views') ?? '').split('\n')
  const [, , column, direction] = views.find((line) => line.startsWith('0 '))?.split(' ') ?? []
  const input = JSON.parse(firstList)
  input.orderBy = column ?? read('clouddisk.filesOrderBy') ?? input.orderBy
  input.orderType = direction ?? read('clouddisk.filesOrderType') ?? input.orderType
  ask('/disk/api/instance/page', '', JSON.stringify(input))
})()
