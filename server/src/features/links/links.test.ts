import { createFolder, removeInstances, renameInstance } from '@clouddisk/contract/files'
import {
  checkLinkCode,
  createOrUpdateLink,
  getLinkDownloadUrl,
  type Link,
  pageLinkInstances,
  pageLinks,
  queryLinkAttribute,
  queryLinkStatus,
  removeLinks,
} from '@clouddisk/contract/links'
import type { Input } from '@clouddisk/contract/route'
import { DAY, HOUR, MINUTE } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { type Visitor, visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let other: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  ;[owner, other] = (await Promise.all([world.person(), world.person()])) as [Person, Person]
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
const folder = async (instanceName: string, parentId = '0') =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const link = (instanceIds: string[], more: Partial<Input<typeof createOrUpdateLink>> = {}) =>
  owner.call(createOrUpdateLink, { instanceIds, code: '', ...more })
const visitor = (person?: Person, agent?: string) => visitorOf(world.baseUrl, person, agent)
const list = async (by: Visitor, { linkPath }: Link, parentId?: string) =>
  by.call(pageLinkInstances, { linkPath, ...(parentId && { parentId }) })
const namesIn = async (by: Visitor, of: Link, parentId?: string) =>
  (await list(by, of, parentId)).list.map((item) => item.instanceName)
const own = async () => (await owner.call(pageLinks, {})).list
const download = async (by: Visitor, { linkPath }: Link, instanceId: string) =>
  (await by.fetch(await by.call(getLinkDownloadUrl, { linkPath, instanceId }))).text()

/** A folder with a file and a folder in it. */
async function tree() {
  const top = await folder('合同')
  const inner = await folder('附件', top)
  const file = await owner.upload(top, 'a.txt', Buffer.from('text of a'))
  const deep = await owner.upload(inner, 'b.txt', Buffer.from('text of b'))
  const outside = await owner.upload('0', 'secret.txt', Buffer.from('secret'))
  return { top, inner, file: file.instanceId, deep: deep.instanceId, outside: outside.instanceId }
}

describe('a link', () => {
  it('has defaults: anyone, view and download, a random code, one month', async () => {
    const { top } = await tree()
    const made = await owner.call(createOrUpdateLink, { instanceIds: [top] })
    expect(made).toMatchObject({
      visitor: 'anyone',
      perms: ['view', 'download'],
      validity: '1month',
      maxVisits: null,
      watermark: false,
      status: 'valid',
      viewCount: 0,
      targets: [{ instanceId: top, instanceName: '合同', classifierId: 'Folder' }],
    })
    expect(made.code).toMatch(/^[a-z2-9]{6}$/)
    expect(made.linkPath.length).toBeGreaterThanOrEqual(22)
    expect(made.url).toBe(`${world.baseUrl}/disk/fileDownload?link=${made.linkPath}`)
    const days = (Date.parse(made.expireTime ?? '') - world.ctx.now().getTime()) / DAY
    expect(days).toBeGreaterThan(27)
    expect(days).toBeLessThan(33)
    expect(await own()).toEqual([made])
    expect(await owner.call(queryLinkStatus, { instanceIds: [top] })).toEqual([
      { instanceId: top, linked: true, links: 1 },
    ])
  })

  it('opens what it names, and nothing else, to somebody without an account', async () => {
    const { top, inner, file, deep, outside } = await tree()
    const made = await link([top])
    const guest = visitor()
    expect(await guest.call(queryLinkAttribute, { linkPath: made.linkPath })).toMatchObject({
      status: 'valid',
      needCode: false,
      needSignIn: false,
    })
    expect(await namesIn(guest, made)).toEqual(['附件', 'a.txt'])
    expect(await namesIn(guest, made, inner)).toEqual(['b.txt'])
    const page = await list(guest, made, inner)
    expect(page.path.map((crumb) => crumb.instanceName)).toEqual(['合同', '附件'])
    expect(page.list[0]?.fileAuth).toEqual(['list', 'preview', 'download', 'search', 'attribute'])
    expect(await download(guest, made, file)).toBe('text of a')
    expect(await download(guest, made, deep)).toBe('text of b')
    const root = (await owner.list())[0]?.parentId ?? ''
    for (const parentId of ['0', root, outside])
      await expect(list(guest, made, parentId)).rejects.toEqual(refusal('not_found'))
    await expect(
      guest.call(getLinkDownloadUrl, { linkPath: made.linkPath, instanceId: outside }),
    ).rejects.toEqual(refusal('not_found'))
  })

  it('opens a selection, and single files', async () => {
    const { inner, file } = await tree()
    const made = await link([file, inner])
    const guest = visitor()
    expect(await namesIn(guest, made)).toEqual(['附件', 'a.txt'])
    expect(await namesIn(guest, await link([file]))).toEqual(['a.txt'])
  })

  it('with a code opens by it alone', async () => {
    const { top, file } = await tree()
    const made = await link([top], { code: 'Ab12' })
    const guest = visitor()
    await expect(list(guest, made)).rejects.toEqual(refusal('link_not_open', { httpStatus: 401 }))
    const { linkPath } = made
    await expect(guest.call(checkLinkCode, { linkPath, code: 'ab12' })).rejects.toEqual(
      refusal('link_code_wrong', { details: { left: 4 } }),
    )
    const { shareToken } = await guest.call(checkLinkCode, { linkPath, code: 'Ab12' })
    expect(await namesIn(guest, made)).toEqual(['附件', 'a.txt'])
    // A client without cookies sends the token.
    const answer = await fetch(
      `${world.baseUrl}/disk/api/link/getDownloadUrl?linkPath=${linkPath}&instanceId=${file}`,
      { headers: { shareToken } },
    )
    expect(await answer.json()).toMatchObject({ errcode: 0 })
    // The token of one link does not open another.
    const second = await link([file], { code: 'zzzz' })
    const wrong = await fetch(
      `${world.baseUrl}/disk/api/link/getDownloadUrl?linkPath=${second.linkPath}&instanceId=${file}`,
      { headers: { shareToken } },
    )
    expect(wrong.status).toBe(401)
    // A new code ends what was opened by the old one.
    await owner.call(createOrUpdateLink, { shareId: made.shareId, code: 'new123' })
    await expect(list(guest, made)).rejects.toEqual(refusal('link_not_open'))
  })

  it('is open beside others: a visitor holds a token for each (R82)', async () => {
    const { top, file } = await tree()
    const first = await link([top], { code: 'Ab12' })
    const second = await link([file], { code: 'zzzz' })
    const guest = visitor()
    const tokenOf = async ({ linkPath }: { linkPath: string }, code: string) =>
      (await guest.call(checkLinkCode, { linkPath, code })).shareToken
    const tokens = [await tokenOf(first, 'Ab12'), await tokenOf(second, 'zzzz')]
    expect(new Set(tokens).size).toBe(2)
    expect(await namesIn(guest, first)).toEqual(['附件', 'a.txt'])
    expect(await namesIn(guest, second)).toEqual(['a.txt'])
  })

  it('is locked for a visitor after five wrong codes, not for others', async () => {
    const { top } = await tree()
    const { linkPath } = await link([top], { code: 'right1' })
    const attacker = visitor(undefined, 'Mozilla/attacker')
    for (let left = 4; left >= 0; left--)
      await expect(attacker.call(checkLinkCode, { linkPath, code: 'wrong' })).rejects.toEqual(
        refusal('link_code_wrong', { details: { left } }),
      )
    const locked = refusal('too_many_tries', { httpStatus: 429, details: { retryAfter: 900 } })
    await expect(attacker.call(checkLinkCode, { linkPath, code: 'right1' })).rejects.toEqual(locked)
    await visitor(undefined, 'Mozilla/colleague').call(checkLinkCode, { linkPath, code: 'right1' })
    world.advance(15 * MINUTE)
    await attacker.call(checkLinkCode, { linkPath, code: 'right1' })
  })

  it('for people who are signed in, or designated, opens for these', async () => {
    const { top } = await tree()
    const signedIn = await link([top], { visitor: 'signedIn' })
    await expect(list(visitor(), signedIn)).rejects.toEqual(refusal('link_not_open'))
    expect(await namesIn(visitor(other), signedIn)).toEqual(['附件', 'a.txt'])
    const third = await world.person()
    await owner.call(createOrUpdateLink, {
      shareId: signedIn.shareId,
      visitor: 'designated',
      principalIds: [third.user.userId],
    })
    await expect(list(visitor(other), signedIn)).rejects.toEqual(refusal('link_not_for_you'))
    expect(await namesIn(visitor(third), signedIn)).toEqual(['附件', 'a.txt'])
    await expect(link([top], { visitor: 'designated' })).rejects.toEqual(
      refusal('bad_field', { details: { field: 'principalIds', reason: 'missing' } }),
    )
  })

  it('of a folder is one; files may have several (R245)', async () => {
    const { top, file } = await tree()
    const first = await link([top])
    await expect(link([top])).rejects.toEqual(
      refusal('link_exists', { details: { name: '合同', shareId: first.shareId } }),
    )
    await link([file])
    await link([file])
    await owner.call(removeLinks, { shareIds: [first.shareId] })
    await link([top])
  })

  it('gives no more than its permissions', async () => {
    const { top, file } = await tree()
    const viewOnly = await link([top], { perms: ['view'] })
    const guest = visitor()
    expect((await list(guest, viewOnly)).list[1]?.fileAuth).not.toContain('download')
    await expect(
      guest.call(getLinkDownloadUrl, { linkPath: viewOnly.linkPath, instanceId: file }),
    ).rejects.toEqual(refusal('not_permitted'))
    await expect(
      owner.call(createOrUpdateLink, { shareId: viewOnly.shareId, perms: ['view', 'upload'] }),
    ).rejects.toEqual(refusal('bad_field', { details: { field: 'perms', reason: 'upload_only' } }))
  })
})

describe('a link does not open', () => {
  it('once it was stopped, and a running visit ends', async () => {
    const { top, file } = await tree()
    const made = await link([top])
    const guest = visitor()
    const url = await guest.call(getLinkDownloadUrl, { linkPath: made.linkPath, instanceId: file })
    expect(await owner.call(removeLinks, { shareIds: [made.shareId] })).toMatchObject({
      list: [{ errcode: 0 }],
    })
    await expect(list(guest, made)).rejects.toEqual(refusal('link_expired'))
    expect((await guest.fetch(url)).status).toBe(404)
    expect(await own()).toMatchObject([{ status: 'expired', reason: 'stopped' }])
    await expect(visitor().call(pageLinkInstances, { linkPath: 'x'.repeat(32) })).rejects.toEqual(
      refusal('link_wrong'),
    )
  })

  it('after its time', async () => {
    const { top } = await tree()
    const made = await link([top], { expireTime: new Date(world.ctx.now().getTime() + HOUR).toISOString() })
    expect(made.validity).toBe('custom')
    const guest = visitor()
    await list(guest, made)
    world.advance(HOUR)
    await expect(list(guest, made)).rejects.toEqual(refusal('link_expired'))
    expect(await own()).toMatchObject([{ status: 'expired', reason: 'time' }])
  })

  it('while what it opens is in the bin', async () => {
    const { top } = await tree()
    const made = await link([top])
    const guest = visitor()
    await list(guest, made)
    await owner.call(removeInstances, { instanceIds: [top] })
    await expect(list(guest, made)).rejects.toEqual(refusal('link_gone'))
    expect(await own()).toMatchObject([{ status: 'failed', reason: 'target' }])
  })

  it('more often than it may be visited; who is in stays', async () => {
    const { top } = await tree()
    const made = await link([top], { maxVisits: 2 })
    const [first, second] = [visitor(), visitor()]
    await list(first, made)
    await list(first, made)
    await list(second, made)
    await expect(list(visitor(), made)).rejects.toEqual(refusal('link_used_up'))
    await list(first, made)
    expect(await own()).toMatchObject([{ viewCount: 2, status: 'expired', reason: 'visits' }])
    await owner.call(createOrUpdateLink, { shareId: made.shareId, maxVisits: 0 })
    // The owner's own visits do not count.
    await list(visitor(owner), made)
    expect(await own()).toMatchObject([{ viewCount: 2, status: 'valid' }])
  })

  it('200 visitors at once get in as often as it may be visited', async () => {
    const { top } = await tree()
    const made = await link([top], { maxVisits: 100 })
    const visits = await Promise.allSettled(Array.from({ length: 200 }, () => list(visitor(), made)))
    expect(visits.filter((visit) => visit.status === 'fulfilled')).toHaveLength(100)
    expect(await own()).toMatchObject([{ viewCount: 100 }])
  })
})

it('marks what it opens in its owner’s lists while it is open', async () => {
  const { top, file } = await tree()
  const isLinked = async (by: Person, parentId = '0') =>
    Object.fromEntries((await by.list(parentId)).map((item) => [item.instanceId, item.isLinked]))
  const made = await link([top])
  const limited = await link([file], { maxVisits: 1 })
  expect(await isLinked(owner)).toMatchObject({ [top]: true })
  expect(await isLinked(owner, top)).toMatchObject({ [file]: true })
  // Visitors do not see the mark, and the last visit takes it away.
  expect((await list(visitor(), limited)).list).toMatchObject([{ isLinked: false }])
  expect(await isLinked(owner, top)).toMatchObject({ [file]: false })
  await owner.call(removeLinks, { shareIds: [made.shareId] })
  expect(await isLinked(owner)).toMatchObject({ [top]: false })
  const group = await world.group(owner, [[other, 'linker']])
  const common = await owner.upload(group.rootId, 'common.txt', Buffer.from('a'))
  await other.call(createOrUpdateLink, { instanceIds: [common.instanceId] })
  expect(await isLinked(other, group.rootId)).toMatchObject({ [common.instanceId]: true })
  expect(await isLinked(owner, group.rootId)).toMatchObject({ [common.instanceId]: false })
})

it('follows renames, and is its owner’s alone', async () => {
  const { top } = await tree()
  const made = await link([top])
  await owner.call(renameInstance, { instanceId: top, instanceName: '新合同' })
  expect(await own()).toMatchObject([{ targets: [{ instanceName: '新合同' }] }])
  expect((await other.call(pageLinks, {})).total).toBe(0)
  await expect(other.call(createOrUpdateLink, { shareId: made.shareId, code: '' })).rejects.toEqual(
    refusal('not_found'),
  )
  expect(await other.call(removeLinks, { shareIds: [made.shareId] })).toMatchObject({
    list: [{ errcode: 90000 }],
  })
  await expect(other.call(createOrUpdateLink, { instanceIds: [top] })).rejects.toEqual(refusal('not_found'))
})
