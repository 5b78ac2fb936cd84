import { createHash } from 'node:crypto'
import { StoreUnavailable } from '../objects/port.ts'
import { type FileStore, textOf } from './destination.ts'
import { BackupCorrupted } from './errors.ts'
import { linesOf, writeCompressed } from './files.ts'

/** The manifest of a generation: written after everything it names is durable; a generation without one is incomplete. */
export interface Manifest {
  readonly format: typeof FORMAT
  readonly generation: string
  /** The installation id, as in database and data directory. */
  readonly installation: string
  /** Versions of Clouddisk and PostgreSQL. */
  readonly product: string
  readonly postgres: string
  /** The time of the rows' snapshot. */
  readonly takenAt: string
  /** The applied migrations. */
  readonly migrations: readonly string[]
  readonly tables: readonly TableFile[]
  readonly sequences: readonly SequencePosition[]
  /** The list of objects that the rows name. */
  readonly objects: StoredFile & { readonly count: number; readonly content: number }
  /** Files of the data directory, by path. */
  readonly files: readonly (StoredFile & { readonly place: string })[]
  /** Content keys, wrapped by a master key that is not in the backup; absent without encryption. */
  readonly contentKeys?: readonly BackupKey[]
  /** Content that could not be copied because it was missing or corrupt. */
  readonly missing: readonly MissingObject[]
}

export interface StoredFile {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}
export interface TableFile extends StoredFile {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
}
export interface SequencePosition {
  readonly name: string
  readonly value: number
  /** Whether that value has been used. */
  readonly called: boolean
}
export interface BackupKey {
  readonly number: number
  /** The id of the master key. */
  readonly master: string
  /** Base64. */
  readonly wrapped: string
  readonly since: string
}
export interface MissingObject {
  readonly key: string
  readonly says: string
}

/** Files of the data directory to back up. Others are in rows, recreated at start or exported again. */
export const FILES = ['secrets/instance.key', 'audit/head.json']

export const filesOf = ({ tables, files, objects }: Manifest): StoredFile[] => [...tables, ...files, objects]

export const FORMAT = 1
export const MANIFEST = 'manifest.json'

const sumOf = (manifest: Manifest): string =>
  createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Completes the generation; durable when it resolves. */
export const writeManifest = (files: FileStore, manifest: Manifest): Promise<void> =>
  files.write(MANIFEST, [
    Buffer.from(`${JSON.stringify({ ...manifest, sha256: sumOf(manifest) }, undefined, 1)}\n`),
  ])

/** The message says what is wrong; `says` is worded to follow the name. */
export class ManifestCorrupted extends BackupCorrupted {
  readonly says: string
  constructor(generation: string, says: string) {
    super(`${generation}/${MANIFEST} ${says}.`)
    this.says = says
  }
}

/** Undefined for an incomplete generation. Throws ManifestCorrupted or StoreUnavailable. */
export async function readManifest(files: FileStore, generation: string): Promise<Manifest | undefined> {
  const text = await textOf(files, MANIFEST).catch((error: unknown) => {
    if (error instanceof StoreUnavailable) throw error
    throw new ManifestCorrupted(generation, `cannot be read: ${(error as Error).message}`)
  })
  if (text === undefined) return undefined
  const { sha256, ...manifest } = parse(text, generation)
  if (manifest.format > FORMAT)
    throw new ManifestCorrupted(generation, `was written by a newer Clouddisk (${manifest.product})`)
  if (sumOf(manifest) !== sha256 || !isManifest(manifest) || !isContained(manifest, generation))
    throw new ManifestCorrupted(generation, 'is damaged')
  return manifest
}

/** The hash does not protect against forgery, so the structure is validated. */
const isManifest = (found: Manifest): boolean =>
  [found.installation, found.product, found.postgres, found.takenAt].every(isText) &&
  isListOf(found.migrations, isText) &&
  isListOf(found.tables, (table) => isFile(table) && isText(table.name) && isListOf(table.columns, isText)) &&
  isListOf(found.sequences, ({ name, value }) => isText(name) && isCount(value)) &&
  isFile(found.objects) &&
  isCount(found.objects.count) &&
  isListOf(found.files, (file) => isFile(file) && isText(file.place)) &&
  isListOf(
    found.contentKeys ?? [],
    ({ number, master, wrapped, since }) => isCount(number) && [master, wrapped, since].every(isText),
  ) &&
  isListOf(found.missing, ({ key, says }) => isText(key) && isText(says))

const isText = (found: unknown): boolean => typeof found === 'string'
const isCount = (found: unknown): boolean => Number.isSafeInteger(found)
const isListOf = <T>(found: readonly T[], is: (one: T) => boolean): boolean =>
  Array.isArray(found) && found.every((one) => one !== null && is(one))
const isFile = (found: StoredFile): boolean =>
  isText(found?.file) && isCount(found.bytes) && isText(found.sha256)

/** Others may be able to write to the backup: it must not name files outside it, or other places in the data directory. */
const isContained = (manifest: Manifest, generation: string): boolean =>
  manifest.generation === generation &&
  filesOf(manifest).every(({ file }) => WITHIN.test(file)) &&
  manifest.files.every(({ place }) => FILES.includes(place))

/** Names of letters and digits with slashes between them; none begins with a dot. */
const WITHIN = /^\w[\w.-]*(\/\w[\w.-]*)*$/

function parse(text: string, generation: string): Manifest & { sha256: string } {
  try {
    return Object(JSON.parse(text))
  } catch {
    throw new ManifestCorrupted(generation, 'is damaged')
  }
}

/** The list of objects of a generation. Each line has key, bytes and SHA-256. */

const OBJECTS_FILE = 'objects.gz'

export interface ListedObject {
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
}

export const writeList = (files: FileStore, objects: AsyncIterable<ListedObject>): Promise<StoredFile> =>
  writeCompressed(files, OBJECTS_FILE, lines(objects))

async function* lines(objects: AsyncIterable<ListedObject>): AsyncIterable<string> {
  for await (const { key, size, sha256 } of objects) yield `${key} ${size} ${sha256.toString('hex')}\n`
}

export async function* listedObjects(files: FileStore, { objects }: Manifest): AsyncIterable<ListedObject> {
  for await (const line of linesOf(files, objects.file)) {
    const [key = '', size, sha256 = ''] = line.split(' ')
    yield { key, size: Number(size), sha256: Buffer.from(sha256, 'hex') }
  }
}
