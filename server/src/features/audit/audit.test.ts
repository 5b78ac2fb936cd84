// @module-tag long
import { changePassword, revokeSessions } from '@clouddisk/contract/accounts'
import type { AdminRole } from '@clouddisk/contract/admin-areas'
import { type AuditEntry, pageLogs, queryLog } from '@clouddisk/contract/audit'
import { getArchiveUrl, getDownloadUrl, queryFolderDownload } from '@clouddisk/contract/downloads'
import { createFavorites, removeFavorites } from '@clouddisk/contract/favorites'
import {
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import {
  addMembers,
  createGroup,
  editGroup,
  handoverGroup,
  hideGroup,
  removeMembers,
} from '@clouddisk/contract/groups'
import { encodeName } from '@clouddisk/contract/names'
import { saveNotificationSettings } from '@clouddisk/contract/notifications'
import { updateMemberRole, updateUserRole } from '@clouddisk/contract/privileges'
import type { Input } from '@clouddisk/contract/route'
import { createShare, leaveShare, removeShares, updateSharers } from '@clouddisk/contract/shares'
import { HOUR } from '@clouddisk/contract/time'
import { removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import * as accounts from '../accounts/accounts.ts'
import * as accountStore from '../accounts/store.ts'

let world: World
let auditor: Person
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  auditor = await administrator('auditor')
})
afterEach(() => world.close())

async function administrator(role: AdminRole): Promise<Person> {
  const person = await world.person(`${role}_1`)
  await world.ctx.db.transact((tx) => accountStore.addPresetRole(tx, person.user.userId, role))
  // A session of its own, which nobody has read before.
  return world.again(person)
}

