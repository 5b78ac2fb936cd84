import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from './database.ts'
import { connectUnpooled } from './pool.ts'

/** Key of an advisory lock of the whole database, beside those of migrate.ts and database-lock.ts. */
const LOCK = 7_202_613

/**
 * Keeps garbage collection from retiring content, for as long as its connection lives. A backup copies the content of a
 * snapshot and may take longer than the grace period of unreferenced content.
 */
export interface GcLock {
  /** Throws if the connection, and with it the lock, was lost. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/** Waits for a running collection. Several processes may hold the lock. */
export async function acquireGcLock(pool: pg.Pool): Promise<GcLock> {
  const client = await connectUnpooled(pool)
  await client.query('select pg_advisory_lock_shared($1)', [LOCK]).catch((error) => {
    void client.end()
    throw error
  })
  return {
    assertHeld: async () => {
      const { rows } = await client.query<{ held: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
           and objid = $1 and mode = 'ShareLock' and granted) as held`,
        [LOCK],
      )
      if (!rows[0]?.held) throw new Error('the garbage-collection lock was lost with its connection')
    },
    // The lock ends with its connection.
    release: () => client.end(),
  }
}

/** Whether this transaction may retire content: not while a GC lock is held. */
export async function mayCollectGarbage(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(tx)
  return rows[0]?.free ?? false
}
