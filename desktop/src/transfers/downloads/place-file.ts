import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, lstat, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncFolder } from '../../system/write-file.ts'
import { alternativesOf, localNameOf } from './local-names.ts'

/** Gives a complete part file its name. */

/**
 * Its bytes are on the disk before the name is, and no file that is there already is replaced.
 * @param onPath gets each path that is tried, before it is taken.
 * @returns the path, when its name is on the disk.
 */
export async function placeFile(
  partFile: string,
  folder: string,
  name: string,
  onPath: (path: string) => void,
): Promise<string> {
  const part = await open(partFile, 'r+')
  await part.sync().finally(() => part.close())
  for (const alternative of alternativesOf(localNameOf(name))) {
    const path = join(folder, alternative)
    if (await found(path)) continue
    onPath(path)
    if (!(await take(partFile, path))) continue
    await syncFolder(folder)
    return path
  }
  throw new Error('no name is free')
}

const found = (path: string) => lstat(path).catch(() => undefined)

/**
 * Whether an earlier run has given the part file this path, and was ended before it could note that.
 * @param size bytes of the part file then.
 */
export async function isPlaced(partFile: string, path: string, size: number): Promise<boolean> {
  const [part, file] = await Promise.all([found(partFile), found(path)])
  if (!file?.isFile() || file.size !== size) return false
  if (!part) return true
  if (part.ino !== file.ino || part.dev !== file.dev) return false
  await unlink(partFile)
  return true
}

/** False if the name is taken. */
async function take(partFile: string, path: string): Promise<boolean> {
  try {
    await link(partFile, path)
    await unlink(partFile)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
  }
  // A file system without links, as on memory sticks: the name is taken by an empty file first.
  try {
    await (await open(path, 'wx')).close()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await rename(partFile, path)
  return true
}

/** Lower-case hex. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash)
  return hash.digest('hex')
}
