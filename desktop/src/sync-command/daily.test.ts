import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WallClock } from '../../test/wall-clock.ts'
import { runDaily } from './daily.ts'
import { EXIT, type ExitCode } from './exit-codes.ts'

/** When `--daily` runs, by a clock that tests set. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

let folder: string
let clock: WallClock
let stop: AbortController
/** What each run ends with; 0 when the list is empty. */
let codes: ExitCode[]
let runs: string[]
let ended: Promise<ExitCode>
let hasEnded: boolean

beforeEach(async () => {
  vi.stubEnv('TZ', 'America/New_York')
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-daily-'))
  clock = new WallClock()
  clock.set('2026-03-02T12:00')
  codes = []
  runs = []
})
afterEach(async () => {
  stop.abort()
  await ended
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when the first wait has begun. */
function start(time: string): Promise<void> {
  stop = new AbortController()
  hasEnded = false
  return new Promise((resolve) => {
    ended = runDaily({
      ...{ time, folder, clock, signal: stop.signal },
      run: async () => {
        runs.push(new Date(clock.now()).toISOString().slice(0, 16))
        return codes.shift() ?? EXIT.done
      },
      report: () => resolve(),
    }).finally(() => {
      hasEnded = true
    })
  })
}

/** In steps, each until it waits again: it writes files in between. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= HOUR / 12) {
    await clock.advance(Math.min(left, HOUR / 12))
    while (clock.timers === 0 && !hasEnded) await new Promise((resolve) => setImmediate(resolve))
  }
}

it('runs each day at its time, over the change to daylight saving', async () => {
  clock.set('2026-03-06T12:00')
  await start('01:30')
  await pass(4 * DAY)
  expect(runs).toEqual(['2026-03-07T06:30', '2026-03-08T06:30', '2026-03-09T05:30', '2026-03-10T05:30'])
})

it('makes up once for runs that were missed, by sleep or while it was off', async () => {
  await start('13:00')
  clock.shift(5 * DAY)
  await pass(HOUR / 2)
  expect(runs).toHaveLength(1)
  stop.abort()
  await ended
  clock.shift(3 * DAY)
  await start('13:00')
  await pass(HOUR / 2)
  expect(runs).toHaveLength(2)
})

it('tries again soon where the server was away, on the next day where files failed', async () => {
  codes = [EXIT.unreachable, EXIT.otherRun, EXIT.failed]
  await start('13:00')
  await pass(6 * HOUR)
  expect(runs).toHaveLength(3)
  await pass(20 * HOUR)
  expect(runs).toHaveLength(4)
})

it('ends where the token is refused, and takes a new time at once', async () => {
  codes = [EXIT.signInRefused]
  await start('13:00')
  await pass(2 * HOUR)
  expect(await ended).toBe(EXIT.signInRefused)
  await start('16:00')
  await pass(3 * HOUR)
  expect(runs.map((time) => time.slice(11))).toEqual(['18:00', '21:00'])
})

it('waits for the next time of day after clocks were set back by days', async () => {
  await start('13:00')
  await pass(2 * HOUR)
  clock.shift(-3 * DAY)
  await pass(DAY)
  expect(runs).toHaveLength(2)
})
