import { createFavorites, pageFavorites } from '@clouddisk/contract/favorites'
import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import type { ShareRole } from '@clouddisk/contract/roles'
import type { Input } from '@clouddisk/contract/route'
import {
  checkShared,
  createShare,
  leaveShare,
  pageShares,
  querySharingUsers,
  removeShares,
  type Share,
  updateSharers,
} from '@clouddisk/contract/shares'
import { HOUR } from '@clouddisk/contract/time'
import { removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, group, moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { deleteExpiredShares } from './jobs.ts'

let world: World
let owner: Person
let other: Person
let third: Person
let made = 0
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  made++
  ;[owner, other, third] = (await Promise.all([world.person(), world.person(), world.person()])) as [
    Person,
    Person,
    Person,
  ]
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const idOf = (person: Person) => person.user.userId
const user = (person: Person, role: ShareRole = 'viewer') =>
  ({ principalType: 'user', principalId: idOf(person), role }) as const
const share = async (
  by: Person,
  instanceId: string,
  members: Input<typeof createShare>['members'],
  more: Partial<Input<typeof createShare>> = {},
) => {
  const { shares, list } = await by.call(createShare, { instanceIds: [instanceId], members, ...more })
  expect(list).toMatchObject([{ errcode: 0 }])
  return shares[0]?.fileSharingId ?? ''
}
const received = async (person: Person) => (await person.call(pageShares, { type: 'received' })).list
const published = async (person: Person) => (await person.call(pageShares, { type: 'published' })).list
const names = (list: readonly Share[]) => list.map((row) => row.instance.instanceName)
const refusal = (name: string) => expect.objectContaining({ name })
/** Shorter than a session may idle. */
const inHours = (hours: number) => new Date(world.ctx.now().getTime() + hours * HOUR).toISOString()

describe('a share', () => {
  it('is in the recipient’s list and in the owner’s', async () => {
    const id = await folder(owner, 'plans')
    const { shares, list } = await owner.call(createShare, {
      instanceIds: [id],
      members: [user(other, 'editor')],
      message: 'look',
    })
    expect(list).toMatchObject([{ instanceId: id, errcode: 0 }])
    expect(shares).toEqual([{ instanceId: id, fileSharingId: expect.any(String), reached: 1 }])
    expect(await other.call(pageShares, { type: 'received' })).toMatchObject({
      total: 1,
      list: [
        {
          fileSharingId: shares[0]?.fileSharingId,
          ownerId: idOf(owner),
          role: 'editor',
          expireTime: null,
          memberCount: 1,
          message: 'look',
          instance: { instanceId: id, instanceName: 'plans', parentId: '' },
          members: [{ principalId: idOf(other), role: 'editor', isSelf: true }],
        },
      ],
    })
    expect(await owner.call(pageShares, { type: 'published' })).toMatchObject({
      total: 1,
      list: [{ role: 'owner', instance: { isShared: true } }],
    })
    expect((await owner.list())[0]).toMatchObject({ isShared: true })
    expect(await received(owner)).toEqual([])
    expect(await published(other)).toEqual([])
    expect(await other.call(querySharingUsers, { instanceId: id })).toMatchObject([
      { principalId: idOf(owner), role: 'owner' },
      { principalId: idOf(other), role: 'editor', isSelf: true },
    ])
  })

  it('is for accounts that may still sign in', async () => {
    const id = await folder(owner, 'plans')
    await world.ctx.db.pool.query('update person set valid_until = $2 where id = $1', [
      idOf(other),
      world.ctx.now(),
    ])
    const members = [user(other), user(third)]
    await expect(owner.call(createShare, { instanceIds: [id], members })).rejects.toMatchObject({
      name: 'bad_field',
      details: { unknown: [idOf(other)] },
    })
    expect(await published(owner)).toEqual([])
  })

  it('of many items has a line for each', async () => {
    const ids = [await folder(owner, 'a'), await folder(other, 'not mine'), owner.user.rootId]
    const { list, shares } = await owner.call(createShare, { instanceIds: ids, members: [user(third)] })
    expect(list.map((line) => line.errcode)).toEqual([0, 90000, 40918])
    expect(shares).toHaveLength(1)
    expect(names(await received(third))).toEqual(['a'])
  })

  it('with those who have it already gives the new role and time', async () => {
    const id = await folder(owner, 'plans')
    const first = await share(owner, id, [user(other)], { message: 'first' })
    const end = inHours(3)
    expect(await share(owner, id, [user(other, 'editor')], { expireTime: end })).toBe(first)
    expect(await received(other)).toMatchObject([{ role: 'editor', expireTime: end, message: 'first' }])
  })

  it('counts everybody it reaches once', async () => {
    const top = await world.department(`Sales ${made}`)
    const below = await world.department(`East ${made}`, top)
    const team = await group(world, third, `team ${made}`)
    await addMember(world, team, below, 'viewer', 'department')
    await addMember(world, team, idOf(owner), 'viewer')
    await moveInto(world, other, below)
    await moveInto(world, owner, below)
    const fourth = await world.person(undefined, { department: top })
    const instanceId = await folder(owner, 'plans')
    const { shares } = await owner.call(createShare, {
      instanceIds: [instanceId],
      members: [
        { principalType: 'department', principalId: top, role: 'viewer' },
        { principalType: 'group', principalId: team.id, role: 'viewer' },
        user(other, 'editor'),
        user(fourth),
      ],
    })
    // Other and fourth by the department, third by the group; the owner has it anyway.
    expect(shares).toMatchObject([{ reached: 3 }])
    expect(await published(owner)).toMatchObject([{ memberCount: 3 }])
    expect(await received(other)).toMatchObject([{ role: 'editor', memberCount: 3 }])
    expect((await owner.call(querySharingUsers, { instanceId })).slice(1)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: `Sales ${made}`, detail: `Sales ${made}`, count: 3 }),
        expect.objectContaining({ name: `team ${made}`, principalType: 'group', count: 3 }),
      ]),
    )
  })

  it('with a department follows who is in it', async () => {
    const top = await world.department(`Sales ${made}`)
    const below = await world.department(`East ${made}`, top)
    const id = await folder(owner, 'plans')
    await share(owner, id, [{ principalType: 'department', principalId: top, role: 'editor' }])
    await expect(other.list(id)).rejects.toEqual(refusal('not_found'))
    await moveInto(world, other, below)
    await folder(await world.again(other), 'mine', id)
    expect(names(await received(other))).toEqual(['plans'])
    await moveInto(world, other, null)
    await expect((await world.again(other)).list(id)).rejects.toEqual(refusal('not_found'))
    expect(await received(other)).toEqual([])
  })

  it('asks for people, roles, a time to come and a short message', async () => {
    const instanceIds = [await folder(owner, 'plans')]
    const ask = (more: object) => owner.call(createShare, { instanceIds, members: [user(other)], ...more })
    const field = (name: string, reason: string) =>
      expect.objectContaining({ code: 20001, details: expect.objectContaining({ field: name, reason }) })
    await expect(ask({ members: [] })).rejects.toEqual(refusal('no_recipient'))
    await expect(ask({ members: undefined })).rejects.toEqual(field('members', 'missing'))
    await expect(ask({ members: [{ principalType: 'user', principalId: idOf(other) }] })).rejects.toEqual(
      field('members', 'missing'),
    )
    await expect(ask({ members: [{ ...user(other), role: 'owner' }] })).rejects.toEqual(
      field('members', 'unknown_value'),
    )
    const nobody = { ...user(other), principalId: instanceIds[0] }
    await expect(ask({ members: [user(third), nobody] })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'members', reason: 'unknown_value', unknown: [nobody.principalId] },
    })
    await expect(ask({ members: [{ ...nobody, principalId: 'nobody' }] })).rejects.toEqual(
      field('members', 'unknown_value'),
    )
    await expect(ask({ expireTime: 'soon' })).rejects.toEqual(field('expireTime', 'format'))
    await expect(ask({ expireTime: inHours(-1) })).rejects.toEqual(field('expireTime', 'range'))
    await expect(ask({ message: 'x'.repeat(501) })).rejects.toEqual(field('message', 'too_long'))
    const many = Array.from({ length: 501 }, () => ({ ...user(other), principalId: crypto.randomUUID() }))
    await expect(ask({ members: many })).rejects.toEqual(refusal('too_many_recipients'))
    expect(await published(owner)).toEqual([])
    await ask({ message: '很'.repeat(500) })
  })

  it('is neither with oneself nor with the owner', async () => {
    const id = await folder(owner, 'plans')
    const errors = async (by: Person, members: Input<typeof createShare>['members']) =>
      (await by.call(createShare, { instanceIds: [id], members })).list.map((line) => line.errcode)
    expect(await errors(owner, [user(owner)])).toEqual([40922])
    await share(owner, id, [user(other, 'manager')])
    expect(await errors(other, [user(third), user(owner)])).toEqual([40922])
    expect(await errors(other, [user(other)])).toEqual([40922])
    expect(await received(third)).toEqual([])
  })

  it('with a group that one is not in, or with somebody who has left, is with nobody', async () => {
    const id = await folder(owner, 'plans')
    const team = await group(world, third, `team ${made}`)
    const unknown = expect.objectContaining({ code: 20001 })
    const groupOf = [{ principalType: 'group', principalId: team.id, role: 'viewer' }] as const
    await expect(owner.call(createShare, { instanceIds: [id], members: [...groupOf] })).rejects.toEqual(
      unknown,
    )
    await world.ctx.db.pool.query(`update person set status = 'frozen' where id = $1`, [idOf(other)])
    await expect(owner.call(createShare, { instanceIds: [id], members: [user(other)] })).rejects.toEqual(
      unknown,
    )
  })

  it('is not for files of groups', async () => {
    const team = await group(world, owner, `team ${made}`)
    const id = await folder(owner, 'plans', team.rootId)
    const { list } = await owner.call(createShare, { instanceIds: [id], members: [user(other)] })
    expect(list).toMatchObject([{ errcode: 30404 }])
    await expect(owner.call(checkShared, { instanceId: id })).rejects.toEqual(refusal('not_on_group_pages'))
  })

  it('tells what is shared above and below', async () => {
    const [top, middle] = [await folder(owner, 'top'), '']
    const inner = await folder(owner, 'inner', top)
    const leaf = await folder(owner, 'leaf', inner)
    expect(await owner.call(checkShared, { instanceId: inner })).toEqual({
      shared: false,
      fileSharingId: null,
      message: '',
      above: 0,
      below: 0,
    })
    await share(owner, top, [user(other)])
    const id = await share(owner, inner, [user(other)], { message: 'Read this first' })
    await share(owner, leaf, [user(third)])
    expect(await owner.call(checkShared, { instanceId: inner })).toEqual({
      shared: true,
      fileSharingId: id,
      message: 'Read this first',
      above: 1,
      below: 1,
    })
    expect(await owner.call(checkShared, { instanceId: top })).toMatchObject({ above: 0, below: 2 })
    expect(middle).toBe('')
    await expect(other.call(checkShared, { instanceId: inner })).rejects.toEqual(refusal('not_permitted'))
    await expect(third.call(checkShared, { instanceId: inner })).rejects.toEqual(refusal('not_found'))
  })
})

