import { Readable } from 'node:stream'
import { partSizeFor } from '@clouddisk/contract/limits'
import type { Actor } from '../../access/actor.ts'
import { type Blob, type BlobValues, blobValues } from '../../content/blobs.ts'
import { refuseStoredContent } from '../../content/file-rules.ts'
import { recordPending, renewPending } from '../../content/pending.ts'
import { bucketFor } from '../../content/placement.ts'
import { storedAlready } from '../../content/stored-already.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { Refusal, refuse } from '../../errors/refusal.ts'
import {
  type ObjectStore,
  type PartRef,
  partCountOf,
  partRangeOf,
  StoreFull,
  TransferStalled,
  WrongBodyLength,
} from '../../objects/port.ts'
import { SourceChanged, type SourceFile } from './sources/entry.ts'

/** Stores a file of a source as uploads are stored: bytes first, hashed by the server. */

/** What is larger is stored in parts. */
const WHOLE_MAX = 64 * 1024 * 1024
/** A pending object is renewed each time so many bytes of it are stored. */
const RENEWED_BYTES = 1024 ** 3

/** Content that is stored already, or the row of a new object. */
export type ImportedContent = (Blob & { readonly sha256: Buffer }) | BlobValues
export const isNew = (content: ImportedContent): content is BlobValues => 'state' in content

/** Durable once this resolves; memory does not grow with the size. Throws SourceChanged where another try may help. */
export async function storeContent(
  ctx: Context,
  actor: Actor,
  spaceId: string,
  name: string,
  file: SourceFile,
): Promise<ImportedContent> {
  const bucket = await bucketFor(ctx, spaceId, file.size)
  const objects = ctx.stores.of(bucket)
  const object = { bucket, key: newId() }
  // A row before its first byte, so that a crash leaves nothing untracked.
  await recordPending(ctx, object)
  // The store sees a body that ends early; why, the source says.
  const faults: unknown[] = []
  const bytes = watched(file.bytes, faults)
  try {
    if (file.size <= WHOLE_MAX) await objects.putObject(object.key, file.size, bodyOf(bytes, file.size))
    else await storeParts(ctx, objects, object, file.size, bytes)
  } catch (error) {
    await discardObject(ctx, object).catch(() => undefined)
    if (faults.length > 0) throw faults[0]
    if (error instanceof StoreFull) refuse('disk_full')
    // The source was silent for longer than the store waits.
    if (error instanceof WrongBodyLength || error instanceof TransferStalled) throw new SourceChanged()
    throw error
  }
  const sealed = { bucket, ...(await objects.seal(object.key)) }
  const digest = await objects.digest(sealed)
  if (digest.size !== file.size) refuse('storage_failed')
  try {
    await refuseStoredContent(ctx, actor, name, sealed)
  } catch (error) {
    if (error instanceof Refusal) await discardObject(ctx, object)
    throw error
  }
  const known = await storedAlready(ctx, actor, digest.sha256, file.size)
  if (!known) return blobValues({ object: sealed, content: { ...digest, sentBy: null } })
  await discardObject(ctx, object)
  return { ...known, sha256: digest.sha256 }
}

async function storeParts(
  ctx: Context,
  objects: ObjectStore,
  object: { readonly bucket: string; readonly key: string },
  size: number,
  bytes: ByteReader,
): Promise<void> {
  const { key } = object
  const plan = { size, partSize: partSizeFor(size) }
  const upload = { key, ...plan, uploadId: await objects.begin(key, plan) }
  const parts: PartRef[] = []
  for (let partNumber = 1; partNumber <= partCountOf(plan); partNumber++) {
    const { position, length } = partRangeOf(plan, partNumber) ?? { position: 0, length: 0 }
    parts.push(await objects.putPart(upload, partNumber, length, bodyOf(bytes, length)))
    if (Math.floor(position / RENEWED_BYTES) < Math.floor((position + length) / RENEWED_BYTES))
      await renewPending(ctx, object)
  }
  await objects.complete(upload, parts)
}

/** Deletes an object that no row of content names, and its pending row. */
export async function discardObject(
  ctx: Context,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<void> {
  const objects = ctx.stores.of(bucket)
  await objects.abort(key)
  await objects.remove(key)
  await ctx.db.reader
    .deleteFrom('blob')
    .where('bucket', '=', bucket)
    .where('key', '=', key)
    .where('state', '=', 'pending')
    .execute()
}

interface ByteReader {
  /** The next bytes, at most `max`; empty at the end. */
  next(max: number): Promise<Buffer>
}

function watched(bytes: AsyncIterable<Buffer>, faults: unknown[]): ByteReader {
  const chunks = bytes[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    next: async (max) => {
      try {
        while (rest.length === 0) {
          const { done, value } = await chunks.next()
          if (done) return rest
          rest = value
        }
      } catch (error) {
        faults.push(error)
        throw error
      }
      const taken = rest.subarray(0, max)
      rest = rest.subarray(taken.length)
      return taken
    },
  }
}

const bodyOf = (bytes: ByteReader, length: number): Readable =>
  Readable.from(take(bytes, length), { objectMode: false })

async function* take(bytes: ByteReader, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0; ) {
    const chunk = await bytes.next(left)
    if (chunk.length === 0) return
    left -= chunk.length
    yield chunk
  }
}
