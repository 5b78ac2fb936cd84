import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { beginLeave } from '@clouddisk/contract/admin-offboarding'
import { pageSecondTrash, removeSecondTrash, restoreSecondTrash } from '@clouddisk/contract/admin-recycle'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { dissolveGroup } from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { processOffboardings } from '../offboarding/offboarding.ts'
import { expireTrash } from './jobs.ts'

let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await world.admin('superAdmin')
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId

/** Thrown away, and out of one's own bin. */
async function letGo(...instanceIds: string[]): Promise<void> {
  await person.call(removeInstances, { instanceIds })
  await person.call(clearTrash, {})
}
const listed = async (ownerId = person.user.userId) =>
  (await admin.call(pageSecondTrash, { ownerId, pageSize: 100 })).list
/** Of the database, beside the server's. */
async function anotherClient(): Promise<pg.Client> {
  const client = new pg.Client({ ...world.ctx.db.pool.options })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}
const used = async () => (await person.call(queryUserCapacity, {})).usedSize

describe('the administrators’ bin', () => {
  it('has what people let go, which nobody is charged for', async () => {
    const work = await folder('work')
    const { instanceId } = await person.upload(work, 'a.txt', Buffer.alloc(100))
    await letGo(instanceId)
    expect(await used()).toBe(0)
    expect(await listed()).toMatchObject([
      {
        instanceId,
        instanceName: 'a.txt',
        fileSize: 100,
        ownerType: 'user',
        ownerId: person.user.userId,
        ownerExists: true,
        originalPath: '个人文件/work',
      },
    ])
  })

  it('gives a group’s things to a person without what members had of them', async () => {
    const [member, heir] = [await world.person(), await world.person()]
    const { groupId, rootId } = await world.group(person, [[member, 'editor']])
    const work = await folder('work', rootId)
    const ids = [member.user.userId]
    const role = { principalType: 'user', principalIds: ids, role: 'viewer' } as const
    await person.call(updateUserRole, { instanceId: work, ...role })
    await person.call(removeInstances, { instanceIds: [work] })
    await person.call(clearTrash, { groupId })
    const [entry] = await listed(groupId)
    const toUserId = heir.user.userId
    await admin.call(restoreSecondTrash, { recycleIds: [entry?.recycleId ?? ''], toUserId })
    expect(await heir.tree()).toEqual({ work: {} })
    await expect(member.list(work)).rejects.toMatchObject({ name: 'not_found' })
    await expect(person.list(work)).rejects.toMatchObject({ name: 'not_found' })
  })

  it('gives things back to where they were, and charges for them', async () => {
    const work = await folder('work')
    const { instanceId } = await person.upload(work, 'a.txt', Buffer.from('back again'))
    await letGo(instanceId)
    const [entry] = await listed()
    const { list } = await admin.call(restoreSecondTrash, { recycleIds: [entry?.recycleId ?? ''] })
    expect(list).toMatchObject([{ errcode: 0, newId: instanceId, outcome: 'restored' }])
    expect(await person.tree()).toEqual({ work: { 'a.txt': 10 } })
    expect(await used()).toBe(10)
    expect(await listed()).toEqual([])
  })

  it('gives them back to the nearest folder that is left, beside a namesake', async () => {
    const top = await folder('top')
    const deep = await folder('deep', top)
    const { instanceId } = await person.upload(deep, 'a.txt', Buffer.from('old'))
    await letGo(instanceId)
    await letGo(deep)
    await person.upload(top, 'a.txt', Buffer.from('another'))
    const entry = (await listed()).find((one) => one.instanceId === instanceId)
    await admin.call(restoreSecondTrash, { recycleIds: [entry?.recycleId ?? ''] })
    expect(await person.tree()).toEqual({ top: { 'a.txt': 7, 'a (1).txt': 3 } })
  })

  it('gives what has no owner any more to somebody else', async () => {
    await person.upload('0', 'left.txt', Buffer.alloc(50))
    await admin.call(beginLeave, { userId: person.user.userId, keepDays: 0 })
    await processOffboardings(world.ctx)
    const [entry] = await listed()
    expect(entry).toMatchObject({ instanceName: 'left.txt', ownerExists: false })
    const recycleIds = [entry?.recycleId ?? '']
    const refused = await admin.call(restoreSecondTrash, { recycleIds })
    expect(refused.list).toMatchObject([{ errcode: 40954 }])
    const heir = await world.person()
    await admin.call(restoreSecondTrash, { recycleIds, toUserId: heir.user.userId })
    expect(await heir.tree()).toEqual({ 'left.txt': 50 })
    expect((await heir.call(queryUserCapacity, {})).usedSize).toBe(50)
  })

  it('refuses what does not fit any more, and leaves it', async () => {
    person = await world.person(undefined, { capacity: 100 })
    const { instanceId } = await person.upload('0', 'a.txt', Buffer.alloc(80))
    await letGo(instanceId)
    await person.upload('0', 'b.txt', Buffer.alloc(80))
    const [entry] = await listed()
    const { list } = await admin.call(restoreSecondTrash, { recycleIds: [entry?.recycleId ?? ''] })
    expect(list).toMatchObject([{ errcode: 50002 }])
    expect(await listed()).toHaveLength(1)
  })

  it('is emptied by its administrators, and by time', async () => {
    const [a, b] = [
      await person.upload('0', 'a.txt', Buffer.alloc(1)),
      await person.upload('0', 'b.txt', Buffer.alloc(2)),
    ]
    await letGo(a.instanceId, b.instanceId)
    const entry = (await listed()).find((one) => one.instanceId === a.instanceId)
    const { list } = await admin.call(removeSecondTrash, { recycleIds: [entry?.recycleId ?? '', 'nowhere'] })
    expect(list.map((line) => line.errcode)).toEqual([0, 90000])
    expect((await listed()).map((one) => one.instanceName)).toEqual(['b.txt'])
    world.advance(31 * DAY)
    await expireTrash(world.ctx)
    admin = await world.again(admin)
    expect(await listed()).toEqual([])
  })

  it('gives nothing back to a group that is on its way out, or to who has left meanwhile', async () => {
    const { groupId, rootId } = await world.group(person)
    const { instanceId } = await person.upload(rootId, 'a.txt', Buffer.alloc(1))
    await person.call(removeInstances, { instanceIds: [instanceId] })
    await person.call(clearTrash, { groupId })
    await person.call(dissolveGroup, { groupId })
    const restored = async (ownerId: string, toUserId?: string) => {
      const [entry] = await listed(ownerId)
      const recycleIds = [entry?.recycleId ?? '']
      return admin.call(restoreSecondTrash, { recycleIds, ...(toUserId && { toUserId }) })
    }
    expect(await restored(groupId)).toMatchObject({ list: [{ errcode: codeOf('group_dissolving') }] })
    await letGo((await person.upload('0', 'b.txt', Buffer.alloc(1))).instanceId)
    const holder = await anotherClient()
    for (const toUserId of [undefined, person.user.userId]) {
      await holder.query('begin')
      await holder.query('select from space where person_id = $1 for update', [person.user.userId])
      const answer = restored(person.user.userId, toUserId)
      await vi.waitUntil(async () => {
        const { rows } = await world.ctx.db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0
      })
      await holder.query("update person set status = 'removed' where id = $1", [person.user.userId])
      await holder.query('commit')
      const errcode = codeOf(toUserId ? 'not_found' : 'owner_gone')
      expect(await answer).toMatchObject({ list: [{ errcode }] })
      await holder.query("update person set status = 'active' where id = $1", [person.user.userId])
    }
    expect(await person.tree()).toEqual({})
  })

  it('gives nothing to an account whose time is over, or is over once its turn comes', async () => {
    await letGo((await person.upload('0', 'a.txt', Buffer.alloc(1))).instanceId)
    const [entry] = await listed()
    const heir = await world.person()
    const toUserId = heir.user.userId
    const restored = () => admin.call(restoreSecondTrash, { recycleIds: [entry?.recycleId ?? ''], toUserId })
    const holder = await anotherClient()
    await holder.query('begin')
    await holder.query('select from space where person_id = $1 for update', [toUserId])
    const answer = restored()
    await vi.waitUntil(async () => {
      const { rows } = await world.ctx.db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rows.length > 0
    })
    await holder.query('update person set valid_until = $2 where id = $1', [toUserId, world.ctx.now()])
    await holder.query('commit')
    expect(await answer).toMatchObject({ list: [{ errcode: codeOf('account_expired') }] })
    await expect(restored()).rejects.toMatchObject({ name: 'account_expired' })
    expect(await listed()).toHaveLength(1)
    await holder.query('update person set valid_until = null where id = $1', [toUserId])
    expect(await restored()).toMatchObject({ list: [{ errcode: 0 }] })
  })

  it('is narrowed by whose it was, by kind of space and by time, and its cursors with it', async () => {
    const group = await world.group(person, [], { name: `Bin of ${person.user.userId}` })
    const ours = await person.call(createFolder, { parentId: group.rootId, instanceName: 'ours' })
    await person.call(removeInstances, { instanceIds: [ours.instanceId] })
    await person.call(clearTrash, { groupId: group.groupId })
    const [entry] = await listed(group.groupId)
    // The next thing after it goes a request later.
    const start = new Date(Date.parse(entry?.deleteTime ?? '') + 1).toISOString()
    for (const name of ['one', 'two', 'three']) await letGo(await folder(name))
    const found = async (more: Input<typeof pageSecondTrash>) =>
      (await admin.call(pageSecondTrash, { orderBy: 'instanceName', pageSize: 100, ...more })).list.map(
        (one) => one.instanceName,
      )
    expect(await found({ ownerId: group.groupId })).toEqual(['ours'])
    expect(await found({ ownerId: group.groupId, ownerType: 'user' })).toEqual([])
    const ownerId = person.user.userId
    expect(await found({ ownerId, ownerType: 'user', startTime: start })).toEqual(['one', 'three', 'two'])
    expect(await found({ ownerId, endTime: start })).toEqual([])
    expect(await found({ ownerId: group.groupId, endTime: start })).toEqual(['ours'])
    const asked = { ownerId, startTime: start, orderBy: 'instanceName', pageSize: 2 } as const
    const first = await admin.call(pageSecondTrash, asked)
    expect(first.list.map((one) => one.instanceName)).toEqual(['one', 'three'])
    const { nextCursor: cursor = '' } = first
    expect(await found({ ...asked, cursor })).toEqual(['two'])
    const elsewhere = admin.call(pageSecondTrash, { ...asked, startTime: '2020-01-01T00:00:00Z', cursor })
    await expect(elsewhere).rejects.toMatchObject({ details: { field: 'cursor' } })
    const never = admin.call(pageSecondTrash, { endTime: 'soon' })
    await expect(never).rejects.toMatchObject({ details: { field: 'endTime' } })
  })

  it('keeps what is on hold', async () => {
    const top = await folder('case')
    await person.upload(top, 'a.txt', Buffer.alloc(1))
    await letGo(top)
    const values = {
      id: crypto.randomUUID(),
      file_id: top,
      reason: 'a dispute',
      created_by: admin.user.userId,
    }
    await world.ctx.db.reader.insertInto('hold').values(values).execute()
    const [entry] = await listed()
    const { list } = await admin.call(removeSecondTrash, { recycleIds: [entry?.recycleId ?? ''] })
    expect(list).toMatchObject([{ errcode: 40955 }])
    await world.ctx.db.reader
      .updateTable('hold')
      .set({ released_at: new Date() })
      .where('file_id', '=', top)
      .execute()
  })

  it('shows an administrator of departments its own alone', async () => {
    const own = await world.department(`Bin of ${person.user.userName}`)
    const orgAdmin = await world.admin('orgAdmin', { department: own })
    const mine = await world.person(undefined, { department: own })
    const outside = person
    for (const one of [mine, outside]) {
      person = one
      const { instanceId } = await one.upload('0', `${one.user.userName}.txt`, Buffer.alloc(1))
      await letGo(instanceId)
    }
    const seen = await orgAdmin.call(pageSecondTrash, { pageSize: 100 })
    expect(seen.list.map((one) => one.ownerId)).toEqual([mine.user.userId])
    const [theirs] = await listed(outside.user.userId)
    const recycleIds = [theirs?.recycleId ?? '']
    expect((await orgAdmin.call(restoreSecondTrash, { recycleIds })).list).toMatchObject([{ errcode: 90000 }])
    expect((await orgAdmin.call(removeSecondTrash, { recycleIds })).list).toMatchObject([{ errcode: 90000 }])
    const [ours] = seen.list
    const elsewhere = orgAdmin.call(restoreSecondTrash, {
      recycleIds: [ours?.recycleId ?? ''],
      toUserId: outside.user.userId,
    })
    await expect(elsewhere).rejects.toMatchObject({ name: 'not_found' })
  })

  it('gives an administrator of departments nothing of who has more than ordinary roles', async () => {
    const own = await world.department(`Bin of ${person.user.userName}`)
    const orgAdmin = await world.admin('orgAdmin', { department: own })
    const heir = await world.person(undefined, { department: own })
    const toUserId = heir.user.userId
    const lines = async (recycleIds: string[]) => [
      (await orgAdmin.call(restoreSecondTrash, { recycleIds, toUserId })).list,
      (await orgAdmin.call(restoreSecondTrash, { recycleIds })).list,
      (await orgAdmin.call(removeSecondTrash, { recycleIds })).list,
    ]
    for (const role of ['superAdmin', 'auditor', 'orgAdmin'] as const) {
      person = await world.admin(role, { department: own })
      const { groupId, rootId } = await world.group(person)
      const [file, ours] = [
        await person.upload('0', 'a.txt', Buffer.alloc(1)),
        await person.upload(rootId, 'b.txt', Buffer.alloc(1)),
      ]
      await letGo(file.instanceId)
      await person.call(removeInstances, { instanceIds: [ours.instanceId] })
      await person.call(clearTrash, { groupId })
      for (const ownerId of [person.user.userId, groupId]) {
        const [entry] = await listed(ownerId)
        for (const list of await lines([entry?.recycleId ?? '']))
          expect(list).toMatchObject([{ errcode: codeOf('area_refused') }])
        expect(await listed(ownerId)).toHaveLength(1)
      }
    }
    expect(await heir.tree()).toEqual({})
    // Its own it may have back.
    person = orgAdmin
    await letGo((await orgAdmin.upload('0', 'mine.txt', Buffer.alloc(1))).instanceId)
    const [mine] = await listed(orgAdmin.user.userId)
    expect(await orgAdmin.call(restoreSecondTrash, { recycleIds: [mine?.recycleId ?? ''] })).toMatchObject({
      list: [{ errcode: 0 }],
    })
  })
})
