import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { Actor } from '../../../access/actor.ts'
import {
  type Blob,
  type BlobValues,
  blobValues,
  mayRead,
  type ReceivedContent,
} from '../../../content/blobs.ts'
import type { Context } from '../../../context.ts'
import { refuse, refuseField } from '../../../errors/refusal.ts'
import { PartConflict, StoreFull, StoreUnavailable } from '../../../objects/port.ts'
import { type ExpectedObject, verifyObject } from '../../../objects/verify-object.ts'
import type { PendingFile } from './batch.ts'
import { knownContents } from './store.ts'

/** Content of the files of a batch. */

/** Content that is stored already, or the row of a new object. */
export type BatchContent = Blob | BlobValues

/** Objects stored at the same time; each waits for the disk. */
const AT_ONCE = 16

export interface KnownContents {
  /** Stored content by file number. */
  readonly usable: [number, Blob][]
  /** Corrupted content by id, and the numbers of the files with the same hash. */
  readonly damaged: [string, number[]][]
}

/**
 * Stored content that the files may use, as the deduplication setting allows. It is read, since it may be corrupted and the bytes
 * to repair it are at hand.
 */
export async function findKnownContents(
  ctx: Context,
  actor: Actor,
  pending: readonly PendingFile[],
): Promise<KnownContents> {
  const found: KnownContents = { usable: [], damaged: [] }
  const { dedup } = ctx.config
  if (dedup === 'off') return found
  const known = await knownContents(ctx.db.reader, pending)
  const byHash = Map.groupBy(pending, ({ sha256 }) => sha256.toString('hex'))
  await pLimit(AT_ONCE).map(byHash, async ([hash, files]) => {
    const blob = known.get(hash)
    const [first] = files
    if (!(blob && first)) return
    if (dedup === 'user' && !(await mayRead(ctx.db.reader, actor, blob.id))) return
    const isWhole = await isIntact(ctx, { ...blob, sha256: first.sha256 })
    const nos = files.map(({ no }) => no)
    if (isWhole === false) found.damaged.push([blob.id, nos])
    if (isWhole) for (const no of nos) found.usable.push([no, blob])
  })
  return found
}

/** Undefined if the content cannot be read now. */
async function isIntact({ stores }: Context, blob: ExpectedObject): Promise<boolean | undefined> {
  if (!stores.buckets.includes(blob.bucket)) return undefined
  try {
    return (await verifyObject(stores, blob)) === undefined
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/** Stores the contents; durable when resolved. */
export async function storeContents(
  ctx: Context,
  pending: readonly PendingFile[],
): Promise<Map<number, BatchContent>> {
  const brought = new Map<number, BatchContent>()
  await pLimit(AT_ONCE).map(pending, async (one) => {
    brought.set(one.no, await storeContent(ctx, one))
  })
  return brought
}

const storeContent = async (ctx: Context, file: PendingFile): Promise<BlobValues> =>
  blobValues(await storeBytes(ctx, file))

/** Stores bytes under a new key; durable when resolved. */
export async function storeBytes(
  ctx: Context,
  { key, bucket, bytes, size, sha256 }: Pick<PendingFile, 'key' | 'bucket' | 'bytes' | 'size' | 'sha256'>,
): Promise<ReceivedContent> {
  const objects = ctx.stores.of(bucket)
  try {
    await objects.putObject(key, size, Readable.from(bytes, { objectMode: false }))
    const object = { bucket, ...(await objects.seal(key)) }
    const digest = await objects.digest(object)
    if (digest.size !== size || !digest.sha256.equals(sha256)) refuse('storage_failed')
    return { object, content: { ...digest, sentBy: null } }
  } catch (error) {
    if (error instanceof StoreFull) refuse('disk_full')
    // The same batch was sent with other bytes of the same size.
    if (error instanceof PartConflict) refuseField('batchId', 'unknown_value')
    throw error
  }
}
