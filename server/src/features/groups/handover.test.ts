import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { giveRole, takeRole } from '@clouddisk/contract/admin-roles'
import {
  addMembers,
  answerHandover,
  cancelHandover,
  dissolveGroup,
  editGroup,
  handoverGroup,
  leaveGroup,
  pageGroups,
  queryGroup,
  queryHandover,
  queryMembers,
  removeMembers,
} from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { processHandovers } from './handover.ts'

let world: World
let owner: Person
let heir: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  heir = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const GB = 1024 ** 3
const id = (person: Person) => person.user.userId
const given = async (person: Person) => (await person.call(queryUserCapacity, {})).allottedGroupCapacity / GB
const query = (text: string, ...values: unknown[]) => world.ctx.db.pool.query(text, values)
const ask = (groupId: string, to = heir, from = owner) =>
  from.call(handoverGroup, { groupId, userId: id(to) })
const answer = (handoverId: string, agree: boolean, person = heir) =>
  person.call(answerHandover, { handoverId, agree })
const rolesOf = async (groupId: string) =>
  Object.fromEntries(
    (await owner.call(queryMembers, { groupId, pageSize: 100 })).list.map((one) => [
      one.principalId,
      one.role,
    ]),
  )
const GROUP = { capacity: 30 }
const newGroup = () => world.group(owner, [[heir, 'viewer']], GROUP)

describe('a handover', () => {
  it('waits for its answer and changes nothing meanwhile', async () => {
    const { groupId, groupName } = await newGroup()
    const asked = await ask(groupId)
    expect(asked).toMatchObject({
      groupId,
      groupName,
      totalCapacity: 30 * GB,
      fromUserId: id(owner),
      toUserId: id(heir),
      toUser: heir.user.userRealName,
      status: 'waiting',
      endTime: null,
      failure: null,
    })
    expect(Date.parse(asked.expireTime) - Date.parse(asked.createTime)).toBe(7 * DAY)
    expect((await heir.call(pageGroups, {})).handovers).toEqual([asked])
    expect((await owner.call(pageGroups, {})).handovers).toEqual([])
    for (const person of [owner, heir]) {
      expect(await person.call(queryHandover, { groupId })).toEqual(asked)
      expect(await person.call(queryGroup, { groupId })).toMatchObject({
        ownerId: id(owner),
        handover: asked,
      })
    }
    expect([await given(owner), await given(heir)]).toEqual([30, 0])
  })

  it('that is agreed to changes owner, roles and both allowances at once', async () => {
    const { groupId, rootId } = await newGroup()
    const { handoverId } = await ask(groupId)
    expect(await answer(handoverId, true)).toMatchObject({ status: 'agreed', endTime: expect.any(String) })
    expect(await heir.call(queryGroup, { groupId })).toMatchObject({
      ownerId: id(heir),
      role: 'owner',
      handover: null,
    })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({
      role: 'manager',
      identity: 'administrator',
    })
    expect([await given(owner), await given(heir)]).toEqual([0, 30])
    expect(await rolesOf(groupId)).toEqual({ [id(owner)]: 'manager', [id(heir)]: 'owner' })
    // The space is the heir's to change now, and nobody else's.
    expect(await heir.call(editGroup, { groupId, capacity: 31 })).toMatchObject({ totalCapacity: 31 * GB })
    await expect(owner.call(editGroup, { groupId, capacity: 32 })).rejects.toMatchObject({
      name: 'not_permitted',
    })
    await owner.upload(rootId, 'still', Buffer.from('here'))
    await owner.call(leaveGroup, { groupId })
  })

  it('that is refused or taken back leaves all as it was, and another may be asked', async () => {
    const { groupId } = await newGroup()
    const first = await ask(groupId)
    await expect(ask(groupId)).rejects.toMatchObject({ name: 'handover_open' })
    expect(await heir.call(answerHandover, { groupId, agree: false })).toMatchObject({ status: 'rejected' })
    await expect(answer(first.handoverId, true)).rejects.toMatchObject({ name: 'handover_over' })
    const { handoverId } = await ask(groupId)
    expect(await owner.call(cancelHandover, { groupId })).toMatchObject({ handoverId, status: 'cancelled' })
    for (const agree of [true, false])
      await expect(answer(handoverId, agree)).rejects.toMatchObject({ name: 'handover_over' })
    await expect(owner.call(cancelHandover, { groupId })).rejects.toMatchObject({ name: 'handover_over' })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ ownerId: id(owner), handover: null })
    expect([await given(owner), await given(heir)]).toEqual([30, 0])
    await ask(groupId)
  })

  it('goes to somebody who is in through a department alone', async () => {
    const top = await world.department(newId())
    const inside = await world.person(undefined, { department: await world.department('Below', top) })
    const { groupId } = await world.group(owner, [[top, 'viewer']], GROUP)
    const { handoverId } = await ask(groupId, inside)
    await answer(handoverId, true, inside)
    expect(await rolesOf(groupId)).toEqual({ [id(owner)]: 'manager', [id(inside)]: 'owner', [top]: 'viewer' })
    expect(await given(inside)).toBe(30)
  })

  it('that ran out is told to both sides where the group is dissolved first', async () => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    world.advance(7 * DAY + 60_000)
    ;[owner, heir] = [await world.again(owner), await world.again(heir)]
    await owner.call(dissolveGroup, { groupId })
    await processHandovers(world.ctx)
    for (const person of [owner, heir]) {
      const { list } = await person.call(pageNotifications, {})
      expect(
        list.filter(({ kind }) => kind === 'handover.expired').map(({ data }) => data.handoverId),
      ).toEqual([handoverId])
    }
  })

  it('is over after seven days, whether anybody looks or not', async () => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    world.advance(7 * DAY + 60_000)
    ;[owner, heir] = [await world.again(owner), await world.again(heir)]
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'expired' })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ handover: null })
    expect((await heir.call(pageGroups, {})).handovers).toEqual([])
    await expect(answer(handoverId, true)).rejects.toMatchObject({ name: 'handover_over' })
    await processHandovers(world.ctx)
    await processHandovers(world.ctx)
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'expired', handoverId })
    const again = await ask(groupId)
    expect(again.handoverId).not.toBe(handoverId)
    world.advance(7 * DAY + 60_000)
    ;[owner, heir] = [await world.again(owner), await world.again(heir)]
    // Nobody has noted yet that it is over.
    expect(await ask(groupId)).toMatchObject({ status: 'waiting' })
    const heard = (await heir.call(pageNotifications, {})).list.filter(
      ({ data }) => data.handoverId === again.handoverId,
    )
    expect(heard.map(({ kind }) => kind)).toEqual(['handover.expired', 'handover.asked'])
  })
})