describe('those who have a share', () => {
  it('get another role or end, or nothing, by whoever manages it', async () => {
    const id = await folder(owner, 'plans')
    const fileSharingId = await share(owner, id, [user(other, 'manager'), user(third)])
    const update = (by: Person, more: object) =>
      by.call(updateSharers, { fileSharingId, principalIds: [idOf(third)], ...more })
    const left = await update(other, { role: 'editor' })
    expect(left[0]).toMatchObject({ role: 'owner' })
    expect(left.find((one) => one.principalId === idOf(third))).toMatchObject({ role: 'editor' })
    expect(left).toHaveLength(3)
    const end = inHours(1)
    await update(owner, { expireTime: end })
    expect(await received(third)).toMatchObject([{ role: 'editor', expireTime: end }])
    await update(owner, { expireTime: '' })
    expect(await received(third)).toMatchObject([{ role: 'editor', expireTime: null }])
    await expect(update(third, { role: 'manager' })).rejects.toEqual(refusal('not_permitted'))
    await expect(update(await world.person(), { role: 'manager' })).rejects.toEqual(refusal('not_found'))
    await expect(update(owner, {})).rejects.toMatchObject({ code: 20001 })
    await expect(
      owner.call(updateSharers, { fileSharingId, principalIds: [idOf(third), id], role: 'viewer' }),
    ).rejects.toEqual(refusal('not_found'))
    await expect(
      other.call(updateSharers, { fileSharingId, principalIds: [idOf(owner)], role: 'viewer' }),
    ).rejects.toEqual(refusal('cannot_lock_out'))
    expect(await received(third)).toMatchObject([{ role: 'editor' }])
    expect(await update(other, { role: 'remove' })).toHaveLength(2)
    expect(await received(third)).toEqual([])
    // Several managers manage each other, and themselves.
    expect(
      await other.call(updateSharers, { fileSharingId, principalIds: [idOf(other)], role: 'remove' }),
    ).toEqual([])
    expect(await published(owner)).toEqual([])
    await expect(owner.call(querySharingUsers, { fileSharingId })).rejects.toEqual(refusal('not_found'))
  })

  it('are added by a manager, whose shares end with its rights', async () => {
    const id = await folder(owner, 'plans')
    const inner = await folder(owner, 'inner', id)
    const fileSharingId = await share(owner, id, [user(other, 'manager')])
    await share(other, id, [user(third, 'viewer')])
    await share(other, inner, [user(third, 'editor')])
    expect(names(await published(other))).toEqual(['inner'])
    expect(names(await published(owner)).sort()).toEqual(['inner', 'plans'])
    await owner.call(updateSharers, { fileSharingId, principalIds: [idOf(other)], role: 'viewer' })
    expect(await other.call(pageShares, { type: 'published' })).toMatchObject({ list: [], total: 0 })
    await expect(
      other.call(createShare, { instanceIds: [id], members: [user(third, 'manager')] }),
    ).resolves.toMatchObject({ list: [{ errcode: 30403 }] })
  })

  it('give nothing that lasts longer than what they have, themselves least of all', async () => {
    const id = await folder(owner, 'plans')
    const inner = await folder(owner, 'inner', id)
    const [end, earlier, later] = [inHours(2), inHours(1), inHours(3)]
    const fileSharingId = await share(owner, id, [user(other, 'manager')], { expireTime: end })
    await share(owner, id, [user(third)])
    const beyond = (field: string) =>
      expect.objectContaining({
        code: 20001,
        details: expect.objectContaining({ field, reason: 'beyond_own' }),
      })
    const update = (person: Person, more: object, by = other) =>
      by.call(updateSharers, { fileSharingId, principalIds: [idOf(person)], ...more })
    for (const expireTime of ['', later]) {
      await expect(update(other, { expireTime })).rejects.toEqual(beyond('expireTime'))
      await expect(update(third, { role: 'editor', expireTime })).rejects.toEqual(beyond('expireTime'))
    }
    // What third has stays for good: a stronger role would as well.
    await expect(update(third, { role: 'manager' })).rejects.toEqual(beyond('expireTime'))
    const fourth = await world.person()
    for (const instanceId of [id, inner])
      for (const expireTime of [undefined, '', later])
        await expect(
          share(other, instanceId, [user(fourth)], expireTime === undefined ? {} : { expireTime }),
        ).rejects.toEqual(beyond('expireTime'))
    const ends = async (by: Person) =>
      (await by.call(querySharingUsers, { fileSharingId })).map((one) => [one.role, one.expireTime])
    expect(await ends(owner)).toEqual([
      ['owner', null],
      ['manager', end],
      ['viewer', null],
    ])
    expect(await received(fourth)).toEqual([])
    // No later than its own, weaker, shorter, or nothing at all.
    await share(other, id, [user(fourth, 'manager')], { expireTime: end })
    await update(third, { role: 'editor', expireTime: earlier })
    await update(third, { role: 'viewer' })
    await update(other, { expireTime: earlier })
    await expect(update(other, { expireTime: end })).rejects.toEqual(beyond('expireTime'))
    await update(other, { role: 'viewer' }, fourth)
    await update(other, { expireTime: '' }, owner)
    await update(fourth, { expireTime: '' }, owner)
    await update(third, { role: 'editor', expireTime: '' }, fourth)
    expect(await ends(owner)).toEqual([
      ['owner', null],
      ['viewer', null],
      ['editor', null],
      ['manager', null],
    ])
  })

  it('raise nothing of their own, and nothing of their department’s for longer than they have it', async () => {
    const top = await world.department(`Sales ${made}`)
    await moveInto(world, other, top)
    other = await world.again(other)
    const id = await folder(owner, 'plans')
    const department = { principalType: 'department', principalId: top } as const
    const fileSharingId = await share(owner, id, [user(other)])
    const end = inHours(2)
    await share(owner, id, [{ ...department, role: 'manager' }], { expireTime: end })
    const update = (principalId: string, more: object) =>
      other.call(updateSharers, { fileSharingId, principalIds: [principalId], ...more })
    await expect(update(idOf(other), { role: 'manager' })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'role', reason: 'beyond_own' },
    })
    await expect(update(top, { expireTime: '' })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'expireTime', reason: 'beyond_own' },
    })
    expect(await received(other)).toMatchObject([{ role: 'manager' }])
  })

  it('lose it when it is stopped, and the item is the owner’s alone', async () => {
    const id = await folder(owner, 'plans')
    const shareId = await share(owner, id, [user(other, 'manager'), user(third)])
    expect((await third.call(removeShares, { shareIds: [shareId] })).list).toMatchObject([{ errcode: 30403 }])
    const { list } = await other.call(removeShares, { shareIds: `${shareId},nothing` })
    expect(list.map((line) => line.errcode)).toEqual([0, 90000])
    expect([await received(other), await received(third), await published(owner)]).toEqual([[], [], []])
    await expect(third.list(id)).rejects.toEqual(refusal('not_found'))
    expect((await owner.list())[0]).toMatchObject({ isShared: false })
  })

  it('give it back, but not a department’s', async () => {
    const top = await world.department(`Sales ${made}`)
    await moveInto(world, third, top)
    const id = await folder(owner, 'plans')
    const fileSharingId = await share(owner, id, [
      user(other),
      { principalType: 'department', principalId: top, role: 'viewer' },
    ])
    expect(await other.call(leaveShare, { fileSharingId })).toEqual({ stays: null })
    expect(await received(other)).toEqual([])
    await expect(other.call(leaveShare, { fileSharingId })).rejects.toEqual(refusal('not_found'))
    await expect(third.call(leaveShare, { fileSharingId })).rejects.toMatchObject({
      name: 'member_by_department',
      message: expect.stringContaining(`Sales ${made}`),
    })
    await expect(owner.call(leaveShare, { fileSharingId })).rejects.toEqual(refusal('not_found'))
    expect(names(await received(third))).toEqual(['plans'])
  })

  it('that have it by a department as well keep that, and are told so', async () => {
    const top = await world.department(`Kept ${made}`)
    await moveInto(world, other, top)
    const id = await folder(owner, 'plans')
    const fileSharingId = await share(owner, id, [
      { principalType: 'department', principalId: top, role: 'viewer' },
      user(other, 'editor'),
    ])
    expect(await other.call(leaveShare, { fileSharingId })).toEqual({
      stays: { principalType: 'department', name: `Kept ${made}` },
    })
    expect(await received(other)).toMatchObject([{ role: 'viewer' }])
  })

  it('have it until it ends', async () => {
    const id = await folder(owner, 'plans')
    await share(owner, id, [user(other)], { expireTime: inHours(2) })
    await share(owner, id, [user(third)])
    world.advance(1 * HOUR)
    expect(names(await received(other))).toEqual(['plans'])
    world.advance(1 * HOUR + 1000)
    expect(await received(other)).toEqual([])
    await expect(other.list(id)).rejects.toEqual(refusal('not_found'))
    expect(await third.call(querySharingUsers, { instanceId: id })).toHaveLength(2)
    expect(await deleteExpiredShares(world.ctx)).toBeGreaterThan(0)
    expect(await deleteExpiredShares(world.ctx)).toBe(0)
    const { rows } = await world.ctx.db.pool.query(
      `select principal_ids, details from change where file_id = $1 and kind = 'share.ended'`,
      [id],
    )
    expect(rows).toEqual([{ principal_ids: [idOf(other)], details: { name: 'plans', expired: true } }])
    expect(await published(owner)).toMatchObject([{ memberCount: 1 }])
  })

  it('have no mark on it once the last of them has ended', async () => {
    const id = await folder(owner, 'plans')
    await share(owner, id, [user(other)], { expireTime: inHours(1) })
    world.advance(2 * HOUR)
    expect((await owner.list())[0]).toMatchObject({ isShared: false })
    expect(await published(owner)).toEqual([])
    await deleteExpiredShares(world.ctx, 1)
    expect((await world.ctx.db.pool.query('select from share where file_id = $1', [id])).rowCount).toBe(0)
    expect(await share(owner, id, [user(other)])).not.toBe('')
    expect(names(await received(other))).toEqual(['plans'])
  })
})

