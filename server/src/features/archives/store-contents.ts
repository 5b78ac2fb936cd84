import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { Actor } from '../../access/actor.ts'
import { type Blob, type BlobValues, blobValues } from '../../content/blobs.ts'
import { recordPending } from '../../content/pending.ts'
import { storedAlready } from '../../content/stored-already.ts'
import type { Context } from '../../context.ts'
import { newId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { StoreFull } from '../../objects/port.ts'
import type { PlannedFile } from './plan.ts'

/** Stores what was extracted, as uploads are stored: bytes first, each content once. */

/** Content that is stored already, or the row of a new object. */
export type ExtractedContent = Blob | BlobValues
export const isNew = (content: ExtractedContent): content is BlobValues => 'state' in content

/** Objects stored at the same time; each waits for the disk. */
const AT_ONCE = 8
const CHUNK = 1024 * 1024

/** Contents by the ids of the files; durable when resolved. */
export async function storeContents(
  ctx: Context,
  actor: Actor,
  data: FileHandle,
  bucket: string,
  files: readonly PlannedFile[],
): Promise<ReadonlyMap<string, ExtractedContent>> {
  const contents = new Map<string, ExtractedContent>()
  await pLimit(AT_ONCE).map(files, async (file) => {
    contents.set(file.id, await storeContent(ctx, actor, data, bucket, file))
  })
  return contents
}

async function storeContent(
  ctx: Context,
  actor: Actor,
  data: FileHandle,
  bucket: string,
  { at, size }: PlannedFile,
): Promise<ExtractedContent> {
  const objects = ctx.stores.of(bucket)
  const object = { bucket, key: newId() }
  // A row before its first byte, so that a crash leaves nothing untracked.
  await recordPending(ctx, object)
  try {
    await objects.putObject(object.key, size, Readable.from(readRange(data, at, size), { objectMode: false }))
  } catch (error) {
    if (error instanceof StoreFull) refuse('disk_full')
    throw error
  }
  const sealed = { bucket, ...(await objects.seal(object.key)) }
  const digest = await objects.digest(sealed)
  if (digest.size !== size) refuse('storage_failed')
  const known = await storedAlready(ctx, actor, digest.sha256, size)
  if (!known) return blobValues({ object: sealed, content: { ...digest, sentBy: null } })
  await objects.remove(object.key)
  await ctx.db.reader
    .deleteFrom('blob')
    .where('bucket', '=', bucket)
    .where('key', '=', object.key)
    .where('state', '=', 'pending')
    .execute()
  return known
}

async function* readRange(data: FileHandle, at: number, size: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; ) {
    const length = Math.min(CHUNK, size - done)
    const { bytesRead, buffer } = await data.read(Buffer.allocUnsafe(length), 0, length, at + done)
    if (bytesRead === 0) throw new Error('the extracted bytes end early')
    done += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
