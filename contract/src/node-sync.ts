import Type, { type Static } from 'typebox'
import { IDS_BODY_MAX, route } from './route.ts'
import {
  Bytes,
  Empty,
  Id,
  IdList,
  Instant,
  ItemResults,
  nullable,
  numberedPageOf,
  oneOf,
  paging,
} from './shapes.ts'

/** Node sync (A§2 /clusterSync, B§4, B§5, B§7 instance/sync, R22, R172): which items are kept at several clusters. */

/** `oneWay`: what lies elsewhere is copied to the clusters; `twoWay`: what is stored at one of them goes to the others, too. */
export const SYNC_DIRECTIONS = ['oneWay', 'twoWay'] as const
export type SyncDirection = (typeof SYNC_DIRECTIONS)[number]
/** `sync`: copies are kept for the storage cycle of their bucket; `syncAndSave`: as long as the item is synced. */
export const SYNC_MODES = ['sync', 'syncAndSave'] as const
export type SyncMode = (typeof SYNC_MODES)[number]
export const SYNC_STATES = ['waiting', 'syncing', 'finished', 'failed'] as const
export type SyncState = (typeof SYNC_STATES)[number]
export const SYNC_FAILURES = ['unreachable', 'full', 'noBucket', 'damaged', 'stopped'] as const
export type SyncFailure = (typeof SYNC_FAILURES)[number]
/** Between two runs. Hours. */
export const SYNC_EVERY_HOURS = 6
export const SYNC_CLUSTERS_MAX = 16

export const SyncCluster = Type.Object({
  clusterId: Id,
  clusterName: Type.String(),
  siteName: nullable(Type.String()),
  /** Whether content can be copied there: it has a bucket that takes new content. */
  hasBucket: Type.Boolean(),
  direction: oneOf(SYNC_DIRECTIONS),
  mode: oneOf(SYNC_MODES),
})
export type SyncCluster = Static<typeof SyncCluster>

export const SyncTarget = Type.Object({
  clusterId: Id,
  clusterName: Type.String(),
  status: oneOf(SYNC_STATES),
  reason: nullable(oneOf(SYNC_FAILURES)),
  /** Of the run that is on, or the last one. */
  files: Type.Integer(),
  filesDone: Type.Integer(),
  bytes: Bytes,
  bytesDone: Bytes,
  lastTime: nullable(Instant),
  /** When a failed run is tried again. */
  retryTime: nullable(Instant),
})
export type SyncTarget = Static<typeof SyncTarget>

export const SyncedInstance = Type.Object({
  instanceId: Id,
  instanceName: Type.String(),
  classifierId: oneOf(['File', 'Folder']),
  fileType: Type.String(),
  fileSize: Bytes,
  /** The folder that has it. */
  parentId: Type.String(),
  /** Names from the space down to the folder that has it. */
  path: Type.String(),
  direction: oneOf(SYNC_DIRECTIONS),
  mode: oneOf(SYNC_MODES),
  clusters: Type.Array(SyncTarget),
  /** Of all clusters: the one that is furthest from `finished`. */
  status: oneOf(SYNC_STATES),
  reason: nullable(oneOf(SYNC_FAILURES)),
  lastTime: nullable(Instant),
  nextTime: Instant,
  /** Whether the caller may change and stop it. */
  canChange: Type.Boolean(),
})
export type SyncedInstance = Static<typeof SyncedInstance>

export const querySyncClusters = route({
  name: 'querySyncClusters',
  method: 'GET',
  path: '/cluster/querySyncClusters',
  input: Empty,
  reply: Type.Object({
    list: Type.Array(SyncCluster),
    /** Nodes of all clusters: sync needs two (R158). */
    nodes: Type.Integer(),
  }),
  summary: 'The clusters that items can be synced to, with what each offers first.',
})

export const syncInstances = route({
  name: 'syncInstances',
  method: 'POST',
  path: '/instance/sync',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({
    instanceIds: IdList,
    clusterIds: Type.Array(Id, { minItems: 1, maxItems: SYNC_CLUSTERS_MAX }),
    direction: oneOf(SYNC_DIRECTIONS),
    mode: oneOf(SYNC_MODES),
  }),
  reply: ItemResults,
  errors: [
    'not_found',
    'not_permitted',
    'group_dissolving',
    'too_many_items',
    'sync_two_nodes',
    'sync_no_bucket',
  ],
  summary: 'Keeps items at these clusters, instead of those chosen before; the first run begins at once.',
})

export const pageSyncedInstances = route({
  name: 'pageSyncedInstances',
  method: 'GET',
  path: '/instance/syncPageQuery',
  input: Type.Object({
    pageNo: paging.pageNo,
    pageSize: paging.pageSize,
    keyword: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  reply: numberedPageOf(SyncedInstance),
  summary: 'What the caller sees of what is synced, and how far it is.',
})

export const removeSync = route({
  name: 'removeSync',
  method: 'POST',
  path: '/instance/removefileSyncConfig',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceIds: IdList }),
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'group_dissolving', 'too_many_items'],
  summary: 'Ends the sync of items; copies go, the items stay. Idempotent.',
})

export const runSync = route({
  name: 'runSync',
  method: 'POST',
  path: '/instance/runSync',
  bodyMax: IDS_BODY_MAX,
  input: Type.Object({ instanceIds: IdList }),
  reply: ItemResults,
  errors: ['not_found', 'not_permitted', 'group_dissolving', 'too_many_items'],
  summary: 'Begins a run of synced items now, failed ones included.',
})
