import {
  AUDIT_ACTIONS,
  type AuditEntry,
  type AuditFilter,
  type pageLogs,
  type queryLog,
} from '@clouddisk/contract/audit'
import type { Input, Reply } from '@clouddisk/contract/route'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { afterKey, isKeyFor, type KeysetColumn, orderByColumns } from '../../db/keyset.ts'
import { refuseField, refuseNotFound } from '../../errors/refusal.ts'
import { instantOf } from '../../http/instant.ts'
import { Paging } from '../../http/paging.ts'
import { EMPTY_HEAD, isChainedTo, type SealedEntry } from './chain.ts'
import * as store from './store.ts'

/** Reading the log: by page, one entry, or all that match a filter. */

/** Counting stops here; larger results are filtered or exported. */
const MAX_COUNTED = 100_000

const ORDER = [
  ['time', 'timestamptz'],
  ['seq', 'bigint'],
] as const satisfies readonly KeysetColumn[]

export interface LogQuery {
  readonly where: RawBuilder<unknown>
  /** The filter as text, which cursors are bound to. */
  readonly text: string
}

/** The conditions of a filter. Refuses invalid times and unknown actions. */
export function logQueryOf(filter: AuditFilter): LogQuery {
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  const { userId, region, device, result, ip } = filter
  const start = instantOf(filter, 'startTime')
  const end = instantOf(filter, 'endTime')
  if (start) conditions.push(sql`time >= ${start}::timestamptz`)
  if (end) conditions.push(sql`time < ${end}::timestamptz`)
  if (userId) conditions.push(isId(userId) ? sql`actor_id = ${userId}::uuid` : sql`false`)
  const actions = actionsOf(filter.action)
  if (actions.length === 1) conditions.push(sql`action = ${actions[0]}`)
  else if (actions.length > 1) conditions.push(sql`action = any(${actions}::text[])`)
  if (region) conditions.push(sql`region = ${region}`)
  if (device) conditions.push(device === 'system' ? sql`device is null` : sql`device = ${device}`)
  if (result) conditions.push(sql`result = ${result}`)
  if (ip) conditions.push(sql`starts_with(ip, ${ip.trim()})`)
  const keyword = filter.keyword?.trim()
  if (keyword) {
    const like = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(
      sql`(object_name ilike ${like} or actor_name ilike ${like} or actor_account ilike ${like} or ip like ${like}
        or seq in (select a.seq from audit_subject a where a.subject_id in (
          select id from person where real_name ilike ${like} or account_name ilike ${like})))`,
    )
  }
  const text = JSON.stringify([start, end, userId, actions, region, device, result, ip, keyword])
  return { where: sql.join(conditions, sql` and `), text }
}

const KNOWN_ACTIONS: ReadonlySet<string> = new Set(AUDIT_ACTIONS)

function actionsOf(names: string | undefined): string[] {
  const actions = [...new Set((names ?? '').split(',').map((action) => action.trim()))].filter(Boolean)
  if (actions.some((action) => !KNOWN_ACTIONS.has(action))) refuseField('action', 'unknown_value')
  return actions
}

const paging = (ctx: Context, { text }: LogQuery) =>
  new Paging<'time'>(ctx.secrets, 'pageLogs', text, (key) => isKeyFor(ORDER, key))

export async function page(ctx: Context, input: Input<typeof pageLogs>): Promise<Reply<typeof pageLogs>> {
  const query = logQueryOf(input)
  // So that a reader finds what was just done.
  await sealPending(ctx)
  const pages = paging(ctx, query)
  const { pageNo, pageSize, cursor } = input
  const pageQuery = pages.read({ pageNo, pageSize, cursor }, 'time', 'time')
  const [rows, total] = await Promise.all([
    entries(ctx, query, pageQuery.start, pageQuery.pageSize + 1),
    count(ctx, query),
  ])
  const shown = rows.slice(0, pageQuery.pageSize)
  const last = shown.at(-1)
  const next = rows.length > shown.length && last ? [last.time.toISOString(), last.seq] : undefined
  const { logExportMax } = ctx.config.limits
  return {
    list: shown.map(present),
    total: Math.min(total, MAX_COUNTED),
    atLeast: total > MAX_COUNTED,
    truncated: total > logExportMax,
    exportMax: logExportMax,
    ...pages.response(pageQuery, next),
  }
}

type PageStart = { readonly skip: number } | { readonly key: readonly (string | number)[] }

/** Newest first. */
export async function entries(
  ctx: Context,
  { where }: LogQuery,
  from: PageStart,
  limit: number,
): Promise<SealedEntry[]> {
  const behind = 'key' in from ? sql`and ${afterKey(ORDER, true, from.key)}` : sql``
  const skip = 'skip' in from && from.skip > 0 ? sql`offset ${from.skip}` : sql``
  return store
    .selectEntries(ctx.db.reader)
    .where(sql<boolean>`${where} ${behind}`)
    .modifyEnd(sql`order by ${orderByColumns(ORDER, true)} limit ${limit} ${skip}`)
    .execute()
}

/** All matching entries, newest first, a thousand at a time. */
export async function* allEntries(ctx: Context, query: LogQuery, max: number): AsyncGenerator<SealedEntry[]> {
  let from: PageStart = { skip: 0 }
  for (let left = max; left > 0; ) {
    const rows = await entries(ctx, query, from, Math.min(left, 1000))
    const last = rows.at(-1)
    if (!last) return
    yield rows
    left -= rows.length
    from = { key: [last.time.toISOString(), last.seq] }
  }
}

/** The number of matching entries, at most `max` + 1. */
export async function count(ctx: Context, { where }: LogQuery, max = MAX_COUNTED): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (select from audit_log where ${where} limit ${max + 1}) as found`.execute(
    ctx.db.reader,
  )
  return rows[0]?.n ?? 0
}

export async function sealPending({ auditSealer }: Context): Promise<void> {
  if (auditSealer.isStarted) await auditSealer.seal()
}

export const present = (entry: SealedEntry): AuditEntry => ({
  seq: entry.seq,
  time: entry.time.toISOString(),
  userId: entry.actorId,
  userName: entry.actorAccount,
  userRealName: entry.actorName,
  action: entry.action,
  region: entry.region,
  device: (entry.device ?? 'system') as AuditEntry['device'],
  behaviour: entry.behaviour,
  objectType: entry.objectType,
  objectId: entry.objectId,
  objectName: entry.objectName,
  detail: entry.detail === null ? null : detailOf(entry.detail),
  ip: entry.ip,
  result: entry.result as AuditEntry['result'],
  traceId: entry.traceId,
})

/** Details that were written into the database by hand may be anything. */
function detailOf(text: string): Record<string, unknown> {
  try {
    const detail: unknown = JSON.parse(text)
    return typeof detail === 'object' && detail !== null ? { ...detail } : { text }
  } catch {
    return { text }
  }
}

export async function find(ctx: Context, seq: number): Promise<Reply<typeof queryLog>> {
  const entry = (await store.entryAt(ctx.db.reader, seq)) ?? refuseNotFound('logEntry')
  const before = seq === 1 ? EMPTY_HEAD.mac : await store.macAt(ctx.db.reader, seq - 1)
  const verified = before !== undefined && isChainedTo(ctx.secrets.subKey('audit log'), before, entry)
  return { ...present(entry), verified, mac: entry.mac.toString('hex') }
}
