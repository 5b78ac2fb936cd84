// @module-tag long
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { removeInstances } from '@clouddisk/contract/files'
import { pageTokens } from '@clouddisk/contract/tokens'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../server/test/world.ts'
import { openRelay } from '../../test/relay.ts'
import { openSyncFixture, type SyncFixture } from '../../test/sync-fixture.ts'
import { startSync } from '../../test/sync-process.ts'

/** `clouddisk sync` as a process, against the real server. */

const MIB = 1024 * 1024

let world: World
let at: SyncFixture
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  at = await openSyncFixture(world)
})
afterEach(() => at.close())

describe('a run', () => {
  it('creates the target and sends all, then what has changed, and deletes nothing (R223)', async () => {
    await at.put({
      'a.txt': 'aaa',
      'b/c.txt': 'ccc',
      'b/d/e.bin': randomBytes(9 * MIB),
      'b/x.log': 'x',
      'Thumbs.db': 'x',
    })
    await symlink(at.source, join(at.source, 'b', 'loop'))
    const first = await at.sync(['--ignore', '*.log'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.events.at(0)).toMatchObject({ event: 'start', from: at.source, time: expect.any(String) })
    expect(first.events.filter(({ event }) => event === 'sent')).toHaveLength(3)
    expect(first.events).toContainEqual(
      expect.objectContaining({ event: 'sent', path: 'b/d/e.bin', size: 9 * MIB }),
    )
    expect(first.events.at(-1)).toMatchObject({
      ...{ event: 'end', exitCode: 0, files: 3, uploaded: 3, unchanged: 0, ignored: 2, failed: 0 },
      bytes: 9 * MIB + 6,
    })
    const tree = { 'a.txt': 3, b: { 'c.txt': 3, d: { 'e.bin': 9 * MIB } } }
    expect(await at.treeOfMail()).toEqual(tree)
    // The server shows where the token is used, and the run (G12).
    expect((await at.person.call(pageTokens, {})).list).toMatchObject([
      { client: { name: hostname(), localSync: { uploaded: 3, failed: 0 } } },
    ])

    const second = await at.sync(['--ignore', '*.log'])
    expect(second.events.at(-1)).toMatchObject({ exitCode: 0, uploaded: 0, unchanged: 3, bytes: 0 })

    // Changed, touched and removed.
    await at.put({ 'a.txt': 'aab' })
    await utimes(join(at.source, 'b', 'c.txt'), new Date(), new Date('2020-01-01'))
    await rm(join(at.source, 'b', 'd'), { recursive: true })
    const dry = await at.sync(['--ignore', '*.log', '--dry-run'])
    expect(dry.events.filter(({ event }) => event === 'wouldSend')).toMatchObject([
      { path: 'a.txt', size: 3 },
    ])
    expect(await at.versionsAt('a.txt')).toBe(1)
    const third = await at.sync(['--ignore', '*.log'])
    expect(third.events.at(-1)).toMatchObject({ exitCode: 0, uploaded: 1, unchanged: 1 })
    expect(await at.treeOfMail()).toEqual(tree)
    expect((await at.person.download(await at.idAt('backup', 'mail', 'a.txt'))).toString()).toBe('aab')
    expect(await at.versionsAt('a.txt')).toBe(2)
    expect(await at.versionsAt('b', 'c.txt')).toBe(1)
  })

  it('fails files whose names differ by case alone, and always sends the same of them', async () => {
    await at.put({ 'Docs/A.txt': 'large', 'Docs/a.txt': 'small', 'docs/a.txt': 'other', 'b.txt': 'b' })
    for (const uploaded of [2, 0]) {
      const { code, events } = await at.sync()
      expect(code).toBe(1)
      expect(events.at(-1)).toMatchObject({ exitCode: 1, files: 2, uploaded, failed: 2 })
      const failed = events.flatMap((one) => (one.event === 'failed' ? [[one.path, one.code]] : []))
      expect(failed.sort()).toEqual([
        ['Docs/a.txt', 'sameName'],
        ['docs/a.txt', 'sameName'],
      ])
    }
    const id = await at.idAt('backup', 'mail', 'Docs', 'A.txt')
    expect((await at.person.download(id)).toString()).toBe('large')
    expect(await at.versionsAt('Docs', 'A.txt')).toBe(1)
  })

  // Other systems have no such names.
  it.runIf(process.platform === 'linux')('fails files and folders whose names are not UTF-8', async () => {
    const below = (...bytes: number[]) => Buffer.concat([Buffer.from(`${at.source}/`), Buffer.from(bytes)])
    await writeFile(below(0xc4, 0xe3, 0x2e, 0x74), 'x')
    await mkdir(below(0xba, 0xc3))
    await at.put({ 'a.txt': 'a' })
    const { code, events } = await at.sync()
    expect(code).toBe(1)
    expect(events.filter(({ event }) => event === 'failed')).toMatchObject([
      { code: 'notUtf8' },
      { code: 'notUtf8' },
    ])
    expect(await at.treeOfMail()).toEqual({ 'a.txt': 1 })
  })

  it('creates nothing in a dry run', async () => {
    await at.put({ 'a.txt': 'aaa' })
    expect(await at.sync(['--dry-run'])).toMatchObject({ code: 0 })
    expect(await at.person.list()).toEqual([])
  })

  it('sends all again into a target that was deleted', async () => {
    await at.put({ 'a.txt': 'aaa' })
    await at.sync()
    await at.person.call(removeInstances, {
      instanceIds: [await at.idAt('backup')],
    })
    expect((await at.sync()).events.at(-1)).toMatchObject({ uploaded: 1 })
    expect(await at.treeOfMail()).toEqual({ 'a.txt': 3 })
  })

  it('sends into a group that is named', async () => {
    await world.group(at.person, [], { name: 'Archive' })
    await at.put({ 'a.txt': 'aaa' })
    expect(await at.sync(['--group', 'Archive'])).toMatchObject({ code: 0 })
    expect(await at.person.list()).toEqual([])
    expect(await at.sync(['--group', 'Nothing'])).toMatchObject({
      code: 2,
      events: [{}, { code: 'noGroup' }],
    })
  })

  it('sends the others where a name is refused, says so, and exits with 1', async () => {
    await at.put({ 'good.txt': 'x', 'bad:name.txt': 'x' })
    const { code, events } = await at.sync()
    expect(code).toBe(1)
    const failed = events.filter(({ event }) => event === 'failed')
    expect(failed).toMatchObject([
      { path: 'bad:name.txt', code: expect.any(String), message: expect.stringMatching(/./) },
    ])
    expect(events.at(-1)).toMatchObject({ exitCode: 1, uploaded: 1, failed: 1 })
    expect(await at.treeOfMail()).toEqual({ 'good.txt': 1 })
  })

  it('speaks plain text on standard error without --json', async () => {
    await at.put({ 'a.txt': 'aaa' })
    const args = [
      '--server',
      world.baseUrl,
      '--from',
      at.source,
      '--to',
      '/',
      '--state',
      join(at.root, 'state'),
    ]
    // A line of its own, and what turns a terminal red.
    const forged = 'b\n2 files: 2 sent\u001b[31m.txt'
    await at.put({ [forged]: 'b' })
    const dry = await startSync([...args, '--dry-run'], { CLOUDDISK_TOKEN: at.token }).ended
    expect(dry.stderr).toContain('would send b\\x0a2 files: 2 sent\\x1b[31m.txt (1 bytes)\n')
    await rm(join(at.source, forged))
    const english = await startSync(args, { CLOUDDISK_TOKEN: at.token }).ended
    expect(english).toMatchObject({ code: 0, stdout: '' })
    expect(english.stderr).toContain('sent a.txt (3 bytes)')
    expect(english.stderr).toContain('1 files: 1 sent, 0 unchanged')
    const chinese = await startSync(args, { CLOUDDISK_TOKEN: at.token, LANG: 'zh_CN.UTF-8' }).ended
    expect(chinese.stderr).toContain('共 1 个文件：上传 0，未变 1')
  })
})

describe('a run that is cut off', () => {
  it('goes on after kill -9 and sends nothing twice', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `small ${at}.txt`)
    await at.put({
      'large.bin': randomBytes(60 * MIB),
      ...Object.fromEntries(names.map((name) => [name, name])),
    })
    for (let kills = 0; kills < 3; kills++) {
      const running = at.start()
      await running.saw(kills === 0 ? 'start' : 'sent').catch(() => undefined)
      running.child.kill('SIGKILL')
      await running.ended
    }
    expect(await at.sync()).toMatchObject({ code: 0 })
    expect(await at.treeOfMail()).toEqual({
      'large.bin': 60 * MIB,
      ...Object.fromEntries(names.map((name) => [name, name.length])),
    })
    for (const name of ['large.bin', ...names]) expect(await at.versionsAt(name)).toBe(1)
    expect((await at.sync()).events.at(-1)).toMatchObject({ uploaded: 0, unchanged: 41 })
  })

  it('ends in order on SIGTERM, with 130, and goes on', async () => {
    await at.put({ 'a.txt': 'x', 'large.bin': randomBytes(80 * MIB) })
    const relay = await openRelay(world.baseUrl, 20 * MIB)
    const running = at.start([], { server: relay.origin })
    await relay.held
    running.child.kill('SIGTERM')
    expect(await running.ended).toMatchObject({ code: 130, stderr: '' })
    expect(running.events.at(-1)).toMatchObject({ event: 'end', exitCode: 130, code: 'aborted' })
    relay.cut()
    await relay.mend()
    expect(await at.sync([], { server: relay.origin })).toMatchObject({ code: 0 })
    relay.cut()
    expect(await at.treeOfMail()).toEqual({ 'a.txt': 1, 'large.bin': 80 * MIB })
    expect(await at.versionsAt('large.bin')).toBe(1)
  })

  it('ends with code 4 when the server stops during a run, and the next run resumes', async () => {
    await at.put({ 'a.txt': 'x', 'large.bin': randomBytes(80 * MIB) })
    const relay = await openRelay(world.baseUrl, 20 * MIB)
    const running = at.start(['--timeout', '2'], { server: relay.origin })
    await relay.held
    relay.cut()
    expect(await running.ended).toMatchObject({ code: 4 })
    expect(running.events.at(-1)).toMatchObject({ event: 'end', exitCode: 4, code: 'stalled' })
    await relay.mend()
    expect(await at.sync(['--timeout', '60'], { server: relay.origin })).toMatchObject({ code: 0 })
    expect(await at.treeOfMail()).toEqual({ 'a.txt': 1, 'large.bin': 80 * MIB })
    expect(await at.versionsAt('large.bin')).toBe(1)
    relay.cut()
  })
})

it('stays with --daily, says when it runs next, and ends with 0 while it waits', async () => {
  await at.put({ 'a.txt': 'x' })
  const waiting = at.start(['--daily', '02:30'])
  await waiting.saw('waiting')
  waiting.child.kill('SIGTERM')
  expect(await waiting.ended).toMatchObject({ code: 0 })
  expect(await at.person.list()).toEqual([])
  // A run that was missed is made up for at the next start.
  const [folder = ''] = await readdir(join(at.root, 'state'))
  const path = join(at.root, 'state', folder, 'next-run.json')
  await writeFile(
    path,
    JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), next: Date.now() - 1000 }),
  )
  const late = at.start(['--daily', '02:30'])
  await late.saw('waiting')
  late.child.kill('SIGTERM')
  expect(await late.ended).toMatchObject({ code: 0 })
  expect(await at.treeOfMail()).toEqual({ 'a.txt': 1 })
})
