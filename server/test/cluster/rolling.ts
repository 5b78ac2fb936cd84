import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { verifyLogs } from '@clouddisk/contract/audit'
import type { S3Location } from '../../src/objects/s3/client.ts'
import { type Person, signIn } from '../person.ts'
import { cli, type Said } from '../product.ts'
import { Random } from '../random.ts'
import { BusyClient } from './client.ts'
import { Copier } from './copier.ts'
import { Live } from './live.ts'
import { ADMIN_PASSWORD, type Machines, type Settings, startMachines } from './machines.ts'
import { newTally } from './patient.ts'

/**
 * Servers on several machines are restarted one after the other while people work: no call fails, nothing that was
 * answered is lost, what has to happen once happens once, and a backup of the midst of it is whole.
 */

export interface Rolling {
  readonly place: S3Location
  readonly seed: number
  readonly clients: number
  /** Of each server. */
  readonly restarts: number
  readonly settings?: Settings
  /** Shorter than the proxy's file says. */
  readonly failSeconds?: number
  readonly say: (line: string) => void
}

const PASSWORD = 'Correct-horse1'
/** For so long the proxy asks nobody that has refused it (docs/operating/cluster/nginx.conf). */
const FAIL_SECONDS = 8
/** Beyond that; with the file's eight, the ten seconds of docs/operating/cluster/README.md. */
const MORE_MS = 2000
/** Work before the first restart and behind the last one. */
const AROUND_MS = 700
const LIVES = 3
const LATE_MS = 20_000

export async function proveRolling(rolling: Rolling): Promise<void> {
  const { place, seed, settings = {}, failSeconds } = rolling
  const machines = await startMachines({ place, settings, failSeconds })
  try {
    await roll(machines, rolling)
  } catch (error) {
    throw new Error(`rolling, seed ${seed}: ${reasonsOf(error)}\n${machines.logs()}`, { cause: error })
  } finally {
    await machines.close()
  }
}

