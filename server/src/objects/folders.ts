import fs from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { closeFile, errorCode, onDisk, openFile } from './disk-io.ts'

const fsync = promisify(fs.fsync)

/** Objects of the same time share a folder, so few folders are synced often. */
const MAX_OPEN = 8

interface Syncing {
  running: Promise<void>
  next: Promise<void> | undefined
}

/** Creates folders and makes their entries durable. */
export class SyncedFolders {
  readonly #known = new Set<string>()
  readonly #syncing = new Map<string, Syncing>()
  readonly #open = new LRUCache<string, Promise<number>>({
    max: MAX_OPEN,
    dispose: (opening, path) => void this.#closeFolder(opening, path),
  })

  /** Creates a folder and its missing parents, durably. */
  async ensure(path: string): Promise<void> {
    if (this.#known.has(path)) return
    const created = await onDisk(mkdir(path, { recursive: true, mode: 0o700 }))
    if (created !== undefined) {
      for (let folder = path; folder.length >= created.length; folder = dirname(folder))
        await this.sync(dirname(folder))
    }
    this.#known.add(path)
  }

  /** Makes the current entries of a folder durable. Calls during an fsync share the next one. */
  sync(path: string): Promise<void> {
    const syncing = this.#syncing.get(path)
    if (!syncing) return this.#start(path)
    syncing.next ??= syncing.running.catch(() => undefined).then(() => this.#start(path))
    return syncing.next
  }

  #start(path: string): Promise<void> {
    const running = this.#sync(path)
    const syncing: Syncing = { running, next: undefined }
    this.#syncing.set(path, syncing)
    const over = () => {
      if (this.#syncing.get(path) === syncing && !syncing.next) this.#syncing.delete(path)
    }
    running.then(over, over)
    return running
  }

  async #sync(path: string): Promise<void> {
    const opening = this.#open.get(path) ?? openFile(path, 'r')
    this.#open.set(path, opening)
    try {
      await onDisk(fsync(await opening))
    } catch (error) {
      this.#open.delete(path)
      if (!(await isReadOnlyRefusal(error, path))) throw error
    }
  }

  /** Waits for a running sync. */
  async #closeFolder(opening: Promise<number>, path: string): Promise<void> {
    await this.#syncing.get(path)?.running.catch(() => undefined)
    await opening.then(closeFile, () => undefined)
  }

  close(): void {
    this.#open.clear()
  }
}

/**
 * Read-only file systems (ISO 9660, squashfs) refuse fsync with EINVAL, and have nothing to sync. One that became read-only
 * after an error reports another code.
 */
const isReadOnlyRefusal = async (error: unknown, path: string): Promise<boolean> =>
  errorCode(error) === 'EINVAL' &&
  access(path, fs.constants.W_OK).then(
    () => false,
    (denied: unknown) => errorCode(denied) === 'EROFS',
  )