describe('the lists', () => {
  it('are paged by number and cursor alike, in every order, and filtered', async () => {
    const count = 7
    for (let n = 0; n < count; n++) await share(owner, await folder(owner, `f${n}`), [user(other)])
    const expected = Array.from({ length: count }, (_, n) => `f${count - 1 - n}`)
    for (const [person, type] of [
      [other, 'received'],
      [owner, 'published'],
    ] as const) {
      for (const orderBy of ['createTime', 'instanceName', 'fileSize', 'fileType', 'updateTime'] as const) {
        const found: string[] = []
        for (let cursor: string | undefined, pageNo = 1; ; pageNo++) {
          const page = await person.call(pageShares, {
            type,
            orderBy,
            orderType: 'desc',
            pageSize: 3,
            ...(cursor ? { cursor } : {}),
          })
          expect([page.total, page.pageNo]).toEqual([count, pageNo])
          found.push(...page.list.map((row: Share) => row.instance.instanceName))
          cursor = page.nextCursor
          if (!cursor) break
        }
        expect(new Set(found)).toEqual(new Set(expected))
        if (orderBy === 'createTime' || orderBy === 'instanceName') expect(found).toEqual(expected)
      }
      const second = await person.call(pageShares, { type, pageSize: 3, pageNo: 2 })
      expect(names(second.list)).toEqual(expected.slice(3, 6))
      const filtered = await person.call(pageShares, { type, keyword: 'F3' })
      expect([filtered.total, names(filtered.list)]).toEqual([1, ['f3']])
    }
    const { nextCursor = '' } = await other.call(pageShares, { type: 'received', pageSize: 1 })
    for (const [person, type] of [
      [third, 'received'],
      [other, 'published'],
    ] as const)
      await expect(person.call(pageShares, { type, cursor: nextCursor })).rejects.toMatchObject({
        code: 20001,
      })
  })

  it('leave out what is in the bin until it comes back, and for good what was removed for good', async () => {
    const outer = await folder(owner, 'outer')
    const id = await folder(owner, 'plans', outer)
    await share(owner, id, [user(other)])
    await owner.call(removeInstances, { instanceIds: [outer] })
    expect(await other.call(pageShares, { type: 'received' })).toMatchObject({ list: [], total: 0 })
    expect(await published(owner)).toEqual([])
    await owner.call(restoreTrash, { instanceIds: [outer] })
    expect(names(await received(other))).toEqual(['plans'])
    await owner.call(removeInstances, { instanceIds: [outer] })
    await owner.call(removeTrash, { instanceIds: [outer] })
    expect(await received(other)).toEqual([])
    const { rows } = await world.ctx.db.pool.query(
      `select source from file_grant where file_id = $1 union all select 'share' from share where file_id = $1`,
      [id],
    )
    expect(rows).toEqual([])
  })

  it('follow what was moved and renamed', async () => {
    const id = await folder(owner, 'plans')
    const fileSharingId = await share(owner, id, [user(other, 'editor')])
    const to = await folder(owner, 'to')
    await owner.call(moveInstances, { instances: [id], targeParentId: to })
    await owner.call(renameInstance, { instanceId: id, instanceName: 'renamed' })
    expect(await received(other)).toMatchObject([
      { fileSharingId, role: 'editor', instance: { instanceName: 'renamed', instancePath: '' } },
    ])
    await folder(other, 'inner', id)
  })

  it('of favourites show what one may know of, and count the same', async () => {
    const id = await folder(owner, 'plans')
    const inner = await folder(owner, 'inner', id)
    const own = await folder(other, 'own')
    const shareId = await share(owner, id, [user(other)])
    await other.call(createFavorites, { instanceIds: [id, inner, own] })
    const marked = async () => {
      const page = await other.call(pageFavorites, {})
      expect(page.total).toBe(page.list.length)
      return page.list.map((row) => row.instance.instanceName).sort()
    }
    expect(await marked()).toEqual(['inner', 'own', 'plans'])
    await owner.call(removeShares, { shareIds: [shareId] })
    expect(await marked()).toEqual(['own'])
    await share(owner, inner, [user(other)])
    expect(await marked()).toEqual(['inner', 'own'])
  })
})

