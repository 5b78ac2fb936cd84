// @module-tag long
import type { ServerResponse } from 'node:http'
import { createFolder } from '@clouddisk/contract/files'
import { queryImportFolder } from '@clouddisk/contract/imports'
import { cancelJob } from '@clouddisk/contract/jobs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { importFrom, reportOf, startedImport, webDavSource } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import {
  fileAt,
  folderAt,
  folderEntry,
  type ScriptedDav,
  sendMultistatus,
  startScriptedDav,
} from '../../../test/servers/scripted-dav.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runImport } from './import-job.ts'

const LONG_MS = 120_000

let world: World
let person: Person
let dav: ScriptedDav
let sourceId: string
beforeAll(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
})
beforeEach(async () => {
  person = await world.person()
  dav = await startScriptedDav()
  sourceId = await webDavSource(await world.admin(), dav.address)
})
afterEach(async () => {
  await dav.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const reads = () => dav.calls.filter((call) => call.startsWith('GET '))
const manyFiles = (count: number) => {
  for (let n = 0; n < count; n++) dav.put(`a/${n}.txt`, `${n}`)
}

it('fails if sign-in is refused during the import, keeps imported files, and resumes after a new sign-in (R56)', async () => {
  manyFiles(120)
  dav.instead = (call, response) => {
    if (!call.startsWith('GET') || reads().length <= 70) return false
    response.writeHead(401, { 'www-authenticate': 'Basic realm="old"' }).end()
    return true
  }
  const { about } = await importFrom(world, person, { sourceId })
  expect(about).toMatchObject({
    state: 'failed',
    reason: '旧网盘的用户名或密码错误。请重新输入。',
    counts: { failed: 0 },
  })
  const { imported } = about.counts
  // Five others may be cut off while they are read.
  expect(imported).toBeGreaterThanOrEqual(70 - 5)
  expect(imported).toBeLessThanOrEqual(70)
  // An account is locked after some wrong passwords: the files that were being read are the last that are asked for.
  expect(reads().length).toBeLessThanOrEqual(70 + 6)
  dav.instead = () => false
  const again = await importFrom(world, person, { sourceId })
  expect(again.about).toMatchObject({ state: 'done', counts: { imported: 120 - imported, there: imported } })
  expect(Object.keys((await person.tree()).a ?? {})).toHaveLength(120)
})

it.each([
  [403, '旧网盘不允许此账号读取'],
  [404, '旧网盘中没有'],
  [410, '旧网盘中没有'],
  [405, '旧网盘的回答无法识别：返回 HTTP 405'],
])('lists a file that is answered with %i, and imports the others (R56)', async (status, reason) => {
  dav.put('a.txt', 'a')
  dav.put('bad.txt', 'b')
  dav.put('folder/c.txt', 'c')
  dav.instead = (call, response) => {
    if (call !== 'GET bad.txt' && call !== 'PROPFIND folder/') return false
    response.writeHead(status).end()
    return true
  }
  const { about, outcomes } = await importFrom(world, person, { sourceId })
  expect(about).toMatchObject({ state: 'done', counts: { imported: 1, failed: 2 } })
  expect(outcomes['bad.txt']).toContain(reason)
  expect(outcomes.folder).toContain(reason)
  dav.instead = () => false
  expect((await importFrom(world, person, { sourceId })).about.counts).toMatchObject({
    imported: 2,
    there: 1,
    failed: 0,
  })
  expect(await person.tree()).toEqual({ 'a.txt': 1, 'bad.txt': 1, folder: { 'c.txt': 1 } })
})

it('tries again where the server fails for a moment (R56)', async () => {
  dav.put('a.txt', 'a')
  let faults = 0
  dav.instead = (_call, response) => {
    if (faults++ % 2 === 1) return false
    response.writeHead(503).end()
    return true
  }
  expect((await importFrom(world, person, { sourceId })).about).toMatchObject({
    state: 'done',
    counts: { imported: 1, failed: 0 },
  })
})

it('ends where the server fails for good, with cause and remedy (R56)', { timeout: LONG_MS }, async () => {
  manyFiles(60)
  dav.instead = (call, response) => {
    if (!call.startsWith('GET') || reads().length <= 50) return false
    response.writeHead(500).end()
    return true
  }
  const { about } = await importFrom(world, person, { sourceId })
  expect(about).toMatchObject({
    state: 'failed',
    reason: '连不上旧网盘：返回 HTTP 500。请稍后重试，或联系管理员检查地址。',
    counts: { imported: 50 },
  })
  dav.instead = () => false
  expect((await importFrom(world, person, { sourceId })).about).toMatchObject({
    state: 'done',
    counts: { there: 50, imported: 10 },
  })
})

it('fails if the imported folder is removed during the import (R56)', async () => {
  manyFiles(200)
  dav.instead = (call, response) => {
    if (reads().length <= 50 || !/^(GET|PROPFIND) a\//.test(call)) return false
    response.writeHead(404).end()
    return true
  }
  const { about } = await importFrom(world, person, { sourceId, path: 'a' })
  expect(about).toMatchObject({
    state: 'failed',
    reason: '旧网盘中没有“a”，可能已被移动或删除。请刷新列表。',
  })
  expect(about.counts.imported).toBe(50)
  expect(reads().length).toBeLessThan(100)
})

it('follows a redirect on the server itself, and none to another one (R56)', async () => {
  const other = await startScriptedDav()
  try {
    other.put('a.txt', 'from elsewhere')
    dav.put('real.txt', 'here')
    dav.put('moved.txt', 'x')
    dav.put('away.txt', 'x')
    dav.put('local.txt', 'x')
    const targets: Record<string, string> = {
      'GET moved.txt': `${new URL(dav.address).pathname}real.txt`,
      'GET away.txt': `${other.address}a.txt`,
      'GET local.txt': 'file:///etc/passwd',
    }
    dav.instead = (call, response) => {
      const location = targets[call]
      if (location === undefined) return false
      response.writeHead(302, { location }).end()
      return true
    }
    const { outcomes } = await importFrom(world, person, { sourceId })
    expect(outcomes['moved.txt']).toBe('imported')
    expect(outcomes['away.txt']).toContain(`转到了另一台服务器 ${new URL(other.address).host}`)
    expect(outcomes['local.txt']).toContain('转到了另一台服务器')
    expect(other.calls).toEqual([])
    expect(await person.tree()).toEqual({ 'moved.txt': 4, 'real.txt': 4 })
  } finally {
    await other.stop()
  }
})

it('lists folders at the address that they are redirected to (R56)', async () => {
  dav.put('real/a.txt', 'here')
  const own = await webDavSource(await world.admin(), `${new URL(dav.address).origin}/dav/old/`)
  dav.instead = (call, response, request) => {
    if (!call.startsWith('PROPFIND old/') && !call.startsWith('GET old/')) return false
    response.writeHead(301, { location: request.url?.replace('/old/', '/real/') }).end()
    return true
  }
  const { about, outcomes } = await importFrom(world, person, { sourceId: own })
  expect(about.state).toBe('done')
  expect(outcomes).toEqual({ 'a.txt': 'imported' })
})

it('gives up redirects that lead in a circle (R56)', async () => {
  dav.instead = (_call, response) => {
    response.writeHead(301, { location: '/dav/' }).end()
    return true
  }
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_answer',
  })
  expect(dav.calls.length).toBeLessThan(10)
})

it('takes only what lies right in a folder from its listing (R56)', async () => {
  dav.put('folder/a.txt', 'a')
  const { origin } = new URL(dav.address)
  dav.instead = (call, response) =>
    call === 'PROPFIND folder/' &&
    sendMultistatus(response, [
      folderEntry('folder/'),
      fileAt(`${origin}/dav/folder/a.txt`),
      // The folder above, itself once more, and what lies deeper, beside or on another path.
      folderAt('/dav/'),
      folderAt('/dav/folder'),
      folderAt('/dav/folder/../'),
      folderAt('/dav/folder/%2E%2E/'),
      folderAt('/dav/folder/./'),
      fileAt('/dav/folder/deep/b.txt'),
      fileAt('/dav/beside.txt'),
      fileAt('/etc/passwd'),
      fileAt('/dav/folder/a%2F..%2Fb.txt'),
      fileAt('/dav/folder/nul%00.txt'),
      fileAt('file:///etc/passwd'),
      fileAt(''),
    ])
  const { about, items } = await importFrom(world, person, { sourceId })
  expect(items.map(({ path }) => path)).toEqual(['folder/a.txt'])
  expect(about.state).toBe('done')
  expect(dav.calls.filter((call) => call.startsWith('PROPFIND'))).toEqual([
    'PROPFIND ',
    'PROPFIND ',
    'PROPFIND folder/',
  ])
})

it('refuses a listing of another folder, which would look empty (R56)', async () => {
  dav.instead = (_call, response) =>
    sendMultistatus(response, [folderAt('/remote.php/dav/'), fileAt('/remote.php/dav/a.txt')])
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_answer',
  })
})

