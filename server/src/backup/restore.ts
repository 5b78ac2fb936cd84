import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { counted } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type DisposableStack, openContext, openExclusivePostgres } from '../boot.ts'
import type { Config, S3Config } from '../config/config.ts'
import { lockDataDir } from '../config/data-lock.ts'
import { fsyncFolder, writeSynced } from '../config/durable-file.ts'
import type { Context } from '../context.ts'
import { checkInstallation, markInstallation } from '../db/installation.ts'
import { migrate, migrationFiles, migrationNumber } from '../db/migrate.ts'
import { connectUnpooled, openPool } from '../db/pool.ts'
import { discard } from '../features/uploads/open-uploads.ts'
import { type BucketOwner, newBucketOwnerName, newOwner } from '../objects/bucket-owner.ts'
import { MARKER } from '../objects/layout.ts'
import { openS3, openStores, type StoreEncryption } from '../objects/open-stores.ts'
import { type ObjectStore, StoreUnavailable } from '../objects/port.ts'
import { rowsIn } from './backup.ts'
import { BackupUnreadable, faultOfObject } from './check-object.ts'
import { copyObject } from './copy-object.ts'
import type { FileStore } from './destination.ts'
import { BackupCorrupted, BackupRefused } from './errors.ts'
import { mapInOrder } from './in-order.ts'
import { encryptionIn, insertKeys, keysToRestore } from './keys.ts'
import { loadRows, type RestoredContent, settleRows } from './load-rows.ts'
import { formatLostObject, type LostObject, withNames } from './lost-objects.ts'
import { type ListedObject, listedObjects, type Manifest, type MissingObject } from './manifest.ts'
import { BackupRepository } from './repository.ts'
import { faultsOfGeneration } from './verify.ts'

export interface RestoreResult {
  readonly generation: string
  readonly takenAt: string
  readonly rows: number
  readonly objects: number
  readonly bytes: number
  /** Content that the backup never had; quarantined. */
  readonly missing: readonly LostObject[]
  /** Content that is corrupt or missing in the backup; quarantined. */
  readonly damaged: readonly LostObject[]
  /** Migrations that the backup did not have. */
  readonly appliedMigrations: readonly string[]
  /** Unfinished uploads, whose bytes are in no backup. */
  readonly endedUploads: number
}

interface RestoreOptions {
  readonly config: Config
  readonly log: Logger
  readonly cleanup: DisposableStack
  /** A generation's name; undefined for the latest. */
  readonly generation?: string | undefined
  /** Restores everything except corrupt content. */
  readonly skipCorrupted?: boolean | undefined
  readonly onProgress?: (done: { objects: number; bytes: number }, all: number) => void
}

const CONCURRENCY = 4

/**
 * Restores into a new installation and returns it opened. Everything is verified before anything is written, and again
 * while it is copied; with `skipCorrupted` only the latter. Until all rows are loaded, the data directory has an
 * installation id that the database lacks, so that no server starts on an incomplete restore.
 */
