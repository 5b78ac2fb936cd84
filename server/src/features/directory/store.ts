import type { AdminRole } from '@clouddisk/contract/admin-areas'
import type { AdminPerson, HeldRole } from '@clouddisk/contract/admin-people'
import { DAY } from '@clouddisk/contract/time'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Reader, Tx } from '../../db/database.ts'
import { foldKeyword } from '../../db/fold-keyword.ts'
import { refuse } from '../../errors/refusal.ts'
import { pinyinOfPerson, pinyinPattern } from '../../tree/pinyin.ts'

/** SQL of people as administrators see them. */

export interface PersonRow {
  readonly id: string
  readonly accountName: string
  readonly accountKey: string
  readonly userName: string
  readonly realName: string
  readonly phone: string
  readonly email: string
  readonly departmentId: string | null
  readonly total: number | null
  readonly used: number
  readonly groupTotal: number | null
  readonly groupAllotted: number
  readonly validUntil: Date | null
  readonly speedLimit: number | null
  readonly status: 'active' | 'frozen' | 'removed'
  readonly mustChangePassword: boolean
  readonly service: boolean
  readonly createdAt: Date
  readonly lastSeenAt: Date | null
  readonly changedAt: Date | null
  readonly changedBy: string | null
  readonly directory: AdminPerson['directory']
  readonly roles: HeldRole[]
  /** Holds more than ordinary roles. */
  readonly advanced: boolean
}

/** Of a role `r` that is held by `h`. */
const IS_ADVANCED = sql`(r.type = 'advanced' or h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin'))`

const lastSeen = sql`(select u.last_active_at from person_activity u where u.person_id = p.id)`

const columns = sql`
  p.id, p.account_name as "accountName", p.account_key as "accountKey", p.user_name as "userName",
  p.real_name as "realName", p.phone, p.email, p.department_id as "departmentId", space.total, space.used,
  p.group_total as "groupTotal", p.group_allotted as "groupAllotted", p.valid_until as "validUntil",
  p.speed_limit as "speedLimit", p.status, p.account_kind = 'service' as service, p.must_change_password as "mustChangePassword",
  p.created_at as "createdAt", ${lastSeen} as "lastSeenAt", p.changed_at as "changedAt",
  (select c.real_name from person c where c.id = p.changed_by) as "changedBy",
  (select jsonb_build_object('name', d.name, 'left', m.left_at is not null,
      'departments', coalesce(d.settings ->> 'departmentMode', 'units') <> 'none')
    from directory_person m join directory d on d.id = m.directory_id where m.person_id = p.id) as directory,
  coalesce((
    select jsonb_agg(jsonb_build_object('roleId', coalesce(h.preset, h.role_id::text),
      'roleName', coalesce(h.preset, r.name), 'preset', h.preset is not null,
      'admin', case when h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') then h.preset else r.admin end)
      order by h.created_at, h.preset, r.name)
    from person_role h left join role r on r.id = h.role_id where h.person_id = p.id
  ), '[]') as roles,
  exists (
    select from person_role h left join role r on r.id = h.role_id where h.person_id = p.id and ${IS_ADVANCED}
  ) as advanced`

const from = sql`from person p join space on space.person_id = p.id`

export interface PeopleFilter {
  /** Departments that the caller has; null for all. */
  readonly scope: readonly string[] | null
  /** Departments that are asked for; null for any, 'none' for people that are in none. */
  readonly departments: readonly string[] | null | 'none'
  readonly keyword: string
  readonly status: 'active' | 'frozen' | 'expired' | 'removed' | undefined
  /** A preset's name or a role's id. */
  readonly role: { readonly preset: string } | { readonly id: string } | undefined
  readonly validity: 'forever' | 'limited' | 'soon' | 'expired' | undefined
  readonly now: Date
}

const SOON_MS = 30 * DAY

function peopleWhere(filter: PeopleFilter): RawBuilder<unknown> {
  const { scope, departments, keyword, status, role, validity, now } = filter
  const all: RawBuilder<unknown>[] = [statusIs(status, now)]
  if (scope) all.push(sql`p.department_id = any(${scope}::uuid[])`)
  if (departments === 'none') all.push(sql`p.department_id is null`)
  else if (departments) all.push(sql`p.department_id = any(${departments}::uuid[])`)
  if (keyword !== '') all.push(keywordWhere(keyword))
  if (role) all.push(roleWhere(role))
  if (validity === 'forever') all.push(sql`p.valid_until is null`)
  if (validity === 'limited') all.push(sql`p.valid_until > ${now}`)
  if (validity === 'expired') all.push(sql`p.valid_until <= ${now}`)
  if (validity === 'soon')
    all.push(sql`p.valid_until > ${now} and p.valid_until <= ${new Date(now.getTime() + SOON_MS)}`)
  return sql.join(all, sql` and `)
}