describe('whoever is concerned', () => {
  const heard = async (fileId: string) => {
    const { rows } = await world.ctx.db.pool.query(
      `select kind, principal_ids from change where file_id = $1 and kind like 'share.%' order by id`,
      [fileId],
    )
    return rows.map((row) => [row.kind, ...row.principal_ids])
  }
  const notices = async (person: Person) => {
    const { rows } = await world.ctx.db.pool.query(
      `select kind, data from notification where person_id = $1 order by event_id`,
      [idOf(person)],
    )
    return rows.map((row) => [row.kind, row.data.instanceName, row.data.role])
  }

  it('is told of a share that begins, changes and ends', async () => {
    const id = await folder(owner, 'plans')
    const fileSharingId = await share(owner, id, [user(other)])
    await owner.call(updateSharers, { fileSharingId, principalIds: [idOf(other)], role: 'editor' })
    await share(owner, id, [user(third)], { notify: false })
    await other.call(leaveShare, { fileSharingId })
    await owner.call(removeShares, { shareIds: [fileSharingId] })
    expect(await heard(id)).toEqual([
      ['share.created', idOf(other)],
      ['share.changed', idOf(other)],
      ['share.changed', idOf(third)],
      ['share.ended', idOf(other)],
      ['share.ended', idOf(third)],
    ])
    // Who leaves knows of it.
    expect(await notices(other)).toEqual([
      ['share.given', 'plans', 'viewer'],
      ['share.changed', 'plans', 'editor'],
    ])
    expect(await notices(third)).toEqual([['share.stopped', 'plans', undefined]])
  })

  it('is told that it was given something, also where others had it before', async () => {
    const id = await folder(owner, 'plans')
    await share(owner, id, [user(other)])
    await share(owner, id, [user(other, 'editor'), user(third, 'editor')])
    expect(await notices(third)).toEqual([['share.given', 'plans', 'editor']])
    expect(await notices(other)).toEqual([
      ['share.given', 'plans', 'viewer'],
      ['share.changed', 'plans', 'editor'],
    ])
  })

  it('is told that it was given something again once what it had is over', async () => {
    const id = await folder(owner, 'plans')
    await share(owner, id, [user(other)], { expireTime: inHours(1) })
    await share(owner, id, [user(third)])
    world.advance(2 * HOUR)
    await share(owner, id, [user(other)])
    expect(await notices(other)).toEqual([
      ['share.given', 'plans', 'viewer'],
      ['share.given', 'plans', 'viewer'],
    ])
  })

  it('is told of many items once: as given where one of them is new to it', async () => {
    const ids = await Promise.all(Array.from({ length: 11 }, (_, i) => folder(owner, `many ${i}`)))
    await share(owner, ids[0] as string, [user(other)])
    await owner.call(createShare, { instanceIds: ids, members: [user(other), user(third)] })
    await owner.call(createShare, { instanceIds: ids, members: [user(other)] })
    expect((await notices(other)).map(([kind]) => kind)).toEqual([
      'share.given',
      'share.given',
      'share.changed',
    ])
    expect((await notices(third)).map(([kind]) => kind)).toEqual(['share.given'])
  })
})

describe('at one time', () => {
  it('the same recipient twice is one entry', async () => {
    const id = await folder(owner, 'plans')
    const roles: ShareRole[] = ['viewer', 'editor', 'downloader', 'manager']
    await Promise.all(roles.map((role) => share(owner, id, [user(other, role)])))
    expect(await received(other)).toHaveLength(1)
    expect(await owner.call(querySharingUsers, { instanceId: id })).toHaveLength(2)
  })

  it('sharing and stopping, or throwing away, leaves all or nothing', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await folder(owner, `plans ${round}`)
      const shareId = await share(owner, id, [user(other)])
      await Promise.allSettled([
        owner.call(removeShares, { shareIds: [shareId] }),
        owner.call(createShare, { instanceIds: [id], members: [user(third)] }),
        owner.call(removeInstances, { instanceIds: [id] }),
      ])
      const { rows } = await world.ctx.db.pool.query(
        `select (select count(*) from share where file_id = $1) as shares,
          (select count(*) from file_grant where file_id = $1 and source = 'share') as entries`,
        [id],
      )
      expect(Number(rows[0].shares) > 0).toBe(Number(rows[0].entries) > 0)
    }
  })
})
