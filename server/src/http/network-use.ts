import { DAY, HOUR, SECOND } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import { startOfDay, wallClock } from '../config/zone.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { refuse } from '../errors/refusal.ts'

/**
 * Limits of what one network uses of external links (B§4): how many sessions of a link it begins, and as the administrator
 * says, how often it visits links in an hour and how many bytes it downloads in a day. Counted in the database, so that
 * they hold for all servers together.
 */

/** 0: no limit. */
export interface NetworkLimits {
  readonly linkVisitsPerHour: number
  readonly linkBytesPerDay: number
}

const SETTINGS = { linkVisitsPerHour: 'link_visits_per_hour', linkBytesPerDay: 'link_bytes_per_day' } as const

export async function networkLimits(db: Reader): Promise<NetworkLimits> {
  const [linkVisitsPerHour, linkBytesPerDay] = await Promise.all([
    readLimit(db, 'linkVisitsPerHour'),
    readLimit(db, 'linkBytesPerDay'),
  ])
  return { linkVisitsPerHour, linkBytesPerDay }
}

async function readLimit(db: Reader, limit: keyof NetworkLimits): Promise<number> {
  return Number((await readSetting(db, SETTINGS[limit])) ?? 0)
}

export async function saveNetworkLimits(db: Reader, limits: NetworkLimits): Promise<void> {
  for (const [limit, name] of Object.entries(SETTINGS) as [keyof NetworkLimits, string][])
    await writeSetting(db, name, String(limits[limit]))
}

interface Period {
  readonly start: Date
  readonly end: Date
}

function hourOf(now: Date): Period {
  const start = Math.floor(now.getTime() / HOUR) * HOUR
  return { start: new Date(start), end: new Date(start + HOUR) }
}

const dayOf = ({ config: { timeZone } }: Context, now: Date): Period => ({
  start: startOfDay(timeZone, now),
  end: startOfDay(timeZone, now, 1),
})

/** Of one link and network: more than an office opens, less than a script that keeps no cookie would fill a disk with. */
const SESSIONS_PER_HOUR = 1000

/** Counts a session of a link that begins. Visitors who keep no cookie begin one with each call. */
export async function countSession(ctx: Context, db: Reader, linkId: string, network: string): Promise<void> {
  const hour = hourOf(ctx.now())
  const key = { network, subject: linkId, start: hour.start }
  if (!(await add(db, key, 1, SESSIONS_PER_HOUR))) refuseUntil(ctx, hour.end)
}

/** Counts a visit; refuses it where the network had as many as the administrator allows. */
export async function countNetworkVisit(ctx: Context, db: Reader, network: string): Promise<void> {
  const limit = await readLimit(db, 'linkVisitsPerHour')
  if (limit === 0) return
  const hour = hourOf(ctx.now())
  if (!(await add(db, { network, subject: 'visits', start: hour.start }, 1, limit)))
    refuseUntil(ctx, hour.end)
}

/** Adds up what is sent to a network. */
export interface ByteMeter {
  /** To be called as bytes are sent. */
  sent(bytes: number): void
  /** To be called once it is over, however it ended. */
  end(): Promise<void>
}

const FLUSHED_BYTES = 16 * 1024 * 1024

/** Begins a download; refuses it where the network had as much as the administrator allows. Undefined without a limit. */
export async function beginMeter(ctx: Context, network: string): Promise<ByteMeter | undefined> {
  const db = ctx.db.reader
  const limit = await readLimit(db, 'linkBytesPerDay')
  if (limit === 0) return undefined
  const day = dayOf(ctx, ctx.now())
  const key = { network, subject: 'bytes', start: day.start }
  if ((await amountOf(db, key)) >= limit) refuseUntil(ctx, day.end)
  let pending = 0
  let writing: Promise<unknown> = Promise.resolve()
  const flush = () => {
    const bytes = pending
    pending = 0
    if (bytes > 0) writing = writing.then(() => add(db, key, bytes))
    writing.catch((err: unknown) => ctx.log.warn({ err }, 'bytes of a link could not be counted'))
    return writing
  }
  return {
    sent: (bytes) => {
      pending += bytes
      if (pending >= FLUSHED_BYTES) void flush()
    },
    end: () =>
      flush().then(
        () => undefined,
        () => undefined,
      ),
  }
}

interface UseKey {
  readonly network: string
  readonly subject: string
  readonly start: Date
}

/** False, without effect, where it would come above the limit. */
async function add(
  db: Reader,
  { network, subject, start }: UseKey,
  amount: number,
  limit: number | null = null,
): Promise<boolean> {
  const { rows } = await sql`
    insert into network_use as u (network, subject, period_start, amount)
    values (${network}, ${subject}, ${start}::timestamptz, ${amount}::bigint)
    on conflict (network, subject, period_start) do update set amount = u.amount + excluded.amount
      where ${limit}::bigint is null or u.amount + excluded.amount <= ${limit}::bigint
    returning 1`.execute(db)
  return rows.length > 0
}

async function amountOf(db: Reader, { network, subject, start }: UseKey): Promise<number> {
  const row = await db
    .selectFrom('network_use')
    .select('amount')
    .where('network', '=', network)
    .where('subject', '=', subject)
    .where('period_start', '=', start)
    .executeTakeFirst()
  return row?.amount ?? 0
}

const KEPT_MS = 2 * DAY

export const deleteOldNetworkUse = (db: Reader, now: Date): Promise<unknown> =>
  db
    .deleteFrom('network_use')
    .where('period_start', '<', new Date(now.getTime() - KEPT_MS))
    .execute()

function refuseUntil({ config, now }: Context, end: Date): never {
  const seconds = Math.ceil((end.getTime() - now().getTime()) / SECOND)
  const when = wallClock(config.timeZone, end).toISOString().slice(0, 16).replace('T', ' ')
  return refuse('network_limit_reached', { retryAfter: Math.max(1, seconds), when })
}
