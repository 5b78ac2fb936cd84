// @module-tag long
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, unlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createClient } from '@clouddisk/client/http/call'
import { revokeSessions } from '@clouddisk/contract/accounts'
import type { DesktopMessage, LocalSyncTask } from '@clouddisk/contract/desktop'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../../server/test/person.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { WallClock } from '../../test/wall-clock.ts'
import { openTransferDatabase } from '../transfers/database.ts'
import { LocalSyncs } from './local-syncs.ts'

/** Ten tasks with 5,000 files over a week against the real server (C3, C19, G28, R166-R170, R223). */

const HOUR = 3_600_000
const TIMES = ['00:00', '00:15', '01:30', '02:30', '06:00', '12:00', '13:15', '18:45', '23:30', '23:45']
const FILES_PER_TASK = 500

let world: World
let person: Person
let root: string
let clock: WallClock
let db: DatabaseSync
let syncs: LocalSyncs
let token: string
let isSignedOut = false
const messages: DesktopMessage[] = []
/** Called when a file has been sent. */
let onSent: (() => void) | undefined
/** Contents that a file had at the end of a run, in order. */
const contents = new Map<string, string[]>()

beforeAll(async () => {
  vi.stubEnv('TZ', 'America/New_York')
  world = await openWorld()
  person = await world.person()
  token = person.token
  root = await mkdtemp(join(tmpdir(), 'clouddisk-week-'))
  clock = new WallClock()
  clock.set('2026-03-06T12:05')
  db = openTransferDatabase(join(root, 'client'))
  syncs = new LocalSyncs({
    db,
    client: createClient({ baseUrl: world.baseUrl, token: () => token }),
    language: 'zh-CN',
    clock,
    post: (message) => {
      messages.push(message)
      if (message.myType === 'fileLocalSync') onSent?.()
    },
    pathOfGrant: (grant) => grant,
    onSignedOut: () => {
      isSignedOut = true
    },
    onListChanged: () => undefined,
  })
  await syncs.start(person.user.userId)
  syncs.turn(true)
})
afterAll(async () => {
  await syncs.stop()
  db.close()
  await world.close()
  await rm(root, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

const nameOf = (task: number, file: number) => `t${task}-${String(file).padStart(3, '0')}.txt`
const pathOf = (task: number, file: number) =>
  join(root, `folder ${task}`, `part ${file % 7}`, nameOf(task, file))

async function write(task: number, file: number, content: string): Promise<void> {
  const path = pathOf(task, file)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  note(task, file, content)
}

const note = (task: number, file: number, content: string) => {
  const name = nameOf(task, file)
  contents.set(name, [...(contents.get(name) ?? []), content])
}

const tasks = () => syncs.answers.queryLocalSyncs({}, async () => []) as LocalSyncTask[]

/** Lets the client's clock go on, and waits for each run that becomes due. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= HOUR / 4) {
    await clock.advance(Math.min(left, HOUR / 4))
    while (tasks().some(({ syncStatus }) => syncStatus === 'syncing')) await syncs.idle()
  }
}

const passUntil = (local: string) => pass(new Date(local).getTime() - clock.now())

/** Runs that have ended since the last call: how many of each task, in order. */
function runs(): number[] {
  const ended = messages.splice(0).filter(({ myType }) => myType === 'localSyncFinish')
  return tasks().map(
    ({ id }) => ended.filter((message) => 'localSyncId' in message && message.localSyncId === id).length,
  )
}

const statuses = () => new Set(tasks().map(({ syncStatus }) => syncStatus))
const once = TIMES.map(() => 1)
const none = TIMES.map(() => 0)

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Every version of every file in the drive, by its name, the oldest first. */
async function stored(): Promise<Map<string, string[]>> {
  const { rows } = await world.ctx.db.pool.query<{ name: string; hashes: string[] }>(
    `select f.name, array_agg(encode(b.sha256, 'hex') order by v.no) as hashes
     from file f join file_version v on v.file_id = f.id join blob b on b.id = v.blob_id
     where not f.is_folder and f.created_by = $1
     group by f.id, f.name`,
    [person.user.userId],
  )
  return new Map(rows.map(({ name, hashes }) => [name, hashes]))
}

/** Nothing is lost, and nothing was sent twice: each content is there once, in its order. */
async function expectAllStored(): Promise<void> {
  const found = await stored()
  expect(found.size).toBe(contents.size)
  for (const [name, texts] of contents) expect([name, found.get(name)]).toEqual([name, texts.map(sha256)])
}

const setSpace = (total: number | null) =>
  world.ctx.db.reader
    .updateTable('space')
    .set({ total })
    .where('person_id', '=', person.user.userId)
    .execute()

it('sends all that has changed once, over sleep, changes of clocks, a full drive and a lost session', async () => {
  for (const [task, syncTime] of TIMES.entries()) {
    const folder = join(root, `folder ${task}`)
    for (let file = 0; file < FILES_PER_TASK; file++) await write(task, file, `${task} ${file}`)
    const { instanceId } = await person.call(createFolder, { instanceName: `backup ${task}` })
    await syncs.answers.createLocalSync(
      {
        ...{ folder, syncTime, diskPath: `个人文件/backup ${task}`, inGroup: false },
        diskPathIds: `${person.user.rootId}/${instanceId}`,
      },
      async () => [],
    )
  }

  // The first day: Friday noon to Saturday noon.
  await passUntil('2026-03-07T12:10')
  expect(runs()).toEqual(once)
  expect(tasks().map(({ report }) => report?.uploaded)).toEqual(TIMES.map(() => FILES_PER_TASK))
  expect(statuses()).toEqual(new Set(['finished', 'wait']))
  await expectAllStored()

  // Changed, touched, new and removed files; asleep for two nights, over the change to daylight saving.
  for (let task = 0; task < TIMES.length; task++) {
    for (let file = 0; file < 5; file++) await write(task, file, `${task} ${file} changed`)
    for (let file = 5; file < 10; file++) await utimes(pathOf(task, file), new Date(), new Date('2021-01-01'))
    await write(task, FILES_PER_TASK, `${task} new`)
    await unlink(pathOf(task, 20))
  }
  clock.shift(42 * HOUR)
  await passUntil('2026-03-09T11:00')
  // Each task ran once for the days that it has missed.
  expect(runs()).toEqual(once)
  expect(tasks().map(({ report }) => [report?.uploaded, report?.failed])).toEqual(TIMES.map(() => [6, 0]))
  await expectAllStored()

  // The clock is set back by two hours: the due task runs a second time and finds nothing to upload.
  await passUntil('2026-03-09T13:20')
  expect(runs()).toEqual(TIMES.map((time) => (time === '12:00' || time === '13:15' ? 1 : 0)))
  clock.shift(-2 * HOUR)
  await passUntil('2026-03-09T13:30')
  expect(runs()).toEqual(TIMES.map((time) => (time === '13:15' ? 1 : 0)))
  expect(tasks()[6]?.report).toMatchObject({ uploaded: 0, failed: 0 })
  // Back by three days and forth again: no run before its time, then each is made up for once.
  clock.shift(-72 * HOUR)
  await pass(HOUR / 2)
  expect(runs()).toEqual(none)
  clock.shift(72 * HOUR)
  await pass(HOUR / 2)
  expect(runs()).toEqual(once)
  await passUntil('2026-03-10T13:00')
  runs()
  await expectAllStored()

  // The session is ended: one run says so, the others wait for the sign-in.
  for (let task = 0; task < TIMES.length; task++) await write(task, 30, `${task} before the sign-in`)
  const again = await world.again(person)
  await again.call(revokeSessions, {})
  await passUntil('2026-03-11T12:00')
  expect(isSignedOut).toBe(true)
  expect(runs()).toEqual(TIMES.map((time) => (time === '13:15' ? 1 : 0)))
  expect(tasks()[6]?.errmsg).toContain('登录已过期')
  token = again.token
  person = again
  syncs.setUser(person.user.userId)
  await pass(HOUR / 2)
  expect(runs()).toEqual(once)
  await expectAllStored()

  // The drive is full for a day.
  for (let task = 0; task < TIMES.length; task++) await write(task, 40, `${task} on the full day`)
  await setSpace(1)
  await passUntil('2026-03-12T12:30')
  expect(runs()).toEqual(once)
  expect(statuses()).toEqual(new Set(['error', 'wait']))
  expect(tasks().every(({ errmsg }) => errmsg?.includes('空间不足'))).toBe(true)
  await setSpace(null)

  // Files change while their run is going on: one is sent with the content that it has, the next run has the rest.
  onSent = () => {
    onSent = undefined
    writeFileSync(pathOf(6, 499), 'written during the run')
  }
  await write(6, 41, 'sent first')
  note(6, 499, 'written during the run')
  await passUntil('2026-03-13T12:30')
  await pass(24 * HOUR)
  expect(onSent).toBeUndefined()
  expect(statuses()).toEqual(new Set(['finished', 'wait']))
  await expectAllStored()
  expect(await world.doctor()).toEqual([])
}, 600_000)
