import type { AuditEventAction } from '@clouddisk/contract/audit'
import { sql } from 'kysely'
import { currentCursor } from '../../db/changes.ts'
import type { Reader, Tx } from '../../db/database.ts'
import type { LogHead, SealedEntry } from './chain.ts'
import type { EntryDraft } from './pending-entries.ts'

/** SQL of the log, which is append-only. */

export interface SealerState extends LogHead {
  readonly cursor: string
  readonly target: string | null
  readonly afterId: number
}

/** The locked head: one process at a time appends to the log. */
export async function lockHead(tx: Tx): Promise<SealerState & { readonly now: string }> {
  const { rows } = await sql<SealerState>`
    select seq, mac, cursor, target, after_id as "afterId" from audit_head for update`.execute(tx)
  const [head] = rows
  if (!head) throw new Error('the audit log has lost its head')
  // After the lock: a statement that waited for it has an old snapshot, and the cursor would go back.
  return { ...head, now: await currentCursor(tx) }
}

export async function readHead(db: Reader): Promise<LogHead | undefined> {
  return db.selectFrom('audit_head').select(['seq', 'mac']).executeTakeFirst()
}

export async function setHead(tx: Tx, { seq, mac, cursor, target, afterId }: SealerState): Promise<void> {
  await tx.updateTable('audit_head').set({ seq, mac, cursor, target, after_id: afterId }).execute()
}

/** The MAC of an entry, if there is one. */
export async function macAt(db: Reader, seq: number): Promise<Buffer | undefined> {
  const row = await db.selectFrom('audit_log').select('mac').where('seq', '=', seq).executeTakeFirst()
  return row?.mac
}

/** One statement text for any number of entries, so that it is planned once. */
export async function insertEntries(tx: Tx, entries: readonly SealedEntry[]): Promise<void> {
  const rows = entries.map(({ mac, time, ...entry }) => ({
    ...entry,
    time: time.toISOString(),
    mac: mac.toString('hex'),
  }))
  await sql`
    insert into audit_log (seq, time, actor_id, actor_name, actor_account, action, behaviour, region, device, ip, result,
      object_type, object_id, object_name, space_id, detail, trace_id, mac)
    select seq, time, "actorId", "actorName", "actorAccount", action, behaviour, region, device, ip, result,
      "objectType", "objectId", "objectName", "spaceId", detail, "traceId", decode(mac, 'hex')
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(seq bigint, time timestamptz, "actorId" uuid,
      "actorName" text, "actorAccount" text, action text, behaviour text, region text, device text, ip text, result text,
      "objectType" text, "objectId" uuid, "objectName" text, "spaceId" uuid, detail text, "traceId" text, mac text)
  `.execute(tx)
}

/** Stores the people that entries are about, starting at number `firstSeq`. Rows of truncated entries may remain. */
export async function insertSubjects(tx: Tx, firstSeq: number, drafts: readonly EntryDraft[]): Promise<void> {
  const rows = drafts.flatMap(({ subjectIds }, n) =>
    [...new Set(subjectIds)].map((id) => ({ id, seq: firstSeq + n })),
  )
  if (rows.length === 0) return
  await sql`
    insert into audit_subject (subject_id, seq)
    select id, seq from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, seq bigint)
    on conflict do nothing`.execute(tx)
}

const TRANSFERS: Record<string, 'upload' | 'download'> = {
  'file.created': 'upload',
  'file.versioned': 'upload',
  'file.downloaded': 'download',
  'archive.downloaded': 'download',
}

interface TransferSum {
  readonly day: string
  readonly kind: 'upload' | 'download'
  readonly departmentId: string | null
  transfers: number
  bytes: number
}

/** Adds transfers to the sums of the day. */
export async function addTransfers(tx: Tx, drafts: readonly EntryDraft[]): Promise<void> {
  const sums = new Map<string, TransferSum>()
  for (const { action, time, departmentId, detail, result } of drafts) {
    const kind = TRANSFERS[action]
    if (!kind || result !== 'ok') continue
    const { size } = JSON.parse(detail ?? '{}') as { size?: unknown }
    if (typeof size !== 'number') continue
    const day = time.toISOString().slice(0, 10)
    const key = [day, kind, departmentId].join()
    const sum = sums.get(key) ?? { day, kind, departmentId, transfers: 0, bytes: 0 }
    sum.transfers++
    sum.bytes += size
    sums.set(key, sum)
  }
  if (sums.size === 0) return
  await sql`
    insert into daily_transfer as t (day, kind, department_id, transfers, bytes)
    select day, kind, "departmentId", transfers, bytes
    from json_to_recordset(${JSON.stringify([...sums.values()])}::json)
      as x(day date, kind text, "departmentId" uuid, transfers bigint, bytes bigint)
    on conflict on constraint daily_transfer_once do update
      set transfers = t.transfers + excluded.transfers, bytes = t.bytes + excluded.bytes`.execute(tx)
}

const columns = [
  'seq',
  'time',
  'actor_id as actorId',
  'actor_name as actorName',
  'actor_account as actorAccount',
  'action',
  'behaviour',
  'region',
  'device',
  'ip',
  'result',
  'object_type as objectType',
  'object_id as objectId',
  'object_name as objectName',
  'space_id as spaceId',
  'detail',
  'trace_id as traceId',
  'mac',
] as const

export const entriesAfter = (db: Reader, seq: number, limit: number): Promise<SealedEntry[]> =>
  db.selectFrom('audit_log').select(columns).where('seq', '>', seq).orderBy('seq').limit(limit).execute()

/** Newest first. */
export const entriesOf = (db: Reader, action: AuditEventAction): Promise<SealedEntry[]> =>
  db.selectFrom('audit_log').select(columns).where('action', '=', action).orderBy('seq', 'desc').execute()

export const entryAt = (db: Reader, seq: number): Promise<SealedEntry | undefined> =>
  db.selectFrom('audit_log').select(columns).where('seq', '=', seq).executeTakeFirst()

export const selectEntries = (db: Reader) => db.selectFrom('audit_log').select(columns)
