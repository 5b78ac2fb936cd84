import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { AuditFilter, LogExport, LogFormat } from '@clouddisk/contract/audit'
import type { Language } from '@clouddisk/contract/errors'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../audit/record.ts'
import { fsyncFolder, renameDurably } from '../../config/durable-file.ts'
import type { Context } from '../../context.ts'
import type { Reader } from '../../db/database.ts'
import { isId, newId } from '../../db/ids.ts'
import { refuse, refuseNotFound } from '../../errors/refusal.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { readStoredExport, storeExport } from './export-storage.ts'
import { logFile } from './log-file.ts'
import { logQueryOf, sealPending } from './logs.ts'

/** Exports that are too large for one response: created by a job, as a file that is kept for a week. */

export const EXPORT_QUEUE = 'export-log'
const KIND = 'logExport'
const RETENTION_MS = 7 * DAY
/** Limit of waiting and running exports of one person. */
const MAX_RUNNING = 3

interface ExportRequest {
  readonly filter: AuditFilter
  readonly format: LogFormat
  readonly language: Language
  /** The file's object in a cluster; a single server keeps files in the data directory. */
  readonly object?: StoredObject
}

interface ExportRow {
  readonly id: string
  readonly state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed'
  readonly done: number
  readonly total: number
  readonly input: ExportRequest
  readonly createdAt: Date
  readonly endedAt: Date | null
}

const ownExports = (db: Reader, personId: string) =>
  db
    .selectFrom('job')
    .select(['id', 'state', 'done', 'total', 'created_at as createdAt', 'ended_at as endedAt'])
    .select(sql<ExportRequest>`input`.as('input'))
    .where('kind', '=', KIND)
    .where('person_id', '=', personId)

/** `done` counts rows; `total` is the size of the finished file. */
const present = ({ id, state, done, total, input, createdAt, endedAt }: ExportRow): LogExport => ({
  jobId: id,
  state: state === 'cancelled' ? 'failed' : state,
  format: input.format,
  rows: done,
  fileSize: total,
  createTime: createdAt.toISOString(),
  endTime: endedAt?.toISOString() ?? null,
  expireTime: endedAt && state === 'done' ? new Date(endedAt.getTime() + RETENTION_MS).toISOString() : null,
})

/** Exports what is in the log now. */
export async function startExport(ctx: Context, actor: Actor, order: ExportRequest): Promise<LogExport> {
  logQueryOf(order.filter)
  await sealPending(ctx)
  const endTime = order.filter.endTime ?? ctx.now().toISOString()
  const id = newId()
  const { personId } = actor
  const row = await ctx.db.transact(async (tx) => {
    // Concurrent calls count each other's exports.
    await sql`select from person where id = ${personId} for no key update`.execute(tx)
    const open = await ownExports(tx, personId).where('state', 'in', ['queued', 'running']).execute()
    if (open.length >= MAX_RUNNING) refuse('too_many_items', { limit: MAX_RUNNING })
    const input = JSON.stringify({ ...order, filter: { ...order.filter, endTime } })
    await tx.insertInto('job').values({ id, kind: KIND, person_id: personId, target_id: id, input }).execute()
    await audit(tx, {
      action: 'log.exported',
      object: { type: 'log', id, name: order.format },
      detail: { ...order.filter, behind: true },
    })
    await ctx.jobs.send(tx, EXPORT_QUEUE, { jobId: id }, { key: id, group: personId })
    return ownExports(tx, personId).where('id', '=', id).executeTakeFirstOrThrow()
  })
  return present(row)
}

export async function list(ctx: Context, actor: Actor): Promise<LogExport[]> {
  const fresh = new Date(ctx.now().getTime() - RETENTION_MS)
  const rows = await ownExports(ctx.db.reader, actor.personId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', fresh)]))
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return rows.map(present)
}

export interface ExportFile {
  readonly content: Readable
  readonly size: number
  readonly format: LogFormat
  readonly createdAt: Date
}

/** The file of an export, for the person who started it. */
export async function find(ctx: Context, actor: Actor, jobId: string): Promise<ExportFile> {
  if (!isId(jobId)) refuseNotFound('export')
  const row = await ownExports(ctx.db.reader, actor.personId).where('id', '=', jobId).executeTakeFirst()
  if (row?.state !== 'done' || !row.endedAt) return refuseNotFound('export')
  if (row.endedAt.getTime() + RETENTION_MS <= ctx.now().getTime()) refuseNotFound('export')
  const { format, object } = row.input
  const file = object ? await readStoredExport(ctx, object) : await readFile(pathOf(ctx, row.id, format))
  return { ...file, format, createdAt: row.createdAt }
}

async function readFile(path: string): Promise<Pick<ExportFile, 'content' | 'size'>> {
  const { size } = await stat(path).catch(() => refuseNotFound('export'))
  return { content: createReadStream(path), size }
}

const folderOf = ({ config }: Context): string => join(config.dataDir, 'exports')
const pathOf = (ctx: Context, id: string, format: LogFormat): string =>
  join(folderOf(ctx), `log-${id}.${format}`)

/** A retry starts over; the file gets its name when it is complete. */
export async function runExport(ctx: Context, jobId: string, lastTry: boolean): Promise<void> {
  const { reader } = ctx.db
  const set = (values: {
    state?: 'running' | 'done' | 'failed'
    done?: number
    total?: number
    ended_at?: Date
    input?: string
  }) => reader.updateTable('job').set(values).where('id', '=', jobId).execute()
  const row = await reader
    .selectFrom('job')
    .select(['state', sql<ExportRequest>`input`.as('input')])
    .where('id', '=', jobId)
    .executeTakeFirst()
  if (!row || (row.state !== 'queued' && row.state !== 'running')) return
  const { filter, format, language } = row.input
  await set({ state: 'running', done: 0 })
  let rows = 0
  try {
    await mkdir(folderOf(ctx), { recursive: true, mode: 0o700 })
    const path = pathOf(ctx, jobId, format)
    const content = logFile(ctx, {
      query: logQueryOf(filter),
      format,
      language,
      max: Number.POSITIVE_INFINITY,
      onRows: async (written) => {
        rows = written
        await set({ done: written })
      },
    })
    await pipeline(content, createWriteStream(`${path}.new`, { mode: 0o600, flush: true }))
    const { size } = await stat(`${path}.new`)
    const ended = { state: 'done' as const, done: rows, total: size, ended_at: ctx.now() }
    if (ctx.config.cluster) {
      const object = await storeExport(ctx, `${path}.new`, size, RETENTION_MS)
      await set({ ...ended, input: JSON.stringify({ ...row.input, object }) })
      await rm(`${path}.new`)
    } else {
      await renameDurably(`${path}.new`, path)
      await set(ended)
    }
  } catch (error) {
    if (lastTry) await set({ state: 'failed', ended_at: ctx.now() })
    throw error
  }
}

/** Deletes the files of expired exports. */
export async function deleteExpiredExports(ctx: Context): Promise<number> {
  const names = await readdir(folderOf(ctx)).catch(() => [])
  let gone = 0
  for (const name of names) {
    const path = join(folderOf(ctx), name)
    const { mtimeMs } = await stat(path)
    if (mtimeMs + RETENTION_MS > ctx.now().getTime()) continue
    await rm(path, { force: true })
    gone++
  }
  if (gone > 0) await fsyncFolder(folderOf(ctx))
  return gone
}
