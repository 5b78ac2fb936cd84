import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { CopyDiffers, copyObject, SourceFault } from '../../objects/copy.ts'
import type { ObjectRef } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { keepLoose, loosen } from './loose.ts'
import { type Move, moveOf } from './moves.ts'

/**
 * Content from one bucket into another while people work. Each object is copied, read again there, and only then does
 * its row name the new place; what is left behind goes a day later (loose.ts). Killed at any point, it goes on.
 */

interface Content extends StoredObject {
  readonly id: string
  readonly size: number
  readonly sha256: Buffer
}

const A_STEP = 100
/** So often a copy that lasts says that it is not forgotten. */
const RENEWED_MS = 5 * 60_000

/** Moves all that the bucket holds of verified content; what comes meanwhile too. */
export async function runMove(ctx: Context, id: string): Promise<void> {
  const move = await moveOf(ctx, id)
  if (!move) return
  const pace = paced(move.bytesPerSecond)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const contents = await contentIn(ctx, move.from, after)
    for (const content of contents) {
      if ((await moveOf(ctx, id))?.state !== 'running') return
      await moveOne(ctx, move, content, pace)
    }
    const last = contents.at(-1)
    if (!last) break
    after = last.id
  }
  await ctx.db.reader
    .updateTable('content_move')
    .set({ state: 'done', ended_at: ctx.now() })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

const contentsIn = (ctx: Context, bucket: string) =>
  ctx.db.reader
    .selectFrom('blob')
    .select(['id', 'bucket', 'key', 'etag', 'size', 'sha256'])
    .where('bucket', '=', bucket)
    .where('state', 'in', ['verified', 'scanned', 'published'])
    .where('unreachable_since', 'is', null)

const contentIn = (ctx: Context, bucket: string, after: string): Promise<Content[]> =>
  contentsIn(ctx, bucket).where('id', '>', after).orderBy('id').limit(A_STEP).execute()

async function moveOne(ctx: Context, move: Move, content: Content, pace: Pace): Promise<void> {
  const [from, to] = [ctx.stores.of(move.from), ctx.stores.of(move.to)]
  const copying = { bucket: move.to, key: content.key }
  await loosen(ctx, copying)
  let told = performance.now()
  const renewing: Pace = async (bytes) => {
    await pace(bytes)
    if (performance.now() - told < RENEWED_MS) return
    told = performance.now()
    await keepLoose(ctx, copying)
  }
  try {
    const copy = await copyObject(from, to, content, renewing)
    if (await ctx.db.transact((tx) => settle(ctx, tx, move, content, copy))) return
    const now = await contentsIn(ctx, move.from).where('id', '=', content.id).executeTakeFirst()
    if (now) await moveOne(ctx, move, now, pace)
  } catch (error) {
    if (!(error instanceof CopyDiffers || error instanceof SourceFault)) throw error
    ctx.log.error({ err: error, bucket: move.from, key: content.key }, 'content stays behind: it is damaged')
    await ctx.db.reader
      .updateTable('content_move')
      .set((eb) => ({ failed: eb('failed', '+', 1) }))
      .where('id', '=', move.id)
      .execute()
  }
}

/** From here on the copy is the content. Where the row names something else by now it stays loose and goes: false. */
async function settle(
  ctx: Context,
  tx: Tx,
  move: Move,
  { id, key, size }: Content,
  { etag }: ObjectRef,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blob')
    .set({ bucket: move.to, etag })
    .where('id', '=', id)
    .where('bucket', '=', move.from)
    // What was mended meanwhile has another key, which is not in the new bucket.
    .where('key', '=', key)
    .where('state', 'in', ['verified', 'scanned', 'published'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { numDeletedRows } = await tx
    .deleteFrom('loose_object')
    .where('bucket', '=', move.to)
    .where('key', '=', key)
    .executeTakeFirst()
  // Whoever removes loose objects has been here: the copy may be gone, and the row goes back with this transaction.
  if (numDeletedRows === 0n) throw new Error(`the copy of ${key} was taken for forgotten`)
  await tx
    .insertInto('loose_object')
    .values({ bucket: move.from, key, since: ctx.now() })
    .onConflict((conflict) => conflict.columns(['bucket', 'key']).doUpdateSet({ since: ctx.now() }))
    .execute()
  await tx
    .updateTable('content_move')
    .set((eb) => ({ objects: eb('objects', '+', 1), bytes: eb('bytes', '+', size) }))
    .where('id', '=', move.id)
    .execute()
  return true
}

type Pace = (bytes: number) => Promise<void>

function paced(bytesPerSecond: number | null): Pace {
  if (bytesPerSecond === null) return async () => undefined
  const begun = performance.now()
  let sent = 0
  return async (bytes) => {
    const due = begun + (sent / bytesPerSecond) * 1000
    sent += bytes
    const early = due - performance.now()
    if (early > 0) await pause(early)
  }
}
