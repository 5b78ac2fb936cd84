import { createHash, randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bodyOf, partOf, stored } from '../../../test/object-store-conformance.ts'
import { newId } from '../../db/ids.ts'
import { copyObject } from '../copy.ts'
import { openDiskStore } from '../disk.ts'
import { ObjectCorrupted, PartConflict } from '../port.ts'
import { EncryptedStore, encryptedDisk } from './encrypted.ts'
import { KeyRing, type RingKey } from './key-ring.ts'
import { SEGMENT, STORED_SEGMENT } from './segments.ts'

let folder: string
let keys: RingKey[]
let ring: KeyRing
let store: EncryptedStore

const newKey = (number: number, since: Date): RingKey => ({ number, since, secret: randomBytes(32) })
const reopen = async () => {
  await store?.close()
  ring = await KeyRing.open(async () => [...keys])
  store = await encryptedDisk({ folder, keepFree: 0 }, ring)
  return store
}
const setUp = async () => {
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-encrypted-'))
  keys = [newKey(1, new Date('2026-01-01'))]
  await reopen()
}
const tearDown = async () => {
  await store.close()
  await rm(folder, { recursive: true })
}

describe('what is encrypted', () => {
  beforeEach(setUp)
  afterEach(tearDown)
  /** Three segments and a bit, in parts of two. */
  const PLAN = { size: 3 * SEGMENT + 500, partSize: 2 * SEGMENT }
  const content = randomBytes(PLAN.size)

  const pathOf = async (key: string): Promise<string> => {
    const names = await readdir(join(folder, 'stored'), { recursive: true })
    return join(folder, 'stored', names.find((name) => name.endsWith(key)) ?? '')
  }
  const put = async (bytes = content, key = newId()): Promise<string> => {
    await store.putObject(key, bytes.length, bodyOf(bytes))
    return key
  }
  const read = async (key: string, length: number, position: number): Promise<Buffer> => {
    const reader = await store.open(stored(key))
    try {
      const buffer = Buffer.alloc(length)
      return buffer.subarray(0, await reader.read(buffer, length, position))
    } finally {
      await reader.close()
    }
  }
  const putPart = (key: string, uploadId: string, n: number) => {
    const bytes = partOf(content, PLAN, n)
    return store.putPart({ key, uploadId, ...PLAN }, n, bytes.length, bodyOf(bytes))
  }

  it('stores no plain bytes, and can be read at any position', async () => {
    const text = Buffer.from('a line that everybody would know again\n'.repeat(9000))
    const key = await put(text)
    const file = await readFile(await pathOf(key))
    expect(file.includes('everybody')).toBe(false)
    expect((await stat(await pathOf(key))).size).toBe(
      (await store.stat(key))?.size === text.length ? file.length : 0,
    )
    for (const [length, position] of [
      [10, SEGMENT - 5],
      [SEGMENT, 7],
      [1, text.length - 1],
      [3 * SEGMENT, 100],
      [text.length + 9, 0],
    ] as const)
      expect((await read(key, length, position)).equals(text.subarray(position, position + length))).toBe(
        true,
      )
  })

  it('is the same object under two keys only where it is read by both', async () => {
    const [one, two] = [await put(), await put()]
    const [first, second] = [await readFile(await pathOf(one)), await readFile(await pathOf(two))]
    expect(first.length).toBe(second.length)
    for (let at = 0; at < first.length; at += STORED_SEGMENT)
      expect(first.subarray(at + 4, at + 64).equals(second.subarray(at + 4, at + 64))).toBe(false)
  })

  const TAMPERED: Record<string, (path: string, other: string) => Promise<void>> = {
    'a bit is another': (path) =>
      change(path, (file) => file.writeUInt8(file.readUInt8(SEGMENT) ^ 4, SEGMENT)),
    'a tag is another': (path) =>
      change(path, (file) => file.writeUInt8(file.readUInt8(STORED_SEGMENT - 1) ^ 1, STORED_SEGMENT - 1)),
    'it names another format': (path) => change(path, (file) => file.writeUInt8(2, 0)),
    'it names a key that there is not': (path) => change(path, (file) => file.writeUInt8(9, 3)),
    'it names another key that there is': (path) => change(path, (file) => file.writeUInt8(1, 3)),
    'its end is cut off within a segment': (path) => truncate(path, 3 * STORED_SEGMENT + 100),
    'its end is cut off behind a segment': (path) => truncate(path, 3 * STORED_SEGMENT),
    'nothing is left': (path) => truncate(path, 0),
    'two segments are swapped': (path) =>
      change(path, (file) => {
        const first = Buffer.from(file.subarray(0, STORED_SEGMENT))
        file.copy(file, 0, STORED_SEGMENT, 2 * STORED_SEGMENT)
        first.copy(file, STORED_SEGMENT)
      }),
    'it is another object of the same size': (path, other) => copyFile(other, path),
    'one of its segments is another object’s': async (path, other) => {
      const lent = await readFile(other)
      await change(path, (file) => void lent.copy(file, 0, 0, STORED_SEGMENT))
    },
  }

  async function change(path: string, how: (file: Buffer) => void): Promise<void> {
    const content = await readFile(path)
    how(content)
    const file = await open(path, 'r+')
    await file.write(content, 0, content.length, 0)
    await file.close()
  }

  it.each(Object.keys(TAMPERED))('is not returned where %s', async (name) => {
    keys.push(newKey(2, new Date()))
    await reopen()
    const [key, other] = [await put(), await put(randomBytes(PLAN.size))]
    await TAMPERED[name]?.(await pathOf(key), await pathOf(other))
    await reopen()
    const { size } = (await store.stat(key)) ?? { size: 0 }
    await expect(store.digest(stored(key), { fresh: true })).rejects.toThrow(ObjectCorrupted)
    // Where its size tells already nothing is there to be read.
    if (size > 0) await expect(read(key, size, 0)).rejects.toThrow(ObjectCorrupted)
    expect((await store.digest(stored(other), { fresh: true })).size).toBe(PLAN.size)
  })

  it('proves that an empty object is empty', async () => {
    const key = await put(Buffer.alloc(0))
    await truncate(await pathOf(key), 0)
    await reopen()
    await expect(store.digest(stored(key))).rejects.toThrow(ObjectCorrupted)
  })

  it('goes on in an upload that began before a rotation, and knows its parts again', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    const first = await putPart(key, uploadId, 1)
    keys.push(newKey(2, new Date()))
    await ring.reload()
    expect(await putPart(key, uploadId, 1)).toEqual(first)
    const other = randomBytes(first.size)
    await expect(store.putPart({ key, uploadId, ...PLAN }, 1, other.length, bodyOf(other))).rejects.toThrow(
      PartConflict,
    )
    const second = await putPart(key, uploadId, 2)
    await store.complete({ key, uploadId, ...PLAN }, [first, second])
    const sha256 = createHash('sha256').update(content).digest()
    expect((await store.digest(stored(key))).sha256).toEqual(sha256)
    const whole = await put(content.subarray(0, 10))
    keys.push(newKey(3, new Date()))
    await ring.reload()
    await put(content.subarray(0, 10), whole)
    await expect(put(content.subarray(1, 11), whole)).rejects.toThrow(PartConflict)
    const numbers = (await readFile(await pathOf(key))).subarray(1, 4).toString('hex')
    expect(numbers).toBe('000001')
    expect((await readFile(await pathOf(await put()))).subarray(1, 4).toString('hex')).toBe('000003')
  })

  it('is read where another process made the key', async () => {
    keys.push(newKey(2, new Date()))
    const elsewhere = await encryptedDisk({ folder, keepFree: 0 }, await KeyRing.open(async () => [...keys]))
    const key = newId()
    await elsewhere.putObject(key, content.length, bodyOf(content))
    await elsewhere.close()
    expect((await readFile(await pathOf(key))).subarray(1, 4).toString('hex')).toBe('000002')
    expect((await read(key, PLAN.size, 0)).equals(content)).toBe(true)
    ring = await KeyRing.open(async () => keys.slice(0, 1))
    const without = await encryptedDisk({ folder, keepFree: 0 }, ring)
    await expect(without.digest(stored(key))).rejects.toThrow(ObjectCorrupted)
    await without.close()
  })

  it('has its first key made before it is first written', async () => {
    const made: RingKey[] = []
    const make = async () => void made.push(newKey(1, new Date()))
    ring = await KeyRing.open(async () => [...made], make)
    const fresh = await encryptedDisk({ folder, keepFree: 0 }, ring)
    expect(await fresh.stat(newId())).toBeUndefined()
    expect(made).toEqual([])
    for (const key of [newId(), newId()]) {
      await fresh.putObject(key, content.length, bodyOf(content))
      expect((await fresh.digest(stored(key))).size).toBe(content.length)
    }
    expect(made).toHaveLength(1)
    await fresh.close()
  })

  it('is read once for concurrent digests, if its store cannot decrypt', async () => {
    const inner = await openDiskStore({ folder, keepFree: 0 })
    let opened = 0
    const open = inner.open.bind(inner)
    inner.open = (object) => {
      opened++
      return open(object)
    }
    const over = new EncryptedStore({ inner, ring, innerDecrypts: false })
    const key = newId()
    const uploadId = await over.begin(key, PLAN)
    const parts = []
    for (const n of [1, 2]) {
      const bytes = partOf(content, PLAN, n)
      parts.push(await over.putPart({ key, uploadId, ...PLAN }, n, bytes.length, bodyOf(bytes)))
    }
    await over.complete({ key, uploadId, ...PLAN }, parts)
    const object = { key, etag: 'sealed' }
    const [one, two] = await Promise.all([over.digest(object), over.digest(object)])
    expect(await over.digest(object)).toEqual(one)
    expect(two).toEqual(one)
    expect(opened).toBe(1)
    await over.digest(object, { fresh: true })
    expect(opened).toBe(2)
    await over.close()
  })

  it('takes the place of a copy that cannot be made out', async () => {
    const key = await put()
    const path = await pathOf(key)
    await change(path, (file) => void file.fill(0, 100, 200))
    await reopen()
    const source = join(folder, 'source')
    const from = await openDiskStore({ folder: source, keepFree: 0 })
    await from.putObject(key, content.length, bodyOf(content))
    const sha256 = createHash('sha256').update(content).digest()
    await copyObject(from, store, { key, etag: null, size: PLAN.size, sha256 })
    expect((await read(key, PLAN.size, 0)).equals(content)).toBe(true)
    await from.close()
  })

  it('makes the same segment of the same bytes alone', async () => {
    const key = newId()
    const uploadId = await store.begin(key, PLAN)
    await putPart(key, uploadId, 1)
    const file = join(folder, 'incoming', key)
    const before = await readFile(file)
    await store.abort(key)
    const again = await store.begin(key, PLAN)
    const bytes = Buffer.from(partOf(content, PLAN, 1))
    bytes.writeUInt8(bytes.readUInt8(3) ^ 1, 3)
    await store.putPart({ key, uploadId: again, ...PLAN }, 1, bytes.length, bodyOf(bytes))
    const after = await readFile(file)
    const nonces = (of: Buffer, n: number) => of.subarray(n * STORED_SEGMENT + 4, n * STORED_SEGMENT + 16)
    expect(nonces(after, 0).equals(nonces(before, 0))).toBe(false)
    expect(nonces(after, 1).equals(nonces(before, 1))).toBe(true)
  })
})
