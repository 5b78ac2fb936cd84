import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * A proxy that has another server to ask says so by this header. While we leave, its readings are refused with a status
 * that nothing else of ours has: it asks the other one, and takes us for gone before we are.
 */
const RETRY_ELSEWHERE_HEADER = 'clouddisk-elsewhere'
const SHUTTING_DOWN_STATUS = 502

/** How a server leaves: it says that it is not ready, still answers for a while, and then lets end what runs. */
export class GracefulShutdown {
  readonly #running = new Set<ServerResponse>()
  readonly #hearers = new Set<() => void>()
  #leaving = false
  #empty: (() => void) | undefined

  get isShuttingDown(): boolean {
    return this.#leaving
  }

  /** Called once the server begins to leave, such as to end what would last for ever; answers what forgets it. */
  onStart(hearer: () => void): () => void {
    this.#hearers.add(hearer)
    return () => void this.#hearers.delete(hearer)
  }

  /** Whether a request is to be answered here; where it is not, it has been. */
  accept({ method, headers }: IncomingMessage, response: ServerResponse): boolean {
    this.#running.add(response)
    response.once('close', () => {
      this.#running.delete(response)
      if (this.#running.size === 0) this.#empty?.()
    })
    if (!this.#leaving) return true
    // Nobody asks again on this line.
    response.shouldKeepAlive = false
    const reads = method === 'GET' || method === 'HEAD'
    if (!reads || headers[RETRY_ELSEWHERE_HEADER] === undefined) return true
    response.writeHead(SHUTTING_DOWN_STATUS, { 'content-length': 0, 'cache-control': 'no-store' }).end()
    return false
  }

  /** Answers when nothing runs any more, or when time is over; what runs then is cut off by whoever closes. */
  async shutDown(
    server: Server,
    { drainMs, finishMs }: { drainMs: number; finishMs: number },
  ): Promise<void> {
    this.#leaving = true
    for (const hearer of this.#hearers) hearer()
    await delay(drainMs)
    server.close()
    server.closeIdleConnections()
    if (this.#running.size === 0) return
    const over = new AbortController()
    const empty = new Promise<void>((resolve) => {
      this.#empty = resolve
    })
    await Promise.race([empty, delay(finishMs, undefined, { signal: over.signal }).catch(() => undefined)])
    over.abort()
  }
}
