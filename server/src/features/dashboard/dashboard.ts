import { statfs } from 'node:fs/promises'
import type { Dashboard, DayOfTransfers } from '@clouddisk/contract/dashboard'
import { DAY } from '@clouddisk/contract/time'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { adminScope } from '../../access/admin.ts'
import type { Context } from '../../context.ts'
import { runInBackground } from '../../db/database.ts'
import { sealPending } from '../audit/logs.ts'

/** Statistics. Those that need all files are measured by a job and stored. */

const FAILED_JOBS_MS = 7 * DAY

const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

export async function dashboard(ctx: Context, actor: Actor, days: number): Promise<Dashboard> {
  const scope = adminScope(actor, 'dashboard', 'read')
  const whole = scope === 'all'
  /** For a column with the department. */
  const within = (column: RawBuilder<unknown>) =>
    whole ? sql`true` : sql`${column} = any(${[...scope]}::uuid[])`
  await sealPending(ctx)
  const [people, spaces, transfers, jobs, storage, health] = await Promise.all([
    peopleOf(ctx, within),
    spacesOf(ctx, within),
    transfersOf(ctx, within, days),
    jobsOf(ctx, within),
    whole ? storageOf(ctx, days) : null,
    whole ? healthOf(ctx) : null,
  ])
  const time = ctx.now().toISOString()
  return { scope: whole ? 'all' : 'departments', time, people, spaces, storage, transfers, jobs, health }
}

type ScopeFilter = (column: RawBuilder<unknown>) => RawBuilder<unknown>

async function peopleOf(ctx: Context, within: ScopeFilter): Promise<Dashboard['people']> {
  const now = ctx.now()
  const expired = sql`p.status = 'active' and p.valid_until <= ${now}::timestamptz`
  const { rows } = await sql<Dashboard['people']>`
    select count(*) as total, count(*) filter (where p.status = 'frozen') as frozen,
      count(*) filter (where ${expired}) as expired,
      count(*) filter (where p.status = 'active' and (${expired}) is not true) as active,
      (
        select count(distinct l.actor_id) from audit_log l join person p on p.id = l.actor_id
        where l.action = 'session.opened' and l.result = 'ok' and l.time >= ${dayOf(now)}::date::timestamptz
          and ${within(sql`p.department_id`)}
      ) as "signedInToday"
    from person p where p.status <> 'removed' and ${within(sql`p.department_id`)}`.execute(ctx.db.reader)
  return rows[0] ?? { total: 0, active: 0, frozen: 0, expired: 0, signedInToday: 0 }
}

/** A group belongs to its department, or to its owner's. */
async function spacesOf(ctx: Context, within: ScopeFilter): Promise<Dashboard['spaces']> {
  const { rows } = await sql<Dashboard['spaces']>`
    select coalesce(sum(s.used), 0)::bigint as used, coalesce(sum(s.total), 0)::bigint as total,
      count(*) filter (where s.total is null) as unlimited
    from space s left join "group" g on g.id = s.id left join person p on p.id = coalesce(g.owner_id, s.person_id)
    where ${within(sql`coalesce(s.department_id, p.department_id)`)}`.execute(ctx.db.reader)
  return rows[0] ?? { used: 0, total: 0, unlimited: 0 }
}

async function transfersOf(ctx: Context, within: ScopeFilter, days: number): Promise<DayOfTransfers[]> {
  const all = lastDays(ctx, days)
  const { rows } = await sql<{ day: string; kind: string; transfers: number; bytes: number }>`
    select day::text, kind, sum(transfers)::bigint as transfers, sum(bytes)::bigint as bytes from daily_transfer
    where day >= ${all[0]}::date and ${within(sql`department_id`)} group by day, kind`.execute(ctx.db.reader)
  const byDay = Map.groupBy(rows, (row) => row.day)
  return all.map((day) => {
    const of = (kind: string) => byDay.get(day)?.find((row) => row.kind === kind)
    return {
      day,
      uploads: of('upload')?.transfers ?? 0,
      uploadBytes: of('upload')?.bytes ?? 0,
      downloads: of('download')?.transfers ?? 0,
      downloadBytes: of('download')?.bytes ?? 0,
    }
  })
}

const lastDays = (ctx: Context, days: number): string[] =>
  Array.from({ length: days }, (_, i) => dayOf(new Date(ctx.now().getTime() - (days - 1 - i) * DAY)))

async function jobsOf(ctx: Context, within: ScopeFilter): Promise<Dashboard['jobs']> {
  const since = new Date(ctx.now().getTime() - FAILED_JOBS_MS)
  const { rows } = await sql<Dashboard['jobs']>`
    select count(*) filter (where j.ended_at is null) as running, count(*) filter (where j.state = 'failed') as failed
    from job j join person p on p.id = j.person_id
    where (j.ended_at is null or (j.state = 'failed' and j.ended_at > ${since}::timestamptz))
      and ${within(sql`p.department_id`)}`.execute(ctx.db.reader)
  return rows[0] ?? { running: 0, failed: 0 }
}

async function storageOf(ctx: Context, days: number): Promise<Dashboard['storage']> {
  const today = dayOf(ctx.now())
  const read = () =>
    sql<{ day: string; files: number; charged: number; stored: number; measuredAt: Date }>`
      select day::text, files, charged, stored, measured_at as "measuredAt" from daily_storage
      where day >= ${lastDays(ctx, days)[0]}::date order by day`.execute(ctx.db.reader)
  let { rows } = await read()
  if (rows.at(-1)?.day !== today) {
    await measureStorage(ctx)
    rows = (await read()).rows
  }
  const latest = rows.at(-1)
  if (!latest) return null
  const { bavail, blocks, bsize } = await statfs(ctx.config.dataDir)
  return {
    measuredTime: latest.measuredAt.toISOString(),
    files: latest.files,
    charged: latest.charged,
    stored: latest.stored,
    diskFree: bavail * bsize,
    diskTotal: blocks * bsize,
    days: rows.map(({ day, stored, charged }) => ({ day, stored, charged })),
  }
}

async function healthOf(ctx: Context): Promise<Dashboard['health']> {
  const { rows } = await sql<{ entries: number; waiting: number }>`
    select (select seq from audit_head) as entries, (select count(*) from audit_event) as waiting`.execute(
    ctx.db.reader,
  )
  const objects = await ctx.stores.check().then(
    () => true,
    () => false,
  )
  return { objects, logEntries: rows[0]?.entries ?? 0, logWaiting: rows[0]?.waiting ?? 0 }
}

/** Scans all versions and content once and stores the result for the day. */
export async function measureStorage(ctx: Context): Promise<void> {
  const now = ctx.now()
  await runInBackground(() =>
    sql`
      insert into daily_storage (day, files, charged, stored, measured_at)
      select ${dayOf(now)}::date, (select count(*) from file where not is_folder),
        (select coalesce(sum(size), 0) from file_version),
        (select coalesce(sum(size), 0) from blob where state in ('live', 'quarantined')),
        ${now}::timestamptz
      on conflict (day) do update set files = excluded.files, charged = excluded.charged, stored = excluded.stored,
        measured_at = excluded.measured_at`.execute(ctx.db.reader),
  )
}
