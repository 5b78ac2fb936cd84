import { ADMIN_ROLES } from '@clouddisk/contract/admin-areas'
import type { FACTOR_STATES } from '@clouddisk/contract/admin-second-factor'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** SQL of who has which second factor. */

export interface FactorsRow {
  readonly id: string
  readonly accountName: string
  readonly realName: string
  readonly departmentName: string | null
  readonly app: boolean
  readonly passkeys: number
  readonly codes: number
  readonly required: boolean
  readonly usedAt: Date | null
}

interface Filter {
  readonly keyword: string
  readonly state: (typeof FACTOR_STATES)[number] | undefined
  readonly limit: number
  readonly offset: number
}

/** Whether the policy asks the person `p` for a factor. */
function isRequired({ requiredOf, roleIds }: SecondFactorPolicy): RawBuilder<boolean> {
  if (requiredOf === 'everybody') return sql<boolean>`true`
  if (requiredOf === 'nobody') return sql<boolean>`false`
  const administers = sql<boolean>`coalesce(h.preset, r.admin) = any(${[...ADMIN_ROLES]}::text[])`
  const holds = sql<boolean>`coalesce(h.preset, h.role_id::text) = any(${[...roleIds]}::text[])`
  return sql<boolean>`exists (select from person_role h left join role r on r.id = h.role_id
    where h.person_id = p.id and ${requiredOf === 'administrators' ? administers : holds})`
}

const WHERE_STATE: Record<(typeof FACTOR_STATES)[number], RawBuilder<boolean>> = {
  has: sql<boolean>`(f.app or f.passkeys > 0)`,
  none: sql<boolean>`not (f.app or f.passkeys > 0)`,
  missing: sql<boolean>`(f.required and not (f.app or f.passkeys > 0))`,
}

export async function factorsOfPeople(
  db: Reader,
  policy: SecondFactorPolicy,
  { keyword, state, limit, offset }: Filter,
): Promise<{ rows: FactorsRow[]; total: number }> {
  const pattern = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<FactorsRow & { total: number }>`
    select f.*, count(*) over ()::int as total from (
      select p.id, p.account_name as "accountName", p.real_name as "realName", d.name as "departmentName",
        p.account_key as key, t.person_id is not null as app, coalesce(k.count, 0)::int as passkeys,
        (select count(*) from recovery_code c where c.person_id = p.id and c.used_at is null)::int as codes,
        ${isRequired(policy)} as required, greatest(t.used_at, k.used_at) as "usedAt"
      from person p
      left join department d on d.id = p.department_id
      left join totp t on t.person_id = p.id
      left join (select person_id, count(*) as count, max(used_at) as used_at from passkey group by person_id) k
        on k.person_id = p.id
      where p.status = 'active' and p.account_kind = 'person'
        and (lower(p.account_name) like ${pattern} or lower(p.real_name) like ${pattern})
    ) f where ${state ? WHERE_STATE[state] : sql<boolean>`true`}
    order by f.key limit ${limit}::int offset ${offset}::int`.execute(db)
  return { rows, total: rows[0]?.total ?? 0 }
}
