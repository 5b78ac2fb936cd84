import {
  type AdminNode,
  isNodeName,
  NODE_REMARKS_MAX,
  NODES_MAX,
  type NodeState,
  type saveNode,
} from '@clouddisk/contract/admin-nodes'
import type { Input } from '@clouddisk/contract/route'
import { audit } from '../../audit/record.ts'
import { openServerId } from '../../config/server-id.ts'
import type { Context } from '../../context.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import * as store from './node-store.ts'
import { readLine, readServerAddress } from './read-fields.ts'
import { refusingTaken } from './taken.ts'

/** Nodes for administrators (R91). */

export async function list(ctx: Context): Promise<AdminNode[]> {
  const [rows, own] = await Promise.all([store.nodes(ctx.db.reader), openServerId(ctx.config.dataDir)])
  return rows.map((row) => ({
    nodeId: row.id,
    nodeName: row.name,
    remarks: row.remarks,
    businessAddress: row.businessAddress,
    internalAddress: row.internalAddress,
    clusterId: row.clusterId,
    clusterName: row.clusterName,
    state: stateOf(row),
    isThis: row.serverId === own,
    version: row.version,
    startTime: row.startedAt?.toISOString() ?? null,
    seenTime: row.seenAt?.toISOString() ?? null,
    updateTime: row.updatedAt.toISOString(),
  }))
}

export const stateOf = ({ serverId, isAlive }: Pick<store.NodeRow, 'serverId' | 'isAlive'>): NodeState =>
  isAlive ? 'alive' : serverId === null ? 'new' : 'away'

export async function save(ctx: Context, input: Input<typeof saveNode>): Promise<{ nodeId: string }> {
  const name = input.nodeName.trim()
  if (!isNodeName(name)) refuseField('nodeName', 'node_name')
  const fields = {
    name,
    remarks: readLine('remarks', input.remarks, NODE_REMARKS_MAX),
    businessAddress: readServerAddress('businessAddress', input.businessAddress),
    internalAddress: readServerAddress('internalAddress', input.internalAddress),
    clusterId: input.clusterId?.toLowerCase() ?? null,
  }
  if (fields.clusterId !== null && !isId(fields.clusterId)) refuseNotFound('cluster')
  const id = input.nodeId?.toLowerCase() ?? newId()
  if (!isId(id)) refuseNotFound('node')
  await refusingTaken(name, () =>
    ctx.db.transact(async (tx) => {
      await store.lockNodes(tx)
      const known = await store.nodes(tx)
      const before = known.find((node) => node.id === id)
      if (input.nodeId !== undefined && !before) refuseNotFound('node')
      if (!before && known.length >= NODES_MAX) refuse('list_full', { limit: NODES_MAX })
      if (fields.clusterId !== null && !(await store.clusterExists(tx, fields.clusterId)))
        refuseNotFound('cluster')
      await store.saveNode(tx, { id, ...fields, at: ctx.now() })
      const { name: _, ...detail } = fields
      await audit(tx, {
        action: 'node.saved',
        object: { type: 'node', id, name },
        detail: { ...detail, ...(before && before.name !== name && { was: before.name }) },
      })
    }),
  )
  await ctx.stores.refresh()
  return { nodeId: id }
}

export async function remove(ctx: Context, nodeId: string): Promise<void> {
  const id = nodeId.toLowerCase()
  if (!isId(id)) refuseNotFound('node')
  await ctx.db.transact(async (tx) => {
    await store.lockNodes(tx)
    const node = (await store.nodes(tx)).find((one) => one.id === id) ?? refuseNotFound('node')
    if (node.isAlive) refuse('node_alive', { name: node.name })
    await tx.deleteFrom('node').where('id', '=', id).execute()
    await audit(tx, { action: 'node.removed', object: { type: 'node', id, name: node.name } })
  })
  await ctx.stores.refresh()
}
