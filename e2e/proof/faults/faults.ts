import assert from 'node:assert/strict'
import { Random } from '../../../server/test/random.ts'
import { type OneServer, openOneServer } from './disk.ts'
import { EVERY_KIND, isPlanting, KINDS, kindOf } from './kinds.ts'
import { plantFaults } from './planted.ts'
import { expectWhole } from './reader.ts'
import { mb, NOTHING, type Report, summary, told } from './report.ts'
import { type Crew, crewOf, round } from './round.ts'
import { openWorld, UPLOADS, type Uploads, type World } from './world.ts'

/**
 * Whatever is killed, cut off or spoiled while people work on two servers, one PostgreSQL and one Ceph: what was
 * acknowledged is there byte for byte, nothing wrong is given out, nobody is told that something broke, and uploads that
 * had begun end saved without anybody's help.
 */

interface FaultsOptions {
  readonly seed: number
  readonly rounds: number
  /** `proxied` or `direct`: all of them so. */
  readonly on?: string | undefined
  readonly say: (line: string) => void
}

/**
 * Round n of a run has the seed `seed + n`, which says with `on` its kind, so that it can be made again alone. The first half
 * goes through the servers and the second straight to the store, each in a world of its own, unless `on` says which.
 */
export async function proveFaults({ seed, rounds, on, say }: FaultsOptions): Promise<void> {
  const disk = new DiskRounds(seed)
  const reports: Report[] = []
  const ends: string[] = []
  try {
    for (const span of spansOf(rounds, on)) {
      say(`faults: uploads ${span.uploads}`)
      const outcome = await inWorld({ ...span, disk, seed, rounds, say })
      reports.push(...outcome.reports)
      ends.push(outcome.end)
    }
    expectTogether(reports)
    const planted = reports.reduce((sum, one) => sum + one.planted, 0)
    say(
      `faults: ${planted} objects corrupted, cut short and removed on disk and in the bucket: scrub found each and nothing else, none was given out`,
    )
    const end = ends.join(', ') + (await disk.examine())
    for (const [kind, some] of Map.groupBy(reports, (one) => one.kind))
      say(`faults: ${kind}: ${summary(some)}`)
    say(`faults: ${rounds} rounds from seed ${seed}: ${summary(reports)}; in the end ${end}`)
  } finally {
    await disk.close()
  }
}

interface Span {
  readonly uploads: Uploads
  /** Numbers of its rounds: from this one to before that one. */
  readonly from: number
  readonly to: number
}

function spansOf(rounds: number, on: string | undefined): Span[] {
  const half = Math.ceil(rounds / 2)
  const halves: Span[] = [
    { uploads: 'proxied', from: 0, to: half },
    { uploads: 'direct', from: half, to: rounds },
  ]
  if (on === undefined) return halves.filter(({ from, to }) => from < to)
  const uploads = UPLOADS.find((one) => one === on)
  if (!uploads) throw new Error(`--on takes one of ${UPLOADS.join(', ')}`)
  return [{ uploads, from: 0, to: rounds }]
}

interface Rounding extends Span, Omit<FaultsOptions, 'on'> {
  readonly disk: DiskRounds
}

async function inWorld(rounding: Rounding): Promise<{ reports: Report[]; end: string }> {
  const { uploads, disk, from, to, seed, rounds, say } = rounding
  const world = await openWorld(uploads)
  const stop = () => void world.close().finally(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  let crew: Crew | undefined
  const reports: Report[] = []
  try {
    crew = await crewOf(world, new Random(seed + from))
    for (let n = from; n < to; n++) {
      const report = await oneRound(world, crew, disk, seed + n)
      const planted = isPlanting(seed + n) ? await plant(world, crew, seed + n) : 0
      reports.push({ ...report, planted: report.planted + planted })
      say(`faults ${n + 1}/${rounds}: seed ${seed + n}, ${told(report)}`)
    }
    return { reports, end: await examine(world, crew) }
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await Promise.all((crew?.uploaders ?? []).map((one) => one.stop()))
    await world.close()
  }
}

function oneRound(world: World, crew: Crew, disk: DiskRounds, seed: number): Promise<Report> {
  const kind = kindOf(seed, world.uploads)
  if (kind === 'full disk' || kind === 'rotten disk') return disk.round(kind, seed)
  return round(world, crew, kind, seed)
}

/** What struck may be why a call failed and its files went each by itself, but not in every round. */
function expectTogether(reports: readonly Report[]): void {
  const among = reports.filter(({ kind }) => kind in KINDS)
  if (among.length < EVERY_KIND) return
  assert.ok(
    among.some(({ together }) => together > 0),
    'no small files were sent in a batch',
  )
}

/** Those of the one server on its disk, which is started for the first of them. */
class DiskRounds {
  readonly #seed: number
  #server: OneServer | undefined

  constructor(seed: number) {
    this.#seed = seed
  }

  async round(kind: 'full disk' | 'rotten disk', seed: number): Promise<Report> {
    const begun = Date.now()
    try {
      this.#server ??= await openOneServer(new Random(this.#seed))
      const done = await this.#server[kind === 'full disk' ? 'fill' : 'plant'](new Random(seed))
      return { ...NOTHING, ...done, kind, ms: Date.now() - begun }
    } catch (error) {
      throw new Error(`faults, ${kind}, seed ${seed}`, { cause: error })
    }
  }

  async examine(): Promise<string> {
    return this.#server ? `, ${await this.#server.examine()}` : ''
  }

  async close(): Promise<void> {
    await this.#server?.close()
  }
}

async function plant(world: World, { uploaders }: Crew, seed: number): Promise<number> {
  try {
    return await plantFaults(world, uploaders, new Random(seed))
  } catch (error) {
    throw new Error(`faults, planted, uploads ${world.uploads}, seed ${seed}\n${await world.complaints()}`, {
      cause: error,
    })
  }
}

/** All that was ever acknowledged, rows and ledgers, and all that is stored. */
async function examine(world: World, { uploaders }: Crew): Promise<string> {
  await Promise.all(uploaders.map((one) => one.expectAll()))
  const bytes = await Promise.all(uploaders.map((one) => expectWhole(one.person, one.kept)))
  assert.deepEqual(await world.machines.faults(), [], 'doctor and scrub')
  const files = uploaders.reduce((sum, one) => sum + one.kept.length, 0)
  return `${files} files of ${mb(bytes.reduce((a, b) => a + b, 0))} compared, doctor and scrub found nothing`
}
