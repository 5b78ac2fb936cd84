import type { addMembers, Member, queryMembers, removeMembers } from '@clouddisk/contract/groups'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Principal } from '@clouddisk/contract/people'
import type { updateMemberRole } from '@clouddisk/contract/privileges'
import { identityOf, type MemberRole } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import { idsOf } from '@clouddisk/contract/shapes'
import type { Actor } from '../../access/actor.ts'
import { requireGrant, requireRevoke } from '../../access/granting.ts'
import { requirePermission } from '../../access/permissions.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { roleDetails } from '../../audit/details.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse, refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { type NotificationRecipient, notify } from '../../notifications/notify.ts'
import {
  groupNotificationData,
  invalidateGroupMemberships,
  loadGroupContext,
  lockGroupContext,
  type NamedGroup,
  recordGroupChange,
  requireGroupManager,
  requireManagerIgnoringDissolution,
} from './group-context.ts'
import { withdrawHandover } from './handover.ts'
import { departmentPaths, peopleOfDepartments, peopleOfGroups } from './headcount.ts'
import * as store from './member-store.ts'

/** Who is in a group: people and departments, each with all below it, under a role (R89, R175). */

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryMembers>,
): Promise<Reply<typeof queryMembers>> {
  const { group, root } = await loadGroupContext(ctx.db.reader, actor, input.groupId)
  requirePermission(root, 'list')
  return pageOf(ctx, actor, group, input)
}

/** Of a group that the actor may know the members of. */
export async function pageOf(
  ctx: Context,
  actor: Actor,
  group: NamedGroup,
  input: Input<typeof queryMembers>,
): Promise<Reply<typeof queryMembers>> {
  const db = ctx.db.reader
  const principals = input.principalIds === undefined ? undefined : idsOf(input.principalIds).filter(isId)
  const list = [group.id, input.role ?? '', ...(principals ?? [])].join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'members', list, store.isKey)
  const pageQuery = paging.read(input, 'joinTime')
  const filter = { rootId: group.rootId, keyword: pageQuery.keyword, role: input.role, principals }
  const [rows, total, people] = await Promise.all([
    store.pageMembers(db, filter, pageQuery),
    store.countMembers(db, filter),
    peopleOfGroups(db, [group.id]),
  ])
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await present(db, actor, rows),
    total,
    memberCount: people.get(group.id) ?? 0,
    ...paging.response(pageQuery, last && store.keyOf(last)),
  }
}

async function present(db: Reader, actor: Actor, rows: readonly store.MemberRow[]): Promise<Member[]> {
  const departments = [...new Set(rows.flatMap((row) => row.departmentId ?? []))]
  const tops = rows.filter((row) => row.type === 'department').map((row) => row.id)
  const [paths, people] = await Promise.all([departmentPaths(db, departments), peopleOfDepartments(db, tops)])
  return rows.map((row) => {
    const path = paths.get(row.departmentId ?? '') ?? []
    const isPerson = row.type === 'person'
    return {
      principalType: isPerson ? ('user' as const) : ('department' as const),
      principalId: row.id,
      name: row.name,
      detail: isPerson ? (row.account ?? '') : path.join('/'),
      count: isPerson ? 1 : (people.get(row.id) ?? 0),
      role: row.role,
      identity: identityOf(row.role),
      departments: path,
      byDepartment: row.within,
      isSelf: row.id === actor.personId,
      frozen: row.frozen,
      joinTime: row.joinedAt.toISOString(),
      invitedBy: row.invitedBy,
    }
  })
}

export type NewMemberInput = Principal & { readonly role: MemberRole }

/**
 * Gives people and departments their rows in a group whose space is locked, or new. The owner's stays as it is.
 * @param root as it stands for an actor that gives within what it has there; administrators give what they are asked for.
 */
export async function insertMembers(
  tx: Tx,
  actor: Actor,
  rootId: string,
  recipients: readonly NewMemberInput[],
  root?: ResolvedItem,
): Promise<{ added: string[]; changed: string[] }> {
  if (recipients.length === 0) return { added: [], changed: [] }
  // Who is named twice gets what is said last.
  const members = [...new Map(recipients.map((one) => [one.principalId.toLowerCase(), one])).values()]
  if (members.length > LIMITS.recipientsMax) refuse('too_many_recipients', { limit: LIMITS.recipientsMax })
  const newMembers = members.map(toNewMember)
  const of = (type: 'person' | 'department') =>
    newMembers.filter((one) => one.type === type).map((one) => one.id)
  const known = await store.knownPrincipals(tx, of('person'), of('department'), actor.asOf)
  if (newMembers.some((one) => !known.has(one.id))) refuseNotFound('principal')
  const roles = await store.rolesOf(
    tx,
    rootId,
    newMembers.map((one) => one.id),
  )
  if ([...roles.values()].includes('owner')) refuse('cannot_lock_out')
  if (root) {
    requireRevoke(actor, root, roles.values())
    requireGrant(
      actor,
      root,
      members.map((one) => one.role),
    )
  }
  // Who cannot sign in keeps what it has, and may get another role; nobody lets it in.
  const unknown = newMembers.flatMap(({ id }) => (known.get(id)?.mayJoin || roles.has(id) ? [] : [id]))
  if (unknown.length > 0) refuse('bad_field', { field: 'members', reason: 'unknown_value', unknown })
  return store.putMembers(tx, rootId, newMembers, actor.personId)
}

