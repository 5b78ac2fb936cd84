import type { DirectoryRunState, RecordedRunKind } from '@clouddisk/contract/directory-runs'
import { DIRECTORY_RUNS_KEPT } from '@clouddisk/contract/directory-runs'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { batchesOf, type Reader, type Tx } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import type { RequestContext } from '../../db/request-context.ts'
import type { DirectoryPersonInput } from './apply/person-input.ts'

/** SQL of a run in progress. One process has it; whatever it changes asks first whether it still does. */

export interface ClaimedRun {
  readonly id: string
  readonly directoryId: string
  readonly kind: RecordedRunKind
  readonly runner: string
  /** The waiting run whose leavers were confirmed. */
  readonly confirms: string | null
  /** Of the request that started it; undefined: the schedule. */
  readonly context: RequestContext | undefined
}

/** Thrown where the run was ended, or given up for dead, meanwhile. */
export class RunOver extends Error {}

/** Undefined where it is over. A run that another process had begun has failed with it. */
export async function claimRun(ctx: Context, runId: string): Promise<ClaimedRun | undefined> {
  const runner = newId()
  const now = ctx.now()
  const row = await ctx.db.reader
    .updateTable('directory_run')
    .set({ state: 'reading', runner, started_at: now, alive_at: now })
    .where('id', '=', runId)
    .where('state', '=', 'queued')
    .returning(['id', 'directory_id', 'kind', 'confirms', 'started_by', 'request_context'])
    .executeTakeFirst()
  if (!row) return undefined
  const person = row.started_by
    ? await ctx.db.reader
        .selectFrom('person')
        .select(['id', 'real_name as name', 'account_name as account'])
        .where('id', '=', row.started_by)
        .executeTakeFirst()
    : undefined
  const context =
    row.request_context && person
      ? ({ ...(row.request_context as unknown as RequestContext), actor: person } satisfies RequestContext)
      : undefined
  return {
    id: row.id,
    directoryId: row.directory_id,
    kind: row.kind,
    runner,
    confirms: row.confirms,
    context,
  }
}

/** Within a transaction that changes something: it commits only while the run is this process's. */
export async function requireRunning(tx: Tx, { id, runner }: ClaimedRun): Promise<void> {
  const row = await tx
    .selectFrom('directory_run')
    .select('id')
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', 'in', ['reading', 'applying'])
    .forShare()
    .executeTakeFirst()
  if (!row) throw new RunOver()
}

/** A sign of life; throws where the run is over. */
export async function beat(
  ctx: Context,
  { id, runner }: ClaimedRun,
  set: { readonly state?: DirectoryRunState; readonly counts?: object } = {},
): Promise<void> {
  const { numUpdatedRows } = await ctx.db.reader
    .updateTable('directory_run')
    .set({
      alive_at: ctx.now(),
      ...(set.state && { state: set.state }),
      ...(set.counts && { counts: JSON.stringify(set.counts) }),
    })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .where('state', 'in', ['reading', 'applying'])
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new RunOver()
}

/** Entries that have to be applied, kept in the database until all are read. */
export async function stage(
  db: Reader,
  runId: string,
  people: readonly DirectoryPersonInput[],
): Promise<void> {
  for (const batch of batchesOf(people))
    await sql`
      insert into directory_entry (run_id, external_id, entry)
      select ${runId}, u.id, u.entry::jsonb
      from unnest(${batch.map(({ externalId }) => externalId)}::text[], ${batch.map((one) => JSON.stringify(one))}::text[]) u (id, entry)
      on conflict (run_id, external_id) do update set entry = excluded.entry`.execute(db)
}

/** The next ones by id, after the last. */
export async function staged(
  db: Reader,
  runId: string,
  after: string,
  limit: number,
): Promise<DirectoryPersonInput[]> {
  const rows = await db
    .selectFrom('directory_entry')
    .select('entry')
    .where('run_id', '=', runId)
    .where('external_id', '>', after)
    .orderBy('external_id')
    .limit(limit)
    .execute()
  return rows.map(({ entry }) => entry as unknown as DirectoryPersonInput)
}

export const dropStaged = async (db: Reader, runId: string): Promise<void> => {
  await db.deleteFrom('directory_entry').where('run_id', '=', runId).execute()
}

/** Who would be frozen by a run that waited, as the administrator has seen them. */
export async function confirmedLeavers(db: Reader, runId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('directory_change')
    .select('external_id')
    .where('run_id', '=', runId)
    .where('subject', '=', 'person')
    .where('kind', 'in', ['left', 'disabled'])
    .execute()
  return new Set(rows.map(({ external_id }) => external_id))
}

/** Names of people by the directory's ids. */
export async function namesOf(
  db: Reader,
  directoryId: string,
  externalIds: readonly string[],
): Promise<{ externalId: string; name: string; account: string; dn: string }[]> {
  const { rows } = await sql<{ externalId: string; name: string; account: string; dn: string }>`
    select d.external_id as "externalId", p.real_name as name, p.account_name as account, d.dn
    from directory_person d join person p on p.id = d.person_id
    where d.directory_id = ${directoryId} and d.external_id = any(${externalIds}::text[])
    order by p.account_key`.execute(db)
  return rows
}

export async function removeOldRuns(db: Reader, directoryId: string): Promise<void> {
  await sql`
    delete from directory_run where directory_id = ${directoryId} and state in ('done', 'failed', 'discarded') and id in (
      select id from directory_run where directory_id = ${directoryId}
      order by created_at desc, id desc offset ${DIRECTORY_RUNS_KEPT})`.execute(db)
}
