import type { endGroupSync, GroupSync, queryGroupSync, syncGroup } from '@clouddisk/contract/admin-group-sync'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { endRootSync, rootSync, saveRootSync } from '../node-sync/sync-root.ts'
import { lockGroup, readableGroup } from './admin.ts'
import { refuseDissolving } from './group-context.ts'

/** Node sync of groups, which is their administrators' (B§5). */

export async function query(
  ctx: Context,
  actor: Actor,
  { groupId }: Input<typeof queryGroupSync>,
): Promise<Reply<typeof queryGroupSync>> {
  const group = await readableGroup(ctx, actor, groupId)
  return { sync: (await rootSync(ctx.db.reader, group.rootId)) ?? null }
}

export async function save(
  ctx: Context,
  actor: Actor,
  { groupId, ...choice }: Input<typeof syncGroup>,
): Promise<GroupSync> {
  const group = await ctx.db.transact(async (tx) => {
    const locked = await lockGroup(tx, actor, groupId)
    refuseDissolving({ group: locked })
    await saveRootSync(ctx, tx, actor, { id: locked.rootId, spaceId: locked.id, name: locked.name }, choice)
    return locked
  })
  const saved = await rootSync(ctx.db.reader, group.rootId)
  if (!saved) throw new Error('the sync of the group was not saved')
  return saved
}

export async function end(
  ctx: Context,
  actor: Actor,
  { groupId }: Input<typeof endGroupSync>,
): Promise<Reply<typeof endGroupSync>> {
  await ctx.db.transact(async (tx) => {
    const { rootId, name } = await lockGroup(tx, actor, groupId)
    await endRootSync(tx, { id: rootId, name })
  })
  return {}
}
