import { openCorruptions, repairIfDamaged } from '../content/repair.ts'
import type { Corruption } from '../content/scrub-records.ts'
import type { Context } from '../context.ts'
import { BackupUnreadable, faultOfObject } from './check-object.ts'
import { BackupCorrupted } from './errors.ts'
import { fileFaultOf } from './files.ts'
import { encryptionIn } from './keys.ts'
import type { Manifest } from './manifest.ts'
import { type ListedObject, listedObjects } from './objects-list.ts'
import { BackupRepository } from './repository.ts'

/** By the ids of content. */
export interface BackupRepairResult {
  readonly repaired: ReadonlySet<string>
  /** What could not be, and why, in words that follow it; empty unless that was asked for. */
  readonly left: ReadonlyMap<string, string>
}

/**
 * Copies content that is damaged or lost anew from what backups have of it, whichever installation they are of: it is known by
 * its hash, and proved by it on its way.
 * @param explain says why what is left could not be repaired, for which its copies are read once more.
 */
export async function repairFromBackup(
  given: string,
  ctx: Context,
  { explain }: { explain: boolean },
): Promise<BackupRepairResult> {
  const repaired = new Set<string>()
  const left = new Map<string, string>()
  const faults = await openCorruptions(ctx)
  if (faults.length === 0) return { repaired, left }
  const backup = await BackupRepository.open(given, ctx.config)
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

/** Undefined where a copy is as it should be: then the content was not damaged after all. */
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

/** BackupRefused where nothing could be repaired from it; asked before what takes long. */
export async function requireBackup(given: string, { config }: Pick<Context, 'config'>): Promise<void> {
  const backup = await BackupRepository.open(given, config)
  try {
    await encryptionIn(await backup.latestWithKeys(), config.encryption)
  } finally {
    await backup.close()
  }
}

/** What is wrong with the place that the server is to mend from, before the day that it is needed. */
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
    // Told by `backup verify`; others may have what is looked for.
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
