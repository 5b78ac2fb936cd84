import { sql } from 'kysely'
import type { Reader } from '../../db/database.ts'

/** SQL of rounds over all content (migration 0103). */

export interface SweepRow {
  readonly address: string
  readonly signature: string
  /** Content down to this one was scanned; null: none yet. */
  readonly before: string | null
  readonly scanned: number
  readonly startedAt: Date
  readonly finishedAt: Date | null
}

const COLUMNS = sql`address, signature, before, scanned, started_at as "startedAt", finished_at as "finishedAt"`

/** The round that runs, so that all content has its turn however often signatures change; else one with these signatures. */
export async function openSweep(
  db: Reader,
  address: string,
  signature: string,
  now: Date,
): Promise<SweepRow> {
  await sql`
    insert into virus_sweep as w (address, signature, started_at) values (${address}, ${signature}, ${now})
    on conflict (address) do update set signature = excluded.signature, before = null, scanned = 0,
      started_at = excluded.started_at, finished_at = null
    where w.signature <> excluded.signature and w.finished_at is not null`.execute(db)
  const { rows } = await sql<SweepRow>`select ${COLUMNS} from virus_sweep where address = ${address}`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('a round of virus scans was not begun')
  return row
}

export async function advanceSweep(
  db: Reader,
  address: string,
  before: string,
  scanned: number,
): Promise<void> {
  await sql`
    update virus_sweep set before = ${before}, scanned = scanned + ${scanned}
    where address = ${address}`.execute(db)
}

export async function finishSweep(db: Reader, address: string, now: Date): Promise<void> {
  await sql`update virus_sweep set finished_at = ${now} where address = ${address}`.execute(db)
}

export async function allSweeps(db: Reader): Promise<SweepRow[]> {
  return (await sql<SweepRow>`select ${COLUMNS} from virus_sweep order by address`.execute(db)).rows
}
