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
import { faultOfObject } from './check-object.ts'
import {
  ContentMismatch,
  copyObject,
  type ExpectedContent,
  requireContent,
  SourceUnreadable,
} from './copy-object.ts'
import { type FileStore, requireSeparateLocation } from './destination.ts'
import { type DumpedRows, dumpRows, NAMED_CONTENT_FILE } from './dump-rows.ts'
import { BackupRefused } from './errors.ts'
import { linesOf, writeWhole } from './files.ts'
import { mapInOrder, SizesInOrder } from './in-order.ts'
import { toBackupKeys } from './keys.ts'
import { type LostObject, withNames } from './lost-objects.ts'
import {
  FILES,
  FORMAT,
  filesOf,
  type ListedObject,
  type Manifest,
  type MissingObject,
  writeList,
  writeManifest,
} from './manifest.ts'
import { BackupRepository } from './repository.ts'
import { applyRetention, type RetentionResult } from './retention.ts'

export interface BackupProgress {
  readonly objects: number
  readonly copied: number
  readonly copiedBytes: number
}

export interface BackupResult extends BackupProgress {
  readonly generation: string
  readonly rows: number
  readonly bytes: number
  /** Content that was missing, corrupt, unreadable or withheld by its store. */
  readonly missing: readonly LostObject[]
  /** Older generations that were removed. */
  readonly removed: readonly string[]
  /** Older generations that stay beyond `keep`, as they have content that this one lacks. */
  readonly keptOlder: readonly string[]
}

export interface BackupOptions {
  /** How many generations to keep, including this one; undefined keeps all. */
  readonly keep?: number | undefined
  /** Called after each object; `rows` is the number of content rows. */
  readonly onProgress?: (done: BackupProgress, all: number) => void
  /** For tests. */
  readonly readRetry?: ReadRetryOptions
}

const MAX_LOST_MS = HOUR
const NOTHING_REMOVED: RetentionResult = { removed: [], kept: [] }

const CONCURRENCY = 4

/**
 * Makes a generation while the server runs: first a snapshot of the rows, then the objects that they name, which are
 * immutable and protected by the GC lock. The manifest is written last. An interrupted backup leaves earlier generations
 * intact, and its objects need not be copied again.
 */
export async function makeBackup(
  ctx: Context,
  location: string,
  { keep, onProgress = () => undefined, readRetry = { maxLostMs: MAX_LOST_MS } }: BackupOptions = {},
): Promise<BackupResult> {
  await requireSeparateLocation(location, ctx)
  const installation = await installationIdOf(ctx.db.pool)
  if (installation === undefined)
    throw new BackupRefused('There is nothing to back up: no server has run here yet.')
  const backup = await BackupRepository.open(location, ctx.config, installation)
  const lock = await acquireGcLock(ctx.db.pool).catch(async (error) => {
    await backup.close()
    throw error
  })
  try {
    const encryption = await openEncryption(ctx.config.encryption, ctx.db.reader)
    if (encryption) await backup.unlock(encryption)
    const generation = nameOf(ctx.now())
    const files = await backup.begin(generation)
    const base = { format: FORMAT, generation, installation, product: VERSION } as const
    // The saved head of the audit log is copied before the log, which must contain it.
    const data = await copyFiles(ctx.config.dataDir, files)
    const rows = await dumpRows(ctx.db.pool, files)
    const retry = new ObjectReadRetry(readRetry)
    const copied = await copyContent(ctx.stores, backup, files, retry, (done) =>
      onProgress(done, rows.tables.find(({ name }) => name === 'blob')?.rows ?? 0),
    )
    // Content may be encrypted by a key that was created meanwhile.
    const contentKeys = encryption && toBackupKeys(await wrappedKeys(ctx.db.reader))
    const { list: objects, missing } = copied
    const named = { ...rows, objects, files: data, ...(contentKeys && { contentKeys }) }
    const manifest: Manifest = { ...base, ...named, missing }
    await finish(backup, lock, manifest)
    await recordBackup(ctx.db.reader, ctx.now()).catch((error) =>
      ctx.log.warn({ err: error }, 'backup complete, but its time could not be recorded in the database'),
    )
    await backup.removePlainDuplicates()
    const { removed, kept } = keep ? await applyRetention(backup, keep, copied.lacking) : NOTHING_REMOVED
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
    if (isDestinationFull(error))
      throw new BackupRefused(
        `${backup.name} is full; earlier backups are intact. Free some space and try again.`,
      )
    if (error instanceof StoreUnavailable || error instanceof TransferStalled)
      throw new BackupRefused(unreachableMessage(backup.name))
    throw error
  } finally {
    await lock.release()
    await backup.close()
  }
}

const unreachableMessage = (store: string): string =>
  `${store} does not answer; earlier backups are intact. Make the backup again later.`

/** The database's own files are not written to here. */
const isDestinationFull = (error: unknown): boolean =>
  error instanceof StoreFull || (error as NodeJS.ErrnoException).code === 'ENOSPC'

