import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, pageInstances, queryInstanceDetail } from '@clouddisk/contract/files'
import { checkUploadAble, queryOpenUploads, queryUploadedFiles } from '@clouddisk/contract/uploads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { postFiles, type SmallFile, sendFiles, smallFilesBody } from '../../../../test/transfer.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let person: Person
beforeEach(async () => {
  world = await openWorld()
  person = await world.person('anna_1', { capacity: 1_000_000 })
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const some = (count: number, size = 1000): SmallFile[] =>
  Array.from({ length: count }, () => ({ bytes: randomBytes(size) }))

const spaceOf = async (who: Person) =>
  world.ctx.db.reader
    .selectFrom('space')
    .select(['used', 'reserved'])
    .where('person_id', '=', who.user.userId)
    .executeTakeFirstOrThrow()

const storedObjects = async () =>
  (
    await readdir(join(world.ctx.config.dataDir, 'objects', 'stored'), {
      recursive: true,
      withFileTypes: true,
    })
  ).filter((entry) => entry.isFile()).length

describe('many small files in one call', () => {
  it('take an empty field for one that is not given, and a number as text', async () => {
    const loose = { parentId: '', fName: '', lastModified: '1700000000000' } as unknown as Partial<SmallFile>
    const [one] = await sendFiles(person, [{ bytes: randomBytes(10), ...loose }])
    expect(one).toMatchObject({ errcode: 0, file: { instanceName: '0.bin' } })
  })

  it('are files with their bytes, each in its folder, and counted once', async () => {
    const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'in' })
    const files = some(30).map((file, n) => (n % 2 ? { ...file, parentId: instanceId } : file))
    files.push({ bytes: Buffer.alloc(0), instanceName: 'empty', lastModified: 1_700_000_000_000 })
    const list = await sendFiles(person, files)
    expect(list.map(({ errcode }) => errcode)).toEqual(files.map(() => 0))
    for (const [n, { file }] of list.entries()) {
      expect(file).toMatchObject({ outcome: 'created', instanceName: files[n]?.instanceName ?? `${n}.bin` })
      expect((await person.download(file?.instanceId ?? '')).equals(files[n]?.bytes ?? Buffer.of(1))).toBe(
        true,
      )
    }
    expect(await person.tree()).toMatchObject({ in: { '1.bin': 1000 }, '0.bin': 1000, empty: 0 })
    expect(await spaceOf(person)).toEqual({ used: 30_000, reserved: 0 })
    expect(await person.call(queryOpenUploads, {})).toEqual([])
    const [first] = list
    const shown = await person.call(queryInstanceDetail, { instanceId: first?.file?.instanceId ?? '' })
    expect(shown).toMatchObject({ instanceName: '0.bin', fileSize: 1000 })
  })

  it('are the same files when the same call comes again, and when it comes twice at once', async () => {
    const body = smallFilesBody(some(20))
    const [one, two] = await Promise.all([postFiles(person, body), postFiles(person, body)])
    const three = await postFiles(person, body)
    const ids = ({ data }: typeof one) => data.list.map(({ file }) => file?.instanceId)
    expect(ids(three).every(Boolean)).toBe(true)
    for (const answer of [one, two]) expect(ids(answer)).toEqual(ids(three))
    expect(await person.list()).toHaveLength(20)
    expect(await spaceOf(person)).toEqual({ used: 20_000, reserved: 0 })
    await expect.poll(storedObjects).toBe(20)
  })

  it('are told by their batch alone, to their sender only', async () => {
    const batchId = randomUUID()
    const [a, b] = some(2) as [SmallFile, SmallFile]
    expect(await person.call(queryUploadedFiles, { batchId })).toEqual({ list: [] })
    const [saved] = await sendFiles(
      person,
      [
        { ...a, no: 3 },
        { ...b, no: 5, instanceName: 'a/b' },
      ],
      { batchId },
    )
    const asked = await person.call(queryUploadedFiles, { batchId: batchId.toUpperCase() })
    expect(asked.list).toEqual([{ no: 3, isOpen: false, file: saved?.file }])
    const other = await world.person()
    expect(await other.call(queryUploadedFiles, { batchId })).toEqual({ list: [] })
  })

  it('are told again by some of the batch, and never refused as a whole once some are there', async () => {
    const files = some(4).map((file, no) => ({ ...file, no, instanceName: `${no}.bin` }))
    const [a, b, c, d] = files as [SmallFile, SmallFile, SmallFile, SmallFile]
    const batch = { batchId: randomUUID() }
    const first = await sendFiles(person, [a, c], batch)
    expect(await sendFiles(person, [c, b], batch)).toMatchObject([
      { errcode: 0, file: { instanceId: first[1]?.file?.instanceId } },
      { errcode: 0, file: { instanceName: '1.bin', outcome: 'created' } },
    ])
    await sendFiles(person, [{ bytes: randomBytes(240_000) }])
    await sendFiles(person, [{ bytes: randomBytes(250_000) }, { bytes: randomBytes(255_000) }])
    await sendFiles(person, [{ bytes: randomBytes(251_500) }])
    expect(await sendFiles(person, [c, d], batch)).toMatchObject([
      { errcode: 0, file: { instanceId: first[1]?.file?.instanceId } },
      { errcode: codeOf('quota_full') },
    ])
    expect(await postFiles(person, smallFilesBody([d], { batchId: randomUUID() }))).toMatchObject({
      errcode: codeOf('quota_full'),
    })
    expect(await postFiles(person, smallFilesBody([a, a]))).toMatchObject({ errcode: codeOf('bad_field') })
  })

  it('are refused of one space alone where those of another are there already', async () => {
    const { rootId } = await world.group(person)
    await person.call(checkUploadAble, { parentId: rootId, instanceName: 'all', fSize: 1024 ** 3 - 10 })
    const mine = { bytes: randomBytes(1000), instanceName: 'mine' }
    const ours = { bytes: randomBytes(1000), instanceName: 'ours', parentId: rootId }
    expect(await sendFiles(person, [mine, ours])).toMatchObject([
      { errcode: 0, file: { instanceName: 'mine' } },
      { errcode: codeOf('quota_full') },
    ])
    expect(await postFiles(person, smallFilesBody([ours, mine]))).toMatchObject({
      errcode: codeOf('quota_full'),
    })
    expect(await person.tree()).toEqual({ mine: 1000 })
  })

  it('are told of other bytes that came as the same batch', async () => {
    const batch = { batchId: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => postFiles(person, smallFilesBody(some(16), batch))))
    for (const { errcode } of answers) expect([0, codeOf('bad_field')]).toContain(errcode)
    const files = some(2)
    const again = { batchId: randomUUID() }
    const first = await sendFiles(person, files, again)
    const [changed] = some(1)
    expect(await postFiles(person, smallFilesBody(some(2), again))).toMatchObject({
      errcode: codeOf('bad_field'),
    })
    expect(await sendFiles(person, [changed, files[1]] as SmallFile[], again)).toMatchObject([
      { errcode: codeOf('bad_field') },
      { errcode: 0, file: { instanceId: first[1]?.file?.instanceId } },
    ])
  })

  it('are answered, and hold no space, where the store does not let go of what is refused', async () => {
    await sendFiles(person, [{ bytes: randomBytes(10), instanceName: 'taken.txt' }])
    const silent = Promise.withResolvers<void>()
    const abort = vi.spyOn(world.ctx.stores.home, 'abort').mockReturnValue(silent.promise)
    const refused = () => ({ bytes: randomBytes(50), instanceName: 'taken.txt', conflict: 'fail' }) as const
    const list = await sendFiles(person, [refused(), refused()])
    expect(list.map(({ errcode }) => errcode)).toEqual([codeOf('name_taken'), codeOf('name_taken')])
    expect(await spaceOf(person)).toEqual({ used: 10, reserved: 0 })
    abort.mockRestore()
    silent.resolve()
    await expect.poll(storedObjects).toBe(1)
  })

  it('are refused one by one, and what is refused leaves nothing', async () => {
    await sendFiles(person, [{ bytes: randomBytes(10), instanceName: 'taken.txt' }])
    const reader = await world.person('berta')
    const bytes = randomBytes(50)
    const list = await sendFiles(person, [
      { bytes, instanceName: 'good.txt' },
      { bytes: randomBytes(50), instanceName: 'a/b' },
      { bytes: randomBytes(50), sha256: 'f'.repeat(64) },
      { bytes: randomBytes(50), instanceName: 'TAKEN.txt', conflict: 'fail' },
      { bytes: randomBytes(50), instanceName: 'taken.txt', conflict: 'skip' },
      { bytes: randomBytes(50), instanceName: 'taken.txt', conflict: 'newVersion' },
      { bytes: randomBytes(50), instanceName: 'taken.txt' },
      { bytes: randomBytes(50), instanceName: 'good.txt' },
      { bytes: randomBytes(50), parentId: 'nowhere' },
      { bytes: randomBytes(50), parentId: reader.user.rootId ?? randomUUID() },
      { bytes: randomBytes(50), instanceName: 'nul\u0000.txt' },
      { bytes: randomBytes(50), instanceName: 'half \ud800.txt' },
      { bytes: randomBytes(50), parentId: 'no\u0000where \ud800' },
    ])
    expect(list.map(({ errcode, file }) => file?.outcome ?? errcode)).toEqual([
      'created',
      codeOf('bad_field'),
      codeOf('hash_mismatch'),
      codeOf('name_taken'),
      'skipped',
      'newVersion',
      'renamed',
      'renamed',
      codeOf('not_found'),
      codeOf('not_found'),
      codeOf('bad_field'),
      codeOf('bad_field'),
      codeOf('not_found'),
    ])
    expect(Object.keys(await person.tree()).sort()).toEqual([
      'good (1).txt',
      'good.txt',
      'taken (1).txt',
      'taken.txt',
    ])
    expect(await spaceOf(person)).toEqual({ used: 10 + 4 * 50, reserved: 0 })
    await expect.poll(storedObjects).toBe(5)
    expect(await person.call(queryOpenUploads, {})).toEqual([])
  })

  it('share content that is here already, their own and others’', async () => {
    const files = some(5)
    await sendFiles(await world.person('berta'), files)
    expect(await storedObjects()).toBe(5)
    const list = await sendFiles(person, [
      ...files,
      ...files.map((file, n) => ({ ...file, instanceName: `x${n}` })),
    ])
    expect(list.every(({ errcode }) => errcode === 0)).toBe(true)
    expect(await storedObjects()).toBe(5)
    expect(
      (await person.download(list[7]?.file?.instanceId ?? '')).equals(files[2]?.bytes ?? Buffer.of()),
    ).toBe(true)
    expect(await spaceOf(person)).toEqual({ used: 10_000, reserved: 0 })
  })

  it('are not taken at all where there is no room for them all', async () => {
    const answer = await postFiles(person, smallFilesBody(some(11, 100_000)))
    expect(answer).toMatchObject({ errcode: codeOf('quota_full') })
    expect(await person.list()).toEqual([])
    expect(await spaceOf(person)).toEqual({ used: 0, reserved: 0 })
    await expect.poll(storedObjects).toBe(0)
  })

  it('are told what is wrong with the call itself', async () => {
    const good = smallFilesBody(some(1))
    const asJson = new TextEncoder().encode(JSON.stringify({ batchId: randomUUID(), files: [] }))
    const bad: [Uint8Array<ArrayBuffer>, string?][] = [
      [asJson, 'application/json'],
      [Uint8Array.of(0, 0)],
      [Uint8Array.of(255, 255, 255, 255, 1)],
      [good.slice(0, -1)],
      [Uint8Array.of(...good, 1)],
      [Uint8Array.of(0, 0, 0, 1, 123)],
      [smallFilesBody([])],
      [smallFilesBody(some(1), { batchId: 'x' })],
      [smallFilesBody(some(101, 1))],
      [smallFilesBody(some(1, 256 * 1024 + 1))],
    ]
    for (const [body, type] of bad) {
      const { errcode } = await postFiles(person, body, type)
      expect(errcode, Buffer.from(body.subarray(0, 80)).toString()).toBeGreaterThanOrEqual(20001)
      expect(errcode).toBeLessThan(50000)
    }
    const other = { batchId: randomUUID() }
    await sendFiles(person, some(1), other)
    expect(await postFiles(person, smallFilesBody(some(1, 999), other))).toMatchObject({
      errcode: codeOf('bad_field'),
    })
    expect(await person.list()).toHaveLength(1)
  })

  it('come into what is shared with the share’s rights, and live in the list', async () => {
    const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'shared' })
    const other = await world.person('berta')
    const list = await sendFiles(
      other,
      some(1).map((file) => ({ ...file, parentId: instanceId })),
    )
    expect(list[0]?.errcode).toBeGreaterThan(0)
    expect((await person.call(pageInstances, { parentId: instanceId })).total).toBe(0)
  })
})