function statusIs(status: PeopleFilter['status'], now: Date): RawBuilder<unknown> {
  if (status === undefined) return sql`p.status <> 'removed'`
  const expired = sql`p.valid_until <= ${now}`
  if (status === 'expired') return sql`p.status = 'active' and ${expired}`
  if (status === 'active') return sql`p.status = 'active' and (${expired}) is not true`
  return sql`p.status = ${status}`
}

/** Addresses and telephone numbers are plain letters: folding them by ICU would take most of the time. */
const keywordWhere = (keyword: string): RawBuilder<unknown> => sql`(
  strpos(p.find_key, ${foldKeyword(keyword)}) > 0 or p.pinyin like ${pinyinPattern(keyword)}
  or strpos(lower(p.email collate "C"), lower(${keyword}::text collate "C")) > 0
  or strpos(replace(p.phone, ' ', ''), ${keyword.replaceAll(' ', '') || keyword}) > 0)`

/** Who was given no role has the default one. */
function roleWhere(role: NonNullable<PeopleFilter['role']>): RawBuilder<unknown> {
  if ('id' in role)
    return sql`exists (select from person_role h where h.person_id = p.id and h.role_id = ${role.id})`
  const granted = sql`exists (select from person_role h where h.person_id = p.id and h.preset = ${role.preset})`
  if (role.preset !== 'default') return granted
  return sql`(${granted} or not exists (select from person_role h where h.person_id = p.id))`
}

const ORDERS = {
  accountName: sql`p.account_key`,
  userRealName: sql`p.real_name collate name_order`,
  departmentName: sql`(select d.name from department d where d.id = p.department_id)`,
  usedCapacity: sql`space.used`,
  totalCapacity: sql`coalesce(space.total, 9223372036854775807)`,
  validUntil: sql`coalesce(p.valid_until, 'infinity')`,
  createTime: sql`p.created_at`,
  lastSeenTime: sql`coalesce(${lastSeen}, '-infinity')`,
}
export type PersonOrder = keyof typeof ORDERS
const SPACE_ORDERS: ReadonlySet<PersonOrder> = new Set(['usedCapacity', 'totalCapacity'])

export interface PeopleSlice {
  readonly by: PersonOrder
  readonly down: boolean
  readonly limit: number
  readonly skip: number
}

/** Which they are first: roles and last sessions are looked up for those alone that are shown. */
export async function people(db: Reader, filter: PeopleFilter, slice: PeopleSlice): Promise<PersonRow[]> {
  const direction = sql.raw(slice.down ? 'desc' : 'asc')
  const order = sql`${ORDERS[slice.by]} ${direction} nulls last, p.id ${direction}`
  const source = SPACE_ORDERS.has(slice.by) ? from : sql`from person p`
  const { rows } = await sql<PersonRow>`
    with picked as materialized (
      select p.id ${source} where ${peopleWhere(filter)} order by ${order} limit ${slice.limit} offset ${slice.skip}
    )
    select ${columns} ${from} where p.id in (select id from picked) order by ${order}`.execute(db)
  return rows.map(toPersonRow)
}

export async function countPeople(db: Reader, filter: PeopleFilter): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from person p where ${peopleWhere(filter)}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function personById(db: Reader, id: string): Promise<PersonRow | undefined> {
  const { rows } = await sql<PersonRow>`select ${columns} ${from} where p.id = ${id}`.execute(db)
  return rows.map(toPersonRow)[0]
}

/** What was given last comes last; who was given nothing has the default role. */
const toPersonRow = (row: PersonRow): PersonRow =>
  row.roles.length > 0
    ? row
    : { ...row, roles: [{ roleId: 'default', roleName: 'default', preset: true, admin: null }] }

