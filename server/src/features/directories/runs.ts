import type {
  DirectoryChange,
  DirectoryProblem,
  DirectoryRun,
  DirectoryRunKind,
  DirectoryRunState,
  decideDirectoryRun,
  pageDirectoryChanges,
  pageDirectoryRuns,
  RecordedRunKind,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import { ERRORS, type ErrorName, type Language } from '@clouddisk/contract/errors'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { SelectQueryBuilder } from 'kysely'
import pg from 'pg'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { requestContextJson } from '../../db/request-context.ts'
import type { Schema } from '../../db/schema.ts'
import { errorMessageOf, Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import * as store from './store.ts'

/** Runs of directories: asked for, listed and decided about. */

export const DIRECTORY_QUEUE = 'directory-runs'
const OPEN = ['queued', 'reading', 'applying'] as const

const columns = [
  'directory_run.id',
  'directory_run.directory_id as directoryId',
  'directory_run.kind',
  'directory_run.state',
  'directory_run.counts',
  'directory_run.problems',
  'directory_run.error',
  'directory_run.created_at as createdAt',
  'directory_run.started_at as startedAt',
  'directory_run.ended_at as endedAt',
  'person.real_name as startedBy',
] as const

const runRows = (db: Reader): SelectQueryBuilder<Schema, 'directory_run' | 'person', RunRow> =>
  db.selectFrom('directory_run').leftJoin('person', 'person.id', 'directory_run.started_by').select(columns)

export interface RunRow {
  readonly id: string
  readonly directoryId: string
  readonly kind: RecordedRunKind
  readonly state: DirectoryRunState
  readonly counts: Record<string, number>
  readonly problems: DirectoryProblem[]
  readonly error: { readonly name: string; readonly details: Record<string, unknown> } | null
  readonly createdAt: Date
  readonly startedAt: Date | null
  readonly endedAt: Date | null
  /** Null: the schedule. */
  readonly startedBy: string | null
}

export function presentRun(row: RunRow, language: Language): DirectoryRun {
  const name = row.error && Object.hasOwn(ERRORS, row.error.name) ? (row.error.name as ErrorName) : undefined
  const failure = name && errorMessageOf(new Refusal(name, row.error?.details ?? {}), language)
  return {
    runId: row.id,
    directoryId: row.directoryId,
    kind: row.kind,
    state: row.state,
    startedBy: row.startedBy,
    counts: row.counts,
    problems: row.problems,
    errcode: failure?.errcode ?? 0,
    errmsg: failure?.errmsg ?? '',
    createTime: row.createdAt.toISOString(),
    startTime: row.startedAt?.toISOString() ?? null,
    endTime: row.endedAt?.toISOString() ?? null,
  }
}

export async function latestRuns(db: Reader): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await runRows(db)
    .distinctOn('directory_run.directory_id')
    .orderBy('directory_run.directory_id')
    .orderBy('directory_run.created_at', 'desc')
    .orderBy('directory_run.id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.directoryId, row]))
}

export async function queryRun(db: Reader, runId: string, language: Language): Promise<DirectoryRun> {
  const row = isId(runId)
    ? await runRows(db).where('directory_run.id', '=', runId).executeTakeFirst()
    : undefined
  return presentRun(row ?? refuseNotFound('directoryRun'), language)
}

export async function page(
  ctx: Context,
  { directoryId, pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Input<typeof pageDirectoryRuns>,
  language: Language,
): Promise<Reply<typeof pageDirectoryRuns>> {
  const { id } = await store.directoryById(ctx.db.reader, directoryId)
  const [rows, { count }] = await Promise.all([
    runRows(ctx.db.reader)
      .where('directory_run.directory_id', '=', id)
      .orderBy('directory_run.created_at', 'desc')
      .orderBy('directory_run.id', 'desc')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    ctx.db.reader
      .selectFrom('directory_run')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('directory_id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { list: rows.map((row) => presentRun(row, language)), total: Number(count), pageNo, pageSize }
}

export async function pageChanges(
  ctx: Context,
  { runId, subject, kind, pageNo = 1, pageSize = LIMITS.pageSizeDefault }: Input<typeof pageDirectoryChanges>,
): Promise<Reply<typeof pageDirectoryChanges>> {
  if (!isId(runId)) refuseNotFound('directoryRun')
  await queryRun(ctx.db.reader, runId, 'en-US')
  let rows = ctx.db.reader.selectFrom('directory_change').where('run_id', '=', runId)
  if (subject !== undefined) rows = rows.where('subject', '=', subject)
  if (kind !== undefined) rows = rows.where('kind', '=', kind)
  const [list, { count }] = await Promise.all([
    rows
      .select(['subject', 'kind', 'name', 'detail'])
      .orderBy('position')
      .limit(pageSize)
      .offset((pageNo - 1) * pageSize)
      .execute(),
    rows.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { list: list.map(presentChange), total: Number(count), pageNo, pageSize }
}

const presentChange = ({
  detail,
  ...row
}: {
  subject: 'person' | 'department'
  kind: string
  name: string
  detail: Record<string, unknown>
}): DirectoryChange => ({
  subject: row.subject,
  kind: row.kind as DirectoryChange['kind'],
  name: row.name,
  accountName: String(detail.account ?? ''),
  dn: String(detail.dn ?? ''),
  fields: (detail.fields as string[] | undefined) ?? [],
})

export async function requireNoOpenRun(tx: Tx, directoryId: string): Promise<void> {
  const open = await tx
    .selectFrom('directory_run')
    .select('id')
    .where('directory_id', '=', directoryId)
    .where('state', 'in', OPEN)
    .executeTakeFirst()
  if (open) refuse('directory_busy')
}

export async function start(
  ctx: Context,
  actor: Actor | undefined,
  { directoryId, kind }: Input<typeof startDirectoryRun>,
  language: Language,
): Promise<DirectoryRun> {
  const id = await ctx.db.transact(async (tx) => {
    const directory = await store.lockDirectory(tx, directoryId)
    if (directory.protocol === 'scim') refuse('directory_push')
    if (!directory.enabled && kind !== 'dryRun') refuse('directory_disabled')
    return insertRun(ctx, tx, directory.id, { kind, personId: actor?.personId ?? null })
  })
  return queryRun(ctx.db.reader, id, language)
}

/** Within a transaction that has the directory locked. A run that waits for a decision is discarded by the next one. */
export async function insertRun(
  ctx: Context,
  tx: Tx,
  directoryId: string,
  {
    kind,
    personId,
    confirms = null,
  }: { kind: DirectoryRunKind; personId: string | null; confirms?: string | null },
): Promise<string> {
  await requireNoOpenRun(tx, directoryId)
  if (kind !== 'dryRun')
    await tx
      .updateTable('directory_run')
      .set({ state: 'discarded' })
      .where('directory_id', '=', directoryId)
      .where('state', '=', 'waiting')
      .execute()
  const id = newId()
  try {
    await tx
      .insertInto('directory_run')
      .values({
        id,
        directory_id: directoryId,
        kind,
        state: 'queued',
        started_by: personId,
        request_context: requestContextJson(),
        confirms,
        runner: null,
        created_at: ctx.now(),
      })
      .execute()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'directory_run_open')
      refuse('directory_busy')
    throw error
  }
  await ctx.jobs.send(tx, DIRECTORY_QUEUE, { runId: id }, { key: id, group: directoryId })
  return id
}

export async function decide(
  ctx: Context,
  actor: Actor,
  { runId, decision }: Input<typeof decideDirectoryRun>,
  language: Language,
): Promise<DirectoryRun> {
  if (!isId(runId)) return refuseNotFound('directoryRun')
  const id = await ctx.db.transact(async (tx) => {
    const run = await tx
      .selectFrom('directory_run')
      .select(['id', 'directory_id', 'kind', 'counts'])
      .where('id', '=', runId)
      .executeTakeFirst()
    if (!run) return refuseNotFound('directoryRun')
    const directory = await store.lockDirectory(tx, run.directory_id)
    const isPushConfirmed = run.kind === 'push' && decision === 'confirm'
    const { numUpdatedRows } = await tx
      .updateTable('directory_run')
      // Those of a SCIM client leave when it sends them again.
      .set({ state: isPushConfirmed ? 'done' : 'discarded', ended_at: ctx.now() })
      .where('id', '=', run.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) refuse('directory_run_over')
    await audit(tx, {
      action: decision === 'confirm' ? 'directory.confirmed' : 'directory.discarded',
      object: { type: 'directory', id: directory.id, name: directory.name },
      detail: { left: run.counts.left ?? 0, disabled: run.counts.disabled ?? 0 },
    })
    if (decision === 'discard' || isPushConfirmed) return run.id
    if (!directory.enabled) refuse('directory_disabled')
    return insertRun(ctx, tx, directory.id, { kind: 'full', personId: actor.personId, confirms: run.id })
  })
  return queryRun(ctx.db.reader, id, language)
}
