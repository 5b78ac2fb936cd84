// @module-tag long
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { createFolder } from '@clouddisk/contract/files'
import { maskName } from '@clouddisk/contract/masking'
import type { ShareRole } from '@clouddisk/contract/roles'
import { pathOf, type Reply } from '@clouddisk/contract/route'
import {
  checkUploadUser,
  createShare,
  downloadUsers,
  pageShares,
  querySharingUsers,
  uploadUsers,
} from '@clouddisk/contract/shares'
import excel from 'exceljs'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { utils, write } from 'xlsx'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let other: Person
let third: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  const people = [world.person(), world.person(), world.person()]
  ;[owner, other, third] = (await Promise.all(people)) as [Person, Person, Person]
})
afterAll(() => world.close())

type Rows = (string | number)[][]
async function xlsx(rows: Rows): Promise<Buffer> {
  const book = new excel.Workbook()
  book.addWorksheet('people').addRows(rows)
  return Buffer.from(await book.xlsx.writeBuffer())
}
function xls(rows: Rows): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'people')
  return write(book, { type: 'buffer', bookType: 'biff8' })
}

type Answer = Reply<typeof checkUploadUser>
async function send(
  person: Person,
  route: typeof checkUploadUser | typeof uploadUsers,
  file: { name: string; bytes: Uint8Array } | undefined,
  fields: Record<string, string> = {},
): Promise<{ status: number; errcode: number; data: Answer }> {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  if (file) form.set('file', new File([new Uint8Array(file.bytes)], file.name))
  const answer = await person.fetch(pathOf(route), { method: 'POST', body: form })
  const { errcode, data } = (await answer.json()) as { errcode: number; data: Answer }
  return { status: answer.status, errcode, data }
}
const account = (person: Person) => person.user.userName
const idOf = (person: Person) => person.user.userId
async function shared(role: ShareRole = 'viewer') {
  const { instanceId } = await owner.call(createFolder, { instanceName: 'plans' })
  const { shares } = await owner.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: idOf(other), role }],
  })
  return { instanceId, fileSharingId: shares[0]?.fileSharingId ?? '' }
}

