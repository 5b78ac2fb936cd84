import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { Refusal } from '../../errors/refusal.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { STORAGE_CYCLE_DAYS } from './copies.ts'
import * as store from './requested-copies.ts'

/** Content that is stored at other clusters alone, for servers of a cluster that does not read there (R243). */

export const COPY_QUEUE = 'copy-requested-content'

export interface WantedContent extends StoredObject {
  readonly blobId: string
  readonly size: number
}

/**
 * Refuses `stored_elsewhere` if the cluster of this server does not read at others and has no copy of the content; a copy is made then.
 * A cluster without a bucket that takes content reads everywhere.
 */
export async function refuseElsewhere(ctx: Context, content: WantedContent): Promise<void> {
  const { stores } = ctx
  const { here } = stores.distances
  if (!here || here.remoteReads) return
  const own = stores.distances.bucketsOf(here.clusterId)
  if (!own.some((bucket) => stores.stateOf(bucket) === 'active')) return
  const places = await stores.placesOf(content)
  if (places.some(({ bucket }) => stores.distances.of(bucket) === 0)) return
  const pending = await ctx.db.transact((tx) => request(ctx, tx, content, here.clusterId))
  throw new Refusal('stored_elsewhere', { minutes: minutesOf(pending) })
}

async function request(
  ctx: Context,
  tx: Tx,
  { blobId }: WantedContent,
  clusterId: string,
): Promise<store.Pending> {
  await store.request(tx, { blobId, clusterId }, { now: ctx.now(), defaultDays: STORAGE_CYCLE_DAYS })
  const key = `${blobId} ${clusterId}`
  await ctx.jobs.send(tx, COPY_QUEUE, { blobId, clusterId }, { key, group: clusterId })
  return store.pending(tx, blobId, clusterId)
}

/** Bytes a second where neither a limit nor a run says how many come. */
const USUAL_RATE = 10 * 1024 * 1024

/** Whole minutes, at least one. */
function minutesOf({ bytes, bytesPerSecond }: store.Pending): number {
  return Math.max(1, Math.ceil((bytes / (bytesPerSecond ?? USUAL_RATE)) * (SECOND / MINUTE)))
}
