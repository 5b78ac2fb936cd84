import type { Language } from '@clouddisk/contract/errors'
import type { Instance } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type {
  pageSyncedInstances,
  querySyncClusters,
  SyncedInstance,
  SyncState,
  SyncTarget,
  syncInstances,
} from '@clouddisk/contract/node-sync'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import { requirePermissionWithReason } from '../../access/permissions.ts'
import { reachOf } from '../../access/reach.ts'
import { type ResolvedItem, resolveAll } from '../../access/resolve.ts'
import { audit } from '../../audit/record.ts'
import { homeBucketOf } from '../../content/placement.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { attemptItem, type ItemResult, succeeded } from '../../tree/batch.ts'
import { presentRow } from '../../tree/present.ts'
import { viewRowsById } from '../../tree/view-rows.ts'
import { enqueue } from './schedule.ts'
import * as store from './store.ts'

/** Which items are kept at several clusters: chosen, listed, run now, ended (B§4, B§5, B§7). */

export async function clusters(ctx: Context): Promise<Reply<typeof querySyncClusters>> {
  const rows = await store.clusters(ctx.db.reader)
  return {
    list: rows.map(({ id, name, siteName, direction, mode }) => ({
      clusterId: id,
      clusterName: name,
      siteName,
      hasBucket: takesContent(ctx, id),
      direction,
      mode,
    })),
    nodes: rows.reduce((sum, { nodes }) => sum + nodes, 0),
  }
}

const takesContent = ({ stores }: Context, clusterId: string): boolean =>
  stores.distances.bucketsOf(clusterId).some((bucket) => stores.stateOf(bucket) === 'active')

/** Refuses clusters that nothing can be copied to, and fewer than two nodes (R158). */
export async function requireClusters(ctx: Context, clusterIds: readonly string[]): Promise<void> {
  const all = new Map((await store.clusters(ctx.db.reader)).map((one) => [one.id, one]))
  if ([...all.values()].reduce((sum, { nodes }) => sum + nodes, 0) < 2) refuse('sync_two_nodes')
  for (const id of clusterIds) {
    const cluster = all.get(id) ?? refuseField('clusterIds', 'unknown_value')
    if (!takesContent(ctx, id)) refuse('sync_no_bucket', { cluster: cluster.name })
  }
}

export async function sync(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  choice: Choice,
  language: Language,
): Promise<ItemResult[]> {
  await requireClusters(ctx, choice.clusterIds)
  return forEach(ctx, actor, ids, language, (tx, item) => {
    refuseWholeGroup(item)
    return saveSyncOf(ctx, tx, actor, item, choice)
  })
}

/** The sync of a whole group or library is its administrators', whatever its members may do with the files in it. */
function refuseWholeGroup(item: ResolvedItem): void {
  if (isWholeGroup(item)) refuse('not_permitted')
}

const isWholeGroup = ({ id, rootId, spaceKind }: ResolvedItem): boolean =>
  spaceKind === 'group' && id === rootId

type Choice = Omit<Input<typeof syncInstances>, 'instanceIds'>
type Synced = Pick<ResolvedItem, 'id' | 'name' | 'isFolder' | 'spaceId'>

/** Saves the rule of an item. */
export async function saveSyncOf(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  item: Synced,
  { clusterIds, direction, mode }: Choice,
): Promise<void> {
  const chosen = [...new Set(clusterIds)]
  const home = await homeClusterOf(ctx, tx, item)
  // Both ways: what is stored at another cluster comes back to where the item is at home.
  const members = direction === 'twoWay' && home ? [...new Set([...chosen, home])] : chosen
  if (members.length === 1 && members[0] === home) refuse('sync_two_nodes')
  const rule = { fileId: item.id, direction, mode, personId: actor.personId }
  await store.saveRule(tx, { id: newId(), ...rule, clusterIds: members }, ctx.now())
  await audit(tx, {
    action: 'sync.saved',
    object: { type: item.isFolder ? 'folder' : 'file', id: item.id, name: item.name },
    detail: { clusters: members, direction, mode },
  })
}

/** Deletes the rule of an item, if there is one. */
export async function endSyncOf(tx: Tx, item: Omit<Synced, 'spaceId'>): Promise<void> {
  if ((await store.deleteRules(tx, [item.id])).length === 0) return
  await audit(tx, {
    action: 'sync.removed',
    object: { type: item.isFolder ? 'folder' : 'file', id: item.id, name: item.name },
  })
}

