import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { queryChanges } from '@clouddisk/contract/changes'
import { getArchiveUrl, queryFolderDownload } from '@clouddisk/contract/downloads'
import { codeOf } from '@clouddisk/contract/errors'
import { createFavorites } from '@clouddisk/contract/favorites'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  previewMove,
  queryFolderByParentId,
  queryInstanceDetail,
  queryNamesakes,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { previewInstance } from '@clouddisk/contract/previews'
import type { ShareRole } from '@clouddisk/contract/roles'
import { API_PREFIX, pathOf, type Route } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { checkShared, createShare, pageShares, removeShares, updateSharers } from '@clouddisk/contract/shares'
import { checkUploadAble, saveUpload } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openUpload, putAll, save, saveInput, sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectUploads } from '../uploads/jobs.ts'

/** What somebody can do with what was shared with it, and what it learns of where that lies: nothing. */

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

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const idOf = (person: Person) => person.user.userId
async function share(by: Person, instanceId: string, person: Person, role: ShareRole): Promise<string> {
  const members = [{ principalType: 'user', principalId: idOf(person), role }] as const
  const { shares } = await by.call(createShare, { instanceIds: [instanceId], members: [...members] })
  return shares[0]?.fileSharingId ?? ''
}
const usedBy = async (person: Person) => (await person.call(queryUserCapacity, {})).usedSelfCapacity
const refusal = (name: string) => expect.objectContaining({ name })
/** Whether an operation is done, or refused for want of the right. */
async function may(work: () => Promise<unknown>): Promise<boolean> {
  try {
    const answer = (await work()) as { list?: { errcode?: number }[] } | undefined
    const [line] = answer?.list ?? []
    if (!line?.errcode) return true
    expect(line.errcode).toBe(30403)
  } catch (error) {
    expect(error).toMatchObject({ name: 'not_permitted' })
  }
  return false
}

/** By hand from B§6: what each role may do with what lies in a share, and with the shared item itself. */
const MAY: Record<ShareRole, { inside: string; itself: string }> = {
  viewer: { inside: 'list preview collect detail', itself: 'list collect detail' },
  downloader: {
    inside: 'list preview collect detail download copy',
    itself: 'list collect detail download copy',
  },
  editor: {
    inside: 'list preview collect detail download copy upload create rename move remove',
    itself: 'list collect detail download copy upload create',
  },
  manager: {
    inside: 'list preview collect detail download copy upload create rename move remove share',
    itself: 'list collect detail download copy upload create share',
  },
}

describe.each(Object.entries(MAY) as [ShareRole, (typeof MAY)[ShareRole]][])('as %s', (role, allowed) => {
  it('one does in a share what the role gives, and nothing else', async () => {
    const top = await folder(owner, 'top')
    const target = await folder(owner, 'target', top)
    const own = await folder(other, 'own')
    await share(owner, top, other, role)
    let made = 0
    const fresh = async () =>
      (await owner.upload(top, `f${++made}.txt`, Buffer.from(`content ${made}`))).instanceId
    const third = await world.person()
    const operations: Record<string, (id: string, into: string) => Promise<unknown>> = {
      list: (_, into) => other.list(into),
      preview: (id) => other.call(previewInstance, { instanceId: id }),
      collect: (id) => other.call(createFavorites, { instanceIds: [id] }),
      detail: (id) => other.call(queryInstanceDetail, { instanceId: id }),
      download: (id) => other.call(getArchiveUrl, { instanceIds: [id] }),
      copy: (id) => other.call(copyInstances, { instances: [id], targeParentId: own }),
      upload: (_, into) => other.upload(into, `up${++made}.txt`, Buffer.from(`up ${made}`)),
      create: (_, into) => folder(other, `new ${++made}`, into),
      rename: (id) => other.call(renameInstance, { instanceId: id, instanceName: `renamed ${++made}` }),
      move: (id) => other.call(moveInstances, { instances: [id], targeParentId: target }),
      share: (id) =>
        other.call(createShare, {
          instanceIds: [id],
          members: [{ principalType: 'user', principalId: idOf(third), role: 'viewer' }],
        }),
      remove: (id) => other.call(removeInstances, { instanceIds: [id] }),
    }
    const done = { inside: [] as string[], itself: [] as string[] }
    for (const [name, work] of Object.entries(operations)) {
      const id = await fresh()
      if (await may(() => work(id, target))) done.inside.push(name)
      if (name !== 'preview' && (await may(() => work(top, top)))) done.itself.push(name)
    }
    expect(done.inside.sort()).toEqual(allowed.inside.split(' ').sort())
    expect(done.itself.sort()).toEqual(allowed.itself.split(' ').sort())
  })
})

