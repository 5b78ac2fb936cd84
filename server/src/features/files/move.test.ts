// @module-tag long
import {
  batchCreateFolder,
  createFolder,
  moveInstances,
  queryFolderSize,
  queryInstanceDetail,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const file = async (name: string, parentId = '0', content = name) =>
  (await person.upload(parentId, name, Buffer.from(content))).instanceId

type Conflict = NonNullable<Input<typeof moveInstances>['conflict']>
async function move(ids: string[], targeParentId: string, conflict?: Conflict) {
  const { list } = await person.call(moveInstances, {
    instances: ids.join(','),
    targeParentId,
    ...(conflict ? { conflict } : {}),
  })
  return list
}
const codes = (list: { errcode: number }[]) => list.map((line) => line.errcode)

describe('a move', () => {
  it('re-hangs files and folders with all that is below them', async () => {
    const [from, to] = [await folder('from'), await folder('to')]
    const inner = await folder('inner', from)
    await file('deep.txt', inner)
    const top = await file('top.txt')
    expect(await move([inner, top], to)).toEqual([
      { instanceId: inner, instanceName: 'inner', outcome: 'moved', errcode: 0, errmsg: '' },
      { instanceId: top, instanceName: 'top.txt', outcome: 'moved', errcode: 0, errmsg: '' },
    ])
    expect(await person.tree()).toEqual({ from: {}, to: { inner: { 'deep.txt': 8 }, 'top.txt': 7 } })
    expect(await person.call(queryFolderSize, { instanceId: to })).toEqual({
      fileSize: 15,
      fileCount: 2,
      folderCount: 1,
    })
  })

  it('takes ids and target in every spelling', async () => {
    const to = await folder('to')
    const [a, b] = [await file('a'), await file('b')]
    const answer = await person.fetch('/disk/api/instance/move', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ instanceIds: [a], targetParentId: to }),
    })
    expect(await answer.json()).toMatchObject({ errcode: 0 })
    await person.call(moveInstances, { instances: [b.toUpperCase()], targeParentId: to.toUpperCase() })
    expect(await person.tree()).toEqual({ to: { a: 1, b: 1 } })
    await person.call(moveInstances, { instances: [a], targeParentId: '0' })
    expect(await person.tree()).toEqual({ a: 1, to: { b: 1 } })
  })

  it('is refused without a target, never taken for the root', async () => {
    const inside = await file('a', await folder('in'))
    const missing = { code: 20001, details: { field: 'targeParentId', reason: 'target_missing' } }
    await expect(person.call(moveInstances, { instances: [inside] })).rejects.toMatchObject(missing)
    await expect(
      person.call(moveInstances, { instances: [inside], targeParentId: '' }),
    ).rejects.toMatchObject(missing)
    await expect(person.call(moveInstances, { targeParentId: '0' })).rejects.toMatchObject({ code: 20001 })
    expect(await person.tree()).toEqual({ in: { a: 1 } })
  })

  it('is refused into what is not there, into a file, and into the recycle bin', async () => {
    const a = await file('a')
    const gone = await folder('gone')
    const below = await folder('below', gone)
    await person.call(removeInstances, { instanceIds: [gone] })
    await expect(move([a], await file('b'))).rejects.toMatchObject({ name: 'is_a_file' })
    for (const target of [gone, below, 'nonsense'])
      await expect(move([a], target)).rejects.toMatchObject({ name: 'not_found' })
    expect(codes(await move([below], '0'))).toEqual([90000])
  })

  it('never makes a circle, alone or when two meet', async () => {
    const a = await folder('a')
    const b = await folder('b', a)
    const c = await folder('c', b)
    expect(codes(await move([a, b], c))).toEqual([40902, 40902])
    expect(codes(await move([a], a))).toEqual([40902])
    for (let round = 0; round < 10; round++) {
      const [x, y] = [await folder(`x${round}`), await folder(`y${round}`)]
      const both = await Promise.all([move([x], y), move([y], x)])
      expect(both.flatMap(codes).sort()).toEqual([0, 40902])
    }
  })

  it('leaves the root where it is and tells about each item', async () => {
    const [a, to] = [await file('a'), await folder('to')]
    expect(codes(await move([person.user.rootId, a, 'nothing', to], to))).toEqual([40908, 0, 90000, 40902])
    expect(await person.tree()).toEqual({ to: { a: 1 } })
  })

  it.each(['keepBoth', 'newVersion', 'skip', 'fail'] as const)(
    'takes an id in two spellings for one, with %s',
    async (conflict) => {
      const [from, to] = [await folder('from'), await folder('to')]
      const a = await file('a', from)
      await file('beside', from)
      expect(codes(await move([a, a.toUpperCase()], to, conflict))).toEqual([0])
      expect(await person.tree()).toEqual({ from: { beside: 6 }, to: { a: 1 } })
    },
  )

  it('to where it is already changes nothing', async () => {
    const a = await file('a')
    for (const conflict of ['keepBoth', 'newVersion', 'skip', 'fail'] as const)
      expect(codes(await move([a], '0', conflict))).toEqual([0])
    expect(await person.tree()).toEqual({ a: 1 })
  })

  it('of a folder and of what is in it moves both', async () => {
    const [from, to] = [await folder('from'), await folder('to')]
    const inside = await file('inside', from)
    await file('stays', from)
    expect(codes(await move([inside, from], to))).toEqual([0, 0])
    expect(await person.tree()).toEqual({ to: { inside: 6, from: { stays: 5 } } })
  })

  it('of a folder and then of what is in it moves both, too', async () => {
    const [from, to] = [await folder('from'), await folder('to')]
    const inside = await folder('inside', await folder('between', from))
    await file('deep', inside)
    expect(codes(await move([from, inside], to))).toEqual([0, 0])
    expect(await person.tree()).toEqual({ to: { inside: { deep: 4 }, from: { between: {} } } })
  })

  it('is refused where it would nest too deep', async () => {
    let deep = '0'
    for (let level = 0; level < LIMITS.depthMax - 1; level++) deep = await folder('d', deep)
    const two = await folder('two')
    await folder('levels', two)
    expect(codes(await move([two, await folder('one'), await file('none')], deep))).toEqual([40909, 0, 0])
  })

  it('takes a thousand items and no more', async () => {
    const ids = Array.from({ length: LIMITS.batchMax }, (_, n) => `nothing-${n}`)
    expect(codes(await move(ids, '0')).every((code) => code === 90000)).toBe(true)
    await expect(move([...ids, 'one more'], '0')).rejects.toMatchObject({ name: 'too_many_items' })
  })
})

