import Type, { type Static } from 'typebox'
import { AdminNode } from './admin-nodes.ts'
import { CLUSTER_CHECKS, CLUSTER_FAULTS } from './cluster-words.ts'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Clusters (R92, B§3): nodes, the buckets near them, the services that they use, and how content is synced to them. */

export const CLUSTER_NAME_MAX = 60
export const CLUSTERS_MAX = 100
export const CLUSTER_BUCKETS_MAX = 100
export const CLUSTER_NODES_MAX = 500
/** Days. */
export const STORAGE_CYCLE_MAX = 3650

/** What "sync to" offers first (B§3). */
export const SYNC_DIRECTIONS = ['oneWay', 'twoWay'] as const
export type SyncDirection = (typeof SYNC_DIRECTIONS)[number]
export const SYNC_MODES = ['sync', 'syncAndSave'] as const
export type SyncMode = (typeof SYNC_MODES)[number]

export const ClusterBucket = Type.Object({
  bucketName: Type.String(),
  location: Type.String(),
  /** Null: as much as the store takes. */
  total: nullable(Bytes),
  used: Bytes,
  /** Days that copies are kept which are synced only; null: 30. */
  storageCycle: nullable(Type.Integer()),
  cloudUser: Type.String(),
  updateTime: nullable(Instant),
  /** Whether it could be worked with just now; null: no server knows it. */
  answers: nullable(Type.Boolean()),
})
export type ClusterBucket = Static<typeof ClusterBucket>

export const AdminCluster = Type.Object({
  clusterId: Id,
  clusterName: Type.String(),
  /** Where people reach it. */
  address: Type.String(),
  siteId: nullable(Id),
  siteName: nullable(Type.String()),
  nodes: Type.Array(Type.Object({ nodeId: Id, nodeName: Type.String(), state: AdminNode.properties.state })),
  /** clamd, as host:port. */
  antivirusAddress: Type.String(),
  /** What converts files for previews. */
  previewAddress: Type.String(),
  /** The Office server that people edit together with. */
  coeditingAddress: Type.String(),
  syncDirection: oneOf(SYNC_DIRECTIONS),
  syncMode: oneOf(SYNC_MODES),
  /** Of copies to its buckets; null: without a limit. */
  bytesPerSecond: nullable(Bytes),
  /** Whether its servers read from other clusters what has no copy here. */
  remoteReads: Type.Boolean(),
  buckets: Type.Array(ClusterBucket),
  health: Type.Object({
    nodesAlive: Type.Integer(),
    bucketsAnswering: Type.Integer(),
    /** Of its buckets; null: no bucket, or one without a limit. */
    freeBytes: nullable(Bytes),
    /** Files and folders that are synced to it: those that wait or run, and those that failed. */
    syncWaiting: Type.Integer(),
    syncFailed: Type.Integer(),
  }),
  updateTime: Instant,
})
export type AdminCluster = Static<typeof AdminCluster>

export const queryClusters = route({
  name: 'queryClusters',
  method: 'GET',
  path: '/admin/clusters/query',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminCluster) }),
  errors: ['area_refused'],
  summary: 'All clusters by name, with nodes, buckets and health.',
})

const Text = Type.Optional(Type.String({ maxLength: 1024 }))

export const saveCluster = route({
  name: 'saveCluster',
  method: 'POST',
  path: '/admin/clusters/save',
  admin: 'storage',
  input: Type.Object({
    /** The cluster to change; absent for a new one. */
    clusterId: Type.Optional(Id),
    clusterName: Type.String({ maxLength: 1024 }),
    address: Text,
    /** Absent: of no site. */
    siteId: Type.Optional(Id),
    /** Those of another cluster move to this one. */
    nodeIds: Type.Optional(Type.Array(Id, { maxItems: CLUSTER_NODES_MAX })),
    antivirusAddress: Text,
    previewAddress: Text,
    coeditingAddress: Text,
    syncDirection: Type.Optional(oneOf(SYNC_DIRECTIONS)),
    syncMode: Type.Optional(oneOf(SYNC_MODES)),
    bytesPerSecond: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'absent: without a limit' }),
    ),
    remoteReads: Type.Optional(Type.Boolean()),
    buckets: Type.Optional(
      Type.Array(
        Type.Object({
          bucketName: Type.String({ minLength: 1, maxLength: 63 }),
          storageCycle: Type.Optional(
            Type.Integer({ minimum: 1, maximum: STORAGE_CYCLE_MAX, description: 'days; absent: 30' }),
          ),
        }),
        { maxItems: CLUSTER_BUCKETS_MAX },
      ),
    ),
  }),
  reply: Type.Object({ clusterId: Id }),
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full', 'no_such_bucket', 'bucket_of_cluster'],
  summary: 'A new cluster, or the whole of a changed one.',
})

export const removeCluster = route({
  name: 'removeCluster',
  method: 'POST',
  path: '/admin/clusters/remove',
  admin: 'storage',
  input: Type.Object({ clusterId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'cluster_in_use'],
  summary: 'Deletes a cluster without nodes, buckets and synced files.',
})

export const ClusterFinding = Type.Object({
  check: oneOf(CLUSTER_CHECKS),
  /** In the caller's language. */
  checkText: Type.String(),
  /** The address, or the bucket's name. */
  target: Type.String(),
  isFine: Type.Boolean(),
  reason: nullable(oneOf(CLUSTER_FAULTS)),
  says: nullable(
    Type.String({ description: 'what was found, and what to do about it; of a virus scanner its version' }),
  ),
})
export type ClusterFinding = Static<typeof ClusterFinding>

export const checkCluster = route({
  name: 'checkCluster',
  method: 'POST',
  path: '/admin/clusters/check',
  admin: 'storage',
  changes: false,
  input: Type.Object({ clusterId: Id }),
  reply: Type.Object({ findings: Type.Array(ClusterFinding) }),
  errors: ['area_refused', 'not_found'],
  summary: 'Tries the services and buckets of a cluster from the server that answers.',
})