describe('asking for a handover is refused', () => {
  it('to oneself, to who is no member, and to who is not there (R149, R244)', async () => {
    const { groupId } = await newGroup()
    const stranger = await world.person()
    await expect(ask(groupId, owner)).rejects.toMatchObject({ name: 'handover_to_self' })
    await expect(ask(groupId, stranger)).rejects.toMatchObject({ name: 'not_a_member' })
    for (const userId of [newId(), 'nobody'])
      await expect(owner.call(handoverGroup, { groupId, userId })).rejects.toMatchObject({
        name: 'not_a_member',
      })
    expect(await owner.call(queryHandover, { groupId })).toBeNull()
  })

  it('to whom the space is too much, or who has a synced group (R149, R244)', async () => {
    const { groupId } = await newGroup()
    await world.group(heir, [], { capacity: 80 })
    await expect(ask(groupId)).rejects.toMatchObject({
      name: 'handover_no_space',
      details: { missing: '10.00 GB', missingBytes: 10 * GB },
    })
    const synced = await world.person()
    await query('update "group" set synced = true where id = $1', (await world.group(synced)).groupId)
    await owner.call(addMembers, {
      groupId,
      members: [{ principalType: 'user', principalId: id(synced), role: 'viewer' }],
    })
    await expect(ask(groupId, synced)).rejects.toMatchObject({ name: 'handover_synced_group' })
  })

  it('to an account that is frozen or has expired', async () => {
    const { groupId } = await newGroup()
    await query(`update person set status = 'frozen' where id = $1`, id(heir))
    await expect(ask(groupId)).rejects.toMatchObject({ name: 'account_frozen' })
    await query(`update person set status = 'active', valid_until = $2 where id = $1`, id(heir), new Date(0))
    await expect(ask(groupId)).rejects.toMatchObject({ name: 'account_expired' })
  })

  it('to whom a role keeps from having groups, also where that comes before the answer', async () => {
    const { groupId } = await newGroup()
    const admin = await world.admin()
    const bound = async (roleId: string, otherwise: string) => {
      await admin.call(giveRole, { roleId, userIds: [id(heir)] })
      await admin.call(takeRole, { roleId: otherwise, userIds: [id(heir)] })
    }
    await bound('observer', 'default')
    await expect(ask(groupId)).rejects.toMatchObject({
      code: 20001,
      details: { field: 'userId', reason: 'unknown_value' },
    })
    expect(await owner.call(queryHandover, { groupId })).toBeNull()
    await bound('default', 'observer')
    const { handoverId } = await ask(groupId)
    await bound('observer', 'default')
    await expect(answer(handoverId, true)).rejects.toMatchObject({ name: 'handover_failed' })
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ ownerId: id(owner), role: 'owner' })
  })

  it('by anybody but the owner, and of a group that is being dissolved', async () => {
    const { groupId } = await world.group(owner, [[heir, 'manager']])
    for (const work of [
      () => ask(groupId, owner, heir),
      () => heir.call(cancelHandover, { groupId }),
      () => heir.call(dissolveGroup, { groupId }),
    ])
      await expect(work()).rejects.toMatchObject({ name: 'not_permitted' })
    await ask(groupId)
    await expect(owner.call(dissolveGroup, { groupId })).rejects.toMatchObject({ name: 'handover_open' })
    await owner.call(cancelHandover, { groupId })
    await owner.call(dissolveGroup, { groupId })
    await expect(ask(groupId)).rejects.toMatchObject({ name: 'group_dissolving' })
  })
})

