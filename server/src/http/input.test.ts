import { login } from '@clouddisk/contract/accounts'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  queryNamesakes,
  removeInstances,
} from '@clouddisk/contract/files'
import { pathOf, type Route } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sendBare } from '../../test/bare.ts'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'

/** A body is refused for its size before anything looks at all that is in it. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())
afterEach(() => vi.mocked(JSON.parse).mockRestore?.())

async function send(route: Route, body: string, more: Record<string, string> = {}) {
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...more }
  const got = await sendBare(world.baseUrl, { method: 'POST', path: pathOf(route), headers, body })
  const { errcode, data } = JSON.parse(got.text)
  return { status: got.status, errcode, data }
}

const listOf = (item: string, times: number) => `[${Array(times).fill(item).join(',')}]`
const TOO_LARGE = { status: 413, errcode: 20413 }

describe('a body', () => {
  it('is taken up to what its call needs, whole lists of ids included', async () => {
    const ids = Array.from({ length: 1000 }, () => crypto.randomUUID())
    const asked = await send(removeInstances, JSON.stringify({ instanceIds: ids }))
    expect(asked).toMatchObject({ status: 200, errcode: 0 })
    const commas = await send(removeInstances, JSON.stringify({ instanceIds: ids.join(',') }))
    expect(commas).toMatchObject({ status: 200, errcode: 0 })
  })

  it('beyond that is not read', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const long = 'x'.repeat(128 * 1024)
    expect(await send(moveInstances, `{"instanceIds":"${long}"}`)).toMatchObject(TOO_LARGE)
    const typed = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await send(moveInstances, `instanceIds=${long}`, typed)).toMatchObject(TOO_LARGE)
    expect(await send(login, `{"userName":"${'x'.repeat(16 * 1024)}"}`)).toMatchObject(TOO_LARGE)
    expect(parse.mock.calls.filter(([text]) => text.includes('xxxx'))).toEqual([])
  })

  it('of a stranger is not read where a session is needed', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const body = `{"parentId":"0","names":["${'y'.repeat(1024)}"]}`
    const got = await send(queryNamesakes, body, { authorization: 'Bearer nobody' })
    expect(got).toMatchObject({ status: 401, errcode: 401 })
    expect(parse.mock.calls.filter(([text]) => text.includes('yyyy'))).toEqual([])
  })

  it('may hold so many values, however they are nested', async () => {
    for (const children of [
      listOf('{}', 60_000),
      listOf('1', 60_000),
      listOf('{"instanceName":"a"}', 30_000),
      listOf('{"instanceName":"a","children":[{"instanceName":"b"}]}', 12_000),
    ])
      expect(await send(batchCreateFolder, `{"instanceName":"top","children":${children}}`)).toMatchObject(
        TOO_LARGE,
      )
    expect(await send(queryNamesakes, `{"names":${listOf('"a"', 60_000)}}`)).toMatchObject(TOO_LARGE)
  })
})

describe('a field', () => {
  const deep = `${'['.repeat(3000)}${']'.repeat(3000)}`

  it('checks the depth of repeated values before comparing them', async () => {
    const both = `{"targeParentId":${deep},"targetParentId":${deep}}`
    expect(await send(copyInstances, both)).toMatchObject({ status: 400 })
    const texts = JSON.stringify({ instanceIds: deep })
    const got = await sendBare(world.baseUrl, {
      method: 'POST',
      path: `${pathOf(removeInstances)}?instanceIds=${deep}`,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
      body: texts,
    })
    expect(got.status).toBe(400)
  })

  it('with names takes one that begins like JSON', async () => {
    const typed = { 'content-type': 'application/x-www-form-urlencoded' }
    const name = '[2024] photos'
    const json = await send(queryNamesakes, JSON.stringify({ parentId: '0', names: [name] }))
    expect(json).toMatchObject({ status: 200, errcode: 0, data: [] })
    const form = new URLSearchParams({ parentId: '0', names: name }).toString()
    expect(await send(queryNamesakes, form, typed)).toEqual(json)
    expect(await send(queryNamesakes, JSON.stringify({ parentId: '0', names: name }))).toEqual(json)
  })

  it('with ids divides an entry at commas, as text too', async () => {
    const array = await send(removeInstances, '{"instanceIds":["a,b"]}')
    expect(array.data.list).toHaveLength(2)
    expect(await send(removeInstances, JSON.stringify({ instanceIds: '["a,b"]' }))).toEqual(array)
  })

  it('within a tree is read as one outside of it', async () => {
    const children = [{ instanceName: 2024, instanceId: '', children: [{ instanceName: true, path: null }] }]
    const body = JSON.stringify({ parentId: '0', instanceName: `top ${crypto.randomUUID()}`, children })
    expect(await send(batchCreateFolder, body)).toMatchObject({ status: 200, errcode: 0 })
  })
})

describe('a field that does not fit', () => {
  it.each([
    ['ids that are none', removeInstances, 'instanceIds', `{"instanceIds":${listOf('0', 30_000)}}`],
    ['objects for ids', removeInstances, 'instanceIds', `{"instanceIds":${listOf('{}', 20_000)}}`],
    ['far too many ids', removeInstances, 'instanceIds', `{"instanceIds":${listOf('"a"', 2001)}}`],
    ['numbers for names', queryNamesakes, 'names', `{"names":${listOf('1', 4000)}}`],
    ['too many names', queryNamesakes, 'names', `{"names":${listOf('"a"', 4001)}}`],
    [
      'folders without names',
      batchCreateFolder,
      'children',
      `{"instanceName":"a","children":${listOf('{}', 40_000)}}`,
    ],
    [
      'one folder without a name among many',
      batchCreateFolder,
      'children',
      `{"instanceName":"a","children":[${'{"instanceName":"a"},'.repeat(3000)}{}]}`,
    ],
  ] as const)(
    'is named without looking at all that is wrong in it: %s',
    async (_what, route, field, body) => {
      const got = await send(route, body)
      expect(got).toMatchObject({ status: 400, errcode: 20001, data: { field } })
    },
  )

  it('is named where a list in it holds half of a character; names are answered one by one', async () => {
    const half = (body: object) => JSON.stringify(body).replace('HALF', '\\ud83d')
    const views = await send(saveSettings, half({ logViews: [{ name: 'HALF', search: '' }] }))
    expect(views).toMatchObject({
      status: 400,
      errcode: 20001,
      data: { field: 'logViews', reason: 'format' },
    })
    const ids = await send(removeInstances, half({ instanceIds: ['HALF'] }))
    expect(ids).toMatchObject({ errcode: 20001, data: { field: 'instanceIds', reason: 'format' } })
    const asked = await send(queryNamesakes, half({ parentId: '0', names: ['HALF', 'whole'] }))
    expect(asked).toMatchObject({ status: 200, errcode: 0, data: [] })
    const children = [{ instanceName: 'HALF' }]
    const tree = await send(batchCreateFolder, half({ parentId: '0', instanceName: 'a', children }))
    expect(tree).toMatchObject({ errcode: 20001, data: { reason: 'name_control' } })
  })

  it('is named where it holds what never is a character; names are answered one by one', async () => {
    for (const never of ['\ufffe', '\uffff', '\ufdd0', '\u{1fffe}']) {
      const format = (field: string) => ({ status: 400, errcode: 20001, data: { field, reason: 'format' } })
      const one = await send(createFolder, JSON.stringify({ parentId: '0', instanceName: `n${never}` }))
      expect(one).toMatchObject(format('instanceName'))
      const views = await send(saveSettings, JSON.stringify({ logViews: [{ name: 'a', search: never }] }))
      expect(views).toMatchObject(format('logViews'))
      const children = [{ instanceName: `in${never}` }]
      const tree = await send(
        batchCreateFolder,
        JSON.stringify({ parentId: '0', instanceName: 'a', children }),
      )
      expect(tree).toMatchObject({ errcode: 20001, data: { reason: 'name_control' } })
    }
  })

  it('explains an invalid value that is small enough', async () => {
    for (const [body, field, reason] of [
      ['{}', 'instanceIds', 'missing'],
      ['{"instanceIds":[]}', 'instanceIds', 'missing'],
      [`{"instanceIds":["a"],"fileSharingId":"${'x'.repeat(65)}"}`, 'fileSharingId', 'too_long'],
    ])
      expect((await send(removeInstances, body ?? '')).data).toEqual({ field, reason })
  })

  it('names the limit for a list that is slightly too long', async () => {
    const ids = Array.from({ length: 1001 }, (_, n) => `id${n}`)
    const got = await send(removeInstances, JSON.stringify({ instanceIds: ids }))
    expect(got).toMatchObject({ status: 200, errcode: 40912, data: { limit: 1000 } })
  })
})
