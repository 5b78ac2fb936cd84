import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { Answering } from '../../objects/answering.ts'
import { CopyDiffers, copyObject, SourceFault } from '../../objects/copy.ts'
import type { Mismatch } from '../../objects/look-again.ts'
import type { ObjectStore } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { keepLoose, loosen } from './loose.ts'
import * as store from './reading-store.ts'

/**
 * Content that is not what came: nobody is given it any more, and it is copied anew from equal content where there is
 * some. What was taken for damaged and reads right again is given out again.
 */

/** So often a copy that lasts says that it is not forgotten. */
const RENEWED_MS = 5 * 60_000

export type Pacing = (bytes: number) => Promise<void>

/** From here on nobody is given it. Nothing where the row names something else by now. */
export async function quarantine(ctx: Context, content: store.Content, mismatch: Mismatch): Promise<boolean> {
  const { id, bucket, key } = content
  const done = await ctx.db.transact(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blob')
      .set({ state: 'quarantined' })
      .where('id', '=', id)
      .where('bucket', '=', bucket)
      .where('key', '=', key)
      .where('etag', 'is not distinct from', content.etag)
      .where('state', 'in', ['verified', 'scanned', 'published'])
      .where('unreachable_since', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await tx
      .updateTable('content_fault')
      .set({ damaged_at: ctx.now(), tried_at: ctx.now(), wrong: mismatch.wrong, says: mismatch.says })
      .where('blob_id', '=', id)
      .execute()
    return true
  })
  if (done)
    ctx.log.error(
      { bucket, key, blobId: id, wrong: mismatch.wrong },
      `stored bytes ${mismatch.says}: quarantined`,
    )
  return done
}

/** It reads right: whoever put it back, or whatever kept it from being read, it is what came. */
export async function giveBack(
  ctx: Context,
  { id, bucket, key, stateBefore }: store.OpenFault,
): Promise<void> {
  const done = await ctx.db.transact(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blob')
      .set({ state: stateBefore })
      .where('id', '=', id)
      .where('bucket', '=', bucket)
      .where('key', '=', key)
      .where('state', '=', 'quarantined')
      .executeTakeFirst()
    if (numUpdatedRows > 0n) await mended(ctx, tx, id)
    return numUpdatedRows > 0n
  })
  if (done) ctx.log.warn({ bucket, key, blobId: id }, 'what was damaged reads right again')
}

const mended = (ctx: Context, tx: Pick<Context['db']['reader'], 'updateTable'>, id: string) =>
  tx.updateTable('content_fault').set({ mended_at: ctx.now() }).where('blob_id', '=', id).execute()

/** Copies equal content to a new key, and has the row name that. False where there is none that can be read now. */
export async function heal(ctx: Context, fault: store.OpenFault, pace: Pacing): Promise<boolean> {
  const answering = new Answering(ctx.stores, (bucket, err) =>
    ctx.log.warn({ err, bucket }, 'a bucket is away: what is damaged is mended later'),
  )
  for (const twin of await store.twinsOf(ctx.db.reader, fault))
    if (
      await answering.try(twin.bucket, () =>
        healWith(ctx, fault, { ...twin, store: ctx.stores.of(twin.bucket) }, pace),
      )
    )
      return true
  return false
}

/** Equal content, wherever it lies. */
export interface Source {
  readonly store: ObjectStore
  readonly key: string
  readonly etag: string | null
}

/** Copies it to a new key and has the row name that. False where it cannot be read, or is other content. */
export async function healWith(
  ctx: Context,
  fault: store.OpenFault,
  source: Source,
  pace: Pacing = async () => undefined,
): Promise<boolean> {
  const { stores } = ctx
  const bucket = stores.stateOf(fault.bucket) === 'active' ? fault.bucket : stores.home.bucket
  const copying = { bucket, key: newId() }
  await loosen(ctx, copying)
  let told = performance.now()
  const renewing: Pacing = async (bytes) => {
    await pace(bytes)
    if (performance.now() - told < RENEWED_MS) return
    told = performance.now()
    await keepLoose(ctx, copying)
  }
  try {
    const { etag } = await copyObject(
      source.store,
      stores.of(bucket),
      { key: source.key, etag: source.etag, size: fault.size, sha256: fault.sha256, as: copying.key },
      renewing,
    )
    return await settle(ctx, fault, { ...copying, etag })
  } catch (error) {
    if (!(error instanceof CopyDiffers || error instanceof SourceFault)) throw error
    ctx.log.error(
      { err: error, bucket: source.store.bucket, key: source.key },
      'content that was to mend other cannot be read',
    )
    return false
  }
}

/** The row of quarantined content names an equal object that is loose until then; what it named before goes a day later. */
export async function settle(
  ctx: Context,
  { id, bucket, key, stateBefore }: store.OpenFault,
  copy: StoredObject,
): Promise<boolean> {
  const done = await ctx.db.transact(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('blob')
      .set({ bucket: copy.bucket, key: copy.key, etag: copy.etag, state: stateBefore })
      .where('id', '=', id)
      .where('bucket', '=', bucket)
      .where('key', '=', key)
      .where('state', '=', 'quarantined')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    const { numDeletedRows } = await tx
      .deleteFrom('loose_object')
      .where('bucket', '=', copy.bucket)
      .where('key', '=', copy.key)
      .executeTakeFirst()
    // Whoever removes loose objects has been here: the copy may be gone, and the row goes back with this transaction.
    if (numDeletedRows === 0n) throw new Error(`the copy of ${key} was taken for forgotten`)
    await tx
      .insertInto('loose_object')
      .values({ bucket, key, since: ctx.now() })
      .onConflict((conflict) => conflict.columns(['bucket', 'key']).doUpdateSet({ since: ctx.now() }))
      .execute()
    await mended(ctx, tx, id)
    return true
  })
  if (done)
    ctx.log.warn({ blobId: id, bucket: copy.bucket, key: copy.key }, 'damaged content was mended with a copy')
  return done
}
