import type { ServerResponse } from 'node:http'
import { SECOND } from '@clouddisk/contract/time'
import { isRetryable } from '../../db/pool.ts'

/** Bytes that may wait for a listener. */
const UNREAD_MAX = 4 * 1024 * 1024
const HEARTBEAT_MS = 25 * SECOND
/** When a database that was too busy to answer is asked again. */
const BUSY_MS = 1000
/** Soon, and not all at one moment. */
const RECONNECT_MS = 200
/** How long what has been written may take to be read once the line ends. */
const LINGER_MS = 1000

/** The way to one listener, by server-sent events. It may be left at any moment, more than once, before it is open too. */
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
    // Without a hearer, what fails at the other end would end the process.
    out.on('error', () => undefined)
    out.once('close', () => this.#quiet())
  }

  /** Begins; `isWelcome` is asked now and then, and ends it. */
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

  /** Asks at once whether the listener is still welcome; what is being asked for may be answered too early. */
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

  /** Sent away, all who listen would come back at once, to a database that has enough to do. */
  #unanswered(error: unknown): void {
    if (!isRetryable(error)) this.leave()
    else if (!this.#left) this.#later = setTimeout(() => this.check(), BUSY_MS)
  }

  write(text: string): void {
    if (this.#left || this.#out.destroyed) return
    this.#out.write(text)
    // Nobody reads at the other end; who does comes back by the cursor.
    if (this.#out.writableLength > UNREAD_MAX) this.#out.destroy()
  }

  /** Ends, and says that whoever listens may come back at once: another server answers. */
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

  /** An end behind what nobody reads would never come. */
  #end(): void {
    const timer = setTimeout(() => this.#out.destroy(), LINGER_MS)
    this.#out.once('close', () => clearTimeout(timer)).end()
  }
}
