import { getArchiveUrl, getDownloadUrl, queryFolderDownload } from '@clouddisk/contract/downloads'
import { codeOf } from '@clouddisk/contract/errors'
import { createFavorites, pageFavorites } from '@clouddisk/contract/favorites'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  queryFolderByParentId,
  queryInstanceDetail,
  queryNamesakes,
  renameInstance,
} from '@clouddisk/contract/files'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { EntryRole } from '@clouddisk/contract/roles'
import { checkUploadAble } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMember, group } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { readZipBytes } from '../../../test/read-zip.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** What is kept from somebody inside of what is not: it is nowhere, however much is asked for at once. */

let world: World
let owner: Person
let member: Person
let rootId: string
/** docs holds a.txt, more with b.txt, and secret with s.txt. */
let docs: string
let more: string
let secret: string
let hiddenFile: string
let groups = 0
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  ;[owner, member] = (await Promise.all([world.person(), world.person()])) as [Person, Person]
  const team = await group(world, owner, `kept ${++groups}`)
  rootId = team.rootId
  await addMember(world, team, member.user.userId, 'editor')
  docs = await folder('docs', rootId)
  more = await folder('more', docs)
  secret = await folder('secret', docs)
  await owner.upload(docs, 'a.txt', Buffer.from('aaa'))
  await owner.upload(more, 'b.txt', Buffer.from('bb'))
  hiddenFile = (await owner.upload(secret, 's.txt', Buffer.from('ssss'))).instanceId
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId: string) =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const permit = (instanceId: string, role: EntryRole | 'inherit') =>
  owner.call(updateUserRole, {
    instanceId,
    role,
    principalType: 'user',
    principalIds: [member.user.userId],
  })
const namesIn = async (url: string) => {
  const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
  return readZipBytes(bytes).map((entry) => entry.path)
}

