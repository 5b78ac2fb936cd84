import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, createGroup, removeMembers } from '@clouddisk/contract/groups'
import {
  countNotifications,
  NOTICE_KINDS,
  pageNotifications,
  queryNotificationSettings,
  readNotifications,
  saveNotificationSettings,
} from '@clouddisk/contract/notifications'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { follow } from '../../../test/stream.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { fanOut } from '../../notifications/fan-out.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyExpiries } from './expiries.ts'
import { deleteOldNotifications } from './jobs.ts'
import { notifyQuotas } from './quotas.ts'

let world: World
let owner: Person
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  person = await world.person()
})
afterAll(() => world.close())

const inbox = async (who = person) => (await who.call(pageNotifications, {})).list
const kinds = async (who = person) => (await inbox(who)).map(({ kind }) => kind)
const to = (who: Person) => [{ principalType: 'user' as const, principalId: who.user.userId }]
const give = (who: Person, instanceName = 'x') =>
  world.ctx.db.transact((tx) =>
    notify(world.ctx, tx, { kind: 'share.given', to: to(who), data: { instanceName } }),
  )
let groups = 0
const newGroup = () => owner.call(createGroup, { groupName: `Notices ${++groups}`, capacity: 1 })
const member = (principalType: 'user' | 'department', principalId: string, role: 'editor' | 'viewer') => ({
  principalType,
  principalId,
  role,
})

