import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import {
  fingerprintOf,
  instanceKeyPath,
  KeyCorrupted,
  openOrCreateSecrets,
  readSecrets,
  type Secrets,
} from '../config/secrets.ts'
import { readMetadata, writeMetadata } from './metadata.ts'

/** The instance key, and its fingerprint in the database. */

export const KEY_FINGERPRINT = 'instance key'

type KeySettings = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'cluster'>>

/**
 * The instance key of this machine; created if the database was never used with one. Throws ConfigError if it was and the
 * key is missing, corrupt or another one: secrets and signatures of the old key would be lost with a new one.
 */
export async function openInstanceKey(pool: pg.Pool, place: KeySettings): Promise<Secrets> {
  const known = await readMetadata(pool, KEY_FINGERPRINT)
  if (known !== undefined || (await hasPeople(pool))) return requireKey(pool, place, known)
  const secrets = await openOrCreateSecrets(place.dataDir)
  await writeMetadata(pool, KEY_FINGERPRINT, fingerprintOf(secrets))
  return secrets
}

/** The key of the cluster's other servers; having it shows that a new machine belongs to them. */
export async function requireSharedKey(pool: pg.Pool, dataDir: string): Promise<Secrets> {
  const known = await readMetadata(pool, KEY_FINGERPRINT)
  if (known === undefined)
    throw new ConfigError(
      `CLOUDDISK_DATA: ${dataDir} is new to this database. Start the first server once before others join.`,
    )
  return requireKey(pool, { dataDir, cluster: true }, known)
}

async function requireKey(pool: pg.Pool, place: KeySettings, known: string | undefined): Promise<Secrets> {
  const found = await checkInstanceKey(place, known)
  if ('fault' in found) throw keyError(place, found.fault)
  // Early versions stored no fingerprint.
  if (known === undefined) await writeMetadata(pool, KEY_FINGERPRINT, fingerprintOf(found.secrets))
  return found.secrets
}

/** Whether the data directory has the key that the database is used with. */
export async function hasInstanceKeyOf(pool: pg.Pool, place: KeySettings): Promise<boolean> {
  const known = await readMetadata(pool, KEY_FINGERPRINT)
  return known !== undefined && 'secrets' in (await checkInstanceKey(place, known))
}

/** The key if its fingerprint matches, else what is wrong with it, worded to follow its path. */
export async function checkInstanceKey(
  { dataDir, cluster }: KeySettings,
  known: string | undefined,
): Promise<{ readonly secrets: Secrets } | { readonly fault: string }> {
  try {
    const secrets = await readSecrets(dataDir)
    if (!secrets) return { fault: 'is missing' }
    if (known === undefined || fingerprintOf(secrets) === known) return { secrets }
    return {
      fault: cluster
        ? 'is not the key of the other servers on this database'
        : 'is not the key that this database was used with',
    }
  } catch (error) {
    if (error instanceof KeyCorrupted) return { fault: error.fault }
    throw error
  }
}

function keyError({ dataDir, cluster }: KeySettings, fault: string): ConfigError {
  const source = cluster
    ? 'Copy it from another server on this database'
    : 'Put it back from a backup (PLACE/generations/NAME/data/secrets/instance.key)'
  return new ConfigError(
    `CLOUDDISK_DATA: ${instanceKeyPath(dataDir)} ${fault}. ${source}. If it is lost for good, ` +
      '`npm run --silent cli -- key replace` creates a new one; access keys of added buckets must then be entered again, and earlier audit log entries can no longer be checked.',
  )
}

/** Whether there are accounts. The first start creates the key before the first account. */
async function hasPeople(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ found: boolean }>('select exists (select from person) as found')
  return rows[0]?.found ?? false
}
