import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { EntryRole } from '@clouddisk/contract/roles'
import { pageTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** What a group's bin tells, and where it puts things, where an entry keeps a place from somebody. */

let world: World
let owner: Person
let member: Person
let groupId: string
let groupName: string
/** docs holds more, which holds inner. */
let docs: string
let more: string
let inner: string
/** Of the member, in inner, and thrown away. */
let thrown: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  ;[owner, member] = [await world.person(), await world.person()]
  const team = await world.group(owner, [[member, 'editor']])
  ;({ groupId, groupName } = team)
  docs = await folder('docs', team.rootId)
  more = await folder('more', docs)
  inner = await folder('inner', more)
  thrown = (await member.upload(inner, 'x.txt', Buffer.from('x'))).instanceId
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId: string) =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const permit = (instanceId: string, role: EntryRole) =>
  owner.call(updateUserRole, {
    instanceId,
    role,
    principalType: 'user',
    principalIds: [member.user.userId],
  })
const remove = async (person: Person, instanceId: string) =>
  expect((await person.call(removeInstances, { instanceIds: [instanceId] })).list).toMatchObject([
    { errcode: 0 },
  ])
const pathFor = async (person: Person) => {
  const { list } = await person.call(pageTrash, { groupId })
  return list.find((row) => row.instanceId === thrown)?.originalPath
}
const restore = async (more = {}) =>
  (await member.call(restoreTrash, { instanceIds: [thrown], groupId, ...more })).list

describe('the path of what was thrown away', () => {
  it('begins where what its reader may know of begins, also when that is gone', async () => {
    await remove(member, thrown)
    const whole = `${groupName}/docs/more/inner`
    expect(await pathFor(member)).toBe(whole)
    await permit(more, 'forbidden')
    await permit(inner, 'editor')
    expect([await pathFor(member), await pathFor(owner)]).toEqual(['inner', whole])
    await remove(owner, inner)
    expect([await pathFor(member), await pathFor(owner)]).toEqual(['inner', whole])
    await remove(owner, more)
    expect([await pathFor(member), await pathFor(owner)]).toEqual(['inner', whole])
  })

  it('is none where its reader may know of none of it', async () => {
    await remove(member, thrown)
    await permit(inner, 'forbidden')
    expect(await pathFor(member)).toBe('')
  })
})

describe('restoring', () => {
  it('makes no folder that is kept from who restores, nor tells of it (R245)', async () => {
    await permit(more, 'forbidden')
    await permit(inner, 'editor')
    await remove(member, thrown)
    await remove(owner, inner)
    expect(await restore()).toMatchObject([{ errcode: codeOf('original_folder_gone') }])
    await remove(owner, more)
    expect(await restore()).toMatchObject([{ errcode: codeOf('original_folder_gone') }])
    expect(await owner.tree(docs)).toEqual({})
    expect(await restore({ targetInstanceId: docs })).toMatchObject([{ errcode: 0 }])
    expect(await member.tree(docs)).toEqual({ 'x.txt': 1 })
  })

  it('goes into no namesake where nothing may be uploaded', async () => {
    await remove(member, thrown)
    await remove(owner, more)
    const namesake = await folder('MORE', docs)
    const below = await folder('inner', namesake)
    await permit(namesake, 'viewer')
    expect(await restore()).toMatchObject([{ errcode: codeOf('not_permitted') }])
    await permit(namesake, 'editor')
    await permit(below, 'downloader')
    expect(await restore()).toMatchObject([{ errcode: codeOf('not_permitted') }])
    expect(await owner.tree(docs)).toEqual({ MORE: { inner: {} } })
    await permit(below, 'editor')
    expect(await restore()).toMatchObject([{ errcode: 0 }])
    expect(await member.tree(docs)).toEqual({ MORE: { inner: { 'x.txt': 1 } } })
  })

  it('keeps beside a namesake that is kept from who restores', async () => {
    await remove(member, thrown)
    await remove(owner, more)
    await permit(await folder('more', docs), 'forbidden')
    expect(await restore()).toMatchObject([{ errcode: 0 }])
    expect(await member.tree(docs)).toEqual({ 'more (1)': { inner: { 'x.txt': 1 } } })
    expect(await owner.tree(docs)).toEqual({ more: {}, 'more (1)': { inner: { 'x.txt': 1 } } })
  })
})
