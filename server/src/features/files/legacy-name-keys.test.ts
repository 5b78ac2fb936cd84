import { codeOf } from '@clouddisk/contract/errors'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { pageTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Names whose key was taken when keys were written anew: they have the key of before. */

let world: World
let person: Person
/** Where `report.pdf` and `old` are side by side. */
let from: string
let to: string
let clean: string
let old: string

const OLD_NAME = 'report.pdf\u200b'

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
  from = await folder('from')
  to = await folder('to')
  clean = await file('report.pdf', from)
  old = await withOldKey(OLD_NAME, from)
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string) =>
  (await person.call(createFolder, { parentId: '0', instanceName })).instanceId
const file = async (name: string, parentId: string) =>
  (await person.upload(parentId, name, Buffer.from(name), { conflict: 'fail' })).instanceId
const setName = (id: string, name: string, key: string) =>
  world.ctx.db.reader.updateTable('file').set({ name, name_key: key }).where('id', '=', id).execute()
async function withOldKey(name: string, parentId: string): Promise<string> {
  const id = await file('made.pdf', parentId)
  await setName(id, name, name)
  return id
}

const namesIn = async (folderId: string) =>
  (await person.list(folderId)).map(({ instanceName }) => instanceName).sort()
const move = async (ids: string[]) =>
  (await person.call(moveInstances, { instances: ids.join(','), targeParentId: to, conflict: 'fail' })).list
const copy = async (ids: string[]) =>
  (await person.call(copyInstances, { instances: ids.join(','), targeParentId: to, conflict: 'fail' })).list
const refusesReport = (folderId: string) =>
  expect(file('report.pdf', folderId)).rejects.toMatchObject({ name: 'name_taken' })

describe('a name with the key of before', () => {
  it('is not moved next to one that looks the same', async () => {
    await file('report.pdf', to)
    expect(await move([old])).toMatchObject([{ errcode: codeOf('name_taken') }])
    expect(await namesIn(to)).toEqual(['report.pdf'])
  })

  it('is not moved in the same call as one that looks the same', async () => {
    await move([clean, old])
    expect(await namesIn(to)).toEqual(['report.pdf'])
    expect(await namesIn(from)).toEqual([OLD_NAME])
  })

  it('takes its name in the folder that it is moved into', async () => {
    expect(await move([old])).toMatchObject([{ errcode: 0, instanceName: OLD_NAME }])
    await refusesReport(to)
    expect(await namesIn(to)).toEqual([OLD_NAME])
  })

  it('is not copied next to one that looks the same', async () => {
    await file('report.pdf', to)
    await copy([old])
    expect(await namesIn(to)).toEqual(['report.pdf'])
  })

  it('takes its name in the folder that it is copied into', async () => {
    expect(await copy([old])).toMatchObject([{ errcode: 0, instanceName: OLD_NAME }])
    await refusesReport(to)
  })

  it('is found in the bin by what is seen of it, and takes its name where it is restored', async () => {
    const name = 're\u200bport.pdf'
    await setName(old, name, name)
    await person.call(removeInstances, { instanceIds: [old] })
    const { list } = await person.call(pageTrash, { keyword: 'report' })
    expect(list.map(({ instanceName }) => instanceName)).toEqual([name])
    await person.call(restoreTrash, { instanceIds: [old], targetInstanceId: to })
    await refusesReport(to)
    expect(await namesIn(to)).toEqual([name])
  })

  it('takes its name once the other is gone and it is given it anew', async () => {
    const name = 're\u200bport.pdf'
    await setName(old, name, name)
    await person.call(removeInstances, { instanceIds: [clean] })
    await person.call(renameInstance, { instanceId: old, instanceName: name })
    await refusesReport(from)
  })
})

it('the doctor names a key that is not folded, and none of before', async () => {
  const keyOf = (key: string) => setName(old, 'Stra\u1e9ee\u200b', key)
  await keyOf('stra\u00dfe\u200b')
  expect(await world.doctor()).toEqual([])
  for (const wrong of ['STRASSE', 'Stra\u1e9ee\u200b', 'str\u200basse']) {
    await keyOf(wrong)
    expect(await world.doctor()).toMatchObject([{ check: 'name keys match names', id: old }])
  }
  await keyOf('strasse')
})
