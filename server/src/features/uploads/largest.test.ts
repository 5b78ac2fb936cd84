import { randomBytes } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '@clouddisk/contract/limits'
import * as contract from '@clouddisk/contract/uploads'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { FreeSpace } from '../../objects/disk-io.ts'

/** A file as large as there may be, of which three parts come: they lie where they belong, and nothing else takes room. */

const MiB = 1024 ** 2
const SIZE = LIMITS.fileBytesMax
const PART = 10 * MiB
const COUNT = SIZE / PART
/** The parts in which the offsets 2^31 and 2^32 lie, and the last one. */
const PARTS = [205, 410, COUNT]

let world: World
let person: Person
beforeAll(async () => {
  // A disk that has room for all of it.
  vi.spyOn(FreeSpace.prototype, 'require').mockResolvedValue()
  world = await openWorld()
  person = await world.person(undefined, { capacity: null })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await world.close()
})

const check = (fSize: number) =>
  person.call(contract.checkUploadAble, { instanceName: 'largest.bin', parentId: '0', fSize })

it('80 GB are taken and a byte more is not', async () => {
  const opened = await check(SIZE)
  expect(opened).toMatchObject({ uploadflag: '3', partSize: PART })
  await transfer.discard(person, opened)
  expect(await check(SIZE + 1)).toMatchObject({ uploadflag: '4', errcode: 40915, objectKey: '' })
  expect(await person.call(queryCapacityDetail, {})).toMatchObject({ usedSize: 0, reservedSize: 0 })
})

it('parts of it land at their offsets, are listed, and are gone with it', async () => {
  const opened = await check(SIZE)
  expect((await person.call(queryCapacityDetail, {})).reservedSize).toBe(SIZE)
  const uploadId = await transfer.initiate(person, opened)
  const put = (part: number, body: Uint8Array) =>
    transfer.objectCall(person, opened, {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `?partNumber=${part}&uploadId=${uploadId}`,
      body,
    })
  const bytes = randomBytes(PART)
  const etags = new Map<number, string>()
  for (const part of PARTS) {
    const answer = await transfer.expectOk(put(part, bytes))
    etags.set(part, answer.headers.get('etag') ?? '')
  }
  expect(await transfer.listParts(person, opened, uploadId)).toEqual(
    PARTS.map((partNumber) => ({ partNumber, size: PART, etag: etags.get(partNumber) })),
  )
  expect((await put(COUNT + 1, bytes)).status).toBe(400)
  expect((await put(COUNT - 1, bytes.subarray(1))).status).toBe(400)
  const tooFew = await transfer.complete(person, opened, uploadId, listOf(etags))
  expect([tooFew.status, await tooFew.text()]).toEqual([400, expect.stringContaining('InvalidPart')])

  const folder = join(world.ctx.config.dataDir, 'objects', 'incoming')
  const path = join(folder, opened.objectKey)
  const { size, blocks } = await stat(path)
  expect(size).toBe(SIZE)
  expect(blocks * 512).toBeLessThan((PARTS.length + 1) * PART)
  const file = await open(path)
  for (const part of PARTS) {
    const { buffer } = await file.read({ buffer: Buffer.alloc(PART), position: (part - 1) * PART })
    expect(buffer.equals(bytes), `part ${part}`).toBe(true)
  }
  await file.close()

  await transfer.discard(person, opened)
  expect(await readdir(folder)).toEqual([])
  expect(await person.call(queryCapacityDetail, {})).toMatchObject({ usedSize: 0, reservedSize: 0 })
  expect(await world.doctor()).toEqual([])
})

/** All 8,192, of which only those that have come are right. */
const listOf = (etags: ReadonlyMap<number, string>): string[] =>
  Array.from({ length: COUNT }, (_, n) => etags.get(n + 1) ?? etags.get(COUNT) ?? '')