it('stops at the depth that folders may have where folders hold each other for ever (R56)', {
  timeout: LONG_MS,
}, async () => {
  dav.instead = (call, response) => {
    const path = call.replace('PROPFIND ', '')
    return sendMultistatus(response, [folderEntry(path), folderEntry(`${path}again/`)])
  }
  const { about, items } = await importFrom(world, person, { sourceId })
  expect(about).toMatchObject({ state: 'done', counts: { failed: 1 } })
  expect(items.at(-1)).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('层') })
})

const text = 'x'.repeat(64 * 1024)
it.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY b "bbbb">]><multistatus xmlns="DAV:">&b;</multistatus>'],
  ['an entity that is not declared', '<multistatus xmlns="DAV:"><response>&b;</response></multistatus>'],
  ['no WebDAV', '<html><body>Sign in</body></html>'],
  ['no XML', 'nothing here'],
  ['an end too early', '<multistatus xmlns="DAV:"><response>'],
  ['nothing', ''],
  ['a depth without end', `<multistatus xmlns="DAV:">${'<a>'.repeat(10_000)}`],
  ['bytes that are no UTF-8', Buffer.from('<multistatus xmlns="DAV:">\xff\xfe</multistatus>', 'latin1')],
])('refuses an answer with %s (R56)', async (_what, body) => {
  dav.instead = (_call, response) => {
    response.writeHead(207, { 'content-type': 'application/xml' }).end(body)
    return true
  }
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_answer',
  })
})