export async function restoreBackup(
  location: string,
  { config, log, cleanup, generation, skipCorrupted = false, onProgress = () => undefined }: RestoreOptions,
): Promise<{ restored: RestoreResult; ctx: Context }> {
  const backup = await BackupRepository.open(location, config)
  cleanup.defer(() => backup.close())
  const manifest = await backup.manifest(generation)
  await requireKnownSchema(manifest)
  const latest = await backup.latestWithKeys()
  const found = await encryptionIn(latest, config.encryption, manifest.contentKeys !== undefined)
  if (found) await backup.unlock(found)
  const { keys, encryption } = await keysToRestore(latest, config.encryption)
  const lock = await lockDataDir(config.dataDir, 'cli')
  let started = false
  cleanup.defer(() => (started ? lock.release() : lock.releaseAndRemove()))
  await requireEmptyFolder(config.dataDir)
  await requireIntactRows(backup, manifest)
  const owner = newBucketOwnerName()
  const bucketOwner = newOwner(owner)
  if (config.s3) await requireEmptyBucket(config.s3, encryption, bucketOwner)
  const report = (done: { objects: number; bytes: number }) => onProgress(done, manifest.objects.count)
  if (!skipCorrupted) await requireIntactContent(backup, manifest, report)
  const database = await openExclusivePostgres(config, log, cleanup)
  const pool = openPool(database, (err) => log.warn({ err }, 'lost an idle database connection'))
  try {
    await requireNoTables(pool)
    started = true
    // First, so that no server starts on the incomplete restore.
    await markInstallation(config.dataDir, manifest.installation)
    await restoreFiles(config.dataDir, backup.filesOf(manifest.generation), manifest)
    const { content, lost, ...copied } = await withHome(config, encryption, bucketOwner, (objects) =>
      restoreContent(backup, objects, manifest, { skipCorrupted, onProgress: report }),
    )
    await migrate(pool, manifest.migrations)
    const client = await connectUnpooled(pool)
    let appliedMigrations: string[]
    try {
      await loadRows(client, backup.filesOf(manifest.generation), manifest)
      appliedMigrations = await migrate(pool)
      await insertKeys(client, keys)
      await settleRows(client, manifest, { ...content, owner }, [...manifest.missing, ...lost])
    } finally {
      await client.end()
    }
    await pool.query('analyze')
    const { ctx } = await openContext({ config, log, database, cleanup }, (own) =>
      checkInstallation(own, config),
    )
    const endedUploads = await endUploads(ctx)
    const named = await withNames(backup, manifest, [...manifest.missing, ...lost])
    const restored = {
      generation: manifest.generation,
      takenAt: manifest.takenAt,
      rows: rowsIn(manifest),
      ...copied,
      missing: named.slice(0, manifest.missing.length),
      damaged: named.slice(manifest.missing.length),
    }
    return { restored: { ...restored, appliedMigrations, endedUploads }, ctx }
  } finally {
    await pool.end()
  }
}

async function requireKnownSchema({ migrations, product }: Manifest): Promise<void> {
  const known = (await migrationFiles()).map(migrationNumber)
  const first = known[0] ?? ''
  const unknown = migrations.find(
    (name) => migrationNumber(name) > first && !known.includes(migrationNumber(name)),
  )
  if (unknown)
    throw new BackupRefused(
      `The backup was made by a newer Clouddisk (${product}, with ${unknown}). Update this one first.`,
    )
  if (!migrations.some((name) => migrationNumber(name) === first))
    throw new BackupRefused(
      `The backup was made by a Clouddisk (${product}) that is too old for this one. Restore it with the release before this one, which can then be upgraded.`,
    )
}

async function requireEmptyFolder(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== 'lock' && name !== 'lost+found')
  if (names.length > 0)
    throw new BackupRefused(
      `${dataDir} is not empty (${names.sort()[0]}). Restore into a new CLOUDDISK_DATA, or empty it first.`,
    )
}

/** The generation's own files, without which nothing can be restored. */
async function requireIntactRows(backup: BackupRepository, manifest: Manifest): Promise<void> {
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const fault = (await faultsOfGeneration(backup, manifest)).find(({ what }) => !missing.has(what))
  if (fault)
    throw new BackupCorrupted(
      `The backup is damaged: ${fault.what} ${fault.says}. Nothing was restored; restore another --generation. \`backup verify\` lists all problems.`,
    )
}

type OnProgress = (done: { objects: number; bytes: number }) => void

/** Reads and verifies everything before anything is written. */
async function requireIntactContent(
  backup: BackupRepository,
  manifest: Manifest,
  onProgress: OnProgress,
): Promise<void> {
  const lost: MissingObject[] = []
  const done = { objects: 0, bytes: 0 }
  const listed = listedObjects(backup.filesOf(manifest.generation), manifest)
  const checked = mapInOrder(listed, CONCURRENCY, async (object) => ({
    object,
    says: await faultOfObject(backup.objects, object),
  }))
  for await (const { object, says } of checked) {
    if (says) lost.push({ key: object.key, says })
    done.objects++
    done.bytes += object.size
    onProgress(done)
  }
  if (lost.length === 0) return
  const { count } = manifest.objects
  throw new BackupCorrupted(
    [
      `The backup is damaged: ${lost.length} of ${counted(count, 'object')}. Nothing was restored.`,
      ...(await withNames(backup, manifest, lost)).map(formatLostObject),
      'Restore another --generation, or everything else with --without-damaged.',
    ].join('\n'),
  )
}

async function withHome<T>(
  config: Config,
  encryption: StoreEncryption | undefined,
  bucketOwner: BucketOwner,
  work: (objects: ObjectStore) => Promise<T>,
): Promise<T> {
  const stores = await openStores(config, encryption, bucketOwner)
  try {
    return await work(stores.home)
  } finally {
    await stores.close()
  }
}

