import type { updateUserRole } from '@clouddisk/contract/privileges'
import { KEPT_ROLES, type RoleName } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { requireExpiryWithinOwn } from '../../access/expiry.ts'
import { requireGrant, requireRevoke } from '../../access/granting.ts'
import { permissionsIgnoringDissolution, requirePermission } from '../../access/permissions.ts'
import { lockDepartments, toStoredPrincipalType } from '../../access/principals.ts'
import { type ResolvedItem, resolve } from '../../access/resolve.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { withSpaceLocks } from '../../tree/spaces.ts'
import { readEntryExpiry } from './entry-expiry.ts'
import { type ChangedEntry, notifyEntries } from './notices.ts'

/**
 * Entries on single files and folders of a group (B§6, "second level"), which override inherited ones. They are changed
 * by managers of the file. Owners and managers of an ancestor cannot be restricted.
 */
export async function changeEntries(
  ctx: Context,
  actor: Actor,
  input: Input<typeof updateUserRole>,
): Promise<{ changed: number }> {
  const { instanceId, role, principalType } = input
  const ids = [
    ...new Set(input.principalIds.map((id) => (isId(id) ? id.toLowerCase() : refuse('not_a_member')))),
  ]
  const end = readEntryExpiry(ctx, input.expireTime)
  return ctx.db.transact(async (tx) => {
    const item = await withSpaceLocks(tx, [instanceId], () => resolve(tx, actor, instanceId))
    requirePermission({ permissions: permissionsIgnoringDissolution(actor, item) }, 'members')
    if (item.spaceKind !== 'group') refuse('not_permitted')
    if (item.spaceContext.readOnly) refuse('group_dissolving')
    if (item.id === item.rootId) refuse('root_permissions')
    const path = item.fullPath.map((step) => step.id)
    const subjects = await subjectsOf(tx, {
      type: toStoredPrincipalType(principalType),
      ids,
      rootId: item.rootId,
      path,
    })
    if (role !== 'inherit') {
      if (ids.some((id) => !subjects.get(id)?.member)) refuse('not_a_member')
      if (ids.some((id) => subjects.get(id)?.kept)) refuse('cannot_lock_out')
      requireGrant(actor, item, [role])
    }
    // An entry overrides inherited permissions until it expires or is removed.
    for (const { roles } of subjects.values()) requireRevoke(actor, item, roles)
    if (role !== 'inherit') await requireEntryExpiryWithinOwn(tx, actor, item, role, end)
    const fileId = item.id
    const before = await rolesOn(tx, actor, fileId, ids)
    const entries =
      role === 'inherit'
        ? await deleteEntries(tx, fileId, ids)
        : await upsertEntries(tx, actor, {
            fileId,
            type: toStoredPrincipalType(principalType),
            ids,
            role,
            end,
          })
    const changed = entries.map((entry) => ({ ...entry, was: before.get(entry.principalId) ?? null }))
    if (changed.length > 0) {
      await recordChange(tx, {
        kind: 'privilege.changed',
        spaceId: item.spaceId,
        principalIds: changed.map((entry) => entry.principalId),
        fileId: item.id,
        parentIds: [item.parentId],
        actorId: actor.personId,
        details: { name: item.name, role, ...(end !== undefined && { until: end?.toISOString() ?? null }) },
      })
      await notifyEntries(ctx, tx, actor, [{ item, role: role === 'inherit' ? undefined : role, changed }])
    }
    return { changed: changed.length }
  })
}

interface EntrySubject {
  /** Member of the group, directly or through a department. */
  readonly member: boolean
  /** Owns or manages an ancestor of the item. */
  readonly kept: boolean
  /** Of all its entries from the root down to the item. */
  readonly roles: readonly RoleName[]
}

interface EntryTarget {
  readonly type: 'person' | 'department' | 'group'
  readonly ids: readonly string[]
  readonly rootId: string
  /** From the root down to the item itself. */
  readonly path: readonly string[]
}

