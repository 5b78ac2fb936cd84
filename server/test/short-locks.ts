import type pg from 'pg'
import { expect } from 'vitest'

/** From now on a statement of the pool waits 100 ms for a lock; whoever holds one asks by `holder`, which is kept. */
export async function shortLocks(pool: pg.Pool, holder: pg.ClientBase): Promise<void> {
  await holder.query(`do $$ begin
    execute format('alter database %I set lock_timeout = 100', current_database());
  end $$`)
  // Those that are there already go by the old time. Work behind the calls may be at one just now.
  const idle = async () => {
    await holder.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and state = 'idle' and query not like 'listen%'`,
    )
    return pool.idleCount
  }
  await expect.poll(idle, { timeout: 20_000 }).toBe(0)
}
