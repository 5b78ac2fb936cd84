import { callsOfLink } from '@clouddisk/client/uploads/link-calls'
import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import { classifyInstances } from '@clouddisk/contract/classification'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { removeMembers } from '@clouddisk/contract/groups'
import {
  batchCreateLinkFolder,
  checkLinkUpload,
  createLinkFolder,
  queryLinkUploadAuth,
  renameLinkInstance,
  saveLinkUpload,
  secondLinkUpload,
} from '@clouddisk/contract/link-uploads'
import {
  createOrUpdateLink,
  getLinkDownloadUrl,
  pageLinkInstances,
  previewLinkInstance,
  removeLinks,
} from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Input } from '@clouddisk/contract/route'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { queryOpenUploads, queryUploadAuth, secondUpload } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { VISITOR_UPLOADS_MAX } from '../uploads/sender.ts'

/** Uploads by visitors of links: who may, what they see of it, whose the files are, and when it ends. */

let world: World
let owner: Person
let top: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  top = (await owner.call(createFolder, { parentId: '0', instanceName: '收集' })).instanceId
  await owner.upload(top, 'taken.txt', Buffer.from('of the owner'))
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
type Perms = NonNullable<Input<typeof createOrUpdateLink>['perms']>
const link = (perms: Perms, more: object = {}) =>
  owner.call(createOrUpdateLink, { instanceIds: [top], code: '', perms, ...more })

/** A visitor of one link, who uploads by the client's own calls. */
function guestOf(linkPath: string, person?: Person) {
  const visitor = visitorOf(world.baseUrl, person)
  const call = callsOfLink(visitor.call as Parameters<typeof callsOfLink>[0], linkPath)
  return { ...visitor, linkPath, sender: { call } as Pick<Person, 'call'> }
}
type Guest = ReturnType<typeof guestOf>
const send = (guest: Guest, name: string, text: string, parentId = top, more: transfer.NewContent = {}) =>
  transfer.uploadWhole(guest.sender, { parentId, name, bytes: Buffer.from(text), ...more })
const listOf = async (guest: Guest, parentId?: string) =>
  guest.call(pageLinkInstances, { linkPath: guest.linkPath, ...(parentId && { parentId }) })
const namesIn = async (guest: Guest, parentId?: string) =>
  (await listOf(guest, parentId)).list.map((item) => item.instanceName)
const used = async () => (await owner.call(queryUserCapacity, {})).usedSelfCapacity
const uploadOf = (name: string, text = 'x', parentId = top): transfer.Upload => ({
  parentId,
  name,
  bytes: Buffer.from(text),
})

