// @module-tag long
import { randomUUID } from 'node:crypto'
import { pageLogs } from '@clouddisk/contract/audit'
import { type DlpPlace, type DlpRule, saveDlpRule } from '@clouddisk/contract/dlp'
import { copyInstances, createFolder, moveInstances } from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { blobOf } from '../../../../test/blob.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkPending } from './pending.ts'

/** What a call leaves behind about files that it lets through: what is checked later, and what is logged. */

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
  await world.ctx.db.pool.query('delete from dlp_pending')
  owner = await world.person()
  colleague = await world.person()
  group = await world.group(owner)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

async function apply(places: readonly DlpPlace[], action: DlpRule['action'] = 'block'): Promise<void> {
  for (const rule of Object.values(rules))
    await admin.call(saveDlpRule, { ...rule, places: [...places], action })
}
/** Text that was in no other file, so that it has not been read yet. */
const fresh = (text = '') => `${text} ${randomUUID()}`
const upload = async (name: string, content: string | Buffer = fresh(), parentId = '0', more = {}) =>
  (await owner.upload(parentId, name, Buffer.from(content), more)).instanceId
const folder = async (instanceName: string, parentId = '0') =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const share = (id: string) =>
  owner.call(createShare, {
    instanceIds: [id],
    members: [{ principalType: 'user', principalId: colleague.user.userId, role: 'editor' }],
  })
/** Nothing is read until the mock is restored. */
const readNothing = () => vi.spyOn(world.ctx.renditions, 'request').mockResolvedValue({ state: 'waiting' })
const pending = async (): Promise<{ name: string; id: string }[]> =>
  (await world.ctx.db.pool.query('select name, file_id as id from dlp_pending order by name')).rows
const pendingNames = async () => (await pending()).map(({ name }) => name)
const logged = async (action: string) =>
  (await admin.call(pageLogs, { action })).list.filter(({ userId }) => userId === owner.user.userId)
/** Nothing more fits, until the end of the test. */
async function fill(rootId: string): Promise<void> {
  const { pool } = world.ctx.db
  const { rows } = await pool.query('select total from space where root_id = $1', [rootId])
  onTestFinished(async () => {
    await pool.query('update space set total = $1 where root_id = $2', [rows[0]?.total, rootId])
  })
  await pool.query('update space set total = greatest(used, 1) where root_id = $1', [rootId])
}
const checked = () =>
  vi.waitFor(
    async () => {
      while (await checkPending(world.ctx));
      expect(await pendingNames()).toEqual([])
    },
    { timeout: 20_000, interval: 50 },
  )

describe('a call that moves some of its items', () => {
  const moveBoth = async () => {
    const [a, b] = [await upload('a.txt', fresh('绝密')), await upload('b.txt', fresh('绝密'))]
    await apply([])
    await upload('b.txt', fresh(), group.rootId)
    await apply(['transfer'], 'review')
    const move = () =>
      owner.call(moveInstances, { instances: [a, b], targeParentId: group.rootId, conflict: 'fail' })
    return { a, move }
  }

  it('has those checked later that went, and no others', async () => {
    const { move, a } = await moveBoth()
    readNothing()
    expect((await move()).list.map(({ errcode }) => errcode === 0)).toEqual([true, false])
    expect(await pending()).toEqual([{ name: 'a.txt', id: a }])
  })

  it('logs what was let through of those alone', async () => {
    const { move } = await moveBoth()
    await move()
    expect(await logged('dlp.noted')).toMatchObject([{ objectName: 'a.txt', detail: { files: 1 } }])
  })
})

it('leaves nothing behind of a call that fails as a whole', async () => {
  await apply(['transfer'], 'review')
  const id = await upload('a.txt', fresh('绝密'))
  await owner.call(copyInstances, { instances: [id], targeParentId: group.rootId })
  expect(await logged('dlp.noted')).toHaveLength(1)
  const small = await world.group(owner)
  await fill(small.rootId)
  for (const prepare of [() => undefined, readNothing]) {
    prepare()
    for (const call of [copyInstances, moveInstances])
      await expect(owner.call(call, { instances: [id], targeParentId: small.rootId })).rejects.toMatchObject({
        name: 'quota_full',
      })
  }
  expect(await pending()).toEqual([])
  expect(await logged('dlp.noted')).toHaveLength(1)
})

