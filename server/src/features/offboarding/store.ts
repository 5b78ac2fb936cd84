import type { Belongings } from '@clouddisk/contract/admin-offboarding'
import { type RawBuilder, sql } from 'kysely'
import { recordChanges } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { descendants } from '../../db/file-tree.ts'
import { recordRevokedSql, revokeAllGrants } from '../../tree/revoke.ts'

/** SQL of offboarding. */

export interface OffboardingRow {
  readonly personId: string
  readonly personName: string
  readonly accountName: string
  readonly departmentId: string | null
  readonly toId: string | null
  readonly toName: string | null
  /** The administrator who started it; the person itself where a directory did, which hands nothing over. */
  readonly byId: string
  readonly byName: string
  readonly byAccount: string
  readonly raiseQuota: boolean
  readonly folderName: string
  readonly state: 'handing' | 'kept' | 'failed' | 'ended'
  readonly failure: string | null
  readonly failureDetails: Record<string, unknown> | null
  readonly createdAt: Date
  readonly purgeAt: Date
}

const OFFBOARDINGS: RawBuilder<OffboardingRow> = sql`
  select o.person_id as "personId", p.real_name as "personName", p.account_name as "accountName",
    p.department_id as "departmentId", o.recipient_id as "toId", t.real_name as "toName", b.id as "byId",
    b.real_name as "byName", b.account_name as "byAccount", o.raise_quota as "raiseQuota",
    o.folder_name as "folderName", o.state, o.failure, o.failure_details as "failureDetails",
    o.created_at as "createdAt", o.purge_at as "purgeAt"
  from offboarding o join person p on p.id = o.person_id left join person t on t.id = o.recipient_id
    join person b on b.id = coalesce(o.started_by, o.person_id)`

export async function offboardingOf(db: Reader, personId: string): Promise<OffboardingRow | undefined> {
  const { rows } = await sql<OffboardingRow>`${OFFBOARDINGS} where o.person_id = ${personId}`.execute(db)
  return rows[0]
}

/** As offboardingOf, with the row locked until the transaction ends. */
export async function lockOffboarding(tx: Tx, personId: string): Promise<OffboardingRow | undefined> {
  await sql`select from offboarding where person_id = ${personId} for update`.execute(tx)
  return offboardingOf(tx, personId)
}

/** In these departments, or all if null; ordered by purge time. */
export async function openOffboardings(
  db: Reader,
  departmentIds: readonly string[] | null,
  limit: number,
): Promise<OffboardingRow[]> {
  const { rows } = await sql<OffboardingRow>`
    ${OFFBOARDINGS} where o.state <> 'ended'
      and (${departmentIds}::uuid[] is null or p.department_id = any(${departmentIds}::uuid[]))
    order by o.purge_at, o.person_id limit ${limit}`.execute(db)
  return rows
}

export async function upsertOffboarding(
  tx: Tx,
  row: Pick<
    OffboardingRow,
    'personId' | 'toId' | 'raiseQuota' | 'folderName' | 'state' | 'createdAt' | 'purgeAt'
  > & { readonly byId: string | null },
): Promise<void> {
  const values = {
    recipient_id: row.toId,
    started_by: row.byId,
    raise_quota: row.raiseQuota,
    folder_name: row.folderName,
    state: row.state,
    failure: null,
    failure_details: null,
    created_at: row.createdAt,
    purge_at: row.purgeAt,
    ended_at: null,
  }
  await tx
    .insertInto('offboarding')
    .values({ person_id: row.personId, ...values })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
    .execute()
}

export async function setState(
  tx: Tx,
  personId: string,
  state: OffboardingRow['state'],
  more: { failure?: string; details?: object; endedAt?: Date } = {},
): Promise<void> {
  await tx
    .updateTable('offboarding')
    .set({
      state,
      failure: more.failure ?? null,
      failure_details: more.details ? JSON.stringify(more.details) : null,
      ended_at: more.endedAt ?? null,
    })
    .where('person_id', '=', personId)
    .execute()
}

export async function deleteOffboarding(tx: Tx, personId: string): Promise<void> {
  await tx.deleteFrom('offboarding').where('person_id', '=', personId).execute()
}

export async function pendingTransfers(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('offboarding').select('person_id').where('state', '=', 'handing').execute()
  return rows.map((row) => row.person_id)
}

