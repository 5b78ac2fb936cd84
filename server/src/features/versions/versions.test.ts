import { randomBytes } from 'node:crypto'
import { pageLogs } from '@clouddisk/contract/audit'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import {
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  removeInstances,
} from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { DAY } from '@clouddisk/contract/time'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import * as contract from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { type Person, sha256Of } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { expireOldVersions } from './expiry.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const write = (text: string, { name = 'a.txt', parent = '0', by = person } = {}) =>
  by.upload(parent, name, Buffer.from(text), { conflict: 'newVersion' })

/** A file that had these texts, one after the other. */
async function fileOf(...texts: string[]): Promise<string> {
  let id = ''
  for (const text of texts) id = (await write(text)).instanceId
  return id
}

const page = (instanceId: string, by = person) =>
  by.call(contract.pageVersions, { instanceId, pageSize: 1000 })
const numbers = async (instanceId: string) => (await page(instanceId)).list.map(({ versionNo }) => versionNo)
async function versionId(instanceId: string, no: number): Promise<string> {
  const { list } = await page(instanceId)
  return list.find(({ versionNo }) => versionNo === no)?.versionId ?? 'none'
}
const restore = async (instanceId: string, no: number, by = person) =>
  by.call(contract.restoreVersion, { instanceId, versionId: await versionId(instanceId, no) })
async function remove(instanceId: string, ...nos: number[]) {
  const versionIds = await Promise.all(nos.map((no) => versionId(instanceId, no)))
  return person.call(contract.removeVersions, { instanceId, versionIds })
}
const pin = async (instanceId: string, no: number, more: { pinned?: boolean; name?: string } = {}) =>
  person.call(contract.pinVersion, { instanceId, versionId: await versionId(instanceId, no), ...more })
const used = async (by = person) => (await by.call(queryCapacityDetail, {})).usedSize
const textOf = async (instanceId: string, no: number) => {
  const url = await person.call(getDownloadUrl, { instanceId, versionId: await versionId(instanceId, no) })
  return (await fetch(url)).text()
}

describe('the versions of a file', () => {
  it('are listed latest first, with who made them and what they take', async () => {
    const file = await fileOf('one', 'three', 'fifteen bytes..')
    const { list, total, versionsSize } = await page(file)
    expect(list).toEqual([
      {
        versionId: expect.any(String),
        versionNo: 3,
        fileSize: 15,
        sha256: sha256Of(Buffer.from('fifteen bytes..')),
        updateUser: person.user.userRealName,
        updateTime: expect.any(String),
        remark: '',
        pinned: false,
        isCurrent: true,
      },
      expect.objectContaining({
        versionNo: 2,
        fileSize: 5,
        isCurrent: false,
        expireTime: expect.any(String),
      }),
      expect.objectContaining({ versionNo: 1, fileSize: 3, sha256: sha256Of(Buffer.from('one')) }),
    ])
    expect({ total, versionsSize }).toEqual({ total: 3, versionsSize: 8 })
    expect(await used()).toBe(23)
  })

  it('come in pages, by cursor too, and by size', async () => {
    const file = await fileOf('333', '22', '1', '4444')
    const ask = (more: object) => person.call(contract.pageVersions, { instanceId: file, ...more })
    const first = await ask({ pageSize: 3 })
    expect(first.list.map(({ versionNo }) => versionNo)).toEqual([4, 3, 2])
    const rest = await ask({ pageSize: 3, cursor: first.nextCursor })
    expect(rest.list.map(({ versionNo }) => versionNo)).toEqual([1])
    expect((await ask({ pageSize: 3, pageNo: 2 })).list).toEqual(rest.list)
    const bySize = await ask({ orderBy: 'fileSize', orderType: 'asc' })
    expect(bySize.list.map(({ fileSize }) => fileSize)).toEqual([1, 2, 3, 4])
    await expect(ask({ cursor: 'made.up' })).rejects.toMatchObject({ name: 'bad_field' })
  })

  it('are downloaded one by one, and shown', async () => {
    const file = await fileOf('one', 'two', 'three')
    expect(await textOf(file, 1)).toBe('one')
    expect(await textOf(file, 3)).toBe('three')
    const url = await person.call(getDownloadUrl, {
      instanceId: file,
      versionId: await versionId(file, 2),
      mode: 'preview',
    })
    const response = await fetch(url)
    expect(response.headers.get('content-disposition')).toMatch(/^inline/)
    expect(await response.text()).toBe('two')
  })

  it('of another file, or of none, are not found; a folder has none', async () => {
    const file = await fileOf('one', 'two')
    const other = (await write('other', { name: 'b.txt' })).instanceId
    const foreign = await versionId(file, 1)
    for (const id of [foreign, newId(), 'nonsense']) {
      const of = { instanceId: other, versionId: id }
      await expect(person.call(getDownloadUrl, of)).rejects.toMatchObject({ name: 'not_found' })
      await expect(person.call(contract.restoreVersion, of)).rejects.toMatchObject({ name: 'not_found' })
      await expect(person.call(contract.pinVersion, of)).rejects.toMatchObject({ name: 'not_found' })
    }
    const { list, freedSize } = await person.call(contract.removeVersions, {
      instanceId: other,
      versionIds: [foreign, 'nonsense'],
    })
    expect(list.map(({ errcode }) => errcode)).toEqual([90000, 90000])
    expect(freedSize).toBe(0)
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'folder' })
    await expect(page(folder)).rejects.toMatchObject({ name: 'is_a_folder' })
    expect(await numbers(file)).toEqual([2, 1])
  })
})