/** The latest first. */
async function entries(filter: Input<typeof pageLogs> = {}): Promise<AuditEntry[]> {
  return (await auditor.call(pageLogs, { pageSize: 1000, ...filter })).list
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(`${world.baseUrl}/disk/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'test', ...headers },
    body: JSON.stringify(body),
  })

describe('content that is refused', () => {
  it('is told of as refused, once for the same', async () => {
    const [owner, viewer] = [await world.person('annie'), await world.person('benny')]
    const { instanceId: folder } = await owner.call(createFolder, { instanceName: 'shared' })
    const { instanceId } = await owner.upload(folder, 'a.zip', Buffer.from('bytes'))
    await owner.call(createShare, {
      instanceIds: [folder],
      members: [{ principalType: 'user', principalId: viewer.user.userId, role: 'viewer' }],
    })
    const refused = { name: 'not_permitted', code: 30403 }
    for (const mode of ['preview', 'preview', 'download'] as const)
      await expect(viewer.call(getDownloadUrl, { instanceId, mode })).rejects.toMatchObject(refused)
    await expect(viewer.call(getArchiveUrl, { instanceIds: [folder] })).rejects.toMatchObject(refused)
    await expect(viewer.call(queryFolderDownload, { parentId: folder })).rejects.toMatchObject(refused)
    const told = (await entries({ result: 'refused' })).map(({ action, userName, objectName }) => [
      action,
      userName,
      objectName,
    ])
    expect(told).toEqual([
      ['archive.downloaded', 'benny', 'shared'],
      ['file.downloaded', 'benny', 'a.zip'],
    ])
    expect(await entries({ action: 'file.previewed' })).toEqual([])
  })

  it('is a download where its person may have it and no browser shows it', async () => {
    const owner = await world.person('annie')
    const { instanceId } = await owner.upload('0', 'a.zip', Buffer.from('bytes'))
    await fetch(await owner.call(getDownloadUrl, { instanceId, mode: 'preview' }))
    const told = await entries({ action: 'file.previewed,file.downloaded' })
    expect(told.map(({ action }) => action)).toEqual(['file.downloaded'])
  })
})

describe('the audit log', () => {
  it('tells nothing of how somebody keeps its own list of groups', async () => {
    const anna = await world.person('anna_1')
    const { groupId } = await world.group(anna)
    for (const isHide of [true, false]) await anna.call(hideGroup, { groupId, isHide })
    await anna.call(editGroup, { groupId, description: 'ours' })
    const told = (await entries({ userId: anna.user.userId })).map(({ action }) => action)
    expect(told.filter((action) => action.startsWith('group.'))).toEqual(['group.changed', 'group.created'])
  })
})

describe('an entry’s number', () => {
  it.each(['9007199254740992', '9223372036854775807', '1'.padEnd(20, '0'), '1'.padEnd(90, '0')])(
    'that is beyond all there can be is refused: %s',
    async (number) => {
      for (const [path, field] of [
        [`/admin/log/entry/${number}`, 'seq'],
        [`/admin/log/verify?afterSeq=${number}`, 'afterSeq'],
      ]) {
        const response = await auditor.fetch(`/disk/api${path}`)
        expect(response.status).toBe(400)
        expect(await response.json()).toMatchObject({ errcode: 20001, data: { field, reason: 'range' } })
      }
    },
  )
})

describe('the audit log tells', () => {
  it('of everything that a person does with files, with names as they were', async () => {
    const anna = await world.person('anna_1')
    const userId = anna.user.userId
    const { instanceId: folder } = await anna.call(createFolder, { instanceName: 'Plans' })
    const { instanceId: file } = await anna.upload('0', 'draft.txt', Buffer.from('one'))
    await anna.upload('0', 'draft.txt', Buffer.from('two!'), { conflict: 'newVersion' })
    await anna.call(renameInstance, { instanceId: file, fileName: encodeName('final.txt') })
    await anna.call(moveInstances, { instances: [file], targeParentId: folder })
    await anna.call(copyInstances, { instances: [file], targeParentId: '0' })
    await anna.call(createFavorites, { instanceIds: [file] })
    await anna.call(removeFavorites, { instanceIds: [file] })
    await anna.download(file)
    await fetch(await anna.call(getDownloadUrl, { instanceId: file, mode: 'preview' }))
    const { url } = await anna.call(getArchiveUrl, { instanceIds: [folder] })
    await (await fetch(url)).arrayBuffer()
    const { list } = await anna.call(removeInstances, { instanceIds: [file] })
    await anna.call(restoreTrash, { instanceIds: [list[0]?.newId ?? ''] })
    const told = (await entries({ userId })).reverse()
    const as = (name: string) => ({ objectType: 'file', objectId: file, objectName: name })
    expect(told).toMatchObject([
      { action: 'session.opened', result: 'ok' },
      { action: 'folder.created', objectType: 'folder', objectId: folder, objectName: 'Plans' },
      { action: 'file.created', ...as('draft.txt'), detail: { size: 3 } },
      { action: 'file.versioned', ...as('draft.txt'), detail: { size: 4 } },
      { action: 'file.renamed', ...as('final.txt'), detail: { from: 'draft.txt', to: 'final.txt' } },
      { action: 'file.moved', ...as('final.txt') },
      { action: 'file.copied', objectName: 'final.txt', detail: { copyOf: file } },
      { action: 'favorite.added', ...as('final.txt') },
      { action: 'favorite.removed', ...as('final.txt') },
      { action: 'file.downloaded', ...as('final.txt'), detail: { size: 4 } },
      { action: 'file.previewed', ...as('final.txt') },
      { action: 'archive.downloaded', objectName: 'Plans.zip' },
      { action: 'file.trashed', ...as('final.txt') },
      { action: 'file.restored', ...as('final.txt') },
    ])
    for (const entry of told) {
      expect(entry).toMatchObject({ userId, userName: 'anna_1', userRealName: 'anna_1', result: 'ok' })
      expect(entry.traceId).toBeTruthy()
    }
  })

  it('of groups, and of what is gone for good, by name', async () => {
    const anna = await world.person('anna_9')
    const { groupId } = await anna.call(createGroup, { groupName: 'Band', capacity: 1 })
    const { instanceId } = await anna.upload('0', 'gone.txt', Buffer.from('gone'))
    const { list } = await anna.call(removeInstances, { instanceIds: [instanceId] })
    await anna.call(removeTrash, { instanceIds: [list[0]?.newId ?? ''] })
    const told = await entries({ userId: anna.user.userId })
    expect(told[0]).toMatchObject({ action: 'file.purged', objectName: 'gone.txt', detail: { count: 1 } })
    expect(told.find(({ action }) => action === 'group.created')).toMatchObject({
      objectType: 'group',
      objectId: groupId,
      objectName: 'Band',
    })
  })

  it('of who was given what, and from whom it was taken, by name', async () => {
    const [anna, bob, cleo] = [await world.person(), await world.person(), await world.person()]
    const named = (who: Person, role?: string) => ({
      id: who.user.userId,
      name: who.user.userName,
      ...(role !== undefined && { role }),
    })
    const as = <R extends string>(who: Person, role: R) => ({
      principalType: 'user' as const,
      principalId: who.user.userId,
      role,
    })
    const { instanceId } = await anna.call(createFolder, { instanceName: 'Plans' })
    const { shares } = await anna.call(createShare, {
      instanceIds: [instanceId],
      members: [as(bob, 'manager'), as(cleo, 'viewer')],
    })
    const fileSharingId = shares[0]?.fileSharingId ?? ''
    const expireTime = new Date(world.ctx.now().getTime() + HOUR).toISOString()
    const principalIds = [bob.user.userId]
    await anna.call(updateSharers, { fileSharingId, principalIds, role: 'viewer', expireTime })
    await bob.call(leaveShare, { fileSharingId })
    await anna.call(removeShares, { shareIds: [fileSharingId] })
    const { groupId, rootId } = await anna.call(createGroup, { groupName: 'Band', capacity: 1 })
    await anna.call(addMembers, { groupId, members: [as(bob, 'editor'), as(cleo, 'viewer')] })
    await anna.call(updateMemberRole, { groupId, principalIds, role: 'manager' })
    const inside = (await anna.call(createFolder, { parentId: rootId, instanceName: 'Inside' })).instanceId
    const onIt = { instanceId: inside, principalType: 'user' as const, principalIds: [cleo.user.userId] }
    await anna.call(updateUserRole, { ...onIt, role: 'editor' })
    await anna.call(removeMembers, { groupId, principalIds: [cleo.user.userId] })
    await anna.call(handoverGroup, { groupId, userId: bob.user.userId })
    const told = (await entries()).reverse().filter(({ detail }) => detail?.principals !== undefined)
    expect(told.map(({ action, detail }) => [action, detail?.principals])).toEqual([
      ['share.created', [named(bob, 'manager'), named(cleo, 'viewer')]],
      ['share.changed', [named(bob, 'viewer')]],
      ['share.ended', [named(bob)]],
      ['share.ended', [named(cleo)]],
      ['member.changed', expect.arrayContaining([named(bob, 'editor'), named(cleo, 'viewer')])],
      ['member.changed', [named(bob)]],
      ['privilege.changed', [named(cleo)]],
      ['member.changed', [named(cleo)]],
      ['group.changed', [named(bob)]],
    ])
    expect(told.map(({ detail }) => detail)).toMatchObject([
      { name: 'Plans', until: null },
      { until: expireTime },
      {},
      {},
      {},
      { role: 'manager' },
      { role: 'editor' },
      {},
      { what: 'handover.asked' },
    ])
    expect(told.every(({ detail }) => detail?.roles === undefined)).toBe(true)
  })

  it('of many who were given something the first twenty by name, and how many there are', async () => {
    const anna = await world.person()
    const people = await Promise.all(Array.from({ length: 22 }, () => world.person()))
    const { instanceId } = await anna.call(createFolder, { instanceName: 'Plans' })
    await anna.call(createShare, {
      instanceIds: [instanceId],
      members: people.map((who) => ({
        principalType: 'user' as const,
        principalId: who.user.userId,
        role: 'editor' as const,
      })),
    })
    const [entry] = await entries({ action: 'share.created' })
    expect(entry?.detail).toMatchObject({ principalCount: 22 })
    expect(entry?.detail?.principals).toHaveLength(20)
    expect(entry?.detail?.principals).toContainEqual({
      id: people[0]?.user.userId,
      name: people[0]?.user.userName,
      role: 'editor',
    })
  })

  it('of how somebody wants to be told', async () => {
    const anna = await world.person()
    await anna.call(saveNotificationSettings, { list: [{ kind: 'share.given', app: true, mail: 'daily' }] })
    expect(await entries({ userId: anna.user.userId, action: 'settings.changed' })).toHaveLength(1)
  })

  it('of who was let in, who was not and why, and of sessions and passwords', async () => {
    const anna = await world.person('anna_2')
    const userId = anna.user.userId
    await post('/user/login', { userName: 'anna_2', password: 'Wrong-horse1', region: 'north-america' })
    await post('/user/login', { userName: 'nobody_here', password: 'Wrong-horse1' })
    const other = await world.again(anna)
    await anna.call(revokeSessions, {})
    await anna
      .call(changePassword, { oldPassword: 'Wrong-horse1', newPassword: 'Another-horse2' })
      .catch(() => undefined)
    await anna.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Another-horse2' })
    await anna.fetch('/disk/api/pub/sso/logout')
    await accounts.freeze(world.ctx, 'anna_2')
    await post('/user/login', { userName: 'anna_2', password: 'Another-horse2' })
    expect(other.user.userId).toBe(userId)
    const told = (await entries()).reverse().filter(({ userRealName }) => userRealName !== 'auditor_1')
    const hers = { userId, objectType: 'person', objectId: userId }
    expect(told.slice(-10)).toMatchObject([
      { action: 'session.opened', result: 'ok', ...hers },
      { action: 'session.opened', result: 'refused', region: 'north-america', ...hers },
      { action: 'session.opened', result: 'refused', userId: null, objectName: null },
      { action: 'session.opened', result: 'ok', ...hers },
      { action: 'session.ended', detail: { ended: 1 }, ...hers },
      { action: 'password.changed', result: 'refused', ...hers },
      { action: 'password.changed', result: 'ok', ...hers },
      { action: 'session.closed', ...hers },
      { action: 'person.frozen', device: 'system', ip: null, userId: null, objectId: userId },
      { action: 'session.opened', result: 'refused', detail: { reason: 'account_frozen' }, ...hers },
    ])
    expect(JSON.stringify(told)).not.toContain('horse')
    expect(JSON.stringify(told)).not.toContain('nobody_here')
  })

  it('of who knocks too often once a minute, however often that is', async () => {
    for (let i = 0; i < 8; i++)
      await post('/user/login', { userName: 'nobody_at_all', password: 'Wrong-horse1' })
    const reasons = (await entries({ result: 'refused' })).map(({ detail }) => detail?.reason)
    expect(reasons.filter((reason) => reason === 'too_many_tries')).toHaveLength(1)
    expect(reasons.filter((reason) => reason === 'wrong_credentials')).toHaveLength(5)
  })

  it('of who tried what only administrators may', async () => {
    const anna = await world.person('anna_3')
    await expect(anna.call(pageLogs, {})).rejects.toMatchObject({ name: 'area_refused', httpStatus: 403 })
    expect(await entries({ action: 'admin.refused' })).toMatchObject([
      {
        userId: anna.user.userId,
        result: 'refused',
        objectType: 'call',
        objectName: 'pageLogs',
        detail: { area: 'logs', right: 'read' },
      },
    ])
  })

  it('a film once, in however many ranges it is fetched', async () => {
    const anna = await world.person('anna_4')
    const { instanceId } = await anna.upload('0', 'film.mp4', Buffer.alloc(1000, 'f'))
    const url = await anna.call(getDownloadUrl, { instanceId, mode: 'preview' })
    for (let at = 0; at < 1000; at += 100) await fetch(url, { headers: { range: `bytes=${at}-${at + 99}` } })
    await fetch(url, { method: 'HEAD' })
    expect(await entries({ action: 'file.previewed,file.downloaded' })).toHaveLength(1)
  })
})

describe('an entry says', () => {
  it('from which address, also behind a proxy that is trusted', async () => {
    const anna = await world.person('anna_5')
    const { instanceId } = await anna.upload('0', 'a.txt', Buffer.from('a'))
    const from = { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' }
    const made = await anna.fetch('/disk/api/instance/createFolder', {
      method: 'POST',
      headers: { ...from, 'x-requested-with': 'test' },
      body: JSON.stringify({ parentId: '0', instanceName: 'From far' }),
    })
    expect(await made.json()).toMatchObject({ errcode: 0 })
    await fetch(await anna.call(getDownloadUrl, { instanceId }), { headers: from })
    expect(await entries({ ip: '203.0.113.' })).toMatchObject([
      { action: 'file.downloaded', ip: '203.0.113.9' },
      { action: 'folder.created', ip: '203.0.113.9', objectName: 'From far', behaviour: 'createFolder' },
    ])
    expect(await entries({ keyword: '113.9' })).toHaveLength(2)
  })

  it('in which region one signed in, with what, and by which trace', async () => {
    await world.person('anna_6')
    const signedIn = await post(
      '/user/login',
      { userName: 'anna_6', password: PASSWORD, region: 'north-america' },
      { 'user-agent': 'Mozilla/5.0 (X11) Firefox/150.0' },
    )
    const { data } = (await signedIn.json()) as { data: { token: string } }
    const headers = { authorization: `Bearer ${data.token}`, traceid: 'my-trace-1' }
    await post(
      '/instance/createFolder',
      { parentId: '0', instanceName: 'By a window' },
      {
        ...headers,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/150 Electron/40.1 Clouddisk/18',
      },
    )
    const [made, opened] = await entries({ region: 'north-america' })
    expect(made).toMatchObject({ action: 'folder.created', device: 'client', traceId: 'my-trace-1' })
    expect(opened).toMatchObject({ action: 'session.opened', device: 'web' })
  })

  it('whether it still is as it was written', async () => {
    const [latest] = await entries()
    const entry = await auditor.call(queryLog, { seq: latest?.seq ?? 0 })
    expect(entry).toMatchObject({ ...latest, verified: true })
    for (const seq of [999_999, Number.MAX_SAFE_INTEGER])
      await expect(auditor.call(queryLog, { seq })).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('a page of the log', () => {
  it('is narrowed by time, person, action, device, result and words', async () => {
    const anna = await world.person('anna_7')
    await anna.call(createFolder, { instanceName: 'Budget 100%' })
    const before = new Date().toISOString()
    await anna.call(createFolder, { instanceName: 'Later' })
    const names = async (filter: Input<typeof pageLogs>) =>
      (await entries({ userId: anna.user.userId, ...filter })).map(({ objectName }) => objectName)
    expect(await names({ action: 'folder.created' })).toEqual(['Later', 'Budget 100%'])
    expect(await names({ keyword: 'BUDGET' })).toEqual(['Budget 100%'])
    expect(await names({ keyword: '0%' })).toEqual(['Budget 100%'])
    expect(await names({ keyword: '_udget' })).toEqual([])
    expect(await names({ startTime: before })).toEqual(['Later'])
    expect(await names({ endTime: before, action: 'folder.created' })).toEqual(['Budget 100%'])
    expect(await names({ device: 'web' })).toEqual([])
    expect(await names({ result: 'refused' })).toEqual([])
    await expect(entries({ action: 'nonsense' })).rejects.toMatchObject({ details: { field: 'action' } })
    await expect(entries({ startTime: 'soon' })).rejects.toMatchObject({ details: { field: 'startTime' } })
  })

  it('is followed by the next without gaps or repeats while entries arrive', async () => {
    const anna = await world.person('anna_8')
    for (let i = 0; i < 25; i++) await anna.call(createFolder, { instanceName: `f${i}` })
    const seen: number[] = []
    const filter = { action: 'folder.created', pageSize: 10 } as const
    const first = await auditor.call(pageLogs, filter)
    expect(first).toMatchObject({ total: 25, atLeast: false, truncated: false })
    seen.push(...first.list.map(({ seq }) => seq))
    for (let cursor = first.nextCursor; cursor; ) {
      await anna.call(createFolder, { instanceName: `more ${cursor.length} ${seen.length}` })
      const page = await auditor.call(pageLogs, { ...filter, cursor })
      seen.push(...page.list.map(({ seq }) => seq))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(25)
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a))
    const cursor = first.nextCursor ?? ''
    await expect(auditor.call(pageLogs, { action: 'file.moved', cursor })).rejects.toMatchObject({
      details: { field: 'cursor' },
    })
  })
})

describe('the log', () => {
  it('is read by auditors and super administrators alone, and cleared by nobody', async () => {
    const superAdmin = await administrator('superAdmin')
    for (const person of [auditor, superAdmin])
      expect((await person.call(pageLogs, {})).total).toBeGreaterThan(0)
    for (const role of ['orgAdmin', 'storageAdmin'] as const) {
      const person = await administrator(role)
      await expect(person.call(pageLogs, {})).rejects.toMatchObject({ name: 'area_refused' })
    }
    const { pool } = world.ctx.db
    for (const text of ['delete from audit_log', 'update audit_log set ip = null', 'truncate audit_log'])
      await expect(pool.query(text)).rejects.toThrow('only added to')
  })
})
