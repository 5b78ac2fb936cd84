import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { newId } from '../db/ids.ts'

/** Objects that are being written: each has a row before its first byte, so that a crash leaves nothing untracked. */

interface ObjectKey {
  readonly bucket: string
  readonly key: string
}

/**
 * Records an object that is about to be written. What an earlier move or repair left behind under the key is written over.
 * Throws while the garbage collector is deleting it.
 */
export async function recordPending(ctx: Context, { bucket, key }: ObjectKey): Promise<void> {
  const { numInsertedOrUpdatedRows } = await ctx.db.reader
    .insertInto('blob')
    .values({ id: newId(), bucket, key, size: null, sha256: null, state: 'pending', state_since: ctx.now() })
    .onConflict((conflict) =>
      conflict
        .columns(['bucket', 'key'])
        .doUpdateSet({ state: 'pending', state_since: ctx.now(), size: null, etag: null })
        .where('blob.state', 'in', ['pending', 'orphaned']),
    )
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) throw new Error(`object ${key} in bucket ${bucket} is being deleted`)
}

/** Keeps a pending object from the garbage collector for another day, counted from `since`. Throws if it is not pending any more. */
export async function renewPending(
  ctx: Context,
  { bucket, key }: ObjectKey,
  since = ctx.now(),
): Promise<void> {
  const { numUpdatedRows } = await ctx.db.reader
    .updateTable('blob')
    .set({ state_since: since })
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`the pending object ${key} in bucket ${bucket} was collected`)
}

/**
 * Gives the object up to the content row that is about to name it in the same transaction.
 * @param duplicateOf the content whose redundant copy it is; null: a pending object.
 * Throws if the garbage collector was faster: its bytes may be gone then.
 */
export async function takeObject(
  tx: Tx,
  { bucket, key }: ObjectKey,
  duplicateOf: string | null = null,
): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('blob')
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('state', '=', duplicateOf === null ? 'pending' : 'redundant')
    .where('duplicate_of', 'is not distinct from', duplicateOf)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new Error(`object ${key} in bucket ${bucket} was collected`)
}

/** Records an object that content named until now, for the garbage collector. */
export async function leaveOrphaned(
  ctx: Context,
  tx: Tx,
  { bucket, key, size }: ObjectKey & { readonly size: number },
): Promise<void> {
  await tx
    .insertInto('blob')
    .values({ id: newId(), bucket, key, size, state: 'orphaned', state_since: ctx.now() })
    .execute()
}
