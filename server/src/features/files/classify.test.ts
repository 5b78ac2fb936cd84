import { callsOfLink } from '@clouddisk/client/uploads/link-calls'
import { pageLogs } from '@clouddisk/contract/audit'
import { classifyInstances, reclassifyFile } from '@clouddisk/contract/classification'
import { getArchiveUrl } from '@clouddisk/contract/downloads'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  removeInstances,
} from '@clouddisk/contract/files'
import {
  checkLinkDlp,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  type Link,
  pageLinkInstances,
  pageLinks,
  previewLinkInstance,
  searchLinkInstances,
} from '@clouddisk/contract/links'
import { pageTrash, restoreTrash } from '@clouddisk/contract/trash'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { sendFiles, uploadWhole } from '../../../test/transfer.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const refusal = (name: string) => expect.objectContaining({ name })
const folder = async (instanceName: string, parentId = '0') =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const file = async (parentId: string, name: string) =>
  (await owner.upload(parentId, name, Buffer.from(`text of ${name}`))).instanceId
const classify = async (by: Person, instanceId: string, level: number) =>
  (await by.call(classifyInstances, { instanceIds: [instanceId], level })).list[0]
const link = (instanceIds: string[], perms = ['view', 'download'] as ('view' | 'download')[]) =>
  owner.call(createOrUpdateLink, { instanceIds, code: '', perms })
const levels = async (parentId = '0') =>
  Object.fromEntries(
    (await owner.call(pageInstances, { parentId })).list.map((item) => [
      item.instanceName,
      item.classification,
    ]),
  )
const errorOf = (line: { errcode: number; errmsg: string } | undefined) => line?.errcode

describe('the classification of a file', () => {
  it('is 1 without any, and the highest of its own and its folders’', async () => {
    const top = await folder('top')
    await file(top, 'a.txt')
    const b = await file(top, 'b.txt')
    expect(await levels()).toEqual({ top: 1 })
    expect(errorOf(await classify(owner, b, 3))).toBe(0)
    expect(errorOf(await classify(owner, top, 2))).toBe(0)
    expect(await levels()).toEqual({ top: 2 })
    expect(await levels(top)).toEqual({ 'a.txt': 2, 'b.txt': 3 })
  })

  it('is raised by those who decide about access, and lowered by administrators with a reason', async () => {
    const top = await folder('top')
    const a = await file(top, 'a.txt')
    await classify(owner, top, 2)
    expect(await classify(owner, a, 1)).toMatchObject({ errcode: 40978 })
    expect(await classify(await world.person(), a, 3)).toMatchObject({ errcode: 90000 })
    const [editor, manager] = [await world.person(), await world.person()]
    const { rootId } = await world.group(owner, [
      [editor, 'editor'],
      [manager, 'manager'],
    ])
    const shared = await file(rootId, 'shared.txt')
    expect(await classify(editor, shared, 3)).toMatchObject({ errcode: 30403 })
    expect(await classify(manager, shared, 3)).toMatchObject({ errcode: 0 })
    const admin = await world.admin('superAdmin')
    const change = (instanceId: string, level: number, by = admin, reason = 'The report was published.') =>
      by.call(reclassifyFile, {
        ownerType: 'user',
        ownerId: owner.user.userId,
        instanceId,
        level,
        reason,
      })
    await expect(change(a, 1)).rejects.toEqual(refusal('classification_inherited'))
    await expect(change(top, 0, await world.admin('auditor'))).rejects.toMatchObject({
      name: expect.any(String),
    })
    for (const reason of ['', ' \n\u3000'])
      await expect(change(top, 0, admin, reason)).rejects.toMatchObject({
        name: 'bad_field',
        details: { field: 'reason', reason: 'missing' },
      })
    expect(await change(top, 0)).toEqual({ classification: 0 })
    expect(await levels()).toEqual({ top: 0 })
    expect(await change(top, 3, admin, ' It is not public yet. ')).toEqual({ classification: 3 })
    const owned = { owner: owner.user.userRealName }
    const logged = async () =>
      (await admin.call(pageLogs, { pageSize: 100 })).list
        .filter(({ objectId, action }) => objectId === top && action.endsWith('classified'))
        .map(({ action, detail }) => [action, detail])
    await expect.poll(logged).toEqual([
      ['file.classified', { ...owned, name: 'top', from: 0, to: 3, reason: 'It is not public yet.' }],
      ['file.declassified', { ...owned, name: 'top', from: 2, to: 0, reason: 'The report was published.' }],
      ['file.classified', { name: 'top', from: 1, to: 2 }],
    ])
  })

  it('goes along with what is moved, copied, deleted and restored out of a folder', async () => {
    const high = await folder('high')
    const plain = await folder('plain')
    const [moved, copied, deleted] = [
      await file(high, 'moved.txt'),
      await file(high, 'copied.txt'),
      await file(high, 'deleted.txt'),
    ]
    await classify(owner, high, 3)
    await owner.call(moveInstances, { instanceIds: [moved], targeParentId: plain })
    await owner.call(copyInstances, { instanceIds: [copied], targeParentId: plain })
    const { list } = await owner.call(removeInstances, { instanceIds: [deleted] })
    expect((await owner.call(pageTrash, {})).list).toMatchObject([{ classification: 3 }])
    await owner.upload('0', 'low.txt', Buffer.from('low'))
    const low = (await owner.list('0')).find((one) => one.instanceName === 'low.txt')
    await owner.call(removeInstances, { instanceIds: [low?.instanceId ?? ''] })
    expect((await owner.call(pageTrash, { keyword: 'low' })).list).toMatchObject([{ classification: 1 }])
    await owner.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''], targetInstanceId: plain })
    expect(await levels(plain)).toEqual({ 'moved.txt': 3, 'copied.txt': 3, 'deleted.txt': 3 })
  })

  it('stays where it becomes a version of a lower file', async () => {
    const high = await folder('high')
    const plain = await folder('plain')
    const [moved, copied] = [await file(high, 'm.txt'), await file(high, 'c.txt')]
    await file(plain, 'm.txt')
    await file(plain, 'c.txt')
    await classify(owner, high, 2)
    const over = { targeParentId: plain, conflict: 'newVersion' as const }
    await owner.call(moveInstances, { instanceIds: [moved], ...over })
    await owner.call(copyInstances, { instanceIds: [copied], ...over })
    expect(await levels(plain)).toEqual({ 'm.txt': 2, 'c.txt': 2 })
  })
})

