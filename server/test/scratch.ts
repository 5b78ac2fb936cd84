import { statfsSync } from 'node:fs'

const MEMORY = '/dev/shm'
/** What a run's databases, contents and stores take, and as much again. */
const ROOM = 8 * 1024 ** 3

/**
 * Where there is room, what tests write lies in memory: they make and remove thousands of files and databases, and a disk may
 * take ten times as long for new ones after many were removed (ext4 without a journal looks past each that went in the last
 * minute). `npm run proof` writes to the disk. TMPDIR, where it is set, is kept to.
 */
export function scratchInMemory(): void {
  if (process.env.TMPDIR || roomIn(MEMORY) < ROOM) return
  process.env.TMPDIR = MEMORY
}

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, process.availableMemory())
  } catch {
    return 0
  }
}
