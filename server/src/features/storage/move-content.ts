import { setTimeout as pause } from 'node:timers/promises'
import { MINUTE } from '@clouddisk/contract/time'
import { type NotNull, sql } from 'kysely'
import { leaveOrphaned, recordPending, renewPending, takeObject } from '../../content/pending.ts'
import type { Context } from '../../context.ts'
import type { BlobState } from '../../db/blob-state.ts'
import type { Tx } from '../../db/database.ts'
import { CopyMismatch, copyObject, SourceUnreadable } from '../../objects/copy.ts'
import type { ObjectRef } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { ObjectReadRetry, ObjectUnavailable } from '../../objects/unavailable-objects.ts'
import { type ContentMoveRow, moveOf } from './moves.ts'

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
const RENEWED_MS = 5 * MINUTE

/** Moves all that the bucket holds of verified content; what comes meanwhile too. */
export async function runMove(ctx: Context, id: string): Promise<void> {
  const move = await moveOf(ctx, id)
  if (!move) return
  const pace = paced(move.bytesPerSecond)
  const run: Run = {
    ctx,
    move,
    pace,
    behind: new Set(),
    withheld: new Map(),
    givenOut: new ObjectReadRetry(),
  }
  // What was mended, or came, behind the cursor is found when all is looked through once more; so may be what was withheld.
  for (let again = true; again; ) {
    const moved = await movePass(run)
    if (moved === undefined) return
    again = moved > 0 || retry(run)
  }
  const { from } = move
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

/** Whether there is any that was withheld and is tried once more. */
function retry({ behind, withheld }: Run): boolean {
  const again = [...withheld].filter(([, times]) => times === 1).map(([key]) => key)
  for (const key of again) behind.delete(key)
  return again.length > 0
}

interface Run {
  readonly ctx: Context
  readonly move: ContentMoveRow
  readonly pace: Pace
  /** Keys of what stays: it is damaged, or not given out. */
  readonly behind: Set<string>
  /** Keys of what is not given out, and how often it was not. */
  readonly withheld: Map<string, number>
  readonly givenOut: ObjectReadRetry
}

/** Answers how many objects were moved; undefined where the move was stopped. */
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

/** Whether it was; where not, it stays behind since it cannot be read as it came, or is no content of this bucket by now. */
async function moveOne(run: Run, content: Content): Promise<boolean> {
  const { ctx, move, pace, behind, withheld, givenOut } = run
  const [from, to] = [ctx.stores.of(move.from), ctx.stores.of(move.to)]
  const copying = { bucket: move.to, key: content.key }
  await recordPending(ctx, copying)
  let told = performance.now()
  const renewing: Pace = async (bytes) => {
    await pace(bytes)
    if (performance.now() - told < RENEWED_MS) return
    told = performance.now()
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
  // What was mended meanwhile has another key.
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
    // What was counted before a restart is counted once.
    .set({ failed: behind.size })
    .where('id', '=', move.id)
    .execute()
  return false
}

/** From here on the copy is the content. Where the row names something else by now it stays loose and goes: false. */
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
