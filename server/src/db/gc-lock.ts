import { sql } from 'kysely'
import type pg from 'pg'
import type { Tx } from './database.ts'
import { connectUnpooled } from './pool.ts'

/** One of the few locks of a whole database; migrate.ts and database-lock.ts have the others. */
const LOCK = 7_202_613

/**
 * Keeps all content that is in use from being taken out of use, for as long as a connection of its own lives: whoever
 * copies what a snapshot names may take longer than the grace time of what nobody names.
 */
export interface GcLock {
  /** Fails where the connection, and the hold with it, was lost meanwhile. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/** Waits for whoever takes content out of use at this moment; several may hold at one time. */
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
      if (!rows[0]?.held) throw new Error('the hold on content was lost')
    },
    // The lock ends with its connection.
    release: () => client.end(),
  }
}

/** Whether content may be taken out of use in this transaction: not while somebody holds it. */
export async function mayCollectGarbage(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}) as free`.execute(tx)
  return rows[0]?.free ?? false
}
