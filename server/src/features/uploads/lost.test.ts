import { changePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { type Group, removeMembers } from '@clouddisk/contract/groups'
import { updateMemberRole } from '@clouddisk/contract/privileges'
import { checkUploadAble, queryUploadAuth } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { uploadJobs } from './jobs.ts'

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
const open = (person: Person, fSize: number) =>
  person.call(checkUploadAble, { parentId: group.rootId, instanceName: `${newId()}.bin`, fSize })
const taken = () => open(owner, 500 * MB).then(({ uploadflag }) => uploadflag)
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
    const minutely = uploadJobs(world.ctx).filter(({ cron }) => cron === '* * * * *')
    for (const job of minutely) await job.run({}, false)
    const { rows } = await world.ctx.db.pool.query('select reserved from space where id = $1', [
      group.groupId,
    ])
    expect(Number(rows[0]?.reserved)).toBe(0)
    if (way === 'frozen') return
    await expect(
      editor.call(queryUploadAuth, {
        objectKey,
        bucketName,
        httpVerb: 'PUT',
        resourceUri: `/${bucketName}/${objectKey}`,
        action: 'upload',
      }),
    ).rejects.toMatchObject({ name: 'upload_gone' })
  })
})

it('leaves what is under way of those who may upload', async () => {
  expect((await open(editor, 900 * MB)).uploadflag).toBe('3')
  expect(await taken()).toBe('2')
  expect(await taken()).toBe('2')
})
