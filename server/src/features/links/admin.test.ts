import { pageAdminLinks, stopAdminLinks } from '@clouddisk/contract/admin-links'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { removeMembers } from '@clouddisk/contract/groups'
import { createOrUpdateLink, pageLinkInstances, pageLinks, removeLinks } from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Everybody's external links, as administrators see and stop them. */

let world: World
let admin: Person
beforeEach(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'super_1', realName: 'Super' })
})
afterEach(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
const page = (who: Person, asked = {}) => who.call(pageAdminLinks, asked)
const names = async (who: Person, asked = {}) =>
  (await page(who, asked)).list.map(({ targets }) => targets[0]?.instanceName)

async function linkTo(who: Person, name: string, more = {}) {
  const file = await who.upload('0', name, Buffer.from(name))
  return who.call(createOrUpdateLink, { instanceIds: [file.instanceId], code: '', ...more })
}

describe('links of everybody', () => {
  it('are listed with their owners, places and states, without what opens them', async () => {
    const finance = await world.department('Finance')
    const anna = await world.person('anna_1', { department: finance, realName: 'Anna' })
    const folder = await anna.call(createFolder, { parentId: '0', instanceName: '合同' })
    const file = await anna.upload(folder.instanceId, '报价.pdf', Buffer.from('a'))
    const made = await anna.call(createOrUpdateLink, {
      instanceIds: [file.instanceId],
      code: 'Secret1',
      maxVisits: 9,
    })
    const { list, total, truncated } = await page(admin.speaking('en-US'))
    expect([total, truncated]).toEqual([1, false])
    expect(list[0]).toEqual({
      shareId: made.shareId,
      linkStart: made.linkPath.slice(0, 6),
      ownerId: anna.user.userId,
      ownerName: 'Anna',
      ownerAccount: 'anna_1',
      departmentName: 'Finance',
      visitor: 'anyone',
      principals: [],
      perms: ['view', 'download'],
      hasCode: true,
      validity: '1month',
      expireTime: made.expireTime,
      maxVisits: 9,
      watermark: false,
      viewCount: 0,
      downloadCount: 0,
      saveCount: 0,
      status: 'valid',
      stopTime: null,
      stoppedBy: null,
      stopReason: null,
      targets: made.targets,
      folderPath: 'Personal files/合同',
      createTime: made.createTime,
      canStop: true,
      canReview: false,
    })
    const answer = JSON.stringify(list)
    expect(answer).not.toContain(made.linkPath)
    expect(answer).not.toContain('Secret1')
  })

  it('are found by name, owner, department, address, time and state', async () => {
    const finance = await world.department('Finance')
    const payroll = await world.department('Payroll', finance)
    const anna = await world.person('anna_1', { department: payroll, realName: 'Anna' })
    const bo = await world.person('boris_1', { realName: 'Boris' })
    const first = await linkTo(anna, 'first.txt')
    await linkTo(anna, 'over.txt', { expireTime: new Date(world.ctx.now().getTime() + HOUR).toISOString() })
    world.advance(2 * HOUR)
    ;[admin] = [await world.again(admin)]
    const later = await world.again(bo)
    const stopped = await linkTo(later, 'stopped.txt')
    await later.call(removeLinks, { shareIds: [stopped.shareId] })
    const gone = await linkTo(later, 'gone.txt')
    await later.call(removeInstances, { instanceIds: gone.targets.map(({ instanceId }) => instanceId) })
    const all = ['gone.txt', 'stopped.txt', 'over.txt', 'first.txt']
    expect(await names(admin)).toEqual(all)
    expect(await names(admin, { orderType: 'asc' })).toEqual(all.toReversed())
    expect(await names(admin, { keyword: 'FIRST' })).toEqual(['first.txt'])
    expect(await names(admin, { keyword: 'boris' })).toEqual(['gone.txt', 'stopped.txt'])
    expect(await names(admin, { ownerId: anna.user.userId })).toEqual(['over.txt', 'first.txt'])
    expect(await names(admin, { departmentId: finance })).toEqual(['over.txt', 'first.txt'])
    expect(await names(admin, { keyword: first.url })).toEqual(['first.txt'])
    expect(await names(admin, { keyword: first.linkPath })).toEqual(['first.txt'])
    expect(await names(admin, { keyword: first.linkPath.slice(1) })).toEqual([])
    expect(await names(admin, { status: 'valid' })).toEqual(['first.txt'])
    expect(await names(admin, { status: 'expired' })).toEqual(['stopped.txt', 'over.txt'])
    expect(await names(admin, { status: 'failed' })).toEqual(['gone.txt'])
    expect(await names(admin, { status: 'verifying' })).toEqual([])
    const startTime = new Date(world.ctx.now().getTime() - HOUR).toISOString()
    expect(await names(admin, { startTime })).toEqual(['gone.txt', 'stopped.txt'])
    expect(await names(admin, { endTime: startTime })).toEqual(['over.txt', 'first.txt'])
    expect((await page(admin, { keyword: 'gone' })).list).toMatchObject([
      { status: 'failed', reason: 'target', folderPath: null },
    ])
    await expect(page(admin, { ownerId: 'nonsense' })).rejects.toEqual(refusal('not_found'))
    await expect(page(admin, { departmentId: 'nonsense' })).rejects.toEqual(refusal('not_found'))
    await expect(page(admin, { startTime: 'soon' })).rejects.toEqual(refusal('bad_field'))
  })

  it('are paged without gaps', async () => {
    const person = await world.person()
    for (let n = 0; n < 7; n++) await linkTo(person, `${n}.txt`)
    const seen: string[] = []
    for (let cursor: string | undefined; ; ) {
      const answer = await page(admin, { pageSize: 3, ...(cursor && { cursor }) })
      expect(answer.total).toBe(7)
      seen.push(...answer.list.map(({ shareId }) => shareId))
      cursor = answer.nextCursor
      if (!cursor) break
    }
    expect([seen.length, new Set(seen).size]).toEqual([7, 7])
  })
})

describe('a link that an administrator stops', () => {
  it('opens no more; its owner and the log have the reason', async () => {
    const anna = await world.person('anna_1', { realName: 'Anna' })
    const made = await linkTo(anna, 'a.txt')
    const kept = await linkTo(anna, 'b.txt')
    const guest = visitorOf(world.baseUrl)
    await guest.call(pageLinkInstances, { linkPath: made.linkPath })
    const { list } = await admin.call(stopAdminLinks, {
      shareIds: [made.shareId, 'nonsense'],
      reason: ' 含客户隐私 ',
    })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000])
    await expect(guest.call(pageLinkInstances, { linkPath: made.linkPath })).rejects.toEqual(
      refusal('link_expired'),
    )
    await guest.call(pageLinkInstances, { linkPath: kept.linkPath })
    expect((await page(admin, { keyword: 'a.txt' })).list).toMatchObject([
      {
        status: 'expired',
        reason: 'stopped',
        stoppedBy: 'Super',
        stopReason: '含客户隐私',
        stopTime: expect.any(String),
        canStop: false,
      },
    ])
    expect((await anna.call(pageLinks, { keyword: 'a.txt' })).list).toMatchObject([
      { status: 'expired', reason: 'stopped', stopReason: '含客户隐私' },
    ])
    await expect(anna.call(createOrUpdateLink, { shareId: made.shareId, code: '' })).rejects.toEqual(
      refusal('not_found'),
    )
    const notices = (await anna.call(pageNotifications, {})).list.filter(
      ({ kind }) => kind === 'link.stopped',
    )
    expect(notices).toMatchObject([{ data: { instanceName: 'a.txt', message: '含客户隐私' } }])
    expect((await admin.call(pageLogs, { action: 'link.stopped' })).list).toMatchObject([
      {
        userName: 'super_1',
        objectId: made.shareId,
        objectName: made.linkPath.slice(0, 6),
        detail: { account: 'anna_1', file: 'a.txt', reason: '含客户隐私' },
      },
    ])
    // Again changes nothing, and notifies nobody.
    await admin.call(stopAdminLinks, { shareIds: [made.shareId], reason: 'again' })
    expect((await page(admin, { keyword: 'a.txt' })).list[0]?.stopReason).toBe('含客户隐私')
    expect((await admin.call(pageLogs, { action: 'link.stopped' })).total).toBe(1)
  })

  it('needs a reason', async () => {
    const made = await linkTo(await world.person(), 'a.txt')
    const stop = (reason: string) => admin.call(stopAdminLinks, { shareIds: [made.shareId], reason })
    await expect(stop('  ')).rejects.toEqual(
      refusal('bad_field', { details: { field: 'reason', reason: 'missing' } }),
    )
    await expect(stop('x'.repeat(201))).rejects.toEqual(
      refusal('bad_field', { details: { field: 'reason', reason: 'too_long' } }),
    )
    expect((await page(admin)).list[0]?.status).toBe('valid')
  })
})

