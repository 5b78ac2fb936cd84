import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../access/actor.ts'
import { accessibleSpaces } from '../../access/visibility.ts'
import { type ChangeRow, changesSince, currentCursor, onChange, TooManyChanges } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { type ChangeListener, type VisibleChange, visibleChanges } from './listener.ts'

export interface Subscriber extends ChangeListener {
  receive(heard: readonly VisibleChange[], cursor: string): void
  /** Disconnects the subscriber. */
  leave(): void
}

const POLL_MS = 1000
const STREAMS_PER_PERSON = 50

/** A round yields to the event loop after this time. */
const YIELD_AFTER_MS = 8

export interface ChangeHubDeps {
  readonly db: Reader
  readonly now: () => Date
  /** The subscriber's actor with current rights; undefined once the session is over. */
  current(actor: Actor): Promise<Actor | undefined>
  onError(error: unknown): void
}

/** Reads the feed once for all subscribers of this process: after own commits, and every second for others'. */
export class ChangeHub {
  readonly #ports: ChangeHubDeps
  readonly #db: Reader
  readonly #subscribers = new Set<Subscriber>()
  #cursor: string | undefined
  #opening: Promise<void> | undefined
  #generation = 0
  #running: Promise<void> | undefined
  #again = false
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => void) | undefined
  /** Subscribers whose memberships may have changed; reloaded before the next row is delivered. */
  readonly #stale = new Set<Subscriber>()
  #rereading: Promise<void> | undefined

  constructor(ports: ChangeHubDeps) {
    this.#ports = ports
    this.#db = ports.db
  }

  /** Marks all subscribers for a reload of their memberships. */
  membershipsChanged(): void {
    for (const subscriber of this.#subscribers) this.#stale.add(subscriber)
    // Batched into one statement with other calls. Failures are retried with the next rows.
    this.#reread().catch(() => undefined)
  }

  /** Subscribes to all changes committed after it resolves. */
  async subscribe(subscriber: Subscriber): Promise<() => void> {
    this.#makeRoom(subscriber.actor.personId)
    this.#subscribers.add(subscriber)
    // Rights may have changed since authentication.
    this.#stale.add(subscriber)
    const leave = () => this.#forget(subscriber)
    try {
      this.#opening ??= this.#open()
      await this.#opening
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

  /** Limits streams per person; the oldest are disconnected. */
  #makeRoom(personId: string): void {
    const own = [...this.#subscribers].filter(({ actor }) => actor.personId === personId)
    for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1)))
      this.#sendAway(oldest)
  }

  /** Removes the subscriber at once; its stream ends later. */
  #sendAway(subscriber: Subscriber): void {
    this.#forget(subscriber)
    subscriber.leave()
  }

  #forget(subscriber: Subscriber): void {
    this.#stale.delete(subscriber)
    if (this.#subscribers.delete(subscriber) && this.#subscribers.size === 0) this.close()
  }

  close(): void {
    this.#generation++
    clearInterval(this.#timer)
    this.#unlisten?.()
    this.#timer = undefined
    this.#unlisten = undefined
    this.#cursor = undefined
    this.#opening = undefined
  }

  async #open(): Promise<void> {
    const generation = this.#generation
    const cursor = await currentCursor(this.#db)
    // Closed meanwhile, and possibly opened again.
    if (generation !== this.#generation) return
    this.#cursor = cursor
    this.#timer = setInterval(() => this.#wake(), POLL_MS).unref()
    this.#unlisten = onChange(() => this.#wake())
  }

  /** Reads do not overlap; a wake during a read causes another read. */
  #wake(): void {
    if (this.#running) {
      this.#again = true
      return
    }
    this.#running = this.#deliver()
      .catch(this.#ports.onError)
      .finally(() => {
        this.#running = undefined
        if (!this.#again) return
        this.#again = false
        this.#wake()
      })
  }

  /** Disconnects all subscribers if too much has changed to deliver; they reconnect and reload. */
  async #read(cursor: string): Promise<{ rows: ChangeRow[]; cursor: string }> {
    try {
      return await changesSince(this.#db, cursor)
    } catch (error) {
      if (!(error instanceof TooManyChanges)) throw error
      for (const subscriber of this.#subscribers) this.#sendAway(subscriber)
      return { rows: [], cursor: await currentCursor(this.#db) }
    }
  }

  async #deliver(): Promise<void> {
    if (this.#cursor === undefined) return
    const generation = this.#generation
    const { rows, cursor } = await this.#read(this.#cursor)
    // Opened again meanwhile: that run has its own cursor and delivers these changes.
    if (generation !== this.#generation) return
    // Later subscribers read missed changes themselves.
    const subscribers = [...this.#subscribers]
    if (rows.length > 0) await this.#reread()
    this.#endOver()
    if (rows.length > 0) await this.#hear(subscribers, rows, cursor)
    if (generation === this.#generation) this.#cursor = cursor
  }

  /** Stops delivery to expired accounts: expiry by time causes no notification. */
  #endOver(): void {
    const now = this.#ports.now()
    for (const subscriber of this.#subscribers) {
      const { validUntil } = subscriber.actor
      if (validUntil && validUntil <= now) this.#sendAway(subscriber)
    }
  }

  async #hear(subscribers: readonly Subscriber[], rows: readonly ChangeRow[], cursor: string): Promise<void> {
    let since = performance.now()
    const breathe = () => {
      if (performance.now() - since < YIELD_AFTER_MS) return undefined
      return setImmediate().then(() => {
        since = performance.now()
      })
    }
    const tell = (subscriber: Subscriber, heard: VisibleChange[]) => {
      if (this.#subscribers.has(subscriber)) subscriber.receive(heard, cursor)
    }
    await visibleChanges(this.#db, subscribers, rows, this.#ports.now(), tell, breathe)
  }

  /** Repeats until no further change was reported meanwhile. */
  async #reread(): Promise<void> {
    while (this.#stale.size > 0 || this.#rereading) {
      this.#rereading ??= this.#readStandings([...this.#stale]).finally(() => {
        this.#rereading = undefined
      })
      await this.#rereading
    }
  }

  async #readStandings(stale: readonly Subscriber[]): Promise<void> {
    this.#stale.clear()
    try {
      const changed: Subscriber[] = []
      const look = async (subscriber: Subscriber) => {
        const now = await this.#ports.current(subscriber.actor)
        // Streams of sessions that are over end by themselves.
        if (!now || hasSameAccess(now, subscriber.actor)) return
        subscriber.actor = now
        changed.push(subscriber)
      }
      await Promise.all(stale.map(look))
      const actors = changed.map(({ actor }) => actor)
      const found = actors.length > 0 ? await accessibleSpaces(this.#db, actors) : new Map()
      for (const { actor, spaceIds } of changed)
        for (const id of found.get(actor.personId) ?? []) spaceIds.add(id)
    } catch (error) {
      for (const subscriber of stale) if (this.#subscribers.has(subscriber)) this.#stale.add(subscriber)
      throw error
    }
  }
}

/** Whether both have the same rights. */
const hasSameAccess = (a: Actor, b: Actor): boolean =>
  isDeepStrictEqual(
    [a.principals, a.permissionBoundary, a.departmentScopes, a.validUntil],
    [b.principals, b.permissionBoundary, b.departmentScopes, b.validUntil],
  )
