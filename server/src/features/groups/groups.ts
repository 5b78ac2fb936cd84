import { formatSize } from '@clouddisk/contract/format'
import type { createGroup, editGroup, Group, hideGroup, pageGroups } from '@clouddisk/contract/groups'
import { GROUP_SPACE_MAX } from '@clouddisk/contract/groups'
import { LIMITS } from '@clouddisk/contract/limits'
import { lengthOf, nameFault, nameKey } from '@clouddisk/contract/names'
import { GROUP_ROLES, STRENGTH } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import pg from 'pg'
import type { Actor } from '../../access/actor.ts'
import { effectiveGrants } from '../../access/granting.ts'
import { requireCreateGroup, requireGroupOwner } from '../../access/group-ownership.ts'
import { resolve, resolveAll } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { Paging } from '../../http/paging.ts'
import { pinyinOf } from '../../tree/pinyin.ts'
import { createSpace } from '../../tree/spaces.ts'
import { type AllowanceSource, allowanceSource, releaseAllowance, reserveAllowance } from './allowance.ts'
import {
  invalidateGroupMemberships,
  loadGroupContext,
  lockGroupContext,
  recordGroupChange,
  refuseDissolving,
  refuseLibrary,
  requireGroupManager,
} from './group-context.ts'
import { openHandovers } from './handover-store.ts'
import { insertMembers, notifyJoined } from './members.ts'
import { presentGroup, presentGroups, presentHandover } from './present.ts'
import * as store from './store.ts'

/** Groups as their people see them (B§3 "Group", R89). */

/** Identities by the places of their roles in STRENGTH. */
const IDENTITY_RANKS = { owner: [0, 0], administrator: [1, 1], member: [2, STRENGTH.length] } as const

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageGroups>,
): Promise<Reply<typeof pageGroups>> {
  const db = ctx.db.reader
  const { show = 'shown', identity } = input
  const list = [actor.personId, show, identity ?? ''].join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'groups', list, store.isKey)
  const pageQuery = paging.read(input, 'groupName', 'createTime')
  const giving = {
    usual: effectiveGrants(actor, GROUP_ROLES),
    dissolving: effectiveGrants(actor, GROUP_ROLES, { readOnly: true }),
  }
  const filter = { keyword: pageQuery.keyword, show, ranks: identity && IDENTITY_RANKS[identity], giving }
  const [rows, count] = await Promise.all([
    store.pageGroups(db, actor, filter, pageQuery),
    store.countGroups(db, actor, filter),
  ])
  const ids = rows.map((row) => row.id)
  const handovers = await openHandovers(db, ids, actor.personId, ctx.now())
  const waiting = handovers.filter((one) => one.toId === actor.personId && one.state === 'waiting')
  const known = await resolveAll(
    db,
    actor,
    waiting.map((one) => one.rootId),
  )
  const last = rows.length === pageQuery.pageSize ? rows.at(-1) : undefined
  return {
    list: await presentGroups(ctx, db, rows, handovers, actor),
    total: count.total,
    hiddenCount: count.hidden,
    handovers: waiting.filter((one) => known.has(one.rootId)).map((one) => presentHandover(ctx, one)),
    ...paging.response(pageQuery, last && store.keyOf(last, pageQuery.orderBy)),
  }
}

export async function one(ctx: Context, actor: Actor, groupId: string): Promise<Group> {
  const { group } = await loadGroupContext(ctx.db.reader, actor, groupId)
  return presentGroup(ctx, actor, group.id)
}

export async function create(ctx: Context, actor: Actor, input: Input<typeof createGroup>): Promise<Group> {
  const made = {
    name: readGroupName(input.groupName),
    description: readGroupDescription(input.description),
    total: readGroupSpace(input.capacity),
    ownerId: actor.personId,
    departmentId: null,
    isLibrary: false,
  }
  requireCreateGroup(actor)
  const groupId = await ctx.db.transact(async (tx) => {
    const { id, rootId } = await insert(tx, actor, made, { personId: actor.personId })
    invalidateGroupMemberships(ctx, tx)
    const group = { id, rootId, name: made.name }
    await recordGroupChange(tx, actor, 'group.changed', group, {
      principalIds: [actor.personId],
      details: { what: 'created' },
    })
    const { members = [] } = input
    const root = await resolve(tx, actor, rootId)
    await notifyJoined(ctx, tx, actor, group, members, await insertMembers(tx, actor, rootId, members, root))
    return id
  })
  return presentGroup(ctx, actor, groupId)
}

export interface NewGroup {
  readonly name: string
  readonly description: string
  /** Bytes. */
  readonly total: number
  readonly ownerId: string
  readonly departmentId: string | null
  /** A library is named and resized by administrators. */
  readonly isLibrary: boolean
}

