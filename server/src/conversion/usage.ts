import { readdirSync, readFileSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Measures what a conversion uses. */

const PAGE_BYTES = 4096

/** Of one tick of the fields of /proc, the same on all Linux machines. */
const TICKS_A_SECOND = 100

export interface ProcessUsage {
  readonly residentBytes: number
  /** Processor time of those that run, and of those that ended and were waited for. */
  readonly cpuSeconds: number
}

/**
 * What a process and all its descendants use; nothing where there is no /proc. Only processes with a higher number are
 * read, so that a machine with many processes costs little; where numbers wrap, the limit of each process still holds.
 */
export function processUsage(root: number): ProcessUsage {
  const parents = new Map<number, ProcessStat>()
  for (const name of processNumbers()) {
    if (name < root) continue
    const stat = readStat(name)
    if (stat) parents.set(name, stat)
  }
  let bytes = 0
  let ticks = 0
  for (const [pid, stat] of parents) {
    if (!isBelow(parents, pid, root)) continue
    bytes += stat.bytes
    ticks += stat.ticks
  }
  return { residentBytes: bytes, cpuSeconds: ticks / TICKS_A_SECOND }
}

interface ProcessStat {
  readonly parent: number
  readonly bytes: number
  readonly ticks: number
}

function processNumbers(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/**
 * Fields of /proc/PID/stat behind the name, which may contain anything: parent is the 2nd, processor time the 12th to
 * 15th, resident pages are the 22nd.
 */
function readStat(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, bytes = 0] = [fields[1], (fields[21] ?? 0) * PAGE_BYTES]
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + field, 0)
    return { parent, bytes, ticks }
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
