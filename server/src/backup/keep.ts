import { BackupDamaged } from './faults.ts'
import { faultOf } from './files.ts'
import type { BackupFolder } from './folder.ts'
import { listedObjects } from './objects-list.ts'

/**
 * Removes all generations but the last `keep`, and the objects that none of these names. Answers the names of those
 * removed. Where a list cannot be read no object is touched: nobody knows what it names.
 */
export async function removeOld(backup: BackupFolder, keep: number): Promise<string[]> {
  const names = await backup.generations()
  const removed = names.slice(0, Math.max(0, names.length - keep))
  for (const name of removed) await backup.remove(name)
  const needed = await keysOf(backup, names.slice(removed.length))
  for await (const { key } of backup.objects.objects()) if (!needed.has(key)) await backup.objects.remove(key)
  return removed
}

async function keysOf(backup: BackupFolder, generations: readonly string[]): Promise<Set<string>> {
  const keys = new Set<string>()
  for (const name of generations) {
    const manifest = await backup.manifest(name)
    const folder = backup.pathOf(name)
    const fault = await faultOf(folder, manifest.objects)
    if (fault) throw new BackupDamaged(`${folder}/${manifest.objects.file} ${fault}; no object was removed.`)
    for await (const { key } of listedObjects(folder, manifest)) keys.add(key)
  }
  return keys
}
