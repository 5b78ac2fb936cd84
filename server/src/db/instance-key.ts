import type pg from 'pg'
import { type Config, ConfigError } from '../config/config.ts'
import { fingerprintOf, keyPathIn, openSecrets, readSecrets, type Secrets } from '../config/secrets.ts'
import { factOf, setFact } from './facts.ts'

/** Which instance key a database was used with last; of several servers all have the same one. */

const FACT = 'instance key'

/**
 * The instance key of this machine, made where there is none. Of several servers none makes a key of its own beside the
 * others': ConfigError.
 */
export async function openKey(
  pool: pg.Pool,
  { dataDir, cluster }: Pick<Config, 'dataDir' | 'cluster'>,
): Promise<Secrets> {
  const known = await factOf(pool, FACT)
  if (cluster && known !== undefined) return mustHaveKey(dataDir, known)
  const secrets = await openSecrets(dataDir)
  const own = fingerprintOf(secrets)
  // One server alone that has lost its key goes on with a new one.
  if (own !== known) await setFact(pool, FACT, own)
  return secrets
}

/** The key that the others have; a machine that is new here proves by it that it belongs to them. */
export async function mustHaveCommonKey(pool: pg.Pool, dataDir: string): Promise<Secrets> {
  const known = await factOf(pool, FACT)
  if (known === undefined)
    throw new ConfigError(
      `CLOUDDISK_DATA: ${dataDir} is new to this database. Start the server that began with it once before others join.`,
    )
  return mustHaveKey(dataDir, known)
}

async function mustHaveKey(dataDir: string, known: string): Promise<Secrets> {
  const path = keyPathIn(dataDir)
  const secrets = await readSecrets(dataDir)
  if (!secrets)
    throw new ConfigError(
      `CLOUDDISK_DATA: ${path} is missing. Copy it from a server that works on this database already.`,
    )
  if (fingerprintOf(secrets) !== known)
    throw new ConfigError(
      `CLOUDDISK_DATA: ${path} is not the key of the servers on this database. Copy it from one of them.`,
    )
  return secrets
}
