import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '@clouddisk/contract/time'
import { type NotNull, sql } from 'kysely'
import { dropCopyAt } from '../../content/copies/copies.ts'
import { leaveOrphaned, recordPending, renewPending, takeObject } from '../../content/pending.ts'
import type { Context } from '../../context.ts'
import type { BlobState } from '../../db/blob-state.ts'
import type { Tx } from '../../db/database.ts'
import { CopyMismatch, copyObject, SourceUnreadable } from '../../objects/copy.ts'
import type { ObjectRef } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { ObjectReadRetry, ObjectUnavailable } from '../../objects/unavailable-objects.ts'
import { dropRenditionsIn } from '../../renditions/evict.ts'
import { type ContentMoveRow, moveOf } from './moves.ts'

/**
 * Moves content between buckets while the server is in use. Each object is copied, verified in the new bucket, and only then
 * named by its row; the old object becomes orphaned. Resumes after a crash at any point.
 */

interface Content extends StoredObject {
  readonly id: string
  readonly size: number
  readonly sha256: Buffer
}

const A_STEP = 100
/** A long copy renews its pending object this often. */
const RENEWED_MS = 5 * MINUTE

/** Moves all live content of the bucket, including content that arrives meanwhile. */
export async function runMove(ctx: Context, id: string): Promise<void> {
  const move = await moveOf(ctx, id)
  if (!move) return
  const throttle = throttled(move.bytesPerSecond)
  const run: Run = {
    ctx,
    move,
    throttle,
    behind: new Set(),
    withheld: new Map(),
    givenOut: new ObjectReadRetry(),
  }
  // Another pass finds content that was repaired or added behind the cursor, and objects that were unavailable.
  for (let again = true; again; ) {
    const moved = await movePass(run)
    if (moved === undefined) return
    again = moved > 0 || retry(run)
  }
  const { from } = move
  // They are made again where their content is now.
  await dropRenditionsIn(ctx, from)
  const { count } = await contentsIn(ctx, from, 'quarantined')
    .where(sql<boolean>`key <> all(${[...run.behind]}::text[])`)
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await ctx.db.reader
    .updateTable('content_move')
    .set({ state: 'done', ended_at: ctx.now(), failed: run.behind.size + count })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
}

/** Whether unavailable objects are left that were tried once only; they are tried again. */
function retry({ behind, withheld }: Run): boolean {
  const again = [...withheld].filter(([, times]) => times === 1).map(([key]) => key)
  for (const key of again) behind.delete(key)
  return again.length > 0
}

interface Run {
  readonly ctx: Context
  readonly move: ContentMoveRow
  readonly throttle: Throttle
  /** Keys of objects that stay because they are corrupted or unavailable. */
  readonly behind: Set<string>
  /** Keys of unavailable objects, and how often each was tried. */
  readonly withheld: Map<string, number>
  readonly givenOut: ObjectReadRetry
}

/** Returns how many objects were moved; undefined if the move was stopped. */
async function movePass(run: Run): Promise<number | undefined> {
  const { ctx, move, behind } = run
  let moved = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const contents = await contentIn(ctx, move.from, after)
    for (const content of contents) {
      if (behind.has(content.key)) continue
      if ((await moveOf(ctx, move.id))?.state !== 'running') return undefined
      if (await moveOne(run, content)) moved++
    }
    const last = contents.at(-1)
    if (!last) return moved
    after = last.id
  }
}

const contentsIn = (ctx: Context, bucket: string, state: BlobState = 'live') =>
  ctx.db.reader
    .selectFrom('blob')
    .select(['id', 'bucket', 'key', 'etag', 'size', 'sha256'])
    .$narrowType<{ size: NotNull; sha256: NotNull }>()
    .where('bucket', '=', bucket)
    .where('state', '=', state)

const contentIn = (ctx: Context, bucket: string, after: string): Promise<Content[]> =>
  contentsIn(ctx, bucket).where('id', '>', after).orderBy('id').limit(A_STEP).execute()

/** False if the object is corrupted or unavailable, or not content of this bucket any more. */
async function moveOne(run: Run, content: Content): Promise<boolean> {
  const { ctx, move, throttle, behind, withheld, givenOut } = run
  const [from, to] = [ctx.stores.of(move.from), ctx.stores.of(move.to)]
  const copying = { bucket: move.to, key: content.key }
  // A copy that is there already becomes the content: it is read, and not sent again.
  await dropCopyAt(ctx, copying)
  await recordPending(ctx, copying)
  let lastReport = performance.now()
  const renewing: Throttle = async (bytes) => {
    await throttle(bytes)
    if (performance.now() - lastReport < RENEWED_MS) return
    lastReport = performance.now()
    await renewPending(ctx, copying)
  }
  let fault: Error | undefined
  try {
    const copy = await givenOut.read(from, () => copyObject(from, to, content, renewing))
    if (await ctx.db.transact((tx) => switchToCopy(ctx, tx, move, content, copy))) return true
  } catch (error) {
    if (
      !(
        error instanceof CopyMismatch ||
        error instanceof SourceUnreadable ||
        error instanceof ObjectUnavailable
      )
    )
      throw error
    fault = error
  }
  // Content that was repaired meanwhile has another key.
  const now = await contentsIn(ctx, move.from).where('id', '=', content.id).executeTakeFirst()
  if (now && now.key !== content.key) return moveOne(run, now)
  if (!(now && fault)) return false
  behind.add(content.key)
  if (fault instanceof ObjectUnavailable) withheld.set(content.key, (withheld.get(content.key) ?? 0) + 1)
  ctx.log.error(
    { err: fault, bucket: move.from, key: content.key },
    `content was not moved: it ${fault instanceof ObjectUnavailable ? fault.message : 'is damaged'}`,
  )
  await ctx.db.reader
    .updateTable('content_move')
    // Set, not added: objects counted before a restart count once.
    .set({ failed: behind.size })
    .where('id', '=', move.id)
    .execute()
  return false
}

/** Has the content row name the copy. False if the row names another object by now; the copy is collected then. */
async function switchToCopy(
  ctx: Context,
  tx: Tx,
  move: ContentMoveRow,
  { id, key, size }: Content,
  { etag }: ObjectRef,
): Promise<boolean> {
  const current = await tx
    .selectFrom('blob')
    .select('id')
    .where('id', '=', id)
    .where('bucket', '=', move.from)
    // Content that was repaired meanwhile has another key.
    .where('key', '=', key)
    .where('state', '=', 'live')
    .forUpdate()
    .executeTakeFirst()
  if (!current) return false
  await takeObject(tx, { bucket: move.to, key })
  await tx.updateTable('blob').set({ bucket: move.to, etag }).where('id', '=', id).execute()
  await leaveOrphaned(ctx, tx, { bucket: move.from, key, size })
  await tx
    .updateTable('content_move')
    .set((eb) => ({ objects: eb('objects', '+', 1), bytes: eb('bytes', '+', size) }))
    .where('id', '=', move.id)
    .execute()
  return true
}

type Throttle = (bytes: number) => Promise<void>

function throttled(bytesPerSecond: number | null): Throttle {
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