/** What those that are asked for have in the group, where they have anything there. */
async function subjectsOf(
  tx: Tx,
  { type, ids, rootId, path }: EntryTarget,
): Promise<Map<string, EntrySubject>> {
  await existingPrincipals(tx, type, ids)
  const above = path.slice(0, -1)
  const { rows } = await sql<EntrySubject & { id: string }>`
    with recursive start as (
      select p.id, p.department_id as at from person p
      where ${type} = 'person' and p.id = any(${ids}::uuid[]) and p.status <> 'removed'
      union all
      select d.id, d.id from department d where ${type} = 'department' and d.id = any(${ids}::uuid[])
    ), up as (
      select id, at from start where at is not null
      union all
      select up.id, d.parent_id from up join department d on d.id = up.at where d.parent_id is not null
    ), principals as (
      select id, id as principal_id from start union select id, at from up
    )
    select p.id, array_agg(distinct g.role) as roles,
      bool_or(g.file_id = ${rootId}::uuid and g.source = 'member') as member,
      coalesce(bool_or(g.role = any(${[...KEPT_ROLES]}::text[])) filter (where g.file_id = any(${above}::uuid[])), false)
        as kept
    from principals p join file_grant g on g.principal_id = p.principal_id and g.file_id = any(${path}::uuid[])
    group by p.id`.execute(tx)
  return new Map(rows.map(({ id, ...subject }) => [id, subject]))
}

/** Locks the principals against deletion until the transaction ends. */
async function existingPrincipals(tx: Tx, type: EntryTarget['type'], ids: readonly string[]): Promise<void> {
  if (type === 'department') await lockDepartments(tx, ids)
  if (type === 'person')
    await sql`select from person where id = any(${ids}::uuid[]) order by id for key share`.execute(tx)
}

/** Throws if an entry would outlast the actor's own rights; `forbidden` entries are not limited. */
async function requireEntryExpiryWithinOwn(
  tx: Tx,
  actor: Actor,
  item: ResolvedItem,
  role: string,
  end: Date | null | undefined,
): Promise<void> {
  if (role !== 'forbidden') await requireExpiryWithinOwn(tx, actor, [item], end ?? null)
}

/** Active entries of these principals on the file. */
async function rolesOn(
  tx: Tx,
  actor: Actor,
  fileId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('file_grant')
    .select(['principal_id as id', 'role'])
    .where('file_id', '=', fileId)
    .where('principal_id', '=', sql<string>`any(${ids}::uuid[])`)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', actor.asOf)]))
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

interface NewEntries {
  readonly fileId: string
  readonly type: 'person' | 'department' | 'group'
  readonly ids: readonly string[]
  readonly role: string
  /** Null means no expiry; undefined keeps the current expiry. */
  readonly end: Date | null | undefined
}

/** Returns the entries that changed. */
async function upsertEntries(
  tx: Tx,
  actor: Actor,
  { fileId, type, ids, role, end }: NewEntries,
): Promise<EntryRow[]> {
  const kept = sql<Date | null>`
    case when file_grant.expires_at > ${actor.asOf}::timestamptz then file_grant.expires_at end`
  const until = end === undefined ? kept : sql<Date | null>`${end}::timestamptz`
  return tx
    .insertInto('file_grant')
    .values(
      ids.map((id) => ({
        file_id: fileId,
        principal_type: type,
        principal_id: id,
        role,
        source: 'entry' as const,
        created_by: actor.personId,
        expires_at: end ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['file_id', 'principal_id'])
        .doUpdateSet({ role, created_by: actor.personId, expires_at: until })
        .where('file_grant.source', '=', 'entry')
        .where(sql<boolean>`(file_grant.role <> ${role} or file_grant.expires_at is distinct from ${until})`),
    )
    .returning(CHANGED)
    .execute()
}

async function deleteEntries(tx: Tx, fileId: string, ids: readonly string[]): Promise<EntryRow[]> {
  return tx
    .deleteFrom('file_grant')
    .where('file_id', '=', fileId)
    .where('source', '=', 'entry')
    .where('principal_id', 'in', ids)
    .returning(CHANGED)
    .execute()
}

type EntryRow = Omit<ChangedEntry, 'was'>

const CHANGED = [
  'principal_id as principalId',
  'principal_type as principalType',
  'expires_at as expiresAt',
] as const
