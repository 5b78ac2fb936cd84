// @module-tag long
import { randomBytes, randomUUID } from 'node:crypto'
import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { createClient } from '@clouddisk/client/http/call'
import { querySessions } from '@clouddisk/contract/accounts'
import type { DesktopMessage, LocalSyncTask } from '@clouddisk/contract/desktop'
import { DEVICE_HEADER, deviceHeader } from '@clouddisk/contract/devices'
import { createFolder } from '@clouddisk/contract/files'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../server/test/person.ts'
import { openWorld, type World } from '../../../server/test/world.ts'
import { WallClock } from '../../test/wall-clock.ts'
import { openTransferDatabase } from '../transfers/database.ts'
import { LocalSyncs } from './local-syncs.ts'

/** Local sync against the real server, by a clock that tests set. */

const DEVICE = { id: randomUUID(), name: 'desk', system: 'Linux', version: '0.1.0' }
const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
let person: Person
let root: string
let source: string
let target: string
let clock: WallClock
let db: DatabaseSync
let syncs: LocalSyncs
const messages: DesktopMessage[] = []
let listChanges = 0

beforeAll(async () => {
  vi.stubEnv('TZ', 'America/New_York')
  world = await openWorld()
})
afterAll(async () => {
  await world.close()
  vi.unstubAllEnvs()
})
beforeEach(async () => {
  person = await world.person()
  root = await mkdtemp(join(tmpdir(), 'clouddisk-sync-'))
  source = join(root, 'source')
  await mkdir(source)
  target = (await person.call(createFolder, { instanceName: 'backup' })).instanceId
  clock = new WallClock()
  clock.set('2026-03-02T12:00')
  await open()
})
afterEach(async () => {
  await close()
  await rm(root, { recursive: true, force: true })
})

async function open(
  more: {
    token?: string
    fetch?: typeof fetch
    filesMax?: number
    platform?: NodeJS.Platform
    language?: 'en-US'
  } = {},
): Promise<void> {
  const { token = person.token, fetch = globalThis.fetch, ...options } = more
  messages.length = 0
  db = openTransferDatabase(join(root, 'client'))
  syncs = new LocalSyncs({
    db,
    client: createClient({
      baseUrl: world.baseUrl,
      token: () => token,
      fetch,
      headers: () => ({ [DEVICE_HEADER]: deviceHeader(DEVICE) }),
    }),
    language: 'zh-CN',
    clock,
    post: (message) => messages.push(message),
    pathOfGrant: (grant) => grant,
    onSignedOut: () => messages.push({ myType: 'signInExpired' }),
    onListChanged: () => {
      listChanges += 1
    },
    ...options,
  })
  await syncs.start(person.user.userId)
  syncs.turn(true)
}

async function close(): Promise<void> {
  await syncs.stop()
  db.close()
}

const create = (syncTime: string, folder = source, ids = `${person.user.rootId}/${target}`) =>
  syncs.answers.createLocalSync(
    { folder, diskPath: '个人文件/backup', diskPathIds: ids, inGroup: false, syncTime },
    async () => [],
  ) as Promise<LocalSyncTask>

const tasks = () => syncs.answers.queryLocalSyncs({}, async () => []) as LocalSyncTask[]

/** Runs that have ended since. */
const ended = () => messages.filter((message) => message.myType === 'localSyncFinish')

/** Until the run that is going on has ended. */
async function pass(ms: number): Promise<void> {
  await clock.advance(ms)
  await syncs.idle()
}

/** The computer sleeps until then. */
const nextDay = () => {
  clock.shift(DAY)
  return pass(60_000)
}

const put = async (files: Readonly<Record<string, string | Buffer>>) => {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(source, path, '..'), { recursive: true })
    await writeFile(join(source, path), content)
  }
}

const versionsOf = async (instanceId: string) =>
  (await person.call(pageVersions, { instanceId, pageNo: 1, pageSize: 10 })).total

