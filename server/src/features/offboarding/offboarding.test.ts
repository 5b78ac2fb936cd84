// @module-tag long
import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { createDepartmentGroup, updateAnyGroup } from '@clouddisk/contract/admin-groups'
import { linkPerson, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import {
  beginLeave,
  cancelLeave,
  purgeLeaver,
  queryBelongings,
  queryLeaves,
} from '@clouddisk/contract/admin-offboarding'
import { queryPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { pageSecondTrash } from '@clouddisk/contract/admin-recycle'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import { batchCreateFolder, createFolder, pageInstances } from '@clouddisk/contract/files'
import { createGroup, queryGroup, queryMembers } from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { beginTotp } from '@clouddisk/contract/second-factor'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import { DAY } from '@clouddisk/contract/time'
import { createToken, pageAdminTokens } from '@clouddisk/contract/tokens'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { setUpAuthenticator } from '../../../test/authenticator.ts'
import { type Person, signIn } from '../../../test/person.ts'
import { providerInput } from '../../../test/provider-input.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { processOffboardings, purgeAccount } from './offboarding.ts'

let world: World
let admin: Person
let leaver: Person
let heir: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await world.admin('superAdmin')
  leaver = await world.person(undefined, { realName: '张三' })
  heir = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const leave = (more: { toUserId?: string; enlarge?: boolean; keepDays?: number } = {}) =>
  admin.call(beginLeave, { userId: leaver.user.userId, ...more })
const toHeir = () => ({ toUserId: heir.user.userId })
const belongings = () => admin.call(queryBelongings, { userId: leaver.user.userId })

describe('what somebody has', () => {
  it('is told before it is handed over', async () => {
    const work = await folder(leaver, 'work')
    await leaver.upload(work, 'a.txt', Buffer.alloc(1000))
    const { groupId } = await leaver.call(createGroup, {
      groupName: `Owned ${leaver.user.userName}`,
      capacity: 3,
    })
    const reader = { principalType: 'user' as const, principalId: heir.user.userId, role: 'viewer' as const }
    await leaver.call(createShare, { instanceIds: [work], members: [reader] })
    expect(await belongings()).toMatchObject({
      fileCount: 1,
      folderCount: 1,
      fileSize: 1000,
      sharesGiven: 1,
      sessions: 1,
      groupsOwned: [{ groupId, totalCapacity: 3 * 1024 ** 3, ofDepartment: false }],
      leave: null,
    })
  })

  it('of a department’s group costs whoever gets it nothing', async () => {
    const { groupId } = await admin.call(createDepartmentGroup, {
      departmentId: await world.department(`Giving ${leaver.user.userName}`),
      ownerId: leaver.user.userId,
      groupName: `Given ${leaver.user.userName}`,
      capacity: 3,
    })
    expect(await belongings()).toMatchObject({ groupsOwned: [{ groupId, ofDepartment: true }] })
    await world.ctx.db.pool.query('update person set group_total = 0 where id = $1', [heir.user.userId])
    expect(await leave(toHeir())).toMatchObject({ status: 'kept' })
    expect(await heir.call(queryGroup, { groupId })).toMatchObject({ ownerId: heir.user.userId })
    expect(await heir.call(queryUserCapacity, {})).toMatchObject({ allottedGroupCapacity: 0 })
  })
})

describe('leaving', () => {
  it('freezes the account at once, and hands files, shares and groups over', async () => {
    const work = await folder(leaver, 'work')
    const deep = await folder(leaver, 'deep', work)
    const { instanceId } = await leaver.upload(deep, 'a.txt', Buffer.from('what was written'))
    const colleague = await world.person()
    const reader = {
      principalType: 'user' as const,
      principalId: colleague.user.userId,
      role: 'downloader' as const,
    }
    await leaver.call(createShare, { instanceIds: [work], members: [reader] })
    const name = `Team ${leaver.user.userName}`
    const { groupId } = await leaver.call(createGroup, { groupName: name, capacity: 3 })

    const { cursor } = await colleague.call(queryChanges, {})
    expect(await leave(toHeir())).toMatchObject({ status: 'kept', toUserId: heir.user.userId, errmsg: null })
    // Who has what was shared hears that it is somebody else's now.
    const told = (await colleague.call(queryChanges, { cursor })).list
    expect(told.map(({ kind, instanceId: id }) => [kind, id])).toContainEqual(['share.changed', work])
    const [had] = (await colleague.call(pageShares, { type: 'received' })).list
    expect(had).toMatchObject({ ownerId: heir.user.userId })
    await expect(leaver.call(pageInstances, {})).rejects.toMatchObject({ name: 'not_signed_in' })
    await expect(signIn(world.baseUrl, leaver.user.userName, PASSWORD)).rejects.toMatchObject({
      name: 'account_frozen',
    })
    expect(await heir.tree()).toEqual({ '张三 的文件': { work: { deep: { 'a.txt': 16 } } } })
    expect((await heir.download(instanceId)).toString()).toBe('what was written')
    expect(await heir.call(queryGroup, { groupId })).toMatchObject({
      ownerId: heir.user.userId,
      role: 'owner',
    })
    // It stays in the group as a manager until its account is ended, and nobody takes it for one who can act.
    const { list: members } = await heir.call(queryMembers, { groupId })
    expect(members.map(({ principalId, role, frozen }) => [principalId, role, frozen])).toEqual([
      [leaver.user.userId, 'manager', true],
      [heir.user.userId, 'owner', false],
    ])
    // Who had been given something keeps it.
    expect((await colleague.download(instanceId)).toString()).toBe('what was written')
    const given = await heir.call(pageShares, { type: 'published' })
    expect(given.list.map((share) => share.instance.instanceName)).toEqual(['work'])
    expect(await belongings()).toMatchObject({ fileCount: 0, groupsOwned: [], sharesGiven: 0 })
  })

  it('fails as a whole where the receiver lacks the space, and says so', async () => {
    const poor = await world.person(undefined, { capacity: 10 })
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    const name = `Kept ${leaver.user.userName}`
    await leaver.call(createGroup, { groupName: name, capacity: 1 })
    await expect(leave({ toUserId: poor.user.userId })).rejects.toMatchObject({ name: 'quota_full' })
    const [left] = (await admin.call(queryLeaves, {})).list.filter(
      ({ userId }) => userId === leaver.user.userId,
    )
    expect(left).toMatchObject({
      status: 'failed',
      errmsg: expect.stringContaining(`${poor.user.userRealName}的空间不足`),
    })
    expect(await belongings()).toMatchObject({ fileCount: 1, groupsOwned: [{ groupName: name }] })
    expect(await poor.tree()).toEqual({})
    expect(await leave({ toUserId: poor.user.userId, enlarge: true })).toMatchObject({ status: 'kept' })
    expect(await poor.tree()).toEqual({ '张三 的文件': { 'a.txt': 100 } })
  })

  it('gives no group to somebody whose roles keep it from having one: that is refused before anything happens', async () => {
    const bound = await world.person(undefined, { roles: ['observer'] })
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    const { groupId } = await leaver.call(createGroup, {
      groupName: `Kept ${leaver.user.userName}`,
      capacity: 1,
    })
    await expect(leave({ toUserId: bound.user.userId })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'toUserId', reason: 'unknown_value' },
    })
    expect(await belongings()).toMatchObject({ leave: null, sessions: 1, groupsOwned: [{ groupId }] })
    expect(await bound.tree()).toEqual({})
    // Files alone it may have.
    await admin.call(updateAnyGroup, { groupId, ownerId: heir.user.userId })
    expect(await leave({ toUserId: bound.user.userId })).toMatchObject({ status: 'kept' })
  })

  it('is worked off behind the call where it is much', async () => {
    await world.jobs.start()
    const children = Array.from({ length: 4999 }, (_, n) => ({ instanceName: `folder ${n}` }))
    await leaver.call(batchCreateFolder, { instanceName: 'much', children })
    await folder(leaver, 'one more')
    const { groupId } = await leaver.call(createGroup, {
      groupName: `Much ${leaver.user.userName}`,
      capacity: 1,
    })
    const holder = new pg.Client({ ...world.ctx.db.pool.options })
    await holder.connect()
    onTestFinished(() => holder.end())
    // What the receiver has is held, and nothing can be handed over: the calls do not wait for that.
    await holder.query('begin')
    await holder.query('select from space where person_id = $1 for update', [heir.user.userId])
    expect(await leave(toHeir())).toMatchObject({ status: 'handing' })
    const hasty = await world.admin('superAdmin')
    const before = (await belongings()).leave?.purgeTime
    const purged = await hasty.call(purgeLeaver, { userId: leaver.user.userId })
    expect(purged).toMatchObject({ status: 'handing' })
    // Nobody's call ends the account then: who said so stands in the log.
    const { list } = await admin.call(pageLogs, { userId: hasty.user.userId })
    expect(list.find(({ objectId }) => objectId === leaver.user.userId)).toMatchObject({
      action: 'person.purgeOrdered',
      objectName: leaver.user.userRealName,
      detail: { purgeTime: purged.purgeTime, before },
    })
    await holder.query('commit')
    const ended = () =>
      vi.waitUntil(async () => (await belongings()).leave?.status === 'ended', { timeout: 30_000 })
    await ended()
    // Carried out by a job, and ordered by somebody: that one is named, in the log and to whoever gets the group.
    const ordered = (await admin.call(pageLogs, { userId: admin.user.userId, pageSize: 1000 })).list
    expect(ordered.map(({ action, objectId }) => ({ action, objectId }))).toEqual(
      expect.arrayContaining([
        { action: 'member.changed', objectId: groupId },
        { action: 'person.handedOver', objectId: leaver.user.userId },
      ]),
    )
    const { list: notices } = await heir.call(pageNotifications, {})
    expect(notices.find(({ kind }) => kind === 'group.roleChanged')).toMatchObject({
      data: { groupId, role: 'owner', actorName: admin.user.userRealName },
    })
    expect((await heir.list()).map((row) => row.instanceName)).toEqual(['张三 的文件'])
    await admin.call(updateAnyGroup, { groupId, ownerId: admin.user.userId })
    leaver = heir
    await leave()
    await admin.call(purgeLeaver, { userId: leaver.user.userId })
    await ended()
    await world.jobs.stop()
    const { total } = await admin.call(pageSecondTrash, { ownerId: leaver.user.userId })
    expect(total).toBe(1)
  }, 60_000)

  it('is in the log from the beginning to its end, with what the receiver was given for it', async () => {
    const poor = await world.person(undefined, { capacity: 10, realName: '李四' })
    await world.ctx.db.pool.query('update person set group_total = 0 where id = $1', [poor.user.userId])
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    await leaver.call(createGroup, { groupName: `Told ${leaver.user.userName}`, capacity: 1 })
    const { userId: toUserId } = poor.user
    await leave({ toUserId, enlarge: true, keepDays: 3 })
    await admin.call(cancelLeave, { userId: leaver.user.userId })
    await leave({ keepDays: 0 })
    await admin.call(updatePerson, { userId: leaver.user.userId, status: 'active' })
    const told = (await admin.call(pageLogs, { userId: admin.user.userId, pageSize: 1000 })).list
      .reverse()
      .filter(({ action }) => !['session.opened', 'person.frozen', 'person.unfrozen'].includes(action))
    expect(
      told.filter(({ action, objectId }) => action !== 'person.changed' || objectId === toUserId),
    ).toMatchObject([
      { action: 'person.leaveBegun', detail: { to: toUserId, toName: '李四', enlarge: true } },
      { action: 'folder.created', objectName: '张三 的文件' },
      {
        action: 'file.moved',
        objectName: 'a.txt',
        detail: { from: '张三', to: '张三 的文件', fromSpace: '张三', toSpace: '李四' },
      },
      { action: 'member.changed', objectName: `Told ${leaver.user.userName}`, detail: { owner: toUserId } },
      { action: 'person.changed', objectId: toUserId, detail: { total: 100, groupTotal: 1024 ** 3 } },
      { action: 'person.handedOver', detail: { to: toUserId, items: 1 } },
      { action: 'person.leaveCancelled', objectName: '张三' },
      { action: 'person.leaveBegun', objectName: '张三' },
      { action: 'person.leaveCancelled' },
    ])
  })

  it('is kept for its days, then nothing is left but a name', async () => {
    const { instanceId } = await leaver.upload('0', 'left.txt', Buffer.alloc(100))
    await leave({ keepDays: 3 })
    await processOffboardings(world.ctx)
    expect(await belongings()).toMatchObject({ fileCount: 1, leave: { status: 'kept' } })
    world.advance(3 * DAY)
    await processOffboardings(world.ctx)
    admin = await world.again(admin)
    expect(await belongings()).toMatchObject({ fileCount: 0, leave: { status: 'ended' } })
    const binned = await world.ctx.db.reader
      .selectFrom('trash')
      .select('stage')
      .where('file_id', '=', instanceId)
      .execute()
    expect(binned).toEqual([{ stage: 'administrators' }])
    await expect(admin.call(purgeLeaver, { userId: leaver.user.userId })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('can be called off until then; the account stays frozen', async () => {
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    await leave({ keepDays: 1 })
    await admin.call(cancelLeave, { userId: leaver.user.userId })
    world.advance(2 * DAY)
    await processOffboardings(world.ctx)
    admin = await world.again(admin)
    expect(await belongings()).toMatchObject({ fileCount: 1, leave: null })
  })

  it('is called off by letting the account in again', async () => {
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    await leave({ keepDays: 1 })
    await admin.call(updatePerson, { userId: leaver.user.userId, status: 'active' })
    world.advance(2 * DAY)
    await processOffboardings(world.ctx)
    const back = await signIn(world.baseUrl, leaver.user.userName, PASSWORD)
    expect(await back.tree()).toEqual({ 'a.txt': 100 })
  })

  it('whose handover failed is not ended by time', async () => {
    const poor = await world.person(undefined, { capacity: 10 })
    await leaver.upload('0', 'a.txt', Buffer.alloc(100))
    await expect(leave({ toUserId: poor.user.userId, keepDays: 1 })).rejects.toMatchObject({
      name: 'quota_full',
    })
    world.advance(2 * DAY)
    await processOffboardings(world.ctx)
    admin = await world.again(admin)
    expect(await belongings()).toMatchObject({ fileCount: 1, leave: { status: 'failed' } })
  })

  it('takes with it all that one signs in with', async () => {
    const { userId } = leaver.user
    await setUpAuthenticator(world, leaver)
    await leaver.call(beginTotp, {})
    await leaver.call(createToken, { name: 'Backup', scope: 'read' })
    const { db } = world.ctx
    await db.pool.query(
      `insert into passkey (id, person_id, credential_id, public_key, counter, name, synced, created_at)
        values (gen_random_uuid(), $1, '\\x01', '\\x02', 0, 'Key', false, now())`,
      [userId],
    )
    const { providerId } = await admin.call(saveIdentityProvider, providerInput('https://sso.example.com'))
    await admin.call(linkPerson, { providerId, userId, subject: 'sub-1' })
    const tables = ['totp', 'totp_draft', 'recovery_code', 'passkey', 'api_token', 'person_identity'] as const
    const left = async () => {
      const found: string[] = []
      for (const table of tables) {
        const rows = await db.reader
          .selectFrom(table)
          .select('person_id')
          .where('person_id', '=', userId)
          .execute()
        if (rows.length > 0) found.push(table)
      }
      return found
    }
    expect(await left()).toEqual(tables)
    await leave({ keepDays: 1 })
    expect(await left()).toEqual(tables)
    await admin.call(purgeLeaver, { userId })
    expect(await left()).toEqual([])
    expect(await admin.call(pageAdminTokens, { userId })).toMatchObject({ total: 0 })
  })

  it('cannot be purged while it owns groups', async () => {
    const name = `Stays ${leaver.user.userName}`
    await leaver.call(createGroup, { groupName: name, capacity: 1 })
    await leave()
    await expect(admin.call(purgeLeaver, { userId: leaver.user.userId })).rejects.toMatchObject({
      name: 'owns_groups',
      details: { count: 1 },
    })
    await leave(toHeir())
    expect(await admin.call(purgeLeaver, { userId: leaver.user.userId })).toMatchObject({ status: 'ended' })
  })

  it('of oneself to oneself, to nobody or of nobody is refused', async () => {
    await expect(leave({ toUserId: leaver.user.userId })).rejects.toMatchObject({ name: 'handover_to_self' })
    await expect(leave({ toUserId: 'nobody' })).rejects.toMatchObject({ name: 'not_found' })
    await expect(admin.call(beginLeave, { userId: 'nobody' })).rejects.toMatchObject({ name: 'not_found' })
    await expect(admin.call(cancelLeave, { userId: leaver.user.userId })).rejects.toMatchObject({
      name: 'not_found',
    })
  })

  it('stops nowhere half-way: what died between two steps goes on', async () => {
    for (let n = 0; n < 3; n++) await leaver.upload('0', `${n}.txt`, Buffer.alloc(10 + n))
    await leave({ keepDays: 0 })
    for (const step of ['shut', 'uploads', 'items']) {
      const dies = (done: string) => {
        if (done === step) throw new Error('the server died')
      }
      await expect(purgeAccount(world.ctx, leaver.user.userId, { pause: dies })).rejects.toThrow('died')
      expect(await world.doctor()).toEqual([])
    }
    await processOffboardings(world.ctx)
    expect(await belongings()).toMatchObject({ fileCount: 0, leave: { status: 'ended' } })
  })

  it('purged before its time goes on at once where that stopped, kept or failed', async () => {
    const poor = await world.person(undefined, { capacity: 10 })
    const dies = (done: string) => {
      if (done === 'shut') throw new Error('the server died')
    }
    for (const toUserId of [undefined, poor.user.userId]) {
      leaver = await world.person()
      await leaver.upload('0', 'a.txt', Buffer.alloc(100))
      const begun = leave({ keepDays: 30, ...(toUserId && { toUserId }) })
      if (toUserId) await expect(begun).rejects.toMatchObject({ name: 'quota_full' })
      else await begun
      await expect(purgeAccount(world.ctx, leaver.user.userId, { pause: dies })).rejects.toThrow('died')
      expect(await belongings()).toMatchObject({ leave: { status: 'kept', errmsg: null } })
      await processOffboardings(world.ctx)
      expect(await belongings()).toMatchObject({ fileCount: 0, leave: { status: 'ended' } })
    }
  })
})

describe('who is leaving', () => {
  it('is listed up to a thousand, the next to be gone first, and it is said where there are more', async () => {
    const before = (await admin.call(queryLeaves, {})).list.length
    const add = (from: number, to: number) =>
      world.ctx.db.pool.query(
        `with made as (
           insert into person (id, account_name, account_key, real_name, password_hash, status)
           select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, '', 'frozen'
           from generate_series($2::int, $3::int) n returning id, account_name
         )
         insert into offboarding (person_id, started_by, folder_name, state, created_at, purge_at)
         select id, $1, '', 'kept', now(), '3000-01-01'::timestamptz - substr(account_name, 5)::int * interval '1 day'
         from made`,
        [admin.user.userId, from, to],
      )
    try {
      await add(1, 1000 - before)
      expect(await admin.call(queryLeaves, {})).toMatchObject({ truncated: false })
      await add(1001 - before, 1001)
      const { list, truncated } = await admin.call(queryLeaves, {})
      expect([list.length, truncated]).toEqual([1000, true])
      expect(list.map(({ accountName }) => accountName)).not.toContain('many1')
      expect(list.map(({ accountName }) => accountName)).toContain('many1001')
    } finally {
      await world.ctx.db.pool.query(
        `delete from offboarding using person where person_id = id and account_key like 'many%'`,
      )
      await world.ctx.db.pool.query(`delete from person where account_key like 'many%'`)
    }
  })
})

describe('administrators of departments', () => {
  it('let nobody leave who is not theirs', async () => {
    const own = await world.department(`Own ${leaver.user.userName}`)
    const orgAdmin = await world.admin('orgAdmin', { department: own })
    const mine = await world.person(undefined, { department: own })
    await expect(orgAdmin.call(beginLeave, { userId: leaver.user.userId })).rejects.toMatchObject({
      name: 'not_found',
    })
    await expect(
      orgAdmin.call(beginLeave, { userId: mine.user.userId, toUserId: heir.user.userId }),
    ).rejects.toMatchObject({ name: 'not_found' })
    expect(await orgAdmin.call(beginLeave, { userId: mine.user.userId })).toMatchObject({ status: 'kept' })
    expect((await orgAdmin.call(queryLeaves, {})).list.map(({ userId }) => userId)).toEqual([
      mine.user.userId,
    ])
  })

  it('enlarge and burden nobody whose account is not theirs to change', async () => {
    const own = await world.department(`Own ${leaver.user.userName}`)
    const orgAdmin = await world.admin('orgAdmin', { department: own })
    const boss = await world.admin('superAdmin', { department: own })
    const capacity = async (person: Person) => {
      const { totalCapacity, groupCapacity, groupAllotted } = await admin.call(queryPerson, {
        userId: person.user.userId,
      })
      return { totalCapacity, groupCapacity, groupAllotted }
    }
    const before = [await capacity(orgAdmin), await capacity(boss)]
    const going = await world.person(undefined, { department: own, capacity: null })
    await going.upload('0', 'a.txt', Buffer.alloc(1000))
    const { userId } = going.user
    await admin.call(updatePerson, { userId, groupCapacity: 'unlimited' })
    await world.group(going, [], { capacity: 500 })
    const begin = (to: Person, enlarge: boolean) =>
      orgAdmin.call(beginLeave, { userId, toUserId: to.user.userId, enlarge })
    await expect(begin(orgAdmin, true)).rejects.toMatchObject({ name: 'area_refused' })
    await expect(begin(boss, true)).rejects.toMatchObject({ name: 'area_refused' })
    await expect(begin(boss, false)).rejects.toMatchObject({ name: 'area_refused' })
    expect([await capacity(orgAdmin), await capacity(boss)]).toEqual(before)
    expect(await going.list()).toHaveLength(1)
    const peer = await world.person(undefined, { department: own })
    expect(await begin(peer, true)).toMatchObject({ status: 'kept' })
    expect(await capacity(peer)).toMatchObject({ groupAllotted: 500 * 1024 ** 3 })
  })
})
