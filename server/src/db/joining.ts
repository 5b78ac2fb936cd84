import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secrets.ts'
import { idIn, installationOf, markInstallation } from './installation.ts'
import { mustHaveCommonKey } from './instance-key.ts'

/** What the new machine keeps of its own beside the database, such as the audit log's end as it is now. */
export type OnJoin = (pool: pg.Pool, secrets: Secrets) => Promise<void>

/**
 * Makes a new data directory one of those that belong to a database which several servers share: it has their instance
 * key, and nobody else has that. Does nothing where the two have met, or where both are new. ConfigError.
 */
export async function joinInstallation(
  pool: pg.Pool,
  { dataDir, cluster }: Pick<Config, 'dataDir' | 'cluster'>,
  onJoin: OnJoin,
): Promise<void> {
  if (!cluster || (await idIn(dataDir)) !== undefined) return
  const id = await installationOf(pool)
  if (id === undefined) return
  await onJoin(pool, await mustHaveCommonKey(pool, dataDir))
  // The last of all: what was cut off before is begun again.
  await markInstallation(dataDir, id)
}
