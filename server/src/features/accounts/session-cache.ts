import { LRUCache } from 'lru-cache'
import { throttled } from '../../config/throttled-log.ts'
import type { Context } from '../../context.ts'
import { Listener } from '../../db/listener.ts'
import type { PersonSession } from './store.ts'

/** Uploads of small files authenticate hundreds of times per second. */
const MAX_SESSIONS = 10_000
/** Limits staleness if the connection to the database is lost without an error. */
const TTL_MS = 2000
const CHANNEL = 'clouddisk_memberships'

/**
 * Caches sessions for a short time. Changes by this process are invalidated before it responds; changes by others, such
 * as the command line, by a notification at commit (migration 0008). Nothing is cached while notifications cannot be
 * received.
 */
export class SessionCache {
  readonly #ctx: Pick<Context, 'db' | 'log'>
  readonly #sessions = new LRUCache<string, PersonSession>({ max: MAX_SESSIONS, ttl: TTL_MS })
  /** Keys that ever matched a session; others are unknown tokens. */
  readonly #met = new LRUCache<string, true>({ max: MAX_SESSIONS })
  readonly #reading = new Map<string, Promise<PersonSession | undefined>>()
  #listener: Listener | undefined
  readonly #hearers = new Set<() => void>()
  /** Incremented on invalidation, so that reads in progress are not cached. */
  #age = 0

  constructor(ctx: Pick<Context, 'db' | 'log'>) {
    this.#ctx = ctx
  }

  /** Starts listening for changes; nothing is cached before. */
  start(): void {
    const { db, log } = this.#ctx
    const warn = throttled((silent: number, err: unknown) =>
      log.warn(
        { err, silent },
        'sessions are read from the database for each request: listening to the database failed',
      ),
    )
    this.#listener = new Listener(db.pool, CHANNEL, () => this.invalidate(), warn)
  }

  hasFound(key: string): boolean {
    return this.#met.has(key)
  }

  /** Concurrent reads of a key share one query unless an invalidation lies between them. */
  async find(
    key: string,
    read: () => Promise<PersonSession | undefined>,
  ): Promise<PersonSession | undefined> {
    const known = this.#sessions.get(key)
    if (known) return known
    const reading = `${this.#age} ${key}`
    const running = this.#reading.get(reading)
    if (running) return running
    const started = this.#read(key, read).finally(() => this.#reading.delete(reading))
    this.#reading.set(reading, started)
    return started
  }

  async #read(
    key: string,
    read: () => Promise<PersonSession | undefined>,
  ): Promise<PersonSession | undefined> {
    const age = this.#age
    const session = await read()
    if (session) this.#met.set(key, true)
    if (session && age === this.#age && this.#listener?.isListening) this.#sessions.set(key, session)
    return session
  }

  invalidate(): void {
    this.#age++
    this.#sessions.clear()
    for (const hearer of this.#hearers) hearer()
  }

  /** Calls `hearer` when sessions may have changed. Returns a function that unsubscribes. */
  onInvalidate(hearer: () => void): () => void {
    this.#hearers.add(hearer)
    return () => void this.#hearers.delete(hearer)
  }

  async close(): Promise<void> {
    await this.#listener?.close()
  }
}
