import { randomBytes } from 'node:crypto'
import { errorNameOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { putFile, queryOpenUploads, type SavedInstance } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Uploads that are saved at the same time. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const SIZE = 1000
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

/** The file, or the name of the refusal. */
async function put(instanceName: string, body: Uint8Array<ArrayBuffer>): Promise<SavedInstance | string> {
  const path = `${pathOf(putFile)}?${new URLSearchParams({ instanceName })}`
  const answer = await person.fetch(path, { method: 'PUT', body })
  const { errcode, data } = (await answer.json()) as { errcode: number; data: SavedInstance }
  return errcode === 0 ? data : (errorNameOf(errcode) ?? String(errcode))
}

/** Everything of an upload but the save, which is returned. */
async function received(name: string, bytes: Buffer) {
  const upload = { parentId: '0', name, bytes, hashes: 'after' as const }
  const check = await transfer.openUpload(person, upload)
  await transfer.putAll(person, check, bytes)
  return () => transfer.save(person, upload, check)
}

const ways = {
  'in one call': async (name: string, bytes: Buffer<ArrayBuffer>) => () => put(name, bytes),
  'by the plain sequence': received,
}

const used = () =>
  world.ctx.db.reader
    .selectFrom('space')
    .select(['used', 'reserved'])
    .where('person_id', '=', person.user.userId)
    .executeTakeFirstOrThrow()

describe.each(Object.entries(ways))('files that are sent at once %s', (_way, prepare) => {
  it('are all there', async () => {
    const contents = numbers(20).map(() => randomBytes(SIZE))
    const saves = await Promise.all(contents.map((bytes, n) => prepare(`${n}.bin`, bytes)))
    const saved = await Promise.all(saves.map((save) => save()))
    for (const [n, file] of saved.entries()) {
      expect(file).toMatchObject({ instanceName: `${n}.bin`, fileSize: SIZE, outcome: 'created' })
      const { instanceId } = file as SavedInstance
      expect((await person.download(instanceId)).equals(contents[n] as Buffer)).toBe(true)
    }
    expect(await used()).toEqual({ used: 20 * SIZE, reserved: 0 })
    expect(await person.call(queryOpenUploads, {})).toEqual([])
  })

  it('are recorded each by its own call', async () => {
    const saves = await Promise.all(numbers(8).map((n) => prepare(`${n}.bin`, randomBytes(SIZE))))
    const saved = await Promise.all(saves.map((save) => save()))
    const ids = saved.map((file) => (file as SavedInstance).instanceId)
    const changes = await world.ctx.db.reader
      .selectFrom('change')
      .select(['file_id as fileId', 'request_context as context'])
      .where('kind', '=', 'file.created')
      .where('file_id', 'in', ids)
      .execute()
    expect(new Set(changes.map(({ fileId }) => fileId))).toEqual(new Set(ids))
    const traces = changes.map(({ context }) => (context as unknown as { traceId: string }).traceId)
    expect(new Set(traces).size).toBe(8)
  })

  it('get names of their own where they have the same', async () => {
    const saves = await Promise.all(numbers(6).map(() => prepare('same.txt', randomBytes(SIZE))))
    await Promise.all(saves.map((save) => save()))
    expect(Object.keys(await person.tree()).sort()).toEqual([
      'same (1).txt',
      'same (2).txt',
      'same (3).txt',
      'same (4).txt',
      'same (5).txt',
      'same.txt',
    ])
    expect(await used()).toEqual({ used: 6 * SIZE, reserved: 0 })
  })

  it('may have the same content', async () => {
    const bytes = randomBytes(SIZE)
    const saves = await Promise.all(numbers(6).map((n) => prepare(`${n}.bin`, bytes)))
    const saved = await Promise.all(saves.map((save) => save()))
    for (const file of saved)
      expect((await person.download((file as SavedInstance).instanceId)).equals(bytes)).toBe(true)
    expect(await used()).toEqual({ used: 6 * SIZE, reserved: 0 })
  })

  it('replace nothing but a file of their name where it is there already', async () => {
    await person.call(createFolder, { instanceName: '3.bin' })
    const saves = await Promise.all(numbers(6).map((n) => prepare(`${n}.bin`, randomBytes(SIZE))))
    await Promise.all(saves.map((save) => save()))
    expect(await person.tree()).toMatchObject({ '3.bin': {}, '3 (1).bin': SIZE, '5.bin': SIZE })
  })
})

it('takes as many files at once as have room', async () => {
  await world.ctx.db.reader
    .updateTable('space')
    .set({ total: 3 * SIZE + 10 })
    .where('person_id', '=', person.user.userId)
    .execute()
  const answers = await Promise.all(numbers(6).map((n) => put(`${n}.bin`, randomBytes(SIZE))))
  expect(answers.filter((one) => one === 'quota_full')).toHaveLength(3)
  expect(await used()).toEqual({ used: 3 * SIZE, reserved: 0 })
})