/** Inserts a group with its space and owner, and charges its capacity. Throws `name_taken` if another group has the name. */
export async function insert(
  tx: Tx,
  actor: Actor,
  made: NewGroup,
  giver: AllowanceSource,
): Promise<{ id: string; rootId: string }> {
  const { name, description, total, ownerId, departmentId, isLibrary } = made
  await reserveAllowance(tx, giver, total)
  const space = await createSpace(tx, {
    kind: 'group',
    personId: ownerId,
    total,
    name,
    source: 'member',
    departmentId,
  })
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('group')
    .values({
      id: space.id,
      name,
      name_key: nameKey(name),
      pinyin: pinyinOf(name),
      description,
      owner_id: ownerId,
      created_by: actor.personId,
      is_library: isLibrary,
    })
    .onConflict((conflict) => conflict.constraint('group_name_taken').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) refuse('name_taken', { name })
  return space
}

/** Managers name and describe it, the owner alone changes its space; a department's is its administrators'. */
export async function edit(ctx: Context, actor: Actor, input: Input<typeof editGroup>): Promise<Group> {
  const { groupName, description, capacity } = input
  const values = {
    name: groupName === undefined ? undefined : readGroupName(groupName),
    description: description === undefined ? undefined : readGroupDescription(description),
    total: capacity === undefined ? undefined : readGroupSpace(capacity),
  }
  const groupId = await refuseTakenName(values.name, () =>
    ctx.db.transact(async (tx) => {
      const place = await lockGroupContext(tx, actor, input.groupId)
      const { group } = place
      refuseLibrary(group)
      if (values.total !== undefined && values.total !== group.total) {
        requireGroupOwner(actor, place.root, 'resize')
        if (group.departmentId !== null) refuse('not_permitted')
      } else requireGroupManager(place, actor)
      refuseDissolving(place)
      await updateGroup(tx, actor, group, values)
      return group.id
    }),
  )
  return presentGroup(ctx, actor, groupId)
}

export interface GroupUpdate {
  readonly name?: string | undefined
  readonly description?: string | undefined
  /** Bytes. */
  readonly total?: number | undefined
}

/** Changes what is given of a group whose space is locked. */
export async function updateGroup(
  tx: Tx,
  actor: Actor,
  group: store.GroupRow,
  update: GroupUpdate,
): Promise<void> {
  const { total, ...named } = update
  if (total !== undefined && total !== group.total) await resizeGroup(tx, group, total)
  await store.setGroup(tx, group, named)
  await recordGroupChange(tx, actor, 'group.changed', group, { details: { what: 'edited', ...update } })
}

/** The difference is taken from the allowance, or goes back to it. */
async function resizeGroup(tx: Tx, group: store.GroupRow, total: number): Promise<void> {
  const used = group.used + group.reserved
  if (total < used) refuse('below_used', { used: formatSize(used), usedBytes: used })
  const more = total - group.total
  if (more > 0) await reserveAllowance(tx, allowanceSource(group), more)
  else await releaseAllowance(tx, allowanceSource(group), -more)
  await tx.updateTable('space').set({ total }).where('id', '=', group.id).execute()
}

const UNIQUE_VIOLATION = '23505'

/** Two groups that take a name at one time are told apart by the database. */
export async function refuseTakenName<T>(name: string | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION
    if (taken && error.constraint === 'group_name_taken') refuse('name_taken', { name })
    throw error
  }
}

/** A group's name is its root folder's too, so it may hold what a folder's may. */
export function readGroupName(text: string): string {
  const name = text.trim()
  if (name === '' || lengthOf(name) > LIMITS.groupNameMax) refuseField('groupName', 'group_name')
  const fault = nameFault(name)
  if (fault) refuseField('groupName', fault)
  return name
}

export function readGroupDescription(text: string | undefined): string {
  const description = (text ?? '').trim()
  if (lengthOf(description) > LIMITS.groupDescriptionMax) refuseField('description', 'too_long')
  return description
}

/** Bytes of what is given in GB (G26). */
export function readGroupSpace(gb: number): number {
  if (!Number.isSafeInteger(gb) || gb < 1 || gb > GROUP_SPACE_MAX) refuseField('capacity', 'group_space')
  return gb * LIMITS.groupUnit
}

/** Takes a group out of the actor's own list, or puts it back. */
export async function hide(
  ctx: Context,
  actor: Actor,
  { groupId, isHide }: Input<typeof hideGroup>,
): Promise<void> {
  await ctx.db.transact(async (tx) => {
    const { group } = await loadGroupContext(tx, actor, groupId)
    await store.setHidden(tx, actor.personId, group.id, isHide)
    await recordGroupChange(tx, actor, 'group.changed', group, {
      onlyFor: actor.personId,
      details: { what: isHide ? 'hidden' : 'unhidden' },
    })
  })
}
