import fs from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import { closeFile, errorCode, onDisk, openFile } from './disk-io.ts'

const fsync = promisify(fs.fsync)

/** Objects of one time share a folder, so the same few are synced again and again. */
const KEPT_OPEN = 8

interface Syncing {
  running: Promise<void>
  next: Promise<void> | undefined
}

/** Folders whose entries survive a crash of the machine. */
export class SyncedFolders {
  readonly #known = new Set<string>()
  readonly #syncing = new Map<string, Syncing>()
  readonly #open = new LRUCache<string, Promise<number>>({
    max: KEPT_OPEN,
    dispose: (opening, path) => void this.#letGo(opening, path),
  })

  /** Makes a folder and those above it, each entry durable. */
  async ensure(path: string): Promise<void> {
    if (this.#known.has(path)) return
    const made = await onDisk(mkdir(path, { recursive: true, mode: 0o700 }))
    if (made !== undefined) {
      for (let folder = path; folder.length >= made.length; folder = dirname(folder))
        await this.sync(dirname(folder))
    }
    this.#known.add(path)
  }

  /** Makes a folder's present entries durable. Calls that meet share one fsync, one that began after they came. */
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
      if (!(await knowsNoSync(error, path))) throw error
    }
  }

  /** Not while somebody still syncs by it. */
  async #letGo(opening: Promise<number>, path: string): Promise<void> {
    await this.#syncing.get(path)?.running.catch(() => undefined)
    await opening.then(closeFile, () => undefined)
  }

  close(): void {
    this.#open.clear()
  }
}

/**
 * Some file systems that never take a write (ISO 9660, squashfs) refuse to be asked; nothing can be new there. One that takes no more
 * after a fault says something else.
 */
const knowsNoSync = async (error: unknown, path: string): Promise<boolean> =>
  errorCode(error) === 'EINVAL' &&
  access(path, fs.constants.W_OK).then(
    () => false,
    (refused: unknown) => errorCode(refused) === 'EROFS',
  )
