import Type, { type Static } from 'typebox'
import { SYNC_CLUSTERS_MAX, SYNC_DIRECTIONS, SYNC_MODES, SyncedInstance } from './node-sync.ts'
import { route } from './route.ts'
import { Empty, Id, nullable, oneOf } from './shapes.ts'

/** Node sync of whole groups by administrators (B§5, R149): all files of a group are kept at several clusters. */

const { direction, mode, clusters, status, reason, lastTime, nextTime } = SyncedInstance.properties

export const GroupSync = Type.Object({ direction, mode, clusters, status, reason, lastTime, nextTime })
export type GroupSync = Static<typeof GroupSync>

const GroupId = Type.Object({ groupId: Id })

export const queryGroupSync = route({
  name: 'queryGroupSync',
  method: 'GET',
  path: '/admin/groups/querySync',
  admin: 'groups',
  input: GroupId,
  reply: Type.Object({
    /** Null: the group is not synced. */
    sync: nullable(GroupSync),
  }),
  errors: ['not_found'],
  summary: 'Where a group is synced to, and how far it is.',
})

export const syncGroup = route({
  name: 'syncGroup',
  method: 'POST',
  path: '/admin/groups/sync',
  admin: 'groups',
  input: Type.Object({
    groupId: Id,
    clusterIds: Type.Array(Id, { minItems: 1, maxItems: SYNC_CLUSTERS_MAX }),
    direction: oneOf(SYNC_DIRECTIONS),
    mode: oneOf(SYNC_MODES),
  }),
  reply: GroupSync,
  errors: ['not_found', 'area_refused', 'group_dissolving', 'sync_two_nodes', 'sync_no_bucket'],
  summary: 'Keeps all files of a group at these clusters, instead of those chosen before.',
})

export const endGroupSync = route({
  name: 'endGroupSync',
  method: 'POST',
  path: '/admin/groups/endSync',
  admin: 'groups',
  input: GroupId,
  reply: Empty,
  errors: ['not_found', 'area_refused'],
  summary: 'Ends the sync of a group; copies go, the files stay. Idempotent.',
})