export async function duePurges(db: Reader, now: Date): Promise<string[]> {
  // Where a receiver was named and could not take it, somebody has to decide again; an end that was begun is decided.
  const { rows } = await sql<{ id: string }>`
    select o.person_id as id from offboarding o join person p on p.id = o.person_id
    where o.state <> 'ended' and (o.state = 'kept' and o.purge_at <= ${now} or p.status = 'removed')
    order by o.purge_at, o.person_id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Behind a handover that is under way; one that fails keeps it. */
export async function setPurgeTime(tx: Tx, personId: string, at: Date): Promise<void> {
  await tx.updateTable('offboarding').set({ purge_at: at }).where('person_id', '=', personId).execute()
}

/** From here on it is gone but for its files: its time is over, whatever had failed before. */
export async function setPurging(tx: Tx, personId: string, now: Date): Promise<void> {
  await tx
    .updateTable('offboarding')
    .set({ state: 'kept', failure: null, failure_details: null, purge_at: now })
    .where('person_id', '=', personId)
    .execute()
}

/** Held until the transaction ends, also against whoever is about to give the person something. */
export async function lockPersonStatus(tx: Tx, personId: string): Promise<'active' | 'frozen' | 'removed'> {
  const { status } = await tx
    .selectFrom('person')
    .select('status')
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return status
}

/** Locks both people's spaces, the groups of the first, and both people, in one order for everybody. */
export async function lockBothAccounts(tx: Tx, fromId: string, toId: string): Promise<void> {
  await sql`
    select from space where person_id in (${fromId}, ${toId})
      or id in (select id from "group" where owner_id = ${fromId}) order by id for update`.execute(tx)
  await sql`select from person where id in (${fromId}, ${toId}) order by id for no key update`.execute(tx)
}

/** Shares of what was handed over are the receiver's now, and what it had been given of it goes with that. */
export async function adoptShares(
  tx: Tx,
  topIds: readonly string[],
  fromId: string,
  toId: string,
  byId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    with recursive ${descendants(topIds)}, own as (
      delete from file_grant g using down
      where g.file_id = down.id and g.principal_id = ${toId} and g.source = 'share'
      returning g.file_id, g.principal_id, g.source
    ), told as (${recordRevokedSql(tx, 'own', byId)})
    update share s set created_by = ${toId} from down where s.file_id = down.id and s.created_by = ${fromId}
    returning s.file_id as id`.execute(tx)
  // A share that only the receiver had is none any more.
  await sql`
    with recursive ${descendants(topIds)}
    delete from share s using down where s.file_id = down.id
      and not exists (select from file_grant g where g.file_id = s.file_id and g.source = 'share')`.execute(
    tx,
  )
  await recordAdoptedShares(
    tx,
    rows.map(({ id }) => id),
    byId,
  )
}

/** Notifies recipients, who see the sharer's name. */
async function recordAdoptedShares(tx: Tx, fileIds: readonly string[], byId: string): Promise<void> {
  const { rows } = await sql<{
    id: string
    spaceId: string
    parentId: string | null
    name: string
    receivers: string[]
  }>`
    select f.id, f.space_id as "spaceId", f.parent_id as "parentId", f.name, array_agg(g.principal_id) as receivers
    from file f join file_grant g on g.file_id = f.id and g.source = 'share'
    where f.id = any(${fileIds}::uuid[]) group by f.id order by f.id`.execute(tx)
  await recordChanges(
    tx,
    rows.map(({ id, spaceId, parentId, name, receivers }) => ({
      kind: 'share.changed' as const,
      spaceId,
      principalIds: receivers,
      fileId: id,
      parentIds: [parentId],
      actorId: byId,
      details: { name },
    })),
  )
}

/** Raises the receiver's quota by the shortfall. Returns the new quota; undefined if it sufficed. */
export async function enlargeSpace(tx: Tx, spaceId: string, bytes: number): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    update space set total = used + reserved + ${bytes}::bigint
    where id = ${spaceId} and total < used + reserved + ${bytes}::bigint returning total`.execute(tx)
  return rows[0]?.total
}

/** As enlargeSpace, for the allowance for groups. */
export async function enlargeAllowance(tx: Tx, personId: string, bytes: number): Promise<number | undefined> {
  const { rows } = await sql<{ total: number }>`
    update person set group_total = group_allotted + ${bytes}::bigint
    where id = ${personId} and group_total < group_allotted + ${bytes}::bigint
    returning group_total as total`.execute(tx)
  return rows[0]?.total
}

export interface ClosedAccount {
  readonly spaceId: string
  readonly rootId: string
}

const OF_ACCOUNT = [
  'person_role',
  'favorite',
  'group_hidden',
  // What one signs in with; identities at providers go by a trigger (migration 0088).
  'totp',
  'totp_draft',
  'recovery_code',
  'passkey',
  'api_token',
] as const

/** Removes everything of an account but its name, which is shown as the author of files. */
export async function removeAccount(tx: Tx, personId: string): Promise<void> {
  await revokeAllGrants(tx, personId, null)
  for (const table of OF_ACCOUNT) await tx.deleteFrom(table).where('person_id', '=', personId).execute()
  await sql`
    update person set status = 'removed', account_key = account_key || ':' || id, password_hash = '', phone = '',
      email = '', department_id = null, valid_until = null
    where id = ${personId} and status <> 'removed'`.execute(tx)
}

/** Number of files and folders of a person, with those in the trash. */
export async function countFileRows(db: Reader, personId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select r.total_files + r.total_folders + s.trash_entries as n
    from space s join file r on r.id = s.root_id where s.person_id = ${personId}`.execute(db)
  return rows[0]?.n ?? 0
}

type Counts = Omit<Belongings, 'userId' | 'groupsOwned' | 'leave'>

export async function belongings(db: Reader, personId: string, now: Date): Promise<Counts | undefined> {
  const { rows } = await sql<Counts>`
    select r.total_files as "fileCount", r.total_folders as "folderCount", r.total_size as "fileSize",
      r.total_charge as "chargedSize", s.trash_entries as "recycleCount", s.trash_size as "recycleSize",
      (select count(*) from share where created_by = ${personId}) as "sharesGiven",
      (select count(*) from file_grant where principal_id = ${personId} and source = 'share'
        and (expires_at is null or expires_at > ${now})) as "sharesReceived",
      (select count(*) from file_grant where principal_id = ${personId} and source = 'member'
        and role <> 'owner') as "groupsIn",
      (select count(*) from session where person_id = ${personId} and expires_at > ${now}) as sessions,
      (select count(*) from upload where person_id = ${personId} and state = 'open') as "openUploads"
    from space s join file r on r.id = s.root_id where s.person_id = ${personId}`.execute(db)
  return rows[0]
}
