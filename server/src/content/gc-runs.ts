import { sql } from 'kysely'
import type { Context } from '../context.ts'

/** Results of garbage-collection runs, kept for the storage page. */

export type GcKind = 'uploads' | 'objects' | 'untracked'

/** Called for every deletion, with its bytes. */
export type OnCollected = (bytes: number, objects?: number) => void

/** Runs `sweep` and returns how many objects it deleted. The result is recorded even if the run fails, but not as a completed run. */
export async function recordRun(
  ctx: Context,
  kind: GcKind,
  sweep: (removed: OnCollected) => Promise<void>,
): Promise<number> {
  let objects = 0
  let bytes = 0
  let isDone = false
  try {
    await sweep((more, count = 1) => {
      objects += count
      bytes += more
    })
    isDone = true
  } finally {
    if (isDone || objects > 0) await saveRun(ctx, kind, { objects, bytes, isDone })
  }
  return objects
}

async function saveRun(
  { db, now }: Context,
  kind: GcKind,
  { objects, bytes, isDone }: { objects: number; bytes: number; isDone: boolean },
): Promise<void> {
  const at = now()
  const ran = isDone ? { ran_at: at } : {}
  const removed = objects === 0 ? {} : { removed_at: at, removed_objects: objects, removed_bytes: bytes }
  await db.reader
    .insertInto('gc_run')
    .values({ kind, ran_at: at, ...removed })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ ...ran, ...removed }))
    .execute()
}

/** Records how many untracked objects of a bucket are set aside. */
export async function saveUntrackedCount(
  { db, now }: Context,
  bucket: string,
  { objects, bytes }: { objects: number; bytes: number },
): Promise<void> {
  const total = { objects, bytes, listed_at: now() }
  await db.reader
    .insertInto('untracked_total')
    .values({ bucket, ...total })
    .onConflict((conflict) => conflict.column('bucket').doUpdateSet(total))
    .execute()
}

export interface CollectedTotals {
  readonly at: Date
  readonly objects: number
  readonly bytes: number
}

export interface GcRuns {
  /** Null: no run yet. */
  readonly last: Date | null
  /** Of the last run that deleted anything. */
  readonly removed: CollectedTotals | null
}

export async function latestRuns({ db }: Context): Promise<GcRuns> {
  const { rows } = await sql<{ ranAt: Date; at: Date | null; objects: number; bytes: number }>`
    select max(ran_at) over () as "ranAt", removed_at as at, removed_objects as objects, removed_bytes as bytes
    from gc_run order by removed_at desc nulls last limit 1`.execute(db.reader)
  const [latest] = rows
  if (!latest) return { last: null, removed: null }
  const { ranAt, at, objects, bytes } = latest
  return { last: ranAt, removed: at && { at, objects, bytes } }
}
