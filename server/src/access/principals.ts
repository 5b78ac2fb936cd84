import type { PrincipalType, ShownPrincipal } from '@clouddisk/contract/people'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import type { FileGrantTable } from '../db/schema.ts'
import { compiledStatement } from '../db/statement.ts'

/** Presents people, departments and groups by name. */

type StoredPrincipalType = FileGrantTable['principal_type']

/** Names of principal types in the API. */
export const toPrincipalType = (type: StoredPrincipalType): PrincipalType =>
  type === 'person' ? 'user' : type
export const toStoredPrincipalType = (type: PrincipalType): StoredPrincipalType =>
  type === 'user' ? 'person' : type

export interface PrincipalRef {
  readonly principalType: StoredPrincipalType
  readonly principalId: string
}

/** Locks the departments against deletion until the transaction ends. Returns those that exist. */
export async function lockDepartments(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from department where id = any(${ids}::uuid[]) order by id for key share`.execute(tx)
  return rows.map(({ id }) => id)
}

interface Row {
  id: string
  name: string
  detail: string
  count: number
}

/** Principals by id, in one statement; deleted ones are left out. */
export async function presentPrincipals(
  db: Reader,
  named: Iterable<PrincipalRef>,
): Promise<Map<string, ShownPrincipal>> {
  const types = new Map<string, StoredPrincipalType>()
  for (const { principalId, principalType } of named) types.set(principalId, principalType)
  if (types.size === 0) return new Map()
  const ofType = (type: StoredPrincipalType) => [...types].flatMap(([id, one]) => (one === type ? [id] : []))
  const rows = await selectPrincipals(db, {
    people: ofType('person'),
    departments: ofType('department'),
    groups: ofType('group'),
  })
  return new Map(
    rows.map(({ id, name, detail, count }) => {
      const principalType = toPrincipalType(types.get(id) ?? 'person')
      return [id, { principalType, principalId: id, name, detail, count }]
    }),
  )
}

const selectPrincipals = compiledStatement<
  { people: string[]; departments: string[]; groups: string[] },
  Row
>(
  (slot) => sql`
    with recursive above as (
      select d.id as start, d.id, d.parent_id, d.name, 0 as height from department d
      where d.id = any(${slot('departments')}::uuid[])
      union all
      select above.start, d.id, d.parent_id, d.name, above.height + 1 from above join department d on d.id = above.parent_id
    ), ways as (
      select start as id, string_agg(name, '/' order by height desc) as way from above group by start
    )
    select p.id, p.real_name as name, p.account_name as detail, 1::bigint as count from person p
    where p.id = any(${slot('people')}::uuid[])
    union all
    select d.id, d.name, ways.way, count_people_of(array[d.id], null) from ways join department d on d.id = ways.id
    union all
    select g.id, g.name, '', count_people_of(array[g.id], null) from "group" g
    where g.id = any(${slot('groups')}::uuid[])`,
)
