import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { type Actor, shareHolderOf } from '../../access/actor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { currentSnapshot, hasChangesSince, type Snapshot } from '../../db/changes.ts'
import type { Segment } from './segments.ts'

/**
 * Cache of archive layouts. Range requests and parallel downloads need the same layout repeatedly, and laying
 * out twenty thousand folders takes a second.
 */

export interface ArchiveLayout {
  readonly segments: readonly Segment[]
  /** Equal for equal content, so that interrupted downloads can resume. */
  readonly etag: string
  /** Ids of the files in it. */
  readonly fileIds: readonly string[]
}

interface CachedLayout extends ArchiveLayout {
  /** Later changes are not included. */
  readonly horizon: Snapshot
}

const CACHE_MS = MINUTE
const CACHE_BYTES = 64 * 1024 * 1024
/** Memory of a segment besides its bytes. */
const SEGMENT_BYTES = 200
const ID_BYTES = 64

type FetchLayout = () => Promise<CachedLayout>

const layouts = new LRUCache<string, CachedLayout, FetchLayout>({
  ttl: CACHE_MS,
  maxSize: CACHE_BYTES,
  sizeCalculation: ({ segments, fileIds }) =>
    fileIds.length * ID_BYTES +
    segments.reduce((sum, one) => sum + SEGMENT_BYTES + (Buffer.isBuffer(one) ? one.length : 0), 0),
  fetchMethod: (_key, _stale, { context }) => context(),
})

/** The archive of these items for this person, or for visitors of this link; laid out again if anything in their spaces has changed. */
export async function cachedLayout(
  { db }: Context,
  actor: Actor,
  tops: readonly ResolvedItem[],
  lay: () => Promise<ArchiveLayout>,
): Promise<ArchiveLayout> {
  const key = [shareHolderOf(actor), ...tops.map((top) => top.id)].join(' ')
  const spaceIds = [...new Set(tops.map((top) => top.spaceId))]
  for (;;) {
    let own = false
    const context = async () => {
      own = true
      const horizon = await currentSnapshot(db.reader)
      return { horizon, ...(await lay()) }
    }
    const found = await layouts.forceFetch(key, { context })
    // A layout fetched by another request may predate a change made before this one.
    if (own || !(await hasChangesSince(db.reader, spaceIds, found.horizon))) return found
    // Another request may have replaced it already.
    if (layouts.peek(key) === found) layouts.delete(key)
  }
}
