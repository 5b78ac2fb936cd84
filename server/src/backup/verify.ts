import type { Config } from '../config/config.ts'
import { type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import { BackupUnreadable, faultOfObject } from './check-object.ts'
import { fileFaultOf } from './files.ts'
import { mapInOrder } from './in-order.ts'
import { encryptionIn } from './keys.ts'
import {
  filesOf,
  type ListedObject,
  listedObjects,
  MANIFEST,
  type Manifest,
  ManifestCorrupted,
} from './manifest.ts'
import { BackupRepository } from './repository.ts'

/** A fault of a backup: in a file of a generation or in an object. */
interface BackupFault {
  readonly what: string
  readonly says: string
}

interface VerifyBackupResult {
  readonly generations: readonly string[]
  /** Incomplete generations. */
  readonly unfinished: readonly string[]
  readonly objects: number
  readonly bytes: number
  readonly faults: readonly BackupFault[]
}

const CONCURRENCY = 4

/** Reads and verifies all generations and each object once; changes nothing. */
export async function verifyBackup(
  location: string,
  { encryption, backupS3 }: Partial<Pick<Config, 'encryption' | 'backupS3'>> = {},
  onProgress: (done: { objects: number; bytes: number }) => void = () => undefined,
): Promise<VerifyBackupResult> {
  const backup = await BackupRepository.open(location, { backupS3 })
  try {
    const found = await encryptionIn(await backup.latestWithKeys(), encryption)
    if (found) await backup.unlock(found)
    return await verifyAll(backup, onProgress)
  } finally {
    await backup.close()
  }
}

async function verifyAll(
  backup: BackupRepository,
  onProgress: (done: { objects: number; bytes: number }) => void,
): Promise<VerifyBackupResult> {
  const faults: BackupFault[] = []
  const generations = await backup.generations()
  const seen = new Set<string>()
  const done = { objects: 0, bytes: 0 }
  for (const generation of generations) {
    const manifest = await readable(backup, generation, faults)
    if (!manifest) continue
    faults.push(...(await faultsOfGeneration(backup, manifest)))
    if (faults.some(({ what }) => what === `${generation}/${manifest.objects.file}`)) continue
    const all = unseen(listedObjects(backup.filesOf(generation), manifest), seen)
    for await (const { object, says } of mapInOrder(all, CONCURRENCY, (object) =>
      checkObject(backup.objects, object),
    )) {
      if (says) faults.push({ what: object.key, says })
      done.objects++
      done.bytes += object.size
      onProgress(done)
    }
  }
  const unfinished = await backup.unfinished()
  if (generations.length === 0) faults.push({ what: backup.name, says: 'holds no finished backup' })
  return { generations, unfinished, ...done, faults }
}

async function readable(
  backup: BackupRepository,
  generation: string,
  faults: BackupFault[],
): Promise<Manifest | undefined> {
  try {
    return await backup.manifest(generation)
  } catch (error) {
    if (!(error instanceof ManifestCorrupted)) throw error
    faults.push({ what: `${generation}/${MANIFEST}`, says: error.says })
    return undefined
  }
}

/** Faults of its files, and content that it never had. */
export async function faultsOfGeneration(
  backup: BackupRepository,
  manifest: Manifest,
): Promise<BackupFault[]> {
  const { generation } = manifest
  const faults = await Promise.all(
    filesOf(manifest).map(async (file) => ({
      what: `${generation}/${file.file}`,
      says: await fileFaultOf(backup.filesOf(generation), file),
    })),
  )
  return [
    ...faults.filter((fault): fault is BackupFault => fault.says !== undefined),
    ...manifest.missing.map(({ key, says }) => ({
      what: key,
      says: `could not be backed up in ${generation}: it ${says} in storage`,
    })),
  ]
}

async function* unseen(objects: AsyncIterable<ListedObject>, seen: Set<string>): AsyncIterable<ListedObject> {
  for await (const object of objects) {
    // Generations may name different content under a key, if an object was removed and copied again.
    const what = `${object.key} ${object.sha256.toString('latin1')}`
    if (seen.has(what)) continue
    seen.add(what)
    yield object
  }
}

async function checkObject(
  store: ObjectStore,
  object: ListedObject,
): Promise<{ object: ListedObject; says: string | undefined }> {
  const says = await faultOfObject(store, object).catch((error: unknown) => {
    if (error instanceof BackupUnreadable) return error.says
    if (error instanceof StoreUnavailable) return `cannot be read: ${error.message}`
    throw error
  })
  return { object, says }
}