/** Checks the plain and the encrypted store of the bucket. */
async function requireEmptyBucket(
  s3: S3Config,
  encryption: StoreEncryption | undefined,
  bucketOwner: BucketOwner,
): Promise<void> {
  const bucket = await openS3(s3, encryption, bucketOwner)
  try {
    await requireNoObjects(bucket)
  } finally {
    await bucket.close()
  }
  await requireUnclaimedBucket(s3, bucketOwner)
}

/** The bucket is claimed at the first write. */
async function requireUnclaimedBucket(s3: S3Config, bucketOwner: BucketOwner): Promise<void> {
  // Loaded on demand, as the S3 library is large.
  const { OwnerMarker } = await import('../objects/s3/marker.ts')
  const marker = new OwnerMarker(s3, bucketOwner)
  try {
    if ((await marker.ownership()).state === 'named')
      throw new BackupRefused(
        `The bucket ${s3.bucket} belongs to another installation (see its object ${MARKER}). Restore into a new bucket.`,
      )
  } finally {
    marker.close()
  }
}

async function requireNoObjects(objects: ObjectStore): Promise<void> {
  for (const list of [objects.objects(), objects.incoming(), objects.untracked()])
    for await (const { key } of list)
      throw new BackupRefused(
        `The bucket ${objects.bucket} is not empty (${key}). Restore into a new bucket.`,
      )
}

async function requireNoTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'f') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
     order by 1 limit 1`,
  )
  if (rows[0])
    throw new BackupRefused(
      `DATABASE_URL: the database is not empty (it has ${rows[0].name}). Restore into a new database.`,
    )
}

async function restoreFiles(dataDir: string, from: FileStore, { files }: Manifest): Promise<void> {
  for (const { place, file } of files) {
    const path = join(dataDir, place)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeSynced(path, Buffer.concat(await from.read(file).toArray()))
    await fsyncFolder(dirname(path))
  }
  await fsyncFolder(dataDir)
}

interface RestoredObjects {
  readonly content: RestoredContent
  readonly objects: number
  readonly bytes: number
  readonly lost: readonly MissingObject[]
}

async function restoreContent(
  backup: BackupRepository,
  to: ObjectStore,
  manifest: Manifest,
  { skipCorrupted, onProgress }: { skipCorrupted: boolean; onProgress: OnProgress },
): Promise<RestoredObjects> {
  const etags = new Map<string, string>()
  const lost: MissingObject[] = []
  const done = { objects: 0, bytes: 0 }
  const listed = listedObjects(backup.filesOf(manifest.generation), manifest)
  const copies = mapInOrder(listed, CONCURRENCY, async (object) => {
    const { key, size, sha256 } = object
    try {
      await copyObject(backup.objects, to, { key, etag: null }, { size, sha256 })
    } catch (error) {
      const says = error instanceof StoreUnavailable ? undefined : await faultDuringRestore(backup, object)
      if (says === undefined) throw error
      if (!skipCorrupted) throw new BackupCorrupted(`The object ${key} ${says}. ${CORRUPTED_SINCE}`)
      return { key, says }
    }
    const { etag } = await to.seal(key)
    if (etag !== null) etags.set(key, etag)
    return size
  })
  for await (const one of copies) {
    if (typeof one === 'number') {
      done.objects++
      done.bytes += one
    } else lost.push(one)
    onProgress(done)
  }
  return { content: { bucket: to.bucket, etags }, ...done, lost }
}
/** An unreadable object is an error, not corruption: otherwise it would be left out for good. */
const faultDuringRestore = (backup: BackupRepository, object: ListedObject): Promise<string | undefined> =>
  faultOfObject(backup.objects, object).catch((error: unknown) => {
    throw error instanceof BackupUnreadable
      ? new BackupRefused(`${error.message} ${PARTIAL_RESTORE}, then restore again.`)
      : error
  })

const PARTIAL_RESTORE =
  'The restore is incomplete, and no server starts on it. Empty CLOUDDISK_DATA, and the database and bucket if you use them'
const CORRUPTED_SINCE = `It was intact before, so the disk of the backup may be failing. ${PARTIAL_RESTORE}, then restore --without-damaged, or another --generation.`

/** Releases the reserved space of unfinished uploads. */
async function endUploads(ctx: Context): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from upload where state = 'open'`.execute(
    ctx.db.reader,
  )
  for (const { key } of rows) await discard(ctx, key)
  return rows.length
}
