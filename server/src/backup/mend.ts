import type { Context } from '../context.ts'
import { faultsToMend, mendWith } from '../features/storage/mending.ts'
import { Backups } from './backups.ts'
import { BackupDamaged } from './faults.ts'
import { faultOf } from './files.ts'
import { encryptionIn } from './keys.ts'
import type { Manifest } from './manifest.ts'
import { listedObjects } from './objects-list.ts'

/**
 * Copies content that is damaged or lost anew from what backups have of it, whichever installation they are of: it is known by
 * its hash, and proved by it on its way. Answers the ids of what was mended.
 */
export async function mendFromBackup(given: string, ctx: Context): Promise<ReadonlySet<string>> {
  const mended = new Set<string>()
  const faults = await faultsToMend(ctx)
  if (faults.length === 0) return mended
  const backup = await Backups.open(given, ctx.config)
  try {
    const encryption = await encryptionIn(await backup.latestWithKeys(), ctx.config.encryption)
    if (encryption) await backup.unlock(encryption)
    const copies = await copiesOf(backup, new Set(faults.map(({ sha256 }) => sha256.toString('hex'))))
    for (const fault of faults)
      for (const key of copies.get(fault.sha256.toString('hex')) ?? []) {
        if (!(await mendWith(ctx, fault, { store: backup.objects, key, etag: null }))) continue
        mended.add(fault.id)
        break
      }
    return mended
  } finally {
    await backup.close()
  }
}

/** BackupRefused where nothing could be mended from it; asked before what takes long. */
export async function mustHoldBackup(given: string, { config }: Pick<Context, 'config'>): Promise<void> {
  const backup = await Backups.open(given, config)
  try {
    await encryptionIn(await backup.latestWithKeys(), config.encryption)
  } finally {
    await backup.close()
  }
}

/** What is wrong with the place that the server is to mend from, before the day that it is needed. */
export async function warningOfHealFrom({ config }: Pick<Context, 'config'>): Promise<string | undefined> {
  if (config.healFrom === undefined) return undefined
  return mustHoldBackup(config.healFrom, { config }).then(
    () => undefined,
    (error: Error) => `CLOUDDISK_HEAL_FROM: nothing can be mended from there now. ${error.message}`,
  )
}

/** Keys of objects with these hashes, those of the latest generations first. */
async function copiesOf(
  backup: Backups,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const keys = new Map<string, Set<string>>()
  for (const generation of hashes.size === 0 ? [] : (await backup.generations()).reverse()) {
    const files = backup.filesOf(generation)
    const manifest = await readable(backup, generation)
    // Told by `backup verify`; others may have what is looked for.
    if (!manifest || (await faultOf(files, manifest.objects))) continue
    for await (const { key, sha256 } of listedObjects(files, manifest)) {
      const hash = sha256.toString('hex')
      if (hashes.has(hash)) keys.set(hash, (keys.get(hash) ?? new Set()).add(key))
    }
  }
  return keys
}

const readable = (backup: Backups, generation: string): Promise<Manifest | undefined> =>
  backup.manifest(generation).catch((error: unknown) => {
    if (error instanceof BackupDamaged) return undefined
    throw error
  })
