import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import {
  HELPER_CHECK_PATHS,
  HELPER_HOST,
  HELPER_MESSAGE_MAX,
  HELPER_SOCKET_PATH,
  type HelperPorts,
} from '@clouddisk/contract/local-helper'
import { type WebSocket, WebSocketServer } from 'ws'
import { serveConnection, Turn } from './connection.ts'
import { isFromOwnPage } from './guard.ts'
import type { HelperWork } from './work.ts'

/**
 * Serves pages of the client's server in browsers on this computer (A§7, R208–R210). To all others the connection ends
 * without a byte, as if nothing listened.
 */

const CONNECTIONS_MAX = 20
/** Two heartbeats were missed (R250). */
const SILENT_MS = LIMITS.heartbeatMs * 2.5

export interface HelperOptions extends Omit<HelperWork, 'silentMs'> {
  readonly silentMs?: number | undefined
  readonly ports: HelperPorts
  /** Until a page names another. */
  readonly language: Language
  readonly log: (line: string) => void
}

export class LocalHelper {
  readonly #options: HelperOptions
  readonly #choosing = new Turn()
  readonly #sockets = new WebSocketServer({ noServer: true, maxPayload: HELPER_MESSAGE_MAX })
  readonly #servers: Server[] = []

  constructor(options: HelperOptions) {
    this.#options = options
  }

  /** Goes on without the helper where a port is in use, which the log says. */
  async start(): Promise<void> {
    const { httpPort, websocketPort } = this.#options.ports
    const check = createServer((request, response) => this.#answer(request, response))
    const talk = createServer((request) => request.socket.destroy())
    talk.on('upgrade', (request, socket, head) => {
      const isOwn = isFromOwnPage(request, this.#options.origin, websocketPort)
      const hasRoom = this.#sockets.clients.size < CONNECTIONS_MAX
      if (!isOwn || !hasRoom || request.url?.split('?')[0] !== HELPER_SOCKET_PATH)
        return void socket.destroy()
      this.#sockets.handleUpgrade(request, socket, head, (one) => this.#serve(one))
    })
    try {
      await this.#listen(check, httpPort)
      await this.#listen(talk, websocketPort)
    } catch (error) {
      await this.stop()
      this.#options.log(
        `pages in browsers are not served: ${error instanceof Error ? error.message : error}. Another client may be running.`,
      )
    }
  }

  async #listen(server: Server, port: number): Promise<void> {
    Object.assign(server, {
      maxConnections: CONNECTIONS_MAX * 2,
      headersTimeout: 5000,
      requestTimeout: 10_000,
      keepAliveTimeout: 1000,
    })
    server.on('clientError', (_error, socket) => socket.destroy())
    server.listen(port, HELPER_HOST)
    await once(server, 'listening')
    this.#servers.push(server)
  }

  #serve(socket: WebSocket): void {
    const { language, silentMs = SILENT_MS } = this.#options
    serveConnection(socket, { ...this.#options, silentMs }, this.#choosing, language)
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { origin, ports } = this.#options
    if (!isFromOwnPage(request, origin, ports.httpPort)) return void request.socket.destroy()
    response.setHeader('access-control-allow-origin', origin)
    response.setHeader('vary', 'origin')
    response.setHeader('cache-control', 'no-store')
    const isKnown = HELPER_CHECK_PATHS.some((path) => request.url?.split('?')[0] === path)
    if (isKnown && request.method === 'OPTIONS') {
      response.setHeader('access-control-allow-methods', 'GET')
      response.setHeader('access-control-allow-headers', '*')
      response.setHeader('access-control-allow-private-network', 'true')
      response.writeHead(204).end()
    } else if (isKnown && request.method === 'GET')
      response.setHeader('content-type', 'application/json').end('{"code":0}')
    else response.writeHead(404).end()
  }

  async stop(): Promise<void> {
    for (const one of this.#sockets.clients) one.terminate()
    const closed = this.#servers.splice(0).map((server) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      server.close(() => resolve())
      server.closeAllConnections()
      return promise
    })
    await Promise.all(closed)
  }
}
