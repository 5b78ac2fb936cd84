import type { AdminRole } from '@clouddisk/contract/admin-areas'
import type { PermissionItem } from '@clouddisk/contract/roles'
import { sql } from 'kysely'
import pg from 'pg'
import type { Reader, Tx } from '../../db/database.ts'
import { foldKeyword } from '../../db/fold-keyword.ts'
import { refuse } from '../../errors/refusal.ts'
import { pinyinPattern } from '../../tree/pinyin.ts'

/** SQL of roles of one's own making, and of who has which role. */

export interface RoleRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly type: 'ordinary' | 'advanced'
  readonly permissions: PermissionItem[]
  readonly admin: AdminRole | null
  readonly scope: 'current' | 'subtree' | null
  readonly departments: { departmentId: string; departmentName: string }[]
  readonly outbound: boolean
  readonly createdAt: Date
}

const columns = sql`
  r.id, r.name, r.description, r.type, r.permissions, r.admin, r.scope, r.outbound, r.created_at as "createdAt",
  coalesce((
    select jsonb_agg(jsonb_build_object('departmentId', d.id, 'departmentName', d.name) order by d.name, d.id)
    from department d where d.id = any(r.department_ids)
  ), '[]') as departments`

/** By name; those with a keyword in it. */
export async function roles(db: Reader, keyword: string): Promise<RoleRow[]> {
  const { rows } = await sql<RoleRow>`
    select ${columns} from role r where ${keyword} = '' or strpos(r.name_key, ${keyword}) > 0 order by r.name, r.id`.execute(
    db,
  )
  return rows
}

export async function countRoles(db: Reader): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from role`.execute(db)
  return rows[0]?.n ?? 0
}

export async function roleById(db: Reader, id: string): Promise<RoleRow | undefined> {
  const { rows } = await sql<RoleRow>`select ${columns} from role r where r.id = ${id}`.execute(db)
  return rows[0]
}

export interface RoleValues {
  readonly name: string
  readonly name_key: string
  readonly description: string
  readonly type: 'ordinary' | 'advanced'
  readonly permissions: string[]
  readonly admin: AdminRole | null
  readonly scope: 'current' | 'subtree' | null
  readonly department_ids: string[]
  /** Absent: it stays as it is. */
  readonly outbound?: boolean
}

/** False where the name is taken. */
export async function insertRole(tx: Tx, id: string, values: RoleValues): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('role')
    .values({ id, ...values })
    .onConflict((conflict) => conflict.constraint('role_name_taken').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Refuses a name that another one takes at the same time. */
export async function updateRole(tx: Tx, id: string, values: RoleValues): Promise<void> {
  try {
    await tx.updateTable('role').set(values).where('id', '=', id).execute()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.constraint === 'role_name_taken'
    if (taken) refuse('name_taken', { name: values.name })
    throw error
  }
}

export async function presetsWithoutOutbound(db: Reader): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('preset_without_outbound').select('preset').execute()
  return new Set(rows.map(({ preset }) => preset))
}

export async function setPresetOutbound(tx: Tx, preset: string, outbound: boolean): Promise<void> {
  if (outbound) await tx.deleteFrom('preset_without_outbound').where('preset', '=', preset).execute()
  else
    await tx
      .insertInto('preset_without_outbound')
      .values({ preset })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export const setRoleOutbound = (tx: Tx, id: string, outbound: boolean): Promise<unknown> =>
  tx.updateTable('role').set({ outbound }).where('id', '=', id).execute()

export const deleteRole = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('role').where('id', '=', id).execute()

export async function isRoleTaken(tx: Tx, nameKey: string, but: string): Promise<boolean> {
  const row = await tx
    .selectFrom('role')
    .select('id')
    .where('name_key', '=', nameKey)
    .where('id', '!=', but)
    .executeTakeFirst()
  return row !== undefined
}

/** Nobody is given it or loses it until the transaction ends; false where it is gone. */
export async function lockRole(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('role').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return row !== undefined
}

export interface AssignedRole {
  readonly id: string
  readonly name: string
  readonly type: 'ordinary' | 'advanced'
  readonly admin: AdminRole | null
  /** Holds where its holder is; the others name their departments. */
  readonly ofOwn: boolean
}

/** They stay as they are until the transaction ends, where there is one. */
export async function rolesById(db: Reader, ids: readonly string[]): Promise<AssignedRole[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<AssignedRole>`
    select r.id, r.name, r.type, r.admin, cardinality(r.department_ids) = 0 as "ofOwn" from role r
    where r.id = any(${ids}::uuid[]) order by r.id for share`.execute(db)
  return rows
}

export async function addRoles(
  tx: Tx,
  personIds: readonly string[],
  roles: readonly RoleKey[],
): Promise<number> {
  if (roles.length === 0) return 0
  const { numAffectedRows } = await sql`
    insert into person_role (person_id, preset, role_id)
    select p.id, r.preset, r.role_id from unnest(${personIds}::uuid[]) p (id),
      unnest(${roles.map(({ preset }) => preset)}::text[], ${roles.map(({ id }) => id)}::uuid[]) r (preset, role_id)
    on conflict on constraint person_role_once do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function dropRoles(
  tx: Tx,
  personIds: readonly string[],
  roles: readonly RoleKey[],
): Promise<number> {
  if (roles.length === 0) return 0
  const { numAffectedRows } = await sql`
    delete from person_role where person_id = any(${personIds}::uuid[]) and (
      preset = any(${roles.map(({ preset }) => preset)}::text[]) or role_id = any(${roles.map(({ id }) => id)}::uuid[]))`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}