it('many small files are refused by one statement for all of their folders', async () => {
  const statements = async (count: number) => {
    const top = await folder(`top ${count}`)
    const inside = await Promise.all(Array.from({ length: count }, (_, n) => folder(`f${n}`, top)))
    await link([top])
    await classify(owner, top, 2)
    const query = vi.spyOn(pg.Client.prototype, 'query')
    const saved = await sendFiles(
      owner,
      inside.map((parentId) => ({ parentId, bytes: Buffer.from(parentId) })),
    )
    const made = query.mock.calls.filter((call) => JSON.stringify(call).includes('link_target')).length
    query.mockRestore()
    expect(saved.map(({ errcode }) => errcode)).toEqual(inside.map(() => 40976))
    return made
  }
  expect(await statements(60)).toBe(await statements(3))
})

describe('what is highly classified', () => {
  let linked: string
  let made: Link
  beforeEach(async () => {
    linked = await folder('linked')
    made = await link([linked])
  })

  it('cannot be linked', async () => {
    const a = await file('0', 'a.txt')
    await classify(owner, a, 2)
    await expect(link([a])).rejects.toEqual(refusal('high_not_linked'))
    expect(await owner.call(checkLinkDlp, { instanceIds: [a] })).toMatchObject({
      ret: 2,
      data: [{ name: 'a.txt', classifierId: 'File', reason: 'classification', classification: 2 }],
    })
  })

  it('does not come into a linked folder by any way', async () => {
    const inner = await folder('inner', linked)
    const high = await folder('high')
    const a = await file(high, 'a.txt')
    const gone = await file(high, 'gone.txt')
    await classify(owner, high, 2)
    const { list } = await owner.call(removeInstances, { instanceIds: [gone] })
    const into = { targeParentId: inner }
    const refused = refusal('high_in_linked_folder')
    await expect(owner.call(moveInstances, { instanceIds: [a], ...into })).rejects.toEqual(refused)
    await expect(owner.call(moveInstances, { instanceIds: [high], ...into })).rejects.toEqual(refused)
    await expect(owner.call(copyInstances, { instanceIds: [a], ...into })).rejects.toEqual(refused)
    const [restored] = (
      await owner.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''], targetInstanceId: inner })
    ).list
    expect(restored).toMatchObject({ errcode: 40976 })
    await classify(owner, inner, 2)
    await expect(
      owner.call(checkUploadAble, { parentId: inner, instanceName: 'new.txt', fSize: 3 }),
    ).rejects.toEqual(refused)
    await expect(owner.upload(inner, 'new.txt', Buffer.from('new'))).rejects.toEqual(refused)
    await expect(folder('new', inner)).rejects.toEqual(refused)
    const tree = { parentId: linked, instanceName: 'inner', children: [{ instanceName: 'new' }] }
    await expect(owner.call(batchCreateFolder, tree)).rejects.toEqual(refused)
    // Nothing new comes into it.
    await owner.call(batchCreateFolder, { parentId: linked, instanceName: 'inner' })
    expect(await owner.tree()).toEqual({ linked: { inner: {} }, high: { 'a.txt': 13 } })
  })

  it('is hidden from visitors as soon as it is classified, with all that is in it', async () => {
    const inner = await folder('inner', linked)
    const a = await file(inner, 'a.txt')
    const b = await file(linked, 'b.txt')
    await file(linked, 'c.txt')
    const visitor = visitorOf(world.baseUrl)
    const { linkPath } = made
    const names = async () =>
      (await visitor.call(pageLinkInstances, { linkPath })).list.map((item) => item.instanceName)
    expect(await names()).toEqual(['inner', 'b.txt', 'c.txt'])
    const address = await visitor.call(getLinkDownloadUrl, { linkPath, instanceId: b })
    await classify(owner, inner, 2)
    await classify(owner, b, 3)
    expect(await names()).toEqual(['c.txt'])
    expect((await visitor.fetch(address)).status).toBe(404)
    for (const instanceId of [a, b, inner]) {
      await expect(visitor.call(previewLinkInstance, { linkPath, instanceId })).rejects.toEqual(
        refusal('not_found'),
      )
      await expect(visitor.call(getLinkDownloadUrl, { linkPath, instanceId })).rejects.toEqual(
        refusal('not_found'),
      )
    }
    const found = await visitor.call(searchLinkInstances, { linkPath, keyword: '.txt' })
    expect(found.list.map((item) => item.instanceName)).toEqual(['c.txt'])
    const { url } = await visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [linked] })
    const zip = Buffer.from(await (await visitor.fetch(url)).arrayBuffer()).toString('latin1')
    expect(zip).toContain('c.txt')
    expect(zip).not.toMatch(/[ab]\.txt|inner/)
    const mine = await owner.call(getArchiveUrl, { instanceIds: linked })
    expect(Buffer.from(await (await owner.fetch(mine.url)).arrayBuffer()).toString('latin1')).toContain(
      'b.txt',
    )
  })

  it('is counted for the owner of a link that keeps it from visitors', async () => {
    const kept = async () => (await owner.call(pageLinks, {})).list.map(({ keptFiles }) => keptFiles)
    const inner = await folder('inner', linked)
    const deep = await folder('deep', inner)
    for (const [parentId, name] of [
      [linked, 'a.txt'],
      [inner, 'b.txt'],
      [deep, 'c.txt'],
    ] as const)
      await file(parentId, name)
    await file('0', 'elsewhere.txt')
    const single = await file(linked, 'd.txt')
    await link([single])
    expect(await kept()).toEqual([0, 0])
    const high = async (id: string, level = 2) => classify(owner, id, level)
    await high((await owner.list('0')).find((one) => one.instanceName === 'elsewhere.txt')?.instanceId ?? '')
    expect(await kept()).toEqual([0, 0])
    await high(deep)
    expect(await kept()).toEqual([0, 1])
    // What is in it is not counted twice.
    await high(inner, 3)
    expect(await kept()).toEqual([0, 2])
    await high(single)
    expect(await kept()).toEqual([1, 3])
    await high(linked)
    expect(await kept()).toEqual([1, 4])
  })

  it('is not replaced by a visitor who may edit, and does not give its name away', async () => {
    const { shareId } = made
    await owner.call(createOrUpdateLink, { shareId, perms: ['view', 'download', 'modify'] })
    const secret = await file(linked, 'secret.txt')
    await classify(owner, secret, 3)
    const { call } = visitorOf(world.baseUrl)
    const sender = { call: callsOfLink(call as Parameters<typeof callsOfLink>[0], made.linkPath) }
    const upload = (conflict: 'newVersion' | 'keepBoth' | 'fail') =>
      uploadWhole(sender as Pick<Person, 'call'>, {
        parentId: linked,
        name: 'secret.txt',
        bytes: Buffer.from('other'),
        conflict,
      })
    for (const conflict of ['newVersion', 'fail'] as const) await upload(conflict).catch(() => undefined)
    await upload('keepBoth')
    const { list } = await owner.call(pageInstances, { parentId: linked })
    expect(list.find((item) => item.instanceId === secret)).toMatchObject({ fileSize: 18, versionNo: 1 })
  })
})
