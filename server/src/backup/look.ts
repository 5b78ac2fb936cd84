import { counted } from '@clouddisk/contract/format'
import { NoSuchObject, ObjectDamaged, type ObjectStore, StoreAway } from '../objects/port.ts'
import type { ListedObject } from './objects-list.ts'

/** What is wrong with an object of a backup, in words that follow its name; undefined where it is what was written. StoreAway. */
export async function faultOfObject(
  store: ObjectStore,
  { key, size, sha256 }: ListedObject,
): Promise<string | undefined> {
  try {
    const digest = await store.digest({ key, etag: null }, { fresh: true })
    if (digest.size !== size) return `has ${counted(digest.size, 'byte')} instead of ${size}`
    return digest.sha256.equals(sha256) ? undefined : 'is damaged'
  } catch (error) {
    if (error instanceof StoreAway) throw error
    if (error instanceof ObjectDamaged) return 'is damaged'
    return error instanceof NoSuchObject ? 'is missing' : `cannot be read: ${(error as Error).message}`
  }
}