describe('restoring', () => {
  it('makes a new current version of the same content, charged like any other', async () => {
    const { instanceId: parentId } = await person.call(createFolder, { instanceName: 'folder' })
    const file = (await write('first text', { parent: parentId })).instanceId
    await write('2nd', { parent: parentId })
    expect(await restore(file, 1)).toMatchObject({ instanceId: file, fileSize: 10, versionNo: 3 })
    expect((await person.download(file)).toString()).toBe('first text')
    const { list } = await page(file)
    expect(list[0]).toMatchObject({ versionNo: 3, isCurrent: true, remark: '恢复自版本 1' })
    const english = await page(file, person.speaking('en-US'))
    expect(english.list[0]?.remark).toBe('Restored from version 1')
    expect(await used()).toBe(23)
    // The other way: what was current before is the one to restore.
    await restore(file, 2)
    expect((await person.download(file)).toString()).toBe('2nd')
    expect(await numbers(file)).toEqual([4, 3, 2, 1])
    const [folder] = (await person.call(pageInstances, {})).list
    expect(folder).toMatchObject({ fileSize: 3 })
  })

  it('refuses the current version, a full space, and damaged content', async () => {
    const small = await world.person(undefined, { capacity: 30 })
    const file = (await write('ten bytes.', { by: small })).instanceId
    await write('ten more..', { by: small })
    await write('3', { by: small })
    const { list } = await page(file, small)
    const ask = (versionId = '') => small.call(contract.restoreVersion, { instanceId: file, versionId })
    await expect(ask(list[0]?.versionId)).rejects.toMatchObject({ name: 'version_current' })
    await expect(ask(list[1]?.versionId)).rejects.toMatchObject({
      name: 'quota_full',
      details: { missingBytes: 1 },
    })
    expect(await used(small)).toBe(21)
    const damaged = await fileOf('bad', 'good')
    const blob = await world.ctx.db.reader
      .selectFrom('file_version')
      .select('blob_id as id')
      .where('file_id', '=', damaged)
      .where('no', '=', 1)
      .executeTakeFirstOrThrow()
    const mark = (state: 'quarantined' | 'live') =>
      world.ctx.db.reader.updateTable('blob').set({ state }).where('id', '=', blob.id).execute()
    await mark('quarantined')
    await expect(restore(damaged, 1)).rejects.toMatchObject({ name: 'content_damaged' })
    await mark('live')
  })
})

describe('removing', () => {
  it('gives the space back and never takes the current version', async () => {
    const file = await fileOf('one', 'three', 'seven..')
    const { list, freedSize } = await remove(file, 1, 3, 2)
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 40968, 0])
    expect(freedSize).toBe(8)
    expect(await numbers(file)).toEqual([3])
    expect(await used()).toBe(7)
    expect((await person.download(file)).toString()).toBe('seven..')
    // A version that comes later does not take a number again.
    await write('8')
    expect(await numbers(file)).toEqual([4, 3])
  })

  it('leaves content that other files use, and lets go of what nothing uses', async () => {
    const mine = randomBytes(50).toString('hex')
    const file = await fileOf(mine, 'now')
    await write(mine, { name: 'same.txt' })
    const shared = await blobOf(world, (await write(mine, { name: 'same.txt' })).instanceId)
    await remove(file, 1)
    expect((await stateOf(shared.id)).state).toBe('live')
    const only = (await write(randomBytes(50).toString('hex'), { name: 'only.txt' })).instanceId
    const lost = await blobOf(world, only)
    await write('later', { name: 'only.txt' })
    await remove(only, 1)
    expect((await stateOf(lost.id)).state).toBe('orphaned')
  })

  it('is told and logged, like restoring and pinning', async () => {
    const file = await fileOf('one', 'two', 'three')
    await pin(file, 2, { name: 'before the review' })
    await restore(file, 1)
    await remove(file, 1, 2)
    const admin = await world.admin('superAdmin')
    const { list } = await admin.call(pageLogs, {})
    const told = list.filter(({ objectId }) => objectId === file)
    expect(told.map(({ action, detail }) => ({ action, detail })).slice(0, 3)).toEqual([
      { action: 'version.removed', detail: { versions: [1, 2], count: 2, size: 6 } },
      { action: 'version.restored', detail: { restoredVersion: 1, version: 4, size: 3 } },
      { action: 'version.pinned', detail: { version: 2, pinned: true, pinName: 'before the review' } },
    ])
  })

  it('is refused while the file is on hold', async () => {
    const { instanceId: parent } = await person.call(createFolder, { instanceName: 'case' })
    const file = (await write('one', { parent })).instanceId
    await write('two', { parent })
    const hold = { id: newId(), file_id: parent, reason: 'a case', created_by: person.user.userId }
    await world.ctx.db.reader.insertInto('hold').values(hold).execute()
    await expect(remove(file, 1)).rejects.toMatchObject({ name: 'held' })
    world.advance(200 * DAY)
    person = await world.again(person)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([2, 1])
    await world.ctx.db.reader.deleteFrom('hold').execute()
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([2])
  })
})

