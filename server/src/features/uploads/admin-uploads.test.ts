// @module-tag long
import { randomBytes } from 'node:crypto'
import { discardAdminUploads, pageAdminUploads } from '@clouddisk/contract/admin-uploads'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, removeMembers } from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY } from '@clouddisk/contract/time'
import * as contract from '@clouddisk/contract/uploads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StillClock, useBandwidthClock } from '../../../test/pace-clock.ts'
import type { Person } from '../../../test/person.ts'
import { initiate, openUpload, putObject, putPart, save } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { StoreUnavailable } from '../../objects/port.ts'

/** Everybody's open uploads, as administrators see and end them. */

const MB = 1024 * 1024

let world: World
let admin: Person
beforeEach(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'super_1' })
})
afterEach(() => world.close())

const begin = (who: Person, name: string, size: number, parentId = '0') =>
  openUpload(who, { parentId, name, bytes: randomBytes(size), hashes: 'after' })

const page = async (who: Person, asked = {}) => (await who.call(pageAdminUploads, asked)).list
const names = async (who: Person, asked = {}) => (await page(who, asked)).map((one) => one.instanceName)

describe('open uploads of everybody', () => {
  it('are listed with whose they are, where they go and what has come, narrowed and sorted', async () => {
    const finance = await world.department('Finance')
    const anna = await world.person('anna_1', { department: finance, realName: 'Anna' })
    const bo = await world.person('boris_1')
    const folder = await anna.call(createFolder, { parentId: '0', instanceName: '合同' })
    const bytes = randomBytes(9 * MB)
    const check = await openUpload(anna, {
      parentId: folder.instanceId,
      name: 'large.bin',
      bytes,
      hashes: 'after',
    })
    await putPart(anna, check, await initiate(anna, check), 1, bytes)
    await begin(anna, 'a.bin', 100)
    await begin(bo, 'b.bin', 200)
    const all = await admin.speaking('en-US').call(pageAdminUploads, {})
    expect([all.total, all.totalSize]).toEqual([3, 9 * MB + 300])
    expect(all.openMax).toBe(world.ctx.config.limits.openUploadsMax)
    expect(all.list.map(({ instanceName }) => instanceName)).toEqual(['b.bin', 'a.bin', 'large.bin'])
    expect(all.list.at(-1)).toMatchObject({
      objectKey: check.objectKey,
      userId: anna.user.userId,
      userName: 'anna_1',
      userRealName: 'Anna',
      departmentName: 'Finance',
      folderPath: 'Personal files/合同',
      fileSize: 9 * MB,
      receivedSize: 8 * MB,
      receiveTime: expect.any(String),
      partSize: 8 * MB,
      expireTime: check.expireTime,
      canDiscard: true,
    })
    expect(all.list[0]).toMatchObject({ receivedSize: 0, receiveTime: null })
    world.advance(90_000)
    for (const { quietSeconds } of await page(admin)) {
      expect(quietSeconds).toBeGreaterThanOrEqual(90)
      expect(quietSeconds).toBeLessThan(600)
    }
    const away = vi
      .spyOn(world.ctx.stores.of('clouddisk'), 'received')
      .mockRejectedValue(new StoreUnavailable())
    for (const one of await page(admin)) expect(one).toMatchObject({ receivedSize: null, receiveTime: null })
    away.mockRestore()
    expect(await names(admin, { keyword: 'ANNA' })).toEqual(['a.bin', 'large.bin'])
    expect(await names(admin, { userId: bo.user.userId })).toEqual(['b.bin'])
    expect(await names(admin, { orderBy: 'fileSize' })).toEqual(['large.bin', 'b.bin', 'a.bin'])
    expect(await names(admin, { orderBy: 'createTime', orderType: 'asc' })).toEqual([
      'large.bin',
      'a.bin',
      'b.bin',
    ])
    world.advance(7 * DAY + 1000)
    expect(await names(await world.again(admin))).toEqual([])
  })

  it.each(['createTime', 'fileSize', 'expireTime'] as const)(
    'are paged by %s without gaps',
    async (orderBy) => {
      const person = await world.person()
      for (let i = 0; i < 12; i++) await begin(person, `${i}.bin`, 10 + (i % 3))
      const seen: string[] = []
      for (let cursor: string | undefined; ; ) {
        const answer = await admin.call(pageAdminUploads, { orderBy, pageSize: 5, ...(cursor && { cursor }) })
        seen.push(...answer.list.map(({ objectKey }) => objectKey))
        cursor = answer.nextCursor
        if (!cursor) break
      }
      expect([seen.length, new Set(seen).size]).toEqual([12, 12])
    },
  )

  it('are ended with a result each, give back what they held, and the log tells who did it', async () => {
    const person = await world.person('anna_1', { realName: 'Anna' })
    const first = await begin(person, 'a.bin', 100)
    await begin(person, 'b.bin', 200)
    const unknown = first.objectKey.replace(/.$/, (last) => (last === 'f' ? 'e' : 'f'))
    const { list } = await admin.call(discardAdminUploads, {
      objectKeys: [first.objectKey, 'nonsense', unknown],
    })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000, 90000])
    expect(list[0]).toMatchObject({ instanceName: 'a.bin' })
    expect(await names(admin)).toEqual(['b.bin'])
    const space = world.ctx.db.reader.selectFrom('space').where('person_id', '=', person.user.userId)
    expect(await space.select('reserved').executeTakeFirst()).toEqual({ reserved: 200 })
    expect((await admin.call(pageLogs, { action: 'upload.discarded' })).list).toMatchObject([
      {
        userName: 'super_1',
        objectId: person.user.userId,
        objectName: 'Anna',
        detail: { account: 'anna_1', file: 'a.bin', size: 100 },
      },
    ])
    expect((await person.call(pageNotifications, {})).list).toMatchObject([
      { kind: 'upload.ended', data: { instanceName: 'a.bin', count: 1 } },
    ])
    expect(await world.doctor()).toEqual([])
  })

  it('end also where their store is away just then; each owner is told once, and nobody of its own', async () => {
    const person = await world.person()
    const begun = [
      await begin(admin, 'own.bin', 100),
      ...(await Promise.all(['a.bin', 'b.bin', 'c.bin'].map((name) => begin(person, name, 100)))),
    ]
    const away = vi
      .spyOn(world.ctx.stores.of('clouddisk'), 'abort')
      .mockRejectedValueOnce(new StoreUnavailable())
    const { list } = await admin.call(discardAdminUploads, {
      objectKeys: begun.map(({ objectKey }) => objectKey),
    })
    away.mockRestore()
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 0, 0, 0])
    expect(await names(admin)).toEqual([])
    expect((await person.call(pageNotifications, {})).list).toMatchObject([
      { kind: 'upload.ended', data: { count: 3 } },
    ])
    expect((await admin.call(pageNotifications, {})).list).toEqual([])
    expect(await world.doctor()).toEqual([])
  })

  it('end with a notice of one, and of its folder: where its owner may upload, else look, else of the first', async () => {
    const person = await world.person()
    const other = await world.person()
    const group = await world.group(other, [[person, 'editor']])
    const left = await world.group(other, [[person, 'editor']])
    const seen = await world.group(other, [[person, 'editor']])
    const { userId } = person.user
    const folder = async (name: string) =>
      (await person.call(createFolder, { parentId: '0', instanceName: name })).instanceId
    const [gone, kept] = [await folder('gone'), await folder('kept')]
    const places = { top: '0', gone, kept, group: group.rootId, left: left.rootId, seen: seen.rootId }
    const began = new Map<string, string>()
    for (const [name, parentId] of Object.entries(places))
      for (const one of [`${name} 1`, `${name} 2`])
        began.set(one, (await begin(person, one, 10, parentId)).objectKey)
    await person.call(removeInstances, { instanceIds: [gone] })
    await other.call(removeMembers, { groupId: left.groupId, principalIds: [userId] })
    const viewer = { principalType: 'user', principalId: userId, role: 'viewer' } as const
    await other.call(addMembers, { groupId: seen.groupId, members: [viewer] })
    const { userId: actorId, userRealName: actorName } = admin.user
    const told = async (...ones: string[]) => {
      await admin.call(discardAdminUploads, { objectKeys: ones.map((one) => began.get(one) ?? '') })
      const { list } = await person.call(pageNotifications, { pageSize: 1 })
      const { actorId: by, actorName: byName, ...data } = list[0]?.data ?? {}
      expect([by, byName]).toEqual([actorId, actorName])
      return data
    }
    expect(await told('gone 1', 'seen 1', 'kept 1', 'group 1')).toEqual({
      instanceName: 'kept 1',
      count: 4,
      parentId: kept,
    })
    expect(await told('left 1', 'seen 2')).toEqual({
      instanceName: 'seen 2',
      count: 2,
      groupId: seen.groupId,
      parentId: seen.rootId,
    })
    expect(await told('left 2', 'gone 2')).toEqual({ instanceName: 'left 2', count: 2 })
    expect(await told('top 1')).toEqual({ instanceName: 'top 1', count: 1, parentId: '0' })
    expect(await told('group 2')).toMatchObject({ groupId: group.groupId, parentId: group.rootId })
  })

  it('are listed and ended also where their bucket is configured no more', async () => {
    const person = await world.person()
    const { objectKey } = await begin(person, 'a.bin', 100)
    await world.ctx.db.reader
      .updateTable('upload')
      .set({ bucket: 'gone' })
      .where('key', '=', objectKey)
      .execute()
    expect(await names(admin)).toEqual(['a.bin'])
    expect(await person.call(contract.queryOpenUploads, {})).toMatchObject([{ instanceName: 'a.bin' }])
    const { list } = await admin.call(discardAdminUploads, { objectKeys: [objectKey] })
    expect(list).toMatchObject([{ errcode: 0 }])
    expect(await names(admin)).toEqual([])
    expect(await world.doctor()).toEqual([])
  })

  it('end while they run, and whoever sends is told by whom from then on', async () => {
    const clock = new StillClock()
    useBandwidthClock(world.ctx, clock)
    const person = await world.person()
    await world.ctx.db.reader
      .updateTable('person')
      .set({ speed_limit: 64 * 1024 })
      .where('id', '=', person.user.userId)
      .execute()
    const sender = await world.again(person)
    const upload = { parentId: '0', name: 'a.bin', bytes: randomBytes(300 * 1024) }
    const check = await openUpload(sender, { ...upload, hashes: 'after' })
    const sending = putObject(sender, check, upload.bytes)
    await clock.awaited()
    const { list } = await admin.call(discardAdminUploads, { objectKeys: check.objectKey })
    expect(list).toMatchObject([{ errcode: 0 }])
    const answer = await sending
    expect(answer.status).toBe(410)
    expect(await answer.text()).toContain('<Code>UploadEnded</Code>')
    const ended = { name: 'upload_ended' }
    await expect(putObject(sender, check, upload.bytes)).rejects.toMatchObject(ended)
    await expect(save(sender, upload, check)).rejects.toMatchObject(ended)
    await expect(
      sender.call(contract.checkUploadAble, {
        parentId: '0',
        instanceName: 'a.bin',
        fSize: upload.bytes.length,
        objectKey: check.objectKey,
      }),
    ).rejects.toMatchObject(ended)
    // Of what one ends oneself nothing else is told than before.
    const own = await begin(sender, 'own.bin', 10)
    await sender.call(contract.recycleObject, { objectKey: own.objectKey, bucketName: own.bucketName })
    await expect(putObject(sender, own, randomBytes(10))).rejects.toMatchObject({ name: 'upload_gone' })
  })

  it('end for an orgAdmin where its departments do, and are read by an auditor who ends none', async () => {
    const [inside, outside] = [await world.department('inside'), await world.department('outside')]
    const ida = await world.person('ida_in', { department: inside })
    const otto = await world.person('otto_out', { department: outside })
    const boss = await world.admin('superAdmin', { name: 'boss_in', department: inside })
    const group = await world.group(otto, [[ida, 'editor']], { name: 'Theirs' })
    const keys = [
      await begin(ida, 'ida.bin', 10),
      await begin(otto, 'otto.bin', 10),
      await begin(boss, 'boss.bin', 10),
      await begin(ida, 'theirs.bin', 10, group.rootId),
    ].map(({ objectKey }) => objectKey)
    const orgAdmin = await world.admin('orgAdmin', { name: 'org_1', departments: [inside] })
    const seen = await page(orgAdmin, { orderType: 'asc' })
    // What goes to others' places is listed without where, and an administrator's without what it may do to it.
    expect(seen.map((one) => [one.instanceName, one.folderPath, one.canDiscard])).toEqual([
      ['ida.bin', '个人文件', true],
      ['boss.bin', null, false],
      ['theirs.bin', null, true],
    ])
    const { list } = await orgAdmin.call(discardAdminUploads, { objectKeys: keys })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000, 30002, 0])
    const auditor = await world.admin('auditor')
    expect((await page(auditor)).map((one) => [one.instanceName, one.canDiscard])).toEqual([
      ['boss.bin', false],
      ['otto.bin', false],
    ])
    await expect(auditor.call(discardAdminUploads, { objectKeys: keys })).rejects.toMatchObject({
      name: 'area_refused',
    })
    const storage = await world.admin('storageAdmin')
    expect(await names(storage)).toEqual(['boss.bin', 'otto.bin'])
    await expect(ida.call(pageAdminUploads, {})).rejects.toMatchObject({ name: 'area_refused' })
  })
})
