import { setImmediate } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../../access/actor.ts'
import { accessibleSpaces } from '../../access/visibility.ts'
import { type ChangeRow, changesSince, currentCursor, onChange, TooManyChanges } from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { type ChangeListener, type VisibleChange, visibleChanges } from './listener.ts'

export interface Subscriber extends ChangeListener {
  receive(heard: readonly VisibleChange[], cursor: string): void
  /** Ends the listening from this side. */
  leave(): void
}

const POLL_MS = 1000
const STREAMS_PER_PERSON = 50

/** How long one round may hold the event loop before others have their turn. */
const YIELD_AFTER_MS = 8

export interface ChangeHubDeps {
  readonly db: Reader
  readonly now: () => Date
  /** A listener's person as it stands now; undefined once its session is over. */
  current(actor: Actor): Promise<Actor | undefined>
  onError(error: unknown): void
}

/** Reads the feed once for all who listen in this process: on each commit of ours, and every second for others'. */
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
  /** Whose standing may have changed: it is read anew before they hear of the next row. */
  readonly #stale = new Set<Subscriber>()
  #rereading: Promise<void> | undefined

  constructor(ports: ChangeHubDeps) {
    this.#ports = ports
    this.#db = ports.db
  }

  /** Rights come and go while people listen: told of it, everybody's standing is read anew. */
  membershipsChanged(): void {
    for (const subscriber of this.#subscribers) this.#stale.add(subscriber)
    // With all others who ask at this moment: one statement. What fails is asked again with the next rows.
    this.#reread().catch(() => undefined)
  }

  /** Subscribes from now on: what is committed after this is answered will be received. */
  async subscribe(subscriber: Subscriber): Promise<() => void> {
    this.#makeRoom(subscriber.actor.personId)
    this.#subscribers.add(subscriber)
    // Rights may have been lost since it was let in.
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

  /** A person listens from a few windows; beyond that the oldest go. */
  #makeRoom(personId: string): void {
    const own = [...this.#subscribers].filter(({ actor }) => actor.personId === personId)
    for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_PER_PERSON + 1)))
      this.#sendAway(oldest)
  }

  /** Forgotten at once: how long its line takes to end is nobody's concern here. */
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
    // Closed meanwhile, and perhaps opened again by another.
    if (generation !== this.#generation) return
    this.#cursor = cursor
    this.#timer = setInterval(() => this.#wake(), POLL_MS).unref()
    this.#unlisten = onChange(() => this.#wake())
  }

  /** One read at a time; a wake in the middle of one causes another. */
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

  /** Where more has changed than can be told, all who listen are sent away: they come back and look anew. */
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
    // Opened anew meanwhile, it goes on from a cursor of its own, and tells this itself.
    if (generation !== this.#generation) return
    // Who comes later reads what it missed by itself.
    const subscribers = [...this.#subscribers]
    if (rows.length > 0) await this.#reread()
    this.#endOver()
    if (rows.length > 0) await this.#hear(subscribers, rows, cursor)
    if (generation === this.#generation) this.#cursor = cursor
  }

  /** Nobody hears of anything once its account has ended: that comes by time alone, and nothing is told of it. */
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

  /** Until nobody has said meanwhile that it changed again. */
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
        // Where the session is over, its line ends by itself.
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

/** Whether the same rules hold for both. */
const hasSameAccess = (a: Actor, b: Actor): boolean =>
  isDeepStrictEqual(
    [a.principals, a.permissionBoundary, a.departmentScopes, a.validUntil],
    [b.principals, b.permissionBoundary, b.departmentScopes, b.validUntil],
  )