it.each([
  ['text', '<multistatus xmlns="DAV:"><response><href>'],
  ['attribute', '<multistatus xmlns="DAV:"><response a="'],
  ['comment', '<multistatus xmlns="DAV:"><!-- '],
  ['name', '<multistatus xmlns="DAV:"><'],
])('stops reading a %s that does not end (R56)', async (_what, start) => {
  let sent = 0
  const closed = Promise.withResolvers<void>()
  dav.instead = (_call, response) => {
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.write(start)
    const more = () => {
      while (!response.destroyed && response.write(text)) sent += text.length
    }
    response.on('drain', more)
    response.on('close', () => closed.resolve())
    more()
    return true
  }
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_answer',
  })
  await closed.promise
  // What the connection holds comes on top.
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

it('stops reading a listing that has more entries than a folder may have (R56)', {
  timeout: LONG_MS,
}, async () => {
  const closed = Promise.withResolvers<void>()
  dav.instead = (_call, response) => {
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.write(`<multistatus xmlns="DAV:">${folderEntry('')}`)
    let n = 0
    const more = () => {
      while (!response.destroyed && response.write(fileAt(`/dav/${n++}`).repeat(50)));
    }
    response.on('drain', more)
    response.on('close', () => closed.resolve())
    more()
    return true
  }
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_too_many',
  })
  await closed.promise
})

it('ends soon where it is cancelled while the server is silent (R56)', async () => {
  manyFiles(1)
  const { jobId, importId } = await startedImport(person, { sourceId })
  const asked = Promise.withResolvers<void>()
  dav.instead = (call) => {
    if (call.startsWith('GET')) asked.resolve()
    return call.startsWith('GET')
  }
  const run = runImport(world.ctx, jobId, true)
  await asked.promise
  await person.call(cancelJob, { jobId })
  await run
  expect((await reportOf(person, jobId, importId)).about).toMatchObject({ state: 'cancelled' })
  expect(await person.tree()).toEqual({ a: {} })
})

it('keeps no other call waiting while an old drive is slow to answer (R56)', async () => {
  const held: ServerResponse[] = []
  dav.instead = (_call, response) => held.push(response) > 0
  const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
  const asked = people.flatMap((one) => [1, 2].map(() => startedImport(one, { sourceId })))
  await expect.poll(() => held.length, { timeout: 20_000 }).toBe(12)
  await person.call(createFolder, { parentId: '0', instanceName: 'meanwhile' })
  dav.instead = () => false
  for (const response of held) response.writeHead(404).end()
  for (const { status } of await Promise.allSettled(asked)) expect(status).toBe('rejected')
})

it('lists 5,000 names of 1,000 bytes each and serves others meanwhile (R56)', async () => {
  const name = '云'.repeat(300)
  dav.instead = (call, response) =>
    call === 'PROPFIND ' &&
    sendMultistatus(response, [
      folderAt('/dav/'),
      ...Array.from({ length: 5000 }, (_, n) => fileAt(`/dav/${encodeURIComponent(name)}${n}`)),
    ])
  expect(await person.call(queryImportFolder, { sourceId, path: '' })).toMatchObject({ files: 5000 })
})

it('refuses a listing with an address that is no name any more (R56)', async () => {
  dav.instead = (call, response) =>
    call === 'PROPFIND ' &&
    sendMultistatus(response, [folderAt('/dav/'), fileAt(`/dav/${'%E4'.repeat(6000)}`)])
  await expect(person.call(queryImportFolder, { sourceId, path: '' })).rejects.toMatchObject({
    name: 'import_answer',
    message: expect.stringContaining('回答过长'),
  })
})
