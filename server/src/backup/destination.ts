import type { Readable } from 'node:stream'
import type { Config } from '../config/config.ts'
import { bucketName } from '../config/parse.ts'
import type { Context } from '../context.ts'
import type { KeyRing } from '../objects/encrypted/key-ring.ts'
import type { ObjectStore } from '../objects/port.ts'
import { BackupRefused } from './errors.ts'
import { FolderDestination, overlap } from './folder-destination.ts'

/** Files by their names: `/` between folders, each whole or not there at all. */
export interface FileStore {
  /** Bytes; undefined where there is none such. */
  bytesOf(file: string): Promise<number | undefined>
  /** Fails while it is read where there is none such. */
  read(file: string): Readable
  /** Durable when it answers. */
  write(file: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void>
  /** None is fine. */
  remove(file: string): Promise<void>
}

/** Where backups of one installation lie: its files, and the stores of its content. */
export interface BackupDestination extends FileStore {
  /** For people. */
  readonly name: string
  /**
   * Nobody else works on it until it is released. BackupRefused where somebody does. Whoever only reads needs none where he may
   * not write: on a medium that takes no writes nobody works.
   */
  lock(want: { toWrite: boolean }): Promise<DestinationLock>
  /** What lies right in a folder, in order; in the whole place where none is named. */
  names(folder?: string): Promise<string[]>
  /** A folder with all that is in it or on its way there; none is fine. */
  removeFolder(folder: string): Promise<void>
  openObjects(): Promise<ObjectStore>
  /** The store of what is encrypted, beside the other. */
  openEncrypted(ring: KeyRing): Promise<ObjectStore>
  close(): Promise<void>
}

export interface DestinationLock {
  /** BackupRefused where it was lost meanwhile. */
  mustHold(): Promise<void>
  release(): Promise<void>
}

/** What is in a folder of a place, by the names within. */
export const filesIn = (place: FileStore, folder: string): FileStore => ({
  bytesOf: (file) => place.bytesOf(`${folder}/${file}`),
  read: (file) => place.read(`${folder}/${file}`),
  write: (file, content) => place.write(`${folder}/${file}`, content),
  remove: (file) => place.remove(`${folder}/${file}`),
})

/** All of a small file; undefined where there is none such. */
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
  // Its library is large, and most do without.
  const { openBucketDestination: openBucketPlace } = await import('./bucket-destination.ts')
  return openBucketPlace(given, { ...backupS3, ...inBucket })
}

/** A backup within what it is made of would go with it. */
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
  /** Empty, or with a slash at its end. */
  readonly prefix: string
}

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** What every store takes in a name as it is. */
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/

/** Undefined for a folder. */
function bucketOf(given: string): BucketAddress | undefined {
  if (!SCHEME.test(given)) return undefined
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(given) ?? []
  try {
    if (path === '' || PREFIX.test(path))
      return { bucket: bucketName(bucket), prefix: path === '' ? '' : `${path}/` }
  } catch {
    // Told below.
  }
  throw new BackupRefused(
    `${given} can’t be used for backups. Give a folder, or s3://bucket/prefix of letters, digits, dots, hyphens and underscores.`,
  )
}
