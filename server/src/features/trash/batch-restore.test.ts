import { classifyInstances } from '@clouddisk/contract/classification'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { restoreTrash } from '@clouddisk/contract/trash'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Much that comes back in one call. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => {
  vi.restoreAllMocks()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const folders = (names: readonly string[], parentId = '0') =>
  Promise.all(names.map((name) => folder(name, parentId)))
const numbered = (count: number) => Array.from({ length: count }, (_, n) => `f${n}`)
const remove = async (ids: readonly string[]) => {
  const { list } = await person.call(removeInstances, { instanceIds: ids.join() })
  expect(list.map(({ errcode }) => errcode)).toEqual(ids.map(() => 0))
}
const restore = async (ids: readonly string[]) =>
  (await person.call(restoreTrash, { instanceIds: ids.join() })).list

/** Lines of what is highly classified and goes to linked folders. */
const KEPT = { errcode: 40976 }
const RESTORED = { errcode: 0, outcome: 'restored' }

/** Two folders that are linked, and highly classified since. */
async function linkedAndHigh(places: readonly string[]): Promise<void> {
  await person.call(createOrUpdateLink, { instanceIds: [...places], code: '' })
  await person.call(classifyInstances, { instanceIds: [...places], level: 2 })
}

/** How many statements it takes to remove and to restore so many folders out of two others. */
async function statements(
  count: number,
  prepare?: (places: readonly string[]) => Promise<void>,
): Promise<{ removed: number; restored: number }> {
  const places = await folders([`here ${count}`, `there ${count}`])
  const ids = (await Promise.all(places.map((place) => folders(numbered(count / 2), place)))).flat()
  await prepare?.(places)
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const counted = async (work: () => Promise<unknown>) => {
    query.mockClear()
    await work()
    return query.mock.calls.length
  }
  const removed = await counted(() => remove(ids))
  const restored = await counted(async () => {
    for (const line of await restore(ids)) expect(line).toMatchObject(prepare ? KEPT : RESTORED)
  })
  query.mockRestore()
  return { removed, restored }
}

it('takes no more statements for many than for few', async () => {
  const [few, many] = [await statements(4), await statements(120)]
  // The log is written beside it, now and then.
  expect(many.restored).toBeLessThan(few.restored + 20)
  expect(many.restored).toBeLessThan(many.removed + 30)
})

it('takes no more statements for many that are kept from linked folders than for few', async () => {
  const [few, many] = [await statements(4, linkedAndHigh), await statements(120, linkedAndHigh)]
  expect(many.restored).toBeLessThan(few.restored + 20)
})

it('numbers each of many that had one name', async () => {
  const ids: string[] = []
  for (let n = 0; n < 25; n++) {
    const id = await folder('Same')
    await remove([id])
    ids.push(id)
  }
  await folder('same (3)')
  const lines = await restore(ids)
  expect(lines.map(({ outcome }) => outcome)).toEqual([...ids.slice(1).map(() => 'renamed'), 'restored'])
  const free = Array.from({ length: 26 }, (_, n) => n + 1).filter((n) => n !== 3)
  expect(lines.map(({ instanceName }) => instanceName).sort()).toEqual(
    ['Same', ...free.slice(0, 24).map((n) => `Same (${n})`)].sort(),
  )
})

it('numbers each by itself where many names are taken', async () => {
  const ids = await folders(numbered(30))
  await remove(ids)
  await folders([...numbered(30), 'f7 (1)', 'F8 (1)', 'F8 (2)'])
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const names = (await restore(ids)).map(({ instanceName }) => instanceName)
  expect(query.mock.calls.length).toBeLessThan(40)
  expect(names.slice(6, 10)).toEqual(['f6 (1)', 'f7 (2)', 'f8 (3)', 'f9 (1)'])
})

it('makes a folder that is gone anew once for all that was in it', async () => {
  const top = await folder('Top')
  const work = await folder('Work', top)
  const ids = await folders(numbered(20), work)
  await remove(ids)
  await remove([work])
  // Has its name, and is no folder.
  await person.upload(top, 'work', Buffer.from('a file'))
  const query = vi.spyOn(pg.Client.prototype, 'query')
  for (const { errcode } of await restore(ids)) expect(errcode).toBe(0)
  expect(query.mock.calls.length).toBeLessThan(50)
  const inside = Object.fromEntries(numbered(20).map((name) => [name, {}]))
  expect(await person.tree()).toEqual({ Top: { work: 6, 'Work (1)': inside } })
})

it('brings back folders within folders that were thrown away one by one, from the innermost', async () => {
  const chain: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) chain.push(await folder(name, chain.at(-1)))
  const beside = await Promise.all(chain.map((id) => folder('beside', id)))
  for (const id of [...chain].reverse()) {
    await remove([beside[chain.indexOf(id)] ?? ''])
    await remove([id])
  }
  const lines = await restore([...chain, ...beside])
  for (const line of lines) expect(line).toMatchObject(RESTORED)
  const all = { a: { beside: {}, b: { beside: {}, c: { beside: {}, d: { beside: {} } } } } }
  expect(await person.tree()).toEqual(all)
})

it('waits for a folder that comes back itself to where it has to be made anew', async () => {
  const gone = await folder('gone')
  const work = await folder('Work', gone)
  const deeper = await folder('deeper', work)
  const inside = await folder('inside', deeper)
  for (const id of [inside, deeper, work, gone]) await remove([id])
  // Without the outermost, and the one between.
  for (const line of await restore([inside, work])) expect(line.errcode).toBe(0)
  expect(await person.tree()).toEqual({ gone: { Work: { deeper: { inside: {} } } } })
  const { list } = await person.call(restoreTrash, { instanceIds: [deeper, gone, 'nothing'] })
  expect(list.map(({ errcode, instanceName }) => [errcode, instanceName])).toEqual([
    [0, 'deeper (1)'],
    [0, 'gone (1)'],
    [90000, undefined],
  ])
})
