import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { DataDirBusy, type DataLock, lockDataDir } from '../config/data-lock.ts'
import { moveToPlace, syncFolder, writeDraft } from '../config/durable-file.ts'
import { openDiskStore } from '../objects/disk.ts'
import { encryptedDisk } from '../objects/encrypted/encrypted.ts'
import { MixedStore } from '../objects/encrypted/mixed.ts'
import type { Encryption } from '../objects/open-stores.ts'
import type { ObjectStore } from '../objects/port.ts'
import { BackupDamaged, BackupRefused } from './faults.ts'
import { type Manifest, readManifest } from './manifest.ts'

/**
 * A folder of backups of one installation:
 *
 *     clouddisk-backup.json     whose it is
 *     objects/                  content, as the disk store keeps it; shared by all generations
 *     objects/encrypted/        the same where there is a master key
 *     generations/NAME/         rows, keys and the list of objects of one time; it counts once its manifest is there
 */
export class BackupFolder {
  readonly path: string
  readonly #lock: DataLock
  #objects: Objects

  private constructor(path: string, objects: Objects, lock: DataLock) {
    this.path = path
    this.#objects = objects
    this.#lock = lock
  }

  /** All that is there, however it lies. */
  get objects(): ObjectStore {
    return this.#objects.all
  }

  /** Where what is copied goes: encrypted where there is a key. */
  get target(): ObjectStore {
    return this.#objects.encrypted ?? this.#objects.plain
  }

  /** Has what is encrypted read and written from here on. */
  async unlock(encryption: Encryption): Promise<void> {
    const { plain } = this.#objects
    const encrypted = await encryptedDisk(
      { folder: join(this.path, 'objects', 'encrypted') },
      encryption.ring,
    )
    this.#objects = { plain, encrypted, all: new MixedStore({ plain, encrypted, isOn: true }) }
  }

  /** What has been copied again since it was encrypted lies plain no more. */
  async removePlainTwins(): Promise<void> {
    const { plain, encrypted } = this.#objects
    if (!encrypted) return
    for await (const { key } of plain.objects()) if (await encrypted.stat(key)) await plain.remove(key)
  }

  /** Opens one, or makes it where `installation` is named. BackupRefused where it is another's, or somebody works on it. */
  static async open(given: string, installation?: string): Promise<BackupFolder> {
    const path = resolve(given)
    const owner = await readOwner(path)
    if (owner === undefined && installation === undefined)
      throw new BackupRefused(`${path} holds no backup of Clouddisk.`)
    if (owner !== undefined && installation !== undefined && owner !== installation)
      throw new BackupRefused(`${path} holds the backup of another Clouddisk. Name a folder of its own.`)
    if (owner === undefined) await mustBeFree(path)
    const lock = await lockFolder(path)
    try {
      if (owner === undefined && installation !== undefined) await claim(path, installation)
      const plain = await openDiskStore({ folder: join(path, 'objects') })
      return new BackupFolder(path, { plain, all: plain }, lock)
    } catch (error) {
      lock.release()
      throw error
    }
  }

  pathOf = (generation: string): string => join(this.path, 'generations', generation)

  manifestPath = (generation: string): string => join(this.pathOf(generation), 'manifest.json')

  /** A folder for a new generation; what was left of one that never came to its end is gone. */
  async begin(generation: string): Promise<string> {
    for (const name of await this.#names())
      if (!(await exists(this.manifestPath(name))))
        await rm(this.pathOf(name), { recursive: true, force: true })
    for await (const { key } of this.objects.incoming()) await this.objects.abort(key)
    const folder = this.pathOf(generation)
    await mkdir(join(folder, 'tables'), { recursive: true, mode: 0o700 })
    return folder
  }

  /** The names of those that came to their end, oldest first. */
  async generations(): Promise<string[]> {
    const names: string[] = []
    for (const name of await this.#names()) if (await exists(this.manifestPath(name))) names.push(name)
    return names
  }

  async #names(): Promise<string[]> {
    return (await readdir(join(this.path, 'generations')).catch(() => [])).sort()
  }

  /** One by its name, or the latest. BackupRefused where there is none such, BackupDamaged. */
  async manifest(generation?: string): Promise<Manifest> {
    const names = await this.generations()
    const name = generation ?? names.at(-1)
    if (name === undefined) throw new BackupRefused(`${this.path} holds no finished backup.`)
    if (!names.includes(name))
      throw new BackupRefused(`There is no backup ${name}. There are: ${names.join(', ') || 'none'}.`)
    const manifest = await readManifest(this.manifestPath(name))
    if (!manifest) throw new BackupDamaged(`${this.manifestPath(name)} is missing.`)
    return manifest
  }

  /** The latest that can be read of those with content keys: it has the keys of all before it. */
  async latestWithKeys(): Promise<Manifest | undefined> {
    for (const name of (await this.generations()).reverse())
      try {
        const manifest = await this.manifest(name)
        if (manifest.contentKeys) return manifest
      } catch (error) {
        if (!(error instanceof BackupDamaged)) throw error
      }
    return undefined
  }

  /** Its manifest first: what is without one does not count. */
  async remove(generation: string): Promise<void> {
    await rm(this.manifestPath(generation))
    await syncFolder(this.pathOf(generation))
    await rm(this.pathOf(generation), { recursive: true, force: true })
  }

  async close(): Promise<void> {
    await this.objects.close()
    this.#lock.release()
  }
}

interface Objects {
  readonly plain: ObjectStore
  readonly encrypted?: ObjectStore
  readonly all: ObjectStore
}

const ownerPath = (path: string): string => join(path, 'clouddisk-backup.json')

async function readOwner(path: string): Promise<string | undefined> {
  const text = await readFile(ownerPath(path), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw new BackupRefused(`${ownerPath(path)} cannot be read: ${error.message}.`)
  })
  if (text === undefined) return undefined
  try {
    return String(JSON.parse(text).installation)
  } catch {
    throw new BackupDamaged(`${ownerPath(path)} is damaged.`)
  }
}

/** Not among files of somebody else's. */
async function mustBeFree(path: string): Promise<void> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupRefused(`${path} cannot be used: ${error.message}.`)
  })
  if (names.some((name) => name !== 'lock' && name !== 'lost+found' && name !== 'objects'))
    throw new BackupRefused(`${path} holds other files. Name an empty folder, or a new one.`)
}

/** Whoever reads it reads everybody's files. */
async function claim(path: string, installation: string): Promise<void> {
  await mkdir(join(path, 'generations'), { recursive: true, mode: 0o700 })
  await writeDraft(`${ownerPath(path)}.new`, `${JSON.stringify({ installation })}\n`)
  await moveToPlace(`${ownerPath(path)}.new`, ownerPath(path))
  await syncFolder(dirname(path))
}

async function lockFolder(path: string): Promise<DataLock> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    return await lockDataDir(path, 'cli', 0)
  } catch (error) {
    if (error instanceof DataDirBusy)
      throw new BackupRefused(`Another command (process ${error.owner?.pid}) is working on ${path}.`)
    throw new BackupRefused(`${path} cannot be used: ${(error as Error).message}`)
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Whether one of two folders lies within the other, or is it. */
export function overlap(a: string, b: string): boolean {
  const within = (inner: string, outer: string) => !relative(outer, inner).startsWith('..')
  return within(resolve(a), resolve(b)) || within(resolve(b), resolve(a))
}
