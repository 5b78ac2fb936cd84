import { counted } from '@clouddisk/contract/format'
import { NoSuchObject, ObjectCorrupted, type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import { BackupRefused } from './errors.ts'
import type { ListedObject } from './manifest.ts'

/** Reading is not permitted or not possible now, which says nothing about the object. */
export class BackupUnreadable extends BackupRefused {
  /** Worded to follow the object's name. */
  readonly says: string
  constructor(reason: string) {
    super(`The backup cannot be read: ${reason}.`)
    this.says = `cannot be read: ${reason}`
  }
}

/**
 * Reads an object of a backup. Returns what is wrong, worded to follow its name; undefined if it is intact. Throws
 * StoreUnavailable or BackupUnreadable.
 */
export async function faultOfObject(
  store: ObjectStore,
  { key, size, sha256 }: ListedObject,
): Promise<string | undefined> {
  try {
    const digest = await store.digest({ key, etag: null }, { fresh: true })
    if (digest.size !== size) return `has ${counted(digest.size, 'byte')} instead of ${size}`
    return digest.sha256.equals(sha256) ? undefined : 'is damaged'
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (error instanceof ObjectCorrupted) return 'is damaged'
    if (error instanceof NoSuchObject) return 'is missing'
    await requireReadable(store, key)
    return `cannot be read: ${(error as Error).message}`
  }
}

/** Opens the object to find out, as errors of concurrent reads have no code. */
async function requireReadable(store: ObjectStore, key: string): Promise<void> {
  try {
    await (await store.open({ key, etag: null })).close()
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (LOCAL_ERRORS.includes(code)) throw new BackupUnreadable(message)
  }
}
const LOCAL_ERRORS = ['EACCES', 'EPERM', 'EMFILE', 'ENFILE']