describe('what was received', () => {
  it('is charged to its owner, also what is uploaded into it and thrown away', async () => {
    const top = await folder(owner, 'top')
    await share(owner, top, other, 'editor')
    const { instanceId } = await other.upload(top, 'a.bin', Buffer.alloc(1000, 'a'))
    const used = async (person: Person) => (await person.call(queryUserCapacity, {})).usedCapacity
    expect([await used(owner), await used(other)]).toEqual([1000, 0])
    await other.call(removeInstances, { instanceIds: [instanceId] })
    expect([await used(owner), await used(other)]).toEqual([1000, 0])
    expect((await owner.list(top)).length).toBe(0)
  })

  it('ends what is charged to its owner at the owner’s space', async () => {
    const poor = await world.person(undefined, { capacity: 100 })
    const top = await folder(poor, 'top')
    await share(poor, top, other, 'editor')
    await expect(other.upload(top, 'a.bin', Buffer.alloc(101, 'a'))).rejects.toMatchObject({
      name: 'quota_full',
      message: expect.stringMatching(
        new RegExp(`^\\[002\\] ${poor.user.userRealName}的空间不足，还差 1 B。请对方`),
      ),
    })
  })

  it('begins at itself: a call made under a share finds it by its id, and nothing outside', async () => {
    const outside = await folder(owner, 'outside')
    const top = await folder(owner, 'top', outside)
    const inner = await folder(owner, 'inner', top)
    const beside = await folder(owner, 'beside')
    const fileSharingId = await share(owner, top, other, 'editor')
    await share(owner, beside, other, 'editor')
    const page = await other.call(pageInstances, { parentId: top, fileSharingId })
    expect(page.parent).toMatchObject({ instanceId: top, parentId: '', instancePath: '' })
    expect(page.path).toEqual([{ instanceId: top, instanceName: 'top' }])
    expect(page.list).toMatchObject([
      { instanceId: inner, instancePath: 'top', instancePathIds: top, instanceFullPath: 'top/inner' },
    ])
    const under = (parentId: string) => other.call(pageInstances, { parentId, fileSharingId })
    await expect(under(beside)).rejects.toEqual(refusal('not_found'))
    await expect(under(outside)).rejects.toEqual(refusal('not_found'))
    // The owner, too, sees what is shared as it is under the share.
    expect((await owner.call(pageInstances, { parentId: inner, fileSharingId })).path).toHaveLength(2)
  })

  it('leaves "0" and no parent at all the caller’s own root', async () => {
    const top = await folder(owner, 'top')
    const { instanceId } = await owner.upload(top, 'a.txt', Buffer.from('abc'))
    const fileSharingId = await share(owner, top, other, 'editor')
    const own = other.user.rootId
    const before = await usedBy(owner)
    const copied = await other.call(copyInstances, {
      instances: [instanceId],
      targeParentId: '0',
      fileSharingId,
    })
    expect(copied.list).toMatchObject([{ errcode: 0 }])
    expect(await other.tree()).toEqual({ 'a.txt': 3 })
    expect([await usedBy(owner), await usedBy(other)]).toEqual([before, 3])
    for (const parent of [{ parentId: '0' }, {}]) {
      const at = { ...parent, fileSharingId }
      const instanceName = `folder ${Object.keys(parent).length}`
      expect((await other.call(pageInstances, at)).parent.instanceId).toBe(own)
      expect((await other.call(createFolder, { ...at, instanceName })).parentId).toBe(own)
      const tree = await other.call(batchCreateFolder, {
        ...at,
        instanceName,
        children: [{ instanceName: 'in' }],
      })
      expect(tree.instanceName).toBe(instanceName)
      expect(await other.call(queryFolderByParentId, at)).toContainEqual(
        expect.objectContaining({ instanceName }),
      )
      expect(await other.call(queryNamesakes, { ...at, names: ['a.txt'] })).toHaveLength(1)
      const bytes = Buffer.from(`up ${instanceName}`)
      const upload = { parentId: '0', name: `${instanceName}.txt`, bytes, hashes: 'after' as const }
      const fSize = bytes.length
      const check = await other.call(checkUploadAble, { ...at, fSize, instanceName: upload.name })
      await putAll(other, check, bytes)
      const saved = await other.call(saveUpload, { ...saveInput(upload, check), ...at })
      expect(saved.parentId).toBe(own)
    }
    const [small] = await sendFiles(other, [{ bytes: Buffer.from('small') }], { fileSharingId })
    expect(small?.file?.parentId).toBe(own)
    const preview = { instances: instanceId, targeParentId: '0', copy: true, fileSharingId }
    expect((await other.call(previewMove, preview)).requiredSize).toBe(3)
    const below = await other.call(queryFolderDownload, { parentId: '0', innerSharingId: fileSharingId })
    expect(below.list.map(({ instanceName }) => instanceName)).toContain('a.txt')
    const mine = await folder(other, 'mine')
    await other.call(copyInstances, { instances: [instanceId], targeParentId: mine, fileSharingId })
    expect(await other.tree(mine)).toEqual({ 'a.txt': 3 })
    // Into the share by its id, as before; and of the owner nothing has changed.
    expect(await owner.tree()).toEqual({ top: { 'a.txt': 3 } })
    const moved = await other.call(moveInstances, {
      instances: [instanceId],
      targeParentId: '0',
      fileSharingId,
    })
    expect(moved.list).toMatchObject([{ errcode: codeOf('not_permitted') }])
  })

  it('that is not the caller’s is not there, whatever the parent is', async () => {
    const top = await folder(owner, 'top')
    const fileSharingId = await share(owner, top, other, 'editor')
    const stranger = await world.person()
    for (const id of [fileSharingId, top, 'nonsense'])
      for (const parentId of ['0', undefined]) {
        const at = { ...(parentId && { parentId }), fileSharingId: id }
        await expect(stranger.call(pageInstances, at)).rejects.toEqual(refusal('not_found'))
        await expect(stranger.call(createFolder, { ...at, instanceName: 'x' })).rejects.toEqual(
          refusal('not_found'),
        )
      }
    expect(await stranger.tree()).toEqual({})
  })

  it('by several shares has the nearest role of each, whichever came first', async () => {
    const outer = await folder(owner, 'outer')
    const inner = await folder(owner, 'inner', outer)
    const leaf = await folder(owner, 'leaf', inner)
    await share(owner, outer, other, 'editor')
    const nested = await share(owner, inner, other, 'viewer')
    expect(await may(() => folder(other, 'a', outer))).toBe(true)
    expect(await may(() => folder(other, 'a', leaf))).toBe(false)
    // A department's counts besides one's own.
    const clerks = await world.department(`clerks ${idOf(other)}`)
    const clerk = await world.person(undefined, { department: clerks })
    await owner.call(createShare, {
      instanceIds: [inner],
      members: [{ principalType: 'department', principalId: clerks, role: 'editor' }],
    })
    await share(owner, outer, clerk, 'viewer')
    expect(await may(() => folder(clerk, 'b', outer))).toBe(false)
    expect(await may(() => folder(clerk, 'b', leaf))).toBe(true)
    await owner.call(removeShares, { shareIds: [nested] })
    expect(await may(() => folder(other, 'c', leaf))).toBe(true)
    expect((await other.list(outer)).map((row) => row.instanceName).sort()).toEqual(['a', 'inner'])
  })

  it('moves within one share, not from one to another nor out of it', async () => {
    const [a, b] = [await folder(owner, 'a'), await folder(owner, 'b')]
    const inner = await folder(owner, 'inner', a)
    await share(owner, a, other, 'viewer')
    await share(owner, b, other, 'editor')
    const move = async (id: string, to: string) =>
      (await other.call(moveInstances, { instances: [id], targeParentId: to })).list[0]?.errcode
    expect(await move(inner, b)).toBe(30403)
    expect(await move(b, a).catch((error) => error.code)).toBe(30403)
    await owner.call(updateSharers, {
      fileSharingId: (await owner.call(checkShared, { instanceId: a })).fileSharingId ?? '',
      principalIds: [idOf(other)],
      role: 'editor',
    })
    expect(await move(inner, await folder(other, 'mine'))).toBe(30403)
    expect(await move(inner, b)).toBe(0)
    expect((await owner.list(b)).map((row) => row.instanceName)).toEqual(['inner'])
  })

  it('that was taken back refuses an open upload, and gives its space back', async () => {
    const top = await folder(owner, 'top')
    const shareId = await share(owner, top, other, 'editor')
    const upload = { parentId: top, name: 'a.bin', bytes: Buffer.alloc(2000, 'b'), hashes: 'after' as const }
    const check = await openUpload(other, upload)
    await putAll(other, check, upload.bytes)
    const reserved = async () =>
      Number(
        (await world.ctx.db.pool.query('select reserved from space where root_id = $1', [owner.user.rootId]))
          .rows[0].reserved,
      )
    expect(await reserved()).toBe(2000)
    await owner.call(removeShares, { shareIds: [shareId] })
    await expect(save(other, upload, check)).rejects.toEqual(refusal('not_found'))
    expect(await owner.list(top)).toEqual([])
    expect(await reserved()).toBe(0)
    await expect(save(other, upload, check)).rejects.toEqual(refusal('upload_gone'))
  })

  it('that was taken back gives space back also where nobody saves, and leaves other uploads alone', async () => {
    const [top, kept] = [await folder(owner, 'top'), await folder(owner, 'kept')]
    const shareId = await share(owner, top, other, 'editor')
    await share(owner, kept, other, 'editor')
    const open = (parentId: string, size: number) =>
      openUpload(other, { parentId, name: 'a.bin', bytes: Buffer.alloc(size, 'c'), hashes: 'never' })
    await open(top, 2000)
    await open(kept, 300)
    await open('0', 40)
    await owner.call(removeShares, { shareIds: [shareId] })
    await collectUploads(world.ctx)
    const { rows } = await world.ctx.db.pool.query(
      'select reserved from space where root_id = any($1) order by reserved',
      [[owner.user.rootId, other.user.rootId]],
    )
    expect(rows.map((row) => Number(row.reserved))).toEqual([40, 300])
  })
})