describe('a visitor who may upload only', () => {
  it('adds files to the folder, which are the owner’s and use its space', async () => {
    const guest = guestOf((await link(['upload'])).linkPath)
    const before = await used()
    const saved = await send(guest, 'a.txt', 'text of a')
    expect(saved).toMatchObject({ instanceName: 'a.txt', fileSize: 9, outcome: 'created', createUser: '' })
    expect(await owner.tree(top)).toEqual({ 'taken.txt': 12, 'a.txt': 9 })
    const [file] = (await owner.list(top)).filter((one) => one.instanceName === 'a.txt')
    expect(file?.createUser).toBe(owner.user.userRealName)
    expect((await used()) - before).toBe(9)
    expect((await owner.download(saved.instanceId)).toString()).toBe('text of a')
  })

  it('does not see what it added once that is highly classified', async () => {
    const { linkPath } = await link(['upload'])
    const guest = guestOf(linkPath)
    const { instanceId } = await send(guest, 'mine.txt', 'mine')
    const made = await guest.call(createLinkFolder, { linkPath, parentId: top, instanceName: '资料' })
    await send(guest, 'other.txt', 'other')
    await owner.call(classifyInstances, { instanceIds: [instanceId, made.instanceId], level: 2 })
    expect(await listOf(guest)).toMatchObject({
      total: 1,
      fileCount: 1,
      folderCount: 0,
      list: [{ instanceName: 'other.txt' }],
    })
    await expect(namesIn(guest, made.instanceId)).rejects.toEqual(refusal('not_found'))
    // Of that name it makes another folder, as it would beside one of the owner's.
    const again = await guest.call(createLinkFolder, { linkPath, parentId: top, instanceName: '资料' })
    expect(again.instanceId).not.toBe(made.instanceId)
    expect(await namesIn(guest)).toEqual(['资料', 'other.txt'])
  })

  it('sees what it added itself, and nothing else', async () => {
    const { linkPath } = await link(['upload'])
    const [guest, other] = [guestOf(linkPath), guestOf(linkPath)]
    const mine = await send(guest, 'mine.txt', 'mine')
    await send(other, 'others.txt', 'others')
    const page = await listOf(guest)
    expect(page).toMatchObject({
      total: 1,
      fileCount: 1,
      folderCount: 0,
      path: [{ instanceId: top, instanceName: '收集' }],
      list: [{ instanceId: mine.instanceId, instanceName: 'mine.txt', fileSize: 4, fileAuth: [] }],
    })
    expect(JSON.stringify(page)).not.toMatch(/taken|others/)
    expect(await namesIn(other)).toEqual(['others.txt'])
    const { instanceId } = mine
    await expect(guest.call(previewLinkInstance, { linkPath, instanceId })).rejects.toEqual(
      refusal('not_permitted'),
    )
    await expect(guest.call(getLinkDownloadUrl, { linkPath, instanceId })).rejects.toEqual(
      refusal('not_permitted'),
    )
    await expect(
      guest.call(renameLinkInstance, { linkPath, instanceId, instanceName: 'b.txt' }),
    ).rejects.toEqual(refusal('not_permitted'))
  })

  it('pages and filters what it added', async () => {
    const guest = guestOf((await link(['upload'])).linkPath)
    for (const name of ['1.txt', '2.txt', '3.md']) await send(guest, name, name)
    const { linkPath } = guest
    const first = await guest.call(pageLinkInstances, { linkPath, pageSize: 2 })
    expect(first).toMatchObject({ total: 3, list: [{}, {}] })
    const rest = await guest.call(pageLinkInstances, {
      linkPath,
      pageSize: 2,
      ...(first.nextCursor && { cursor: first.nextCursor }),
    })
    expect([...first.list, ...rest.list].map((one) => one.instanceName)).toEqual(['3.md', '2.txt', '1.txt'])
    expect(await guest.call(pageLinkInstances, { linkPath, keyword: 'MD' })).toMatchObject({
      total: 1,
      list: [{ instanceName: '3.md' }],
    })
    await expect(guest.call(pageLinkInstances, { linkPath, cursor: 'forged' })).rejects.toEqual(
      refusal('bad_field'),
    )
  })

  it('is not told that a name is taken', async () => {
    const guest = guestOf((await link(['upload'])).linkPath)
    const saved = await send(guest, 'taken.txt', 'of the visitor')
    expect(saved).toMatchObject({ instanceName: 'taken.txt', outcome: 'created', fileType: 'txt' })
    expect(JSON.stringify(saved)).not.toContain('(1)')
    expect(await namesIn(guest)).toEqual(['taken.txt'])
    expect(await owner.tree(top)).toEqual({ 'taken.txt': 12, 'taken (1).txt': 14 })
    for (const conflict of ['newVersion', 'skip', 'fail'] as const)
      await expect(send(guest, 'taken.txt', 'x', top, { conflict })).rejects.toEqual(
        refusal('bad_field', { details: expect.objectContaining({ field: 'conflict' }) }),
      )
  })

  it('makes folders of its own beside those of others', async () => {
    const theirs = (await owner.call(createFolder, { parentId: top, instanceName: '合同' })).instanceId
    await owner.upload(theirs, 'secret.txt', Buffer.from('secret'))
    const { linkPath } = await link(['upload'])
    const [guest, other] = [guestOf(linkPath), guestOf(linkPath)]
    const tree = { parentId: top, instanceName: '合同', children: [{ instanceName: '附件' }] }
    const made = await guest.call(batchCreateLinkFolder, { linkPath, ...tree })
    expect(made).toMatchObject({ instanceName: '合同', path: '合同', children: [{ path: '合同/附件' }] })
    expect(made.instanceId).not.toBe(theirs)
    const inner = made.children?.[0]?.instanceId ?? ''
    await send(guest, 'a.txt', 'a', inner)
    // Again, as after a lost answer or with more files: its own folders.
    expect(await guest.call(batchCreateLinkFolder, { linkPath, ...tree })).toEqual(made)
    const one = await guest.call(createLinkFolder, { linkPath, parentId: top, instanceName: '合同' })
    expect(one).toMatchObject({ instanceId: made.instanceId, instanceName: '合同' })
    expect(await owner.tree(top)).toEqual({
      'taken.txt': 12,
      合同: { 'secret.txt': 6 },
      '合同 (1)': { 附件: { 'a.txt': 1 } },
    })
    expect(await listOf(guest, inner)).toMatchObject({
      path: [{ instanceName: '收集' }, { instanceName: '合同' }, { instanceName: '附件' }],
      list: [{ instanceName: 'a.txt', instancePath: '收集/合同/附件' }],
    })
    // Folders of others, and what lies in them, are not there.
    for (const [by, parentId] of [
      [guest, theirs],
      [other, theirs],
      [other, inner],
    ] as const) {
      await expect(listOf(by, parentId)).rejects.toEqual(refusal('not_found'))
      await expect(send(by, 'b.txt', 'b', parentId)).rejects.toEqual(refusal('not_found'))
      await expect(by.call(createLinkFolder, { linkPath, parentId, instanceName: 'x' })).rejects.toEqual(
        refusal('not_found'),
      )
      await expect(by.call(batchCreateLinkFolder, { linkPath, parentId, instanceName: 'x' })).rejects.toEqual(
        refusal('not_found'),
      )
    }
    const others = await other.call(batchCreateLinkFolder, { linkPath, ...tree })
    expect([theirs, made.instanceId]).not.toContain(others.instanceId)
    expect(await namesIn(other)).toEqual(['合同'])
  })

  it('has no root of its own, and nothing outside of the link', async () => {
    const outside = (await owner.call(createFolder, { parentId: '0', instanceName: '外' })).instanceId
    const { linkPath } = await link(['upload'])
    const guest = guestOf(linkPath)
    for (const parentId of ['0', outside, 'nowhere', top.replace(/.$/, (end) => (end === '0' ? '1' : '0'))])
      await expect(send(guest, 'a.txt', 'a', parentId)).rejects.toEqual(refusal('not_found'))
    await expect(guest.call(checkLinkUpload, { linkPath, instanceName: 'a.txt', fSize: 1 })).rejects.toEqual(
      refusal('not_found'),
    )
    const check = await transfer.openUpload(guest.sender, uploadOf('a.txt'))
    await transfer.putAll(guest.sender, check, Buffer.from('x'))
    for (const parentId of ['0', outside])
      await expect(transfer.save(guest.sender, uploadOf('a.txt', 'x', parentId), check)).rejects.toEqual(
        refusal('not_found'),
      )
    expect(await owner.tree(outside)).toEqual({})
  })
})

