import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { API_PREFIX, BASE_PATH } from '@clouddisk/contract/route'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '../errors/refusal.ts'

const ASSETS = `${BASE_PATH}assets/`

/** What the page may reach beside its own server. */
export interface PageSources {
  /** Origins of stores that it transfers to and from. */
  stores(): readonly string[]
  /** Of the local helper, for people who are signed in: where it answers, and the scheme that starts it. */
  helper(): { readonly connect: readonly string[]; readonly frames: readonly string[] }
  /** Origins of Office servers, which the editor's page shows in a frame and posts a token to. */
  office(): Promise<readonly string[]>
}

const NO_SOURCES: PageSources = {
  stores: () => [],
  helper: () => ({ connect: [], frames: [] }),
  office: async () => [],
}

/** Positioning code sets inline styles. */
const contentSecurityPolicy = (
  connect: readonly string[],
  frames: readonly string[],
  office: readonly string[],
): string =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "media-src 'self' blob:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    ["frame-src 'self' blob:", ...frames, ...office].join(' '),
    ["connect-src 'self' blob:", ...connect].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    ["form-action 'self'", ...office].join(' '),
    "frame-ancestors 'self'",
  ].join('; ')

/** The address of external links, whose visitors get a page of their own (A§2); in any case and with a slash at its end. */
const VISITORS = /^\/disk\/filedownload\/*$/i

/** The page that has an Office server's editor in it. */
const EDITOR = /^\/disk\/onlineedit\/*$/i

/** The address of a link opens it: it goes to no other site and into no search engine. */
const VISITORS_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** Serves the built page below /disk/; other paths there are routes of the page (A§2). */
export function servePage(app: FastifyInstance, folder: string, sources: PageSources = NO_SOURCES): void {
  const office = new WeakMap<FastifyRequest, readonly string[]>()
  const headers = (path: string, request: FastifyRequest) => {
    const isVisitors = path.endsWith('visitor.html')
    const stores = sources.stores()
    const helper = isVisitors ? NO_SOURCES.helper() : sources.helper()
    return {
      'content-security-policy': contentSecurityPolicy(
        [...stores, ...helper.connect],
        [...stores, ...helper.frames],
        office.get(request) ?? [],
      ),
      'referrer-policy': 'same-origin',
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-opener-policy': 'same-origin',
      ...(isVisitors && VISITORS_HEADERS),
    }
  }
  app.get('/', (_request, reply) => reply.redirect(BASE_PATH))
  app.get('/disk', (_request, reply) => reply.redirect(BASE_PATH))
  if (existsSync(join(folder, 'index.html'))) {
    app.register(staticFiles, {
      root: folder,
      // Served below: a route for each file takes a quarter of a second of every start, and the library's wildcard route
      // reads the folder at each request.
      serve: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        if (path.endsWith('.html')) reply.headers(headers(path, reply.request))
        const hashed = path.includes('/assets/')
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.header('vary', 'accept-encoding')
      },
    })
    serveFiles(app, folder)
  }
  const send = (reply: FastifyReply, file: 'index.html' | 'visitor.html') => {
    if (!existsSync(join(folder, file))) refuse('unavailable')
    return reply.headers(headers(file, reply.request)).header('cache-control', 'no-cache').sendFile(file)
  }
  // The static route answers 403 for a folder.
  app.get(BASE_PATH, (_request, reply) => send(reply, 'index.html'))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (!isPage || !path.startsWith(BASE_PATH) || path.startsWith(API_PREFIX) || path.startsWith(ASSETS))
      refuse('no_such_route')
    if (EDITOR.test(path)) office.set(request, await sources.office())
    return send(reply, VISITORS.test(path) ? 'visitor.html' : 'index.html')
  })
}

/** The files that are there at the start. */
function serveFiles(app: FastifyInstance, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) app.get(BASE_PATH + entry.name, (_request, reply) => reply.sendFile(entry.name))
  const assets = new Set(filesBelow(join(folder, 'assets')))
  app.get<{ Params: { '*': string } }>(`${ASSETS}*`, ({ params: { '*': name } }, reply) => {
    if (!assets.has(name)) refuse('no_such_route')
    return reply.sendFile(`assets/${name}`)
  })
}

/** Paths of all files, relative to the folder. */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    : []
