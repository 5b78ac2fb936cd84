import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { mayCollectGarbage } from '../db/gc-lock.ts'
import { Failures } from '../jobs/failures.ts'
import { Answering } from '../objects/availability.ts'
import type { StoredObject } from '../objects/stores.ts'
import { NOTHING, type Share } from './gc-candidates.ts'
import { sweeping } from './gc-runs.ts'

/** Objects that no content names for the time being go a day later, unless content names them by then. */

export const LOOSE_KEPT_MS = 24 * 3600 * 1000
const A_STEP = 100

interface Loose {
  readonly bucket: string
  readonly key: string
}

/** Answers how many objects were removed. */
export async function removeLoose(ctx: Context): Promise<number> {
  const before = keptUntil(ctx)
  const answering = new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'bucket unreachable; orphaned objects there are removed later'),
  )
  return sweeping(ctx, 'loose', async (removed) => {
    const failures = new Failures(ctx)
    for (let after: Loose | undefined; ; ) {
      const due = await looseDue(ctx, answering.buckets, { before, after })
      for (const loose of due) {
        const removing = () => answering.one(loose.bucket, () => removeOne(ctx, loose, before))
        const outcome = await failures.alone(loose, removing)
        if (outcome === 'held') return failures.tell()
        if (typeof outcome === 'number') removed(outcome)
      }
      after = due.at(-1)
      if (!after) return failures.tell()
    }
  })
}

const keptUntil = ({ now }: Context): Date => new Date(now().getTime() - LOOSE_KEPT_MS)

interface Which {
  readonly before?: Date
  readonly limit?: number
  readonly after?: Loose | undefined
}

/** Those whose day is over, the first of them behind one; spares go once their content was read (mending.ts). */
export const looseDue = (
  ctx: Context,
  buckets: readonly string[],
  { before = keptUntil(ctx), limit = A_STEP, after = { bucket: '', key: '' } }: Which = {},
): Promise<{ bucket: string; key: string; since: Date }[]> =>
  ctx.db.reader
    .selectFrom('loose_object')
    .select(['bucket', 'key', 'since'])
    .where('since', '<', before)
    .where('spare_for', 'is', null)
    .where('bucket', 'in', [...buckets, ''])
    .where(sql<boolean>`(bucket, key) > (${after.bucket}, ${after.key})`)
    .orderBy('bucket')
    .orderBy('key')
    .limit(limit)
    .execute()

/**
 * What moves and mending left behind, copies that were forgotten on their way, and spares that nobody has come to; what goes on
 * is none of it.
 */
export async function leftBehind(ctx: Context): Promise<Share> {
  const { rows } = await sql<Share>`
    select count(*) as objects, coalesce(sum(size), 0)::bigint as bytes from loose_object
    where bucket = any(${ctx.stores.buckets}::text[]) and case when spare_for is null
      then size is not null or since < ${keptUntil(ctx)} else since < ${lateSince(ctx)} end`.execute(
    ctx.db.reader,
  )
  return rows[0] ?? NOTHING
}

/** Answers with its bytes where it was removed. */
async function removeOne(ctx: Context, loose: Loose, before: Date): Promise<number | 'kept' | 'held'> {
  // A backup copies from where its snapshot says that content lies. One that begins from here on sees it as it is: no
  // backup waits while a store is talked to.
  if (!(await ctx.db.transact(mayCollectGarbage))) return 'held'
  return removeUnnamed(ctx, loose, before)
}

/** With its row locked: whoever wants to make content of it waits, and finds it gone. */
const removeUnnamed = (ctx: Context, { bucket, key }: Loose, before: Date): Promise<number | 'kept'> =>
  ctx.db.transact(async (tx) => {
    const { rows } = await sql<{ named: boolean; size: number | null }>`
      select l.size, exists (select from blob b where b.bucket = l.bucket and b.key = l.key) as named
      from loose_object l where l.bucket = ${bucket} and l.key = ${key} and l.since < ${before} for update of l`.execute(
      tx,
    )
    const [found] = rows
    if (!found) return 'kept'
    let bytes = found.size ?? 0
    if (!found.named) {
      const objects = ctx.stores.of(bucket)
      bytes = found.size ?? (await objects.received(key))?.size ?? 0
      await objects.abort(key)
      await objects.remove(key)
    }
    await tx.deleteFrom('loose_object').where('bucket', '=', bucket).where('key', '=', key).execute()
    return found.named ? 'kept' : bytes
  })

/** Nobody takes it for forgotten while it is copied; one that is being removed is waited for. */
export async function loosen(ctx: Context, { bucket, key }: Loose): Promise<void> {
  await ctx.db.reader
    .insertInto('loose_object')
    .values({ bucket, key, since: ctx.now() })
    .onConflict((conflict) =>
      conflict.columns(['bucket', 'key']).doUpdateSet({ since: ctx.now(), size: null }),
    )
    .execute()
}

/** Once it was removed it is not made again: that is how a copy hears of it. */
export async function keepLoose(ctx: Context, { bucket, key }: Loose): Promise<void> {
  const { numUpdatedRows } = await ctx.db.reader
    .updateTable('loose_object')
    .set({ since: ctx.now() })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`the copy of ${key} was taken for forgotten`)
}

export interface Spare extends StoredObject {
  /** The content that is used instead. */
  readonly id: string
}

/** Equal bytes came in full, and content that is here is used instead: they stay until that was read. */
export async function keepSpare(
  ctx: Context,
  tx: Tx,
  { id, bucket, key, etag }: Spare,
  size: number,
): Promise<void> {
  const spare = { bucket, key, etag, size, spare_for: id, since: ctx.now() }
  await tx.insertInto('loose_object').values(spare).execute()
}

/**
 * It is not needed. Before it goes it is a spare no more, so that nobody makes content of it meanwhile; no transaction waits for
 * the store, and what does not go now goes with all that is loose.
 */
export async function dropSpare(ctx: Context, { id, bucket, key }: Spare): Promise<void> {
  const { numUpdatedRows } = await ctx.db.reader
    .updateTable('loose_object')
    .set({ spare_for: null, since: new Date(ctx.now().getTime() - LOOSE_KEPT_MS) })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('spare_for', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const objects = ctx.stores.of(bucket)
  await objects.abort(key)
  await objects.remove(key)
  await ctx.db.reader.deleteFrom('loose_object').where('bucket', '=', bucket).where('key', '=', key).execute()
}

/** A spare that nobody has come to by then: whoever kept it was killed, or a store was away. */
const SPARE_LATE_MS = 3600 * 1000
const lateSince = ({ now }: Context): Date => new Date(now().getTime() - SPARE_LATE_MS)

export interface KeptSpare extends Spare {
  /** It is there from then on. */
  readonly since: Date
}

/** Spares that nobody has come to, by their keys; the first of them behind one. */
export async function lateSpares(ctx: Context, after: string): Promise<KeptSpare[]> {
  const { rows } = await sql<KeptSpare>`
    select spare_for as id, bucket, key, etag, since from loose_object
    where spare_for is not null and since < ${lateSince(ctx)} and key > ${after}
      and bucket = any(${ctx.stores.buckets}::text[])
    order by key limit ${A_STEP}`.execute(ctx.db.reader)
  return rows
}
