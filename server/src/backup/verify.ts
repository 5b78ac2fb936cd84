import { join } from 'node:path'
import type { EncryptionConfig } from '../config/config.ts'
import { NoSuchObject, ObjectDamaged, type ObjectStore } from '../objects/port.ts'
import { BackupDamaged } from './faults.ts'
import { faultOf } from './files.ts'
import { BackupFolder } from './folder.ts'
import { inOrder } from './in-order.ts'
import { encryptionIn } from './keys.ts'
import type { Manifest, StoredFile } from './manifest.ts'
import { type ListedObject, listedObjects } from './objects-list.ts'

/** What is wrong with a backup: a file of a generation, or an object that generations name. */
export interface BackupFault {
  readonly what: string
  readonly says: string
}

export interface Verified {
  readonly generations: readonly string[]
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly BackupFault[]
}

const AT_ONCE = 4

/** Reads all of a backup again, every generation's files and every object once; changes nothing. */
export async function verifyBackup(
  folderPath: string,
  encryption?: EncryptionConfig,
  onProgress: (done: { objects: number; bytes: number }) => void = () => undefined,
): Promise<Verified> {
  const backup = await BackupFolder.open(folderPath)
  try {
    const found = await encryptionIn(await backup.latestWithKeys(), encryption)
    if (found) await backup.unlock(found)
    return await verifyAll(backup, onProgress)
  } finally {
    await backup.close()
  }
}

async function verifyAll(
  backup: BackupFolder,
  onProgress: (done: { objects: number; bytes: number }) => void,
): Promise<Verified> {
  const faults: BackupFault[] = []
  const generations = await backup.generations()
  const seen = new Set<string>()
  const done = { objects: 0, bytes: 0 }
  for (const generation of generations) {
    const manifest = await readable(backup, generation, faults)
    if (!manifest) continue
    faults.push(...(await faultsOfGeneration(backup, manifest)))
    if (faults.some(({ what }) => what === join(generation, manifest.objects.file))) continue
    const all = fresh(listedObjects(backup.pathOf(generation), manifest), seen)
    for await (const { object, says } of inOrder(all, AT_ONCE, (object) => look(backup.objects, object))) {
      if (says) faults.push({ what: object.key, says })
      done.objects++
      done.bytes += object.size
      onProgress(done)
    }
  }
  return { generations, ...done, faults }
}

async function readable(
  backup: BackupFolder,
  generation: string,
  faults: BackupFault[],
): Promise<Manifest | undefined> {
  try {
    return await backup.manifest(generation)
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error
    faults.push({ what: join(generation, 'manifest.json'), says: 'is damaged' })
    return undefined
  }
}

/** Its own files, and what it never had. */
export async function faultsOfGeneration(backup: BackupFolder, manifest: Manifest): Promise<BackupFault[]> {
  const { generation } = manifest
  const faults = await Promise.all(
    filesOf(manifest).map(async (file) => ({
      what: join(generation, file.file),
      says: await faultOf(backup.pathOf(generation), file),
    })),
  )
  return [
    ...faults.filter((fault): fault is BackupFault => fault.says !== undefined),
    ...manifest.missing.map(({ key, says }) => ({
      what: key,
      says: `never came into ${generation}: where it lay, it ${says}`,
    })),
  ]
}

const filesOf = ({ tables, files, objects }: Manifest): StoredFile[] => [...tables, ...files, objects]

async function* fresh(objects: AsyncIterable<ListedObject>, seen: Set<string>): AsyncIterable<ListedObject> {
  for await (const object of objects) {
    if (seen.has(object.key)) continue
    seen.add(object.key)
    yield object
  }
}

async function look(
  store: ObjectStore,
  object: ListedObject,
): Promise<{ object: ListedObject; says: string | undefined }> {
  return { object, says: await faultOfObject(store, object) }
}

async function faultOfObject(
  store: ObjectStore,
  { key, size, sha256 }: ListedObject,
): Promise<string | undefined> {
  try {
    const digest = await store.digest({ key, etag: null }, { fresh: true })
    if (digest.size !== size) return `has ${digest.size} bytes instead of ${size}`
    return digest.sha256.equals(sha256) ? undefined : 'is damaged'
  } catch (error) {
    if (error instanceof ObjectDamaged) return 'is damaged'
    return error instanceof NoSuchObject ? 'is missing' : `cannot be read: ${(error as Error).message}`
  }
}