describe('where a share lies', () => {
  const SECRET = 'geheim'
  /** What every answer is looked through for. */
  let hidden: string[]
  let cursor: string
  let known: Record<string, unknown>

  beforeEach(async () => {
    const above = await folder(owner, `${SECRET} above`)
    const middle = await folder(owner, `${SECRET} middle`, above)
    const beside = await folder(owner, `${SECRET} beside`, middle)
    const top = await folder(owner, 'top', middle)
    const inner = await folder(owner, 'inner', top)
    const { instanceId: file } = await owner.upload(inner, 'a.txt', Buffer.from('abc'))
    const third = await world.person()
    await share(owner, above, third, 'editor')
    cursor = (await other.call(queryChanges, {})).cursor
    const fileSharingId = await share(owner, top, other, 'manager')
    await other.call(createFavorites, { instanceIds: [file, top] })
    // What happens there is told to who has the share, and what happens to the share's own place too.
    await owner.call(renameInstance, { instanceId: top, instanceName: 'renamed' })
    await owner.call(moveInstances, { instances: [top], targeParentId: beside })
    await owner.call(renameInstance, { instanceId: above, instanceName: `${SECRET} over it` })
    await folder(third, 'from above', top)
    hidden = [SECRET, above, middle, beside, owner.user.rootId]
    known = {
      instanceId: top,
      instanceIds: [inner],
      parentId: top,
      instances: [file],
      targeParentId: inner,
      targetInstanceId: inner,
      instanceName: `new ${Math.random()}`,
      groupName: 'team',
      names: ['inner', 'a.txt', SECRET],
      keyword: 'a',
      fSize: 3,
      fileSharingId,
      innerSharingId: fileSharingId,
      shareIds: [fileSharingId],
      type: 'received',
      cursor: undefined,
      members: [{ principalType: 'user', principalId: idOf(third), role: 'viewer' }],
      principalIds: [idOf(third)],
      principalType: 'user',
      role: 'viewer',
      userId: idOf(third),
    }
  })

  async function ask(route: Route, fields: Record<string, unknown>): Promise<string> {
    const input = Object.fromEntries(
      Object.keys(route.input.properties).flatMap((key) =>
        fields[key] === undefined ? [] : [[key, fields[key]]],
      ),
    )
    const path = pathOf(route, input)
    expect(path.startsWith(API_PREFIX) || path.startsWith('/disk')).toBe(true)
    const query = new URLSearchParams(
      Object.entries(input).map(([key, value]): [string, string] => [key, String(value)]),
    )
    const isGet = route.methods[0] === 'GET'
    const answer = await other.fetch(path + (isGet ? `?${query}` : ''), {
      method: route.methods[0],
      ...(isGet ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    })
    expect(answer.status, route.name).toBeLessThan(500)
    return `${answer.headers.get('location')} ${await answer.text()}`
  }

  /** Those that end the session, or never end by themselves; the stream tells what queryChanges does. */
  const LEFT_OUT = ['logout', 'revokeSessions', 'changePassword', 'streamChanges', 'login', 'loginForm']
  /** Those that take away what the others ask about. */
  const LAST = ['leaveShare', 'removeInstances', 'removeShares']

  it('is in no answer to who has it, of any call, under the share and without it', async () => {
    const order = (route: Route) => (LAST.includes(route.name) ? 1 : 0)
    const routes = ROUTES.filter(({ name, admin }) => admin === null && !LEFT_OUT.includes(name))
    const answered = new Set<string>()
    for (const route of routes.toSorted((a, b) => order(a) - order(b)))
      for (const more of [{}, { fileSharingId: undefined, innerSharingId: undefined }]) {
        const fields = { ...known, ...more, ...(route.name === 'queryChanges' ? { cursor } : {}) }
        const text = await ask(route, fields)
        if (text.includes('"errcode":0')) answered.add(route.name)
        for (const one of hidden) {
          // What the question itself says is repeated in a refusal or beside a namesake that is not there.
          expect(text, `${route.name}: ${text}`).not.toContain(one)
        }
      }
    for (const name of [
      'pageInstances',
      'queryInstanceDetail',
      'getInstanceProperty',
      'queryNamesakes',
      'queryFolderByParentId',
      'queryFolderDownload',
      'getArchiveUrl',
      'moveInstances',
      'copyInstances',
      'createFolder',
      'pageShares',
      'querySharingUsers',
      'checkShared',
      'queryPrivilegeList',
      'explainPrivilege',
      'pageFavorites',
      'queryChanges',
      'removeInstances',
    ])
      expect([...answered], name).toContain(name)
  })

  it('is not in what it is downloaded as', async () => {
    const { parentId } = known as { parentId: string }
    const { list } = await other.call(queryFolderDownload, { parentId })
    expect(list.map((item) => item.folderPath)).toContain('inner')
    const { url, fileName } = await other.call(getArchiveUrl, { instanceIds: [parentId] })
    expect(fileName).not.toContain(SECRET)
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    for (const one of hidden) expect(bytes.includes(one)).toBe(false)
  })

  it('stays out of the lists of who has it', async () => {
    const { list } = await other.call(pageShares, { type: 'received' })
    expect(list).toMatchObject([{ instance: { instanceName: 'renamed', parentId: '', instancePath: '' } }])
  })
})
