import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder, queryInstanceDetail } from '@clouddisk/contract/files'
import { removeMembers } from '@clouddisk/contract/groups'
import {
  checkLinkCode,
  copyLinkInstances,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  getLinkThumbnail,
  type Link,
  pageLinkInstances,
  pageLinks,
  previewLinkInstance,
  queryLinkFolderDownload,
  removeLinks,
} from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { type Input, pathOf } from '@clouddisk/contract/route'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { png } from '../../../test/pictures.ts'
import { readZipBytes } from '../../../test/read-zip.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { notifyLinkOwners } from './jobs.ts'

/** What visitors do with a link, what is counted of it, and what its owner is told. */

let world: World
let owner: Person
let top: string
let file: string
let outside: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  top = (await owner.call(createFolder, { parentId: '0', instanceName: '照片' })).instanceId
  file = (await owner.upload(top, 'a.png', png(64, 48, [200, 30, 30]))).instanceId
  await owner.upload(top, 'b.txt', Buffer.from('text of b'))
  outside = (await owner.upload('0', 'secret.txt', Buffer.from('secret'))).instanceId
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
const link = (more: Partial<Input<typeof createOrUpdateLink>> = {}) =>
  owner.call(createOrUpdateLink, { instanceIds: [top], code: '', ...more })
const visitor = (person?: Person) => visitorOf(world.baseUrl, person)
const own = async () => (await owner.call(pageLinks, {})).list[0] as Link
const heard = async () =>
  (await owner.call(pageNotifications, {})).list.flatMap(({ kind, data }) =>
    kind.startsWith('link.') ? [[kind, data.instanceName]] : [],
  )

it('is previewed, with a thumbnail', async () => {
  const { linkPath } = await link({ perms: ['view', 'download'] })
  const guest = visitor()
  const shown = await guest.call(previewLinkInstance, { linkPath, instanceId: file })
  expect(shown).toMatchObject({ kind: 'picture', state: 'ready', width: 64, height: 48 })
  expect((await guest.fetch(shown.url ?? '')).status).toBe(200)
  const query = new URLSearchParams({ linkPath, instanceId: file, size: 's', wait: 'true' })
  const picture = () => guest.fetch(`${world.baseUrl}${pathOf(getLinkThumbnail)}?${query}`)
  await expect.poll(async () => (await picture()).status, { timeout: 60_000 }).toBe(200)
  await expect(guest.call(previewLinkInstance, { linkPath, instanceId: outside })).rejects.toEqual(
    refusal('not_found'),
  )
})

it('is downloaded as a ZIP and counted; what is not permitted is refused', async () => {
  const made = await link()
  const { linkPath } = made
  const guest = visitor()
  const { url, fileCount } = await guest.call(getLinkArchiveUrl, { linkPath, instanceIds: [top] })
  expect(fileCount).toBe(2)
  const zip = Buffer.from(await (await guest.fetch(url)).arrayBuffer())
  expect(
    readZipBytes(zip)
      .map((entry) => entry.path)
      .toSorted(),
  ).toEqual(['照片/', '照片/a.png', '照片/b.txt'])
  await guest.fetch(await guest.call(getLinkDownloadUrl, { linkPath, instanceId: file }))
  expect(await own()).toMatchObject({ viewCount: 1, downloadCount: 2, saveCount: 0 })
  const { list } = await guest.call(queryLinkFolderDownload, { linkPath, parentId: top })
  expect(list.map((item) => item.instanceName)).toEqual(['a.png', 'b.txt'])
  await expect(guest.call(getLinkArchiveUrl, { linkPath, instanceIds: [top, outside] })).rejects.toEqual(
    refusal('not_found'),
  )
  await owner.call(createOrUpdateLink, { shareId: made.shareId, perms: ['view'] })
  await expect(guest.call(getLinkArchiveUrl, { linkPath, instanceIds: [top] })).rejects.toEqual(
    refusal('not_permitted'),
  )
  // An address that was given out before gives nothing any more.
  expect((await guest.fetch(url)).status).toBe(403)
})

