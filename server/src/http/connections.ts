import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { FILES_TYPE } from '@clouddisk/contract/uploads'

/** How long a connection may keep us waiting, ms. */
export interface Timeouts {
  /** Until the headers of its first request, or of the next one that has begun, are whole. */
  readonly headers: number
  /** Until the body of an ordinary call is whole. */
  readonly body: number
  /** Between one request and the next. */
  readonly keepAlive: number
  /** While a request is served and no byte moves in either direction; event streams have their heartbeat. */
  readonly idle: number
  /** How often the first is looked at. */
  readonly check: number
}

/** Parts and batches of files may take longer than a call: their receivers look after that themselves. */
export const TIMEOUTS: Timeouts = {
  headers: 30 * SECOND,
  body: MINUTE,
  keepAlive: 65 * SECOND,
  idle: LIMITS.partTimeoutMs + MINUTE,
  check: 5 * SECOND,
}

/** Of a server that was made with `connectionsCheckingInterval: check`. */
export function limitConnections(server: Server, { headers, keepAlive, idle }: Timeouts): void {
  // Uploads take as long as they take.
  server.requestTimeout = 0
  server.headersTimeout = headers
  server.keepAliveTimeout = keepAlive
  server.timeout = idle
}

/** Cuts off a body that is not whole in time, wanted or not. */
export function limitBody(request: IncomingMessage, { body }: Timeouts): void {
  if (request.headers['content-type']?.startsWith(FILES_TYPE)) return
  const timer = setTimeout(() => {
    // Complete is one without a body too, such as an event stream's that nobody has to read.
    if (!request.complete) request.destroy()
  }, body).unref()
  request.once('close', () => clearTimeout(timer))
}

const CLOSE_TIMEOUT_MS = 1000

/** Says the last word and closes, also where the other side never does. */
export function endWithTimeout(socket: Socket, text: string): void {
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref()
  socket.once('close', () => clearTimeout(timer)).end(text)
}
