// @module-tag long
import { pageAdminLinks, queryAdminLinkCheck, reviewAdminLinks } from '@clouddisk/contract/admin-links'
import { pageLogs } from '@clouddisk/contract/audit'
import { saveDlpRule } from '@clouddisk/contract/dlp'
import { createFolder, moveInstances, pageInstances, renameInstance } from '@clouddisk/contract/files'
import {
  copyLinkInstances,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  type Link,
  pageLinkInstances,
  pageLinks,
  previewLinkInstance,
  queryLinkAttribute,
  queryLinkCheck,
  queryLinkFolderDownload,
  removeLinks,
  searchLinkInstances,
} from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY } from '@clouddisk/contract/time'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { archiveBy } from '../../../../test/make-archives.ts'
import type { Person } from '../../../../test/person.ts'
import { visitorOf } from '../../../../test/visitor.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkLinks } from './check-links.ts'
import { expireReviews } from './review.ts'

let world: World
let admin: Person
let department: string
let owner: Person
let n = 0
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
  const rule = { kind: 'words', level: 'high', enabled: true } as const
  await admin.call(saveDlpRule, { ...rule, name: '代号', terms: ['蓝鲸'], action: 'review' })
  await admin.call(saveDlpRule, { ...rule, name: '绝密', terms: ['绝密'], action: 'block' })
  await admin.call(saveDlpRule, {
    ...rule,
    name: '工资',
    kind: 'fileName',
    terms: ['工资'],
    action: 'review',
  })
})
beforeEach(async () => {
  // A test before may have let a week pass.
  admin = await world.again(admin)
  department = await world.department(`部门${++n}`)
  owner = await world.person(undefined, { department })
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const upload = async (name: string, content: string | Buffer, parentId = '0') =>
  (await owner.upload(parentId, name, Buffer.from(content))).instanceId
const link = async (...instanceIds: string[]) => owner.call(createOrUpdateLink, { instanceIds, code: '' })
const open = ({ linkPath }: Link) => visitorOf(world.baseUrl).call(pageLinkInstances, { linkPath })
const stateOf = async ({ shareId }: Link) =>
  (await owner.call(pageLinks, {})).list.find((one) => one.shareId === shareId)
const noticesOf = async (who: Person) =>
  (await who.call(pageNotifications, {})).list
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('link.'))
/** Until no link is being scanned. */
const scanned = () =>
  vi.waitFor(
    async () => {
      while (await checkLinks(world.ctx));
      const { rows } = await world.ctx.db.pool.query(
        `select from link where review = 'scanning' and ended_at is null`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )
const waitingLink = async (content = '蓝鲸') => {
  const made = await link(await upload('a.txt', content))
  await scanned()
  return made
}
const decide = (who: Person, { shareId }: Link, agree: boolean, note?: string) =>
  who.call(reviewAdminLinks, { shareIds: [shareId], agree, ...(note && { note }) })
const refused = (name: string, more = {}) => expect.objectContaining({ name, ...more })

describe('a new link', () => {
  it('opens once all of its files are checked and nothing was found', async () => {
    const folder = await owner.call(createFolder, { parentId: '0', instanceName: '资料' })
    for (let at = 0; at < 25; at++) await upload(`${at}.txt`, `第 ${at} 页`, folder.instanceId)
    await upload('空.txt', '', folder.instanceId)
    const made = await link(folder.instanceId)
    expect(made).toMatchObject({ status: 'verifying' })
    expect(await owner.call(queryLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'scanning',
      files: 26,
      list: [],
    })
    await expect(open(made)).rejects.toEqual(refused('link_under_review'))
    await scanned()
    expect(await stateOf(made)).toMatchObject({ status: 'valid' })
    expect(await owner.call(queryLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'passed',
      files: 26,
      checked: 26,
    })
    expect(await open(made)).toMatchObject({ total: 26 })
    expect(await noticesOf(owner)).toEqual(['link.opened'])
  })

  it('stays closed where content may not leave, also in an archive, and says which file', async () => {
    const zip = await archiveBy(['zip', '-qr', 'made.zip', '.'], 'made.zip', { 'docs/计划.txt': '绝密 蓝鲸' })
    const made = await link(await upload('打包.zip', zip), await upload('b.txt', 'b'))
    await scanned()
    expect(await stateOf(made)).toMatchObject({ status: 'failed', reason: 'blocked' })
    await expect(open(made)).rejects.toEqual(refused('link_expired'))
    // How a review ended is not for visitors.
    expect(
      await visitorOf(world.baseUrl).call(queryLinkAttribute, { linkPath: made.linkPath }),
    ).toMatchObject({
      status: 'failed',
      reason: 'stopped',
    })
    expect((await owner.call(queryLinkCheck, { shareId: made.shareId })).list).toMatchObject([
      {
        instanceName: '打包.zip',
        verdict: 'block',
        matches: [{ rule: '绝密', samples: ['绝*'], path: 'docs/计划.txt' }, { rule: '代号' }],
      },
    ])
    expect(await noticesOf(owner)).toEqual(['link.blocked'])
    await expect(decide(admin, made, true)).resolves.toMatchObject({ list: [{ errcode: 40972 }] })
  })

  it('needs no check where visitors see nothing, until they shall', async () => {
    const folder = await owner.call(createFolder, { parentId: '0', instanceName: '收件' })
    await upload('a.txt', '绝密', folder.instanceId)
    const made = await owner.call(createOrUpdateLink, {
      instanceIds: [folder.instanceId],
      perms: ['upload'],
      code: '',
    })
    expect(made).toMatchObject({ status: 'valid' })
    const shown = await owner.call(createOrUpdateLink, { shareId: made.shareId, perms: ['view'] })
    expect(shown).toMatchObject({ status: 'verifying' })
    await scanned()
    expect(await stateOf(made)).toMatchObject({ status: 'failed', reason: 'blocked' })
  })
})

describe('a link in which something was found', () => {
  it('opens once an administrator of the department has approved it', async () => {
    const reviewer = await world.admin('orgAdmin', { department })
    const stranger = await world.admin('orgAdmin', { department: await world.department(`部门${++n}`) })
    const made = await waitingLink()
    await expect(open(made)).rejects.toEqual(refused('link_under_review'))
    expect(await noticesOf(reviewer)).toEqual(['link.toReview'])
    expect(await noticesOf(stranger)).toEqual([])
    const listed = await reviewer.call(pageAdminLinks, { status: 'verifying', ownerId: owner.user.userId })
    expect(listed.list).toMatchObject([{ shareId: made.shareId, canReview: true }])
    expect(await reviewer.call(queryAdminLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'waiting',
      list: [{ instanceName: 'a.txt', verdict: 'review', matches: [{ rule: '代号', samples: ['蓝*'] }] }],
    })
    await expect(stranger.call(queryAdminLinkCheck, { shareId: made.shareId })).rejects.toEqual(
      refused('not_found'),
    )
    expect(await decide(stranger, made, true)).toMatchObject({ list: [{ errcode: 90000 }] })
    await expect(decide(owner, made, true)).rejects.toEqual(refused('area_refused'))
    expect(await decide(reviewer, made, true, '客户已签保密协议')).toMatchObject({ list: [{ errcode: 0 }] })
    expect(await open(made)).toMatchObject({ total: 1 })
    expect((await noticesOf(owner)).sort()).toEqual(['link.approved', 'link.opened'])
    expect(await owner.call(queryLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'passed',
      reviewer: reviewer.user.userRealName,
      note: '客户已签保密协议',
      list: [{ verdict: 'approved' }],
    })
    expect(await decide(reviewer, made, false, '太晚')).toMatchObject({ list: [{ errcode: 40972 }] })
    expect((await admin.call(pageLogs, { action: 'link.approved' })).list).toMatchObject([
      { objectId: made.shareId, userId: reviewer.user.userId },
    ])
  })

  it('stays closed where it is refused, which needs a reason', async () => {
    const made = await waitingLink()
    await expect(decide(admin, made, false)).rejects.toEqual(
      refused('bad_field', { details: expect.objectContaining({ field: 'note' }) }),
    )
    await decide(admin, made, false, '请走合同流程')
    expect(await stateOf(made)).toMatchObject({ status: 'failed', reason: 'refused' })
    await expect(open(made)).rejects.toEqual(refused('link_expired'))
    const { list } = await owner.call(pageNotifications, {})
    expect(list).toMatchObject([{ kind: 'link.refused', data: { message: '请走合同流程' } }])
  })

  it('is not decided about by its owner while there is somebody else', async () => {
    owner = await world.admin('orgAdmin', { department })
    const made = await waitingLink()
    expect(await decide(owner, made, true)).toMatchObject({ list: [{ errcode: 30408 }] })
  })

  it('is decided about by its owner where no other administrator may', async () => {
    await world.admin('orgAdmin', { department })
    owner = admin
    const made = await waitingLink()
    expect(await decide(admin, made, true)).toMatchObject({ list: [{ errcode: 0 }] })
  })

  it('is refused after seven days, and can be cancelled before', async () => {
    const made = await waitingLink()
    const cancelled = await link(await upload('b.txt', '蓝鲸'))
    await scanned()
    await owner.call(removeLinks, { shareIds: [cancelled.shareId] })
    expect(await decide(admin, cancelled, true)).toMatchObject({ list: [{ errcode: 40972 }] })
    world.advance(7 * DAY - 1000)
    owner = await world.again(owner)
    await expireReviews(world.ctx)
    expect(await stateOf(made)).toMatchObject({ status: 'verifying' })
    world.advance(2000)
    owner = await world.again(owner)
    await expireReviews(world.ctx)
    expect(await stateOf(made)).toMatchObject({ status: 'failed', reason: 'reviewTimeout' })
    expect(await noticesOf(owner)).toEqual(['link.unreviewed'])
  })

  it('may be one that cannot be read, or whose name says enough', async () => {
    const locked = await archiveBy(['zip', '-qr', '-P', 'secret', 'made.zip', '.'], 'made.zip', {
      'a.txt': 'a',
    })
    const made = await link(await upload('locked.zip', locked), await upload('工资.txt', 'a'))
    await scanned()
    expect(await owner.call(queryLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'waiting',
      list: expect.arrayContaining([
        expect.objectContaining({ instanceName: 'locked.zip', matches: [], unreadable: ['encrypted'] }),
        expect.objectContaining({
          instanceName: '工资.txt',
          matches: [expect.objectContaining({ rule: '工资' })],
        }),
      ]),
    })
  })
})

describe('what changes in an open link', () => {
  const names = async (made: Link) => (await open(made)).list.map(({ instanceName }) => instanceName)
  /** Until no change is left to look at. */
  const rechecked = () =>
    vi.waitFor(
      async () => {
        while (await checkLinks(world.ctx));
        const { rows } = await world.ctx.db.pool.query(
          `select from link where has_changed and ended_at is null union all select from link_changed_file`,
        )
        expect(rows).toEqual([])
      },
      { timeout: 20_000, interval: 50 },
    )
  const openFolder = async () => {
    const { instanceId } = await owner.call(createFolder, { parentId: '0', instanceName: '资料' })
    await upload('a.txt', 'a', instanceId)
    const made = await owner.call(createOrUpdateLink, {
      instanceIds: [instanceId],
      code: '',
      perms: ['view', 'download', 'save'],
    })
    await scanned()
    return { folder: instanceId, made }
  }

  it('is not there for visitors by any call, until it was checked', async () => {
    const { folder, made } = await openFolder()
    const { linkPath } = made
    const visitor = visitorOf(world.baseUrl, await world.person())
    expect(await names(made)).toEqual(['a.txt'])
    const sub = await owner.call(createFolder, { parentId: folder, instanceName: '子' })
    const held = await upload('底稿.txt', '蓝鲸', sub.instanceId)
    const blocked = await upload('b.txt', '绝密', folder)
    for (const step of ['before the check', 'after it']) {
      expect((await names(made)).sort(), step).toEqual(['a.txt', '子'].sort())
      for (const instanceId of [held, blocked]) {
        for (const route of [getLinkDownloadUrl, previewLinkInstance])
          await expect(visitor.call(route, { linkPath, instanceId }), step).rejects.toEqual(
            refused('not_found'),
          )
        const archive = visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [instanceId] })
        await expect(archive, step).rejects.toEqual(refused('not_found'))
      }
      const all = await visitor.call(queryLinkFolderDownload, { linkPath, parentId: folder })
      expect(all.list.map(({ instanceName }) => instanceName).sort(), step).toEqual(['a.txt', '子'].sort())
      const zip = await visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [folder] })
      expect(zip, step).toMatchObject({ fileCount: 1, fileSize: 1 })
      const found = await visitor.call(searchLinkInstances, { linkPath, keyword: '底稿' })
      expect(found.list, step).toEqual([])
      await rechecked()
    }
    expect(await noticesOf(owner)).toEqual(['link.held', 'link.opened'])
    expect(await owner.call(queryLinkCheck, { shareId: made.shareId })).toMatchObject({
      review: 'passed',
      list: [
        { instanceName: 'b.txt', verdict: 'block' },
        { instanceName: '底稿.txt', verdict: 'review', folders: ['资料', '子'] },
      ],
    })
  })

  it('is saved without what is held', async () => {
    const { folder, made } = await openFolder()
    await upload('b.txt', '蓝鲸', folder)
    const person = await world.person()
    const visitor = visitorOf(world.baseUrl, person)
    await visitor.call(copyLinkInstances, {
      linkPath: made.linkPath,
      instanceIds: [folder],
      targeParentId: '0',
    })
    const [copy] = (await person.call(pageInstances, { parentId: '0' })).list
    const saved = await person.call(pageInstances, { parentId: copy?.instanceId ?? '' })
    expect(saved.list.map(({ instanceName }) => instanceName)).toEqual(['a.txt'])
  })

  it('shows once nothing is found, or an administrator approves it', async () => {
    const { folder, made } = await openFolder()
    await upload('b.txt', 'b', folder)
    const held = await upload('c.txt', '蓝鲸', folder)
    await rechecked()
    expect(await names(made)).toEqual(['a.txt', 'b.txt'])
    const listed = await admin.call(pageAdminLinks, { ownerId: owner.user.userId })
    expect(listed.list).toMatchObject([{ status: 'valid', canReview: true }])
    await decide(admin, made, true)
    expect(await names(made)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    expect(await decide(admin, made, true)).toMatchObject({ list: [{ errcode: 40972 }] })
    // Another version, and another name, are checked again.
    await owner.upload(folder, 'a.txt', Buffer.from('蓝鲸'), { conflict: 'newVersion' })
    await owner.call(renameInstance, { instanceId: held, instanceName: '工资.txt' })
    expect(await names(made)).toEqual(['b.txt'])
    await rechecked()
    await decide(admin, made, false, '请走合同流程')
    expect(await names(made)).toEqual(['b.txt'])
    expect(await noticesOf(owner)).toContain('link.filesRefused')
    expect(await stateOf(made)).toMatchObject({ status: 'valid' })
  })

  it('closes a link to one file until its new version was checked', async () => {
    const made = await link(await upload('a.txt', 'a'))
    await scanned()
    expect(await names(made)).toEqual(['a.txt'])
    await owner.upload('0', 'a.txt', Buffer.from('b'), { conflict: 'newVersion' })
    await expect(open(made)).rejects.toEqual(refused('link_under_review'))
    await rechecked()
    expect(await names(made)).toEqual(['a.txt'])
  })

  it('comes with a folder that is moved into it', async () => {
    const { folder, made } = await openFolder()
    const other = await owner.call(createFolder, { parentId: '0', instanceName: '别处' })
    await upload('c.txt', 'c', other.instanceId)
    await owner.call(moveInstances, { instances: other.instanceId, targeParentId: folder })
    const inside = async () =>
      (
        await visitorOf(world.baseUrl).call(pageLinkInstances, {
          linkPath: made.linkPath,
          parentId: other.instanceId,
        })
      ).total
    expect(await inside()).toBe(0)
    await rechecked()
    expect(await inside()).toBe(1)
  })
})