describe('an administrator of departments', () => {
  it('sees and stops the links of its departments’ people alone', async () => {
    const finance = await world.department('Finance')
    const sales = await world.department('Sales')
    const anna = await world.person('anna_1', { department: finance })
    const bo = await world.person('boris_1', { department: sales })
    const chief = await world.admin('superAdmin', { name: 'chief_1', department: finance })
    const [ours, theirs, chiefs] = [
      await linkTo(anna, 'ours.txt'),
      await linkTo(bo, 'theirs.txt'),
      await linkTo(chief, 'chief.txt'),
    ]
    const head = await world.admin('orgAdmin', { name: 'head_1', department: finance })
    const own = await linkTo(head, 'own.txt')
    expect((await page(head)).list).toMatchObject([
      { targets: [{ instanceName: 'own.txt' }], canStop: true },
      // Files of a super administrator are not looked at, nor are its links stopped.
      { targets: [{ instanceName: 'chief.txt' }], canStop: false, folderPath: null },
      { targets: [{ instanceName: 'ours.txt' }], canStop: true, folderPath: '个人文件' },
    ])
    const shareIds = [ours, theirs, chiefs, own].map(({ shareId }) => shareId)
    const { list } = await head.call(stopAdminLinks, { shareIds, reason: 'policy' })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000, 30002, 0])
    expect(await names(admin, { status: 'valid' })).toEqual(['chief.txt', 'theirs.txt'])
  })

  it('and an auditor reads only', async () => {
    const made = await linkTo(await world.person(), 'a.txt')
    const auditor = await world.admin('auditor')
    expect((await page(auditor)).list).toMatchObject([{ canStop: false, folderPath: '个人文件' }])
    await expect(auditor.call(stopAdminLinks, { shareIds: [made.shareId], reason: 'no' })).rejects.toEqual(
      refusal('area_refused'),
    )
  })
})

it('fails once its owner may not share it any more', async () => {
  const [boss, member] = [await world.person(), await world.person('member_1')]
  const group = await world.group(boss, [[member, 'linker']])
  const file = await boss.upload(group.rootId, 'shared.txt', Buffer.from('a'))
  await member.call(createOrUpdateLink, { instanceIds: [file.instanceId], code: '' })
  expect((await page(admin)).list).toMatchObject([{ status: 'valid', ownerAccount: 'member_1' }])
  await boss.call(removeMembers, { groupId: group.groupId, principalIds: [member.user.userId] })
  expect((await page(admin)).list).toMatchObject([{ status: 'failed', reason: 'target' }])
})

it('stays listed for thirty days after it was stopped', async () => {
  const made = await linkTo(await world.person(), 'a.txt')
  await admin.call(stopAdminLinks, { shareIds: [made.shareId], reason: 'policy' })
  world.advance(29 * DAY)
  expect((await page(await world.again(admin))).total).toBe(1)
})
