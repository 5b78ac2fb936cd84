import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/** What a folder takes of its disk. Bytes. */

const BLOCK = 512

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Of everything below it, holes left out; what goes while it is looked at counts nothing. */
export async function takenBytes(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += await takenBytes(path)
    else bytes += BLOCK * ((await lstat(path).catch(() => undefined))?.blocks ?? 0)
  }
  return bytes
}
