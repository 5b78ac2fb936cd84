import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import type { Actor } from '../../../access/actor.ts'
import { type Blob, type BlobValues, blobValues, mayRead } from '../../../content/blobs.ts'
import type { Context } from '../../../context.ts'
import { refuse, refuseField } from '../../../errors/refusal.ts'
import { PartConflict, StoreFull, StoreUnavailable } from '../../../objects/port.ts'
import { type ExpectedObject, verifyObject } from '../../../objects/verify-object.ts'
import type { PendingFile } from './batch.ts'
import { knownContents } from './store.ts'

/** What their bytes are kept as. */

/** Content that is here already, or the row of what was stored now. */
export type BatchContent = Blob | BlobValues

/** Objects that are stored at one time: each is a write that waits for the disk. */
const AT_ONCE = 16

export interface KnownContents {
  /** Content that is here already, by the number of the file that equals it. */
  readonly usable: [number, Blob][]
  /** Content that has rotted, by its id, and the numbers of the files that it should equal. */
  readonly damaged: [string, number[]][]
}

/**
 * Content that is here already, as far as the configuration lets this person profit from it. It is read: it may have rotted
 * unseen, and what came is in hand.
 */
export async function findKnownContents(
  ctx: Context,
  actor: Actor,
  coming: readonly PendingFile[],
): Promise<KnownContents> {
  const found: KnownContents = { usable: [], damaged: [] }
  const { dedup } = ctx.config
  if (dedup === 'off') return found
  const known = await knownContents(ctx.db.reader, coming)
  const byHash = Map.groupBy(coming, ({ sha256 }) => sha256.toString('hex'))
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

/** Undefined where it cannot be read now. */
async function isIntact({ stores }: Context, blob: ExpectedObject): Promise<boolean | undefined> {
  if (!stores.buckets.includes(blob.bucket)) return undefined
  try {
    return (await verifyObject(stores, blob)) === undefined
  } catch (error) {
    if (error instanceof StoreUnavailable) return undefined
    throw error
  }
}

/** Stores what is new, durable when answered. */
export async function storeContents(
  ctx: Context,
  coming: readonly PendingFile[],
): Promise<Map<number, BatchContent>> {
  const brought = new Map<number, BatchContent>()
  await pLimit(AT_ONCE).map(coming, async (one) => {
    brought.set(one.no, await storeContent(ctx, one))
  })
  return brought
}

async function storeContent(
  ctx: Context,
  { key, bucket, bytes, size, sha256 }: PendingFile,
): Promise<BlobValues> {
  const objects = ctx.stores.of(bucket)
  try {
    await objects.putObject(key, size, Readable.from(bytes, { objectMode: false }))
    const object = { bucket, ...(await objects.seal(key)) }
    const digest = await objects.digest(object)
    if (digest.size !== size || !digest.sha256.equals(sha256)) refuse('storage_failed')
    return blobValues({ object, content: { ...digest, sentBy: null } })
  } catch (error) {
    if (error instanceof StoreFull) refuse('disk_full')
    // Other bytes of the same size came in the same batch.
    if (error instanceof PartConflict) refuseField('batchId', 'unknown_value')
    throw error
  }
}