it('has a file checked once for a call that is made twice', async () => {
  await apply(['share'])
  const id = await upload('a.txt')
  readNothing()
  await share(id)
  await share(id)
  expect(await pending()).toEqual([{ name: 'a.txt', id }])
})

it('has the copies checked, not what they were made of', async () => {
  await apply(['transfer'])
  const top = await folder('资料')
  await upload('a.txt', fresh(), top)
  readNothing()
  const { list } = await owner.call(copyInstances, { instances: [top], targeParentId: group.rootId })
  const [copied] = await owner.list(list[0]?.newId)
  expect(await pending()).toEqual([{ name: 'a.txt', id: copied?.instanceId }])
})

it('checks files later that came into a folder during its check', async () => {
  await apply(['transfer'])
  const top = await folder('资料')
  await upload('a.txt', '公开', top)
  await checked()
  const detect = world.ctx.dlpDetector.detect.bind(world.ctx.dlpDetector)
  vi.spyOn(world.ctx.dlpDetector, 'detect').mockImplementationOnce(async (work) => {
    await upload('b.txt', fresh('绝密'), top)
    return detect(work)
  })
  await owner.call(moveInstances, { instances: [top], targeParentId: group.rootId })
  expect(await pendingNames()).toContain('b.txt')
  await checked()
  expect(await logged('dlp.foundLater')).toMatchObject([{ objectName: 'b.txt' }])
})

describe('files of a folder that are hidden from who brings it elsewhere', () => {
  const forbid = (instanceId: string) =>
    owner.call(updateUserRole, {
      ...{ instanceId, role: 'forbidden', principalType: 'user' },
      principalIds: [colleague.user.userId],
    })
  /** A folder with one file to be seen and, in another folder, one that is hidden. */
  const project = async (role: 'editor' | 'manager') => {
    const from = await world.group(owner, [[colleague, role]])
    const to = await world.group(owner, [[colleague, 'editor']])
    const top = await folder('项目', from.rootId)
    const inner = await folder('机要', top)
    await upload('a.txt', fresh('绝密'), inner)
    await upload('b.txt', fresh(), top)
    await apply(['transfer'])
    return { to, top, inner }
  }
  const told = async () =>
    (await colleague.call(pageNotifications, {})).list.find(({ kind }) => kind === 'files.ownSensitive')

  it('are not checked where they stay behind', async () => {
    const { to, top, inner } = await project('editor')
    await forbid(inner)
    readNothing()
    await colleague.call(copyInstances, { instances: [top], targeParentId: to.rootId })
    expect(await pendingNames()).toEqual(['b.txt'])
  })

  it.each([
    ['are checked, and named to that person as the folder', true, '项目'],
    ['are named if the person sees them', false, 'a.txt'],
  ])('%s', async (_, isHidden, name) => {
    const { to, top, inner } = await project('manager')
    const reading = readNothing()
    const { list } = await colleague.call(moveInstances, { instances: [top], targeParentId: to.rootId })
    expect(list).toMatchObject([{ errcode: 0 }])
    reading.mockRestore()
    if (isHidden) await forbid(inner)
    await checked()
    expect(await told()).toMatchObject({ data: { instanceName: name, count: 1 } })
  })
})

describe('a name that a rule has reviewed', () => {
  beforeEach(() => apply(['upload'], 'review'))
  const noted = async () => (await logged('dlp.noted')).map(({ objectName }) => objectName)

  it('is logged once, with the file that was saved', async () => {
    const id = await upload('a.dwg', fresh(), group.rootId)
    expect(await logged('dlp.noted')).toMatchObject([{ objectName: 'a.dwg', objectId: id }])
  })

  it('is not logged where the save is refused', async () => {
    await upload('a.dwg', fresh(), group.rootId)
    await expect(upload('A.dwg', fresh(), group.rootId, { conflict: 'fail' })).rejects.toThrow()
    expect(await noted()).toEqual(['a.dwg'])
  })
})

it('ends the check of a file whose content is damaged, by its name', async () => {
  await apply(['transfer'])
  const top = await folder('资料')
  const id = await upload('a.txt', fresh('绝密'), top)
  readNothing()
  await owner.call(moveInstances, { instances: [top], targeParentId: group.rootId })
  const blob = await blobOf(world, id)
  const mark = (state: string) =>
    world.ctx.db.pool.query('update blob set state = $1 where id = $2', [state, blob.id])
  await mark('quarantined')
  await checkPending(world.ctx)
  expect(await pending()).toEqual([])
  await mark('live')
})