describe('a list of people', () => {
  it.each([
    ['xlsx', xlsx],
    ['xls', async (rows: Rows) => xls(rows)],
  ])('as .%s is read row by row, and told what is wrong with each', async (ext, make) => {
    const frozen = await world.person()
    await world.ctx.db.pool.query(`update person set status = 'frozen' where id = $1`, [idOf(frozen)])
    const over = await world.person()
    await world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [
      idOf(over),
      world.ctx.now(),
    ])
    const bytes = await make([
      ['姓名', '账号', '角色'],
      ['a', account(other).toUpperCase(), '可编辑'],
      ['b', account(third), ''],
      ['', '', ''],
      ['c', account(other), 'viewer'],
      ['d', account(frozen), 'viewer'],
      ['e', 'no_such_account', ''],
      ['f', 'pe**n', ''],
      ['g', account(owner), 'editor'],
      ['h', account(await world.person()), 'emperor'],
      ['Sales', '', 'viewer'],
      ['i', account(over), 'viewer'],
    ])
    const { data } = await send(
      owner,
      checkUploadUser,
      { name: `List.${ext}`, bytes },
      { role: 'downloader' },
    )
    expect(data).toMatchObject({ good: 2, bad: 8 })
    expect(data.list.map(({ row, problem, role }) => [row, problem, role])).toEqual([
      [2, null, 'editor'],
      [3, null, 'downloader'],
      [5, 'twice', 'viewer'],
      [6, 'frozen', 'viewer'],
      [7, 'unknown', 'downloader'],
      [8, 'masked', 'downloader'],
      [9, 'owner', 'editor'],
      [10, 'role', 'downloader'],
      [11, 'missing', 'viewer'],
      [12, 'expired', 'viewer'],
    ])
    expect(data.list[0]).toMatchObject({ principalId: idOf(other), message: '' })
    expect(data.list[0]?.name).toBe(other.user.userRealName)
    expect(data.list[4]).toMatchObject({ principalId: null, message: '账号不存在，请检查拼写。' })
  })

  it.each([
    ['off', 'zh-CN', false],
    ['otherDepartments', 'en-US', true],
    ['everybody', 'zh-CN', true],
  ] as const)('tells names as the setting says (%s, %s)', async (maskNames, language, masked) => {
    const admin = await world.admin('superAdmin')
    await admin.call(saveInstanceSettings, { maskNames })
    const bytes = await xlsx([['account'], [account(other)]])
    const { data } = await send(owner.speaking(language), checkUploadUser, { name: 'a.xlsx', bytes })
    const name = other.user.userRealName
    expect(data.list.map((one) => one.name)).toEqual([masked ? maskName(name) : name])
    await admin.call(saveInstanceSettings, { maskNames: 'off' })
  })

  it('gives a share to the good rows', async () => {
    const { instanceId, fileSharingId } = await shared('manager')
    const rows = [
      ['Account', 'Role'],
      [account(third), 'editor'],
      ['nobody_here', 'editor'],
    ]
    const file = { name: 'people.xlsx', bytes: await xlsx(rows) }
    expect((await send(other, uploadUsers, file, { fileSharingId })).data).toMatchObject({ good: 1, bad: 1 })
    expect((await third.call(pageShares, { type: 'received' })).list).toMatchObject([{ role: 'editor' }])
    expect((await send(third, uploadUsers, file, { fileSharingId })).errcode).toBe(30403)
    expect((await send(await world.person(), uploadUsers, file, { fileSharingId })).errcode).toBe(90000)
    expect(await owner.call(querySharingUsers, { instanceId })).toHaveLength(3)
  })

  it('comes as a workbook that can be brought again', async () => {
    const { instanceId, fileSharingId } = await shared('editor')
    const answer = await other.fetch(`${pathOf(downloadUsers)}?fileSharingId=${fileSharingId}`)
    expect(answer.headers.get('content-type')).toContain('spreadsheetml')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { data } = await send(owner, checkUploadUser, { name: 'a.xlsx', bytes })
    expect(data.list).toMatchObject([
      { account: account(owner), problem: 'owner' },
      { account: account(other), problem: null, role: 'editor' },
    ])
    await send(owner, uploadUsers, { name: 'a.xlsx', bytes }, { fileSharingId })
    expect(await owner.call(querySharingUsers, { instanceId })).toHaveLength(2)
    const stranger = await third.fetch(`${pathOf(downloadUsers)}?fileSharingId=${fileSharingId}`)
    expect(await stranger.json()).toMatchObject({ errcode: 90000 })
  })

  it('is a spreadsheet by its name and by what it holds, of a bearable length, with a column of accounts', async () => {
    const good = await xlsx([['account'], [account(other)]])
    const errcode = async (name: string, bytes: Uint8Array) =>
      (await send(owner, checkUploadUser, { name, bytes })).errcode
    expect(await errcode('people.xlsx', good)).toBe(0)
    for (const name of ['people.csv', 'people', 'xlsx', 'people.xlsx.exe'])
      expect(await errcode(name, good), name).toBe(40950)
    for (const bytes of ['account\nabc', '<html><table><tr><td>account', 'PK\u0003\u0004'.padEnd(100, 'x')])
      expect(await errcode('people.xlsx', Buffer.from(bytes)), bytes).toBe(40950)
    expect(await errcode('people.xls', good.subarray(0, 200))).toBe(40950)
    expect(await errcode('people.xls', xls([['account']]).subarray(0, 600))).toBe(40950)
    expect(await errcode('people.xlsx', await xlsx([['name'], ['x']]))).toBe(40951)
    const long = [['account'], ...Array.from({ length: 501 }, (_, n) => [`account_${n}`])]
    expect(await errcode('people.xlsx', await xlsx(long))).toBe(40952)
    expect((await send(owner, checkUploadUser, undefined)).errcode).toBe(40950)
    const large = await send(owner, checkUploadUser, { name: 'a.xlsx', bytes: Buffer.alloc(1024 * 1024 + 1) })
    expect([large.status, large.errcode]).toEqual([413, 20413])
  })

  it('waits behind one of anybody else’s at most, and few of one’s own wait', async () => {
    const slow = { name: 'slow.xlsx', bytes: await xlsx([['account'], [`${' '.repeat(30_000_000)}x`]]) }
    const quick = { name: 'quick.xlsx', bytes: await xlsx([['account'], [account(third)]]) }
    const answered: string[] = []
    const open = async (who: string, person: Person, file: typeof slow) => {
      const { status } = await send(person, checkUploadUser, file)
      answered.push(`${who} ${status}`)
    }
    const hers = Array.from({ length: 5 }, () => open('owner', owner, slow))
    const refused = () => expect(answered.slice(0, 2)).toEqual(['owner 429', 'owner 429'])
    await vi.waitFor(refused, { timeout: 20_000 })
    await Promise.all([...hers, open('other', other, quick)])
    expect(answered.slice(2).sort()).toEqual(['other 200', 'owner 200', 'owner 200', 'owner 200'])
    expect(answered.indexOf('other 200')).toBeLessThanOrEqual(3)
  }, 60_000)

  it('comes in a form that can be read, to the calls that take one', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    const broken = await owner.fetch(pathOf(checkUploadUser), { method: 'POST', headers: type, body: '--y' })
    expect(await broken.json()).toMatchObject({ errcode: 20002 })
    const form = new FormData()
    form.set('type', 'received')
    const elsewhere = await owner.fetch(pathOf(pageShares), { method: 'POST', body: form })
    expect([elsewhere.status, ((await elsewhere.json()) as { errcode: number }).errcode]).toEqual([
      415, 20415,
    ])
  })
})
