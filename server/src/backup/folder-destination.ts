import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, realpath, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataDirInUse, lockDataDir } from '../config/data-lock.ts'
import { fsyncFolder, makeFolder, renameDurably } from '../config/durable-file.ts'
import { openDiskStore } from '../objects/disk.ts'
import { encryptedDisk } from '../objects/encrypted/encrypted.ts'
import type { KeyRing } from '../objects/encrypted/key-ring.ts'
import { SyncedFolders } from '../objects/folders.ts'
import { type ObjectStore, StoreFull } from '../objects/port.ts'
import type { BackupDestination, DestinationLock } from './destination.ts'
import { BackupRefused } from './errors.ts'

/** Backups in a folder. */
export class FolderDestination implements BackupDestination {
  readonly name: string
  readonly #folders = new SyncedFolders()

  constructor(location: string) {
    this.name = resolve(location)
  }

  async lock({ toWrite }: { toWrite: boolean }): Promise<DestinationLock> {
    try {
      makeFolder(this.name, 0o700)
      const lock = await lockDataDir(this.name, 'cli', 0)
      // The kernel holds the lock as long as the process lives.
      return { assertHeld: async () => undefined, release: async () => lock.release() }
    } catch (error) {
      if (error instanceof DataDirInUse)
        throw new BackupRefused(
          `Another command (process ${error.owner?.pid}) is working on ${this.name}. Try again when it has finished.`,
        )
      // Read-only media, snapshots and folders of other users can still be read.
      if (!toWrite && isReadOnlyError(error))
        return { assertHeld: async () => undefined, release: async () => undefined }
      throw this.#unusable(error)
    }
  }

  async names(folder = ''): Promise<string[]> {
    const names = await readdir(join(this.name, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return []
      throw this.#unusable(error)
    })
    return names.sort()
  }

  async bytesOf(file: string): Promise<number | undefined> {
    const found = await stat(this.#path(file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw new BackupRefused(`${this.#path(file)} cannot be read: ${error.message}.`)
    })
    return found?.size
  }

  read(file: string): Readable {
    return createReadStream(this.#path(file))
  }

  async write(file: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const path = this.#path(file)
    await this.#folders.ensure(dirname(path))
    // Private, as a backup contains all files.
    await pipeline(content, createWriteStream(`${path}.new`, { mode: 0o600, flush: true }))
    await renameDurably(`${path}.new`, path)
  }

  async remove(file: string): Promise<void> {
    await rm(this.#path(file), { force: true })
    await fsyncFolder(dirname(this.#path(file)))
  }

  async removeFolder(folder: string): Promise<void> {
    await rm(this.#path(folder), { recursive: true, force: true })
  }

  openObjects(): Promise<ObjectStore> {
    return this.#usable(openDiskStore({ folder: this.#path('objects') }))
  }

  openEncrypted(ring: KeyRing): Promise<ObjectStore> {
    return this.#usable(encryptedDisk({ folder: this.#path('objects/encrypted') }, ring))
  }

  async close(): Promise<void> {
    this.#folders.close()
  }

  #usable<T>(opening: Promise<T>): Promise<T> {
    return opening.catch((error: unknown) => {
      throw error instanceof StoreFull ? error : this.#unusable(error)
    })
  }

  #unusable(error: unknown): BackupRefused {
    const { cause = error } = error as Error
    return new BackupRefused(
      `${this.name} cannot be used: ${(cause as Error).message}. Give a folder that this user can write to.`,
    )
  }

  #path(file: string): string {
    return join(this.name, file)
  }
}

function isReadOnlyError(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  return code === 'EROFS' || code === 'EACCES' || code === 'EPERM'
}

/** Whether one folder is, or is inside, the other, by their real paths. */
export async function overlap(a: string, b: string): Promise<boolean> {
  const [one, two] = await Promise.all([realPathOf(resolve(a)), realPathOf(resolve(b))])
  return isWithin(one, two) || isWithin(two, one)
}

const isWithin = (inner: string, outer: string): boolean => {
  const path = relative(outer, inner)
  return path !== '..' && !path.startsWith(`..${sep}`)
}

/** The real path; the missing rest of a path is taken as it is. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const parent = dirname(path)
    return parent === path ? path : join(await realPathOf(parent), basename(path))
  }
}