describe('a visitor who may change the folder', () => {
  it('uploads into its folders, makes folders and renames', async () => {
    const inner = (await owner.call(createFolder, { parentId: top, instanceName: '内' })).instanceId
    const { linkPath } = await link(['view', 'modify'])
    const guest = guestOf(linkPath)
    const saved = await send(guest, 'a.txt', 'a', inner)
    expect(saved).toMatchObject({ instanceName: 'a.txt', outcome: 'created' })
    expect(saved.createUser).not.toBe(owner.user.userRealName)
    expect(await send(guest, 'a.txt', 'bb', inner)).toMatchObject({
      instanceName: 'a (1).txt',
      outcome: 'renamed',
    })
    const { instanceId } = await guest.call(createLinkFolder, {
      linkPath,
      parentId: inner,
      instanceName: '新',
    })
    await expect(
      guest.call(createLinkFolder, { linkPath, parentId: inner, instanceName: '新' }),
    ).rejects.toEqual(refusal('name_taken'))
    await guest.call(batchCreateLinkFolder, { linkPath, parentId: inner, instanceName: '新', children: [] })
    expect(await guest.call(renameLinkInstance, { linkPath, instanceId, instanceName: '旧' })).toMatchObject({
      instanceName: '旧',
    })
    await guest.call(renameLinkInstance, {
      linkPath,
      instanceId: saved.instanceId,
      instanceName: 'b.txt',
    })
    await expect(
      guest.call(renameLinkInstance, { linkPath, instanceId: top, instanceName: '别' }),
    ).rejects.toEqual(refusal('not_permitted'))
    expect((await namesIn(guest, inner)).toSorted()).toEqual(['a (1).txt', 'b.txt', '旧'])
    expect(await owner.tree(top)).toEqual({ 'taken.txt': 12, 内: { 旧: {}, 'a (1).txt': 2, 'b.txt': 1 } })
  })

  it('adds a version where it asks for that', async () => {
    const guest = guestOf((await link(['modify'])).linkPath)
    expect(await send(guest, 'taken.txt', 'new', top, { conflict: 'newVersion' })).toMatchObject({
      outcome: 'newVersion',
      versionNo: 2,
    })
    expect(await owner.tree(top)).toEqual({ 'taken.txt': 3 })
  })

  it.each([['view'], ['view', 'download'], ['view', 'save']] as const)(
    '%s does not permit it',
    async (...perms) => {
      const { linkPath } = await link([...perms])
      const guest = guestOf(linkPath)
      await expect(send(guest, 'a.txt', 'a')).rejects.toEqual(refusal('not_permitted'))
      const where = { linkPath, parentId: top, instanceName: '新' }
      await expect(guest.call(createLinkFolder, where)).rejects.toEqual(refusal('not_permitted'))
      await expect(guest.call(batchCreateLinkFolder, where)).rejects.toEqual(refusal('not_permitted'))
      const [{ instanceId } = { instanceId: '' }] = await owner.list(top)
      await expect(
        guest.call(renameLinkInstance, { linkPath, instanceId, instanceName: 'b.txt' }),
      ).rejects.toEqual(refusal('not_permitted'))
    },
  )
})

