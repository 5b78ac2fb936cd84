import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { type Closers, openContext, ownPostgres } from '../boot.ts'
import type { Config, S3Config } from '../config/config.ts'
import { lockDataDir } from '../config/data-lock.ts'
import { syncFolder, writeDraft } from '../config/durable-file.ts'
import type { Context } from '../context.ts'
import { checkInstallation, markInstallation } from '../db/installation.ts'
import { migrate, migrationFiles } from '../db/migrate.ts'
import { connectAlone, openPool } from '../db/pool.ts'
import { discard } from '../features/uploads/open-uploads.ts'
import { type Encryption, openS3, openStores } from '../objects/open-stores.ts'
import { ObjectDamaged, type ObjectStore } from '../objects/port.ts'
import { rowsIn } from './backup.ts'
import { Backups } from './backups.ts'
import { copyObject, WrongBytes } from './contents.ts'
import { BackupDamaged, BackupRefused } from './faults.ts'
import { inOrder } from './in-order.ts'
import { encryptionIn, keysToRestore, putKeys } from './keys.ts'
import { type Landed, loadRows, settleRows } from './load.ts'
import type { Manifest, MissingObject } from './manifest.ts'
import { listedObjects } from './objects-list.ts'
import type { Files } from './place.ts'
import { SizesInOrder } from './sizes-in-order.ts'
import { faultsOfGeneration } from './verify.ts'

export interface Restored {
  readonly generation: string
  readonly takenAt: string
  readonly rows: number
  readonly objects: number
  readonly bytes: number
  /** Content that the backup never had. */
  readonly missing: readonly MissingObject[]
  /** Migrations that are newer than the backup. */
  readonly broughtForward: readonly string[]
  /** Uploads that were under way: their bytes are in no backup. */
  readonly endedUploads: number
}

interface Restoring {
  readonly config: Config
  readonly log: Logger
  readonly closers: Closers
  /** By its name; the latest otherwise. */
  readonly generation?: string | undefined
  readonly onProgress?: (done: { objects: number; bytes: number }, all: number) => void
}

const AT_ONCE = 4

/**
 * Restores into an installation that does not exist yet, and answers it opened. Every hash is compared on the way. Until
 * all rows are there the data directory names an installation that the database does not know, so that no server starts
 * on half of one.
 */
export async function restoreBackup(
  given: string,
  { config, log, closers, generation, onProgress = () => undefined }: Restoring,
): Promise<{ restored: Restored; ctx: Context }> {
  const backup = await Backups.open(given, config)
  closers.add(() => backup.close())
  const manifest = await backup.manifest(generation)
  await mustKnow(manifest)
  const latest = await backup.latestWithKeys()
  const found = await encryptionIn(latest, config.encryption, manifest.contentKeys !== undefined)
  if (found) await backup.unlock(found)
  const { keys, encryption } = await keysToRestore(latest, config.encryption)
  const lock = await lockDataDir(config.dataDir, 'cli')
  closers.add(() => lock.release())
  await mustBeEmpty(config.dataDir)
  await mustBeWhole(backup, manifest)
  if (config.s3) await bucketMustBeEmpty(config.s3, encryption)
  const database = await ownPostgres(config, log, closers)
  const pool = openPool(database, (err) => log.warn({ err }, 'lost an idle database connection'))
  try {
    await mustHaveNoTables(pool)
    // Before everything else: without a database that knows it no server starts here.
    await markInstallation(config.dataDir, manifest.installation)
    await putFiles(config.dataDir, backup.filesOf(manifest.generation), manifest)
    const landed = await withHome(config, encryption, (objects) =>
      bringContent(backup, objects, manifest, (done) => onProgress(done, manifest.objects.count)),
    )
    await migrate(pool, manifest.migrations)
    const client = await connectAlone(pool)
    let broughtForward: string[]
    try {
      await loadRows(client, backup.filesOf(manifest.generation), manifest)
      broughtForward = await migrate(pool)
      await putKeys(client, keys)
      await settleRows(client, manifest, landed)
    } finally {
      await client.end()
    }
    await pool.query('analyze')
    const { ctx } = await openContext({ config, log, database, closers }, (own) =>
      checkInstallation(own, config.dataDir),
    )
    const endedUploads = await endUploads(ctx)
    const { count: objects, content: bytes } = manifest.objects
    const { takenAt, missing } = manifest
    const restored = {
      generation: manifest.generation,
      takenAt,
      rows: rowsIn(manifest),
      objects,
      bytes,
      missing,
    }
    return { restored: { ...restored, broughtForward, endedUploads }, ctx }
  } finally {
    await pool.end()
  }
}