it('is in the audit log as downloaded by a visitor, not by its owner', async () => {
  const { linkPath } = await link()
  const guest = visitor()
  await guest.fetch(await guest.call(getLinkDownloadUrl, { linkPath, instanceId: file }))
  const auditor = await world.admin('auditor')
  const find = async () =>
    (await auditor.call(pageLogs, { action: 'file.downloaded' })).list.find(
      (entry) => entry.objectId === file,
    )
  await expect.poll(find).toMatchObject({ userId: null, userName: null, objectName: 'a.png' })
  const opened = await auditor.call(pageLogs, { action: 'link.opened' })
  expect(opened.list[0]).toMatchObject({ userId: null, objectType: 'link' })
})

it('is saved by somebody signed in, if it permits that', async () => {
  const made = await link({ perms: ['view', 'save'] })
  const { linkPath } = made
  const person = await world.person()
  const guest = visitor(person)
  const save = (id: string) =>
    guest.call(copyLinkInstances, { linkPath, instanceIds: [id], targeParentId: '0' })
  expect((await save(top)).list).toMatchObject([{ errcode: 0 }])
  expect(await person.tree()).toMatchObject({ 照片: { 'b.txt': 9 } })
  expect(await own()).toMatchObject({ saveCount: 1 })
  expect((await save(outside)).list).toMatchObject([{ errcode: 90000 }])
  await expect(
    visitor().call(copyLinkInstances, { linkPath, instanceIds: [top], targeParentId: '0' }),
  ).rejects.toEqual(refusal('not_signed_in'))
  await owner.call(createOrUpdateLink, { shareId: made.shareId, perms: ['view', 'download'] })
  expect((await save(top)).list).toMatchObject([{ errcode: 30403 }])
  expect(await own()).toMatchObject({ saveCount: 1 })
})

it('a visitor has no more than the owner, and cannot use other calls', async () => {
  const { linkPath } = await link()
  const guest = visitor()
  await guest.call(pageLinkInstances, { linkPath })
  await expect(guest.call(queryInstanceDetail, { instanceId: file })).rejects.toEqual(
    refusal('not_signed_in'),
  )
  const leader = await world.person()
  const group = await world.group(leader, [[owner, 'linker']])
  const { instanceId } = await owner.upload(group.rootId, 'plan.txt', Buffer.from('plan'))
  const made = await owner.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
  await guest.call(pageLinkInstances, { linkPath: made.linkPath })
  await leader.call(removeMembers, { groupId: group.groupId, principalIds: [owner.user.userId] })
  await expect(guest.call(pageLinkInstances, { linkPath: made.linkPath })).rejects.toEqual(
    refusal('link_gone'),
  )
})

it('its owner is told of the first opening, of wrong codes, three days before it ends, and of its end', async () => {
  const made = await link({ code: 'secret' })
  const { linkPath } = made
  const guest = visitor()
  await guest.call(checkLinkCode, { linkPath, code: 'secret' })
  await guest.call(pageLinkInstances, { linkPath })
  await visitor().call(checkLinkCode, { linkPath, code: 'secret' })
  expect(await heard()).toEqual([['link.opened', '照片']])
  const attacker = visitorOf(world.baseUrl, undefined, 'attacker')
  for (let n = 0; n < 5; n++)
    await expect(attacker.call(checkLinkCode, { linkPath, code: 'wrong' })).rejects.toEqual(
      refusal('link_code_wrong'),
    )
  expect((await heard())[0]).toEqual(['link.locked', '照片'])
  const end = Date.parse(made.expireTime ?? '')
  world.advance(end - world.ctx.now().getTime() - 3 * DAY - HOUR)
  owner = await world.again(owner)
  await notifyLinkOwners(world.ctx)
  expect(await heard()).toHaveLength(2)
  world.advance(2 * HOUR)
  owner = await world.again(owner)
  await notifyLinkOwners(world.ctx)
  await notifyLinkOwners(world.ctx)
  expect((await heard())[0]).toEqual(['link.expiring', '照片'])
  expect(await heard()).toHaveLength(3)
  world.advance(3 * DAY)
  owner = await world.again(owner)
  await notifyLinkOwners(world.ctx)
  expect((await heard())[0]).toEqual(['link.ended', '照片'])
  // One that was stopped by hand says nothing.
  await owner.call(removeLinks, { shareIds: [made.shareId] })
  await notifyLinkOwners(world.ctx)
  expect(await heard()).toHaveLength(4)
})
