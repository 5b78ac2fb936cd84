import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import zlib from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../src/db/ids.ts'
import {
  InvalidPart,
  type ListedPart,
  type MultipartUpload,
  NoSuchObject,
  NoSuchUpload,
  type ObjectRef,
  type ObjectStore,
  PartConflict,
  PartsMissing,
  partCountOf,
  partRangeOf,
  type UploadPlan,
  WrongBodyLength,
} from '../src/objects/port.ts'

export interface StoreUnderTest {
  readonly store: ObjectStore
  /** What the store says of itself: save waits for a digest by that. */
  readonly readsAsItComes: boolean
  /** Lets go of the store and opens it anew, as the next process would. */
  reopen(): Promise<ObjectStore>
  drop(): Promise<void>
}

const KB = 1024
/** By so much a store's clock may differ from ours. */
const CLOCKS_MS = 60_000
/** Small enough to be quick, large enough for parts of several chunks and writes. */
const PART_SIZE = 1024 * KB

export const bodyOf = (bytes: Buffer, chunk = 64 * KB): Readable =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
    })(),
    { objectMode: false },
  )

/** A body that comes when it is told to; `awaited` once somebody reads it. */
export function lateBody(bytes: Buffer): { body: Readable; awaited: Promise<void>; come(): void } {
  const reading = Promise.withResolvers<void>()
  const body = new Readable({ read: () => reading.resolve() })
  return {
    body,
    awaited: reading.promise,
    come: () => {
      body.push(bytes)
      body.push(null)
    },
  }
}

/** A body that ends, or breaks, before its announced length. */
export const brokenBody = (bytes: Buffer): Readable =>
  Readable.from(
    (async function* () {
      yield bytes
      throw new Error('the line is cut')
    })(),
    { objectMode: false },
  )

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

/** Whatever is there under a key. */
export const stored = (key: string): ObjectRef => ({ key, etag: null })

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export function partOf(content: Buffer, plan: UploadPlan, partNumber: number): Buffer {
  const range = partRangeOf(plan, partNumber)
  if (!range) throw new Error(`no part ${partNumber}`)
  return content.subarray(range.position, range.position + range.length)
}