/** Held until the transaction ends, in one order for everybody; who has left is not there. */
export async function lockPeople(tx: Tx, ids: readonly string[]): Promise<LockedPerson[]> {
  await sql`select from person p where p.id = any(${ids}::uuid[]) order by p.id for no key update`.execute(tx)
  // Read behind the locks: another one may have changed them until now.
  const { rows } = await sql<LockedPerson>`
    select p.id, p.account_name as "accountName", p.account_key as "accountKey", p.real_name as "realName",
      p.department_id as "departmentId", p.status, p.valid_until as "validUntil",
      p.account_kind = 'service' as service,
      coalesce(array_agg(distinct held.admin) filter (where held.admin is not null), '{}') as admins,
      coalesce(bool_or(held.advanced), false) as advanced,
      coalesce(array_agg(held.role) filter (where held.role is not null), '{}') as roles
    from person p left join lateral (
      select coalesce(h.preset, h.role_id::text) as role, case
        when h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') then h.preset else r.admin end as admin,
        ${IS_ADVANCED} as advanced
      from person_role h left join role r on r.id = h.role_id where h.person_id = p.id
    ) held on true
    where p.id = any(${ids}::uuid[]) and p.status <> 'removed' group by p.id order by p.id`.execute(tx)
  return rows
}

export interface LockedPerson {
  readonly id: string
  readonly accountName: string
  readonly accountKey: string
  readonly realName: string
  readonly departmentId: string | null
  readonly status: 'active' | 'frozen'
  readonly validUntil: Date | null
  readonly service: boolean
  readonly admins: AdminRole[]
  readonly advanced: boolean
  /** Names of presets, ids of others. */
  readonly roles: string[]
}

/** Refuses an account name that another one takes at the same time. */
export async function setPerson(tx: Tx, id: string, set: PersonSet): Promise<void> {
  try {
    const { real_name, user_name } = await tx
      .updateTable('person')
      .set(set)
      .where('id', '=', id)
      .returning(['real_name', 'user_name'])
      .executeTakeFirstOrThrow()
    if (set.real_name === undefined && set.user_name === undefined) return
    const pinyin = pinyinOfPerson(real_name, user_name)
    await tx.updateTable('person').set({ pinyin }).where('id', '=', id).execute()
  } catch (error) {
    const taken = error instanceof pg.DatabaseError && error.constraint === 'person_account_taken'
    if (taken) refuse('name_taken', { name: set.account_name })
    throw error
  }
}

export async function setModified(tx: Tx, ids: readonly string[], by: string, at: Date): Promise<void> {
  await sql`update person set changed_at = ${at}, changed_by = ${by} where id = any(${ids}::uuid[])`.execute(
    tx,
  )
}

/** Names of people in some departments, null for all; whoever they are. */
export const namesOf = async (
  db: Reader,
  ids: readonly string[],
  scope: string[] | null,
): Promise<ReadonlyMap<string, { accountName: string; userRealName: string }>> => {
  const { rows } = await sql<{ id: string; accountName: string; userRealName: string }>`
    select p.id, p.account_name as "accountName", p.real_name as "userRealName" from person p
    where p.id = any(${ids}::uuid[]) and (${scope}::uuid[] is null or p.department_id = any(${scope}::uuid[]))`.execute(
    db,
  )
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}

export interface PersonSet {
  account_name?: string
  account_key?: string
  real_name?: string
  user_name?: string
  phone?: string
  email?: string
  department_id?: string | null
  group_total?: number | null
  speed_limit?: number | null
  valid_until?: Date | null
  status?: 'active' | 'frozen'
  must_change_password?: boolean
  changed_at?: Date
  changed_by?: string
}

export interface LockedSpace {
  readonly total: number | null
  readonly used: number
  readonly reserved: number
}

/** Bytes that are used and set aside, and the allowance; held until the transaction ends. */
export const lockSpace = (tx: Tx, personId: string): Promise<LockedSpace | undefined> =>
  tx
    .selectFrom('space')
    .select(['total', 'used', 'reserved'])
    .where('person_id', '=', personId)
    .forUpdate()
    .executeTakeFirst()

/** Of groups, held likewise. */
export const groupAllowance = (
  tx: Tx,
  personId: string,
): Promise<{ total: number | null; allotted: number } | undefined> =>
  tx
    .selectFrom('person')
    .select(['group_total as total', 'group_allotted as allotted'])
    .where('id', '=', personId)
    .executeTakeFirst()

/** Which of these account names there are. */
export async function takenAccounts(db: Reader, accountKeys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select account_key as key from person where account_key = any(${accountKeys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