async function homeClusterOf(
  { stores }: Context,
  tx: Tx,
  { spaceId }: Pick<ResolvedItem, 'spaceId'>,
): Promise<string | null> {
  const own = stores.hasHomes ? await homeBucketOf(tx, spaceId) : null
  return stores.distances.clusterOf(own ?? stores.home.bucket)
}

export const remove = (
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<ItemResult[]> =>
  forEach(ctx, actor, ids, language, (tx, item) => {
    refuseWholeGroup(item)
    return endSyncOf(tx, item)
  })

export const runNow = (
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
): Promise<ItemResult[]> =>
  forEach(ctx, actor, ids, language, (tx, item) => store.makeDue(tx, [item.id], ctx.now()))

/** Works on the items that the actor may sync, in one transaction; what is due then begins at once. */
async function forEach(
  ctx: Context,
  actor: Actor,
  ids: readonly string[],
  language: Language,
  work: (tx: Tx, item: ResolvedItem) => Promise<void>,
): Promise<ItemResult[]> {
  return ctx.db.transact(async (tx) => {
    const located = await resolveAll(tx, actor, ids)
    const results: ItemResult[] = []
    for (const id of ids)
      results.push(
        await attemptItem(id, language, async () => {
          const item = located.get(id) ?? refuse('not_found')
          requirePermissionWithReason(actor, item, 'sync')
          await work(tx, item)
          return succeeded(id, { instanceName: item.name })
        }),
      )
    await enqueue(ctx, tx)
    return results
  })
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageSyncedInstances>,
  language: Language,
): Promise<Reply<typeof pageSyncedInstances>> {
  const db = ctx.db.reader
  const { pageNo = 1, pageSize = LIMITS.pageSizeDefault } = input
  const { spaceIds } = await reachOf(db, actor)
  const rules = await store.rulesOf(db, {
    spaceIds,
    personId: actor.personId,
    keyword: input.keyword?.trim() ?? '',
  })
  const items = await resolveAll(
    db,
    actor,
    rules.map(({ fileId }) => fileId),
  )
  const seen = rules.filter(({ fileId }) => items.has(fileId))
  const shown = seen.slice((pageNo - 1) * pageSize, pageNo * pageSize)
  const views = await viewRowsById(
    db,
    actor,
    shown.map(({ fileId }) => fileId),
  )
  const list = shown.flatMap((rule) => {
    const item = items.get(rule.fileId)
    const view = views.get(rule.fileId)
    return item && view ? [present(rule, item, presentRow(view, item, language))] : []
  })
  return { list, total: seen.length, pageNo, pageSize }
}

type Shown = Pick<
  Instance,
  'instanceName' | 'classifierId' | 'fileType' | 'fileSize' | 'parentId' | 'instancePath'
>

/** What holds of any rule. */
export function presentSync(rule: store.RuleRow) {
  const clusters = rule.targets.map(presentTarget)
  const worst = [...clusters].sort((a, b) => RANK[a.status] - RANK[b.status])[0]
  const last = clusters.map(({ lastTime }) => lastTime ?? '').sort()[0]
  return {
    direction: rule.direction,
    mode: rule.mode,
    clusters,
    status: worst?.status ?? 'finished',
    reason: worst?.reason ?? null,
    lastTime: last || null,
    nextTime: rule.nextRunAt.toISOString(),
  }
}

function present(rule: store.RuleRow, item: ResolvedItem, shown: Shown): SyncedInstance {
  return {
    ...presentSync(rule),
    instanceId: rule.fileId,
    instanceName: shown.instanceName,
    classifierId: shown.classifierId,
    fileType: shown.fileType,
    fileSize: shown.fileSize,
    parentId: shown.parentId,
    path: shown.instancePath,
    canChange: item.permissions.has('sync') && !isWholeGroup(item),
  }
}

/** Furthest from finished first. */
const RANK: Record<SyncState, number> = { failed: 0, syncing: 1, waiting: 2, finished: 3 }

const presentTarget = (row: store.TargetRow): SyncTarget => ({
  clusterId: row.clusterId,
  clusterName: row.clusterName,
  status: row.state,
  reason: row.reason,
  files: row.files,
  filesDone: row.filesDone,
  bytes: row.bytes,
  bytesDone: row.bytesDone,
  lastTime: row.finishedAt && new Date(row.finishedAt).toISOString(),
  retryTime: row.retryAt && new Date(row.retryAt).toISOString(),
})
