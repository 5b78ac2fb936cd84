import {
  type ChangeBatch,
  type ChangeFollower,
  createChangeFollower,
  eventSourceStream,
} from '@clouddisk/client/changes/follow'
import type { Change } from '@clouddisk/contract/changes'
import type { Query, QueryClient } from '@tanstack/react-query'
import { client } from '../../lib/api.ts'
import { forgetEarlyAnswers } from '../../lib/early-answers.ts'
import { limits } from '../../lib/limits.ts'
import { queryClient } from '../../lib/query-client.ts'
import { queryKeys, showsFolder } from '../../lib/query-keys.ts'
import { serverUnreachable } from '../../lib/reachability.ts'

/** Refetches the queries that changes of other windows, devices or jobs concern. */

/** What is out of date, collected until it is refetched. */
export interface StaleQueries {
  readonly folders: Set<string>
  readonly kinds: Set<StaleKind>
}
export type StaleKind = (typeof FILE_KINDS)[number] | 'folders' | 'session' | 'publicConfig' | 'everything'

const KINDS: Partial<Record<Change['kind'], readonly StaleKind[]>> = {
  'folder.created': ['activity', 'details', 'subfolders'],
  'file.created': ['activity', 'details', 'capacity'],
  'file.versioned': ['activity', 'details', 'capacity', 'favorites'],
  'version.removed': ['activity', 'details', 'capacity'],
  'version.pinned': ['activity', 'details'],
  'version.limitsChanged': ['activity', 'details'],
  'file.renamed': ['activity', 'details', 'favorites', 'subfolders', 'links'],
  'file.annotated': ['activity', 'details', 'favorites', 'labels'],
  // Of all files of a space that have the label, in whatever folders.
  'label.colored': ['details', 'favorites', 'labels', 'folders'],
  'file.classified': ['activity', 'details', 'favorites', 'links'],
  'file.moved': ['activity', 'details', 'favorites', 'subfolders'],
  'file.trashed': ['activity', 'details', 'favorites', 'subfolders', 'trash', 'capacity', 'links'],
  'file.restored': ['activity', 'details', 'favorites', 'subfolders', 'trash', 'capacity', 'links'],
  'file.purged': ['activity', 'trash', 'capacity', 'links'],
  // Whoever has an item, or may do something else with it, sees other folders, other marks and other actions.
  'file.scanned': ['details'],
  'file.quarantined': ['details'],
  'file.released': ['details'],
  'share.created': ['activity', 'shares', 'privileges', 'details'],
  'share.changed': ['activity', 'shares', 'privileges', 'details', 'folders'],
  'share.ended': ['activity', 'shares', 'privileges', 'details', 'folders', 'favorites'],
  'link.created': ['activity', 'links'],
  'link.changed': ['activity', 'links'],
  'link.ended': ['activity', 'links'],
  'link.visited': ['links'],
  'link.stopped': ['links'],
  'link.reviewed': ['links'],
  'privilege.changed': ['activity', 'privileges', 'details', 'folders', 'favorites'],
  'group.changed': ['activity', 'groups', 'details', 'subfolders', 'folders', 'capacity'],
  'member.changed': ['activity', 'groups', 'privileges', 'details', 'folders', 'favorites', 'capacity'],
  'comment.added': ['activity', 'comments', 'details'],
  'comment.changed': ['activity', 'comments'],
  'comment.removed': ['activity', 'comments', 'details'],
  'favorite.added': ['favorites', 'details'],
  'favorite.removed': ['favorites', 'details'],
  'job.progress': ['jobs'],
  'notification.added': ['notifications'],
  'notification.read': ['notifications'],
  // Lists of feedback are kept with these.
  'feedback.changed': ['notifications'],
  'capacity.changed': ['capacity', 'groups'],
  'policy.published': ['session'],
  'policy.acknowledged': ['session'],
  'config.changed': ['publicConfig'],
  'settings.changed': ['settings'],
}

export const noStaleQueries = (): StaleQueries => ({ folders: new Set(), kinds: new Set() })