/** What every driver of the object store must do. @param partSize the smallest that it takes, in bytes. */
export function conformsToObjectStore(
  name: string,
  make: () => Promise<StoreUnderTest>,
  partSize = PART_SIZE,
): void {
  /** Two parts and something. */
  const PLAN = { size: 2 * partSize + 452 * KB, partSize }
  describe(`${name} as an object store`, () => {
    let under: StoreUnderTest
    let store: ObjectStore
    let key: string
    let content: Buffer
    beforeEach(async () => {
      under = await make()
      store = under.store
      key = newId()
      content = randomBytes(PLAN.size)
    })
    afterEach(() => under.drop())

    const upload = (uploadId: string): MultipartUpload => ({ key, uploadId, ...PLAN })
    const putPart = (uploadId: string, partNumber: number, bytes = partOf(content, PLAN, partNumber)) =>
      store.putPart(upload(uploadId), partNumber, bytes.length, bodyOf(bytes))

    async function putAll(uploadId: string): Promise<ListedPart[]> {
      const numbers = Array.from({ length: partCountOf(PLAN) }, (_, index) => index + 1)
      return Promise.all(numbers.map((partNumber) => putPart(uploadId, partNumber)))
    }

    async function readAll(): Promise<Buffer> {
      const reader = await store.open(stored(key))
      try {
        const bytes = Buffer.alloc(reader.size)
        expect(await reader.read(bytes, reader.size, 0)).toBe(reader.size)
        return bytes
      } finally {
        await reader.close()
      }
    }

    const storedKeys = async () => (await collect(store.objects())).map((object) => object.key)
    const incomingKeys = async () => (await collect(store.incoming())).map((object) => object.key)

    describe('in parts', () => {
      it('makes one object of parts that come in any order', async () => {
        const uploadId = await store.begin(key, PLAN)
        const begun = Date.now() - CLOCKS_MS
        const last = await putPart(uploadId, 3)
        const first = await putPart(uploadId, 1)
        const received = await store.received(key)
        expect(received?.size).toBe(first.size + last.size)
        expect(received?.changedAt.getTime()).toBeGreaterThan(begun)
        expect(received?.changedAt.getTime()).toBeLessThan(Date.now() + CLOCKS_MS)
        const middle = await putPart(uploadId, 2)
        const receipt = await store.complete(upload(uploadId), [first, middle, last])
        expect(receipt.size).toBe(PLAN.size)
        expect((await readAll()).equals(content)).toBe(true)
        expect(await store.digest(stored(key))).toMatchObject({
          size: PLAN.size,
          sha256: sha256(content),
          crc32: zlib.crc32(content),
        })
        expect(await store.stat(key)).toMatchObject({ key, size: PLAN.size })
        expect(await incomingKeys()).toEqual([])
        expect(await storedKeys()).toEqual([key])
      })

      it('shows nothing of an object that is not complete', async () => {
        const uploadId = await store.begin(key, PLAN)
        await putAll(uploadId)
        expect(await store.stat(key)).toBeUndefined()
        expect(await storedKeys()).toEqual([])
        expect(await incomingKeys()).toEqual([key])
        await expect(store.open(stored(key))).rejects.toThrow(NoSuchObject)
        await expect(store.digest(stored(key))).rejects.toThrow(NoSuchObject)
      })

      it('finds the open upload when it is begun again', async () => {
        const uploadId = await store.begin(key, PLAN)
        await putPart(uploadId, 2)
        expect(await store.begin(key, PLAN)).toBe(uploadId)
        expect((await store.listParts(upload(uploadId))).parts).toHaveLength(1)
      })

      it('lists parts in order, a page at a time', async () => {
        const uploadId = await store.begin(key, PLAN)
        const parts = await putAll(uploadId)
        expect(await store.listParts(upload(uploadId))).toEqual({ parts, more: false })
        expect(await store.listParts(upload(uploadId), 0, 2)).toEqual({
          parts: parts.slice(0, 2),
          more: true,
        })
        expect(await store.listParts(upload(uploadId), 2, 2)).toEqual({ parts: parts.slice(2), more: false })
      })

      it('goes on after the process was replaced', async () => {
        const uploadId = await store.begin(key, PLAN)
        const second = await putPart(uploadId, 2)
        store = await under.reopen()
        expect((await store.received(key))?.size).toBe(second.size)
        expect((await store.listParts(upload(uploadId))).parts).toEqual([second])
        const [first, third] = [await putPart(uploadId, 1), await putPart(uploadId, 3)]
        await store.complete(upload(uploadId), [first, second, third])
        store = await under.reopen()
        expect((await readAll()).equals(content)).toBe(true)
        expect((await store.digest(stored(key))).sha256).toEqual(sha256(content))
      })

      it('keeps a landed part: the same bytes are answered alike, others are refused', async () => {
        const uploadId = await store.begin(key, PLAN)
        const parts = await putAll(uploadId)
        expect(await putPart(uploadId, 2)).toEqual(parts[1])
        const other = Buffer.from(partOf(content, PLAN, 2))
        other.writeUInt8(other.readUInt8(other.length - 1) ^ 1, other.length - 1)
        await expect(putPart(uploadId, 2, other)).rejects.toThrow(PartConflict)
        await store.complete(upload(uploadId), parts)
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('takes the same part twice at once', async () => {
        const uploadId = await store.begin(key, PLAN)
        const [one, two] = await Promise.all([putPart(uploadId, 1), putPart(uploadId, 1)])
        expect(one).toEqual(two)
        const first = partOf(content, PLAN, 2)
        const outcomes = await Promise.allSettled([
          putPart(uploadId, 2, first),
          putPart(uploadId, 2, randomBytes(first.length)),
        ])
        expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      })

      it('keeps nothing of a part that was cut, and takes it anew', async () => {
        const uploadId = await store.begin(key, PLAN)
        const bytes = partOf(content, PLAN, 1)
        const half = bytes.subarray(0, bytes.length / 2)
        await expect(store.putPart(upload(uploadId), 1, bytes.length, brokenBody(half))).rejects.toThrow(
          WrongBodyLength,
        )
        await expect(store.putPart(upload(uploadId), 1, bytes.length, bodyOf(half))).rejects.toThrow(
          WrongBodyLength,
        )
        const long = Buffer.concat([bytes, Buffer.from('x')])
        await expect(store.putPart(upload(uploadId), 1, bytes.length, bodyOf(long))).rejects.toThrow(
          WrongBodyLength,
        )
        expect((await store.listParts(upload(uploadId))).parts).toEqual([])
        await store.complete(upload(uploadId), await putAll(uploadId))
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('refuses numbers and lengths that the plan does not have', async () => {
        const uploadId = await store.begin(key, PLAN)
        const bytes = partOf(content, PLAN, 1)
        for (const partNumber of [0, -1, 4, 1.5, Number.NaN]) {
          await expect(putPart(uploadId, partNumber, bytes)).rejects.toThrow(InvalidPart)
        }
        await expect(putPart(uploadId, 1, bytes.subarray(1))).rejects.toThrow(InvalidPart)
        await expect(putPart(uploadId, 3, bytes)).rejects.toThrow(InvalidPart)
      })

      it('refuses an upload that is not there', async () => {
        const uploadId = await store.begin(key, PLAN)
        await expect(putPart('ab'.repeat(16), 1)).rejects.toThrow(NoSuchUpload)
        await expect(store.listParts(upload(''))).rejects.toThrow(NoSuchUpload)
        await expect(store.complete(upload('x'), [])).rejects.toThrow(NoSuchUpload)
        await expect(store.abort(key, 'x')).rejects.toThrow(NoSuchUpload)
        expect((await store.listParts(upload(uploadId))).parts).toEqual([])
        key = newId()
        await expect(putPart(uploadId, 1)).rejects.toThrow(NoSuchUpload)
      })

      it('completes only with every part, each once, in order, as received', async () => {
        const uploadId = await store.begin(key, PLAN)
        const [first, second] = [await putPart(uploadId, 1), await putPart(uploadId, 2)]
        await expect(store.complete(upload(uploadId), [first, second])).rejects.toThrow(PartsMissing)
        const third = await putPart(uploadId, 3)
        const wrong = [
          [],
          [first, third],
          [second, first, third],
          [first, first, second, third],
          [first, second, { ...third, etag: first.etag }],
          [first, second, third, { partNumber: 4, etag: third.etag }],
        ]
        for (const parts of wrong) {
          await expect(store.complete(upload(uploadId), parts)).rejects.toThrow(/.+/)
          expect(await store.stat(key)).toBeUndefined()
        }
        await store.complete(upload(uploadId), [first, second, third])
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('answers completing again, and at the same time, alike', async () => {
        const uploadId = await store.begin(key, PLAN)
        const parts = await putAll(uploadId)
        const [one, two] = await Promise.all([
          store.complete(upload(uploadId), parts),
          store.complete(upload(uploadId), parts),
        ])
        expect(two).toEqual(one)
        expect(await store.complete(upload(uploadId), parts)).toEqual(one)
      })

      it('takes no part once it is complete', async () => {
        const uploadId = await store.begin(key, PLAN)
        const parts = await putAll(uploadId)
        await store.complete(upload(uploadId), parts)
        await expect(putPart(uploadId, 1, randomBytes(PLAN.partSize))).rejects.toThrow(NoSuchUpload)
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('throws an upload away, writers included', async () => {
        const uploadId = await store.begin(key, PLAN)
        await putPart(uploadId, 1)
        const sent = Promise.withResolvers<void>()
        const endless = Readable.from(
          (async function* () {
            yield randomBytes(1000)
            sent.resolve()
            await new Promise(() => undefined)
          })(),
          { objectMode: false },
        )
        const writing = store.putPart(upload(uploadId), 2, PLAN.partSize, endless)
        await sent.promise
        await Promise.all([expect(writing).rejects.toThrow(NoSuchUpload), store.abort(key, uploadId)])
        await store.abort(key)
        expect(await incomingKeys()).toEqual([])
        expect(await store.received(key)).toBeUndefined()
        await expect(putPart(uploadId, 1)).rejects.toThrow(NoSuchUpload)
      })

      it('holds an empty object', async () => {
        const plan = { size: 0, partSize: PLAN.partSize }
        const uploadId = await store.begin(key, plan)
        const empty = { key, uploadId, ...plan }
        const part = await store.putPart(empty, 1, 0, bodyOf(Buffer.alloc(0)))
        await store.complete(empty, [part])
        expect(await store.digest(stored(key))).toMatchObject({ size: 0, sha256: sha256(Buffer.alloc(0)) })
      })
    })

    describe('whole', () => {
      it.each([0, 1, 10 * KB, 1024 * KB, 1024 * KB + 1, 3000 * KB])('holds %d bytes', async (size) => {
        content = randomBytes(size)
        const receipt = await store.putObject(key, size, bodyOf(content))
        expect(receipt.size).toBe(size)
        expect((await readAll()).equals(content)).toBe(true)
        expect(await store.digest(stored(key))).toMatchObject({
          size,
          sha256: sha256(content),
          crc32: zlib.crc32(content),
        })
        store = await under.reopen()
        expect((await readAll()).equals(content)).toBe(true)
        expect(await store.digest(stored(key))).toMatchObject({
          size,
          sha256: sha256(content),
          crc32: zlib.crc32(content),
        })
      })

      it('keeps what is there: the same bytes are answered alike, others are refused', async () => {
        const receipt = await store.putObject(key, content.length, bodyOf(content))
        expect(await store.putObject(key, content.length, bodyOf(content))).toEqual(receipt)
        const others = [randomBytes(content.length), content.subarray(1), Buffer.alloc(0)]
        for (const other of others) {
          await expect(store.putObject(key, other.length, bodyOf(other))).rejects.toThrow(PartConflict)
        }
        expect((await readAll()).equals(content)).toBe(true)
      })

      it.each([10 * KB, 3000 * KB])('keeps nothing of %d bytes that were cut', async (size) => {
        const bytes = randomBytes(size)
        await expect(store.putObject(key, size + 1, bodyOf(bytes))).rejects.toThrow(WrongBodyLength)
        await expect(store.putObject(key, size - 1, bodyOf(bytes))).rejects.toThrow(WrongBodyLength)
        await expect(store.putObject(key, size + 1, brokenBody(bytes))).rejects.toThrow(WrongBodyLength)
        expect(await store.stat(key)).toBeUndefined()
        expect(await incomingKeys()).toEqual([])
        await store.putObject(key, size, bodyOf(bytes))
        expect(await storedKeys()).toEqual([key])
      })
    })

    describe('of two that come under one key', () => {
      it('takes none whole once it comes in parts', async () => {
        const uploadId = await store.begin(key, PLAN)
        const other = randomBytes(PLAN.size)
        const put = () => store.putObject(key, other.length, bodyOf(other))
        await expect(put()).rejects.toThrow(PartConflict)
        const parts = await putAll(uploadId)
        store = await under.reopen()
        await expect(put()).rejects.toThrow(PartConflict)
        await store.complete(upload(uploadId), parts)
        await expect(put()).rejects.toThrow(PartConflict)
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('takes none in parts once it comes whole, or is stored', async () => {
        const { body, awaited, come } = lateBody(content)
        const putting = store.putObject(key, content.length, body)
        await awaited
        await expect(store.begin(key, PLAN)).rejects.toThrow(PartConflict)
        come()
        await putting
        await expect(store.begin(key, PLAN)).rejects.toThrow(PartConflict)
        store = await under.reopen()
        await expect(store.begin(key, PLAN)).rejects.toThrow(PartConflict)
        expect(await incomingKeys()).toEqual([])
        expect((await readAll()).equals(content)).toBe(true)
      })

      it('lets only one kind begin, however close they are', async () => {
        const { body, come } = lateBody(content)
        const [begun, put] = await Promise.allSettled([
          store.begin(key, PLAN),
          (async () => {
            const putting = store.putObject(key, content.length, body)
            come()
            return putting
          })(),
        ])
        expect([begun.status, put.status].sort()).toEqual(['fulfilled', 'rejected'])
      })
    })

    describe('sealed', () => {
      it('stays as it is', async () => {
        const uploadId = await store.begin(key, PLAN)
        const parts = await putAll(uploadId)
        const receipt = await store.complete(upload(uploadId), parts)
        await store.seal(key)
        await store.seal(key)
        await expect(putPart(uploadId, 1)).rejects.toThrow(NoSuchUpload)
        await expect(store.begin(key, PLAN)).rejects.toThrow(PartConflict)
        const other = randomBytes(PLAN.size)
        await expect(store.putObject(key, other.length, bodyOf(other))).rejects.toThrow(PartConflict)
        expect(await store.complete(upload(uploadId), parts)).toEqual(receipt)
        await store.abort(key)
        expect(await incomingKeys()).toEqual([])
        expect((await readAll()).equals(content)).toBe(true)
        expect((await store.digest(stored(key), { fresh: true })).sha256).toEqual(sha256(content))
      })

      it('has nobody sending to it any more', async () => {
        await store.putObject(key, content.length, bodyOf(content))
        const { body, awaited } = lateBody(content)
        const putting = store.putObject(key, content.length, body)
        await Promise.all([
          expect(putting).rejects.toThrow(NoSuchUpload),
          awaited.then(() => store.seal(key)),
        ])
      })

      it('is nothing that is not complete, and nothing is lost by asking', async () => {
        await expect(store.seal(key)).rejects.toThrow(NoSuchObject)
        const uploadId = await store.begin(key, PLAN)
        const first = await putPart(uploadId, 1)
        await expect(store.seal(key)).rejects.toThrow(NoSuchObject)
        const others = [await putPart(uploadId, 2), await putPart(uploadId, 3)]
        await store.complete(upload(uploadId), [first, ...others])
        await store.seal(key)
        expect((await readAll()).equals(content)).toBe(true)
      })
    })

    it('asks once a body is there, and keeps nothing of what is refused then', async () => {
      const refusal = new Error('not any more')
      const refuse = () => Promise.reject(refusal)
      for (const size of [10 * KB, PLAN.size]) {
        await expect(store.putObject(key, size, bodyOf(content.subarray(0, size)), refuse)).rejects.toThrow(
          refusal,
        )
        expect(await incomingKeys()).toEqual([])
        expect(await store.stat(key)).toBeUndefined()
      }
      const uploadId = await store.begin(key, PLAN)
      const bytes = partOf(content, PLAN, 1)
      await expect(store.putPart(upload(uploadId), 1, bytes.length, bodyOf(bytes), refuse)).rejects.toThrow(
        refusal,
      )
      expect((await store.listParts(upload(uploadId))).parts).toEqual([])
    })

    it('reads any range, and less at the end', async () => {
      await store.putObject(key, content.length, bodyOf(content))
      const reader = await store.open(stored(key))
      const buffer = Buffer.alloc(100)
      expect(await reader.read(buffer, 100, 1_000_000)).toBe(100)
      expect(buffer).toEqual(content.subarray(1_000_000, 1_000_100))
      expect(await reader.read(buffer, 100, content.length - 7)).toBe(7)
      expect(buffer.subarray(0, 7)).toEqual(content.subarray(-7))
      expect(await reader.read(buffer, 100, content.length)).toBe(0)
      await reader.close()
    })

    it('computes MD5 when it is asked to', async () => {
      await store.putObject(key, content.length, bodyOf(content))
      const md5 = createHash('md5').update(content).digest()
      expect((await store.digest(stored(key), { md5: true })).md5).toEqual(md5)
    })

    it('lists what it holds in order of key, and forgets what is removed', async () => {
      const keys = [newId(), newId(), newId()]
      for (const each of [...keys].reverse()) await store.putObject(each, 5, bodyOf(randomBytes(5)))
      expect(await storedKeys()).toEqual(keys)
      const [first = '', ...others] = keys
      await store.remove(first)
      await store.remove(first)
      expect(await storedKeys()).toEqual(others)
      await expect(store.open(stored(first))).rejects.toThrow(NoSuchObject)
    })

    it('puts aside what nobody names, and removes it for good later', async () => {
      await store.putObject(key, content.length, bodyOf(content))
      const half = newId()
      await store.begin(half, PLAN)
      const day = new Date('2026-03-01T23:00:00Z')
      for (const each of [key, half, newId()]) await store.setAside(each, day)
      expect([await storedKeys(), await incomingKeys()]).toEqual([[], []])
      await expect(store.open(stored(key))).rejects.toThrow(NoSuchObject)
      const aside = async () => new Set((await collect(store.untracked())).map((object) => object.key))
      expect(await aside()).toEqual(new Set([key, half]))
      expect(await store.deleteUntracked(new Date('2026-03-01T23:59:59Z'))).toBe(0)
      expect(await aside()).toEqual(new Set([key, half]))
      expect(await store.deleteUntracked(new Date('2026-03-02T00:00:00Z'))).toBe(1)
      expect(await aside()).toEqual(new Set())
    })

    it('knows no key that is not an id', async () => {
      for (const wrong of ['', '..', '../../etc/passwd', 'a/b', `${newId()}/x`, newId().toUpperCase()]) {
        key = wrong
        await expect(store.open(stored(key))).rejects.toThrow(NoSuchObject)
        await expect(store.putObject(key, 1, bodyOf(Buffer.from('x')))).rejects.toThrow(NoSuchObject)
        await expect(store.begin(key, PLAN)).rejects.toThrow(NoSuchObject)
      }
      expect(await incomingKeys()).toEqual([])
    })

    it('says that it is there', () => store.check())

    it('says whether it reads what comes, the same as the next process', async () => {
      expect(store.hashesWhileReceiving).toBe(under.readsAsItComes)
      expect((await under.reopen()).hashesWhileReceiving).toBe(under.readsAsItComes)
    })
  })
}
