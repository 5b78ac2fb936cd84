import { queryPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'

/** A call is answered alike by a query, a form and JSON; what each value of each field does is in test/fields.test.ts. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

const FORM = 'application/x-www-form-urlencoded'
interface Envelope {
  errcode: number
  errmsg: string
  // biome-ignore lint/suspicious/noExplicitAny: of any call
  data: any
}

async function send(who: Person, path: string, type: string, body: string): Promise<Envelope> {
  const got = await who.fetch(`/disk/api${path}`, { method: 'POST', headers: { 'content-type': type }, body })
  return (await got.json()) as Envelope
}
const form = (path: string, body: string, who = person) => send(who, path, FORM, body)
const json = (path: string, body: object | string, who = person) =>
  send(who, path, 'application/json', typeof body === 'string' ? body : JSON.stringify(body))
const query = (path: string, text: string, who = person) => send(who, `${path}?${text}`, FORM, '')
const refusedFor = (field: string) => ({ errcode: 20001, data: { field } })

describe('a number', () => {
  it('treats an empty value as absent, and changes nothing', async () => {
    const admin = await world.admin()
    const { userId } = (await world.person('limited_1', { capacity: 5_000_000 })).user
    const path = '/admin/people/update'
    expect(await form(path, `userId=${userId}&totalCapacity=&speedLimit=`, admin)).toMatchObject({
      errcode: 0,
    })
    expect(await json(path, { userId, totalCapacity: '', speedLimit: '' }, admin)).toMatchObject({
      errcode: 0,
    })
    expect(await admin.call(queryPerson, { userId })).toMatchObject({ totalCapacity: 5_000_000 })
    await admin.call(updatePerson, { userId, totalCapacity: 6_000_000 })
    expect(await form(path, `userId=${userId}&totalCapacity=7000000.5`, admin)).toMatchObject(
      refusedFor('totalCapacity'),
    )
    expect(await admin.call(queryPerson, { userId })).toMatchObject({ totalCapacity: 6_000_000 })
  })

  it('that has to be there is refused where it is empty or no plain number', async () => {
    for (const fSize of ['', '0x10', '1e3', ' 5', '+5', '05', '5.5'])
      for (const answer of [
        await json('/instance/checkUploadAble', { fSize, instanceName: 'a.txt' }),
        await form('/instance/checkUploadAble', `${new URLSearchParams({ fSize, instanceName: 'a.txt' })}`),
        await query('/instance/checkUploadAble', `${new URLSearchParams({ fSize, instanceName: 'a.txt' })}`),
      ])
        expect(answer, fSize).toMatchObject(refusedFor('fSize'))
  })
})

describe('a list', () => {
  it('of people goes into a form as JSON', async () => {
    const other = await world.person()
    const members = [{ principalType: 'user', principalId: other.user.userId, role: 'editor' }]
    const text = new URLSearchParams({
      groupName: 'By form',
      capacity: '1',
      members: JSON.stringify(members),
    })
    const made = await form('/group/createGroup', `${text}`)
    expect(made).toMatchObject({ errcode: 0, data: { groupName: 'By form' } })
    const group = made.data.groupId
    const more = [await world.person(), await world.person()].map(({ user }) => user.userId)
    const added = more.map((principalId) => ({ principalType: 'user', principalId, role: 'viewer' }))
    const adding = { groupId: group, members: JSON.stringify(added) }
    expect(await query('/group/addMembers', `${new URLSearchParams(adding)}`)).toMatchObject({
      data: { added: 2 },
    })
    const remove = { groupId: group, principalIds: [other.user.userId, ...more].join(',') }
    expect(await form('/group/removeMembers', `${new URLSearchParams(remove)}`)).toMatchObject({
      data: { removed: 3 },
    })
  })

  it('of folders goes into a form and a query as JSON', async () => {
    const children = JSON.stringify([{ instanceName: 'in', children: [{ instanceName: 'deeper' }] }])
    const one = new URLSearchParams({ instanceName: 'By form', children })
    expect(await form('/instance/batchCreateFolder', `${one}`)).toMatchObject({ errcode: 0 })
    one.set('instanceName', 'By query')
    expect(await query('/instance/batchCreateFolder', `${one}`)).toMatchObject({ errcode: 0 })
    expect(await person.tree()).toMatchObject({
      'By form': { in: { deeper: {} } },
      'By query': { in: { deeper: {} } },
    })
  })

  it('of ids is commas, an array or a field that is repeated', async () => {
    const made = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => person.call(createFolder, { instanceName: `of ids ${n}` })),
    )
    const ids = made.map(({ instanceId }) => instanceId)
    const two = () => ids.splice(0, 2)
    const path = '/instance/remove'
    const commas = await form(path, `instanceIds=${two().join(',')}`)
    const repeated = await form(
      path,
      two()
        .map((id) => `instanceIds=${id}`)
        .join('&'),
    )
    const array = await form(path, `${new URLSearchParams({ instanceIds: JSON.stringify(two()) })}`)
    const plain = await json(path, { instanceIds: two() })
    for (const answer of [commas, repeated, array, plain])
      expect(answer.data.list).toEqual([
        expect.objectContaining({ errcode: 0 }),
        expect.objectContaining({ errcode: 0 }),
      ])
  })

  it('of names keeps their commas', async () => {
    await person.call(createFolder, { instanceName: 'a,b' })
    for (const text of ['a,b', '["a,b"]'])
      for (const answer of [
        await form('/instance/queryNamesakes', `${new URLSearchParams({ names: text })}`),
        await json('/instance/queryNamesakes', { names: text }),
      ])
        expect(answer.data).toEqual([expect.objectContaining({ name: 'a,b' })])
  })
})

describe('a field', () => {
  it('treats an empty value as absent: a share, an order, a conflict rule', async () => {
    const { instanceId } = await person.call(createFolder, { instanceName: 'to be fetched' })
    for (const ask of [form, query])
      expect(
        await ask('/instance/queryFolderDownload', `parentId=${instanceId}&innerSharingId=`),
      ).toMatchObject({
        errcode: 0,
      })
    expect(
      await json('/instance/queryFolderDownload', { parentId: instanceId, innerSharingId: '' }),
    ).toMatchObject({
      errcode: 0,
    })
    for (const field of ['orderBy', 'orderType', 'cursor', 'pageNo', 'fileSharingId', 'parentId']) {
      expect(await form('/instance/page', `${field}=`), field).toMatchObject({ errcode: 0 })
      expect(await json('/instance/page', { [field]: '' }), field).toMatchObject({ errcode: 0 })
    }
    const check = { fSize: 5, instanceName: 'x.txt' }
    expect(await json('/instance/checkUploadAble', { ...check, conflict: '', linkPath: '' })).toMatchObject({
      data: { uploadflag: '3' },
    })
  })

  it('refuses a repeated value', async () => {
    expect(await query('/instance/page', 'pageSize=1&pageSize=2')).toMatchObject(refusedFor('pageSize'))
    expect(await form('/instance/page', 'pageSize=1&pageSize=1')).toMatchObject(refusedFor('pageSize'))
    expect(await json('/instance/page', '{"pageSize":1,"x":{"pageSize":3},"pageSize":2}')).toMatchObject(
      refusedFor('pageSize'),
    )
    expect(await form('/instance/page?pageSize=1', 'pageSize=2')).toMatchObject(refusedFor('pageSize'))
    expect(await form('/instance/page?pageSize=1', 'pageSize=1')).toMatchObject({ errcode: 0 })
    expect(await form('/instance/move', 'instances=a&targeParentId=b&targetParentId=c')).toMatchObject(
      refusedFor('targeParentId'),
    )
  })

  it('ignores unknown fields of any name', async () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'stranger']
    for (const name of names) {
      expect(await form('/instance/page', `${name}=1&${name}=2`), name).toMatchObject({ errcode: 0 })
      expect(await json('/instance/page', `{"${name}":{"pageSize":0}}`), name).toMatchObject({ errcode: 0 })
    }
  })

  it('names a link that is not there, and is refused', async () => {
    const { instanceId } = await person.upload('0', 'linked.txt', Buffer.from('x'))
    const gone = { errcode: codeOf('not_found') }
    expect(
      await json('/instance/getArchiveUrl', { instanceIds: instanceId, linkPath: 'nowhere' }),
    ).toMatchObject(gone)
    const check = { fSize: 5, instanceName: 'y.txt', linkPath: 'nowhere' }
    expect(await json('/instance/checkUploadAble', check)).toMatchObject(gone)
    expect(
      await json('/instance/batchCreateFolder', { instanceName: 'n', linkPath: 'nowhere' }),
    ).toMatchObject(gone)
    const url = await person.fetch(
      `/disk/api/instance/getDownloadUrl?instanceId=${instanceId}&linkPath=nowhere`,
    )
    expect(await url.json()).toMatchObject(gone)
  })
})

describe('a body', () => {
  it('that is JSON but no object is not understood; an empty one gives nothing', async () => {
    for (const text of ['[]', '"a"', '1', 'null'])
      expect(await json('/instance/page', text), text).toMatchObject({ errcode: codeOf('malformed_body') })
    expect(await json('/instance/page', '')).toMatchObject({ errcode: 0 })
  })

  it('of plain text is of a kind that no call takes', async () => {
    expect(await send(person, '/instance/page', 'text/plain', 'pageSize=1')).toMatchObject({
      errcode: codeOf('unsupported_media'),
    })
  })
})

const words = (language: string) =>
  fetch(`${world.baseUrl}/disk/api/user/currentUser`, { headers: { 'accept-language': language } })
    .then((got) => got.json() as Promise<Envelope>)
    .then(({ errmsg }) => (/^\p{ASCII}/u.test(errmsg) ? 'en' : 'zh'))

it.each([
  ['zh-CN;q=0.1, en-US;q=0.9', 'en'],
  ['en-US;q=0.1, zh-CN;q=0.9', 'zh'],
  ['en;q=0, zh;q=0.1', 'zh'],
  ['zh;q=0, en;q=0.5', 'en'],
  ['fr-FR, en;q=0.8, zh;q=0.2', 'en'],
  ['fr', 'zh'],
  ['EN-gb', 'en'],
  ['enm, zhx', 'zh'],
  ['en;q=2, zh', 'zh'],
  ['zh-TW,zh;q=0.9,en-US;q=0.8', 'zh'],
  ['', 'zh'],
])('Accept-Language %j is answered in %s', async (language, expected) => {
  expect(await words(language)).toBe(expected)
})

it.each(['/disk/api/pub/sso/logout', '/disk/pub/sso/logout', '/pub/sso/logout', '/api/pub/sso/logout'])(
  '%s signs out',
  async (path) => {
    const one = await world.again(person)
    const got = await one.fetch(`${path}?service=/disk/`)
    expect([got.status, got.headers.get('location')]).toEqual([302, `${world.baseUrl}/disk/`])
    expect((await one.fetch('/disk/api/user/currentUser')).status).toBe(401)
  },
)
