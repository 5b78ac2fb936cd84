// Keeps the page's shell, so that it opens without a network and says so. It answers for the page itself and for hashed files
// only: calls, files, uploads and the page of external links never come here.

const PAGE = 'clouddisk-page'
const ASSETS = 'clouddisk-assets'
const BASE = '/disk/'
/** Files of the shell without a hash in their names. */
const SHELL = new Set(['boot.js', 'favicon.svg', 'site.webmanifest'].map((name) => BASE + name))
const KEPT = /^\/disk\/assets\/[^/]+\.(js|css|woff2)$/
/** Such files as the page names them. */
const NAMED = /(?:src|href)="(\/disk\/assets\/[^"/]+\.(?:js|css|woff2))"/g
/** What browsers open that is not this page. */
const ELSEWHERE =
  /^\/disk\/(api|authentication|objects|d|pub|assets|filedownload|onlineedit)(\/|$)|\.[a-z0-9]+$/i
/** Answers of a proxy without a server behind it. */
const NO_SERVER = new Set([502, 503, 504])

addEventListener('install', (event) => {
  skipWaiting()
  // Where the browser can do it, these requests do not wake the worker.
  const patterns = [
    '/disk/api/*',
    '/disk/objects/*',
    '/disk/d/*',
    '/disk/authentication/*',
    '/disk/fileDownload*',
  ]
  const routes = patterns.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: 'network' }))
  if (event.addRoutes) event.waitUntil(event.addRoutes(routes).catch(() => undefined))
})

// Without navigation preload: a download that starts in a frame would wait 20 s for the preload that nothing reads.
addEventListener('activate', (event) => {
  event.waitUntil(clients.claim())
})

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (pathname.startsWith(BASE) && !ELSEWHERE.test(pathname)) event.respondWith(pageFor(event))
  } else if (KEPT.test(pathname)) event.respondWith(assetFor(request))
  else if (SHELL.has(pathname)) event.respondWith(shellFileFor(request))
})

// The page tells what it has loaded before the worker was there; the browser's own cache has it.
addEventListener('message', (event) => {
  const urls = event.data?.keep
  if (Array.isArray(urls)) event.waitUntil(keep(urls))
})

/** The server's page, or the one that was kept. */
async function pageFor(event) {
  try {
    const response = await fetch(event.request)
    if (NO_SERVER.has(response.status)) return (await keptPage()) ?? response
    if (response.ok && !response.redirected)
      event.waitUntil(keepPage(response.clone()).catch(() => undefined))
    return response
  } catch (error) {
    const kept = await keptPage()
    if (kept) return kept
    throw error
  }
}

const keptPage = () => caches.match(BASE, { cacheName: PAGE })

/** A page of another version is kept once all files that it names are; it does not need those of the one before. */
async function keepPage(response) {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return
  const before = await (await keptPage())?.text()
  const text = await response.clone().text()
  if (before === text) return
  const cache = await caches.open(ASSETS)
  const old = before === undefined ? [] : await cache.keys()
  const needed = new Set(Array.from(text.matchAll(NAMED), ([, path]) => new URL(path, location.origin).href))
  await Promise.all([...needed].map((url) => keepAsset(cache, url)))
  await (await caches.open(PAGE)).put(BASE, response)
  await Promise.all(old.map((request) => needed.has(request.url) || cache.delete(request)))
}

/** From the browser's own cache, which has what was loaded just now. */
async function keepAsset(cache, url) {
  if (await cache.match(url)) return
  const response = await fetch(url, { cache: 'force-cache' })
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  await cache.put(url, response)
}

async function assetFor(request) {
  const kept = await caches.match(request, { cacheName: ASSETS })
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) {
    const copy = response.clone()
    caches
      .open(ASSETS)
      .then((cache) => cache.put(request, copy))
      .catch(() => undefined)
  }
  return response
}

async function shellFileFor(request) {
  try {
    const response = await fetch(request)
    if (response.ok) await (await caches.open(PAGE)).put(request, response.clone()).catch(() => undefined)
    return response
  } catch (error) {
    const kept = await caches.match(request, { cacheName: PAGE })
    if (kept) return kept
    throw error
  }
}

async function keep(urls) {
  const own = urls.filter((url) => KEPT.test(new URL(url, location.origin).pathname))
  // First, as a new page drops the files of the one before.
  await fetch(BASE, { cache: 'no-cache' })
    .then(keepPage)
    .catch(() => undefined)
  const cache = await caches.open(ASSETS)
  const files = own.map((url) => keepAsset(cache, url))
  const shell = [...SHELL].map((path) => shellFileFor(new Request(path)))
  await Promise.allSettled([...files, ...shell])
}
