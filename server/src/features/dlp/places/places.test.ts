// @module-tag long
import { pageLogs } from '@clouddisk/contract/audit'
import { type DlpPlace, type DlpRule, queryDlpRules, saveDlpRule } from '@clouddisk/contract/dlp'
import {
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  removeInstances,
} from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { createShare } from '@clouddisk/contract/shares'
import { restoreTrash } from '@clouddisk/contract/trash'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { archiveBy } from '../../../../test/make-archives.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkPending } from './pending.ts'

/** Where rules apply inside the company, one place at a time. */

let world: World
let admin: Person
let owner: Person
let colleague: Person
let group: { groupId: string; rootId: string }
const rules: Partial<Record<'words' | 'name', DlpRule>> = {}
beforeAll(async () => {
  // However long reading takes here.
  world = await openWorld({}, undefined, { contentCheckMs: 50_000 })
  admin = await world.admin('superAdmin')
  const rule = { level: 'high', enabled: true, action: 'block' } as const
  rules.words = await admin.call(saveDlpRule, { ...rule, name: '绝密', kind: 'words', terms: ['绝密'] })
  rules.name = await admin.call(saveDlpRule, { ...rule, name: '图纸', kind: 'fileType', terms: ['dwg'] })
})
beforeEach(async () => {
  await apply([])
  owner = await world.person()
  colleague = await world.person()
  group = await world.group(owner)
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

async function apply(places: readonly DlpPlace[], action: DlpRule['action'] = 'block'): Promise<void> {
  for (const rule of Object.values(rules))
    await admin.call(saveDlpRule, { ...rule, places: [...places], action })
}
const upload = async (name: string, content: string | Buffer, parentId = '0') =>
  (await owner.upload(parentId, name, Buffer.from(content))).instanceId
const folder = async (instanceName: string, parentId = '0') =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const namesIn = async (parentId: string, who = owner) =>
  (await who.call(pageInstances, { parentId })).list.map(({ instanceName }) => instanceName)
const sensitive = (...list: [name: string, rule: string][]) =>
  expect.objectContaining({
    name: 'sensitive_content',
    code: 110008,
    details: { list: list.map(([name, rule]) => ({ name, rule, level: 'high' })) },
  })
const move = (id: string, targeParentId: string) =>
  owner.call(moveInstances, { instances: [id], targeParentId })
const copy = (id: string, targeParentId: string) =>
  owner.call(copyInstances, { instances: [id], targeParentId })
const share = (id: string) =>
  owner.call(createShare, {
    instanceIds: [id],
    members: [{ principalType: 'user', principalId: colleague.user.userId, role: 'viewer' }],
  })
const logged = async (action: string) =>
  (await admin.call(pageLogs, { action })).list.filter(({ userId }) => userId === owner.user.userId)
/** Until nothing is left to be checked. */
const checked = () =>
  vi.waitFor(
    async () => {
      while (await checkPending(world.ctx));
      const { rows } = await world.ctx.db.pool.query('select from dlp_pending')
      expect(rows).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )

it('keeps the places of a rule, and applies new rules to links only', async () => {
  const [rule] = await admin.call(queryDlpRules, {})
  expect(rule).toMatchObject({ name: '图纸', places: [] })
  await apply(['upload', 'share', 'upload'])
  expect((await admin.call(queryDlpRules, {}))[0]).toMatchObject({ places: ['share', 'upload'] })
  await expect(
    admin.call(saveDlpRule, { ...(rule as DlpRule), places: ['anywhere' as DlpPlace] }),
  ).rejects.toMatchObject({ name: 'bad_field', details: { field: expect.stringMatching(/^places/) } })
})

describe('a rule without places', () => {
  it('lets everything happen', async () => {
    const secret = await upload('a.txt', '绝密')
    await share(secret)
    await copy(secret, group.rootId)
    await move(secret, group.rootId)
    expect(await namesIn(group.rootId)).toEqual(['a (1).txt', 'a.txt'])
  })
})

describe('a rule for what comes into another space', () => {
  beforeEach(() => apply(['transfer']))

  it('refuses a copy and a move into a group, and nothing has changed', async () => {
    const top = await folder('资料')
    const inner = await folder('内部', top)
    await upload('公开.txt', '公开', top)
    await upload('a.txt', '绝密', inner)
    await upload('b.dwg', 'x', inner)
    for (const [at, act] of [copy, move, copy].entries())
      await expect(act(top, group.rootId), String(at)).rejects.toEqual(
        sensitive(['a.txt', '绝密'], ['b.dwg', '图纸']),
      )
    expect(await namesIn(group.rootId)).toEqual([])
    expect(await namesIn('0')).toEqual(['资料'])
    expect(await logged('dlp.refused')).toMatchObject([
      { result: 'refused', detail: { place: 'transfer', files: 2, rules: '绝密, 图纸' } },
      {},
      {},
    ])
    await checked()
    expect(await logged('dlp.foundLater')).toEqual([])
  })

  it('looks into archives', async () => {
    const zip = await archiveBy(['zip', '-qr', 'made.zip', '.'], 'made.zip', { 'docs/计划.txt': '绝密' })
    const id = await upload('打包.zip', zip)
    await expect(copy(id, group.rootId)).rejects.toEqual(sensitive(['打包.zip', '绝密']))
  })

  it('permits copies and moves within the own space, and sharing where the rule does not apply', async () => {
    const secret = await upload('a.txt', '绝密')
    const own = await folder('我的')
    await copy(secret, own)
    await move(secret, own)
    expect(await namesIn(own)).toEqual(['a (1).txt', 'a.txt'])
    await share(secret)
  })

  it('refuses what comes into a shared folder, unless it was in it', async () => {
    const shared = await folder('共享')
    await share(shared)
    const secret = await upload('a.txt', '绝密')
    const inside = await folder('里面', shared)
    await expect(move(secret, inside)).rejects.toEqual(sensitive(['a.txt', '绝密']))
    await expect(copy(secret, inside)).rejects.toEqual(sensitive(['a.txt', '绝密']))
    const there = await upload('b.txt', '绝密', shared)
    await move(there, inside)
    expect(await namesIn(inside)).toEqual(['b.txt'])
  })

  it('refuses to restore in a group what was there before the rule, and leaves it in the recycle bin', async () => {
    await apply([])
    const secret = await upload('a.txt', '绝密', group.rootId)
    await owner.call(removeInstances, { instanceIds: [secret] })
    await apply(['transfer'])
    for (const more of [{}, { groupId: group.groupId }])
      await expect(owner.call(restoreTrash, { instanceIds: [secret], ...more })).rejects.toEqual(
        sensitive(['a.txt', '绝密']),
      )
    expect(await namesIn(group.rootId)).toEqual([])
    await apply([])
    await owner.call(restoreTrash, { instanceIds: [secret] })
    expect(await namesIn(group.rootId)).toEqual(['a.txt'])
  })

  it('tells nothing of files to those who do not see them', async () => {
    const secret = await upload('a.txt', '绝密')
    const other = await world.group(colleague)
    await expect(
      colleague.call(copyInstances, { instances: [secret], targeParentId: other.rootId }),
    ).resolves.toMatchObject({ list: [{ errcode: 90000 }] })
  })

  it('lets finds of rules for a review through, and logs them', async () => {
    await apply(['transfer'], 'review')
    await copy(await upload('a.txt', '绝密'), group.rootId)
    expect(await namesIn(group.rootId)).toEqual(['a.txt'])
    expect(await logged('dlp.noted')).toMatchObject([{ result: 'ok', detail: { rules: '绝密' } }])
  })

  it('checks later what cannot be read in time, and notifies administrators and the person', async () => {
    const top = await folder('资料')
    await upload('a.txt', '绝密 慢', top)
    const reading = vi.spyOn(world.ctx.renditions, 'request').mockResolvedValue({ state: 'waiting' })
    await move(top, group.rootId)
    reading.mockRestore()
    expect(await namesIn(group.rootId)).toEqual(['资料'])
    await checked()
    expect(await logged('dlp.foundLater')).toMatchObject([
      { objectName: 'a.txt', userName: owner.user.userName, detail: { place: 'transfer', rules: '绝密' } },
    ])
    expect((await owner.call(pageNotifications, {})).list[0]).toMatchObject({ kind: 'files.ownSensitive' })
  })
})

describe('a rule for sharing with colleagues', () => {
  beforeEach(() => apply(['share']))

  it('refuses the share and grants no access', async () => {
    const top = await folder('资料')
    await upload('a.txt', '绝密', top)
    await expect(share(top)).rejects.toEqual(sensitive(['a.txt', '绝密']))
    const { rows } = await world.ctx.db.pool.query('select from share where file_id = $1', [top])
    expect(rows).toEqual([])
    await copy(top, group.rootId)
  })
})

describe('a rule for new files in groups', () => {
  beforeEach(() => apply(['upload']))

  it('refuses names and types before and at the save, in groups only', async () => {
    const about = { fSize: 1, instanceName: 'a.dwg' }
    expect(await owner.call(checkUploadAble, { ...about, parentId: group.rootId })).toMatchObject({
      uploadflag: '4',
      errcode: 110008,
    })
    await expect(upload('a.dwg', 'x', group.rootId)).rejects.toMatchObject({ code: 110008 })
    expect(await owner.call(checkUploadAble, { ...about, parentId: '0' })).toMatchObject({ uploadflag: '3' })
    await upload('a.dwg', 'x')
    expect(await namesIn(group.rootId)).toEqual([])
  })

  it('finds content later, keeps the file, and notifies administrators and the sender once an hour', async () => {
    await upload('a.txt', '绝密', group.rootId)
    await upload('b.txt', '绝密二', group.rootId)
    await upload('c.txt', '公开', group.rootId)
    await upload('d.txt', '绝密')
    await checked()
    expect(await namesIn(group.rootId)).toEqual(['a.txt', 'b.txt', 'c.txt'])
    const found = await logged('dlp.foundLater')
    expect(found.map(({ objectName, detail }) => [objectName, detail])).toEqual([
      ['b.txt', { place: 'upload', rules: '绝密' }],
      ['a.txt', { place: 'upload', rules: '绝密' }],
    ])
    const [notice] = (await owner.call(pageNotifications, {})).list
    expect(notice).toMatchObject({ kind: 'files.ownSensitive', data: { count: 2 } })
    const seen = (await admin.call(pageNotifications, {})).list
    expect(seen.find(({ data }) => data.actorName === owner.user.userRealName)).toMatchObject({
      kind: 'files.sensitive',
      data: { count: 2 },
    })
  })
})
