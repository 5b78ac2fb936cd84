import type { Config } from '../config/config.ts'
import { MixedStore } from '../objects/encrypted/mixed.ts'
import type { StoreEncryption } from '../objects/open-stores.ts'
import { type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import {
  type BackupDestination,
  type DestinationLock,
  type FileStore,
  filesIn,
  openDestination,
  textOf,
} from './destination.ts'
import { BackupCorrupted, BackupRefused } from './errors.ts'
import { MANIFEST, type Manifest, readManifest } from './manifest.ts'

/**
 * Backups of one installation, in a folder or a bucket:
 *
 *     clouddisk-backup.json     the installation
 *     objects/                  content, in the layout of its store; shared by all generations
 *     objects/encrypted/        the same with a master key
 *     generations/NAME/         rows, keys and the list of objects of one backup; complete once it has a manifest
 *     lock                      the command that works on it
 */
export class BackupRepository {
  readonly destination: BackupDestination
  readonly #lock: DestinationLock
  #objects: Objects

  private constructor(destination: BackupDestination, objects: Objects, lock: DestinationLock) {
    this.destination = destination
    this.#objects = objects
    this.#lock = lock
  }

  get name(): string {
    return this.destination.name
  }

  /** All names at the destination. */
  get objects(): ObjectStore {
    return this.#objects.all
  }

  /** Where copies go: encrypted if there is a key. */
  get target(): ObjectStore {
    return this.#objects.encrypted ?? this.#objects.plain
  }

  /** Encrypts and decrypts content from here on. */
  async unlock(encryption: StoreEncryption): Promise<void> {
    const { plain } = this.#objects
    const encrypted = await this.destination.openEncrypted(encryption.ring)
    this.#objects = { plain, encrypted, all: new MixedStore({ plain, encrypted, isOn: true }) }
  }

  /** Deletes plain copies of objects that were copied again encrypted. */
  async removePlainDuplicates(): Promise<void> {
    const { plain, encrypted } = this.#objects
    if (!encrypted) return
    for await (const { key } of plain.objects()) if (await encrypted.stat(key)) await plain.remove(key)
  }

  /**
   * Opens backups for reading or, with `installation`, for writing; creates the destination then. Throws BackupRefused if they
   * are another installation's or locked.
   */
  static async open(
    location: string,
    settings: Pick<Config, 'backupS3'>,
    installation?: string,
  ): Promise<BackupRepository> {
    const destination = await openDestination(location, settings)
    try {
      return await BackupRepository.#openIn(destination, installation)
    } catch (error) {
      await destination.close()
      throw error
    }
  }

  static async #openIn(destination: BackupDestination, installation?: string): Promise<BackupRepository> {
    const owner = await readOwner(destination)
    if (owner === undefined && installation === undefined)
      throw new BackupRefused(`${destination.name} is not a Clouddisk backup.`)
    if (owner !== undefined && installation !== undefined && owner !== installation)
      throw new BackupRefused(
        `${destination.name} holds backups of another Clouddisk. Give a destination of its own.`,
      )
    if (owner === undefined) await requireUnused(destination)
    const lock = await destination.lock({ toWrite: installation !== undefined })
    try {
      if (owner === undefined && installation !== undefined)
        await destination.write(OWNER, [Buffer.from(`${JSON.stringify({ installation })}\n`)])
      const plain = await destination.openObjects()
      return new BackupRepository(destination, { plain, all: plain }, lock)
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  /** The files of a generation. */
  filesOf = (generation: string): FileStore => filesIn(this.destination, folderOf(generation))

  /** Throws BackupRefused if the lock was lost. */
  assertHeld = (): Promise<void> => this.#lock.assertHeld()

  /** Starts a new generation; deletes incomplete ones. */
  async begin(generation: string): Promise<FileStore> {
    for (const name of await this.unfinished()) await this.destination.removeFolder(folderOf(name))
    for await (const { key } of this.objects.incoming()) await this.objects.abort(key)
    return this.filesOf(generation)
  }

  /** Names of complete generations, oldest first. */
  generations(): Promise<string[]> {
    return this.#named(true)
  }

  /** Names of incomplete generations. */
  unfinished(): Promise<string[]> {
    return this.#named(false)
  }

  async #named(finished: boolean): Promise<string[]> {
    const names: string[] = []
    for (const name of await this.destination.names('generations')) {
      const has = (await this.filesOf(name).bytesOf(MANIFEST)) !== undefined
      if (has === finished) names.push(name)
    }
    return names
  }

  /** A generation by name, or the latest. Throws BackupRefused if there is none, BackupDamaged if it is corrupt. */
  async manifest(generation?: string): Promise<Manifest> {
    const names = await this.generations()
    const name = generation ?? names.at(-1)
    if (name === undefined) throw new BackupRefused(`${this.name} holds no finished backup.`)
    if (!names.includes(name))
      throw new BackupRefused(`There is no backup ${name}. Backups: ${names.join(', ') || 'none'}.`)
    const manifest = await readManifest(this.filesOf(name), name)
    if (!manifest) throw new BackupCorrupted(`${name}/${MANIFEST} is missing.`)
    return manifest
  }

  /** The latest readable manifest with content keys; it has the keys of all earlier ones. */
  async latestWithKeys(): Promise<Manifest | undefined> {
    for (const name of (await this.generations()).reverse())
      try {
        const manifest = await this.manifest(name)
        if (manifest.contentKeys) return manifest
      } catch (error) {
        if (!(error instanceof BackupCorrupted)) throw error
      }
    return undefined
  }

  /** Removes the manifest first, which makes the generation incomplete. */
  async remove(generation: string): Promise<void> {
    await this.filesOf(generation).remove(MANIFEST)
    await this.destination.removeFolder(folderOf(generation))
  }

  async close(): Promise<void> {
    await this.objects.close()
    await this.#lock.release()
    await this.destination.close()
  }
}

interface Objects {
  readonly plain: ObjectStore
  readonly encrypted?: ObjectStore
  readonly all: ObjectStore
}

const OWNER = 'clouddisk-backup.json'

const folderOf = (generation: string): string => `generations/${generation}`

async function readOwner(destination: BackupDestination): Promise<string | undefined> {
  const path = `${destination.name}/${OWNER}`
  const text = await textOf(destination, OWNER).catch((error: unknown) => {
    if (error instanceof StoreUnavailable || error instanceof BackupRefused) throw error
    throw new BackupRefused(`${path} cannot be read: ${(error as Error).message}.`)
  })
  if (text === undefined) return undefined
  const installation = installationIn(text)
  if (installation === undefined) throw new BackupCorrupted(`${path} is damaged.`)
  return installation
}

function installationIn(text: string): string | undefined {
  try {
    const { installation } = Object(JSON.parse(text))
    return typeof installation === 'string' ? installation : undefined
  } catch {
    return undefined
  }
}

/** Left by an interrupted first backup, or part of the file system. */
const IGNORED_NAMES = ['lock', 'objects', 'probe', `${OWNER}.new`, 'lost+found']

async function requireUnused(destination: BackupDestination): Promise<void> {
  const names = await destination.names()
  if (names.some((name) => !IGNORED_NAMES.includes(name)))
    throw new BackupRefused(`${destination.name} holds other files. Give an empty or new folder or prefix.`)
}