/** A group has people and departments, never other groups. */
function toNewMember({ principalType, principalId, role }: NewMemberInput): store.NewMember {
  if (principalType === 'group') refuseField('members', 'unknown_value')
  if (!isId(principalId)) refuseNotFound('principal')
  return { type: principalType === 'user' ? 'person' : 'department', id: principalId.toLowerCase(), role }
}

/** Adds people and departments; who is in already gets the new role. */
export async function add(
  ctx: Context,
  actor: Actor,
  { groupId, members }: Input<typeof addMembers>,
): Promise<Reply<typeof addMembers>> {
  return ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupManager(place, actor)
    const put = await insertMembers(tx, actor, place.group.rootId, members, place.root)
    await notifyJoined(ctx, tx, actor, place.group, members, put)
    return { added: put.added.length, changed: put.changed.length }
  })
}

/** Those who have just come in, or got another role, hear of it each in words of its own. */
export async function notifyJoined(
  ctx: Context,
  tx: Tx,
  actor: Actor,
  group: NamedGroup,
  members: readonly NewMemberInput[],
  { added, changed }: { added: readonly string[]; changed: readonly string[] },
): Promise<void> {
  if (added.length + changed.length === 0) return
  if (added.length > 0) invalidateGroupMemberships(ctx, tx)
  const roles = new Map(members.map((one) => [one.principalId.toLowerCase(), one]))
  const principalIds = [...added, ...changed]
  await recordGroupChange(tx, actor, 'member.changed', group, {
    principalIds,
    details: { added, changed, roles: roleDetails(principalIds, (id) => roles.get(id)?.role) },
  })
  for (const [kind, ids] of [
    ['group.added', added],
    ['group.roleChanged', changed],
  ] as const) {
    const named = ids.flatMap((id) => roles.get(id) ?? [])
    for (const [role, to] of Map.groupBy(named, (one) => one.role))
      await notify(ctx, tx, { kind, to, actor, data: { ...groupNotificationData(group), role } })
  }
}

const toNotificationRecipients = (members: readonly store.MemberPrincipal[]): NotificationRecipient[] =>
  members.map(({ id, type }) => ({ principalType: type, principalId: id }))

/** Takes people and departments out. Who else is not in is left alone: it is out already. */
export async function remove(
  ctx: Context,
  actor: Actor,
  { groupId, principalIds }: Input<typeof removeMembers>,
): Promise<Reply<typeof removeMembers>> {
  return ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireManagerIgnoringDissolution(place, actor)
    const ids = principalIds.filter(isId)
    const roles = await store.rolesOf(tx, place.group.rootId, ids)
    if ([...roles.values()].includes('owner')) refuse('cannot_lock_out')
    requireRevoke(actor, place.root, roles.values())
    const removed = await detachMembers(ctx, tx, actor, place.group, ids)
    const stay = await store.remainingMembers(tx, place.group.rootId, removed)
    const gone = removed.filter((one) => !stay.has(one.id))
    if (gone.length > 0)
      await notify(ctx, tx, {
        kind: 'group.removed',
        to: toNotificationRecipients(gone),
        actor,
        data: groupNotificationData(place.group),
      })
    return { removed: removed.length }
  })
}

/** With what they had of single files; a handover that waits for one of them waits no longer. */
async function detachMembers(ctx: Context, tx: Tx, actor: Actor, group: NamedGroup, ids: readonly string[]) {
  const removed = await store.deleteMembers(tx, group.rootId, ids)
  if (removed.length === 0) return removed
  await store.deleteUnreachableState(tx, group, removed)
  await withdrawHandover(ctx, tx, actor, group)
  invalidateGroupMemberships(ctx, tx)
  const principalIds = removed.map((one) => one.id)
  await recordGroupChange(tx, actor, 'member.changed', group, {
    principalIds,
    details: { removed: principalIds },
  })
  return removed
}

/** The actor goes by itself; who is in through a department cannot (R150). */
export async function leave(ctx: Context, actor: Actor, groupId: string): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const { group } = await lockGroupContext(tx, actor, groupId)
    if (group.ownerId === actor.personId) refuse('owner_cannot_leave')
    const [department] = await store.departmentsThrough(tx, group.rootId, actor.personId)
    if (department !== undefined) refuse('member_by_department', { department })
    const removed = await detachMembers(ctx, tx, actor, group, [actor.personId])
    if (removed.length === 0) refuseNotFound('member')
  })
}

export async function setRole(
  ctx: Context,
  actor: Actor,
  { groupId, principalIds, role }: Input<typeof updateMemberRole>,
): Promise<Reply<typeof updateMemberRole>> {
  return ctx.db.transact(async (tx) => {
    const place = await lockGroupContext(tx, actor, groupId)
    requireGroupManager(place, actor)
    const ids = [...new Set(principalIds.map((id) => id.toLowerCase()))]
    const roles = await store.rolesOf(tx, place.group.rootId, ids.filter(isId))
    if (ids.some((id) => !roles.has(id))) refuse('not_a_member')
    if ([...roles.values()].includes('owner')) refuse('cannot_lock_out')
    requireRevoke(actor, place.root, roles.values())
    requireGrant(actor, place.root, [role])
    const rows = await store.setRoles(tx, place.group.rootId, ids, role)
    if (rows.length === 0) return { changed: 0 }
    const changed = rows.map((row) => row.id)
    await recordGroupChange(tx, actor, 'member.changed', place.group, {
      principalIds: changed,
      details: { changed, role },
    })
    await notify(ctx, tx, {
      kind: 'group.roleChanged',
      to: toNotificationRecipients(rows),
      actor,
      data: { ...groupNotificationData(place.group), role },
    })
    return { changed: changed.length }
  })
}
