import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { WOPI_PATH } from '@clouddisk/contract/coediting'
import { LIMITS } from '@clouddisk/contract/limits'
import { pathOf } from '@clouddisk/contract/route'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { FILES_TYPE, putFile } from '@clouddisk/contract/uploads'

/** Timeouts of a connection, ms. */
export interface Timeouts {
  /** For the headers of a request. */
  readonly headers: number
  /** For the body of an ordinary call. */
  readonly body: number
  /** Between two requests. */
  readonly keepAlive: number
  /** Without a byte in either direction while a request is served; event streams send heartbeats. */
  readonly idle: number
  /** Interval at which `headers` is checked. */
  readonly check: number
}

/** Parts and batches of files may take longer than `body`: their receivers have timeouts of their own. */
export const TIMEOUTS: Timeouts = {
  headers: 30 * SECOND,
  body: MINUTE,
  keepAlive: 65 * SECOND,
  idle: LIMITS.partTimeoutMs + MINUTE,
  check: 5 * SECOND,
}

/** The server must be created with `connectionsCheckingInterval: check`. */
export function limitConnections(server: Server, { headers, keepAlive, idle }: Timeouts): void {
  // Uploads have no total limit.
  server.requestTimeout = 0
  server.headersTimeout = headers
  server.keepAliveTimeout = keepAlive
  server.timeout = idle
}

/** Closes the connection if the body is not complete in time, whether or not it is read. */
export function limitBody(request: IncomingMessage, { body }: Timeouts): void {
  if (isTransfer(request)) return
  const timer = setTimeout(() => {
    // Requests without a body are complete.
    if (!request.complete) request.destroy()
  }, body).unref()
  request.once('close', () => clearTimeout(timer))
}

const isTransfer = ({ method, url, headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith(FILES_TYPE) === true ||
  (method === 'POST' && url?.startsWith(`${WOPI_PATH}/`) === true) ||
  (method === 'PUT' && url?.startsWith(`${pathOf(putFile)}?`) === true)

const CLOSE_TIMEOUT_MS = 1000

/** Sends a last response and closes the connection, by force if the client does not close it. */
export function endWithTimeout(socket: Socket, text: string): void {
  const timer = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS).unref()
  socket.once('close', () => clearTimeout(timer)).end(text)
}
