import { type RawBuilder, sql } from 'kysely'
import type { Reader, Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { Named } from '../privileges/principals.ts'
import type { Recipient } from './recipients.ts'

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

export interface Owner {
  readonly spaceId: string
  readonly id: string
  readonly name: string
  readonly accountName: string
  readonly since: Date
}

/** Whose personal spaces these are. */
export async function ownersOf(db: Reader, spaceIds: Iterable<string>): Promise<Map<string, Owner>> {
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

export interface Entries {
  readonly fileIds: readonly string[]
  readonly recipients: readonly Recipient[]
  readonly end: Date | null
  readonly createdBy: string
  readonly asOf: Date
}

/** Which of the files each of the recipients has; what has ended is had no more. */
export async function hadBefore(
  tx: Tx,
  { fileIds, recipients, asOf }: Pick<Entries, 'fileIds' | 'recipients' | 'asOf'>,
): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ id: string; files: string[] }>`
    select principal_id as id, array_agg(file_id) as files from file_grant
    where file_id = any(${fileIds}::uuid[]) and principal_id = any(${recipients.map((one) => one.principalId)}::uuid[])
      and source = 'share' and ${standing(asOf)}
    group by principal_id`.execute(tx)
  return new Map(rows.map(({ id, files }) => [id, new Set(files)]))
}

/** Every recipient's entry on every file; one that had ended counts as new. */
export async function upsertEntries(
  tx: Tx,
  { fileIds, recipients, end, createdBy, asOf }: Entries,
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

export interface Entry extends Named {
  readonly fileId: string
  readonly role: string
  readonly expiresAt: Date | null
  readonly createdAt: Date
}

/** Entries of shares that stand, oldest first, of each file at most so many. */
export async function entriesOf(
  db: Reader,
  fileIds: readonly string[],
  asOf: Date,
  limit: number | null = null,
): Promise<Entry[]> {
  if (fileIds.length === 0) return []
  const { rows } = await sql<Entry>`
    select f.id as "fileId", g.principal_type as "principalType", g.principal_id as "principalId", g.role,
      g.expires_at as "expiresAt", g.created_at as "createdAt"
    from unnest(${fileIds}::uuid[]) f(id), lateral (
      select * from file_grant where file_id = f.id and source = 'share' and ${standing(asOf)}
      order by created_at, principal_id limit ${limit}
    ) g order by g.created_at, g.principal_id`.execute(db)
  return rows
}

/** Of an entry that has not ended. */
export const standing = (asOf: Date): RawBuilder<unknown> =>
  sql`(expires_at is null or expires_at > ${asOf}::timestamptz)`

/** What all entries of a share come to. */
export interface Reach {
  readonly fileId: string
  /** People, each once, the space's owner left out. */
  readonly reached: number
  /** The last end; null where one has none. */
  readonly end: Date | null
}

/** Shares with people alone are counted as they are; others with the same recipients once. */
export async function reachOf(
  db: Reader,
  fileIds: readonly string[],
  asOf: Date,
): Promise<Map<string, Reach>> {
  if (fileIds.length === 0) return new Map()
  const { rows } = await sql<Reach>`
    with sets as materialized (
      select g.file_id, s.person_id as owner_id, array_agg(g.principal_id order by g.principal_id) as named,
        case when bool_or(g.expires_at is null) then null else max(g.expires_at) end as latest,
        bool_and(g.principal_type = 'person') as plain,
        count(p.id) filter (where p.status = 'active' and p.id is distinct from s.person_id) as people
      from file_grant g join file f on f.id = g.file_id join space s on s.id = f.space_id
      left join person p on g.principal_type = 'person' and p.id = g.principal_id
      where g.file_id = any(${fileIds}::uuid[]) and g.source = 'share'
        and (g.expires_at is null or g.expires_at > ${asOf}::timestamptz)
      group by g.file_id, s.person_id
    ), counted as (
      select owner_id, named, people_reached(named, owner_id) as reached
      from (select distinct owner_id, named from sets where not plain) kinds
    )
    select sets.file_id as "fileId", case when sets.plain then sets.people else counted.reached end as reached,
      sets.latest as "end"
    from sets left join counted using (owner_id, named)`.execute(db)
  return new Map(rows.map((row) => [row.fileId, row]))
}

/** Another role or end for entries of a share; undefined leaves it as it is. */
export async function changeEntries(
  tx: Tx,
  fileId: string,
  principalIds: readonly string[],
  { role, end }: { role?: string | undefined; end?: Date | null | undefined },
): Promise<Entry[]> {
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
): Promise<Entry[]> {
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

export interface ExpiredFile {
  readonly id: string
  readonly isFolder: boolean
  readonly spaceId: string
  readonly parentId: string | null
  readonly name: string
}

/** Files with entries that have ended, at most so many. */
export async function expiredFiles(db: Reader, asOf: Date, limit: number): Promise<ExpiredFile[]> {
  const { rows } = await sql<ExpiredFile>`
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
export async function deleteExpired(tx: Tx, fileIds: readonly string[], asOf: Date): Promise<Entry[]> {
  if (fileIds.length === 0) return []
  return tx
    .deleteFrom('file_grant')
    .where('file_id', 'in', fileIds)
    .where('source', '=', 'share')
    .where('expires_at', '<=', asOf)
    .returning(entryColumns)
    .execute()
}
