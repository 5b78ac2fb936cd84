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
 * Opens the content keys of this installation; undefined where no key is set, and none is needed. ConfigError.
 * @param first when the first content key is made: `needed`: before what is first encrypted by it, for whoever may only look.
 */
export async function openEncryption(
  encryption: EncryptionConfig | undefined,
  db: Reader,
  first: 'now' | 'needed' = 'now',
): Promise<StoreEncryption | undefined> {
  if (!encryption) return mustNotBeNeeded(db)
  let masters = await readMasterKeys(encryption)
  const make = () => createFirstKey(db, masters[0], new Date())
  if (first === 'now') await make()
  const unwrapped = async () => unwrapAll(await wrappedKeys(db), masters)
  const load = () =>
    unwrapped().catch(async (error: unknown) => {
      if (!(error instanceof MissingMasterKey)) throw error
      // Somebody rotated meanwhile: a file holds the new one by now.
      masters = await readMasterKeys(encryption)
      return unwrapped()
    })
  const ring = await KeyRing.open(load, make).catch((error: unknown) => {
    if (!(error instanceof MissingMasterKey)) throw error
    const given = masters.map(({ id }) => id).join(', ')
    throw new ConfigError(
      `${encryption.variable}: ${error.message} Configured: ${given}. Add the missing key.`,
    )
  })
  return { ring, isOn: encryption.isOn }
}

async function mustNotBeNeeded(db: Reader): Promise<undefined> {
  const [row] = await wrappedKeys(db)
  if (row && (await hasEncrypted(db)))
    throw new ConfigError(
      `CLOUDDISK_ENCRYPTION_KEY_FILE: ${new MissingMasterKey(row.master).message} Set the file that holds it.`,
    )
}

/** Content keys that are read by where there is no database: from a backup. MissingMasterKey, ConfigError. */
export async function encryptionOf(
  encryption: EncryptionConfig,
  rows: readonly WrappedKey[],
): Promise<StoreEncryption> {
  const masters = await readMasterKeys(encryption)
  return { ring: await KeyRing.open(async () => unwrapAll(rows, masters)), isOn: encryption.isOn }
}