describe('notifications', () => {
  it('tell of a group with who did it, and not whoever did it', async () => {
    const { groupId } = await newGroup()
    await owner.call(addMembers, { groupId, members: [member('user', person.user.userId, 'editor')] })
    await owner.call(addMembers, { groupId, members: [member('user', person.user.userId, 'viewer')] })
    await owner.call(removeMembers, { groupId, principalIds: [person.user.userId] })
    const list = await inbox()
    expect(list.map(({ kind, read, data }) => [kind, read, data.role, data.actorName])).toEqual([
      ['group.removed', false, undefined, owner.user.userRealName],
      ['group.roleChanged', false, 'viewer', owner.user.userRealName],
      ['group.added', false, 'editor', owner.user.userRealName],
    ])
    expect(list[0]?.data).toMatchObject({ groupId, groupName: `Notices ${groups}` })
    expect(await inbox(owner)).toEqual([])
  })

  it('are for accounts that may still sign in', async () => {
    const ends = (at: Date | null) =>
      world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [person.user.userId, at])
    const department = await world.department('Ended')
    await moveInto(world, person, department)
    await ends(world.ctx.now())
    await give(person)
    await world.ctx.db.transact((tx) =>
      notify(world.ctx, tx, {
        kind: 'share.given',
        to: [{ principalType: 'department', principalId: department }],
        data: { instanceName: 'x' },
      }),
    )
    await vi.waitFor(async () => {
      await fanOut(world.ctx)
      expect((await world.ctx.db.pool.query('select from notification_fan_out')).rows).toEqual([])
    })
    await ends(null)
    expect(await kinds()).toEqual([])
    await give(person)
    expect(await kinds()).toEqual(['share.given'])
  })

  it('tell those who own and manage a group that much of it was deleted', async () => {
    const { groupId, rootId } = await newGroup()
    await owner.call(addMembers, { groupId, members: [member('user', person.user.userId, 'editor')] })
    const children = Array.from({ length: 60 }, (_, n) => ({ instanceName: `f${n}` }))
    const { instanceId } = await person.call(createFolder, { parentId: rootId, instanceName: 'many' })
    await person.call(batchCreateFolder, { parentId: instanceId, instanceName: 'below', children })
    const remove = { instanceIds: [instanceId] }
    await expect(person.call(removeInstances, remove)).rejects.toMatchObject({ name: 'confirm_mass_delete' })
    expect(await kinds(owner)).toEqual([])
    await person.call(removeInstances, { ...remove, confirmCount: 62 })
    expect((await inbox(owner)).map(({ kind, data }) => [kind, data.count, data.actorName])).toEqual([
      ['files.massDeleted', 62, person.user.userRealName],
    ])
    expect(await kinds()).toEqual(['group.added'])
  })

  it('are not given where what causes them is rolled back', async () => {
    await expect(
      world.ctx.db.transact(async (tx) => {
        await notify(world.ctx, tx, { kind: 'share.given', to: to(person), data: {} })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await inbox()).toEqual([])
  })

  it('reach a whole department once each, those below it too, however many ways there are', async () => {
    const above = await world.department(`All ${++groups}`)
    const below = await world.department(`Some ${groups}`, above)
    const people = await Promise.all(Array.from({ length: 5 }, () => world.person()))
    for (const [at, one] of people.entries()) await moveInto(world, one, at % 2 ? above : below)
    const frozen = await world.person()
    await moveInto(world, frozen, below)
    await world.ctx.db.pool.query(`update person set status = 'frozen' where id = $1`, [frozen.user.userId])
    await world.ctx.db.transact((tx) =>
      notify(world.ctx, tx, {
        kind: 'group.dissolving',
        to: [
          ...to(people[0] as Person),
          { principalType: 'department', principalId: above },
          { principalType: 'department', principalId: below },
        ],
        actor: { personId: (people[4] as Person).user.userId, realName: 'Fifth' },
        data: { groupName: 'x' },
      }),
    )
    // Steps of two people each, and by several at once.
    await Promise.all([fanOut(world.ctx, 2), fanOut(world.ctx, 2)])
    for (const one of people.slice(0, 4)) await expect.poll(() => kinds(one)).toEqual(['group.dissolving'])
    expect(await kinds(people[4])).toEqual([])
    const { rows } = await world.ctx.db.pool.query(
      'select count(*) as n from notification where person_id = $1',
      [frozen.user.userId],
    )
    expect(rows[0].n).toBe(0)
    const left = await world.ctx.db.pool.query('select count(*) as n from notification_fan_out')
    expect(left.rows[0].n).toBe(0)
  })

  it('are paged, counted and read, each person’s own', async () => {
    for (let n = 0; n < 5; n++) await give(person, `${n}`)
    await give(owner)
    const first = await person.call(pageNotifications, { pageSize: 2 })
    expect(first).toMatchObject({ unread: 5, nextCursor: expect.any(String) })
    const second = await person.call(pageNotifications, { pageSize: 3, cursor: first.nextCursor ?? '' })
    expect([...first.list, ...second.list].map(({ data }) => data.instanceName)).toEqual([
      '4',
      '3',
      '2',
      '1',
      '0',
    ])
    expect(second.nextCursor).toBeUndefined()
    await expect(owner.call(pageNotifications, { cursor: first.nextCursor ?? '' })).rejects.toMatchObject({
      details: { field: 'cursor' },
    })
    const one = first.list[0]?.notificationId ?? ''
    expect(await owner.call(readNotifications, { notificationIds: [one] })).toEqual({ unread: 1 })
    expect(await person.call(readNotifications, { notificationIds: [one, 'nothing'] })).toEqual({ unread: 4 })
    expect((await person.call(pageNotifications, { unread: true })).list).toHaveLength(4)
    expect(await person.call(readNotifications, { notificationIds: [one], read: false })).toEqual({
      unread: 5,
    })
    expect(await person.call(readNotifications, {})).toEqual({ unread: 0 })
    expect(await person.call(countNotifications, {})).toEqual({ unread: 0 })
    expect(await owner.call(countNotifications, {})).toEqual({ unread: 1 })
  })

  it('are heard of live, as is that they were read elsewhere, by nobody else', async () => {
    const [mine, theirs] = [await follow(person), await follow(owner)]
    await give(person)
    await mine.until(({ kind }) => kind === 'notification.added')
    await person.call(readNotifications, {})
    await mine.until(({ kind }) => kind === 'notification.read')
    await give(owner)
    await theirs.until(({ kind }) => kind === 'notification.added')
    expect(theirs.seen.map(({ kind }) => kind)).toEqual(['notification.added'])
    for (const stream of [mine, theirs]) stream.stop()
  })

  it('are told as a person wants them', async () => {
    const { list, mail, email } = await person.call(queryNotificationSettings, {})
    expect(list.map(({ kind }) => kind)).toEqual(NOTICE_KINDS)
    expect(list.every(({ app }) => app)).toBe(true)
    expect([mail, email]).toEqual([false, null])
    const quiet = { kind: 'share.given' as const, app: false, mail: 'off' as const }
    const saved = await person.call(saveNotificationSettings, { list: [quiet] })
    expect(saved.list).toContainEqual(quiet)
    await give(person)
    expect(await inbox()).toEqual([])
    await person.call(saveNotificationSettings, { list: [{ ...quiet, app: true }] })
    await give(person)
    expect(await kinds()).toEqual(['share.given'])
  })

  it('refuse a kind that there is not, and change nothing', async () => {
    const before = await person.call(queryNotificationSettings, {})
    const wrong = { list: [{ kind: 'nonsense', app: false, mail: 'off' }] } as never
    await expect(person.call(saveNotificationSettings, wrong)).rejects.toMatchObject({ code: 20001 })
    expect(await person.call(queryNotificationSettings, {})).toEqual(before)
  })
})

describe('what time tells', () => {
  it('is that a space fills up, once for each crossing', async () => {
    const small = await world.person(undefined, { capacity: 10_000_000 })
    const at = async (used: number) => {
      await world.ctx.db.pool.query('update space set used = $2 where person_id = $1', [
        small.user.userId,
        used,
      ])
      await notifyQuotas(world.ctx)
      await notifyQuotas(world.ctx)
      return kinds(small)
    }
    expect(await at(8_900_000)).toEqual([])
    expect(await at(9_000_000)).toEqual(['quota.high'])
    expect(await at(9_500_000)).toEqual(['quota.high'])
    expect(await at(10_000_000)).toEqual(['quota.full', 'quota.high'])
    expect(await at(9_500_000)).toEqual(['quota.full', 'quota.high'])
    expect(await at(1_000_000)).toEqual(['quota.full', 'quota.high'])
    expect(await at(9_100_000)).toEqual(['quota.high', 'quota.full', 'quota.high'])
    expect((await inbox(small))[0]?.data).toEqual({ used: 9_100_000, total: 10_000_000 })
    await at(0)
  })

  it('is that a group fills up, to who owns it and manages it alone', async () => {
    const { groupId } = await newGroup()
    await owner.call(addMembers, { groupId, members: [member('user', person.user.userId, 'editor')] })
    await world.ctx.db.pool.query('update space set used = total where id = $1', [groupId])
    await notifyQuotas(world.ctx)
    expect((await inbox(owner))[0]).toMatchObject({
      kind: 'quota.full',
      data: { groupName: `Notices ${groups}` },
    })
    expect(await kinds()).toEqual(['group.added'])
    await world.ctx.db.pool.query('update space set used = 0 where id = $1', [groupId])
  })

  it('is that an account or a share ends in three days, once for the same end', async () => {
    const endIn = (days: number) => new Date(world.ctx.now().getTime() + days * DAY)
    const end = (days: number) =>
      world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [
        person.user.userId,
        endIn(days),
      ])
    await end(4)
    await notifyExpiries(world.ctx)
    expect(await kinds()).toEqual([])
    await end(2)
    await notifyExpiries(world.ctx)
    await notifyExpiries(world.ctx)
    expect(await kinds()).toEqual(['expiry.account'])
    await end(2.5)
    await notifyExpiries(world.ctx)
    expect(await kinds()).toEqual(['expiry.account', 'expiry.account'])
    const { instanceId } = await owner.upload('0', 'shared.txt', Buffer.from('x'))
    await world.ctx.db.pool.query(
      `insert into file_grant (file_id, principal_type, principal_id, role, source, expires_at)
       values ($1, 'person', $2, 'viewer', 'share', $3)`,
      [instanceId, person.user.userId, endIn(2)],
    )
    await notifyExpiries(world.ctx)
    await notifyExpiries(world.ctx)
    const told = (await inbox()).filter(({ kind }) => kind === 'expiry.share')
    expect(told.map(({ data }) => data.instanceName)).toEqual(['shared.txt'])
  })

  it('takes notifications away after ninety days', async () => {
    await give(person)
    await world.ctx.db.pool.query(
      `update notification set created_at = created_at - interval '89 days' where person_id = $1`,
      [person.user.userId],
    )
    await deleteOldNotifications(world.ctx)
    expect(await kinds()).toHaveLength(1)
    await world.ctx.db.pool.query(
      `update notification set created_at = created_at - interval '2 days' where person_id = $1`,
      [person.user.userId],
    )
    await deleteOldNotifications(world.ctx)
    expect(await kinds()).toEqual([])
  })
})
