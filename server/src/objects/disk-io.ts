import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import { link, rename, stat, statfs, unlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { PartConflict, StoreFull } from './port.ts'

/** Plain file descriptors: a FileHandle costs several times as much per small file. */

const open = promisify(fs.open)
const write = promisify(fs.writev)
const read = promisify(fs.read)
export const closeFile: (fd: number) => Promise<void> = promisify(fs.close)
export const truncate: (fd: number, size: number) => Promise<void> = promisify(fs.ftruncate)
const datasync = promisify(fs.fdatasync)

/** Throws StoreFull if `work` fails on a full disk. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isFull(error) ? new StoreFull(error) : error
  }
}

export const errorCode = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException | undefined)?.code
const isFull = (error: unknown): boolean => errorCode(error) === 'ENOSPC' || errorCode(error) === 'EDQUOT'

export const openFile = (path: string, flags: string | number): Promise<number> =>
  onDisk(open(path, flags, 0o600))
/** Creates a new file. An existing one is only unlinked, as it may be a hard link to a stored object. */
export async function createFile(path: string, flags: number): Promise<number> {
  const create = () => openFile(path, flags | fs.constants.O_CREAT | fs.constants.O_EXCL)
  try {
    return await create()
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    await undefinedIfAbsent(unlink(path))
    return create()
  }
}

/** Links a file to `target`. Throws PartConflict for an existing file; anything else that is there is renamed. */
export async function publish(path: string, target: string): Promise<void> {
  const tryOnce = () => onDisk(link(path, target))
  try {
    await tryOnce()
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    if ((await undefinedIfAbsent(stat(target)))?.isFile()) throw new PartConflict()
    await undefinedIfAbsent(rename(target, `${target}.${randomUUID()}`))
    await tryOnce()
  }
}

export const syncFile = (fd: number): Promise<void> => onDisk(datasync(fd))

/** Writes all of `chunks` (`length` bytes together) at `position`. */
export async function writeAll(
  fd: number,
  chunks: Buffer[],
  length: number,
  position: number,
): Promise<void> {
  let rest = chunks
  let done = 0
  while (done < length) {
    const { bytesWritten } = await onDisk(write(fd, rest, position + done))
    done += bytesWritten
    if (done < length) rest = dropBytes(rest, bytesWritten)
  }
}

function dropBytes(chunks: readonly Buffer[], count: number): Buffer[] {
  let skip = count
  return chunks.flatMap((chunk) => {
    const taken = Math.min(skip, chunk.length)
    skip -= taken
    return taken === chunk.length ? [] : [chunk.subarray(taken)]
  })
}

/** Fills `buffer[0, length)` from `position`; less only at the end of the file. */
export async function readFully(
  fd: number,
  buffer: Buffer,
  length: number,
  position: number,
): Promise<number> {
  let done = 0
  while (done < length) {
    const { bytesRead } = await read(fd, buffer, done, length - done, position + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return done
}

export const isThere = async (path: string): Promise<boolean> =>
  (await undefinedIfAbsent(stat(path))) !== undefined

/** Undefined if there is no such file, but a foreign folder or a dead link for example. */
export async function undefinedIfAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (NO_FILE.has(errorCode(error))) return undefined
    throw error
  }
}

const NO_FILE = new Set<string | undefined>(['ENOENT', 'ENOTDIR', 'ELOOP', 'EISDIR'])

const CACHE_MS = 1000

/** Refuses objects before the disk is full: the database needs free space on it. */
export class FreeSpace {
  readonly #folder: string
  readonly #keepFree: number
  #known: { bytes: number; at: number } | undefined

  constructor(folder: string, keepFree: number) {
    this.#folder = folder
    this.#keepFree = keepFree
  }

  /** Throws StoreFull if `bytes` more would leave too little. */
  async require(bytes: number): Promise<void> {
    if ((await this.#free()) - bytes < this.#keepFree) throw new StoreFull()
  }

  async #free(): Promise<number> {
    const now = performance.now()
    if (!this.#known || now - this.#known.at > CACHE_MS) {
      const { bavail, bsize } = await statfs(this.#folder)
      this.#known = { bytes: bavail * bsize, at: now }
    }
    return this.#known.bytes
  }
}