/** A preset by its name, one of one's own making by its id. */
export interface RoleKey {
  readonly preset: string | null
  readonly id: string | null
}

/** People that have each role, by a preset's name or an id; who has none has the default. */
export async function countHolders(db: Reader, scope: string[] | null): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ role: string; n: number }>`
    select coalesce(h.preset, h.role_id::text, 'default') as role, count(*) as n
    from person p left join person_role h on h.person_id = p.id
    where p.status <> 'removed' and (${scope}::uuid[] is null or p.department_id = any(${scope}::uuid[]))
    group by 1`.execute(db)
  return new Map(rows.map(({ role, n }) => [role, n]))
}

interface Holder {
  readonly id: string
  readonly departmentId: string | null
  readonly others: AdminRole[]
}

/** Who has a role, all of their administrators' roles with it: what another definition of it would go beside. */
export async function adminsOfHolders(tx: Tx, roleId: string): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select p.id, p.department_id as "departmentId", array(
      select case when o.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') then o.preset else r.admin end
      from person_role o left join role r on r.id = o.role_id
      where o.person_id = p.id and o.role_id is distinct from ${roleId}
        and (o.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') or r.admin is not null)
    ) as others
    from person_role h join person p on p.id = h.person_id
    where h.role_id = ${roleId} and p.status <> 'removed'`.execute(tx)
  return rows
}

export interface HolderRow {
  readonly id: string
  readonly realName: string
  readonly accountName: string
  readonly departmentId: string | null
  readonly givenAt: Date | null
}

export async function holders(
  db: Reader,
  query: RoleKey & { scope: string[] | null; keyword: string; limit: number; skip: number },
): Promise<{ rows: HolderRow[]; total: number }> {
  const { preset, id, scope, keyword } = query
  const from = sql`
    from person p left join person_role h on h.person_id = p.id
      and (h.preset = ${preset}::text or h.role_id = ${id}::uuid)
    where p.status <> 'removed' and (${scope}::uuid[] is null or p.department_id = any(${scope}::uuid[]))
      and (h.person_id is not null
        or ${preset === 'default'}::boolean and not exists (select from person_role o where o.person_id = p.id))
      and (${keyword} = '' or strpos(p.find_key, ${foldKeyword(keyword)}) > 0
        or p.pinyin like ${pinyinPattern(keyword)})`
  const [found, counted] = await Promise.all([
    sql<HolderRow>`
      select p.id, p.real_name as "realName", p.account_name as "accountName", p.department_id as "departmentId",
        h.created_at as "givenAt" ${from}
      order by p.account_key, p.id limit ${query.limit} offset ${query.skip}`.execute(db),
    sql<{ n: number }>`select count(*) as n ${from}`.execute(db),
  ])
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 }
}
