import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { giveBack, take } from './allowance.ts'
import { putMembers, setRoles } from './member-store.ts'
import { aboutGroup, forgetStanding, tellGroup } from './place.ts'
import { setOwner } from './store.ts'

/** Groups of somebody who leaves: an administrator gives them to another owner, who is not asked. */

export interface Owned {
  readonly id: string
  readonly rootId: string
  readonly name: string
  readonly used: number
  readonly total: number
  /** Taken from its department's allowance, not from the owner's. */
  readonly ofDepartment: boolean
}

/** What somebody owns, by id. */
export async function ownedGroups(db: Reader, personId: string): Promise<Owned[]> {
  const { rows } = await sql<Owned>`
    select g.id, s.root_id as "rootId", g.name, s.used, s.total, s.department_id is not null as "ofDepartment"
    from "group" g join space s on s.id = g.id where g.owner_id = ${personId} order by g.id`.execute(db)
  return rows
}

/**
 * Gives all groups of one to another; handovers that wait are called off. The caller holds the locks of the groups'
 * spaces and of both people.
 */
export async function inherit(ctx: Context, tx: Tx, fromId: string, toId: string): Promise<number> {
  const groups = await ownedGroups(tx, fromId)
  for (const group of groups) {
    await tx
      .updateTable('group_handover')
      .set({ state: 'cancelled', ended_at: ctx.now() })
      .where('group_id', '=', group.id)
      .where('state', 'in', ['waiting', 'moving'])
      .execute()
    if (!group.ofDepartment) {
      await take(tx, { personId: toId }, group.total)
      await giveBack(tx, { personId: fromId }, group.total)
    }
    await setRoles(tx, group.rootId, [fromId], 'manager')
    await putMembers(tx, group.rootId, [{ type: 'person', id: toId, role: 'owner' }], fromId)
    await setOwner(tx, group.id, toId)
    await tellGroup(tx, undefined, 'member.changed', group, {
      principalIds: [toId],
      details: { changed: [fromId, toId], owner: toId },
    })
    await notify(ctx, tx, {
      kind: 'group.roleChanged',
      to: [{ principalType: 'person', principalId: toId }],
      data: { ...aboutGroup(group), role: 'owner' },
    })
  }
  if (groups.length > 0) forgetStanding(ctx, tx)
  return groups.length
}