describe('content that is stored already', () => {
  it('is sent all the same: a visitor gets nothing by its hash', async () => {
    const { linkPath } = await link(['upload'])
    const guest = guestOf(linkPath)
    const check = await transfer.openUpload(guest.sender, {
      ...uploadOf('copy.txt', 'of the owner'),
      hashes: 'before',
    })
    expect(check).toMatchObject({ uploadflag: '3', fId: '' })
    expect(check.proof).toBeUndefined()
    const own = await transfer.openUpload(owner, {
      ...uploadOf('copy.txt', 'of the owner'),
      hashes: 'before',
    })
    expect(own.uploadflag).toBe('1')
    await expect(
      guest.call(secondLinkUpload, {
        linkPath,
        fileId: own.fId,
        parentId: top,
        instanceName: 'copy.txt',
      }),
    ).rejects.toEqual(refusal('proof_refused'))
    await owner.call(secondUpload, { fileId: own.fId, parentId: top, instanceName: 'copy.txt' })
    await transfer.discard(guest.sender, check)
  })
})

describe('an upload is of one visit', () => {
  it('no other visitor, and not the owner, goes on with it, ends it or sees it', async () => {
    const { linkPath } = await link(['upload'])
    const [guest, other] = [guestOf(linkPath), guestOf(linkPath)]
    const check = await transfer.openUpload(guest.sender, uploadOf('a.txt'))
    const auth = {
      httpVerb: 'PUT',
      action: 'upload',
      bucketName: check.bucketName,
      objectKey: check.objectKey,
      resourceUri: `/${check.bucketName}/${check.objectKey}`,
    } as const
    for (const by of [other.sender, owner] as const) {
      await expect(by.call(queryUploadAuth, auth)).rejects.toEqual(refusal('upload_gone'))
      await expect(transfer.save(by, uploadOf('a.txt'), check)).rejects.toEqual(refusal('upload_gone'))
      await transfer.discard(by, check)
    }
    expect(await owner.call(queryOpenUploads, {})).toEqual([])
    const elsewhere = guestOf((await another()).linkPath)
    await expect(elsewhere.sender.call(queryUploadAuth, auth)).rejects.toEqual(refusal('upload_gone'))
    // Its own token opens it, also as a header; a forged authorization does not.
    await transfer.expectOk(transfer.putObject(guest.sender, check, Buffer.from('x')))
    const { url, init } = await transfer.authorize(guest.sender, check, {
      verb: 'PUT',
      action: 'upload',
      body: Buffer.from('y'),
    })
    const forged = new Headers(init.headers)
    forged.set(
      'authorization',
      (forged.get('authorization') ?? '').replace(/Credential=[^,]+/, 'Credential=link-x'),
    )
    expect((await fetch(url, { ...init, headers: forged })).status).toBe(403)
    expect(await transfer.save(guest.sender, uploadOf('a.txt'), check)).toMatchObject({ outcome: 'created' })
    // The same save again is the same file.
    expect(await transfer.save(guest.sender, uploadOf('a.txt'), check)).toMatchObject({
      instanceName: 'a.txt',
      outcome: 'created',
    })
    expect(await owner.tree(top)).toMatchObject({ 'a.txt': 1 })
  })

  const another = async () => {
    const folder = (await owner.call(createFolder, { parentId: '0', instanceName: '另' })).instanceId
    return owner.call(createOrUpdateLink, { instanceIds: [folder], code: '', perms: ['upload'] })
  }

  it('the token of another link opens none of its calls', async () => {
    const { linkPath } = await link(['upload'], { code: 'secret' })
    const guest = guestOf((await another()).linkPath)
    await listOf(guest)
    await expect(
      guest.call(checkLinkUpload, { linkPath, parentId: top, instanceName: 'a.txt', fSize: 1 }),
    ).rejects.toEqual(refusal('link_not_open'))
  })

  it('a cancelled one gives its space back', async () => {
    const guest = guestOf((await link(['upload'])).linkPath)
    const before = await used()
    const check = await transfer.openUpload(guest.sender, uploadOf('a.txt', 'x'.repeat(1000)))
    expect(await reserved()).toBe(1000)
    await transfer.discard(guest.sender, check)
    await transfer.discard(guest.sender, check)
    expect(await reserved()).toBe(0)
    expect(await used()).toBe(before)
  })
})

