import { hash } from 'node:crypto'
import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { pageVersions } from '@clouddisk/contract/versions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type EditingWorld, openEditingWorld } from '../../../test/editing-world.ts'
import { docx } from '../../../test/make-docx.ts'
import type { Person } from '../../../test/person.ts'

/** What an Office server reads and saves: CheckFileInfo, GetFile, PutFile. */

let editing: EditingWorld
let ann: Person
let bob: Person
beforeAll(async () => {
  editing = await openEditingWorld()
  ann = await editing.world.person('ann_lee', { realName: 'Ann' })
  bob = await editing.world.person('bob_wu', { realName: 'Bob' })
})
afterAll(async () => {
  expect(await editing.world.doctor()).toEqual([])
  await editing.close()
})

let files = 0
const newFile = async (content: Buffer = docx(['one']), parentId = '0') => {
  const name = `letter ${++files}.docx`
  return { name, ...(await ann.upload(parentId, name, content)) }
}
const versionsOf = async (instanceId: string) => (await ann.call(pageVersions, { instanceId })).list
const shareWith = (person: Person, instanceId: string, role: 'editor' | 'downloader' | 'viewer') =>
  ann.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: person.user.userId, role }],
  })

it('a file is opened, locked, saved as a version and unlocked', async () => {
  const { instanceId, name } = await newFile()
  const editor = await editing.open(ann, instanceId)
  const info = await editor.info()
  expect(info.status).toBe(200)
  expect(info.json()).toMatchObject({
    BaseFileName: name,
    OwnerId: ann.user.userId,
    UserId: ann.user.userId,
    UserFriendlyName: 'Ann',
    Size: docx(['one']).length,
    SHA256: hash('sha256', docx(['one']), 'base64'),
    UserCanWrite: true,
    ReadOnly: false,
    UserCanRename: true,
    UserCanNotWriteRelative: false,
    SupportsLocks: true,
    SupportsUpdate: true,
    SupportsRename: true,
    DisableExport: false,
    DisablePrint: false,
    PostMessageOrigin: editing.world.baseUrl,
    HostEditUrl: `${editing.world.baseUrl}/disk/onlineEdit?id=${instanceId}&mode=edit`,
  })
  const content = await editor.get()
  expect(content.bytes.equals(docx(['one']))).toBe(true)
  expect(content.headers['x-wopi-itemversion']).toBe(info.json().Version)
  expect((await editor.operation('LOCK', { 'x-wopi-lock': 'a' })).status).toBe(200)
  const saved = await editor.put(docx(['two']), 'a')
  expect(saved.status).toBe(200)
  const after = (await editor.info()).json()
  expect(after.Version).toBe(saved.headers['x-wopi-itemversion'])
  expect(after.Version).not.toBe(info.json().Version)
  expect(saved.json().LastModifiedTime).toBe(after.LastModifiedTime)
  expect((await editor.operation('UNLOCK', { 'x-wopi-lock': 'a' })).status).toBe(200)
  expect((await ann.download(instanceId)).equals(docx(['two']))).toBe(true)
  expect((await versionsOf(instanceId)).map(({ versionNo }) => versionNo)).toEqual([2, 1])
})

it('two people edit one file under one lock, and each save is by its author', async () => {
  const { instanceId } = await newFile()
  await shareWith(bob, instanceId, 'editor')
  const [first, second] = [await editing.open(ann, instanceId), await editing.open(bob, instanceId)]
  expect((await first.operation('LOCK', { 'x-wopi-lock': 'shared' })).status).toBe(200)
  expect((await second.operation('LOCK', { 'x-wopi-lock': 'shared' })).status).toBe(200)
  expect((await first.put(docx(['by ann']), 'shared')).status).toBe(200)
  expect((await second.put(docx(['by bob']), 'shared')).status).toBe(200)
  const { rows } = await editing.world.ctx.db.pool.query(
    `select actor_id, details->>'version' as version from change where kind = 'file.versioned' and file_id = $1 order by id`,
    [instanceId],
  )
  expect(rows).toEqual([
    { actor_id: ann.user.userId, version: '2' },
    { actor_id: bob.user.userId, version: '3' },
  ])
  expect((await versionsOf(instanceId)).map(({ updateUser }) => updateUser)).toEqual(['Bob', 'Ann', 'Ann'])
})

it('the same content again is no version', async () => {
  const { instanceId } = await newFile()
  const editor = await editing.open(ann, instanceId)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  expect((await editor.put(docx(['one']), 'a')).status).toBe(200)
  expect(await versionsOf(instanceId)).toHaveLength(1)
})