/** First of all, what it was: logs are long, and whoever shows them cuts off their end. */
function reasonsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${reasonsOf(error.cause)}`
}

async function roll(
  machines: Machines,
  { seed, clients: count, restarts, failSeconds, say }: Rolling,
): Promise<void> {
  const random = new Random(seed)
  const tally = newTally()
  const people = await peopleOf(machines, count + 1)
  const [boss, ...others] = people
  assert.ok(boss)
  const copier = new Copier(boss, tally)
  const clients = others.map((person) => new BusyClient(person, random.fork(), tally))
  const lives = others.slice(0, LIVES).map((person) => new Live(person))
  await Promise.all([
    copier.begin(),
    ...clients.map((one) => one.begin()),
    ...lives.map((one) => one.begin()),
  ])

  let over = false
  const isOver = () => over
  const working = Promise.all([copier.work(isOver), ...clients.map((one) => one.work(isOver, clients))])
  const begun = Date.now()
  const around = (async () => {
    await delay(AROUND_MS)
    const backup = await restartAll(machines, restarts, (failSeconds ?? FAIL_SECONDS) * 1000, say)
    await delay(AROUND_MS)
    return backup
  })()
  // Whoever fails ends it at once.
  await Promise.race([around, working])
  over = true
  await working
  const backup = await around
  const seconds = Math.round((Date.now() - begun) / 1000)

  const [[files]] = await Promise.all([
    Promise.all([filesOf(clients), copier.verify(), expectHeard(clients, lives), expectTold(clients)]),
    expectOnce(machines),
    expectAgreed(machines),
    expectWhole(machines, backup),
  ])
  const sum = (pick: (client: BusyClient) => number) => clients.reduce((all, one) => all + pick(one), 0)
  const again = [...tally.again].map(([why, times]) => `${times} × ${why}`).join(', ')
  say(
    `rolling: ${count} clients, ${restarts} restarts of each of ${machines.all.length} servers in ${seconds} s, ` +
      `${sum((one) => one.deeds)} deeds by ${tally.calls} calls, none failed (made again: ${again || 'none'}), ` +
      `${sum((one) => one.created.length)} files of ${Math.round(sum((one) => one.bytes) / 1e6)} MB uploaded, ` +
      `${sum((one) => one.together)} of these many in a call, ` +
      `${files} compared, ${copier.copies} copies by jobs, seed ${seed}`,
  )
}

async function filesOf(clients: readonly BusyClient[]): Promise<number> {
  let files = 0
  for (const client of clients) files += await client.verify()
  return files
}

/** Rows, ledgers and bytes; and the log with the end of it that each machine has kept. */
async function expectAgreed(machines: Machines): Promise<void> {
  assert.deepEqual(await machines.faults(), [])
  for (const { baseUrl } of machines.all) {
    const admin = await signIn(baseUrl, 'admin', ADMIN_PASSWORD)
    const { done, faults } = await admin.call(verifyLogs, {})
    assert.deepEqual([done, faults], [true, []])
  }
}

async function peopleOf(machines: Machines, count: number): Promise<Person[]> {
  const people: Person[] = []
  for (let n = 0; n < count; n++) {
    const userName = `person_${n}`
    await machines.add({ userName, password: PASSWORD, capacity: null })
    people.push(await signIn(machines.baseUrl, userName, PASSWORD))
  }
  return people
}

/** One after the other, each as often; a backup is taken while the first of them is away. Answers its folder. */
async function restartAll(
  machines: Machines,
  restarts: number,
  failMs: number,
  say: Rolling['say'],
): Promise<string> {
  const folder = join(machines.home, 'backup')
  const [first, last] = [machines.all[0], machines.all.at(-1)]
  let backup: Promise<Said> | undefined
  for (let n = 1; n <= restarts; n++) {
    for (const machine of machines.all) {
      const away = Date.now()
      if (machine === first) backup ??= last?.cli('backup', folder, '--json')
      const code = await machine.stop()
      assert.equal(code, 0, 'a server ended well')
      const stopped = Date.now() - away
      await machine.start()
      say(`rolling ${n}/${restarts}: stopped in ${stopped} ms, ready again after ${Date.now() - away} ms`)
      const isLast = n === restarts && machine === last
      // The proxy may have been refused by it a moment ago.
      if (!isLast) await delay(failMs + MORE_MS)
    }
  }
  expectWell('the backup', await backup)
  return folder
}

/** Whoever follows hears of each file that came, once, whichever server it came to. */
async function expectHeard(clients: readonly BusyClient[], lives: readonly Live[]): Promise<void> {
  for (const [n, live] of lives.entries()) {
    const wanted = clients[n]?.created ?? []
    for (const late = Date.now() + LATE_MS; wanted.some((id) => !live.heard.has(id)); await delay(100))
      assert.ok(Date.now() < late, 'a new file was never told of')
    await live.end()
    for (const id of wanted) assert.equal(live.heard.get(id), 1, 'a new file was told of once')
  }
}

/** Each share is in its receiver's notifications, once. */
async function expectTold(clients: readonly BusyClient[]): Promise<void> {
  for (const receiver of clients) {
    const me = receiver.person.user.userId
    const shared = clients.flatMap((one) =>
      [...one.told.keys()].flatMap((given) => (given.endsWith(me) ? [given.split(' ')[0] ?? ''] : [])),
    )
    const heard = await receiver.heardOf()
    assert.deepEqual([...heard.keys()].sort(), shared.sort())
    for (const times of heard.values()) assert.equal(times, 1, 'a share was told of once')
  }
}

/** No minute's work was begun twice. */
async function expectOnce({ database }: Machines): Promise<void> {
  const { rows } = await database.query<{ name: string; n: number }>(
    `select name, singleton_on, count(*)::int as n from pgboss.job
     where singleton_on is not null and name not like '\\_\\_pgboss%'
     group by name, singleton_on having count(*) > 1`,
  )
  assert.deepEqual(rows, [])
}

/** The backup as an installation of its own, on a disk and a database of its own; restoring ends with `doctor`. */
async function expectWhole({ home }: Machines, backup: string): Promise<void> {
  const restored = join(home, 'restored')
  for (const args of [['restore', backup], ['scrub']])
    expectWell(`${args[0]} of the backup`, await cli(restored, [...args, '--json']))
}

function expectWell(what: string, said: Said | undefined): void {
  assert.equal(said?.code, 0, `${what}: ${said?.err}${said?.out}`)
}