const reserved = async () => {
  const row = await world.ctx.db.reader
    .selectFrom('space')
    .select('reserved')
    .where('person_id', '=', owner.user.userId)
    .executeTakeFirstOrThrow()
  return Number(row.reserved)
}

describe('ends midway', () => {
  const begun = async (perms: ('upload' | 'modify')[] = ['upload'], more: object = {}) => {
    const made = await link(perms, more)
    const guest = guestOf(made.linkPath)
    const upload = uploadOf('a.txt', 'x'.repeat(500))
    const check = await transfer.openUpload(guest.sender, upload)
    await transfer.putAll(guest.sender, check, upload.bytes)
    expect(await reserved()).toBe(500)
    return { made, guest, upload, check }
  }
  const ended = async ({ guest, upload, check }: Awaited<ReturnType<typeof begun>>, name: string) => {
    await expect(
      transfer.authorize(guest.sender, check, { verb: 'PUT', action: 'upload', body: Buffer.from('x') }),
    ).rejects.toEqual(refusal(name))
    await expect(transfer.save(guest.sender, upload, check)).rejects.toEqual(refusal(name))
    expect(await reserved()).toBe(0)
  }

  it('when the link is stopped: its bytes are released at once', async () => {
    const one = await begun()
    await owner.call(removeLinks, { shareIds: [one.made.shareId] })
    expect(await reserved()).toBe(0)
    await ended(one, 'link_expired')
    expect(await owner.tree(top)).toEqual({ 'taken.txt': 12 })
  })

  it('when the link does not permit uploads any more', async () => {
    const one = await begun()
    await owner.call(createOrUpdateLink, { shareId: one.made.shareId, perms: ['view'] })
    expect(await reserved()).toBe(0)
    await expect(transfer.save(one.guest.sender, one.upload, one.check)).rejects.toEqual(
      refusal('upload_gone'),
    )
  })

  it('when the code changes: the session is over', async () => {
    const one = await begun()
    await owner.call(createOrUpdateLink, { shareId: one.made.shareId, code: 'secret' })
    expect(await reserved()).toBe(0)
    await expect(transfer.save(one.guest.sender, one.upload, one.check)).rejects.toEqual(
      refusal('link_not_open'),
    )
  })

  it('when its time is over', async () => {
    const one = await begun(['upload'], { validity: 'custom', expireTime: inHours(2) })
    world.advance(3 * HOUR)
    owner = await world.again(owner)
    await ended(one, 'link_expired')
  })

  it('when the folder is deleted', async () => {
    const one = await begun()
    await owner.call(removeInstances, { instanceIds: [top] })
    await ended(one, 'link_gone')
  })

  it('when the owner loses the right', async () => {
    const leader = await world.person()
    const group = await world.group(leader, [[owner, 'linker']])
    const inside = (await owner.call(createFolder, { parentId: group.rootId, instanceName: '组' })).instanceId
    const { linkPath } = await owner.call(createOrUpdateLink, {
      instanceIds: [inside],
      code: '',
      perms: ['modify'],
    })
    const guest = guestOf(linkPath)
    const upload = uploadOf('a.txt', 'x', inside)
    const check = await transfer.openUpload(guest.sender, upload)
    await transfer.putAll(guest.sender, check, upload.bytes)
    await leader.call(removeMembers, { groupId: group.groupId, principalIds: [owner.user.userId] })
    await expect(transfer.save(guest.sender, upload, check)).rejects.toEqual(refusal('link_gone'))
    expect(await leader.tree(group.rootId)).toEqual({ 组: {} })
  })

  it('with the visitor’s session', async () => {
    const { linkPath } = await link(['upload'], { validity: 'permanent' })
    const guest = guestOf(linkPath)
    const check = await transfer.openUpload(guest.sender, uploadOf('a.txt', 'x'.repeat(700)))
    const until = Date.parse(check.expireTime) - world.ctx.now().getTime()
    expect(until).toBeLessThanOrEqual(DAY)
  })
})