describe('a forbidden folder', () => {
  it('is in no list, and counted in none', async () => {
    await permit(secret, 'forbidden')
    const page = await member.call(pageInstances, { parentId: docs })
    expect(page.list.map((row) => row.instanceName)).toEqual(['more', 'a.txt'])
    expect([page.total, page.folderCount, page.fileCount]).toEqual([2, 1, 1])
    const filtered = await member.call(pageInstances, { parentId: docs, keyword: 'e' })
    expect([filtered.total, filtered.list.map((row) => row.instanceName)]).toEqual([1, ['more']])
    const tree = await member.call(queryFolderByParentId, { parentId: docs })
    expect(tree.map((row) => row.instanceName)).toEqual(['more'])
    expect((await owner.call(pageInstances, { parentId: docs })).total).toBe(3)
  })

  it('is as good as not there, whatever is asked of it and of what is in it', async () => {
    await member.call(createFavorites, { instanceIds: [secret, hiddenFile, more] })
    await permit(secret, 'forbidden')
    const gone = expect.objectContaining({ name: 'not_found' })
    for (const instanceId of [secret, hiddenFile]) {
      await expect(member.call(queryInstanceDetail, { instanceId })).rejects.toEqual(gone)
      await expect(member.call(getDownloadUrl, { instanceId })).rejects.toEqual(gone)
      await expect(member.call(getArchiveUrl, { instanceIds: [more, instanceId] })).rejects.toEqual(gone)
      await expect(member.call(renameInstance, { instanceId, instanceName: 'x' })).rejects.toEqual(gone)
    }
    await expect(member.upload(secret, 'x.txt', Buffer.from('x'))).rejects.toEqual(gone)
    const moved = member.call(moveInstances, { instances: [more], targeParentId: secret })
    await expect(moved).rejects.toEqual(gone)
    const page = await member.call(pageFavorites, {})
    expect([page.total, page.list.map((row) => row.instance.instanceName)]).toEqual([1, ['more']])
    expect(
      await member.call(queryNamesakes, { parentId: docs, names: ['secret', 'more', 'a.txt'] }),
    ).toMatchObject([{ name: 'more' }, { name: 'a.txt' }])
  })

  it('is left out of what is downloaded as a whole, also by an address from before', async () => {
    const before = await member.call(getArchiveUrl, { instanceIds: [docs] })
    expect(before.fileCount).toBe(3)
    expect(await namesIn(before.url)).toContain('docs/secret/s.txt')
    await permit(secret, 'forbidden')
    expect(await namesIn(before.url)).toEqual(
      expect.not.arrayContaining(['docs/secret/', 'docs/secret/s.txt']),
    )
    const after = await member.call(getArchiveUrl, { instanceIds: [docs] })
    expect([after.fileCount, after.fileSize]).toEqual([2, 5])
    expect((await namesIn(after.url)).sort()).toEqual([
      'docs/',
      'docs/a.txt',
      'docs/more/',
      'docs/more/b.txt',
    ])
    const { list, total, fileSize } = await member.call(queryFolderDownload, { parentId: docs })
    expect(list.map((item) => item.instanceName).sort()).toEqual(['a.txt', 'b.txt', 'more'])
    expect([total, fileSize]).toEqual([3, 5])
    // The owner's is whole all the while.
    expect(await namesIn((await owner.call(getArchiveUrl, { instanceIds: [docs] })).url)).toContain(
      'docs/secret/s.txt',
    )
  })

  it('is left out of copies', async () => {
    await permit(secret, 'forbidden')
    const { list } = await member.call(copyInstances, { instances: [docs], targeParentId: '0' })
    expect(list).toMatchObject([{ errcode: 0 }])
    expect(await member.tree()).toEqual({ docs: { 'a.txt': 3, more: { 'b.txt': 2 } } })
    await owner.call(copyInstances, { instances: [docs], targeParentId: rootId, conflict: 'keepBoth' })
    expect(await owner.tree(rootId)).toMatchObject({ 'docs (1)': { secret: { 's.txt': 4 } } })
  })

  it('stays kept from a person when it is moved, and comes back with the permission', async () => {
    await permit(secret, 'forbidden')
    await owner.call(moveInstances, { instances: [secret], targeParentId: more })
    expect((await member.list(more)).map((row) => row.instanceName)).toEqual(['b.txt'])
    await permit(secret, 'viewer')
    expect((await member.list(more)).map((row) => row.instanceName)).toEqual(['secret', 'b.txt'])
    await permit(secret, 'inherit')
    expect((await member.list(secret))[0]?.fileAuth).toContain('delete')
  })
})

describe('what may be seen and not taken along', () => {
  it('is listed, and left out of downloads and copies', async () => {
    await permit(secret, 'viewer')
    expect((await member.list(docs)).map((row) => row.instanceName)).toEqual(['more', 'secret', 'a.txt'])
    const { url } = await member.call(getArchiveUrl, { instanceIds: [docs] })
    expect((await namesIn(url)).some((name) => name.includes('secret'))).toBe(false)
    await member.call(copyInstances, { instances: [docs], targeParentId: '0' })
    expect(await member.tree()).toEqual({ docs: { 'a.txt': 3, more: { 'b.txt': 2 } } })
    await expect(member.call(getDownloadUrl, { instanceId: hiddenFile })).rejects.toMatchObject({
      name: 'not_permitted',
    })
  })
})

