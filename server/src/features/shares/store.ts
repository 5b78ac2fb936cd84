import { type RawBuilder, sql } from 'kysely'
import type { PrincipalRef } from '../../access/principals.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { compiledStatement, type ValueOrSql } from '../../db/statement.ts'
import type { ShareRecipient } from './recipients.ts'

/** SQL of internal shares; no rules here. */

export interface ShareRow {
  readonly id: string
  readonly fileId: string
  readonly createdBy: string
  readonly message: string
  readonly createdAt: Date
}
const shareColumns = [
  'id',
  'file_id as fileId',
  'created_by as createdBy',
  'message',
  'created_at as createdAt',
] as const

export async function sharesById(db: Reader, ids: readonly string[]): Promise<Map<string, ShareRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('share').select(shareColumns).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export async function sharesOfFiles(db: Reader, fileIds: readonly string[]): Promise<Map<string, ShareRow>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db.selectFrom('share').select(shareColumns).where('file_id', 'in', fileIds).execute()
  return new Map(rows.map((row) => [row.fileId, row]))
}

export interface SpaceOwner {
  readonly spaceId: string
  readonly id: string
  readonly name: string
  readonly accountName: string
  readonly since: Date
}

/** Whose personal spaces these are. */
export async function ownersOf(db: Reader, spaceIds: Iterable<string>): Promise<Map<string, SpaceOwner>> {
  const ids = [...new Set(spaceIds)]
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('space as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .select([
      's.id as spaceId',
      'p.id',
      'p.real_name as name',
      'p.account_name as accountName',
      's.created_at as since',
    ])
    .where('s.id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.spaceId, row]))
}

/** Makes shares of files that have none, and says a new message for those that have. */
export async function upsertShares(
  tx: Tx,
  files: readonly { id: string; spaceId: string }[],
  createdBy: string,
  message: string | undefined,
): Promise<ShareRow[]> {
  return tx
    .insertInto('share')
    .values(
      files.map((file) => ({
        id: newId(),
        file_id: file.id,
        space_id: file.spaceId,
        created_by: createdBy,
        message: message ?? '',
      })),
    )
    .onConflict((conflict) =>
      conflict
        .constraint('share_file_unique')
        .doUpdateSet((eb) => ({ message: message ?? eb.ref('share.message') })),
    )
    .returning(shareColumns)
    .execute()
}

export interface ShareEntryBatch {
  readonly fileIds: readonly string[]
  readonly recipients: readonly ShareRecipient[]
  readonly end: Date | null
  readonly createdBy: string
  readonly asOf: Date
}

/** Which of the files each of the recipients has; what has ended is had no more. */
export async function existingEntries(
  tx: Tx,
  { fileIds, recipients, asOf }: Pick<ShareEntryBatch, 'fileIds' | 'recipients' | 'asOf'>,
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; files: string[] }>`
    select principal_id as id, array_agg(file_id) as files from file_grant
    where file_id = any(${fileIds}::uuid[]) and principal_id = any(${recipients.map((one) => one.principalId)}::uuid[])
      and source = 'share' and ${activeShareEntries(asOf)}
    group by principal_id`.execute(tx)
  return new Map(rows.map(({ id, files }) => [id, new Set(files)]))
}

/** Every recipient's entry on every file; one that had ended counts as new. */
export async function upsertEntries(
  tx: Tx,
  { fileIds, recipients, end, createdBy, asOf }: ShareEntryBatch,
): Promise<void> {
  await sql`
    insert into file_grant (file_id, principal_type, principal_id, role, source, created_by, expires_at)
    select f.id, r.type, r.id, r.role, 'share', ${createdBy}::uuid, ${end}::timestamptz
    from unnest(${fileIds}::uuid[]) f(id), unnest(${recipients.map((one) => one.principalType)}::text[],
      ${recipients.map((one) => one.principalId)}::uuid[], ${recipients.map((one) => one.role)}::text[]) r(type, id, role)
    on conflict (file_id, principal_id) do update set role = excluded.role, expires_at = excluded.expires_at,
      created_by = excluded.created_by,
      created_at = case when file_grant.expires_at <= ${asOf}::timestamptz then now() else file_grant.created_at end
    where file_grant.source = 'share'`.execute(tx)
}

