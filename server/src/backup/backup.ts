import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '@clouddisk/contract/time'
import { VERSION } from '../config/version.ts'
import type { Context } from '../context.ts'
import { acquireGcLock, type GcLock } from '../db/gc-lock.ts'
import { installationIdOf } from '../db/installation.ts'
import { recordBackup } from '../features/settings/settings.ts'
import { wrappedKeys } from '../objects/encrypted/content-keys.ts'
import { isEncryptedEtag } from '../objects/encrypted/mixed.ts'
import { openEncryption } from '../objects/encrypted/open-encryption.ts'
import {
  NoSuchObject,
  ObjectCorrupted,
  StoreFull,
  StoreUnavailable,
  TransferStalled,
} from '../objects/port.ts'
import { type StoredObject, type Stores, UnknownBucket } from '../objects/stores.ts'
import {
  ObjectReadRetry,
  ObjectUnavailable,
  type ReadRetryOptions,
  SourceUnavailable,
} from '../objects/unavailable-objects.ts'
import { Backups } from './backups.ts'
import { copyObject, mustBe, Unreadable, type Wanted, WrongBytes } from './contents.ts'
import { type Files, mustLieElsewhere } from './destination.ts'
import { dumpRows, NAMED, type Rows } from './dump.ts'
import { BackupRefused } from './faults.ts'
import { linesOf, writeWhole } from './files.ts'
import { inOrder } from './in-order.ts'
import { type Removed, removeOld } from './keep.ts'
import { keptKeys } from './keys.ts'
import { faultOfObject } from './look.ts'
import { type LostObject, withNames } from './lost.ts'
import { FILES, FORMAT, filesOf, type Manifest, type MissingObject, writeManifest } from './manifest.ts'
import { type ListedObject, writeList } from './objects-list.ts'
import { SizesInOrder } from './sizes-in-order.ts'

export interface Done {
  readonly objects: number
  readonly copied: number
  readonly copiedBytes: number
}

export interface BackupMade extends Done {
  readonly generation: string
  readonly rows: number
  readonly bytes: number
  /** Content that was gone, damaged, not to be read or not given out where it lies. */
  readonly missing: readonly LostObject[]
  /** Older generations that were removed. */
  readonly removed: readonly string[]
  /** Older ones that stay beside those that `keep` asked for: they have content that this one lacks. */
  readonly keptOlder: readonly string[]
}

export interface BackupOptions {
  /** How many generations stay, this one among them; all where it is not said. */
  readonly keep?: number | undefined
  /** After each object; `rows` of content there are. */
  readonly onProgress?: (done: Done, all: number) => void
  /** For tests: how long what a store does not give out may take. */
  readonly withheld?: ReadRetryOptions
}

const WITHHELD_MS = HOUR
const NONE_REMOVED: Removed = { removed: [], kept: [] }

const AT_ONCE = 4

/**
 * Makes a generation while people work: first the rows of one moment, then the objects that they name, which never
 * change and are held until they are copied. The manifest comes last; whatever ends this before leaves the earlier
 * generations as they were, and objects that the next run need not copy again.
 */
export async function makeBackup(
  ctx: Context,
  given: string,
  { keep, onProgress = () => undefined, withheld = { mostMs: WITHHELD_MS } }: BackupOptions = {},
): Promise<BackupMade> {
  await mustLieElsewhere(given, ctx)
  const installation = await installationIdOf(ctx.db.pool)
  if (installation === undefined)
    throw new BackupRefused('There is nothing to back up: no server has run here yet.')
  const backup = await Backups.open(given, ctx.config, installation)
  const hold = await acquireGcLock(ctx.db.pool).catch(async (error) => {
    await backup.close()
    throw error
  })
  try {
    const encryption = await openEncryption(ctx.config.encryption, ctx.db.reader)
    if (encryption) await backup.unlock(encryption)
    const generation = nameOf(ctx.now())
    const files = await backup.begin(generation)
    const base = { format: FORMAT, generation, installation, product: VERSION } as const
    // The end of the audit log before the log: what was kept must be in it.
    const data = await copyFiles(ctx.config.dataDir, files)
    const rows = await dumpRows(ctx.db.pool, files)
    const givenOut = new ObjectReadRetry(withheld)
    const copied = await copyContent(ctx.stores, backup, files, givenOut, (done) =>
      onProgress(done, rows.tables.find(({ name }) => name === 'blob')?.rows ?? 0),
    )
    // What was copied may be encrypted by a key that came meanwhile.
    const contentKeys = encryption && keptKeys(await wrappedKeys(ctx.db.reader))
    const { list: objects, missing } = copied
    const named = { ...rows, objects, files: data, ...(contentKeys && { contentKeys }) }
    const manifest: Manifest = { ...base, ...named, missing }
    await finish(backup, hold, manifest)
    await recordBackup(ctx.db.reader, ctx.now()).catch((error) =>
      ctx.log.warn({ err: error }, 'backup complete, but its time could not be recorded in the database'),
    )
    await backup.removePlainTwins()
    const { removed, kept } = keep ? await removeOld(backup, keep, copied.lacking) : NONE_REMOVED
    return {
      generation,
      rows: rowsIn(rows),
      bytes: copied.list.content,
      ...copied.done,
      missing: await withNames(backup, manifest, missing),
      removed,
      keptOlder: kept,
    }
  } catch (error) {
    if (isFull(error))
      throw new BackupRefused(
        `${backup.name} is full; earlier backups are intact. Free some space and try again.`,
      )
    if (error instanceof StoreUnavailable || error instanceof TransferStalled)
      throw new BackupRefused(doesNotAnswer(backup.name))
    throw error
  } finally {
    await hold.release()
    await backup.close()
  }
}

