import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { bucketName } from '../config/parse.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../objects/encrypted/key-ring.ts'
import type { ObjectStore } from '../objects/port.ts'
import { BackupRefused } from './errors.ts'
import { FolderDestination, overlap } from './folder-destination.ts'

/** Files by path, each complete or absent. */
export interface FileStore {
  /** Size in bytes; undefined if there is no such file. */
  bytesOf(file: string): Promise<number | undefined>
  /** Reading fails if there is no such file. */
  read(file: string): Readable
  /** Durable when it resolves. */
  write(file: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** Succeeds if there is none. */
  remove(file: string): Promise<void>
}

/** The destination of an installation's backups: its files, and the stores of its content. */
export interface BackupDestination extends FileStore {
  /** Its name for people. */
  readonly name: string
  /**
   * Nobody else works on it until it is released. BackupRefused where somebody does. Whoever only reads needs none where he may
   * not write: on a medium that takes no writes nobody works.
   */
  lock(want: { toWrite: boolean }): Promise<DestinationLock>
  /** Names directly in a folder, or at the top, sorted. */
  names(folder?: string): Promise<string[]>
  /** Removes a folder with its content and unfinished uploads; succeeds if there is none. */
  removeFolder(folder: string): Promise<void>
  openObjects(): Promise<ObjectStore>
  /** The store of encrypted content, beside the plain one. */
  openEncrypted(ring: KeyRing): Promise<ObjectStore>
  close(): Promise<void>
}

export interface DestinationLock {
  /** Throws BackupRefused if the lock was lost. */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/** The files of a folder of a destination, by their names in it. */
export const filesIn = (place: FileStore, folder: string): FileStore => ({
  bytesOf: (file) => place.bytesOf(`${folder}/${file}`),
  read: (file) => place.read(`${folder}/${file}`),
  write: (file, content) => place.write(`${folder}/${file}`, content),
  remove: (file) => place.remove(`${folder}/${file}`),
})

/** Content of a small file; undefined if there is none. */
export async function textOf(files: FileStore, file: string): Promise<string | undefined> {
  if ((await files.bytesOf(file)) === undefined) return undefined
  return Buffer.concat(await files.read(file).toArray()).toString()
}

/** @param given a folder, or `s3://bucket/prefix`. */
export async function openDestination(
  given: string,
  { backupS3 }: Pick<Config, 'backupS3'>,
): Promise<BackupDestination> {
  if (given.trim() === '')
    throw new BackupRefused('Give the place of the backups: a dedicated folder, or s3://bucket/prefix.')
  const inBucket = bucketOf(given)
  if (!inBucket) return new FolderDestination(given)
  if (!backupS3)
    throw new BackupRefused(
      'The bucket for backups is not configured. Set CLOUDDISK_BACKUP_S3_ENDPOINT, CLOUDDISK_BACKUP_S3_ACCESS_KEY and CLOUDDISK_BACKUP_S3_SECRET_KEY.',
    )
  // Loaded on demand, as the S3 library is large.
  const { openBucketDestination: openBucketPlace } = await import('./bucket-destination.ts')
  return openBucketPlace(given, { ...backupS3, ...inBucket })
}

/** A backup inside the data it protects would be lost with it. */
export async function requireSeparateLocation(
  given: string,
  { config, stores }: Pick<Context, 'config' | 'stores'>,
): Promise<void> {
  const inBucket = bucketOf(given)
  if (!inBucket) {
    if (given.trim() !== '' && (await overlap(given, config.dataDir)))
      throw new BackupRefused(
        'A backup can’t be inside CLOUDDISK_DATA, nor contain it. Give a folder elsewhere.',
      )
    return
  }
  const { bucket } = inBucket
  const endpoints = [config.s3?.bucket === bucket && config.s3.endpoint, stores.rowOf(bucket)?.endpoint]
  if (config.backupS3 && endpoints.includes(config.backupS3.endpoint))
    throw new BackupRefused(
      `Content is stored in ${bucket}: a backup there would be lost with it. Give another bucket.`,
    )
}

interface BucketAddress {
  readonly bucket: string
  /** Empty, or ends with a slash. */
  readonly prefix: string
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** Characters that every store accepts in names. */
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/

/** Undefined for a folder. */
function bucketOf(given: string): BucketAddress | undefined {
  if (!SCHEME.test(given)) return undefined
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(given) ?? []
  try {
    if (path === '' || PREFIX.test(path))
      return { bucket: bucketName(bucket), prefix: path === '' ? '' : `${path}/` }
  } catch {
    // Reported below.
  }
  throw new BackupRefused(
    `${given} can’t be used for backups. Give a folder, or s3://bucket/prefix of letters, digits, dots, hyphens and underscores.`,
  )
}