export function addStale(stale: StaleQueries, { changes, gap }: ChangeBatch): void {
  if (gap) stale.kinds.add('everything')
  for (const change of changes) {
    // Lists of folders show nothing of comments.
    if (!change.kind.startsWith('comment.')) for (const id of change.parentIds) stale.folders.add(id)
    // The list of a folder shows its own name and path.
    if (change.kind === 'file.renamed' || change.kind === 'file.moved' || change.kind === 'file.trashed') {
      if (change.instanceId) stale.folders.add(change.instanceId)
    }
    for (const kind of KINDS[change.kind] ?? []) stale.kinds.add(kind)
  }
}

/** Refetches stale queries that are shown; the others are refetched when they are shown. */
export async function refreshStale(queries: QueryClient, { folders, kinds }: StaleQueries): Promise<void> {
  const all = kinds.has('everything')
  // Whatever changes the details of files may change what a search finds.
  if (kinds.has('details')) kinds.add('search')
  const lists = [...FILE_KINDS, 'folders' as const].filter((kind) => all || kinds.has(kind))
  const firstReads = queries
    .getQueryCache()
    .findAll({ queryKey: queryKeys.folders, predicate: isFirstRead })
    .filter(({ queryKey: [, id] }) => kinds.has('folders') || all || id === '0' || folders.has(String(id)))
  if (all || kinds.has('session')) void queries.invalidateQueries({ queryKey: queryKeys.session })
  // Limits are read from the cache by much that does not watch the query.
  if (all || kinds.has('publicConfig'))
    void queries.invalidateQueries({ queryKey: queryKeys.publicConfig, refetchType: 'all' })
  await Promise.all([
    queries.invalidateQueries({ predicate: (query) => showsFolder(query, folders) }),
    ...lists.map((kind) => queries.invalidateQueries({ queryKey: queryKeys[kind] })),
    ...firstReads.map(async (query) => {
      await query.promise?.catch(() => undefined)
      await queries.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }),
  ])
}

/** TanStack Query does not restart a first load, whose answer may be older than the change. */
const isFirstRead = ({ state }: Query): boolean =>
  state.data === undefined && state.fetchStatus === 'fetching'

const FILE_KINDS = [
  'activity',
  'comments',
  'notifications',
  'details',
  'favorites',
  'trash',
  'jobs',
  'capacity',
  'subfolders',
  'shares',
  'links',
  'privileges',
  'groups',
  'search',
  'labels',
  'settings',
] as const

/**
 * Collects changes for 300 ms (A§9), then refetches once; not again before the refetch has ended, so that a stream of
 * changes does not keep cancelling its own requests.
 */
export function createRefresher(queries: QueryClient, delayMs: () => number): (batch: ChangeBatch) => void {
  let stale = noStaleQueries()
  let waiting = false
  let refetching = false
  const isEmpty = () => stale.folders.size === 0 && stale.kinds.size === 0
  const arm = () => {
    if (waiting || refetching || isEmpty()) return
    waiting = true
    setTimeout(() => void flush(), delayMs())
  }
  const flush = async () => {
    waiting = false
    refetching = true
    const now = stale
    stale = noStaleQueries()
    try {
      await refreshStale(queries, now)
    } finally {
      refetching = false
      arm()
    }
  }
  return (batch) => {
    addStale(stale, batch)
    arm()
  }
}

let follower: ChangeFollower | undefined

/** Follows the feed while somebody is signed in; returns the function that stops it. */
export function followChanges(): () => void {
  follower ??= createChangeFollower({
    client,
    openStream: typeof EventSource === 'undefined' ? null : eventSourceStream(),
    clock: { now: () => Date.now(), after: (ms, run) => cancelable(setTimeout(run, ms)) },
    random: Math.random,
  })
  const current = follower
  const refresh = createRefresher(queryClient, () => limits().capacityRefreshMs)
  const unsubscribe = current.subscribe((batch) => {
    forgetEarlyAnswers()
    refresh(batch)
  })
  const retry = () => current.retry()
  addEventListener('online', retry)
  const forget = serverUnreachable.subscribe(() => {
    if (!serverUnreachable.get()) retry()
  })
  current.start()
  return () => {
    unsubscribe()
    removeEventListener('online', retry)
    forget()
    current.stop()
  }
}

const cancelable = (timer: ReturnType<typeof setTimeout>) => () => clearTimeout(timer)
