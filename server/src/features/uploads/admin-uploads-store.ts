import { type RawBuilder, sql } from 'kysely'
import { type Memberships, membershipsColumn } from '../../access/actor.ts'
import type { Reader } from '../../db/database.ts'
import { afterKey, isKeyFor, type KeysetColumn, type KeysetKey, orderByColumns } from '../../db/keyset.ts'
import type { PageRequest } from '../../http/paging.ts'

/** SQL of all open uploads, for administrators. */

export interface OpenUploadSummary {
  readonly key: string
  readonly bucket: string
  readonly personId: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly departmentName: string | null
  readonly memberships: Memberships
  readonly name: string
  readonly size: number
  readonly partSize: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly parentId: string
  /** Owner and department of the target space. */
  readonly kind: 'person' | 'group'
  readonly spaceName: string | null
  readonly spaceOwnerId: string | null
  readonly spaceDepartmentId: string | null
}

export interface UploadFilter {
  /** Department ids; null: all. */
  readonly scope: readonly string[] | null
  readonly personId: string | undefined
  readonly keyword: string
  readonly now: Date
}

export type UploadOrder = 'createTime' | 'fileSize' | 'expireTime'
const KEY = ['u.key', 'text'] as const
const KEY_COLUMNS: Record<UploadOrder, readonly KeysetColumn[]> = {
  createTime: [['u.created_at', 'timestamptz'], KEY],
  fileSize: [['u.size', 'bigint'], KEY],
  expireTime: [['u.expires_at', 'timestamptz'], KEY],
}

export const isKey = (key: KeysetKey, by: UploadOrder): boolean => isKeyFor(KEY_COLUMNS[by], key)

export function keyOf({ key, size, createdAt, expiresAt }: OpenUploadSummary, by: UploadOrder): KeysetKey {
  const firsts: Record<UploadOrder, string | number> = {
    createTime: createdAt.toISOString(),
    fileSize: size,
    expireTime: expiresAt.toISOString(),
  }
  return [firsts[by], key]
}

const like = (part: string): string => `%${part.replace(/[\\%_]/g, '\\$&')}%`

const matching = ({ scope, personId, keyword, now }: UploadFilter): RawBuilder<unknown> => sql`
  from upload u join person p on p.id = u.person_id
  where u.state = 'open' and u.expires_at > ${now}::timestamptz
  ${scope === null ? sql`` : sql`and p.department_id = any(${scope}::uuid[])`}
  ${personId === undefined ? sql`` : sql`and u.person_id = ${personId}::uuid`}
  ${keyword === '' ? sql`` : sql`and (p.real_name ilike ${like(keyword)} or p.account_name ilike ${like(keyword)})`}`

/** One page; owners and folders are read for its rows only. */
export async function openUploadPage(
  db: Reader,
  filter: UploadFilter,
  { orderBy: by, descending: down, start: from, pageSize }: PageRequest<UploadOrder>,
): Promise<OpenUploadSummary[]> {
  const columns = KEY_COLUMNS[by]
  const behind = 'key' in from ? sql`and ${afterKey(columns, down, from.key)}` : sql``
  const skip = 'skip' in from ? sql`offset ${from.skip}` : sql``
  const { rows } = await sql<OpenUploadSummary>`
    select u.key, u.bucket, u.person_id as "personId", person.account_name as "accountName",
      person.real_name as "realName", person.department_id as "departmentId", d.name as "departmentName",
      ${membershipsColumn()}, u.name, u.size, u.part_size as "partSize", u.created_at as "createdAt",
      u.expires_at as "expiresAt", u.parent_id as "parentId", s.kind, coalesce(g.name, r.name) as "spaceName",
      case when s.department_id is null then coalesce(s.person_id, g.owner_id) end as "spaceOwnerId",
      coalesce(s.department_id, sp.department_id, o.department_id) as "spaceDepartmentId"
    from (select u.* ${matching(filter)} ${behind}
      order by ${orderByColumns(columns, down)} limit ${pageSize} ${skip}) as u
    join person on person.id = u.person_id left join department d on d.id = person.department_id
    join space s on s.id = u.space_id left join file r on r.id = s.root_id
    left join person sp on sp.id = s.person_id left join "group" g on g.id = s.id
    left join person o on o.id = g.owner_id
    order by ${orderByColumns(columns, down)}`.execute(db)
  return rows
}

export async function openUploadTotals(
  db: Reader,
  filter: UploadFilter,
): Promise<{ total: number; size: number }> {
  const { rows } = await sql<{ total: number; size: number }>`
    select count(*) as total, coalesce(sum(u.size), 0)::bigint as size ${matching(filter)}`.execute(db)
  return rows[0] ?? { total: 0, size: 0 }
}

export interface UploadOwner {
  readonly personId: string
  readonly accountName: string
  readonly realName: string
  readonly departmentId: string | null
  readonly memberships: Memberships
  readonly name: string
  readonly parentId: string
}

/** Owner of an open upload. */
export async function ownerOfOpen(db: Reader, key: string, now: Date): Promise<UploadOwner | undefined> {
  return db
    .selectFrom('upload as u')
    .innerJoin('person', 'person.id', 'u.person_id')
    .select(['person.id as personId', 'person.account_name as accountName', 'person.real_name as realName'])
    .select(['person.department_id as departmentId', 'u.name', 'u.parent_id as parentId'])
    .select(membershipsColumn())
    .where('u.key', '=', key)
    .where('u.state', '=', 'open')
    .where('u.expires_at', '>', now)
    .executeTakeFirst()
}