describe('schedule (R166, R168, R169)', () => {
  it('runs each day at its time, also over both changes of daylight saving', async () => {
    await put({ 'a.txt': 'a' })
    for (const [start, days] of [
      ['2026-03-05T12:00', 6],
      ['2026-10-29T12:00', 6],
    ] as const) {
      clock.set(start)
      const { id } = await create('01:30', source, `${person.user.rootId}/${target}`)
      messages.length = 0
      const runs: string[] = []
      for (let hours = 0; hours < days * 24; hours += 4) {
        const before = ended().length
        await pass(4 * HOUR)
        if (ended().length > before)
          runs.push(
            tasks()
              .find((task) => task.id === id)
              ?.lastSyncTime?.slice(0, 10) ?? '',
          )
      }
      expect(new Set(runs).size).toBe(days)
      expect(runs).toHaveLength(days)
      await syncs.answers.removeLocalSync({ id }, async () => [])
    }
  })

  it('catches up one run after days of sleep, and none more when clocks are set back', async () => {
    await put({ 'a.txt': 'a' })
    await create('13:00')
    clock.shift(5 * DAY)
    await pass(60_000)
    expect(ended()).toHaveLength(1)
    await pass(10 * 60_000)
    expect(ended()).toHaveLength(1)
    expect(new Date(tasks()[0]?.nextSyncTime ?? '').getTime() - clock.now()).toBeLessThan(25 * HOUR)
    clock.shift(-3 * DAY)
    await pass(60_000)
    expect(ended()).toHaveLength(1)
    // It waits for the next 13:00 of the clock as it shows now.
    expect(new Date(tasks()[0]?.nextSyncTime ?? '').getTime() - clock.now()).toBeLessThan(25 * HOUR)
  })

  it('is not reset while it runs over midnight, but afterwards (C19)', async () => {
    await close()
    const server = Promise.withResolvers<void>()
    await open({ fetch: (...args) => server.promise.then(() => fetch(...args)) })
    await put({ 'a.txt': 'a' })
    await create('23:45')
    clock.set('2026-03-02T23:44')
    await clock.advance(75 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'syncing' }])
    server.resolve()
    await syncs.idle()
    expect(tasks()).toMatchObject([{ syncStatus: 'finished', report: { uploaded: 1 } }])
    await pass(31 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'wait' }])
    expect(ended()).toHaveLength(1)
  })

  it('waits again on the next day, is edited by its time alone, and not while it is switched off', async () => {
    await put({ 'a.txt': 'a' })
    const { id } = await create('13:00')
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'finished' }])
    clock.set('2026-03-03T00:20')
    await pass(60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'wait' }])
    expect(messages).toContainEqual({ myType: 'localSyncChanged', localSyncId: id })
    await syncs.answers.updateLocalSync({ id, syncTime: '01:15' }, async () => [])
    syncs.turn(false)
    expect(tasks()).toMatchObject([{ syncTime: '01:15', syncStatus: 'wait', nextSyncTime: null }])
    await pass(3 * HOUR)
    expect(ended()).toHaveLength(1)
    syncs.turn(true)
    await pass(60_000)
    expect(ended()).toHaveLength(1)
    await nextDay()
    expect(ended()).toHaveLength(2)
  })
})

describe('rules of tasks (R83, R170, R171, C20)', () => {
  it('are refused in these words', async () => {
    await close()
    await open({ language: 'en-US' })
    const { key } = await create('01:00')
    expect(key).toBe(`${source}_${person.user.rootId}/${target}`)
    await expect(create('02:00')).rejects.toThrow(
      'Identical local sync exists, duplicate config not allowed.',
    )
    for (let n = 1; n < 10; n++) await create('01:00', source, `other/${n}`)
    await expect(create('01:00', source, 'other/10')).rejects.toThrow(
      'The configurable quantity limit has been reached.',
    )
  })

  it('are read as others have stored them (C18, C19)', async () => {
    await create('01:00')
    db.exec(`update local_sync_task set sync_time = '24:00', sync_status = 'syncError'`)
    expect(tasks()).toMatchObject([{ syncTime: '00:00', syncStatus: 'error' }])
  })

  it('holds ten tasks, none of them twice', async () => {
    await create('01:00')
    await expect(create('02:00')).rejects.toThrow('已存在相同的本地同步')
    await expect(create('02:00', `${source}/`)).rejects.toThrow('已存在相同的本地同步')
    for (let n = 1; n < 10; n++) {
      const folder = join(root, `folder ${n}`)
      await mkdir(folder)
      await create('01:00', folder)
    }
    const eleventh = join(root, 'eleventh')
    await mkdir(eleventh)
    await expect(create('01:00', eleventh)).rejects.toThrow('已达到可配置数量上限')
    await close()
    await open({ platform: 'darwin' })
    await expect(create('02:00', source.toUpperCase())).rejects.toThrow('已存在相同的本地同步')
  })

  it('takes 5,000 files, where a person may choose 2,000 at once, and not one more (C3)', async () => {
    for (let n = 0; n < 5000; n++) await writeFile(join(source, `${n}`), '')
    await create('13:00')
    await put({ last: '' })
    await expect(create('13:00', source, 'other')).rejects.toThrow('超过 5000 个文件')
  })

  it('refuses a folder that is gone or holds too many files, at first and at each run', async () => {
    await close()
    await open({ filesMax: 3 })
    await put({ a: '1', b: '2', c: '3' })
    await expect(create('13:00', join(root, 'nothing'))).rejects.toThrow('文件不存在或路径已变更')
    await create('13:00')
    await put({ d: '4' })
    await expect(create('13:00', source, 'other')).rejects.toThrow('超过 3 个文件')
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'error', errmsg: expect.stringContaining('超过 3 个文件') }])
    expect(await person.list(target)).toEqual([])
  })
})

