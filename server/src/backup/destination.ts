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
   * Throws BackupRefused if another command holds the lock. Reading from read-only media needs no lock.
   */
  lock(options: { toWrite: boolean }): Promise<DestinationLock>
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
export const filesIn = (parent: FileStore, folder: string): FileStore => ({
  bytesOf: (file) => parent.bytesOf(`${folder}/${file}`),
  read: (file) => parent.read(`${folder}/${file}`),
  write: (file, content) => parent.write(`${folder}/${file}`, content),
  remove: (file) => parent.remove(`${folder}/${file}`),
})

/** Content of a small file; undefined if there is none. */
export async function textOf(files: FileStore, file: string): Promise<string | undefined> {
  if ((await files.bytesOf(file)) === undefined) return undefined
  return Buffer.concat(await files.read(file).toArray()).toString()
}

/** @param location a folder, or `s3://bucket/prefix`. */
export async function openDestination(
  location: string,
  { backupS3 }: Pick<Config, 'backupS3'>,
): Promise<BackupDestination> {
  if (location.trim() === '')
    throw new BackupRefused('Give the place of the backups: a dedicated folder, or s3://bucket/prefix.')
  const inBucket = bucketOf(location)
  if (!inBucket) return new FolderDestination(location)
  if (!backupS3)
    throw new BackupRefused(
      'The bucket for backups is not configured. Set CLOUDDISK_BACKUP_S3_ENDPOINT, CLOUDDISK_BACKUP_S3_ACCESS_KEY and CLOUDDISK_BACKUP_S3_SECRET_KEY.',
    )
  // Loaded on demand, as the S3 library is large.
  const { openBucketDestination } = await import('./bucket-destination.ts')
  return openBucketDestination(location, { ...backupS3, ...inBucket })
}

/** A backup inside the data it protects would be lost with it. */
export async function requireSeparateLocation(
  location: string,
  { config, stores }: Pick<Context, 'config' | 'stores'>,
): Promise<void> {
  const inBucket = bucketOf(location)
  if (!inBucket) {
    if (location.trim() !== '' && (await overlap(location, config.dataDir)))
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
function bucketOf(location: string): BucketAddress | undefined {
  if (!SCHEME.test(location)) return undefined
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(location) ?? []
  try {
    if (path === '' || PREFIX.test(path))
      return { bucket: bucketName(bucket), prefix: path === '' ? '' : `${path}/` }
  } catch {
    // Reported below.
  }
  throw new BackupRefused(
    `${location} can’t be used for backups. Give a folder, or s3://bucket/prefix of letters, digits, dots, hyphens and underscores.`,
  )
}
