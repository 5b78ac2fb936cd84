import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { link, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { alternativesOf, localNameOf } from './local-names.ts'

/** Gives a complete part file its name. */

/**
 * Its bytes are on the disk before the name is, and no file that is there already is replaced.
 * @returns the path.
 */
export async function placeFile(partFile: string, folder: string, name: string): Promise<string> {
  const part = await open(partFile, 'r+')
  await part.sync().finally(() => part.close())
  for (const alternative of alternativesOf(localNameOf(name))) {
    const path = join(folder, alternative)
    if (await take(partFile, path)) return path
  }
  throw new Error('no name is free')
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
