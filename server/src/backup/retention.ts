import type { ExpectedContent } from './copy-object.ts'
import { BackupCorrupted } from './errors.ts'
import { fileFaultOf } from './files.ts'
import { type ListedObject, listedObjects } from './manifest.ts'
import type { BackupRepository } from './repository.ts'

/** Time for another process to be noticed that took the lock while this one was suspended. */
const RECHECK_MS = 3000

export interface RetentionResult {
  readonly removed: string[]
  /** Older generations that stay for content the last one lacks. */
  readonly kept: string[]
}

/**
 * Removes all generations but the last `keep`, and objects that no remaining one names. An older generation also stays if
 * it is the newest with content that the last one lacks. If a list cannot be read, no objects are removed.
 */
export async function applyRetention(
  backup: BackupRepository,
  keep: number,
  lacking: readonly ExpectedContent[] = [],
): Promise<RetentionResult> {
  const names = await backup.generations()
  const old = names.slice(0, Math.max(0, names.length - keep))
  const lacked = new Set(lacking.map(contentOf))
  const needed = new Set<string>()
  for (const name of names.slice(old.length)) {
    await requireReadable(backup, name)
    for await (const object of objectsOf(backup, name)) {
      needed.add(object.key)
      lacked.delete(contentOf(object))
    }
  }
  const kept = await generationsWith(backup, old, lacked, needed)
  const removed = old.filter((name) => !kept.includes(name))
  for (const name of removed) await backup.remove(name)
  let checkedAt = Number.NEGATIVE_INFINITY
  for await (const { key } of backup.objects.objects()) {
    if (needed.has(key)) continue
    if (Date.now() - checkedAt > RECHECK_MS) {
      checkedAt = Date.now()
      await backup.assertHeld()
    }
    await backup.objects.remove(key)
  }
  return { removed, kept }
}

/** The newest generations that have any of the lacked content; everything they name is kept. */
async function generationsWith(
  backup: BackupRepository,
  old: readonly string[],
  lacked: Set<string>,
  needed: Set<string>,
): Promise<string[]> {
  const kept: string[] = []
  for (const name of old.toReversed()) {
    if (lacked.size === 0) break
    if (await listFault(backup, name)) continue
    const before = lacked.size
    for await (const object of objectsOf(backup, name)) lacked.delete(contentOf(object))
    if (lacked.size === before) continue
    kept.unshift(name)
    for await (const { key } of objectsOf(backup, name)) needed.add(key)
  }
  return kept
}

const contentOf = ({ size, sha256 }: ExpectedContent): string => `${size} ${sha256.toString('hex')}`

async function* objectsOf(backup: BackupRepository, name: string): AsyncIterable<ListedObject> {
  yield* listedObjects(backup.filesOf(name), await backup.manifest(name))
}

const listFault = async (backup: BackupRepository, name: string): Promise<string | undefined> =>
  fileFaultOf(backup.filesOf(name), (await backup.manifest(name)).objects)

async function requireReadable(backup: BackupRepository, name: string): Promise<void> {
  const fault = await listFault(backup, name)
  if (!fault) return
  const { file } = (await backup.manifest(name)).objects
  throw new BackupCorrupted(`${name}/${file} ${fault}; no object was removed.`)
}
