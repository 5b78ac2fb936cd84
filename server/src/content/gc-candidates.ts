import { DAY } from '@clouddisk/contract/time'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../context.ts'
import { isId } from '../db/ids.ts'
import type { AvailabilityGuard } from '../objects/availability.ts'
import type { ObjectStat, ObjectStore } from '../objects/port.ts'
import { untrackedKeys } from '../objects/scrub.ts'
import { overdueBefore } from './redundant.ts'

/** Finds garbage-collection candidates, for the GC jobs (collect.ts) and for the preview on the storage page and command line. */

const A_STEP = 500
/** Unused objects are kept this long: a reader or a writer may still use them. */
export const GRACE_MS = DAY
/** A younger untracked object may be about to get its row. */
const UNTRACKED_GRACE_MS = DAY
/** Untracked objects are kept aside this long, for the case that the wrong database was connected. */
const UNTRACKED_KEPT_MS = 30 * DAY

const ago = (ctx: Context, ms: number): Date => new Date(ctx.now().getTime() - ms)

/** Whether the object of an upload has a row, as content or as a redundant copy. */
export async function isTracked({ db }: Context, key: string): Promise<boolean> {
  const row = await db.reader.selectFrom('blob').select('id').where('key', '=', key).executeTakeFirst()
  return row !== undefined
}

export interface Garbage {
  readonly id: string
  readonly bucket: string
  readonly key: string
  /** Unknown of pending objects. */
  readonly size: number | null
  readonly since: Date
  /** Was content of file versions; otherwise a copy that was never used, or left behind by a move or a repair. */
  readonly isContent: boolean
}

/** Objects that are to be deleted, in buckets that respond. */
export async function* garbage(ctx: Context, reachable: AvailabilityGuard): AsyncIterable<Garbage> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<Garbage>`
      select id, bucket, key, size, state_since as since, sha256 is not null as "isContent" from blob
      where ${isGarbage(ctx)} and id > ${after} and bucket = any(${[...reachable.buckets]}::text[])
      order by id limit ${A_STEP}`.execute(ctx.db.reader)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** As a condition on `blob`. */
export const isGarbage = (ctx: Context): RawBuilder<SqlBool> =>
  sql`(state = 'deleting' or state in ('orphaned', 'pending') and state_since < ${ago(ctx, GRACE_MS)})`

export interface UntrackedObject {
  readonly key: string
  readonly bytes: number
  readonly since: Date
}

/** Objects of a bucket without a row of an upload or of content, older than a day. */
export async function* untrackedObjects(ctx: Context, objects: ObjectStore): AsyncIterable<UntrackedObject> {
  for await (const step of inSteps(storedBefore(objects, ago(ctx, UNTRACKED_GRACE_MS)))) {
    const keys = new Set(
      await untrackedKeys(
        ctx.db.reader,
        objects.bucket,
        step.map(({ key }) => key),
      ),
    )
    for (const object of step) if (keys.has(object.key)) yield object
  }
}

async function* storedBefore(objects: ObjectStore, before: Date): AsyncIterable<UntrackedObject> {
  for await (const { key, allocated, changedAt } of objects.incoming())
    if (changedAt < before && isId(key)) yield { key, bytes: allocated, since: changedAt }
  for await (const { key, size, changedAt } of objects.objects())
    if (changedAt < before && isId(key)) yield { key, bytes: size, since: changedAt }
}

async function* inSteps<T>(items: AsyncIterable<T>): AsyncIterable<T[]> {
  let step: T[] = []
  for await (const item of items) {
    step.push(item)
    if (step.length < A_STEP) continue
    yield step
    step = []
  }
  if (step.length > 0) yield step
}

/** Objects set aside on a day that ended before this are deleted. */
export const untrackedExpiry = (ctx: Context): Date => ago(ctx, UNTRACKED_KEPT_MS)

/** Whether an object set aside is due for deletion. */
export const isExpired = (ctx: Context, { changedAt }: Pick<ObjectStat, 'changedAt'>): boolean =>
  changedAt.getTime() + DAY <= untrackedExpiry(ctx).getTime()

/** Objects set aside that are due for deletion. */
export async function* expiredUntracked(ctx: Context, objects: ObjectStore): AsyncIterable<UntrackedObject> {
  for await (const object of objects.untracked())
    if (isExpired(ctx, object)) yield { key: object.key, bytes: object.size, since: object.changedAt }
}

/** A number of objects and their bytes. */
export interface ObjectTotals {
  readonly objects: number
  readonly bytes: number
}
export const NO_OBJECTS: ObjectTotals = { objects: 0, bytes: 0 }

/** Garbage as rows tell it, without asking a store. */
export interface GarbageTotals {
  /** Expired uploads; bytes are those reserved, since rows do not tell how many were received. */
  readonly uploads: ObjectTotals
  /** Content that no version uses, however recent. */
  readonly content: ObjectTotals
  /** Objects left behind by moves and repairs, abandoned copies, and overdue redundant copies. */
  readonly moved: ObjectTotals
  /** Untracked objects set aside, as the last run saw them. */
  readonly aside: ObjectTotals
}

export async function garbageTotals(ctx: Context): Promise<GarbageTotals> {
  const { db, now, stores } = ctx
  const moved = sql`state = 'orphaned' and sha256 is null or state = 'pending' and ${isGarbage(ctx)}
    or state = 'redundant' and state_since < ${overdueBefore(ctx)}`
  const { rows } = await sql<GarbageTotals>`
    select ${share('upload', sql`state = 'open' and expires_at <= ${now()}`, stores.buckets)} as uploads,
      ${share('blob', sql`state in ('orphaned', 'deleting') and sha256 is not null`, stores.buckets)} as content,
      ${share('blob', moved, stores.buckets)} as moved,
      (select json_build_object('objects', coalesce(sum(objects), 0), 'bytes', coalesce(sum(bytes), 0))
        from untracked_total where bucket = any(${stores.buckets}::text[])) as aside`.execute(db.reader)
  return rows[0] ?? { uploads: NO_OBJECTS, content: NO_OBJECTS, moved: NO_OBJECTS, aside: NO_OBJECTS }
}

const share = (table: 'upload' | 'blob', which: RawBuilder<unknown>, buckets: readonly string[]) => sql`
  (select json_build_object('objects', count(*), 'bytes', coalesce(sum(size), 0))
    from ${sql.table(table)} where (${which}) and bucket = any(${[...buckets]}::text[]))`
