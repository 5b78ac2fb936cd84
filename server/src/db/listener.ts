import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const RETRY_MS = 1000

/**
 * Listens on a channel (LISTEN) by a connection of its own, and reconnects when it is lost. Calls `onNotification` for
 * each notification and whenever some may have been missed, and `onError` each time that listening fails.
 */
export class Listener {
  readonly #pool: Pool
  readonly #channel: string
  readonly #onNotification: () => void
  readonly #onError: (error: unknown) => void
  #client: PoolClient | undefined
  #closed = false
  readonly #done: Promise<void>

  constructor(pool: Pool, channel: string, onNotification: () => void, onError: (error: unknown) => void) {
    this.#pool = pool
    this.#channel = channel
    this.#onNotification = onNotification
    this.#onError = onError
    this.#done = this.#run()
  }

  /** Whether notifications arrive now. */
  get isListening(): boolean {
    return this.#client !== undefined
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      await this.#listen().catch((error) => {
        if (!this.#closed) this.#onError(error)
      })
      if (!this.#closed) await delay(RETRY_MS, undefined, { ref: false })
    }
  }

  /** Returns when the connection ends. */
  async #listen(): Promise<void> {
    const client = await this.#pool.connect()
    const ended = Promise.withResolvers<void>()
    client.on('notification', this.#onNotification)
    client.once('end', ended.resolve)
    client.once('error', ended.resolve)
    try {
      await client.query(`listen ${this.#channel}`)
      this.#onNotification()
      if (this.#closed) return
      this.#client = client
      this.#stopListening = ended.resolve
      await ended.promise
    } finally {
      this.#client = undefined
      this.#onNotification()
      client.off('notification', this.#onNotification)
      client.release(true)
    }
  }

  #stopListening: () => void = () => undefined

  async close(): Promise<void> {
    this.#closed = true
    this.#stopListening()
    await this.#done
  }
}
