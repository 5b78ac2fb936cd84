import { formatSize } from '@clouddisk/contract/format'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { refuse } from '../../errors/refusal.ts'
import { notify } from '../../notifications/notify.ts'
import {
  allowanceShortfall,
  countsForOwner,
  releaseAllowance,
  reserveAllowance,
  tryReserveAllowance,
} from './allowance.ts'
import {
  groupNotificationData,
  invalidateGroupMemberships,
  type NamedGroup,
  recordGroupChange,
} from './group-context.ts'
import { cancelHandovers } from './handover.ts'
import { hasSyncedGroup, lockPersonRows } from './handover-store.ts'
import { putMembers, setRoles } from './member-store.ts'
import { setOwner } from './store.ts'

/** Transfers groups without consent: during offboarding, or by an administrator. */

export interface OwnedGroup {
  readonly id: string
  readonly rootId: string
  readonly name: string
  readonly used: number
  readonly total: number
  /** Whether it counts against the owner's allowance. */
  readonly countsForOwner: boolean
}

/** Groups a person owns, ordered by id. */
export async function ownedGroups(db: Reader, personId: string): Promise<OwnedGroup[]> {
  const { rows } = await sql<OwnedGroup>`
    select g.id, s.root_id as "rootId", g.name, s.used, s.total, 
      s.department_id is null and not g.is_library as "countsForOwner"
    from "group" g join space s on s.id = g.id where g.owner_id = ${personId} order by g.id`.execute(db)
  return rows
}

type TransferInitiator = Pick<Actor, 'personId' | 'realName'>

/**
 * Transfers all groups of one person to another and cancels pending handovers. The caller holds the locks of the groups'
 * spaces and of both people.
 */
export async function transferOwnedGroups(
  ctx: Context,
  tx: Tx,
  fromId: string,
  toId: string,
  by: TransferInitiator,
): Promise<number> {
  const groups = await ownedGroups(tx, fromId)
  for (const group of groups) {
    if (group.countsForOwner) {
      await reserveAllowance(tx, { personId: toId }, group.total)
      await releaseAllowance(tx, { personId: fromId }, group.total)
    }
    await changeOwner(ctx, tx, group, fromId, toId, by)
  }
  return groups.length
}

/** Transfers one group whose space is locked, and releases the former owner's allowance. */
export async function giveGroupTo(
  ctx: Context,
  tx: Tx,
  group: NamedGroup & {
    readonly total: number
    readonly ownerId: string
    readonly departmentId: string | null
    readonly isLibrary: boolean
  },
  toId: string,
  actor: Actor,
): Promise<void> {
  const { ownerId, total } = group
  await lockPersonRows(tx, [ownerId, toId])
  if (await hasSyncedGroup(tx, toId)) refuse('handover_synced_group')
  if (countsForOwner(group)) {
    if (!(await tryReserveAllowance(tx, { personId: toId }, total))) {
      const missing = await allowanceShortfall(tx, { personId: toId }, total)
      refuse('handover_no_space', { missing: formatSize(missing), missingBytes: missing })
    }
    await releaseAllowance(tx, { personId: ownerId }, total)
  }
  await changeOwner(ctx, tx, group, ownerId, toId, actor)
  await notifyRole(ctx, tx, group, ownerId, 'manager', actor)
}

/** Changes only roles and owner, and cancels a pending handover. */
async function changeOwner(
  ctx: Context,
  tx: Tx,
  group: NamedGroup,
  fromId: string,
  toId: string,
  actor: TransferInitiator,
): Promise<void> {
  await cancelHandovers(ctx, tx, actor, group)
  await setRoles(tx, group.rootId, [fromId], 'manager')
  await putMembers(tx, group.rootId, [{ type: 'person', id: toId, role: 'owner' }], fromId)
  await setOwner(tx, group.id, toId)
  invalidateGroupMemberships(ctx, tx)
  await recordGroupChange(tx, actor, 'member.changed', group, {
    principalIds: [fromId, toId],
    details: { changed: [fromId, toId], owner: toId, roles: { [fromId]: 'manager', [toId]: 'owner' } },
  })
  await notifyRole(ctx, tx, group, toId, 'owner', actor)
}

const notifyRole = (
  ctx: Context,
  tx: Tx,
  group: NamedGroup,
  principalId: string,
  role: 'owner' | 'manager',
  actor: TransferInitiator,
): Promise<void> =>
  notify(ctx, tx, {
    kind: 'group.roleChanged',
    to: [{ principalType: 'person', principalId }],
    actor,
    data: { ...groupNotificationData(group), role },
  })
