import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { installationIdIn, installationIdOf, markInstallation } from './installation.ts'
import { requireSharedKey } from './instance-key.ts'

/** What the new machine keeps of its own beside the database, such as the audit log's end as it is now. */
export type OnJoin = (pool: pg.Pool, secrets: Secrets) => Promise<void>

/**
 * Makes a new data directory one of those that belong to a database which several servers share: it has their instance
 * key, and nobody else has that. Does nothing where the two have met, or where both are new. ConfigError.
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
  // The last of all: what was cut off before is begun again.
  await markInstallation(dataDir, id)
}
