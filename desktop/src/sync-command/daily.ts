import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@clouddisk/client/uploads/ports'
import { MINUTE } from '@clouddisk/contract/time'
import { nextOccurrence } from '../local-sync/schedule.ts'
import { replaceFile } from '../system/write-file.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'
import type { Report } from './output.ts'

/**
 * Runs once a day at a time of this computer. When the next run is due is kept, so that a run that was missed, or ended
 * in the middle, is made up for once.
 */

const TICK_MS = MINUTE
/** After a run that could not reach the server, or met another run. */
const RETRY_MS = 10 * MINUTE
/** Longest distance to the next run: a day and an hour of daylight saving. */
const AHEAD_MAX_MS = 25 * 60 * MINUTE

export interface DailyOptions {
  /** HH:MM */
  readonly time: string
  /** Where the next time is kept. */
  readonly folder: string
  readonly clock: Clock
  readonly run: () => Promise<ExitCode>
  readonly report: Report
  readonly signal: AbortSignal
}

/** Until the signal, or until a run shows that another try would end alike. @returns the code to end with. */
export async function runDaily({
  time,
  folder,
  clock,
  run,
  report,
  signal,
}: DailyOptions): Promise<ExitCode> {
  const path = join(folder, 'next-run.json')
  let next = await readNext(path, time)
  const plan = async (at: number) => {
    next = at
    await replaceFile(path, JSON.stringify({ time, next: at }))
    report({ event: 'waiting', next: new Date(at).toISOString() })
  }
  const now = clock.now()
  // Never planned, for another time, or clocks were set back.
  if (next === undefined || next - now > AHEAD_MAX_MS) await plan(nextOccurrence(time, now))
  for (;;) {
    while ((next ?? 0) > clock.now()) {
      if (signal.aborted) return EXIT.done
      if ((next ?? 0) - clock.now() > AHEAD_MAX_MS) await plan(nextOccurrence(time, clock.now()))
      await tick(clock, signal)
    }
    if (signal.aborted) return EXIT.done
    const code = await run()
    if (code === EXIT.interrupted || code === EXIT.usage || code === EXIT.signInRefused) return code
    const again = code === EXIT.unreachable || code === EXIT.otherRun
    await plan(again ? clock.now() + RETRY_MS : nextOccurrence(time, clock.now()))
  }
}

/** Timers stand still while the computer sleeps, so the clock is looked at often. */
const tick = (clock: Clock, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const cancel = clock.after(TICK_MS, () => end())
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    signal.addEventListener('abort', end)
  })

/** ms since the epoch; undefined if no run is planned at this time of day. */
async function readNext(path: string, time: string): Promise<number | undefined> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8'))
    return kept.time === time && typeof kept.next === 'number' ? kept.next : undefined
  } catch {
    return undefined
  }
}
