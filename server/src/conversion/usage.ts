import { readdirSync, readFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Measures what a conversion uses. */

const PAGE_BYTES = 4096

/**
 * Resident bytes of a process and all its descendants; 0 where there is no /proc. Only processes with a higher number are
 * read, so that a machine with many processes costs little; where numbers wrap, the limit of each process still holds.
 */
export function residentBytes(root: number): number {
  const parents = new Map<number, { parent: number; bytes: number }>()
  for (const name of processNumbers()) {
    if (name < root) continue
    const stat = readStat(name)
    if (stat) parents.set(name, stat)
  }
  let bytes = 0
  for (const [pid, stat] of parents) if (isBelow(parents, pid, root)) bytes += stat.bytes
  return bytes
}

function processNumbers(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** Fields of /proc/PID/stat behind the name, which may contain anything: parent is the 2nd, resident pages are the 22nd. */
function readStat(pid: number): { parent: number; bytes: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), bytes: Number(fields[21]) * PAGE_BYTES }
  } catch {
    return undefined
  }
}

function isBelow(parents: ReadonlyMap<number, { parent: number }>, pid: number, root: number): boolean {
  for (let at: number | undefined = pid; at !== undefined; at = parents.get(at)?.parent) {
    if (at === root) return true
  }
  return false
}

export interface FolderUsage {
  readonly bytes: number
  readonly files: number
}

/** Files below a folder, without those named. Links are not followed. */
export async function folderUsage(folder: string, without: ReadonlySet<string>): Promise<FolderUsage> {
  let bytes = 0
  let files = 0
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    if (without.has(path)) continue
    const stat = await lstat(path).catch(() => undefined)
    if (!stat || stat.isDirectory()) continue
    files++
    bytes += stat.size
  }
  return { bytes, files }
}
