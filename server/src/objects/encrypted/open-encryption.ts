import { ConfigError, type EncryptionConfig } from '../../config/config.ts'
import type { Reader } from '../../db/database.ts'
import type { StoreEncryption } from '../open-stores.ts'
import {
  createFirstKey,
  hasEncrypted,
  MissingMasterKey,
  unwrapAll,
  type WrappedKey,
  wrappedKeys,
} from './content-keys.ts'
import { KeyRing } from './key-ring.ts'
import { readMasterKeys } from './master-keys.ts'

/**
 * Opens the content keys of this installation; undefined if no master key is configured or needed. Throws ConfigError.
 * @param first when to create the first content key: now, or when content is first encrypted.
 */
export async function openEncryption(
  encryption: EncryptionConfig | undefined,
  db: Reader,
  first: 'now' | 'needed' = 'now',
): Promise<StoreEncryption | undefined> {
  if (!encryption) return requireUnencrypted(db)
  let masters = await readMasterKeys(encryption)
  const createFirst = () => createFirstKey(db, masters[0], new Date())
  if (first === 'now') await createFirst()
  const unwrapped = async () => unwrapAll(await wrappedKeys(db), masters)
  const load = () =>
    unwrapped().catch(async (error: unknown) => {
      if (!(error instanceof MissingMasterKey)) throw error
      // The keys were rotated meanwhile; the file has the new master key.
      masters = await readMasterKeys(encryption)
      return unwrapped()
    })
  const ring = await KeyRing.open(load, createFirst).catch((error: unknown) => {
    if (!(error instanceof MissingMasterKey)) throw error
    const configured = masters.map(({ id }) => id).join(', ')
    throw new ConfigError(
      `${encryption.variable}: ${error.message} Configured: ${configured}. Add the missing key.`,
    )
  })
  return { ring, isOn: encryption.isOn }
}

async function requireUnencrypted(db: Reader): Promise<undefined> {
  const [row] = await wrappedKeys(db)
  if (row && (await hasEncrypted(db)))
    throw new ConfigError(
      `CLOUDDISK_ENCRYPTION_KEY_FILE: ${new MissingMasterKey(row.master).message} Set the file that holds it.`,
    )
}

/** Opens content keys of a backup. Throws MissingMasterKey or ConfigError. */
export async function encryptionOf(
  encryption: EncryptionConfig,
  rows: readonly WrappedKey[],
): Promise<StoreEncryption> {
  const masters = await readMasterKeys(encryption)
  return { ring: await KeyRing.open(async () => unwrapAll(rows, masters)), isOn: encryption.isOn }
}
