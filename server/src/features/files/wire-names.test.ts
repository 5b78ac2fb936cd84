import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** The specification's addresses, methods and spellings of what is done with files and folders (R216, R217). */

let world: World
let person: Person
let folder: string
let doc: string
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  folder = await made('createFolder', { parentId: '0', instanceName: 'folder' })
  doc = (await person.upload(folder, 'doc.txt', Buffer.from('doc'))).instanceId
})
afterAll(() => world.close())

interface Envelope {
  readonly errcode: number
  readonly data: unknown
}

const API = '/disk/api/instance'
const FORM = 'application/x-www-form-urlencoded'

async function get(name: string, query: Record<string, string> = {}): Promise<Envelope> {
  const response = await person.fetch(`${API}/${name}?${new URLSearchParams(query)}`)
  return (await response.json()) as Envelope
}

async function post(name: string, input: Record<string, unknown>, type = 'application/json') {
  const body =
    type === FORM ? new URLSearchParams(input as Record<string, string>).toString() : JSON.stringify(input)
  const headers = { 'content-type': type, 'x-requested-with': 'XMLHttpRequest' }
  const response = await person.fetch(`${API}/${name}`, { method: 'POST', headers, body })
  return (await response.json()) as Envelope
}

async function made(name: string, input: Record<string, unknown>): Promise<string> {
  const { errcode, data } = await post(name, input)
  expect([name, errcode]).toEqual([name, 0])
  return (data as { instanceId: string }).instanceId
}

describe('read (R216, R217)', () => {
  it.each([
    ['queryLinkStatusByInstanceIds', () => ({ instanceIds: doc })],
    ['queryInvalidLinkOaApply', () => ({})],
    ['queryFolderByParentId', () => ({ parentId: folder })],
    ['queryInstanceDetail', () => ({ instanceId: doc })],
    ['queryFolderSize', () => ({ instanceId: folder })],
    ['getInstanceProperty', () => ({ instanceId: doc })],
    ['syncPageQuery', () => ({})],
  ] as const)('GET %s', async (name, query) => {
    expect(await get(name, query() as Record<string, string>)).toMatchObject({ errcode: 0 })
  })

  it.each([
    ['page', () => ({ parentId: folder })],
    ['queryFolderDownload', () => ({ parentId: folder })],
  ] as const)('POST %s', async (name, input) => {
    expect(await post(name, input())).toMatchObject({ errcode: 0 })
  })
})

describe('changed (R216, R217)', () => {
  it('POST rename, as a form', async () => {
    // Base64 of the name, with `=` as `_d`.
    const fileName = Buffer.from('renamed.txt').toString('base64').replaceAll('=', '_d')
    const fields = { instanceId: doc, fileName }
    expect(await post('rename', fields, FORM)).toMatchObject({ errcode: 0 })
    expect((await person.list(folder)).map(({ instanceName }) => instanceName)).toEqual(['renamed.txt'])
  })

  it('POST createFolder, batchCreateFolder, copy, move and remove', async () => {
    const target = await made('createFolder', { parentId: '0', instanceName: 'target' })
    await made('batchCreateFolder', {
      parentId: '0',
      instanceName: 'tree',
      children: [{ instanceName: 'below' }],
    })
    for (const name of ['copy', 'move'])
      expect(await post(name, { instanceIds: [doc], targeParentId: target })).toMatchObject({ errcode: 0 })
    const [first] = await person.list(target)
    expect(await post('remove', { instanceIds: [first?.instanceId] })).toMatchObject({ errcode: 0 })
    expect(await post('removefileSyncConfig', { instanceIds: [target] })).toMatchObject({ errcode: 0 })
    expect(await post('sync', { instanceIds: [target] })).toMatchObject({ errcode: 20001 })
  })
})