const inHours = (hours: number) => new Date(world.ctx.now().getTime() + hours * HOUR).toISOString()

it('is refused for lack of space without saying how much the owner has', async () => {
  const guest = guestOf((await link(['upload'])).linkPath)
  const { linkPath } = guest
  const answer = await guest.call(checkLinkUpload, {
    linkPath,
    parentId: top,
    instanceName: 'large.bin',
    fSize: 79 * 1024 ** 3,
  })
  expect(answer).toMatchObject({ uploadflag: '2', errcode: 50027 })
  expect(answer.missing).toBeUndefined()
  expect(answer.message).not.toMatch(/\d/)
})

it('has a limit of open uploads for each visitor, which leaves the owner’s alone', async () => {
  const { linkPath } = await link(['upload'])
  const guest = guestOf(linkPath)
  const open = (name: string) => transfer.openUpload(guest.sender, uploadOf(name))
  for (let n = 0; n < VISITOR_UPLOADS_MAX; n++) await open(`${n}.txt`)
  await expect(open('more.txt')).rejects.toEqual(refusal('too_many_uploads'))
  await transfer.openUpload(guestOf(linkPath).sender, uploadOf('other.txt'))
  await transfer.openUpload(owner, uploadOf('own.txt'))
})

it('is in the log as done by a visitor of the link; one who is signed in is named', async () => {
  const { linkPath, shareId } = await link(['upload'])
  const anonymous = await send(guestOf(linkPath), 'a.txt', 'a')
  const person = await world.person()
  const named = await send(guestOf(linkPath, person), 'b.txt', 'b')
  const auditor = await world.admin('auditor')
  const entryOf = async (id: string) =>
    (await auditor.call(pageLogs, { action: 'file.created' })).list.find((entry) => entry.objectId === id)
  await expect
    .poll(() => entryOf(anonymous.instanceId))
    .toMatchObject({ userId: null, detail: { linkId: shareId, size: 1 } })
  await expect
    .poll(() => entryOf(named.instanceId))
    .toMatchObject({ userId: person.user.userId, detail: { linkId: shareId } })
})

