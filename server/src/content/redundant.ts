import { HOUR } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { StoredObject } from '../objects/stores.ts'

/**
 * Redundant copies: an upload whose content was stored already. The copy is kept until the content used in its place has
 * been read (repair.ts), since that may have been corrupted unnoticed.
 */

export interface RedundantCopy extends StoredObject {
  /** Id of the content that is used in its place. */
  readonly id: string
}

export async function keepRedundantCopy(
  ctx: Context,
  tx: Tx,
  { id, bucket, key, etag }: RedundantCopy,
  size: number,
): Promise<void> {
  await tx
    .insertInto('blob')
    .values({
      id: newId(),
      bucket,
      key,
      etag,
      size,
      state: 'redundant',
      state_since: ctx.now(),
      duplicate_of: id,
    })
    .execute()
}

/** Deletes a copy that is not needed. What a crash or an unreachable store leaves is collected as garbage. */
export async function dropRedundantCopy(ctx: Context, { id, bucket, key }: RedundantCopy): Promise<void> {
  const { reader } = ctx.db
  // Marked first, which prevents its use for a repair, and outside a transaction, which must not wait for the store.
  const { numUpdatedRows } = await reader
    .updateTable('blob')
    .set({ state: 'deleting', duplicate_of: null })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('duplicate_of', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  const objects = ctx.stores.of(bucket)
  await objects.abort(key)
  await objects.remove(key)
  await reader
    .deleteFrom('blob')
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('state', '=', 'deleting')
    .execute()
}

/** A copy this old was not handled at its save: the process ended, or a store was unreachable. */
const OVERDUE_MS = HOUR
const A_STEP = 100

export const overdueBefore = ({ now }: Context): Date => new Date(now().getTime() - OVERDUE_MS)

export interface OverdueCopy extends RedundantCopy {
  readonly since: Date
}

/** Overdue copies in order of key, the first of them behind `after`. */
export async function overdueCopies(ctx: Context, after: string): Promise<OverdueCopy[]> {
  const { rows } = await sql<OverdueCopy>`
    select duplicate_of as id, bucket, key, etag, state_since as since from blob
    where state = 'redundant' and state_since < ${overdueBefore(ctx)} and key > ${after}
      and bucket = any(${ctx.stores.buckets}::text[])
    order by key limit ${A_STEP}`.execute(ctx.db.reader)
  return rows
}
