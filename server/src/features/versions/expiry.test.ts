import { removeInstances } from '@clouddisk/contract/files'
import { DAY } from '@clouddisk/contract/time'
import { restoreTrash } from '@clouddisk/contract/trash'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import * as contract from '@clouddisk/contract/versions'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { expireOldVersions } from './expiry.ts'

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

/** Each version of so many is one byte longer than the one before. */
async function fileOf(versions: number, name = 'a.txt', by = person, parent = '0'): Promise<string> {
  let id = ''
  for (let no = 1; no <= versions; no++) {
    const bytes = Buffer.alloc(no, `${name}${no % 10}`)
    id = (await by.upload(parent, name, bytes, { conflict: 'newVersion' })).instanceId
  }
  return id
}
const page = (instanceId: string, by = person) =>
  by.call(contract.pageVersions, { instanceId, pageSize: 1000 })
const numbers = async (instanceId: string, by = person) =>
  (await page(instanceId, by)).list.map(({ versionNo }) => versionNo)
const pin = async (instanceId: string, ...nos: number[]) => {
  for (const { versionNo, versionId } of (await page(instanceId)).list)
    if (nos.includes(versionNo)) await person.call(contract.pinVersion, { instanceId, versionId })
}
/** Null: as the installation has it. */
const limit = (instanceId: string, versionsKept: number | null, versionDays: number | null, more = {}) =>
  person.call(contract.saveVersionLimits, {
    instanceId,
    ...(versionsKept !== null && { versionsKept }),
    ...(versionDays !== null && { versionDays }),
    ...more,
  })
const used = async () => (await person.call(queryCapacityDetail, {})).usedSize
/** Sessions end meanwhile. */
async function wait(days: number): Promise<void> {
  world.advance(days * DAY)
  person = await world.again(person)
}
const sum = (...sizes: number[]) => sizes.reduce((a, b) => a + b, 0)

describe('the number of versions', () => {
  it('is a hundred: the 101st takes the oldest that is not pinned', async () => {
    const file = await fileOf(100)
    await pin(file, 1)
    expect(await numbers(file)).toHaveLength(100)
    await person.upload('0', 'a.txt', Buffer.alloc(101), { conflict: 'newVersion' })
    const left = await numbers(file)
    expect(left).toHaveLength(100)
    expect(left.slice(-2)).toEqual([3, 1])
    expect(await used()).toBe((101 * 102) / 2 - 2)
    const first = (await page(file)).list.at(-1)?.versionId ?? ''
    await person.call(contract.restoreVersion, { instanceId: file, versionId: first })
    expect((await numbers(file)).slice(-2)).toEqual([4, 1])
  }, 60_000)

  it('is what the space says, from the next version on, also of small files sent together', async () => {
    const file = await fileOf(5)
    await limit(file, 3, null)
    expect(await numbers(file)).toEqual([5, 4, 3, 2, 1])
    await sendFiles(person, [
      { bytes: Buffer.alloc(6), parentId: '0', instanceName: 'a.txt', conflict: 'newVersion' },
    ])
    expect(await numbers(file)).toEqual([6, 5, 4])
    expect(await used()).toBe(sum(6, 5, 4))
  })

  it('leaves the latest ones even where so many are pinned', async () => {
    const file = await fileOf(6)
    await pin(file, 1, 2, 3)
    await limit(file, 2, null)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([6, 5, 3, 2, 1])
  })
})

describe('the limits of a space', () => {
  it('are told with the versions, and what they would take before they are set', async () => {
    const file = await fileOf(4)
    expect((await page(file)).retention).toEqual({
      versionsKept: 100,
      versionDays: 180,
      defaults: { versionsKept: 100, versionDays: 180 },
      isDefault: true,
      mayChange: true,
    })
    const asked = await limit(file, 2, null, { dryRun: true })
    expect(asked).toMatchObject({ retention: { isDefault: true }, expiring: { count: 2, fileSize: 3 } })
    const set = await limit(file, 2, null)
    expect(set).toMatchObject({ retention: { versionsKept: 2, versionDays: 180, isDefault: false } })
    expect(await expireOldVersions(world.ctx)).toBe(set.expiring.count)
    expect(await numbers(file)).toEqual([4, 3])
    expect((await limit(file, null, null)).retention.isDefault).toBe(true)
    for (const [kept, days] of [
      [0, 1],
      [1001, 1],
      [1, -1],
      [1, 3651],
    ] as const)
      await expect(limit(file, kept, days)).rejects.toMatchObject({ name: 'bad_field' })
  })

  it('of a group are changed by its managers', async () => {
    const [manager, editor] = [await world.person(), await world.person()]
    const group = await world.group(person, [
      [manager, 'manager'],
      [editor, 'editor'],
    ])
    const file = await fileOf(2, 'a.txt', editor, group.rootId)
    const ask = (by: Person) =>
      by.call(contract.saveVersionLimits, { instanceId: file, versionsKept: 9, versionDays: 90 })
    await expect(ask(editor)).rejects.toMatchObject({ name: 'not_permitted' })
    expect((await page(file, editor)).retention.mayChange).toBe(false)
    expect((await ask(manager)).retention).toMatchObject({ versionsKept: 9, versionDays: 90 })
    expect((await page(file, editor)).retention).toMatchObject({ versionsKept: 9, isDefault: false })
  })
})

/** Last, since it moves the clock: versions are replaced by the database's own. */
describe('the age of versions', () => {
  it('is 180 days since they were replaced; pinned ones and the current one stay', async () => {
    const file = await fileOf(3)
    await pin(file, 1)
    await wait(179)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([3, 2, 1])
    await wait(2)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([3, 1])
    expect(await used()).toBe(sum(3, 1))
    expect(await expireOldVersions(world.ctx)).toBe(0)
  })

  it('is what the space says, and 0 keeps them however old', async () => {
    const file = await fileOf(2)
    await limit(file, null, 0)
    expect((await page(file)).list[1]).not.toHaveProperty('expireTime')
    await wait(3000)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([2, 1])
    await limit(file, null, 7)
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([2])
  })

  it('does not count in the recycle bin', async () => {
    const file = await fileOf(2)
    await limit(file, null, 7)
    await person.call(removeInstances, { instanceIds: [file] })
    await wait(20)
    await expireOldVersions(world.ctx)
    await person.call(restoreTrash, { instanceIds: [file] })
    expect(await numbers(file)).toEqual([2, 1])
    await expireOldVersions(world.ctx)
    expect(await numbers(file)).toEqual([2])
  })

  it('is worked through page after page, in every space', async () => {
    await expireOldVersions(world.ctx)
    const other = await world.person()
    const files: [string, Person][] = []
    for (const name of ['a', 'b', 'c']) files.push([await fileOf(2, name), person])
    for (const name of ['a', 'b']) files.push([await fileOf(2, name, other), other])
    world.advance(181 * DAY)
    expect(await expireOldVersions(world.ctx, 2)).toBe(5)
    for (const [file, owner] of files) expect(await numbers(file, await world.again(owner))).toEqual([2])
  })
})
