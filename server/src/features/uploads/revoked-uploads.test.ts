// @module-tag long
import { changePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { discardAdminUploads } from '@clouddisk/contract/admin-uploads'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { type Group, removeMembers } from '@clouddisk/contract/groups'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import { restoreTrash } from '@clouddisk/contract/trash'
import {
  checkUploadAble,
  queryOpenUploads,
  queryUploadAuth,
  recycleObject,
} from '@clouddisk/contract/uploads'
import pg from 'pg'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  type MockInstance,
  vi,
} from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { StoreUnavailable } from '../../objects/port.ts'
import { collectUploads, uploadJobs } from './jobs.ts'

/** What was set aside in a group for somebody who may not upload there any more is in nobody’s way. */

let world: World
let admin: Person
let owner: Person
let editor: Person
let staff: Person
let department: string
let group: Group
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
beforeEach(async () => {
  department = await world.department(`Tech ${newId()}`)
  ;[owner, editor, staff] = [
    await world.person(),
    await world.person(),
    await world.person(undefined, { department }),
  ]
  group = await world.group(owner, [
    [editor, 'editor'],
    [department, 'editor'],
  ])
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const MB = 1024 ** 2
const id = (person: Person) => person.user.userId
const open = (person: Person, fSize: number, parentId = group.rootId) =>
  person.call(checkUploadAble, { parentId, instanceName: `${newId()}.bin`, fSize })
const taken = () => open(owner, 500 * MB).then(({ uploadflag }) => uploadflag)
const aMinute = async () => {
  const minutely = uploadJobs(world.ctx).filter(({ cron }) => cron === '* * * * *')
  for (const job of minutely) await job.run({}, false)
}
const goOn = (objectKey: string, bucketName: string) =>
  editor.call(queryUploadAuth, {
    objectKey,
    bucketName,
    httpVerb: 'PUT',
    resourceUri: `/${bucketName}/${objectKey}`,
    action: 'upload',
  })
const WAYS: Record<string, () => Promise<unknown>> = {
  removed: () =>
    owner.call(removeMembers, { groupId: group.groupId, principalIds: [id(editor), department] }),
  'a viewer': () =>
    owner.call(updateMemberRole, {
      groupId: group.groupId,
      principalIds: [id(editor), department],
      role: 'viewer',
    }),
  frozen: () => admin.call(changePeople, { action: 'freeze', userIds: [id(editor), id(staff)] }),
  'in another department': async () => {
    await admin.call(updatePerson, { userId: id(staff), departmentId: await world.department(newId()) })
    await owner.call(removeMembers, { groupId: group.groupId, principalIds: [id(editor)] })
  },
}

describe.each(Object.keys(WAYS))('whoever is %s', (way) => {
  it('holds no space of the group when somebody needs it', async () => {
    for (const person of [editor, staff]) expect((await open(person, 400 * MB)).uploadflag).toBe('3')
    expect(await taken()).toBe('2')
    await WAYS[way]?.()
    expect(await taken()).toBe('3')
  })

  it('holds none a minute later, where nobody does', async () => {
    const { objectKey, bucketName } = await open(editor, 900 * MB)
    await WAYS[way]?.()
    await aMinute()
    const { rows } = await world.ctx.db.pool.query('select reserved from space where id = $1', [
      group.groupId,
    ])
    expect(Number(rows[0]?.reserved)).toBe(0)
    if (way === 'frozen') return
    await expect(goOn(objectKey, bucketName)).rejects.toMatchObject({ name: 'upload_gone' })
  })
})

it('names its folder to its person as long as it may upload there', async () => {
  const { instanceId } = await owner.call(createFolder, { parentId: group.rootId, instanceName: 'Plans' })
  await open(editor, MB, instanceId)
  const places = async () => (await editor.call(queryOpenUploads, {})).map(({ folderPath }) => folderPath)
  expect(await places()).toEqual([`${group.groupName}/Plans`])
  await WAYS['a viewer']?.()
  expect(await places()).toEqual([null])
})

it('is in nobody’s way where its bytes cannot be thrown away now either', async () => {
  for (const person of [editor, staff]) await open(person, 400 * MB)
  await WAYS.removed?.()
  const { home } = world.ctx.stores
  const away = vi.spyOn(home, 'abort').mockRejectedValue(new StoreUnavailable())
  expect(await taken()).toBe('3')
  away.mockRestore()
})

describe('where a store takes calls and says nothing', () => {
  const reserved = async () => {
    const { rows } = await world.ctx.db.pool.query('select reserved from space where id = $1', [
      group.groupId,
    ])
    return Number(rows[0]?.reserved)
  }
  let silent: PromiseWithResolvers<void>
  let abort: MockInstance
  beforeEach(async () => {
    await Promise.all([editor, staff].map((person) => open(person, 400 * MB)))
    silent = Promise.withResolvers()
    abort = vi.spyOn(world.ctx.stores.home, 'abort').mockReturnValue(silent.promise)
  })
  afterEach(() => {
    silent.reject(new StoreUnavailable())
    abort.mockRestore()
  })

  it('is in nobody’s way when somebody needs the space', async () => {
    await WAYS.removed?.()
    expect(await taken()).toBe('3')
    expect(abort).toHaveBeenCalledTimes(1)
  })

  it('is free a minute later, where nobody does', async () => {
    await WAYS.removed?.()
    await aMinute()
    expect(await reserved()).toBe(0)
  })

  it('is free once its time is over as well, beside what has lost its place', async () => {
    await open(owner, 100 * MB)
    await WAYS.removed?.()
    await world.ctx.db.pool.query('update upload set expires_at = $1 where person_id = $2', [
      world.ctx.now(),
      id(owner),
    ])
    const reaping = collectUploads(world.ctx)
    await expect.poll(reserved).toBe(0)
    silent.reject(new StoreUnavailable())
    await reaping
    expect(abort).toHaveBeenCalledTimes(1)
  })

  it('is free as soon as whoever sends it ends it, who does not wait for the store', async () => {
    const { objectKey, bucketName } = await open(editor, 100 * MB)
    const before = await reserved()
    await editor.call(recycleObject, { objectKey, bucketName })
    expect(await reserved()).toBe(before - 100 * MB)
  })

  it('is free as soon as an administrator ends it', async () => {
    const { rows } = await world.ctx.db.pool.query<{ key: string }>(
      'select key from upload where space_id = $1',
      [group.groupId],
    )
    const objectKeys = rows.map(({ key }) => key)
    const { list } = await admin.call(discardAdminUploads, { objectKeys })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 0])
    expect(await reserved()).toBe(0)
  })
})

it('leaves what is under way of those who may upload', async () => {
  expect((await open(editor, 900 * MB)).uploadflag).toBe('3')
  expect(await taken()).toBe('2')
  expect(await taken()).toBe('2')
})

it('leaves what is under way into a folder that was thrown away, and may be taken back', async () => {
  const { instanceId } = await owner.call(createFolder, { parentId: group.rootId, instanceName: 'Folder' })
  const { objectKey, bucketName } = await open(editor, 900 * MB, instanceId)
  const { list } = await owner.call(removeInstances, { instanceIds: [instanceId] })
  await aMinute()
  expect(await taken()).toBe('2')
  await owner.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''], groupId: group.groupId })
  await goOn(objectKey, bucketName)
})

it('looks at all who upload there at once, however many', async () => {
  const statements = async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await aMinute()
    const count = query.mock.calls.length
    query.mockRestore()
    return count
  }
  // What else the server does meanwhile is more, never less.
  const least = async () => {
    const counts: number[] = []
    for (let n = 0; n < 8; n++) counts.push(await statements())
    return Math.min(...counts)
  }
  await open(editor, MB)
  const ofOne = await least()
  for (const person of [owner, staff]) await open(person, MB)
  expect(await least()).toBe(ofOne)
})