it('without its lock nothing is saved, unless the file is empty', async () => {
  const { instanceId } = await newFile()
  const editor = await editing.open(ann, instanceId)
  const unlocked = await editor.put(docx(['two']), 'a')
  expect([unlocked.status, unlocked.headers['x-wopi-lock']]).toEqual([409, ''])
  expect((await editor.put(docx(['two']))).status).toBe(409)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  for (const lock of ['b', undefined]) {
    const other = await editor.put(docx(['two']), lock)
    expect([other.status, other.headers['x-wopi-lock']]).toEqual([409, 'a'])
  }
  // The lock has ended.
  editing.world.advance(30 * 60_000 + 1)
  const ended = await editor.put(docx(['two']), 'a')
  expect([ended.status, ended.headers['x-wopi-lock']]).toEqual([409, ''])
  expect(await versionsOf(instanceId)).toHaveLength(1)
  const empty = await newFile(Buffer.alloc(0))
  expect((await (await editing.open(ann, empty.instanceId)).put(docx(['first']))).status).toBe(200)
  expect((await ann.download(empty.instanceId)).equals(docx(['first']))).toBe(true)
})

it('what somebody uploads meanwhile stays a version, and nothing trims it away', async () => {
  const { instanceId, name } = await newFile()
  const editor = await editing.open(ann, instanceId)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  const base = (await editor.info()).json().LastModifiedTime as string
  await ann.upload('0', name, docx(['uploaded']), { conflict: 'newVersion' })
  // Collabora asks the person.
  const asked = await editor.put(docx(['edited']), 'a', { 'x-cool-wopi-timestamp': base })
  expect([asked.status, asked.json()]).toEqual([409, { COOLStatusCode: 1010, LOOLStatusCode: 1010 }])
  expect(await versionsOf(instanceId)).toHaveLength(2)
  // Others save without it.
  expect((await editor.put(docx(['edited']), 'a')).status).toBe(200)
  const versions = await versionsOf(instanceId)
  expect(versions.map(({ versionNo, pinned }) => [versionNo, pinned])).toEqual([
    [3, false],
    [2, true],
    [1, false],
  ])
  // Its own saves pin nothing.
  expect((await editor.put(docx(['more']), 'a')).status).toBe(200)
  expect((await versionsOf(instanceId)).filter(({ pinned }) => pinned)).toHaveLength(1)
})

it('many bytes are saved as they come', async () => {
  const { instanceId } = await newFile()
  const editor = await editing.open(ann, instanceId)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  const large = Buffer.alloc(20 * 1024 * 1024, 'x')
  expect((await editor.put(large, 'a')).status).toBe(200)
  expect((await editor.get()).bytes.equals(large)).toBe(true)
  const expecting = await editor.get({ 'x-wopi-maxexpectedsize': '1000' })
  expect(expecting.status).toBe(412)
})

it('a full space and a body without a length are refused', async () => {
  const poor = await editing.world.person('poor_one', { capacity: 100_000 })
  const { instanceId } = await poor.upload('0', 'a.docx', docx(['one']))
  const editor = await editing.open(poor, instanceId)
  await editor.operation('LOCK', { 'x-wopi-lock': 'a' })
  expect((await editor.put(Buffer.alloc(100_000, 'x'), 'a')).status).toBe(413)
  const chunked = await editor.call({
    method: 'POST',
    path: '/contents',
    headers: { 'x-wopi-override': 'PUT', 'x-wopi-lock': 'a', 'transfer-encoding': 'chunked' },
    body: Buffer.from('x'),
  })
  expect(chunked.status).toBe(411)
  expect((await editor.put(docx(['two']), 'a')).status).toBe(200)
})

it('readers see it read-only, and those who may only view it not at all', async () => {
  const { instanceId: folder } = await ann.call(createFolder, { parentId: '0', instanceName: 'for readers' })
  const { instanceId } = await newFile(docx(['one']), folder)
  await shareWith(bob, instanceId, 'downloader')
  await expect(editing.open(bob, instanceId)).rejects.toMatchObject({ name: 'not_permitted' })
  const reader = await editing.open(bob, instanceId, 'view')
  expect((await reader.info()).json()).toMatchObject({
    UserCanWrite: false,
    ReadOnly: true,
    UserCanRename: false,
  })
  expect((await reader.get()).status).toBe(200)
  expect((await reader.put(docx(['two']))).status).toBe(404)
  for (const name of ['LOCK', 'GET_LOCK', 'REFRESH_LOCK', 'UNLOCK', 'PUT_RELATIVE', 'RENAME_FILE'])
    expect([name, (await reader.operation(name, { 'x-wopi-lock': 'a' })).status]).toEqual([name, 404])
  // Who may edit and opens it to read changes nothing either.
  expect((await (await editing.open(ann, instanceId, 'view')).put(docx(['two']))).status).toBe(404)
  const cat = await editing.world.person()
  await shareWith(cat, instanceId, 'viewer')
  await expect(editing.open(cat, instanceId, 'view')).rejects.toMatchObject({ name: 'not_permitted' })
})
