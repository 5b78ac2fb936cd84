// @module-tag long
import { createHash } from 'node:crypto'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { createFolder } from '@clouddisk/contract/files'
import { addMembers, removeMembers } from '@clouddisk/contract/groups'
import { exportImport } from '@clouddisk/contract/imports'
import { MEMBER_ROLES } from '@clouddisk/contract/roles'
import { pathOf } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import excel from 'exceljs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importFrom, reportOf, startedImport, webDavSource } from '../../../test/import-from.ts'
import type { Person } from '../../../test/person.ts'
import { type Generated, type ScriptedDav, startScriptedDav } from '../../../test/servers/scripted-dav.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { runImport } from './import-job.ts'

const MB = 1024 * 1024
const GB = 1024 * MB
const LONG_MS = 120_000

let world: World
let admin: Person
let person: Person
let dav: ScriptedDav
let sourceId: string
beforeAll(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin()
})
beforeEach(async () => {
  person = await world.person()
  dav = await startScriptedDav()
  sourceId = await webDavSource(admin, dav.address)
})
afterEach(async () => {
  await dav.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

/** Bytes that differ from block to block, made while they are sent. */
function made(size: number): Generated & { readonly sha256: () => string } {
  function* bytes() {
    for (let at = 0; at < size; at += MB) {
      const block = Buffer.alloc(Math.min(MB, size - at), `block ${at} `)
      yield block
    }
  }
  return {
    size,
    bytes,
    sha256: () => {
      const hash = createHash('sha256')
      for (const block of bytes()) hash.update(block)
      return hash.digest('hex')
    },
  }
}

describe('an import where the space is full', () => {
  it('brings what fits, ends with what is missing, and goes on after more space (R56)', async () => {
    const small = await world.person(undefined, { capacity: 10_000 })
    dav.put('a.bin', Buffer.alloc(4000, 'a'))
    dav.put('b.bin', Buffer.alloc(9000, 'b'))
    dav.put('c.bin', Buffer.alloc(5000, 'c'))
    dav.put('folder/d.bin', Buffer.alloc(900, 'd'))
    dav.put('folder/e.bin', Buffer.alloc(3000, 'e'))
    const full = await importFrom(world, small, { sourceId })
    expect(full.about).toMatchObject({ state: 'failed', counts: { imported: 3, failed: 2 } })
    // 9,900 of 10,000 bytes are used; 12,000 more are needed.
    expect(full.about.reason).toContain('还差 11.62 KB')
    expect(full.job.list).toMatchObject([{ errcode: 50002, errmsg: expect.stringContaining('11.62 KB') }])
    expect(full.outcomes['b.bin']).toContain('不足')
    expect(await small.tree()).toEqual({ 'a.bin': 4000, 'c.bin': 5000, folder: { 'd.bin': 900 } })
    await admin.call(updatePerson, { userId: small.user.userId, totalCapacity: 100_000 })
    const again = await importFrom(world, small, { sourceId })
    expect(again.importId).toBe(full.importId)
    expect(again.about).toMatchObject({
      state: 'done',
      reason: null,
      counts: { imported: 2, there: 3, failed: 0 },
    })
    expect(await small.tree()).toMatchObject({ 'b.bin': 9000, folder: { 'e.bin': 3000 } })
  })

  it('finds out also of files whose size the listing does not say (R56)', async () => {
    const small = await world.person(undefined, { capacity: 3000 })
    for (const name of ['a', 'b'])
      dav.put(`${name}.bin`, { size: 2000, bytes: () => [Buffer.alloc(2000, name)], isSizeUnknown: true })
    const { about } = await importFrom(world, small, { sourceId })
    expect(about).toMatchObject({ state: 'failed', counts: { imported: 1, failed: 1 } })
    expect(about.reason).toContain('还差 1000 B')
  })

  it('counts a file once that changes while it is read (R56)', async () => {
    const small = await world.person(undefined, { capacity: 1_000_000 })
    dav.put('a.bin', { size: 600_000, bytes: () => [Buffer.alloc(600_000, 'a')], isSizeUnknown: true })
    dav.instead = (call, response) => {
      if (call !== 'GET a.bin') return false
      dav.instead = () => false
      response.writeHead(200, { 'content-length': 600_000, etag: '"before"' })
      response.write(Buffer.alloc(100_000), () => response.destroy())
      return true
    }
    const { about } = await importFrom(world, small, { sourceId })
    expect(about).toMatchObject({ state: 'done', counts: { imported: 1, failed: 0 } })
  })

  it('reads no more than fits of files that are larger than their listing says (R56)', async () => {
    const small = await world.person(undefined, { capacity: 1_000_000 })
    const stored = async () => {
      const { sum } = await world.ctx.db.reader
        .selectFrom('blob')
        .select((eb) => eb.fn.sum<string>('size').as('sum'))
        .executeTakeFirstOrThrow()
      return Number(sum)
    }
    const before = await stored()
    for (const name of ['a', 'b', 'c', 'd'])
      dav.put(`${name}.bin`, {
        size: 900_000,
        isSizeUnknown: true,
        bytes: function* () {
          yield Buffer.alloc(900_000, name)
        },
      })
    const { about } = await importFrom(world, small, { sourceId })
    expect(about).toMatchObject({ state: 'failed', counts: { imported: 1, failed: 3 } })
    expect((await stored()) - before).toBe(900_000)
  })
})

it('refuses a file above the size limit that only its answer announces (R56)', async () => {
  dav.put('huge.bin', { size: 80 * GB + 1, bytes: () => [], isSizeUnknown: true })
  dav.put('a.txt', 'a')
  const { about, outcomes } = await importFrom(world, person, { sourceId })
  expect(about.state).toBe('done')
  expect(outcomes['huge.bin']).toContain('超过 80 GB')
  expect(await person.tree()).toEqual({ 'a.txt': 1 })
})

it('brings a file of several parts byte for byte (R56)', { timeout: LONG_MS }, async () => {
  const big = made(70 * MB + 12_345)
  dav.put('big.bin', big)
  const { outcomes } = await importFrom(world, person, { sourceId })
  expect(outcomes['big.bin']).toBe('imported')
  const [file] = await person.list()
  const bytes = await person.download(file?.instanceId ?? '')
  expect(bytes.length).toBe(big.size)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(big.sha256())
})

it('shows files with their times of before, never with one that is still to come (R56)', async () => {
  const then = new Date('2011-12-13T14:15:16Z')
  dav.put('old.txt', 'old', then)
  dav.put('future.txt', 'future', new Date('2190-01-01T00:00:00Z'))
  await person.upload('0', 'here.txt', Buffer.from('here'))
  const before = Date.now()
  await importFrom(world, person, { sourceId })
  const times = new Map((await person.list()).map((one) => [one.instanceName, one.updateTime]))
  expect(times.get('old.txt')).toBe(then.toISOString())
  expect(Date.parse(times.get('future.txt') ?? '')).toBeGreaterThan(before - 1000)
  expect(Date.parse(times.get('future.txt') ?? '')).toBeLessThanOrEqual(world.ctx.now().getTime())
})

it('answers its report as a workbook in the language of its reader (R56)', async () => {
  dav.put('=1+1.txt', 'formula')
  dav.put('a:b.txt', 'renamed')
  dav.put('denied.txt', 'x')
  dav.instead = (call, response) => {
    if (call !== 'GET denied.txt') return false
    response.writeHead(403).end()
    return true
  }
  const { importId } = await importFrom(world, person, { sourceId })
  expect(await rowsOf(person, importId)).toEqual([
    ['旧网盘中的路径', '结果', '现在的名称', '改名', '大小（字节）', '原因'],
    ['=1+1.txt', '已导入', '=1+1.txt', undefined, 7],
    ['a:b.txt', '已导入', 'a-b.txt', '是', 7],
    ['denied.txt', '失败', undefined, undefined, 1, expect.stringContaining('“denied.txt”')],
  ])
  const english = await rowsOf(person.speaking('en-US'), importId)
  expect(english[0]).toEqual([
    'Path on old drive',
    'Result',
    'Name here',
    'Renamed',
    'Size (bytes)',
    'Reason',
  ])
  expect(english[3]?.[5]).toContain('doesn’t let this account read')
})

async function rowsOf(reader: Person, importId: string): Promise<unknown[][]> {
  const answer = await reader.fetch(pathOf(exportImport, { importId }))
  expect(answer.status).toBe(200)
  const book = new excel.Workbook()
  await book.xlsx.load(await answer.arrayBuffer())
  const rows: unknown[][] = []
  book.worksheets[0]?.eachRow((row) => rows.push((row.values as unknown[]).slice(1)))
  return rows
}

describe('an import into the folder of a group', () => {
  it.each(MEMBER_ROLES)('is for a %s as uploads are (R56)', async (role) => {
    const owner = await world.person()
    const { rootId } = await world.group(owner, [[person, role]])
    dav.put('a.txt', 'a')
    const asked = { sourceId, targeParentId: rootId }
    if (['manager', 'linker', 'editor'].includes(role)) {
      expect((await importFrom(world, person, asked)).about.counts).toMatchObject({ imported: 1 })
      expect(await owner.tree(rootId)).toEqual({ 'a.txt': 1 })
    } else await expect(startedImport(person, asked)).rejects.toMatchObject({ name: 'not_permitted' })
  })

  it('fails once the importer has left the group, which keeps the imported files (R56)', async () => {
    const owner = await world.person()
    const { groupId, rootId } = await world.group(owner, [[person, 'editor']])
    for (let n = 0; n < 60; n++) dav.put(`a/${n}.txt`, `${n}`)
    dav.put('b/c.txt', 'c')
    const asked = { sourceId, targeParentId: rootId }
    const { jobId, importId } = await startedImport(person, asked)
    const leaving = { groupId, principalIds: [person.user.userId] }
    dav.instead = (call, response) => {
      if (call !== 'PROPFIND b/' || response.headersSent) return false
      void owner.call(removeMembers, leaving).finally(() => response.writeHead(404).end())
      return true
    }
    dav.put('b/d/e.txt', 'e')
    dav.put('z/last.txt', 'z')
    await runImport(world.ctx, jobId, true)
    const { about } = await reportOf(person, jobId, importId)
    expect(about).toMatchObject({ state: 'failed', counts: { imported: 60 } })
    expect(about.reason).not.toBeNull()
    expect(await owner.tree(rootId)).toMatchObject({ b: {}, z: {} })
    expect(Object.keys((await owner.tree(rootId)).a ?? {})).toHaveLength(60)
    await owner.call(addMembers, {
      groupId,
      members: [{ principalType: 'user', principalId: person.user.userId, role: 'editor' }],
    })
    dav.instead = () => false
    expect((await importFrom(world, person, asked)).about).toMatchObject({ state: 'done' })
    expect(await owner.tree(rootId)).toMatchObject({ b: { 'c.txt': 1 }, z: { 'last.txt': 1 } })
  })

  it('charges the owner of a shared folder, and says whose space is full (R56)', async () => {
    const owner = await world.person(undefined, { capacity: 1000, realName: '王芳' })
    const { instanceId } = await owner.call(createFolder, { parentId: '0', instanceName: 'shared' })
    await owner.call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType: 'user', principalId: person.user.userId, role: 'editor' }],
    })
    dav.put('a.bin', Buffer.alloc(2000))
    const { about } = await importFrom(world, person, { sourceId, targeParentId: instanceId })
    expect(about.state).toBe('failed')
    expect(about.reason).toContain('王芳')
  })
})
