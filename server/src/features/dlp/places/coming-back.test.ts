// @module-tag long
import { createHash, randomUUID } from 'node:crypto'
import { pageSecondTrash, restoreSecondTrash } from '@clouddisk/contract/admin-recycle'
import { extractInstance } from '@clouddisk/contract/archives'
import { type DlpPlace, type DlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash, restoreTrash } from '@clouddisk/contract/trash'
import { pageVersions, restoreVersion } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { archiveBy } from '../../../../test/make-archives.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { runExtraction } from '../../archives/extract-job.ts'
import { PARTS_KIND } from '../extraction/converter.ts'

/** What comes back: earlier versions, and what was thrown away. */

const LONG_MS = 240_000

let world: World
let admin: Person
let owner: Person
let group: { groupId: string; rootId: string }
let rule: DlpRule
beforeAll(async () => {
  // However long reading takes here.
  world = await openWorld({}, undefined, { contentCheckMs: 50_000 })
  // Creates the queues without workers.
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin('superAdmin')
  const words = { name: '绝密', kind: 'words', level: 'high', action: 'block', enabled: true } as const
  rule = await admin.call(saveDlpRule, { ...words, terms: ['绝密'] })
})
beforeEach(async () => {
  await apply([])
  await world.ctx.db.pool.query('delete from dlp_pending')
  owner = await world.person()
  group = await world.group(owner)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const apply = (places: DlpPlace[]) => admin.call(saveDlpRule, { ...rule, places })
/** Text that was in no other file, so that it has not been read yet. */
const fresh = (text = '') => `${text} ${randomUUID()}`
/** With its text read, however long that takes here. */
async function upload(name: string, content: string | Buffer, parentId = '0', more = {}): Promise<string> {
  const bytes = Buffer.from(content)
  const { instanceId } = await owner.upload(parentId, name, bytes, more)
  const hash = { sha256: createHash('sha256').update(bytes).digest(), size: bytes.length }
  const wait = { ms: LONG_MS, signal: new AbortController().signal }
  expect(await world.ctx.renditions.request(hash, PARTS_KIND, { wait })).toMatchObject({ state: 'ready' })
  return instanceId
}
/** Nothing is read until the mock is restored. */
const readNothing = () => vi.spyOn(world.ctx.renditions, 'request').mockResolvedValue({ state: 'waiting' })
const pending = async (): Promise<{ name: string; id: string }[]> =>
  (await world.ctx.db.pool.query('select name, file_id as id from dlp_pending order by name')).rows
const pendingNames = async () => (await pending()).map(({ name }) => name)
const refused = { code: 110008 }

describe('an earlier version', { timeout: LONG_MS }, () => {
  const versionsOf = async (name: string, ...contents: readonly (string | Buffer)[]) => {
    let id = ''
    for (const content of contents) id = await upload(name, content, group.rootId, { conflict: 'newVersion' })
    const { list } = await owner.call(pageVersions, { instanceId: id })
    return { instanceId: id, versionId: list.at(-1)?.versionId ?? '' }
  }

  it('is not made current again in a group where a rule blocks it', async () => {
    const version = await versionsOf('a.txt', fresh('绝密'), fresh('公开'))
    await apply(['upload'])
    await expect(owner.call(restoreVersion, version)).rejects.toMatchObject({
      code: 110008,
      details: { list: [{ name: 'a.txt', rule: '绝密' }] },
    })
    expect((await owner.call(pageVersions, { instanceId: version.instanceId })).total).toBe(2)
    const other = await versionsOf('b.txt', fresh('绝密'), fresh('公开'))
    readNothing()
    await world.ctx.db.pool.query('delete from dlp_pending')
    await owner.call(restoreVersion, other)
    expect(await pending()).toEqual([{ name: 'b.txt', id: other.instanceId }])
  })

  const zip = (text: string) => archiveBy(['zip', '-qr', 'made.zip', '.'], 'made.zip', { '计划.txt': text })
  const extract = (of: { instanceId: string; versionId?: string }, targeParentId: string) =>
    owner.call(extractInstance, { ...of, targeParentId })

  it('is extracted into another space only if nothing is found in it, whatever the current one holds', async () => {
    const other = await world.group(owner)
    const bad = await versionsOf('a.zip', await zip(fresh('绝密')), await zip(fresh('公开')))
    await apply(['transfer'])
    await expect(extract(bad, other.rootId)).rejects.toMatchObject({ code: 110008 })
    await extract({ instanceId: bad.instanceId }, other.rootId)
  })

  it('has what was extracted checked later, file by file, if the archive could not be read in time', async () => {
    const other = await world.group(owner)
    const { instanceId } = await versionsOf('a.zip', await zip(fresh('绝密')))
    await apply(['transfer'])
    const reading = readNothing()
    const { jobId } = await extract({ instanceId }, other.rootId)
    reading.mockRestore()
    expect(await pending()).toEqual([])
    await runExtraction(world.ctx, jobId ?? '', true)
    expect(await pendingNames()).toEqual(['计划.txt'])
  })
})

describe('what was thrown away', { timeout: LONG_MS }, () => {
  const restore = (id: string, more = {}) => owner.call(restoreTrash, { instanceIds: [id], ...more })
  const throwAway = (id: string) => owner.call(removeInstances, { instanceIds: [id] })

  it('does not come back into a shared folder, from it or from elsewhere', async () => {
    const shared = (await owner.call(createFolder, { parentId: '0', instanceName: '共享' })).instanceId
    const colleague = await world.person()
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'user', principalId: colleague.user.userId, role: 'viewer' }],
    })
    const inside = (await owner.call(createFolder, { parentId: shared, instanceName: '里面' })).instanceId
    const [there, mine] = [await upload('a.txt', fresh('绝密'), inside), await upload('b.txt', fresh('绝密'))]
    await throwAway(there)
    await throwAway(mine)
    await apply(['transfer'])
    await expect(restore(there)).rejects.toMatchObject(refused)
    await expect(restore(mine, { targetInstanceId: inside })).rejects.toMatchObject(refused)
    await restore(mine)
    await apply([])
    await restore(there)
    expect(await owner.tree()).toMatchObject({ 'b.txt': {}, 共享: { 里面: { 'a.txt': {} } } })
  })

  it('is given back by administrators to its owner, not to others', async () => {
    const heir = await world.person()
    const giveBack = async (name: string, ownerId: string, more = {}) => {
      const { list } = await admin.call(pageSecondTrash, { ownerId, pageSize: 100 })
      const entry = list.find(({ instanceName }) => instanceName === name)
      const recycleIds = [entry?.recycleId ?? '']
      return (await admin.call(restoreSecondTrash, { recycleIds, ...more })).list[0]?.errcode
    }
    await throwAway(await upload('a.txt', fresh('绝密')))
    await throwAway(await upload('b.txt', fresh('绝密'), group.rootId))
    await owner.call(clearTrash, {})
    await owner.call(clearTrash, { groupId: group.groupId })
    await apply(['transfer'])
    const { userId } = owner.user
    expect(await giveBack('a.txt', userId, { toUserId: heir.user.userId })).toBe(codeOf('sensitive_content'))
    expect(await giveBack('b.txt', group.groupId)).toBe(codeOf('sensitive_content'))
    expect(await giveBack('a.txt', userId)).toBe(0)
    await apply([])
    expect(await giveBack('b.txt', group.groupId)).toBe(0)
  })
})
