import Type, { type Static } from 'typebox'
import { lengthOf, nameFault } from './names.ts'
import { route } from './route.ts'
import { Empty, Id, Instant, nullable, oneOf } from './shapes.ts'

/** Nodes (R91, B§3): the servers of the installation. A server registers itself when it starts. */

export const NODE_NAME_MIN = 3
export const NODE_NAME_MAX = 12
export const NODE_REMARKS_MAX = 200
export const NODES_MAX = 500

/** `alive`: seen within 30 seconds; `new`: no server has started as it yet. */
export const NODE_STATES = ['alive', 'away', 'new'] as const
export type NodeState = (typeof NODE_STATES)[number]

/** B§5, R154: 3 to 12 characters that can be seen. */
export function isNodeName(name: string): boolean {
  const length = lengthOf(name)
  const fault = nameFault(name, NODE_NAME_MAX)
  const isSeen = fault !== 'name_control' && fault !== 'name_invisible' && fault !== 'name_invisible_end'
  return length >= NODE_NAME_MIN && length <= NODE_NAME_MAX && isSeen && name === name.trim()
}

export const AdminNode = Type.Object({
  nodeId: Id,
  nodeName: Type.String(),
  remarks: Type.String(),
  /** Where people reach it, and where other servers do; empty: not said. */
  businessAddress: Type.String(),
  internalAddress: Type.String(),
  clusterId: nullable(Id),
  clusterName: nullable(Type.String()),
  state: oneOf(NODE_STATES),
  /** Whether it is the server that answers. */
  isThis: Type.Boolean(),
  version: nullable(Type.String()),
  startTime: nullable(Instant),
  seenTime: nullable(Instant),
  updateTime: Instant,
})
export type AdminNode = Static<typeof AdminNode>

export const queryNodes = route({
  name: 'queryNodes',
  method: 'GET',
  path: '/admin/nodes/query',
  admin: 'storage',
  input: Empty,
  reply: Type.Object({ list: Type.Array(AdminNode) }),
  errors: ['area_refused'],
  summary: 'All nodes by name, and which of them are alive.',
})

const Text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

export const saveNode = route({
  name: 'saveNode',
  method: 'POST',
  path: '/admin/nodes/save',
  admin: 'storage',
  input: Type.Object({
    /** The node to change; absent for a new one. */
    nodeId: Type.Optional(Id),
    nodeName: Type.String({ maxLength: 1024 }),
    remarks: Text(1024),
    businessAddress: Text(1024),
    internalAddress: Text(1024),
    /** Absent: of no cluster. */
    clusterId: Type.Optional(Id),
  }),
  reply: Type.Object({ nodeId: Id }),
  errors: ['area_refused', 'not_found', 'name_taken', 'list_full'],
  summary: 'A new node, for a server to start as, or the whole of a changed one.',
})

export const removeNode = route({
  name: 'removeNode',
  method: 'POST',
  path: '/admin/nodes/remove',
  admin: 'storage',
  input: Type.Object({ nodeId: Id }),
  reply: Empty,
  errors: ['area_refused', 'not_found', 'node_alive'],
  summary: 'Deletes a node whose server is not running.',
})