it('is told to the owner once an hour, with the number of files', async () => {
  const { linkPath } = await link(['upload'])
  const told = async () =>
    (await owner.call(pageNotifications, {})).list.flatMap(({ kind, data, read }) =>
      kind === 'link.uploaded' ? [[data.instanceName, data.count, read]] : [],
    )
  await send(guestOf(linkPath), 'a.txt', 'a')
  await send(guestOf(linkPath), 'b.txt', 'b')
  expect(await told()).toEqual([['收集', 2, false]])
  world.advance(HOUR)
  owner = await world.again(owner)
  await send(guestOf(linkPath), 'c.txt', 'c')
  expect((await told())[0]).toEqual(['收集', 1, false])
  expect(await told()).toHaveLength(2)
})

it('names the fields that are wrong', async () => {
  const { linkPath } = await link(['modify'])
  const guest = guestOf(linkPath)
  const where = { linkPath, parentId: top }
  await expect(guest.call(createLinkFolder, { ...where, instanceName: 'a/b' })).rejects.toEqual(
    refusal('bad_field'),
  )
  expect(await guest.call(checkLinkUpload, { ...where, instanceName: 'a/b', fSize: 1 })).toMatchObject({
    uploadflag: '4',
  })
  await expect(
    guest.call(queryLinkUploadAuth, {
      linkPath,
      httpVerb: 'PUT',
      action: 'upload',
      bucketName: 'x',
      objectKey: 'x',
      resourceUri: '/x/x',
    }),
  ).rejects.toEqual(refusal('upload_gone'))
  await expect(
    guest.call(saveLinkUpload, { ...where, bucketName: 'x', objectKey: 'x', fSize: 1, instanceName: 'a' }),
  ).rejects.toEqual(refusal('bad_field'))
})

it('is for folders: a file is not opened for uploads', async () => {
  const [{ instanceId } = { instanceId: '' }] = await owner.list(top)
  const call = { instanceIds: [instanceId], code: '', perms: ['upload' as const] }
  const wrong = refusal('is_a_file')
  await expect(owner.call(createOrUpdateLink, call)).rejects.toEqual(wrong)
  const { shareId } = await owner.call(createOrUpdateLink, { ...call, perms: ['view'] })
  await expect(owner.call(createOrUpdateLink, { shareId, perms: ['upload'] })).rejects.toEqual(wrong)
})
