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
 *     clouddisk-backup.json     whose it is
 *     objects/                  content, as its store keeps it; shared by all generations
 *     objects/encrypted/        the same where there is a master key
 *     generations/NAME/         rows, keys and the list of objects of one time; it counts once its manifest is there
 *     lock                      who works on it
 */
export class BackupRepository {
  readonly place: BackupDestination
  readonly #lock: DestinationLock
  #objects: Objects

  private constructor(place: BackupDestination, objects: Objects, lock: DestinationLock) {
    this.place = place
    this.#objects = objects
    this.#lock = lock
  }

  get name(): string {
    return this.place.name
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
    const encrypted = await this.place.openEncrypted(encryption.ring)
    this.#objects = { plain, encrypted, all: new MixedStore({ plain, encrypted, isOn: true }) }
  }

  /** Deletes plain copies of objects that were copied again encrypted. */
  async removePlainDuplicates(): Promise<void> {
    const { plain, encrypted } = this.#objects
    if (!encrypted) return
    for await (const { key } of plain.objects()) if (await encrypted.stat(key)) await plain.remove(key)
  }

  /**
   * Opens them to be read; to be written, in a place that is made for them, where `installation` is named. BackupRefused where it
   * is another's, or somebody works on it.
   */
  static async open(
    given: string,
    settings: Pick<Config, 'backupS3'>,
    installation?: string,
  ): Promise<BackupRepository> {
    const place = await openDestination(given, settings)
    try {
      return await BackupRepository.#openIn(place, installation)
    } catch (error) {
      await place.close()
      throw error
    }
  }

  static async #openIn(place: BackupDestination, installation?: string): Promise<BackupRepository> {
    const owner = await readOwner(place)
    if (owner === undefined && installation === undefined)
      throw new BackupRefused(`${place.name} is not a Clouddisk backup.`)
    if (owner !== undefined && installation !== undefined && owner !== installation)
      throw new BackupRefused(`${place.name} holds backups of another Clouddisk. Give a place of its own.`)
    if (owner === undefined) await requireUnused(place)
    const lock = await place.lock({ toWrite: installation !== undefined })
    try {
      if (owner === undefined && installation !== undefined)
        await place.write(OWNER, [Buffer.from(`${JSON.stringify({ installation })}\n`)])
      const plain = await place.openObjects()
      return new BackupRepository(place, { plain, all: plain }, lock)
    } catch (error) {
      await lock.release()
      throw error
    }
  }

  /** The files of a generation. */
  filesOf = (generation: string): FileStore => filesIn(this.place, folderOf(generation))

  /** Throws BackupRefused if the lock was lost. */
  assertHeld = (): Promise<void> => this.#lock.assertHeld()

  /** Starts a new generation; deletes incomplete ones. */
  async begin(generation: string): Promise<FileStore> {
    for (const name of await this.unfinished()) await this.place.removeFolder(folderOf(name))
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
    for (const name of await this.place.names('generations')) {
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
    await this.place.removeFolder(folderOf(generation))
  }

  async close(): Promise<void> {
    await this.objects.close()
    await this.#lock.release()
    await this.place.close()
  }
}

interface Objects {
  readonly plain: ObjectStore
  readonly encrypted?: ObjectStore
  readonly all: ObjectStore
}

const OWNER = 'clouddisk-backup.json'

const folderOf = (generation: string): string => `generations/${generation}`

async function readOwner(place: BackupDestination): Promise<string | undefined> {
  const path = `${place.name}/${OWNER}`
  const text = await textOf(place, OWNER).catch((error: unknown) => {
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

/** What a first run that was cut off leaves, and what a disk brings along. */
const IGNORED_NAMES = ['lock', 'objects', 'probe', `${OWNER}.new`, 'lost+found']

/** Not among files of somebody else's. */
async function requireUnused(place: BackupDestination): Promise<void> {
  const names = await place.names()
  if (names.some((name) => !IGNORED_NAMES.includes(name)))
    throw new BackupRefused(`${place.name} holds other files. Give an empty or new folder or prefix.`)
}
