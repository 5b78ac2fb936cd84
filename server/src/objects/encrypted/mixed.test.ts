// @module-tag long
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, collect, conformsToObjectStore, partOf } from '../../../test/object-store-conformance.ts'
import { newId } from '../../db/ids.ts'
import { Layout } from '../layout.ts'
import { openDisk } from '../open-stores.ts'
import { NoSuchObject, type ObjectRef, type ObjectStore } from '../port.ts'
import { KeyRing } from './key-ring.ts'

const key = { number: 1, since: new Date('2026-01-01'), secret: randomBytes(32) }

let folder: string
let store: ObjectStore
const reopen = async (isOn = true) => {
  await store?.close()
  store = await openDisk(folder, { ring: await KeyRing.open(async () => [key]), isOn })
  return store
}
const setUp = async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-mixed-'))
  await reopen()
}
const tearDown = async () => {
  await store.close()
  await rm(folder, { recursive: true })
}

conformsToObjectStore('a disk that is encrypted from now on', async () => {
  await setUp()
  return { store, readsAsItComes: true, reopen, drop: tearDown }
})

describe('a bucket of which some is encrypted', () => {
  beforeEach(setUp)
  afterEach(tearDown)
  const PLAN = { size: 200_000, partSize: 131_072 }
  const content = randomBytes(PLAN.size)
  const put = async (): Promise<ObjectRef> => {
    const id = newId()
    await store.putObject(id, content.length, bodyOf(content))
    return store.seal(id)
  }
  const read = async (object: ObjectRef): Promise<Buffer> => {
    const reader = await store.open(object)
    const buffer = Buffer.alloc(reader.size)
    await reader.read(buffer, buffer.length, 0)
    await reader.close()
    return buffer
  }

  it('reads plain and encrypted objects, and continues uploads in the store where they began', async () => {
    await reopen(false)
    const plain = await put()
    const begun = newId()
    const upload = { key: begun, uploadId: await store.begin(begun, PLAN), ...PLAN }
    const send = (n: number) => {
      const bytes = partOf(content, PLAN, n)
      return store.putPart(upload, n, bytes.length, bodyOf(bytes))
    }
    const first = await send(1)
    await reopen(true)
    expect(await store.begin(begun, PLAN)).toBe(upload.uploadId)
    await store.complete(upload, [first, await send(2)])
    const encrypted = await put()
    expect([plain.etag, (await store.seal(begun)).etag]).toEqual([null, null])
    expect(encrypted.etag).toMatch(/^aes\./)
    for (const isOn of [true, false]) {
      await reopen(isOn)
      for (const object of [plain, encrypted, await store.seal(begun)])
        expect((await read(object)).equals(content)).toBe(true)
      expect((await collect(store.objects())).map((each) => each.key)).toEqual(
        [plain.key, begun, encrypted.key].sort(),
      )
    }
  })

  it('takes no plain file for what was encrypted', async () => {
    const encrypted = await put()
    const [there, planted] = [new Layout(join(folder, 'encrypted')), new Layout(folder)]
    await mkdir(planted.folderOf(encrypted.key), { recursive: true })
    await copyFile(there.stored(encrypted.key), planted.stored(encrypted.key))
    await rm(there.stored(encrypted.key))
    await expect(store.open(encrypted)).rejects.toThrow(NoSuchObject)
    await expect(store.digest(encrypted, { fresh: true })).rejects.toThrow(NoSuchObject)
  })
})
