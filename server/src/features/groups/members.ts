import type { Member, queryMembers } from '@clouddisk/contract/groups'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Principal } from '@clouddisk/contract/people'
import { identityOf, type MemberRole } from '@clouddisk/contract/roles'
import type { Input, Reply } from '@clouddisk/contract/route'
import { must } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { Paging } from '../../http/paging.ts'
import { refuse, refuseField } from '../../http/refusal.ts'
import { departmentPaths, peopleOfDepartments, peopleOfGroups } from './headcount.ts'
import * as store from './member-store.ts'
import { placeOf } from './place.ts'

/** Who is in a group: people and departments, each with all below it, under a role (R89, R175). */

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof queryMembers>,
): Promise<Reply<typeof queryMembers>> {
  const db = ctx.db.reader
  const { group, root } = await placeOf(db, actor, input.groupId)
  must(root, 'list')
  const list = [group.id, input.role ?? ''].join()
  const paging = new Paging<store.OrderBy>(ctx.secrets, 'members', list, store.isKey)
  const asked = paging.read(input, 'joinTime')
  const filter = { rootId: group.rootId, keyword: asked.keyword, role: input.role }
  const [rows, total, people] = await Promise.all([
    store.pageMembers(db, filter, asked),
    store.countMembers(db, filter),
    peopleOfGroups(db, [group.id]),
  ])
  const last = rows.length === asked.pageSize ? rows.at(-1) : undefined
  return {
    list: await present(db, actor, rows),
    total,
    memberCount: people.get(group.id) ?? 0,
    ...paging.answer(asked, last && store.keyOf(last)),
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
      joinTime: row.joinedAt.toISOString(),
      invitedBy: row.invitedBy,
    }
  })
}

export type Recipient = Principal & { readonly role: MemberRole }

/** Gives people and departments their rows in a group whose space is locked, or new. The owner's stays as it is. */
export async function joinAs(
  tx: Tx,
  actor: Actor,
  rootId: string,
  recipients: readonly Recipient[],
): Promise<{ added: string[]; changed: string[] }> {
  if (recipients.length === 0) return { added: [], changed: [] }
  // Who is named twice gets what is said last.
  const members = [...new Map(recipients.map((one) => [one.principalId.toLowerCase(), one])).values()]
  if (members.length > LIMITS.recipientsMax) refuse('too_many_recipients', { limit: LIMITS.recipientsMax })
  const wanted = members.map(memberOf)
  const of = (type: 'person' | 'department') => wanted.filter((one) => one.type === type).map((one) => one.id)
  const known = await store.knownPrincipals(tx, of('person'), of('department'))
  if (wanted.some((one) => !known.has(one.id))) refuse('not_found')
  const roles = await store.rolesOf(
    tx,
    rootId,
    wanted.map((one) => one.id),
  )
  if ([...roles.values()].includes('owner')) refuse('cannot_lock_out')
  return store.putMembers(tx, rootId, wanted, actor.personId)
}

/** A group has people and departments, never other groups. */
function memberOf({ principalType, principalId, role }: Recipient): store.NewMember {
  if (principalType === 'group') refuseField('members', 'unknown_value')
  if (!isId(principalId)) refuse('not_found')
  return { type: principalType === 'user' ? 'person' : 'department', id: principalId.toLowerCase(), role }
}