async function mustKnow({ migrations, product }: Manifest): Promise<void> {
  const known = new Set(await migrationFiles())
  const unknown = migrations.find((name) => !known.has(name))
  if (unknown)
    throw new BackupRefused(
      `The backup was made by a newer Clouddisk (${product}, with ${unknown}). Update this one first.`,
    )
}

async function mustBeEmpty(dataDir: string): Promise<void> {
  const names = (await readdir(dataDir)).filter((name) => name !== 'lock' && name !== 'lost+found')
  if (names.length > 0)
    throw new BackupRefused(
      `${dataDir} is not empty (${names.sort()[0]}). Restore into a new CLOUDDISK_DATA, or move what is there away.`,
    )
}

/** Before anything is written: the generation's own files by their hashes, objects by their sizes. */
async function mustBeWhole(backup: Backups, manifest: Manifest): Promise<void> {
  const never = new Set(manifest.missing.map(({ key }) => key))
  const fault = (await faultsOfGeneration(backup, manifest)).find(({ what }) => !never.has(what))
  if (fault) throw new BackupDamaged(`The backup is damaged: ${fault.what} ${fault.says}. ${NOTHING_DONE}`)
  const sizes = new SizesInOrder(backup.objects.objects())
  for await (const { key, size } of listedObjects(backup.filesOf(manifest.generation), manifest)) {
    if ((await sizes.of(key)) === size) continue
    const there = await backup.objects.stat(key)
    if (there?.size === size) continue
    const says = there ? `has ${there.size} bytes instead of ${size}` : 'is missing'
    throw new BackupDamaged(`The backup is damaged: the object ${key} ${says}. ${NOTHING_DONE}`)
  }
}
const NOTHING_DONE = 'Nothing was restored; `backup verify` tells all that is wrong.'

async function withHome<T>(
  config: Config,
  encryption: Encryption | undefined,
  work: (objects: ObjectStore) => Promise<T>,
): Promise<T> {
  const stores = await openStores(config, encryption)
  try {
    return await work(stores.home)
  } finally {
    await stores.close()
  }
}

/** @param encryption what is encrypted there would be in the way where that is to come. */
async function bucketMustBeEmpty(s3: S3Config, encryption: Encryption | undefined): Promise<void> {
  const bucket = await openS3(s3, encryption)
  try {
    await mustHoldNothing(bucket)
  } finally {
    await bucket.close()
  }
}

async function mustHoldNothing(objects: ObjectStore): Promise<void> {
  for (const list of [objects.objects(), objects.incoming(), objects.strays()])
    for await (const { key } of list)
      throw new BackupRefused(`The bucket ${objects.bucket} is not empty (${key}). Restore into a new one.`)
}

async function mustHaveNoTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind in ('r', 'p', 'v', 'm', 'f') and nspname not like 'pg\\_%' and nspname <> 'information_schema'
     order by 1 limit 1`,
  )
  if (rows[0])
    throw new BackupRefused(
      `DATABASE_URL: the database is not empty (it has ${rows[0].name}). Restore into a new one.`,
    )
}

async function putFiles(dataDir: string, from: Files, { files }: Manifest): Promise<void> {
  for (const { place, file } of files) {
    const path = join(dataDir, place)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDraft(path, Buffer.concat(await from.read(file).toArray()))
    await syncFolder(dirname(path))
  }
  await syncFolder(dataDir)
}

async function bringContent(
  backup: Backups,
  to: ObjectStore,
  manifest: Manifest,
  onProgress: (done: { objects: number; bytes: number }) => void,
): Promise<Landed> {
  const etags = new Map<string, string>()
  const done = { objects: 0, bytes: 0 }
  const listed = listedObjects(backup.filesOf(manifest.generation), manifest)
  const brought = inOrder(listed, AT_ONCE, async ({ key, size, sha256 }) => {
    await copyObject(backup.objects, to, { key, etag: null }, { size, sha256 }).catch((error) => {
      if (!(error instanceof WrongBytes || error instanceof ObjectDamaged)) throw error
      throw new BackupDamaged(
        `The backup is damaged: the object ${key} ${error.message}. What was restored so far no server starts on; ` +
          'empty CLOUDDISK_DATA, and the bucket where there is one, and restore another --generation.',
      )
    })
    const { etag } = await to.seal(key)
    if (etag !== null) etags.set(key, etag)
    return size
  })
  for await (const size of brought) {
    done.objects++
    done.bytes += size
    onProgress(done)
  }
  return { bucket: to.bucket, etags }
}

/** Gives back what they had set aside of their spaces. */
async function endUploads(ctx: Context): Promise<number> {
  const { rows } = await sql<{ key: string }>`select key from upload where state = 'open'`.execute(
    ctx.db.reader,
  )
  for (const { key } of rows) await discard(ctx, key)
  return rows.length
}