describe('what an entry keeps from who may upload beside it', () => {
  const read = async (instanceId: string) => (await owner.download(instanceId)).toString()

  it.each(['forbidden', 'viewer'] as const)('is never replaced by it, as %s', async (role) => {
    const { instanceId } = await owner.upload(docs, 'plan.txt', Buffer.from('the plan'))
    await permit(instanceId, role)
    const newVersion = { conflict: 'newVersion' as const }
    const sent = await member.upload(docs, 'plan.txt', Buffer.from('another'), newVersion)
    expect(sent).toMatchObject({ outcome: 'renamed', instanceName: 'plan (1).txt' })
    const own = await member.upload('0', 'plan.txt', Buffer.from('mine'))
    const copied = await member.call(copyInstances, {
      instanceIds: [own.instanceId],
      targeParentId: docs,
      ...newVersion,
    })
    expect(copied.list).toMatchObject([{ outcome: 'renamed', instanceName: 'plan (2).txt' }])
    const moved = await member.call(moveInstances, {
      instanceIds: [own.instanceId],
      targeParentId: docs,
      ...newVersion,
    })
    expect(moved.list).toMatchObject([{ outcome: 'renamed', instanceName: 'plan (3).txt' }])
    expect(await read(instanceId)).toBe('the plan')
  })

  it('keeps its name as it is spelled to itself, whatever is asked for beside it', async () => {
    const { instanceId: hidden } = await owner.upload(docs, 'Secret Plan.txt', Buffer.from('the plan'))
    await permit(hidden, 'forbidden')
    const asked = 'secret plan.TXT'
    const told: string[] = []
    const sent = (to: string, name: string, content: Buffer, conflict: 'fail' | 'skip') =>
      member.upload(to, name, content, { conflict })
    const refused = async (work: Promise<unknown>) => {
      const error = await work.then(
        (answer) => Promise.reject(new Error(`answered ${JSON.stringify(answer)}`)),
        (reason) => reason,
      )
      expect(error).toMatchObject({ name: 'name_taken', message: expect.stringContaining(`“${asked}”`) })
      told.push(error.message)
    }
    const taken = { errcode: codeOf('name_taken'), errmsg: expect.stringContaining(`“${asked}”`) }
    const own = (await member.upload('0', asked, Buffer.from('mine'))).instanceId
    const beside = (await member.upload(docs, 'other.txt', Buffer.from('mine'))).instanceId
    await refused(member.call(createFolder, { parentId: docs, instanceName: asked }))
    await refused(member.call(batchCreateFolder, { parentId: docs, instanceName: asked }))
    await refused(member.call(renameInstance, { instanceId: beside, instanceName: asked }))
    for (const route of [copyInstances, moveInstances]) {
      const into = { instanceIds: [own], targeParentId: docs }
      const failed = await member.call(route, { ...into, conflict: 'fail' })
      expect(failed.list).toMatchObject([taken])
      const skipped = await member.call(route, { ...into, conflict: 'skip' })
      expect(skipped.list).toMatchObject([{ errcode: 0, outcome: 'skipped', instanceName: asked }])
      told.push(JSON.stringify([failed, skipped]))
    }
    const checked = { parentId: docs, instanceName: asked, fSize: 4, conflict: 'fail' } as const
    const { errcode, message } = await member.call(checkUploadAble, checked)
    expect({ errcode, errmsg: message }).toEqual(taken)
    told.push(message ?? '')
    for (const conflict of ['fail', 'skip'] as const)
      for (const content of ['new', 'mine']) await refused(sent(docs, asked, Buffer.from(content), conflict))
    expect(told.filter((text) => text.includes('Secret Plan'))).toEqual([])
    expect((await member.list(docs)).map((row) => row.instanceName)).not.toContain('Secret Plan.txt')
    expect(await read(hidden)).toBe('the plan')
    // What may be seen is skipped and told as it is.
    await permit(hidden, 'viewer')
    expect(await sent(docs, asked, Buffer.from('new'), 'skip')).toMatchObject({
      outcome: 'skipped',
      instanceId: hidden,
      instanceName: 'Secret Plan.txt',
    })
  })

  it('takes no folders in, and tells nothing of itself', async () => {
    await permit(secret, 'forbidden')
    const make = (instanceName: string, name: string) =>
      member.call(batchCreateFolder, { parentId: docs, instanceName, children: [{ instanceName: name }] })
    await expect(make('SECRET', 'inside')).rejects.toMatchObject({
      name: 'name_taken',
      details: { name: 'SECRET' },
    })
    await permit(secret, 'viewer')
    await expect(make('secret', 'inside')).rejects.toMatchObject({ name: 'not_permitted' })
    expect(await owner.tree(secret)).toEqual({ 's.txt': 4 })
    expect((await make('more', 'inside')).instanceId).toBe(more)
  })
})
