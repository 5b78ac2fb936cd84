// @module-tag long
import { queryUserCapacity } from '@clouddisk/contract/accounts'
import {
  copyInstances,
  createFolder,
  type Instance,
  moveInstances,
  pageInstances,
  removeInstances,
} from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import { clearTrash, pageTrash, removeTrash, restoreTrash } from '@clouddisk/contract/trash'
import {
  EXTENSION_KINDS,
  LARGEST_MAX,
  pageLargestFiles,
  queryCapacityDetail,
  querySizes,
  type UsageKind,
} from '@clouddisk/contract/usage'
import { pageVersions, pinVersion, removeOldVersions } from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { Random } from '../../../test/random.ts'
import { discard, openUpload } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
/** A version so many bytes long, of content that is nowhere else. */
let made = 0
const put = async (person: Person, name: string, size: number, parentId = '0') =>
  (await person.upload(parentId, name, Buffer.alloc(size, `${++made} `), { conflict: 'newVersion' }))
    .instanceId
const usage = (person: Person, groupId?: string) =>
  person.call(queryCapacityDetail, groupId === undefined ? {} : { groupId })
const largest = (person: Person, more: object = {}) => person.call(pageLargestFiles, more)
const kindOf = (ext: string): UsageKind => EXTENSION_KINDS.get(ext) ?? 'other'
const sum = (sizes: readonly number[]) => sizes.reduce((a, b) => a + b, 0)