const stateOf = (id: string) =>
  world.ctx.db.reader.selectFrom('blob').select('state').where('id', '=', id).executeTakeFirstOrThrow()

describe('pinning', () => {
  it('names a version, keeps its name, and takes both away', async () => {
    const file = await fileOf('one', 'two')
    expect(await pin(file, 1, { name: '  定稿 ' })).toMatchObject({ pinned: true, name: '定稿' })
    expect((await page(file)).list[1]).toMatchObject({ pinned: true, name: '定稿' })
    expect((await page(file)).list[1]).not.toHaveProperty('expireTime')
    expect(await pin(file, 1)).toMatchObject({ pinned: true, name: '定稿' })
    expect(await pin(file, 1, { name: '' })).not.toHaveProperty('name')
    const unpinned = await pin(file, 1, { pinned: false, name: 'no' })
    expect(unpinned).toMatchObject({ pinned: false, expireTime: expect.any(String) })
    expect(unpinned).not.toHaveProperty('name')
    await expect(pin(file, 1, { name: 'x'.repeat(65) })).rejects.toMatchObject({ name: 'bad_field' })
  })
})

describe('permissions', () => {
  it('go by role: viewers see none, editors restore, managers remove and pin', async () => {
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'shared' })
    const file = (await write('one', { parent: folder })).instanceId
    await write('two', { parent: folder })
    const versionIds = [await versionId(file, 1)]
    const may = async (role: 'viewer' | 'downloader' | 'editor' | 'manager') => {
      const guest = await world.person()
      await person.call(createShare, {
        instanceIds: [folder],
        members: [{ principalType: 'user', principalId: guest.user.userId, role }],
      })
      const of = { instanceId: file, versionId: versionIds[0] ?? '' }
      const tries = {
        page: () => page(file, guest),
        download: () => guest.call(getDownloadUrl, of),
        preview: () => guest.call(getDownloadUrl, { ...of, mode: 'preview' }),
        restore: () => guest.call(contract.restoreVersion, of),
        pin: () => guest.call(contract.pinVersion, of),
        limits: () =>
          guest.call(contract.saveVersionLimits, { instanceId: file, versionsKept: 1, versionDays: 1 }),
        remove: () => guest.call(contract.removeVersions, { instanceId: file, versionIds: [newId()] }),
      }
      const done: string[] = []
      for (const [name, ask] of Object.entries(tries))
        await ask().then(
          () => done.push(name),
          (error) => expect(error).toMatchObject({ name: 'not_permitted' }),
        )
      return done
    }
    expect(await may('viewer')).toEqual([])
    expect(await may('downloader')).toEqual(['page', 'download', 'preview'])
    expect(await may('editor')).toEqual(['page', 'download', 'preview', 'restore'])
    expect(await may('manager')).toEqual(['page', 'download', 'preview', 'restore', 'pin', 'remove'])
  })
})

describe('moving and copying', () => {
  it('joins the versions of two files, oldest first, and copies the current one alone', async () => {
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'folder' })
    const target = (await write('there 1', { parent: folder })).instanceId
    await write('there 2', { parent: folder })
    const moved = await fileOf('here 1', 'here 2')
    await restore(moved, 1)
    await person.call(moveInstances, {
      instanceIds: [moved],
      targeParentId: folder,
      conflict: 'newVersion',
    })
    expect(await numbers(target)).toEqual([5, 4, 3, 2, 1])
    const { list } = await page(target)
    expect(list[0]).toMatchObject({ remark: '恢复自版本 3', isCurrent: true })
    const before = await used()
    const copied = await person.call(copyInstances, { instanceIds: [target], targeParentId: '0' })
    const copy = copied.list[0]?.newId ?? ''
    expect(await numbers(copy)).toEqual([1])
    expect(await used()).toBe(before + 'here 1'.length)
    // In the recycle bin a file keeps its versions, and they stay charged.
    const full = await used()
    await person.call(removeInstances, { instanceIds: [target] })
    world.advance(1)
    await expireOldVersions(world.ctx)
    expect(await used()).toBe(full)
  })
})
