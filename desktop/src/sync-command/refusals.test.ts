// @module-tag long
import { randomBytes } from 'node:crypto'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createToken, removeTokens } from '@clouddisk/contract/tokens'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWorld, type World } from '../../../server/test/world.ts'
import { openSyncFixture, type SyncFixture } from '../../test/sync-fixture.ts'
import { startSync } from '../../test/sync-process.ts'

/** How `clouddisk sync` ends where it cannot do its work. */

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

describe('refusals', () => {
  it('knows a token that is not valid, was removed, or may only read: 3', async () => {
    await at.put({ 'a.txt': 'aaa' })
    expect(await at.sync([], { env: { CLOUDDISK_TOKEN: 'cdt_nothing' } })).toMatchObject({
      code: 3,
      events: [
        {},
        { event: 'end', exitCode: 3, code: 'signedOut', message: expect.stringContaining('token') },
      ],
    })
    const reading = { env: { CLOUDDISK_TOKEN: await at.newToken('read') } }
    expect(await at.sync([], reading)).toMatchObject({ code: 3 })
    expect(await at.sync()).toMatchObject({ code: 0 })
    // The target is there now, so that the upload itself is refused.
    await at.put({ 'b.txt': 'bbb' })
    expect(await at.sync([], reading)).toMatchObject({ code: 3 })
    const { tokenId, token: removed } = await at.person.call(createToken, { name: 'gone', scope: 'write' })
    await at.person.call(removeTokens, { tokenIds: [tokenId] })
    expect(await at.sync([], { env: { CLOUDDISK_TOKEN: removed } })).toMatchObject({ code: 3 })
  })

  it('says that the server is away: 4', async () => {
    expect(await at.sync([], { server: 'http://127.0.0.1:9' })).toMatchObject({
      code: 4,
      events: [{}, { exitCode: 4, code: 'unreachable' }],
    })
  })

  it('says that there is no space: 5', async () => {
    await at.close()
    at = await openSyncFixture(world, { capacity: 100_000 })
    await at.put({ 'large.bin': randomBytes(300_000) })
    expect(await at.sync()).toMatchObject({ code: 5, events: [{}, { exitCode: 5, code: 'noSpace' }] })
  })

  it('runs once at a time for a folder: 6', async () => {
    await at.put({ 'a.txt': 'x', 'large.bin': randomBytes(80 * MIB) })
    const first = at.start()
    await first.saw('start')
    first.child.kill('SIGSTOP')
    expect(await at.sync()).toMatchObject({ code: 6, events: [{ exitCode: 6, code: 'otherRun' }] })
    first.child.kill('SIGCONT')
    expect(await first.ended).toMatchObject({ code: 0 })
    expect(await at.versionsAt('large.bin')).toBe(1)
  })

  it('takes the token from a file that others cannot read, and from no argument: 2', async () => {
    await at.put({ 'a.txt': 'aaa' })
    const file = join(at.root, 'token')
    await writeFile(file, `${at.token}\n`, { mode: 0o644 })
    const none = { env: { CLOUDDISK_TOKEN: undefined } }
    expect(await at.sync(['--token-file', file], none)).toMatchObject({
      code: 2,
      events: [{ code: 'tokenOpen' }],
    })
    await chmod(file, 0o640)
    expect(await at.sync(['--token-file', file], none)).toMatchObject({
      code: 2,
      events: [{ code: 'tokenOpen' }],
    })
    await rm(file)
    expect(await at.sync(['--token-file', file], none)).toMatchObject({
      code: 2,
      events: [{ code: 'tokenUnreadable', message: expect.stringContaining('Check --token-file') }],
    })
    await writeFile(file, `${at.token}\n`, { mode: 0o600 })
    expect(await at.sync(['--token-file', file], none)).toMatchObject({ code: 0 })
    expect(await at.sync([], none)).toMatchObject({ code: 2, events: [{ code: 'noToken' }] })
    expect(await at.sync(['--token', at.token])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('unknown option'),
    })
    // Nothing that is kept names it.
    const { stdout } = await at.sync(['--token-file', file], none)
    expect(stdout).not.toContain(at.token)
  })

  it.each([
    [['--daily', '25:00'], 'badTime'],
    [['--timeout', 'soon'], 'badSeconds'],
    [['--from', '/no/such/folder'], 'noFolder'],
    [['--to', '/a/../b'], 'badTarget'],
    [['--server', 'ftp://drive'], 'badAddress'],
    [['--state', '/dev/null/state'], 'badState'],
  ])('refuses %j: 2', async (args, code) => {
    const wrong = await at.sync(args)
    expect(wrong.code).toBe(2)
    expect(wrong.events.at(-1)).toMatchObject({
      event: 'end',
      exitCode: 2,
      code,
      message: expect.stringMatching(/./),
    })
  })

  it('names an address that is none in the language of the system', async () => {
    const wrong = await at.sync(['--server', 'ftp://drive'], { env: { LANG: 'zh_CN.UTF-8' } })
    expect(wrong.events.at(-1)).toMatchObject({
      message: expect.stringContaining('ftp://drive 不是服务器地址'),
    })
  })

  it('refuses a target that is a file, and options that are missing: 2', async () => {
    await at.person.upload('0', 'backup', Buffer.from('x'))
    expect(await at.sync()).toMatchObject({ code: 2, events: [{}, { code: 'targetIsFile' }] })
    const { code, stderr } = await startSync(['--server', world.baseUrl], {}).ended
    expect(code).toBe(2)
    expect(stderr).toContain('--from')
    expect((await startSync(['--help'], {}).ended).code).toBe(0)
  })
})