describe('a namesake at the target', () => {
  let target: string
  let there: string
  let moved: string
  beforeEach(async () => {
    target = await folder('target')
    there = await file('Report.txt', target, 'old')
    moved = await file('report.TXT', '0', 'newer')
  })

  it('is kept beside the moved file, which is numbered', async () => {
    await file('report (1).txt', target)
    expect(await move([moved], target)).toMatchObject([{ instanceName: 'report (2).TXT', errcode: 0 }])
    expect(await person.tree()).toEqual({
      target: { 'Report.txt': 3, 'report (1).txt': 14, 'report (2).TXT': 5 },
    })
  })

  it('gets the moved file as a new version, with all versions of both', async () => {
    await person.upload('0', 'report.TXT', Buffer.from('newest'), { conflict: 'newVersion' })
    expect(await move([moved], target, 'newVersion')).toEqual([
      {
        instanceId: moved,
        newId: there,
        instanceName: 'Report.txt',
        outcome: 'newVersion',
        errcode: 0,
        errmsg: '',
      },
    ])
    expect(await person.tree()).toEqual({ target: { 'Report.txt': 6 } })
    const detail = await person.call(queryInstanceDetail, { instanceId: there })
    expect(detail.versions.map((version) => [version.versionNo, version.fileSize, version.current])).toEqual([
      [3, 6, true],
      [2, 5, false],
      [1, 3, false],
    ])
    expect((await person.download(there)).toString()).toBe('newest')
  })

  it('stops the move where that is asked for, and only its own', async () => {
    const other = await file('other')
    const list = await move([moved, other], target, 'fail')
    expect(codes(list)).toEqual([40901, 0])
    expect(await person.tree()).toEqual({ 'report.TXT': 5, target: { other: 5, 'Report.txt': 3 } })
  })

  it('lets the moved file stay where that is asked for', async () => {
    expect(await move([moved], target, 'skip')).toEqual([
      { instanceId: moved, instanceName: 'report.TXT', outcome: 'skipped', errcode: 0, errmsg: '' },
    ])
    expect(await person.tree()).toEqual({ 'report.TXT': 5, target: { 'Report.txt': 3 } })
  })

  it('that is a folder is never replaced by a file', async () => {
    await folder('thing', target)
    const thing = await file('thing')
    expect(await move([thing], target, 'newVersion')).toMatchObject([{ instanceName: 'thing (1)' }])
  })

  it('among the moved ones gets the next as a version, where that is asked for', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    const [first, second, into] = [
      await file('same.txt', a, '1'),
      await file('SAME.txt', b, '22'),
      await file('Same.txt', '0', '333'),
    ]
    expect(await move([first, second, into], target, 'newVersion')).toMatchObject([
      { instanceId: first, instanceName: 'same.txt' },
      { instanceId: second, newId: first, instanceName: 'same.txt' },
      { instanceId: into, newId: first, instanceName: 'same.txt' },
    ])
    const { versions } = await person.call(queryInstanceDetail, { instanceId: first })
    expect(versions.map((version) => version.fileSize)).toEqual([3, 2, 1])
  })

  it('that came out of a folder moved in the same call gets its version, and the sums stay right', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    const ids = [await file('same.txt', a, '1'), b, await file('same.txt', b, '22'), a]
    expect(codes(await move(ids, target, 'newVersion'))).toEqual([0, 0, 0, 0])
    expect(await person.tree()).toEqual({
      'report.TXT': 5,
      target: { a: {}, b: {}, 'Report.txt': 3, 'same.txt': 2 },
    })
  })

  it('is numbered on from whatever numbers there are', async () => {
    const to = await folder('to')
    const taken = [0, 1, 2, 3, 5, 11, 12, 13].map((n) => (n ? `same (${n})` : 'same'))
    await person.call(batchCreateFolder, {
      parentId: to,
      instanceName: 'inner',
      children: Array.from({ length: 1200 }, (_, n) => ({ instanceName: n ? `many (${n})` : 'many' })),
    })
    const inner = (await person.list(to))[0]?.instanceId ?? ''
    for (const name of taken) await folder(name, inner)
    const moved: string[] = []
    for (const n of [1, 2, 3]) {
      const top = await folder(`top ${n}`)
      moved.push(await folder('same', top), await folder('many', top))
    }
    expect(codes(await move(moved, inner))).toEqual(moved.map(() => 0))
    const names = (await person.list(inner)).map((item) => item.instanceName)
    expect(names.filter((name) => name.startsWith('same')).sort()).toEqual(
      [...taken, 'same (4)', 'same (6)', 'same (7)'].sort(),
    )
    expect(names).toEqual(expect.arrayContaining(['many (1200)', 'many (1201)', 'many (1202)']))
  })

  it('among the moved ones is numbered as well', async () => {
    const [a, b] = [await folder('a'), await folder('b')]
    const ids = [await file('same.txt', a, '1'), await file('SAME.txt', b, '22')]
    expect(await move(ids, target)).toMatchObject([
      { instanceName: 'same.txt' },
      { instanceName: 'SAME (1).txt' },
    ])
  })
})

/** The walks down through folders while `work` runs. */
async function walksDown(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
    return texts.filter((text) => text.includes('recursive down')).length
  } finally {
    query.mockRestore()
  }
}

describe('what lies below a folder', () => {
  it('is looked through only where it could come to lie deeper, or on a longer path', async () => {
    const [from, to] = [await folder('from'), await folder('to')]
    const inner = await folder('inner', from)
    await folder('innermost', inner)
    expect(await walksDown(() => move([inner, to], from))).toBe(1)
    expect(await walksDown(() => move([inner], from))).toBe(0)
    const rename = (instanceName: string) => person.call(renameInstance, { instanceId: inner, instanceName })
    expect(await walksDown(() => rename('much longer'))).toBe(1)
    expect(await walksDown(() => rename('shorter'))).toBe(0)
  })
})
