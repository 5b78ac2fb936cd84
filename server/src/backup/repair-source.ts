import { openCorruptions, repairIfDamaged } from '../content/repair.ts'
import type { Corruption } from '../content/scrub-records.ts'
import type { Context } from '../context.ts'
import { BackupUnreadable, faultOfObject } from './check-object.ts'
import { BackupCorrupted } from './errors.ts'
import { fileFaultOf } from './files.ts'
import { encryptionIn } from './keys.ts'
import type { Manifest } from './manifest.ts'
import { type ListedObject, listedObjects } from './manifest.ts'
import { BackupRepository } from './repository.ts'

/** By the ids of content. */
interface BackupRepairResult {
  readonly repaired: ReadonlySet<string>
  /** Why content was not repaired, worded to follow it; empty without `explain`. */
  readonly left: ReadonlyMap<string, string>
}

/**
 * Repairs corrupt and missing content from backups of any installation, by its hash.
 * @param explain reads the copies once more to report why content was not repaired.
 */
export async function repairFromBackup(
  location: string,
  ctx: Context,
  { explain }: { explain: boolean },
): Promise<BackupRepairResult> {
  const repaired = new Set<string>()
  const left = new Map<string, string>()
  const faults = await openCorruptions(ctx)
  if (faults.length === 0) return { repaired, left }
  const backup = await BackupRepository.open(location, ctx.config)
  try {
    const encryption = await encryptionIn(await backup.latestWithKeys(), ctx.config.encryption)
    if (encryption) await backup.unlock(encryption)
    const copies = await copiesOf(backup, new Set(faults.map(({ sha256 }) => sha256.toString('hex'))))
    for (const fault of faults) {
      const keys = [...(copies.get(fault.sha256.toString('hex')) ?? [])]
      if (await repairFromOneOf(ctx, backup, fault, keys)) repaired.add(fault.id)
      else if (explain) {
        const says = await reasonUnrepaired(backup, fault, keys)
        if (says) left.set(fault.id, says)
      }
    }
    return { repaired, left }
  } finally {
    await backup.close()
  }
}

async function repairFromOneOf(
  ctx: Context,
  backup: BackupRepository,
  fault: Corruption,
  keys: readonly string[],
): Promise<boolean> {
  for (const key of keys)
    if (await repairIfDamaged(ctx, fault, { store: backup.objects, key, etag: null })) return true
  return false
}

/** Undefined if a copy is intact: then the content was not corrupt after all. */
async function reasonUnrepaired(
  backup: BackupRepository,
  { size, sha256 }: Corruption,
  keys: readonly string[],
): Promise<string | undefined> {
  let why: string | undefined = 'no copy in these backups'
  for (const key of keys) {
    const says = await faultOfCopy(backup, { key, size, sha256 })
    why = says && `the copy ${key} in these backups ${says}`
  }
  return why
}

const faultOfCopy = (backup: BackupRepository, copy: ListedObject): Promise<string | undefined> =>
  faultOfObject(backup.objects, copy).catch((error: unknown) => {
    if (error instanceof BackupUnreadable) return error.says
    throw error
  })

/** Throws BackupRefused if content cannot be repaired from the backup. */
export async function requireBackup(location: string, { config }: Pick<Context, 'config'>): Promise<void> {
  const backup = await BackupRepository.open(location, config)
  try {
    await encryptionIn(await backup.latestWithKeys(), config.encryption)
  } finally {
    await backup.close()
  }
}

/** Reports an unusable CLOUDDISK_REPAIR_FROM before it is needed. */
export async function repairSourceWarning({ config }: Pick<Context, 'config'>): Promise<string | undefined> {
  if (config.repairFrom === undefined) return undefined
  return requireBackup(config.repairFrom, { config }).then(
    () => undefined,
    (error: Error) =>
      `CLOUDDISK_REPAIR_FROM: content can’t be repaired from these backups now. ${error.message}`,
  )
}

/** Keys of objects with these hashes, those of the latest generations first. */
async function copiesOf(
  backup: BackupRepository,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const keys = new Map<string, Set<string>>()
  for (const generation of hashes.size === 0 ? [] : (await backup.generations()).reverse()) {
    const files = backup.filesOf(generation)
    const manifest = await readable(backup, generation)
    // Reported by `backup verify`; other generations may have the content.
    if (!manifest || (await fileFaultOf(files, manifest.objects))) continue
    for await (const { key, sha256 } of listedObjects(files, manifest)) {
      const hash = sha256.toString('hex')
      if (hashes.has(hash)) keys.set(hash, (keys.get(hash) ?? new Set()).add(key))
    }
  }
  return keys
}

const readable = (backup: BackupRepository, generation: string): Promise<Manifest | undefined> =>
  backup.manifest(generation).catch((error: unknown) => {
    if (error instanceof BackupCorrupted) return undefined
    throw error
  })
