import type { TokenScope } from '@clouddisk/contract/token-scopes'
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { isId } from '../../db/ids.ts'

/** SQL of access tokens. */

export interface TokenRow {
  readonly id: string
  readonly personId: string
  readonly name: string
  readonly scope: TokenScope
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
  readonly lastIp: string | null
  readonly deviceId: string | null
}

/** A token with its owner. */
export interface OwnedTokenRow extends TokenRow {
  readonly accountName: string
  readonly realName: string
  readonly departmentName: string | null
  readonly kind: 'person' | 'service'
}

const tokenColumns = sql`
  t.id, t.person_id as "personId", t.name, t.scope, t.created_at as "createdAt", t.expires_at as "expiresAt",
  t.last_used_at as "lastUsedAt", t.last_ip as "lastIp", t.device_id as "deviceId"`

export async function insertToken(
  tx: Tx,
  token: Pick<TokenRow, 'id' | 'personId' | 'name' | 'scope' | 'createdAt' | 'expiresAt'> & {
    readonly tokenHash: Buffer
  },
): Promise<void> {
  await tx
    .insertInto('api_token')
    .values({
      id: token.id,
      token_hash: token.tokenHash,
      person_id: token.personId,
      name: token.name,
      scope: token.scope,
      created_at: token.createdAt,
      expires_at: token.expiresAt,
    })
    .execute()
}

/** Of this person, that are valid. The person is locked, so that of two at a time each counts the other. */
export async function countValid(tx: Tx, personId: string, now: Date): Promise<number> {
  await sql`select from person where id = ${personId} for no key update`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from api_token where person_id = ${personId} and expires_at > ${now}::timestamptz`.execute(
    tx,
  )
  return Number(rows[0]?.n ?? 0)
}

export interface Slice {
  readonly limit: number
  readonly skip: number
}

export async function tokensOf(
  db: Reader,
  personId: string,
  { limit, skip }: Slice,
): Promise<{ rows: TokenRow[]; total: number }> {
  const [{ rows }, total] = await Promise.all([
    sql<TokenRow>`
      select ${tokenColumns} from api_token t where t.person_id = ${personId}
      order by t.created_at desc, t.id desc limit ${limit} offset ${skip}`.execute(db),
    sql<{ n: number }>`select count(*) as n from api_token where person_id = ${personId}`.execute(db),
  ])
  return { rows, total: Number(total.rows[0]?.n ?? 0) }
}

export interface TokenFilter {
  readonly keyword: string
  readonly personId: string | undefined
  readonly scope: TokenScope | undefined
  readonly service: boolean | undefined
  /** Used before, or never. */
  readonly unusedSince: Date | undefined
}

const like = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

function conditionOf({ keyword, personId, scope, service, unusedSince }: TokenFilter): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (keyword !== '')
    conditions.push(
      sql`(t.name ilike ${like(keyword)} or p.real_name ilike ${like(keyword)} or p.account_name ilike ${like(keyword)})`,
    )
  if (personId !== undefined)
    conditions.push(isId(personId) ? sql`t.person_id = ${personId}::uuid` : sql`false`)
  if (scope) conditions.push(sql`t.scope = ${scope}`)
  if (service !== undefined) conditions.push(sql`p.account_kind = ${service ? 'service' : 'person'}`)
  if (unusedSince) conditions.push(sql`coalesce(t.last_used_at, t.created_at) < ${unusedSince}::timestamptz`)
  return sql.join(conditions, sql` and `)
}

export async function tokensOfAll(
  db: Reader,
  filter: TokenFilter,
  { limit, skip }: Slice,
): Promise<{ rows: OwnedTokenRow[]; total: number }> {
  const where = conditionOf(filter)
  const [{ rows }, total] = await Promise.all([
    sql<OwnedTokenRow>`
      select ${tokenColumns}, p.account_name as "accountName", p.real_name as "realName", p.account_kind as kind,
        d.name as "departmentName"
      from api_token t join person p on p.id = t.person_id left join department d on d.id = p.department_id
      where ${where} order by t.created_at desc, t.id desc limit ${limit} offset ${skip}`.execute(db),
    sql<{ n: number }>`
      select count(*) as n from api_token t join person p on p.id = t.person_id where ${where}`.execute(db),
  ])
  return { rows, total: Number(total.rows[0]?.n ?? 0) }
}

/** A token that was deleted, and whose it was. */
export interface DeletedToken {
  readonly id: string
  readonly name: string
  readonly scope: TokenScope
  readonly personId: string
  readonly realName: string
  readonly kind: 'person' | 'service'
}

/** @param ownerId whose tokens they have to be; undefined for anybody's. */
export async function deleteTokens(
  tx: Tx,
  ids: readonly string[],
  ownerId: string | undefined,
): Promise<DeletedToken[]> {
  const { rows } = await sql<DeletedToken>`
    delete from api_token t using person p
    where t.id = any(${ids.filter(isId)}::uuid[]) and p.id = t.person_id
      ${ownerId === undefined ? sql`` : sql`and t.person_id = ${ownerId}`}
    returning t.id, t.name, t.scope, t.person_id as "personId", p.real_name as "realName", p.account_kind as kind`.execute(
    tx,
  )
  return rows
}

export interface ServiceRow {
  readonly id: string
  readonly accountName: string
  readonly realName: string
  readonly departmentName: string | null
  readonly status: 'active' | 'frozen'
  readonly validUntil: Date | null
  readonly createdAt: Date
  readonly tokens: number
  readonly lastUsedAt: Date | null
}

/** Service accounts that have not left, newest first. */
export async function serviceAccounts(db: Reader, now: Date): Promise<ServiceRow[]> {
  const { rows } = await sql<ServiceRow>`
    select p.id, p.account_name as "accountName", p.real_name as "realName", d.name as "departmentName", p.status,
      p.valid_until as "validUntil", p.created_at as "createdAt",
      (select count(*) from api_token t where t.person_id = p.id and t.expires_at > ${now}::timestamptz)::int as tokens,
      (select max(t.last_used_at) from api_token t where t.person_id = p.id) as "lastUsedAt"
    from person p left join department d on d.id = p.department_id
    where p.account_kind = 'service' and p.status <> 'removed' order by p.created_at desc, p.id desc`.execute(
    db,
  )
  return rows
}

export async function isServiceAccount(db: Reader, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', personId)
    .where('account_kind', '=', 'service')
    .where('status', '<>', 'removed')
    .executeTakeFirst()
  return row !== undefined
}