// What a run has sent is kept by file, beside the tasks (R84).
describe('a run (R84, R167, R223)', () => {
  it('sends what is new or has changed, by size, time and hash, and deletes nothing', async () => {
    await put({
      'a.txt': 'aaa',
      'b/c.txt': 'ccc',
      'b/d/e.bin': randomBytes(9 * 1024 * 1024),
      'Thumbs.db': 'x',
      '~$a.docx': 'x',
    })
    await put({ '.clouddiskignore': 'logs/\n', 'logs/today.log': 'x' })
    await symlink(source, join(source, 'b', 'loop'))
    await create('13:00')
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([
      { syncStatus: 'finished', errmsg: null, report: { files: 3, uploaded: 3, unchanged: 0, failed: 0 } },
    ])
    const tree = { 'a.txt': 3, b: { 'c.txt': 3, d: { 'e.bin': 9 * 1024 * 1024 } } }
    expect(await person.tree(target)).toEqual(tree)
    expect(messages.filter(({ myType }) => myType === 'fileLocalSync')).toHaveLength(3)

    // Touched, changed and removed.
    await utimes(join(source, 'b', 'c.txt'), new Date(), new Date('2020-01-01'))
    await put({ 'a.txt': 'aab' })
    await rm(join(source, 'b', 'd'), { recursive: true })
    await nextDay()
    expect(tasks()[0]?.report).toMatchObject({ files: 2, uploaded: 1, unchanged: 1 })
    expect(await person.tree(target)).toEqual(tree)
    const [, a] = await person.list(target)
    expect(a?.instanceName).toBe('a.txt')
    expect((await person.download(a?.instanceId ?? '')).toString()).toBe('aab')
    expect(await versionsOf(a?.instanceId ?? '')).toBe(2)
    await nextDay()
    expect(tasks()[0]?.report).toMatchObject({ files: 2, uploaded: 0, unchanged: 2 })
  })

  it('is shown by the server with the computer, from its uploads alone (G12, R223)', async () => {
    await put({ 'a.txt': 'aaa', 'b/c.bin': randomBytes(300_000), 'large.bin': randomBytes(9_000_000) })
    await create('13:00')
    await pass(61 * 60_000)
    const [session] = await person.call(querySessions, {})
    expect(session?.client).toMatchObject({ name: 'desk', localSync: { uploaded: 3, failed: 0 } })
  })

  it('reports files that cannot be sent, and sends the others', async () => {
    await put({ 'good.txt': 'x', 'bad:name.txt': 'x', 'locked.txt': 'x' })
    // Root reads everything; for it the file is removed between the listing and the sending.
    await chmod(join(source, 'locked.txt'), 0)
    await create('13:00')
    await pass(61 * 60_000)
    const [task] = tasks()
    expect(task).toMatchObject({ syncStatus: 'error', errmsg: expect.stringContaining('个文件未同步') })
    const failed = task?.report?.failures.map(({ path, errmsg }) => [path, errmsg !== ''])
    expect(failed).toContainEqual(['bad:name.txt', true])
    expect(await person.tree(target)).toMatchObject({ 'good.txt': 1 })
  })

  it.each([
    ['large', 300_000],
    ['small', 3000],
  ])('sends no %s file that a link leads to, also if it takes the place of a listed one', async (_, size) => {
    // Somebody who may write to the folder puts a link to what they may not read, of the same size and time.
    const secrets = join(root, 'secrets')
    await mkdir(secrets)
    const at = new Date('2026-03-01T12:00')
    const names = ['one.bin', 'two.bin', 'three.bin', 'four.bin']
    for (const name of names) {
      await writeFile(join(secrets, name), Buffer.alloc(size, 'secret'))
      await put({ [`${name}.d/${name}`]: randomBytes(size) })
      for (const path of [join(secrets, name), join(source, `${name}.d`, name)]) await utimes(path, at, at)
    }
    await close()
    // Once the files are listed and noted in the queue.
    let isSwapped = false
    const swap: typeof fetch = (url, init) => {
      if (!isSwapped && syncs.uploads.items().length === names.length) {
        isSwapped = true
        for (const name of ['one.bin', 'two.bin']) {
          const folder = join(source, `${name}.d`)
          renameSync(folder, join(root, name))
          symlinkSync(secrets, folder)
        }
        for (const name of ['three.bin', 'four.bin']) {
          const path = join(source, `${name}.d`, name)
          unlinkSync(path)
          symlinkSync(join(secrets, name), path)
        }
      }
      return fetch(url, init)
    }
    await open({ fetch: swap })
    await create('13:00')
    await pass(61 * 60_000)
    expect(isSwapped).toBe(true)
    const sent = (
      await Promise.all((await person.list(target)).map((one) => person.list(one.instanceId)))
    ).flat()
    for (const { instanceId } of sent)
      expect((await person.download(instanceId)).includes('secret')).toBe(false)
    expect(tasks()[0]?.report?.failed).toBeGreaterThan(0)
  })

  it('is an error if the cloud has no space or the folder is gone', async () => {
    const small = await world.person('small', { capacity: 100 })
    person = small
    target = small.user.rootId
    await close()
    await open()
    await put({ 'large.bin': randomBytes(300_000), 'other.bin': randomBytes(300_000) })
    await create('13:00', source, target)
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'error', errmsg: expect.stringContaining('空间不足') }])
    await syncs.answers.removeLocalSync({ id: tasks()[0]?.id ?? 0 }, async () => [])
    await create('14:00', source, 'no-such-folder')
    await pass(HOUR)
    expect(tasks()).toMatchObject([
      { syncStatus: 'error', errmsg: expect.stringContaining('云端文件夹不存在') },
    ])
  })

  it('goes on after the next sign-in when the session has ended, and sends nothing twice', async () => {
    await put({ 'a.txt': 'aaa', 'b.bin': randomBytes(20 * 1024 * 1024) })
    await create('13:00')
    await close()
    await open({ token: 'no-longer-valid' })
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'error', errmsg: expect.stringContaining('登录已过期') }])
    expect(messages.map(({ myType }) => myType)).toContain('signInExpired')
    await close()
    await open()
    await pass(60_000)
    expect(tasks()).toMatchObject([{ errmsg: null, syncStatus: 'finished', report: { uploaded: 2 } }])
    expect(await person.tree(target)).toEqual({ 'a.txt': 3, 'b.bin': 20 * 1024 * 1024 })
    for (const { instanceId } of await person.list(target)) expect(await versionsOf(instanceId)).toBe(1)
  })

  it('tells how far each file has come, and what is being sent (R61, R118)', async () => {
    await put({ 'large.bin': randomBytes(40 * 1024 * 1024), 'small.txt': 'x' })
    const { id } = await create('13:00')
    await pass(61 * 60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'finished' }])
    const large = messages.flatMap((message) => (message.myType === 'progress' ? [message] : []))
    expect(large.length).toBeGreaterThan(0)
    expect(large.every(({ rate, progress }) => rate >= 0 && progress <= 100)).toBe(true)
    // The end of the run tells what became of the files.
    expect(messages.map(({ myType }) => myType)).not.toContain('jobFinish')
    expect(messages).toContainEqual(expect.objectContaining({ myType: 'localSyncFinish', localSyncId: id }))
    await expect.poll(() => listChanges).toBeGreaterThan(1)
    expect(syncs.records()).toEqual([])
  })

  it('goes on after the person has signed out in the middle of it, while another may sync', async () => {
    await put({ 'large.bin': randomBytes(60 * 1024 * 1024) })
    const { id } = await create('13:00')
    await clock.advance(61 * 60_000)
    await expect
      .poll(() => syncs.records().some(({ finishedPartsSize }) => finishedPartsSize > 0), { interval: 5 })
      .toBe(true)
    syncs.setUser(null)
    await syncs.idle()
    syncs.setUser('somebody else')
    await pass(60_000)
    expect(tasks()).toEqual([])
    syncs.setUser(person.user.userId)
    await pass(60_000)
    expect(tasks()).toMatchObject([{ id, syncStatus: 'finished', report: { failed: 0 } }])
    expect(await person.tree(target)).toEqual({ 'large.bin': 60 * 1024 * 1024 })
  })

  it('goes on where the client was ended in the middle of it', async () => {
    await put({ 'large.bin': randomBytes(40 * 1024 * 1024), 'small.txt': 'x' })
    await create('13:00')
    await clock.advance(61 * 60_000)
    await expect
      .poll(() => syncs.records().some(({ finishedPartsSize }) => finishedPartsSize > 0), { interval: 5 })
      .toBe(true)
    expect(tasks()).toMatchObject([{ syncStatus: 'syncing' }])
    expect(() =>
      syncs.answers.updateLocalSync({ id: tasks()[0]?.id ?? 0, syncTime: '01:00' }, async () => []),
    ).toThrow('正在同步')
    await close()
    await open()
    expect(tasks()).toMatchObject([{ syncStatus: expect.stringMatching(/wait|syncing/) }])
    await pass(60_000)
    expect(tasks()).toMatchObject([{ syncStatus: 'finished', report: { failed: 0 } }])
    expect(await person.tree(target)).toEqual({ 'large.bin': 40 * 1024 * 1024, 'small.txt': 1 })
    for (const { instanceId } of await person.list(target)) expect(await versionsOf(instanceId)).toBe(1)
  })
})
