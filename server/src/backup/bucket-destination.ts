import { Readable } from 'node:stream'
import type { S3ServiceException } from '@aws-sdk/client-s3'
import { encryptedStore } from '../objects/encrypted/encrypted.ts'
import type { KeyRing } from '../objects/encrypted/key-ring.ts'
import {
  NoSuchObject,
  type ObjectStore,
  PartConflict,
  type PartRef,
  StoreUnavailable,
} from '../objects/port.ts'
import { S3Bucket } from '../objects/s3/bucket.ts'
import type { S3Location } from '../objects/s3/client.ts'
import { S3Reader } from '../objects/s3/reader.ts'
import { S3Store } from '../objects/s3/s3.ts'
import { lockBucket } from './bucket-lock.ts'
import type { BackupDestination, DestinationLock } from './destination.ts'
import { BackupRefused } from './errors.ts'

/** Part size for larger files, in bytes; a store takes 10,000 parts. */
const PART = 32 * 1024 * 1024
const CHUNK = 1024 * 1024

/** Throws BackupRefused if the store cannot be reached with the configured credentials. */
export async function openBucketDestination(name: string, where: S3Location): Promise<BackupDestination> {
  const bucket = new S3Bucket(where)
  try {
    await bucket.check()
    return new BucketDestination(name, where, bucket)
  } catch (error) {
    bucket.close()
    throw new BackupRefused(
      `${name} cannot be used: ${describeBucketError(error)} CLOUDDISK_BACKUP_S3_ENDPOINT is ${where.endpoint}.`,
    )
  }
}

function describeBucketError(error: unknown): string {
  const cause = error instanceof StoreUnavailable && error.cause instanceof Error ? error.cause : error
  if (cause instanceof NoSuchObject) return 'there is no such bucket.'
  const { httpStatusCode } = (cause as S3ServiceException).$metadata ?? {}
  return httpStatusCode === 403 ? 'the store rejects the access key.' : (error as Error).message
}

/** Backups in an S3 bucket, or below a prefix of one. */
class BucketDestination implements BackupDestination {
  readonly name: string
  readonly #where: S3Location
  readonly #bucket: S3Bucket

  constructor(name: string, where: S3Location, bucket: S3Bucket) {
    this.name = name
    this.#where = where
    this.#bucket = bucket
  }

  lock(): Promise<DestinationLock> {
    return lockBucket(this.#bucket, this.name)
  }

  names(folder?: string): Promise<string[]> {
    return this.#bucket.names(folder === undefined ? '' : `${folder}/`)
  }

  async bytesOf(file: string): Promise<number | undefined> {
    return (await this.#bucket.head(file))?.size
  }

  read(file: string): Readable {
    return Readable.from(this.#chunks(file), { objectMode: false })
  }

  /** Reads by ranges, so that a broken read continues where it ended. */
  async *#chunks(file: string): AsyncIterable<Buffer> {
    const head = await this.#bucket.head(file)
    if (!head) throw new NoSuchObject()
    const reader = new S3Reader(this.#bucket, file, head)
    try {
      for (let at = 0; at < head.size; ) {
        const buffer = Buffer.allocUnsafe(Math.min(CHUNK, head.size - at))
        const read = await reader.read(buffer, buffer.length, at)
        at += read
        yield buffer.subarray(0, read)
      }
    } finally {
      await reader.close()
    }
  }

  /** The length is unknown: files shorter than a part are sent in one request. */
  async write(file: string, content: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const parts = new Parts(this.#bucket, file)
    let pending: Buffer | undefined
    try {
      for await (const piece of piecesOf(content)) {
        if (pending) await parts.send(pending)
        pending = piece
      }
      if (!parts.begun) return await this.#put(file, pending ?? Buffer.alloc(0))
      if (pending) await parts.send(pending)
      await parts.complete()
    } catch (error) {
      await parts.abort()
      throw error
    }
  }

  /** The response to an earlier attempt may have been lost, so an equal file counts as written. */
  async #put(file: string, content: Buffer): Promise<void> {
    try {
      await this.#bucket.put(file, content.length, content)
    } catch (error) {
      if (!(error instanceof PartConflict)) throw error
      const stored = Buffer.concat(await this.read(file).toArray())
      if (!stored.equals(content)) throw error
    }
  }

  remove(file: string): Promise<void> {
    return this.#bucket.remove(file)
  }

  async removeFolder(folder: string): Promise<void> {
    for await (const { key, uploadId } of this.#bucket.uploads(`${folder}/`))
      await this.#bucket.abort(key, uploadId)
    for await (const { key } of this.#bucket.objects(`${folder}/`)) await this.#bucket.remove(key)
  }

  async openObjects(): Promise<ObjectStore> {
    return new S3Store(this.#below('objects/'))
  }

  async openEncrypted(ring: KeyRing): Promise<ObjectStore> {
    const where = this.#below('objects/encrypted/')
    return encryptedStore((timeouts) => new S3Store({ ...where, timeouts }), ring)
  }

  async close(): Promise<void> {
    this.#bucket.close()
  }

  #below(prefix: string): S3Location {
    return { ...this.#where, prefix: `${this.#where.prefix ?? ''}${prefix}` }
  }
}

/** A multipart upload. */
class Parts {
  readonly #bucket: S3Bucket
  readonly #file: string
  readonly #sent: PartRef[] = []
  #uploadId: string | undefined
  #bytes = 0

  constructor(bucket: S3Bucket, file: string) {
    this.#bucket = bucket
    this.#file = file
  }

  get begun(): boolean {
    return this.#uploadId !== undefined
  }

  async send(piece: Buffer): Promise<void> {
    this.#uploadId ??= await this.#bucket.create(this.#file)
    const upload = { key: this.#file, uploadId: this.#uploadId }
    const partNumber = this.#sent.length + 1
    const etag = await this.#bucket.putPart(upload, partNumber, piece.length, piece)
    this.#sent.push({ partNumber, etag })
    this.#bytes += piece.length
  }

  async complete(): Promise<void> {
    await this.#bucket.complete({ key: this.#file, uploadId: this.#uploadId ?? '' }, this.#sent)
    const stored = (await this.#bucket.head(this.#file))?.size
    if (stored !== this.#bytes) throw new Error(`${this.#file} was stored with ${stored} bytes`)
  }

  async abort(): Promise<void> {
    if (this.#uploadId !== undefined)
      await this.#bucket.abort(this.#file, this.#uploadId).catch(() => undefined)
  }
}

/** Pieces of the part size, the last one shorter. */
async function* piecesOf(content: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncIterable<Buffer> {
  let pending: Buffer[] = []
  let bytes = 0
  for await (const chunk of content) {
    pending.push(chunk)
    bytes += chunk.length
    if (bytes < PART) continue
    const all = Buffer.concat(pending)
    let at = 0
    for (; at + PART <= all.length; at += PART) yield all.subarray(at, at + PART)
    pending = [all.subarray(at)]
    bytes = all.length - at
  }
  if (bytes > 0) yield Buffer.concat(pending)
}
