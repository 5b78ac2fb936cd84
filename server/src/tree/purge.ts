import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'
import { orphanUnused } from './orphan-unused.ts'

/**
 * Purges rows permanently, leaves first, in small transactions; content without references is marked for
 * garbage collection.
 */

const ROW_BATCH = 1000
/** Folders whose children are read together. */
const FOLDER_BATCH = 500
/** Files read per query: a repeated read scans past the rows just deleted. */
const FILE_LOOKUP_BATCH = 20_000

/** Purges running in this process, by top; a second request waits for the first. */
const running = new Map<string, Promise<number>>()

/**
 * Purges detached subtrees. Their rows are visible to nobody, so a purge may stop and continue later. Returns
 * the number of rows deleted.
 */
export async function purgeDetached(ctx: Context, topIds: readonly string[]): Promise<number> {
  let removed = 0
  for (const topId of topIds) {
    removed += await (running.get(topId) ?? startPurge(ctx, topId))
  }
  return removed
}

function startPurge(ctx: Context, topId: string): Promise<number> {
  const purge = new SubtreePurge(ctx, topId).run().finally(() => running.delete(topId))
  running.set(topId, purge)
  return purge
}

/** The top was attached to the tree again: the purge stops. */
class ReattachedError extends Error {}

class SubtreePurge {
  #removed = 0
  readonly #ctx: Context
  readonly #topId: string

  constructor(ctx: Context, topId: string) {
    this.#ctx = ctx
    this.#topId = topId
  }

  async run(): Promise<number> {
    const top = await detachedTop(this.#ctx.db.reader, this.#topId)
    if (!top) return 0
    try {
      if (top.isFolder) await this.#removeBelow([this.#topId])
      await this.#remove([this.#topId])
    } catch (error) {
      if (!(error instanceof ReattachedError)) throw error
    }
    return this.#removed
  }

  /** Removes the contents first, so that no row is left without its parent. */
  async #removeBelow(folders: readonly string[]): Promise<void> {
    const { reader } = this.#ctx.db
    for (;;) {
      const below = await children(reader, folders, 'folders', FOLDER_BATCH)
      if (below.length === 0) break
      await this.#removeBelow(below)
      await this.#remove(below)
    }
    for (;;) {
      const files = await children(reader, folders, 'files', FILE_LOOKUP_BATCH)
      if (files.length === 0) break
      for (let at = 0; at < files.length; at += ROW_BATCH) await this.#remove(files.slice(at, at + ROW_BATCH))
    }
  }

  async #remove(ids: readonly string[]): Promise<void> {
    this.#removed += await this.#ctx.db.transact(async (tx) => {
      if (!(await detachedTop(tx, this.#topId, true))) throw new ReattachedError()
      if (this.#removed === 0) await markPurging(tx, this.#topId)
      return removeRows(tx, ids)
    })
  }
}

/** The row if it has no parent and is no root of a space; locked until the transaction ends if `lock`. */
async function detachedTop(
  db: Reader,
  topId: string,
  lock = false,
): Promise<{ isFolder: boolean } | undefined> {
  // Locks the trash entry first, in the same order as a restore.
  if (lock) await sql`select from trash where file_id = ${topId} for update`.execute(db)
  const { rows } = await sql<{ isFolder: boolean }>`
    select is_folder as "isFolder" from file where id = ${topId} and parent_id is null
      and not exists (select from space where root_id = ${topId}) ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  )
  return rows[0]
}

/** Marks the subtree as being purged until its top row is deleted; set no later than with the first rows. */
export async function markPurging(tx: Tx, topId: string): Promise<void> {
  await tx
    .insertInto('purge')
    .values({ top_id: topId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether any of these subtrees is being purged and therefore must not be restored. */
export async function isBeingPurged(db: Reader, topIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from purge where top_id = any(${topIds}::uuid[]) limit 1`.execute(db)
  return rows.length > 0
}

async function children(
  db: Reader,
  folders: readonly string[],
  which: 'folders' | 'files',
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from file where parent_id = any(${folders}::uuid[]) and rank = ${which === 'folders' ? 0 : 1}
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}

/** Before rows of these files are deleted. */
export async function deleteReleasedHolds(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from hold where file_id = any(${ids}::uuid[]) and released_at is not null`.execute(tx)
}

/**
 * Deletes rows and their versions and marks content without references. Returns the number of rows deleted.
 * Fails if a hold exists; released holds are deleted with their file.
 */
async function removeRows(tx: Tx, ids: readonly string[]): Promise<number> {
  // Serializes with uploads and purges of the same content: only one transaction at a time can decide whether
  // the content still has references.
  const { rows: blobs } = await sql<{ id: string }>`
    select id from blob where id in (select blob_id from file_version where file_id = any(${ids}::uuid[]))
    order by id for update`.execute(tx)
  await deleteReleasedHolds(tx, ids)
  const { numAffectedRows } = await sql`delete from file where id = any(${ids}::uuid[])`.execute(tx)
  await orphanUnused(
    tx,
    blobs.map((blob) => blob.id),
  )
  return Number(numAffectedRows ?? 0)
}
