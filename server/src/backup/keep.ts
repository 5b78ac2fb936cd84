import type { Backups } from './backups.ts'
import { BackupDamaged } from './faults.ts'
import { faultOf } from './files.ts'
import { listedObjects } from './objects-list.ts'

/** A process that was stopped for a while may find that another has taken its place. */
const LOOK_AGAIN_MS = 3000

/**
 * Removes all generations but the last `keep`, and the objects that none of these names. Answers the names of those
 * removed. Where a list cannot be read no object is touched: nobody knows what it names.
 */
export async function removeOld(backup: Backups, keep: number): Promise<string[]> {
  const names = await backup.generations()
  const removed = names.slice(0, Math.max(0, names.length - keep))
  for (const name of removed) await backup.remove(name)
  const needed = await keysOf(backup, names.slice(removed.length))
  let looked = Number.NEGATIVE_INFINITY
  for await (const { key } of backup.objects.objects()) {
    if (needed.has(key)) continue
    if (Date.now() - looked > LOOK_AGAIN_MS) {
      looked = Date.now()
      await backup.mustHold()
    }
    await backup.objects.remove(key)
  }
  return removed
}

async function keysOf(backup: Backups, generations: readonly string[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const name of generations) {
    const manifest = await backup.manifest(name)
    const files = backup.filesOf(name)
    const fault = await faultOf(files, manifest.objects)
    if (fault) throw new BackupDamaged(`${name}/${manifest.objects.file} ${fault}; no object was removed.`)
    for await (const { key } of listedObjects(files, manifest)) keys.add(key)
  }
  return keys
}
