import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A proxy with other servers sends this header. During shutdown, its GET and HEAD requests get a status that nothing else
 * uses, so that it retries them on another server and marks this one as down.
 */
const RETRY_ELSEWHERE_HEADER = 'clouddisk-elsewhere'
const SHUTTING_DOWN_STATUS = 502

/** Graceful shutdown: reports not ready, still serves for a while, then waits for running requests. */
export class GracefulShutdown {
  readonly #active = new Set<ServerResponse>()
  readonly #listeners = new Set<() => void>()
  #isShuttingDown = false
  #onIdle: (() => void) | undefined

  get isShuttingDown(): boolean {
    return this.#isShuttingDown
  }

  /** Calls `listener` when the shutdown starts, to end event streams for example. Returns a function that unsubscribes. */
  onStart(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Returns false if it has answered the request itself. */
  accept({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
    this.#active.add(response)
    response.once('close', () => {
      this.#active.delete(response)
      if (this.#active.size === 0) this.#onIdle?.()
    })
    if (!this.#isShuttingDown) return true
    // The connection takes no further request.
    response.shouldKeepAlive = false
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads || headers[RETRY_ELSEWHERE_HEADER] === undefined) return true
    response.writeHead(SHUTTING_DOWN_STATUS, { 'content-length': 0, 'cache-control': 'no-store' }).end()
    return false
  }

  /** Resolves when no request runs, or after `finishMs`; the caller then closes what is left. */
  async shutDown(
    server: Server,
    { drainMs, finishMs }: { drainMs: number; finishMs: number },
  ): Promise<void> {
    this.#isShuttingDown = true
    for (const listener of this.#listeners) listener()
    await delay(drainMs)
    server.close()
    server.closeIdleConnections()
    if (this.#active.size === 0) return
    const over = new AbortController()
    const empty = new Promise<void>((resolve) => {
      this.#onIdle = resolve
    })
    await Promise.race([empty, delay(finishMs, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
  }
}