const nameOf = (at: Date): string => at.toISOString().replace(/[:.]/g, '-')

export const rowsIn = ({ tables }: Pick<DumpedRows, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

async function finish(backup: BackupRepository, lock: GcLock, manifest: Manifest): Promise<void> {
  await lock.assertHeld()
  const files = backup.filesOf(manifest.generation)
  await files.remove(NAMED_CONTENT_FILE)
  for (const { file, bytes } of filesOf(manifest))
    if ((await files.bytesOf(file)) !== bytes)
      throw new BackupRefused(
        `${file} has disappeared from ${backup.name}. Make sure that nothing else removes files there, and make the backup again.`,
      )
  await backup.assertHeld()
  await writeManifest(files, manifest)
}

async function copyFiles(dataDir: string, files: FileStore): Promise<Manifest['files']> {
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

interface NamedObject extends StoredObject {
  readonly size: number
  readonly sha256: Buffer
  /** Whether the content was verified against its hash. */
  readonly verified: boolean
}

async function* namedContent(files: FileStore): AsyncIterable<NamedObject> {
  for await (const line of linesOf(files, NAMED_CONTENT_FILE)) {
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

interface ExistingCopy {
  /** Size of the copy in the backup, if there is one. */
  readonly there: number | undefined
}

/** Of encrypted content, only encrypted copies count. */
async function* withExistingCopies(
  content: AsyncIterable<NamedObject>,
  { objects, target }: BackupRepository,
): AsyncIterable<NamedObject & ExistingCopy> {
  const all = new SizesInOrder(objects.objects())
  const encrypted = target === objects ? all : new SizesInOrder(target.objects())
  for await (const named of content)
    yield { ...named, there: await (isEncryptedEtag(named.etag) ? encrypted : all).of(named.key) }
}

interface CopyResult {
  readonly list: Manifest['objects']
  readonly missing: MissingObject[]
  readonly lacking: ExpectedContent[]
  readonly done: BackupProgress
}

async function copyContent(
  from: Stores,
  to: BackupRepository,
  files: FileStore,
  retry: ObjectReadRetry,
  onProgress: (done: BackupProgress) => void,
): Promise<CopyResult> {
  const missing: MissingObject[] = []
  const lacking: ExpectedContent[] = []
  const done = { objects: 0, copied: 0, copiedBytes: 0 }
  let count = 0
  let content = 0
  const all = withExistingCopies(namedContent(files), to)
  const kept = mapInOrder(all, CONCURRENCY, async (named): Promise<ListedObject | undefined> => {
    const { bucket, key, size, sha256 } = named
    try {
      if (await copyOne(from, to, named, retry)) {
        done.copied++
        done.copiedBytes += size
      }
      count++
      content += size
      return { key, size, sha256 }
    } catch (error) {
      // An unreachable store: its content is not missing and may be back soon.
      if (error instanceof SourceUnavailable)
        throw new BackupRefused(unreachableMessage(`The bucket ${bucket}`))
      const says = reasonMissing(error)
      if (says === undefined) throw error
      missing.push({ key, says })
      lacking.push({ size, sha256 })
      return undefined
    } finally {
      done.objects++
      onProgress(done)
    }
  })
  const file = await writeList(files, withoutUndefined(kept))
  missing.sort((a, b) => (a.key < b.key ? -1 : 1))
  return { list: { ...file, count, content }, missing, lacking, done }
}

async function* withoutUndefined<T>(items: AsyncIterable<T | undefined>): AsyncIterable<T> {
  for await (const item of items) if (item !== undefined) yield item
}

/**
 * Returns whether the object was copied. A copy of the right size was verified when it was made, and objects never change;
 * if the content itself is unverified, the copy is read again.
 */
async function copyOne(
  from: Stores,
  { objects, target }: BackupRepository,
  { bucket, key, etag, size, sha256, verified, there }: NamedObject & ExistingCopy,
  retry: ObjectReadRetry,
): Promise<boolean> {
  const expected = { size, sha256 }
  const isIntact = there === size && (verified || !(await faultOfObject(objects, { key, ...expected })))
  if (isIntact) return false
  const source = from.of(bucket)
  if (there !== undefined) {
    // Earlier generations may have no other copy.
    await retry.read(source, () => requireContent(source, { key, etag }, expected))
    await objects.remove(key)
  }
  await retry.read(source, () => copyObject(source, target, { key, etag }, expected))
  return true
}

/** The reason if the content itself cannot be backed up; undefined for errors that fail the whole backup. */
function reasonMissing(error: unknown): string | undefined {
  if (error instanceof UnknownBucket)
    throw new BackupRefused(`${error.message} Use the same settings as the server.`)
  if (error instanceof NoSuchObject) return 'is missing'
  if (error instanceof ObjectCorrupted) return 'is damaged'
  if (
    error instanceof ContentMismatch ||
    error instanceof SourceUnreadable ||
    error instanceof ObjectUnavailable
  )
    return error.message
  return undefined
}
