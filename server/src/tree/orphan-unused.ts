import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'

/**
 * Marks content that no version uses any more for garbage collection. The caller has locked these rows of `blob` before it
 * deleted versions: this is a separate statement, to see what was committed while it waited for the locks.
 */
export async function orphanUnused(tx: Tx, blobIds: readonly string[]): Promise<void> {
  await sql`
    update blob set state = 'orphaned', state_since = now()
    where id = any(${blobIds}::uuid[])
      and not exists (select from file_version v where v.blob_id = blob.id)`.execute(tx)
}
