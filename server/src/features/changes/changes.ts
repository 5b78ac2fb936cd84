import type { Change } from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import {
  type ChangeRow,
  changesSince,
  currentCursor,
  isCursor,
  isForgotten,
  onChange,
  type Sight,
  TooMuchChanged,
} from '../../db/changes.ts'
import type { Reader } from '../../db/database.ts'
import { refuseField } from '../../http/refusal.ts'
import { personSpace } from '../files/spaces.ts'

/** Following the feed: a page at a time for clients that poll, pushed for those that listen. */

export async function sightOf(db: Reader, actor: Actor): Promise<Sight> {
  return { personId: actor.personId, spaceIds: new Set([(await personSpace(db, actor.personId)).id]) }
}

const sees = (sight: Sight, row: ChangeRow): boolean =>
  row.personId === null
    ? row.spaceId !== null && sight.spaceIds.has(row.spaceId)
    : row.personId === sight.personId

const present = (row: ChangeRow): Change => ({
  kind: row.kind,
  parentIds: row.parentIds,
  instanceId: row.fileId,
  actorId: row.actorId,
  time: row.createdAt.toISOString(),
})

export async function page(ctx: Context, actor: Actor, cursor: string | undefined) {
  const since = await missed(ctx, await sightOf(ctx.db.reader, actor), cursor)
  return { list: since.rows.map(present), cursor: since.cursor, more: false }
}

/** What `sight` sees of the time since `cursor`, and the cursor of now; nothing without one. */
async function missed(
  { db: { reader } }: Context,
  sight: Sight,
  cursor: string | undefined,
): Promise<{ rows: ChangeRow[]; cursor: string }> {
  if (cursor === undefined || cursor === '') return { rows: [], cursor: await currentCursor(reader) }
  if (!isCursor(cursor) || (await isForgotten(reader, cursor))) refuseField('cursor', 'cursor')
  try {
    return await changesSince(reader, cursor, sight)
  } catch (error) {
    if (error instanceof TooMuchChanged) refuseField('cursor', 'cursor')
    throw error
  }
}

export type Tell = (changes: readonly Change[], cursor: string) => void

/**
 * Tells what was missed since `cursor`, at once, then everything that comes, each change once. Listening begins before
 * what was missed is read, or what is committed in between would be lost. Answers how to begin telling.
 */
export async function follow(
  ctx: Context,
  hub: ChangeHub,
  actor: Actor,
  cursor: string | undefined,
  leave: () => void,
): Promise<{ start(tell: Tell): void; stop(): void }> {
  const sight = await sightOf(ctx.db.reader, actor)
  const early: [readonly ChangeRow[], string][] = []
  let receive = (rows: readonly ChangeRow[], at: string) => void early.push([rows, at])
  const stop = await hub.subscribe({ sight, receive: (rows, at) => receive(rows, at), leave })
  try {
    const first = await missed(ctx, sight, cursor)
    const told = new Set(first.rows.map((row) => row.id))
    const start = (tell: Tell) => {
      tell(first.rows.map(present), first.cursor)
      receive = (rows, at) => {
        const fresh = rows.filter((row) => !told.has(row.id))
        if (fresh.length > 0) tell(fresh.map(present), at)
      }
      for (const [rows, at] of early.splice(0)) receive(rows, at)
    }
    return { start, stop }
  } catch (error) {
    stop()
    throw error
  }
}

export interface Subscriber {
  readonly sight: Sight
  receive(rows: readonly ChangeRow[], cursor: string): void
  /** Ends the listening from this side. */
  leave(): void
}

const POLL_MS = 1000
const STREAMS_A_PERSON = 50

/** Reads the feed once for all who listen in this process: on each commit of ours, and every second for others'. */
export class ChangeHub {
  readonly #db: Reader
  readonly #onError: (error: unknown) => void
  readonly #subscribers = new Set<Subscriber>()
  #cursor: string | undefined
  #opening: Promise<void> | undefined
  #generation = 0
  #running: Promise<void> | undefined
  #again = false
  #timer: NodeJS.Timeout | undefined
  #unlisten: (() => void) | undefined

  constructor(db: Reader, onError: (error: unknown) => void) {
    this.#db = db
    this.#onError = onError
  }

  /** Subscribes from now on: what is committed after this is answered will be received. */
  async subscribe(subscriber: Subscriber): Promise<() => void> {
    this.#makeRoom(subscriber.sight.personId)
    this.#subscribers.add(subscriber)
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
    const own = [...this.#subscribers].filter(({ sight }) => sight.personId === personId)
    for (const oldest of own.slice(0, Math.max(0, own.length - STREAMS_A_PERSON + 1))) this.#sendAway(oldest)
  }

  /** Forgotten at once: how long its line takes to end is nobody's concern here. */
  #sendAway(subscriber: Subscriber): void {
    this.#forget(subscriber)
    subscriber.leave()
  }

  #forget(subscriber: Subscriber): void {
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
      .catch(this.#onError)
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
      if (!(error instanceof TooMuchChanged)) throw error
      for (const subscriber of this.#subscribers) this.#sendAway(subscriber)
      return { rows: [], cursor: await currentCursor(this.#db) }
    }
  }

  async #deliver(): Promise<void> {
    if (this.#cursor === undefined) return
    const generation = this.#generation
    const { rows, cursor } = await this.#read(this.#cursor)
    // Opened anew meanwhile, it goes on from a cursor of its own.
    if (generation !== this.#generation) return
    this.#cursor = cursor
    if (rows.length === 0) return
    for (const subscriber of this.#subscribers) {
      const seen = rows.filter((row) => sees(subscriber.sight, row))
      if (seen.length > 0) subscriber.receive(seen, cursor)
    }
  }
}