export interface ShareEntry extends PrincipalRef {
  readonly fileId: string
  readonly role: string
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

export async function countEntries(db: Reader, fileId: string, asOf: Date): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from file_grant
    where file_id = ${fileId} and source = 'share' and ${activeShareEntries(asOf)}`.execute(db)
  return rows[0]?.n ?? 0
}

/** A share's entries that stand, oldest first; `first`: so many of them, a person's own among these. */
export async function entriesOf(
  db: Reader,
  fileId: string,
  asOf: Date,
  first?: { readonly personId: string; readonly limit: number },
): Promise<ShareEntry[]> {
  const those = first
    ? sql`order by principal_id = ${first.personId}::uuid desc, created_at, principal_id limit ${first.limit}`
    : sql``
  const { rows } = await sql<ShareEntry>`
    select * from (
      select file_id as "fileId", principal_type as "principalType", principal_id as "principalId", role,
        expires_at as "expiresAt", created_at as "createdAt"
      from file_grant where file_id = ${fileId}::uuid and source = 'share' and ${activeShareEntries(asOf)} ${those}
    ) told order by "createdAt", "principalId"`.execute(db)
  return rows
}

/** Of an entry that has not ended. */
export const activeShareEntries = (asOf: ValueOrSql<Date>): RawBuilder<unknown> =>
  sql`(expires_at is null or expires_at > ${asOf}::timestamptz)`

/** What all entries of a share come to. */
export interface ShareAudience {
  /** People, each once, the space's owner left out. */
  readonly reached: number
  /** The last end; null where one has none. */
  readonly end: Date | null
  /** The first few entries, oldest first; what people are called is told with them. */
  readonly first: readonly FirstEntry[]
}

export interface FirstEntry extends ShareEntry {
  readonly name: string | null
  readonly accountName: string | null
}

/** Shares that stand, by file, each with so many of its entries. */
export async function shareAudience(
  db: Reader,
  fileIds: readonly string[],
  asOf: Date,
  entries = 0,
): Promise<Map<string, ShareAudience>> {
  const reaches = new Map<string, { reached: number; end: Date | null; first: FirstEntry[] }>()
  if (fileIds.length === 0) return reaches
  for (const { reached, end, ...entry } of await selectShareAudience(db, { fileIds, asOf, entries })) {
    const known = reaches.get(entry.fileId) ?? { reached, end, first: [] }
    reaches.set(entry.fileId, known)
    if (entry.principalId !== null) known.first.push(entry)
  }
  return reaches
}

type ShareAudienceRow = { reached: number; end: Date | null } & (
  | FirstEntry
  | { fileId: string; principalId: null }
)

/** Shares with people alone are counted as they are; others with the same recipients once. */
const selectShareAudience = compiledStatement<
  { fileIds: readonly string[]; asOf: Date; entries: number },
  ShareAudienceRow
>(
  (slot) => sql`
    with asked as materialized (
      select f.id, s.person_id as owner_id from file f join space s on s.id = f.space_id
      where f.id = any(${slot('fileIds')}::uuid[])
    ), held as materialized (
      select asked.owner_id, g.*, p.real_name, p.account_name,
        p.status = 'active' and p.id is distinct from asked.owner_id as counts,
        row_number() over (partition by g.file_id order by g.created_at, g.principal_id) as place
      from asked cross join lateral (
        select file_id, principal_type, principal_id, role, expires_at, created_at from file_grant
        where file_id = asked.id and source = 'share' and ${activeShareEntries(slot('asOf'))} offset 0
      ) g left join lateral (
        select * from person where g.principal_type = 'person' and id = g.principal_id offset 0
      ) p on true
    ), sets as materialized (
      select file_id, owner_id, bool_and(principal_type = 'person') as plain, count(*) filter (where counts) as people,
        case when bool_or(expires_at is null) then null else max(expires_at) end as latest
      from held group by file_id, owner_id
    ), mixed as materialized (
      select file_id, owner_id, array_agg(principal_id order by principal_id) as named
      from held where file_id in (select file_id from sets where not plain) group by file_id, owner_id
    ), counted as materialized (
      select owner_id, named, count_people_of(named, owner_id) as reached
      from (select distinct owner_id, named from mixed) kinds
    )
    select sets.file_id as "fileId", coalesce(counted.reached, sets.people) as reached, sets.latest as "end",
      held.principal_type as "principalType", held.principal_id as "principalId", held.role,
      held.expires_at as "expiresAt", held.created_at as "createdAt", held.real_name as name,
      held.account_name as "accountName"
    from sets left join mixed using (file_id) left join counted on counted.named = mixed.named
      and counted.owner_id is not distinct from mixed.owner_id
    left join held on held.file_id = sets.file_id and held.place <= ${slot('entries')}::int
    order by sets.file_id, held.place`,
)

/** Another role or end for entries of a share; undefined leaves it as it is. */
export async function changeEntries(
  tx: Tx,
  fileId: string,
  principalIds: readonly string[],
  { role, end }: { role?: string | undefined; end?: Date | null | undefined },
): Promise<ShareEntry[]> {
  return tx
    .updateTable('file_grant')
    .set({ ...(role === undefined ? {} : { role }), ...(end === undefined ? {} : { expires_at: end }) })
    .where('file_id', '=', fileId)
    .where('source', '=', 'share')
    .where('principal_id', 'in', principalIds)
    .returning(entryColumns)
    .execute()
}

const entryColumns = [
  'file_id as fileId',
  'principal_type as principalType',
  'principal_id as principalId',
  'role',
  'expires_at as expiresAt',
  'created_at as createdAt',
] as const

/** Answers the entries that are gone. */
export async function deleteEntries(
  tx: Tx,
  fileIds: readonly string[],
  principalIds?: readonly string[],
): Promise<ShareEntry[]> {
  return tx
    .deleteFrom('file_grant')
    .where('file_id', 'in', fileIds)
    .where('source', '=', 'share')
    .$if(principalIds !== undefined, (query) => query.where('principal_id', 'in', principalIds ?? []))
    .returning(entryColumns)
    .execute()
}

/** Forgets shares that nobody has any more. */
export async function deleteEmptyShares(tx: Tx, fileIds: readonly string[]): Promise<void> {
  await sql`
    delete from share sh where sh.file_id = any(${fileIds}::uuid[])
      and not exists (select from file_grant g where g.file_id = sh.file_id and g.source = 'share')`.execute(
    tx,
  )
}

/** Shares of what lies below a folder: those of its space are few, and each is looked for above itself. */
export async function countBelow(
  db: Reader,
  { id, spaceId }: { id: string; spaceId: string },
): Promise<number> {
  const { rows } = await sql<{ below: number }>`
    with recursive up as (
      select sh.id, f.parent_id from share sh join file f on f.id = sh.file_id where sh.space_id = ${spaceId}::uuid
      union all
      select up.id, f.parent_id from up join file f on f.id = up.parent_id where up.parent_id <> ${id}::uuid
    )
    select count(*) as below from up where parent_id = ${id}::uuid`.execute(db)
  return rows[0]?.below ?? 0
}

export interface ExpiredShareFile {
  readonly id: string
  readonly isFolder: boolean
  readonly spaceId: string
  readonly parentId: string | null
  readonly name: string
}

/** Files with entries that have ended, at most so many. */
export async function expiredFiles(db: Reader, asOf: Date, limit: number): Promise<ExpiredShareFile[]> {
  const { rows } = await sql<ExpiredShareFile>`
    select f.id, f.is_folder as "isFolder", f.space_id as "spaceId", f.parent_id as "parentId", f.name
    from file f where f.id in (
      select distinct file_id from (
        select file_id from file_grant where expires_at <= ${asOf}::timestamptz and source = 'share'
        order by expires_at limit ${limit}
      ) oldest
    )`.execute(db)
  return rows
}

/** Answers the entries that are gone. */
export async function deleteExpired(tx: Tx, fileIds: readonly string[], asOf: Date): Promise<ShareEntry[]> {
  if (fileIds.length === 0) return []
  return tx
    .deleteFrom('file_grant')
    .where('file_id', 'in', fileIds)
    .where('source', '=', 'share')
    .where('expires_at', '<=', asOf)
    .returning(entryColumns)
    .execute()
}