describe('answering a handover', () => {
  it('is the receiver’s alone', async () => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    for (const person of [owner, await world.person()])
      for (const input of [{ handoverId }, { groupId }, { handoverId: newId() }, { handoverId: 'x' }, {}])
        await expect(person.call(answerHandover, { ...input, agree: true })).rejects.toMatchObject({
          name: 'not_found',
        })
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'waiting' })
  })

  it.each([
    [
      'the space is used up',
      'handover_no_space',
      'handover_no_space',
      async () => void (await world.group(heir, [], { capacity: 80 })),
    ],
    [
      'the receiver has a synced group',
      'handover_synced_group',
      'handover_synced_group',
      async () =>
        void (await query(
          'update "group" set synced = true where id = $1',
          (
            await world.group(heir)
          ).groupId,
        )),
    ],
    [
      'its account expires as it answers',
      'handover_failed',
      'account_expired',
      async () =>
        void (await query('update person set valid_until = $2 where id = $1', id(heir), new Date(0))),
    ],
  ])('fails where meanwhile %s, and the group is as it was', async (_, name, failure, spoil) => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    const before = [await rolesOf(groupId), await given(owner)]
    // The account of one case could not ask any more: what it agreed to is found by the job.
    if (failure === 'account_expired') {
      await query(`update group_handover set state = 'moving' where id = $1`, handoverId)
      await spoil()
      await processHandovers(world.ctx)
    } else {
      await spoil()
      await expect(answer(handoverId, true)).rejects.toMatchObject({ name })
    }
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'failed', failure })
    expect([await rolesOf(groupId), await given(owner)]).toEqual(before)
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ ownerId: id(owner), handover: null })
  })

  it('counts once, however many answers come at once', async () => {
    for (const answers of [
      [true, true, true],
      [true, false, true],
    ]) {
      const { groupId } = await newGroup()
      const { handoverId } = await ask(groupId)
      const came = await Promise.allSettled(answers.map((agree) => answer(handoverId, agree)))
      const done = came.filter((one) => one.status === 'fulfilled')
      expect(done).toHaveLength(1)
      for (const one of came) if (one.status === 'rejected') expect(one.reason.name).toBe('handover_over')
      const { status } = (await owner.call(queryHandover, { groupId })) ?? {}
      expect(await owner.call(queryGroup, { groupId })).toMatchObject({
        ownerId: id(status === 'agreed' ? heir : owner),
      })
      expect(await world.doctor()).toEqual([])
    }
  })

  it('and leaving at once end in one of two ways', async () => {
    for (let n = 0; n < 4; n++) {
      const { groupId } = await world.group(owner, [[heir, 'viewer']])
      const { handoverId } = await ask(groupId)
      const works = [() => answer(handoverId, true), () => heir.call(leaveGroup, { groupId })]
      const [first, second] = await Promise.allSettled(
        (n % 2 ? works : works.reverse()).map((work) => work()),
      )
      const names = [first, second].flatMap((one) => (one?.status === 'rejected' ? [one.reason.name] : []))
      expect(names).toHaveLength(1)
      expect(['handover_over', 'owner_cannot_leave', 'handover_failed']).toContain(names[0])
      expect(await world.doctor()).toEqual([])
    }
  })

  it('comes too late where the receiver was taken out meanwhile', async () => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    await owner.call(removeMembers, { groupId, principalIds: [id(heir)] })
    await expect(answer(handoverId, true)).rejects.toMatchObject({ name: 'handover_over' })
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({
      status: 'cancelled',
      failure: 'not_a_member',
    })
  })
})

describe('a server that dies after the receiver agreed', () => {
  it('carries the handover out when it is back, once', async () => {
    const { groupId } = await newGroup()
    const { handoverId } = await ask(groupId)
    await query(`update group_handover set state = 'moving' where id = $1`, handoverId)
    expect(await owner.call(queryGroup, { groupId })).toMatchObject({ handover: { status: 'moving' } })
    await expect(owner.call(cancelHandover, { groupId })).rejects.toMatchObject({ name: 'handover_over' })
    await expect(answer(handoverId, false)).rejects.toMatchObject({ name: 'handover_over' })
    await Promise.all([processHandovers(world.ctx), processHandovers(world.ctx)])
    await processHandovers(world.ctx)
    expect(await owner.call(queryHandover, { groupId })).toMatchObject({ status: 'agreed' })
    expect([await given(owner), await given(heir)]).toEqual([0, 30])
  })
})
