import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Reader, Tx } from '../db/database.ts'

/** Removing rows for good, from the leaves up, in small transactions; content nobody names is marked for the reaper. */

const ROW_BATCH = 1000
/** Folders that are gone through together. */
const FOLDER_BATCH = 500
/** Files that are looked up together: looking again passes over what was just removed. */
const FILE_LOOKUP_BATCH = 20_000

/** Removals under way in this process, the only one that removes: who asks for the same again waits for it. */
const running = new Map<string, Promise<number>>()

/**
 * Removes whole subtrees whose tops hang nowhere, each folder gone through once; their rows are seen by nobody, so this
 * may stop and go on later. Answers how many rows went.
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

/** The top hangs in a tree again: nothing more is taken away below it. */
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

  /** Some folders at a time, what is in them first, so that no row is left without its parent. */
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

/** The row, where it hangs below nothing and is no space's root; held as it is for as long as a transaction lasts. */
async function detachedTop(
  db: Reader,
  topId: string,
  held = false,
): Promise<{ isFolder: boolean } | undefined> {
  // Its entry in the bin first, as whoever puts it back does.
  if (held) await sql`select from trash where file_id = ${topId} for update`.execute(db)
  const { rows } = await sql<{ isFolder: boolean }>`
    select is_folder as "isFolder" from file where id = ${topId} and parent_id is null
      and not exists (select from space where root_id = ${topId}) ${held ? sql`for no key update` : sql``}`.execute(
    db,
  )
  return rows[0]
}

/** Says, at the latest with the first rows that go, that the subtree is going, for as long as its top is there. */
export async function markPurging(tx: Tx, topId: string): Promise<void> {
  await tx
    .insertInto('purge')
    .values({ top_id: topId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether any of these subtrees is going, which must not come back then. */
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

/**
 * Deletes rows and their versions, and marks content that nothing names any more; answers how many rows went. A hold
 * that stands makes it fail, whatever was looked at before; released ones go with what they held.
 */
async function removeRows(tx: Tx, ids: readonly string[]): Promise<number> {
  // Who takes the same content into use, or removes what else names it, waits here for us or we for them: whether it
  // is named by anything can only be said by one at a time.
  const { rows: blobs } = await sql<{ id: string }>`
    select id from blob where id in (select blob_id from file_version where file_id = any(${ids}::uuid[]))
    order by id for update`.execute(tx)
  await sql`delete from hold where file_id = any(${ids}::uuid[]) and released_at is not null`.execute(tx)
  const { numAffectedRows } = await sql`delete from file where id = any(${ids}::uuid[])`.execute(tx)
  // A statement of its own: it sees what was committed while we waited.
  await sql`
    update blob set state = 'orphaned', state_since = now()
    where id = any(${blobs.map((blob) => blob.id)}::uuid[])
      and not exists (select from file_version v where v.blob_id = blob.id)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
