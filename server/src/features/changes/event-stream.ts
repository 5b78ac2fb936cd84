import type { ServerResponse } from 'node:http'
import { SECOND } from '@clouddisk/contract/time'
import { isRetryable } from '../../db/pool.ts'

/** Unread bytes after which a slow listener is disconnected. */
const UNREAD_MAX = 4 * 1024 * 1024
const HEARTBEAT_MS = 25 * SECOND
/** Retry interval if the database is too busy to check the session. */
const BUSY_MS = 1000
/** Reconnection delay sent to clients, randomized. */
const RECONNECT_MS = 200
/** Time for the client to read remaining bytes after the end of the stream. */
const LINGER_MS = 1000

/** A stream of server-sent events to one client. Closing is idempotent and allowed before it is open. */
export class EventStream {
  readonly #out: ServerResponse
  #heartbeat: NodeJS.Timeout | undefined
  #later: NodeJS.Timeout | undefined
  #left = false
  #asking = false
  #again = false
  #isWelcome: () => Promise<boolean> = () => Promise.resolve(true)

  constructor(out: ServerResponse) {
    this.#out = out
    // An unhandled error of the socket would end the process.
    out.on('error', () => undefined)
    out.once('close', () => this.#quiet())
  }

  /** Starts the stream. `isWelcome` is checked regularly; the stream ends when it is false. */
  open(isWelcome: () => Promise<boolean>): void {
    this.#out.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    })
    if (this.#left) {
      this.#end()
      return
    }
    this.#isWelcome = isWelcome
    this.#heartbeat = setInterval(() => this.check(), HEARTBEAT_MS)
  }

  /** Checks the session at once, again after a check in progress, whose result may be outdated. */
  check(): void {
    if (this.#left) return
    if (this.#asking) {
      this.#again = true
      return
    }
    clearTimeout(this.#later)
    this.#asking = true
    this.#isWelcome()
      .then(
        (yes) => (yes ? this.write(': here\n\n') : this.leave()),
        (error) => this.#unanswered(error),
      )
      .finally(() => {
        this.#asking = false
        if (!this.#again) return
        this.#again = false
        this.check()
      })
  }

  /** Keeps the stream if the database is busy: otherwise all clients would reconnect at once and add to the load. */
  #unanswered(error: unknown): void {
    if (!isRetryable(error)) this.leave()
    else if (!this.#left) this.#later = setTimeout(() => this.check(), BUSY_MS)
  }

  write(text: string): void {
    if (this.#left || this.#out.destroyed) return
    this.#out.write(text)
    // The client does not read. It can reconnect with its cursor.
    if (this.#out.writableLength > UNREAD_MAX) this.#out.destroy()
  }

  /** Ends the stream when the server stops. The client reconnects soon, to another server. */
  depart(): void {
    this.write(`retry: ${RECONNECT_MS}\n\n`)
    this.leave()
  }

  leave(): void {
    if (this.#left) return
    this.#quiet()
    if (this.#out.headersSent) this.#end()
  }

  #quiet(): void {
    this.#left = true
    clearInterval(this.#heartbeat)
    clearTimeout(this.#later)
  }

  /** Destroys the socket if remaining bytes are not read in time. */
  #end(): void {
    const timer = setTimeout(() => this.#out.destroy(), LINGER_MS)
    this.#out.once('close', () => clearTimeout(timer)).end()
  }
}
