import type pg from 'pg'
import type { EncryptionConfig } from '../config/config.ts'
import { MissingMasterKey, newContentKey, type WrappedKey } from '../objects/encrypted/content-keys.ts'
import { readMasterKeys } from '../objects/encrypted/master-keys.ts'
import { encryptionOf } from '../objects/encrypted/open-encryption.ts'
import type { StoreEncryption } from '../objects/open-stores.ts'
import { BackupRefused } from './errors.ts'
import type { BackupKey, Manifest } from './manifest.ts'

/** Content keys in a backup: wrapped as in the database, useless without the master key. */

export const toBackupKeys = (keys: readonly WrappedKey[]): BackupKey[] =>
  keys.map(({ number, master, wrapped, since }) => ({
    number,
    master,
    wrapped: wrapped.toString('base64'),
    since: since.toISOString(),
  }))

const wrappedOf = ({ number, master, wrapped, since }: BackupKey): WrappedKey => ({
  number,
  master,
  wrapped: Buffer.from(wrapped, 'base64'),
  since: new Date(since),
})

/**
 * Opens the content keys of a backup. Throws BackupRefused if the master key is needed and not configured.
 * @param latest the latest manifest with keys.
 */
export async function encryptionIn(
  latest: Manifest | undefined,
  config: EncryptionConfig | undefined,
  isNeeded = true,
): Promise<StoreEncryption | undefined> {
  const keys = latest?.contentKeys ?? []
  const newest = keys.at(-1)
  if (!newest || !(config || isNeeded)) return undefined
  const { variable } = config ?? { variable: 'CLOUDDISK_ENCRYPTION_KEY_FILE' }
  try {
    if (!config) throw new MissingMasterKey(newest.master)
    return await encryptionOf(config, keys.map(wrappedOf))
  } catch (error) {
    if (!(error instanceof MissingMasterKey)) throw error
    throw new BackupRefused(
      `${variable}: the backup is encrypted with master key ${error.id}, which is not configured. Add the key.`,
    )
  }
}

/** Restored content is encrypted by the keys of the backup, or by a new one if it has none. */
export async function keysToRestore(
  latest: Manifest | undefined,
  config: EncryptionConfig | undefined,
): Promise<{ keys: readonly WrappedKey[]; encryption: StoreEncryption | undefined }> {
  if (!config) return { keys: [], encryption: undefined }
  const kept = (latest?.contentKeys ?? []).map(wrappedOf)
  const [master] = await readMasterKeys(config)
  const keys = kept.length > 0 ? kept : [newContentKey(1, master, new Date())]
  return { keys, encryption: await encryptionOf(config, keys) }
}

/** Those of the latest backup: keys may have been rewrapped or added since. */
export async function insertKeys(client: pg.ClientBase, keys: readonly WrappedKey[]): Promise<void> {
  await client.query('delete from content_key')
  for (const { number, master, wrapped, since } of keys)
    await client.query(
      'insert into content_key (number, master, wrapped, created_at) values ($1, $2, $3, $4)',
      [number, master, wrapped, since],
    )
}