const doesNotAnswer = (store: string): string =>
  `${store} does not answer; earlier backups are intact. Make the backup again later.`

/** The database's own files are not written to here. */
const isFull = (error: unknown): boolean =>
  error instanceof StoreFull || (error as NodeJS.ErrnoException).code === 'ENOSPC'

const nameOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

export const rowsIn = ({ tables }: Pick<Rows, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

async function finish(backup: Backups, hold: GcLock, manifest: Manifest): Promise<void> {
  await hold.assertHeld()
  const files = backup.filesOf(manifest.generation)
  await files.remove(NAMED)
  for (const { file, bytes } of filesOf(manifest))
    if ((await files.bytesOf(file)) !== bytes)
      throw new BackupRefused(
        `${file} has disappeared from ${backup.name}. Make sure that nothing else removes files there, and make the backup again.`,
      )
  await backup.mustHold()
  await writeManifest(files, manifest)
}

async function copyFiles(dataDir: string, files: Files): Promise<Manifest['files']> {
  const copied: Manifest['files'][number][] = []
  for (const place of FILES) {
    const content = await readFile(join(dataDir, place)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw new BackupRefused(`${join(dataDir, place)} cannot be read: ${error.message}.`)
    })
    if (content) copied.push({ place, ...(await writeWhole(files, `data/${place}`, content)) })
  }
  return copied
}

interface Named extends StoredObject {
  readonly size: number
  readonly sha256: Buffer
  /** Whether the bytes are known to be those of the hash. */
  readonly verified: boolean
}

async function* namedContent(files: Files): AsyncIterable<Named> {
  for await (const line of linesOf(files, NAMED)) {
    const [key = '', size, sha256 = '', etag = '\\N', verified, bucket = ''] = line.split('\t')
    yield {
      bucket,
      key,
      etag: etag === '\\N' ? null : etag,
      size: Number(size),
      sha256: Buffer.from(sha256, 'hex'),
      verified: verified === 't',
    }
  }
}

interface There {
  /** Bytes of the object that lies in the backup already. */
  readonly there: number | undefined
}

/** What is encrypted where it comes from counts where it is encrypted in the backup. */
async function* besideWhatIsThere(
  content: AsyncIterable<Named>,
  { objects, target }: Backups,
): AsyncIterable<Named & There> {
  const all = new SizesInOrder(objects.objects())
  const encrypted = target === objects ? all : new SizesInOrder(target.objects())
  for await (const named of content)
    yield { ...named, there: await (isEncryptedEtag(named.etag) ? encrypted : all).of(named.key) }
}

interface Copied {
  readonly list: Manifest['objects']
  readonly missing: MissingObject[]
  readonly lacking: Wanted[]
  readonly done: Done
}

async function copyContent(
  from: Stores,
  to: Backups,
  files: Files,
  givenOut: ObjectReadRetry,
  onProgress: (done: Done) => void,
): Promise<Copied> {
  const missing: MissingObject[] = []
  const lacking: Wanted[] = []
  const done = { objects: 0, copied: 0, copiedBytes: 0 }
  let count = 0
  let content = 0
  const all = besideWhatIsThere(namedContent(files), to)
  const kept = inOrder(all, AT_ONCE, async (named): Promise<ListedObject | undefined> => {
    const { bucket, key, size, sha256 } = named
    try {
      if (await keepOne(from, to, named, givenOut)) {
        done.copied++
        done.copiedBytes += size
      }
      count++
      content += size
      return { key, size, sha256 }
    } catch (error) {
      // Nothing is known of what lies there: it is not missing, and all of it may be back soon.
      if (error instanceof SourceUnavailable) throw new BackupRefused(doesNotAnswer(`The bucket ${bucket}`))
      const says = whyMissing(error)
      if (says === undefined) throw error
      missing.push({ key, says })
      lacking.push({ size, sha256 })
      return undefined
    } finally {
      done.objects++
      onProgress(done)
    }
  })
  const file = await writeList(files, present(kept))
  missing.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { list: { ...file, count, content }, missing, lacking, done }
}

async function* present<T>(items: AsyncIterable<T | undefined>): AsyncIterable<T> {
  for await (const item of items) if (item !== undefined) yield item
}

/**
 * Whether it was copied. What is there under its name with its size was compared when it came, and objects never change; where
 * the content itself is in doubt, it is read again. What is encrypted where it comes from is encrypted here.
 */
async function keepOne(
  from: Stores,
  { objects, target }: Backups,
  { bucket, key, etag, size, sha256, verified, there }: Named & There,
  givenOut: ObjectReadRetry,
): Promise<boolean> {
  const wanted = { size, sha256 }
  const isSound = there === size && (verified || !(await faultOfObject(objects, { key, ...wanted })))
  if (isSound) return false
  const source = from.of(bucket)
  if (there !== undefined) {
    // Earlier generations may have nothing else of it.
    await givenOut.read(source, () => mustBe(source, { key, etag }, wanted))
    await objects.remove(key)
  }
  await givenOut.read(source, () => copyObject(source, target, { key, etag }, wanted))
  return true
}

/** A fault of the content itself, which is no reason to go without a backup of all else. */
function whyMissing(error: unknown): string | undefined {
  if (error instanceof UnknownBucket)
    throw new BackupRefused(`${error.message} Use the same settings as the server.`)
  if (error instanceof NoSuchObject) return 'is missing'
  if (error instanceof ObjectCorrupted) return 'is damaged'
  if (error instanceof WrongBytes || error instanceof Unreadable || error instanceof ObjectUnavailable)
    return error.message
  return undefined
}
