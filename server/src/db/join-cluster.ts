import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { installationIdIn, installationIdOf, markInstallation } from './installation.ts'
import { requireSharedKey } from './instance-key.ts'

/** Saves what a machine keeps outside the database, such as the current head of the audit log. */
export type OnJoin = (pool: pg.Pool, secrets: Secrets) => Promise<void>

/**
 * Adds a new data directory to a cluster; it must have the cluster's instance key. Does nothing if database and data
 * directory already belong together or both are new. Throws ConfigError.
 */
export async function joinCluster(
  pool: pg.Pool,
  { dataDir, cluster }: Pick<Config, 'dataDir' | 'cluster'>,
  onJoin: OnJoin,
): Promise<void> {
  if (!cluster || (await installationIdIn(dataDir)) !== undefined) return
  const id = await installationIdOf(pool)
  if (id === undefined) return
  await onJoin(pool, await requireSharedKey(pool, dataDir))
  // Last, so that an interrupted join is repeated.
  await markInstallation(dataDir, id)
}