describe('what fills a space', () => {
  it('adds up to what the quota counts, whatever happens', async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 1e9)
    const random = new Random(seed)
    const person = await world.person()
    const folders = ['0', await folder(person, 'a'), await folder(person, 'b')]
    folders.push(await folder(person, 'deep', folders[1]))
    const files: string[] = []
    const binned: string[] = []
    const open: Awaited<ReturnType<typeof openUpload>>[] = []
    const take = (list: string[]) => list.splice(random.int(list.length), 1)
    const acts: Record<string, () => Promise<unknown>> = {
      upload: async () => {
        const ext = random.pick(['jpg', 'MP4', 'docx', 'mp3', 'zip', 'xyz', 'html'])
        files.push(await put(person, `${++made}.${ext}`, random.between(0, 900), random.pick(folders)))
      },
      version: async () => {
        const id = files.at(-1)
        const item = (await largest(person, { pageSize: 1000 })).list.find((one) => one.instanceId === id)
        if (item) await put(person, item.instanceName, random.between(1, 900), item.parentId)
      },
      move: () =>
        person.call(moveInstances, {
          instances: files.slice(0, 1),
          targeParentId: random.pick(folders.slice(1)),
        }),
      trash: async () => {
        const ids = take(files)
        await person.call(removeInstances, { instanceIds: ids })
        binned.push(...ids)
      },
      restore: async () => {
        if (binned.length === 0) return
        const ids = take(binned)
        await person.call(restoreTrash, { instanceIds: ids })
        files.push(...ids)
      },
      purge: async () => {
        if (binned.length > 0) await person.call(removeTrash, { instanceIds: take(binned) })
      },
      prune: () => person.call(removeOldVersions, { instanceIds: files.slice(-1) }),
      begin: async () => {
        const bytes = Buffer.alloc(random.between(1, 900), `${++made} `)
        open.push(await openUpload(person, { parentId: '0', name: `${made}.bin`, bytes, hashes: 'never' }))
      },
      giveUp: async () => {
        const check = open.pop()
        if (check) await discard(person, check)
      },
    }
    const weights = {
      upload: 6,
      version: 4,
      move: 1,
      trash: 3,
      restore: 1,
      purge: 1,
      prune: 1,
      begin: 1,
      giveUp: 1,
    }
    for (let n = 0; n < 6; n++) await acts.upload?.()
    for (let step = 0; step < 60; step++) {
      await acts[files.length < 3 ? 'upload' : random.weighted(weights)]?.()
      const now = await usage(person)
      const told = `seed ${seed}, step ${step}`
      expect(now.usedSize, told).toBe((await person.call(queryUserCapacity, {})).usedSize)
      expect(sum(now.kinds.map((one) => one.fileSize)), told).toBe(now.filesSize)
      expect(sum(now.kinds.map((one) => one.fileCount)), told).toBe(now.fileCount)
      expect(now.filesSize + now.versionsSize + now.recycleSize, told).toBe(now.usedSize)
      expect(now.uploadsSize, told).toBe(now.reservedSize)
      expect(now.uploadCount, told).toBe(open.length)
      expect(now.recycleCount, told).toBe((await person.call(pageTrash, {})).total)
      const walked = await walk(person, '0')
      for (const { kind, fileSize, fileCount } of now.kinds) {
        const same = walked.filter((item) => kindOf(item.fileType) === kind)
        expect({ kind, fileSize, fileCount }, told).toEqual({
          kind,
          fileSize: sum(same.map((item) => item.fileSize)),
          fileCount: same.length,
        })
      }
      const { list, total } = await largest(person, { pageSize: 1000 })
      expect(total, told).toBe(walked.length)
      expect(list.map((item) => item.instanceId).toSorted(), told).toEqual(
        walked.map((item) => item.instanceId).toSorted(),
      )
      expect(sum(list.map((item) => item.chargedSize)), told).toBe(now.filesSize + now.versionsSize)
      expect(sum(list.map((item) => item.versionsSize)), told).toBe(now.versionsSize)
    }
  }, 120_000)

  /** Files in all folders below one. */
  async function walk(person: Person, parentId: string): Promise<Instance[]> {
    const { list } = await person.call(pageInstances, { parentId, pageSize: 1000 })
    const below = await Promise.all(
      list.filter((one) => one.classifierId === 'Folder').map((one) => walk(person, one.instanceId)),
    )
    return [...list.filter((one) => one.classifierId === 'File'), ...below.flat()]
  }

  it('names the largest folders at the top, the bin and what is on its way', async () => {
    const person = await world.person()
    const [photos, notes] = [await folder(person, 'photos'), await folder(person, 'notes')]
    await put(person, 'a.jpg', 500, await folder(person, 'inside', photos))
    await put(person, 'a.txt', 40, notes)
    await put(person, 'a.txt', 10, notes)
    const gone = await put(person, 'gone.zip', 70)
    await person.call(removeInstances, { instanceIds: [gone] })
    const bytes = Buffer.alloc(33, 'on its way')
    const check = await openUpload(person, { parentId: '0', name: 'film.mp4', bytes, hashes: 'never' })
    expect(await usage(person)).toMatchObject({
      usedSize: 620,
      filesSize: 510,
      versionsSize: 40,
      recycleSize: 70,
      recycleCount: 1,
      reservedSize: 33,
      fileCount: 2,
      folderCount: 3,
      folders: [
        { instanceName: 'photos', fileSize: 500, chargedSize: 500, fileCount: 1 },
        { instanceName: 'notes', fileSize: 10, chargedSize: 50, fileCount: 1 },
      ],
      uploads: [{ instanceName: 'film.mp4', fileSize: 33, createUser: person.user.userRealName }],
    })
    await discard(person, check)
    await person.call(clearTrash, {})
    expect(await usage(person)).toMatchObject({ usedSize: 550, recycleSize: 0, reservedSize: 0, uploads: [] })
  })

  it('of a group is told to those who manage it', async () => {
    const [owner, manager, editor] = [await world.person(), await world.person(), await world.person()]
    const { groupId, rootId } = await world.group(owner, [
      [manager, 'manager'],
      [editor, 'editor'],
    ])
    await put(await world.again(editor), 'a.pdf', 123, rootId)
    for (const one of [owner, manager]) {
      const asker = await world.again(one)
      expect(await usage(asker, groupId)).toMatchObject({ usedSize: 123, fileCount: 1 })
      expect((await largest(asker, { groupId })).list).toMatchObject([{ instanceName: 'a.pdf', groupId }])
      expect(await usage(asker)).toMatchObject({ usedSize: 0 })
    }
    const asked = await world.again(editor)
    await expect(usage(asked, groupId)).rejects.toMatchObject({ name: 'not_permitted' })
    await expect(largest(asked, { groupId })).rejects.toMatchObject({ name: 'not_permitted' })
    const stranger = await world.person()
    await expect(usage(stranger, groupId)).rejects.toMatchObject({ name: 'not_found' })
    await expect(usage(stranger, 'nothing')).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('the largest files', () => {
  it('come page after page, with their versions, each once', async () => {
    const person = await world.person()
    const inside = await folder(person, 'inside')
    for (let n = 1; n <= 9; n++) await put(person, `${n}.txt`, n * 10, n % 2 ? inside : '0')
    await put(person, '1.txt', 85, inside)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await largest(person, { pageSize: 4, ...(cursor && { cursor }) })
      expect(page.total).toBe(9)
      seen.push(...page.list.map(({ instanceName, chargedSize }) => `${instanceName} ${chargedSize}`))
      cursor = page.nextCursor
    } while (cursor)
    expect(seen).toEqual(['1.txt 95', ...[9, 8, 7, 6, 5, 4, 3, 2].map((n) => `${n}.txt ${n * 10}`)])
    const second = await largest(person, { pageSize: 4, pageNo: 3 })
    expect(second.list.map((one) => one.instanceName)).toEqual(['2.txt'])
    const first = await largest(person, { pageSize: 1 })
    expect(first.list[0]).toMatchObject({ fileSize: 85, versionsSize: 10, versionCount: 2 })
    expect(first.list[0]?.instanceFullPath).toMatch(/\/inside\/1\.txt$/)
    // A cursor is good for its own list alone.
    await expect(largest(person, { by: 'versions', cursor: first.nextCursor ?? '' })).rejects.toMatchObject({
      name: 'bad_field',
    })
  })

  it('end with the first 1,000, and say so', async () => {
    const person = await world.person()
    const top = await folder(person, 'top')
    await put(person, 'largest.txt', 50)
    await put(person, 'a.txt', 20, top)
    await put(person, 'b.txt', 20, top)
    for (let files = 2; files < 128; files *= 2) {
      const copies = await folder(person, `copies ${files}`)
      const { list } = await person.call(pageInstances, { parentId: top })
      const instances = list.map(({ instanceId }) => instanceId)
      await person.call(copyInstances, { instances, targeParentId: copies })
      await person.call(moveInstances, { instances: [copies], targeParentId: top })
    }
    for (let files = 128; files < LARGEST_MAX; files += 128)
      await person.call(copyInstances, { instances: [top], targeParentId: await folder(person, `${files}`) })
    const { fileCount } = await usage(person)
    expect(fileCount).toBeGreaterThan(LARGEST_MAX)
    for (const pageSize of [1000, 300]) {
      const seen = new Set<string>()
      let cursor: string | undefined
      for (let pages = 0; pages === 0 || cursor; pages++) {
        const page = await largest(person, { pageSize, ...(cursor && { cursor }) })
        expect(page).toMatchObject({ total: LARGEST_MAX, truncated: true })
        if (pages === 0) expect(page.list[0]?.instanceName).toBe('largest.txt')
        for (const { instanceId } of page.list) seen.add(instanceId)
        cursor = page.nextCursor
      }
      expect(seen.size).toBe(LARGEST_MAX)
    }
    expect((await largest(person, { pageSize: 300, pageNo: 4 })).list).toHaveLength(100)
    expect((await largest(person, { pageSize: 300, pageNo: 5 })).list).toEqual([])
    expect(await largest(person, { by: 'versions' })).toMatchObject({ total: 0, truncated: false })
  })

  it('can be of some kinds, and those whose versions take most', async () => {
    const person = await world.person()
    for (const [name, sizes] of [
      ['a.jpg', [5, 50]],
      ['b.mp4', [80]],
      ['c.weird', [30, 1]],
      ['d', [7]],
    ] as const)
      for (const size of sizes) await put(person, name, size)
    const names = async (more: object) => (await largest(person, more)).list.map((one) => one.instanceName)
    expect(await names({ kinds: ['picture', 'video'] })).toEqual(['b.mp4', 'a.jpg'])
    expect(await names({ kinds: ['other'] })).toEqual(['c.weird', 'd'])
    expect(await names({ by: 'versions' })).toEqual(['c.weird', 'a.jpg'])
    expect(await names({ by: 'versions', kinds: ['audio'] })).toEqual([])
  })
})

describe('old versions', () => {
  it('of several files go at once, but not the current and the pinned ones', async () => {
    const person = await world.person()
    const [a, b] = [await put(person, 'a', 10), await put(person, 'b', 100)]
    for (const size of [20, 30]) await put(person, 'a', size)
    await put(person, 'b', 1)
    const pinned = (await person.call(pageVersions, { instanceId: a })).list.at(-1)?.versionId ?? ''
    await person.call(pinVersion, { instanceId: a, versionId: pinned, name: 'kept' })
    const inside = await folder(person, 'inside')
    const answer = await person.call(removeOldVersions, { instanceIds: [a, b, inside] })
    expect(answer).toMatchObject({ removed: 2, freedSize: 120 })
    expect(answer.list.map((one) => one.errcode === 0)).toEqual([true, true, false])
    expect((await person.call(pageVersions, { instanceId: a })).list.map((one) => one.versionNo)).toEqual([
      3, 1,
    ])
    expect(await usage(person)).toMatchObject({ filesSize: 31, versionsSize: 10 })
  })
})

describe('sizes of what is chosen', () => {
  it('count everything once, live', async () => {
    const person = await world.person()
    const top = await folder(person, 'top')
    const inner = await folder(person, 'inner', top)
    const picture = await put(person, 'a.png', 40, inner)
    await put(person, 'a.png', 60, inner)
    const note = await put(person, 'n.txt', 3)
    const ask = (instanceIds: string[]) => person.call(querySizes, { instanceIds, kinds: true })
    expect(await ask([top, note, inner, picture])).toEqual({
      fileCount: 2,
      folderCount: 2,
      fileSize: 63,
      versionsSize: 40,
      kinds: [
        { kind: 'picture', fileSize: 60, fileCount: 1 },
        { kind: 'video', fileSize: 0, fileCount: 0 },
        { kind: 'document', fileSize: 3, fileCount: 1 },
        { kind: 'audio', fileSize: 0, fileCount: 0 },
        { kind: 'archive', fileSize: 0, fileCount: 0 },
        { kind: 'other', fileSize: 0, fileCount: 0 },
      ],
    })
    expect(await ask(['0'])).toMatchObject({ fileCount: 2, folderCount: 3, fileSize: 63 })
    await put(person, 'b.mp3', 7, inner)
    expect(await person.call(querySizes, { instanceIds: [top] })).toEqual({
      fileCount: 2,
      folderCount: 2,
      fileSize: 67,
      versionsSize: 40,
    })
    await expect(ask([note, 'nothing'])).rejects.toMatchObject({ name: 'not_found' })
  })

  it('tell of versions only whoever may see them', async () => {
    const [owner, viewer] = [await world.person(), await world.person()]
    const shared = await folder(owner, 'shared')
    await put(owner, 'a', 10, shared)
    await put(owner, 'a', 20, shared)
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'user', principalId: viewer.user.userId, role: 'viewer' }],
    })
    const asker = await world.again(viewer)
    expect(await asker.call(querySizes, { instanceIds: [shared] })).toEqual({
      fileCount: 1,
      folderCount: 1,
      fileSize: 20,
    })
  })
})
