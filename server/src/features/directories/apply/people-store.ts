import { sql } from 'kysely'
import type { Reader, Tx } from '../../../db/database.ts'

/** SQL of people that a directory has. */

export interface KnownPerson {
  readonly externalId: string
  readonly personId: string
  readonly dn: string
  readonly roles: readonly string[]
  /** By the directory. */
  readonly frozen: boolean
  readonly userName: string
  readonly phone: string
  readonly email: string
}

/** Without those whose accounts were deleted since: who comes back gets a new one. */
export async function lockKnown(
  db: Tx,
  directoryId: string,
  externalIds: readonly string[],
  mode: 'lock' | 'look',
): Promise<ReadonlyMap<string, KnownPerson>> {
  const { rows } = await sql<KnownPerson & { removed: boolean }>`
    select d.external_id as "externalId", d.person_id as "personId", d.dn, d.roles, d.frozen, p.user_name as "userName",
      p.phone, p.email, p.status = 'removed' as removed
    from directory_person d join person p on p.id = d.person_id
    where d.directory_id = ${directoryId} and d.external_id = any(${externalIds}::text[])
    order by d.external_id ${mode === 'lock' ? sql`for update of d` : sql``}`.execute(db)
  const removed = rows.filter((row) => row.removed)
  if (mode === 'lock' && removed.length > 0)
    await sql`
      delete from directory_person where directory_id = ${directoryId}
        and external_id = any(${removed.map(({ externalId }) => externalId)}::text[])`.execute(db)
  return new Map(rows.filter((row) => !row.removed).map((row) => [row.externalId, row]))
}

export interface Namesake
  extends Pick<KnownPerson, 'personId' | 'roles' | 'frozen' | 'userName' | 'phone' | 'email'> {
  readonly accountKey: string
  /** An administrator’s or a program’s. */
  readonly isProtected: boolean
  /** Of the directory that has it; null: a local account. */
  readonly directoryId: string | null
  readonly externalId: string | null
}

/** Accounts by the keys of their names. */
export async function namesakesOf(
  db: Reader,
  accountKeys: readonly string[],
): Promise<ReadonlyMap<string, Namesake>> {
  const { rows } = await sql<Namesake>`
    select p.id as "personId", p.account_key as "accountKey", p.user_name as "userName", p.phone, p.email,
      d.directory_id as "directoryId", d.external_id as "externalId", coalesce(d.roles, '{}') as roles,
      coalesce(d.frozen, false) as frozen,
      p.account_kind = 'service' or exists (
        select from person_role h left join role r on r.id = h.role_id where h.person_id = p.id
          and (h.preset in ('superAdmin', 'orgAdmin', 'auditor', 'storageAdmin') or r.admin is not null or r.type = 'advanced')
      ) as "isProtected"
    from person p left join directory_person d on d.person_id = p.id
    where p.account_key = any(${accountKeys}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.accountKey, row]))
}

/** Departments here by the directory's ids; they stay until the transaction ends. */
export async function departmentIds(
  tx: Tx,
  directoryId: string,
  externalIds: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = [...new Set(externalIds.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const { rows } = await sql<{ externalId: string; departmentId: string }>`
    select m.external_id as "externalId", d.id as "departmentId"
    from directory_department m join department d on d.id = m.department_id
    where m.directory_id = ${directoryId} and m.external_id = any(${wanted}::text[])
    order by d.id for key share of d`.execute(tx)
  return new Map(rows.map(({ externalId, departmentId }) => [externalId, departmentId]))
}

interface KnownValues {
  readonly directoryId: string
  readonly externalId: string
  readonly personId: string
  readonly dn: string
  readonly applied: Buffer | null
  readonly roles: readonly string[]
  readonly frozen: boolean
}

export async function saveKnown(tx: Tx, values: KnownValues): Promise<void> {
  const set = {
    dn: values.dn,
    applied: values.applied,
    roles: [...values.roles],
    frozen: values.frozen,
    left_at: null,
  }
  await tx
    .insertInto('directory_person')
    .values({
      directory_id: values.directoryId,
      external_id: values.externalId,
      person_id: values.personId,
      ...set,
    })
    .onConflict((conflict) => conflict.columns(['directory_id', 'external_id']).doUpdateSet(set))
    .execute()
}

/** What a run compares with: of everybody that the directory has, without those who left. */
export interface AppliedPerson {
  readonly externalId: string
  readonly dn: string
  readonly applied: Buffer | null
  readonly roles: readonly string[]
  /** By the directory. */
  readonly frozen: boolean
  readonly left: boolean
}

export async function appliedPeople(db: Reader, directoryId: string): Promise<AppliedPerson[]> {
  const { rows } = await sql<AppliedPerson>`
    select d.external_id as "externalId", d.dn, case when p.status <> 'removed' then d.applied end as applied, d.roles, d.frozen,
      d.left_at is not null or p.status = 'removed' as left
    from directory_person d join person p on p.id = d.person_id
    where d.directory_id = ${directoryId}`.execute(db)
  return rows
}
