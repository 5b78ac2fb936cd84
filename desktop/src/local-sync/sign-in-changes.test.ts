import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createClient } from '@clouddisk/client/http/call'
import type { DesktopMessage, LocalSyncTask } from '@clouddisk/contract/desktop'
import { createFolder } from '@clouddisk/contract/files'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../server/test/person.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { WallClock } from '../../test/wall-clock.ts'
import { openTransferDatabase } from '../transfers/database.ts'
import { LocalSyncs } from './local-syncs.ts'

/** Local syncs while people sign in and out, with a server that answers when the test lets it. */

let world: World
let person: Person
let other: Person
let root: string
let clock: WallClock
let db: DatabaseSync
let syncs: LocalSyncs
let token: string
/** Calls wait for it. */
let server: PromiseWithResolvers<void>
const messages: DesktopMessage[] = []

beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  ;[person, other] = await Promise.all([world.person(), world.person()])
  root = await mkdtemp(join(tmpdir(), 'clouddisk-sync-people-'))
  clock = new WallClock()
  clock.set('2026-03-02T12:00')
  server = Promise.withResolvers()
  server.resolve()
  await open(person)
})
afterEach(async () => {
  server.resolve()
  await close()
  await rm(root, { recursive: true, force: true })
})

async function open(signedIn: Person | null, isOn = true): Promise<void> {
  messages.length = 0
  token = signedIn?.token ?? ''
  db = openTransferDatabase(join(root, 'client'))
  syncs = new LocalSyncs({
    db,
    client: createClient({
      baseUrl: world.baseUrl,
      token: () => token,
      fetch: async (...args) => {
        await server.promise
        return fetch(...args)
      },
    }),
    language: 'zh-CN',
    clock,
    post: (message) => messages.push(message),
    pathOfGrant: (grant) => grant,
    onSignedOut: () => undefined,
    onListChanged: () => undefined,
  })
  await syncs.start(signedIn?.user.userId ?? null)
  syncs.turn(isOn)
}

async function close(): Promise<void> {
  await syncs.stop()
  db.close()
}

async function signIn(who: Person): Promise<void> {
  token = who.token
  await syncs.setUser(who.user.userId)
}

const signOut = () => syncs.setUser(null)

async function create(who: Person, name: string, target = who.user.rootId): Promise<LocalSyncTask> {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  // A folder that is synced already stays as it is.
  await writeFile(join(folder, `${name}.txt`), name, { flag: 'wx' }).catch(() => undefined)
  const task = { folder, diskPath: '', diskPathIds: target, inGroup: false, syncTime: '13:00' }
  return syncs.answers.createLocalSync(task, async () => [])
}

const tasks = () => syncs.answers.queryLocalSyncs({}, async () => []) as LocalSyncTask[]
const begins = async () => {
  server = Promise.withResolvers()
  await clock.advance(61 * 60_000)
  await expect.poll(() => syncs.records().length).toBe(1)
}
const finishes = () =>
  expect
    .poll(async () => {
      await clock.advance(60_000)
      return tasks().map(({ syncStatus }) => syncStatus)
    })
    .toEqual(['finished'])
const namesOf = async (who: Person) => (await who.list()).map(({ instanceName }) => instanceName)

it('goes on after the next sign-in when the person signs out in the middle of a run', async () => {
  await create(person, 'mine')
  await begins()
  await signOut()
  await syncs.idle()
  expect(syncs.activity().isSyncing).toBe(false)
  server.resolve()
  await signIn(person)
  await finishes()
  const [file] = await person.list()
  expect(
    await person.call(pageVersions, { instanceId: file?.instanceId ?? '', pageNo: 1, pageSize: 9 }),
  ).toMatchObject({
    total: 1,
  })
})

it('goes on with a run when the same person signs in once more', async () => {
  await create(person, 'mine')
  await begins()
  await signIn(person)
  server.resolve()
  await finishes()
  expect(await namesOf(person)).toEqual(['mine.txt'])
})

it('runs the syncs of the next person, and those of the first when they are back', async () => {
  await create(person, 'mine')
  await begins()
  await signIn(other)
  server.resolve()
  await create(other, 'theirs')
  await clock.advance(24 * 60 * 60_000)
  await finishes()
  expect(await namesOf(other)).toEqual(['theirs.txt'])
  expect(await namesOf(person)).toEqual([])
  await signIn(person)
  await finishes()
  expect(await namesOf(person)).toEqual(['mine.txt'])
})

it('sends a folder to each of its targets, also where a run to one of them was cut off', async () => {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((instanceName) => person.call(createFolder, { instanceName })),
  )
  const { id } = await create(person, 'mine', first?.instanceId)
  await begins()
  const stopped = close()
  server.resolve()
  await stopped
  await open(person, false)
  await syncs.answers.updateLocalSync({ id, syncTime: '23:00' }, async () => [])
  const other = await create(person, 'mine', second?.instanceId)
  syncs.turn(true)
  await syncs.answers.runLocalSync({ id: other.id }, async () => [])
  await syncs.idle()
  await syncs.answers.runLocalSync({ id }, async () => [])
  await syncs.idle()
  expect(await person.tree()).toEqual({ first: { 'mine.txt': 4 }, second: { 'mine.txt': 4 } })
})

it('begins a run again that the client was ended in, also where the sign-in comes later', async () => {
  await create(person, 'mine')
  await begins()
  const stopped = close()
  server.resolve()
  await stopped
  await open(null)
  await signIn(person)
  expect(tasks()).not.toMatchObject([{ syncStatus: 'error' }])
  await finishes()
  expect(await namesOf(person)).toEqual(['mine.txt'])
})
