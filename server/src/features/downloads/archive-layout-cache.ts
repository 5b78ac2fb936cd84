import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type { Located } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { currentSnapshot, hasChangesSince, type Snapshot } from '../../db/changes.ts'
import type { Segment } from './segments.ts'

/**
 * Archives that were laid out a moment ago. A download in pieces, or of many at once, asks for the same one again and
 * again, and laying out twenty thousand folders takes a second.
 */

export interface ArchiveLayout {
  readonly segments: readonly Segment[]
  /** The same for the same content, so that a download that was cut goes on. */
  readonly etag: string
  /** The files in it. */
  readonly fileIds: readonly string[]
}

interface CachedLayout extends ArchiveLayout {
  /** What has changed since is not in it. */
  readonly horizon: Snapshot
}

const CACHE_MS = MINUTE
const CACHE_BYTES = 64 * 1024 * 1024
/** What a segment takes beside its bytes. */
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

/** The archive of these items for this person, laid out anew where anything in their spaces has changed. */
export async function cachedLayout(
  { db }: Context,
  actor: Actor,
  tops: readonly Located[],
  lay: () => Promise<ArchiveLayout>,
): Promise<ArchiveLayout> {
  const key = [actor.personId, ...tops.map((top) => top.id)].join(' ')
  const spaceIds = [...new Set(tops.map((top) => top.spaceId))]
  for (;;) {
    let own = false
    const context = async () => {
      own = true
      const horizon = await currentSnapshot(db.reader)
      return { horizon, ...(await lay()) }
    }
    const found = await layouts.forceFetch(key, { context })
    // Another's, from before a change that was made before we asked, would be old.
    if (own || !(await hasChangesSince(db.reader, spaceIds, found.horizon))) return found
    // Whoever found the same may be laying it out anew by now.
    if (layouts.peek(key) === found) layouts.delete(key)
  }
}
