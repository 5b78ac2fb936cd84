import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const AGAIN_MS = 1000

/**
 * Hears a channel of the database (LISTEN) by a connection of its own, taken anew where it is lost. `onNotice` is
 * called for each notice, and whenever some may have been missed; `onDeaf` for each time that listening failed.
 */
export class Notices {
  readonly #pool: Pool
  readonly #channel: string
  readonly #onNotice: () => void
  readonly #onDeaf: (error: unknown) => void
  #client: PoolClient | undefined
  #closed = false
  readonly #done: Promise<void>

  constructor(pool: Pool, channel: string, onNotice: () => void, onDeaf: (error: unknown) => void) {
    this.#pool = pool
    this.#channel = channel
    this.#onNotice = onNotice
    this.#onDeaf = onDeaf
    this.#done = this.#run()
  }

  /** Whether notices are heard now. */
  get live(): boolean {
    return this.#client !== undefined
  }

  async #run(): Promise<void> {
    while (!this.#closed) {
      await this.#hear().catch((error) => {
        if (!this.#closed) this.#onDeaf(error)
      })
      if (!this.#closed) await delay(AGAIN_MS, undefined, { ref: false })
    }
  }

  /** Until the connection ends. */
  async #hear(): Promise<void> {
    const client = await this.#pool.connect()
    const ended = Promise.withResolvers<void>()
    client.on('notification', this.#onNotice)
    client.once('end', ended.resolve)
    client.once('error', ended.resolve)
    try {
      await client.query(`listen ${this.#channel}`)
      this.#onNotice()
      if (this.#closed) return
      this.#client = client
      this.#leave = ended.resolve
      await ended.promise
    } finally {
      this.#client = undefined
      this.#onNotice()
      client.off('notification', this.#onNotice)
      client.release(true)
    }
  }

  #leave: () => void = () => undefined

  async close(): Promise<void> {
    this.#closed = true
    this.#leave()
    await this.#done
  }
}
