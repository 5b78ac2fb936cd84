import { Readable } from 'node:stream'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { isId } from '../../db/ids.ts'
import { type DiskOptions, openDiskStore } from '../disk.ts'
import {
  type Digest,
  type IncomingStat,
  InvalidPart,
  type ListedPart,
  type MultipartUpload,
  NoSuchObject,
  type ObjectReader,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type ParallelGate,
  PartConflict,
  type PartList,
  type PartRef,
  type PutReceipt,
  partCountOf,
  partRangeOf,
  type ReceivedBytes,
  type UploadPlan,
} from '../port.ts'
import { receive, type TransferTimeouts } from '../receive.ts'
import { newDigest } from '../s3/digest.ts'
import { encrypt, type PlainBody } from './encrypting.ts'
import type { KeyRing } from './key-ring.ts'
import { EncryptedReader } from './reader.ts'
import { plainSize, SEGMENT, Segments, storedSize } from './segments.ts'

export interface EncryptedOptions {
  /** Where the segments go; it waits for us as long as it takes, since the senders' patience is ours. */
  readonly inner: ObjectStore
  readonly ring: KeyRing
  /** Whether the store within reads plain bytes when it is asked for a digest. */
  readonly innerReads: boolean
  readonly patience?: Partial<TransferTimeouts>
}

/** Of stores within. */
const ENDLESS: TransferTimeouts = { stallMs: 2 ** 31 - 1, totalMs: 2 ** 31 - 1 }

/** On a disk; hashing decrypts beside the event loop. */
export async function encryptedDisk(
  { patience, ...disk }: Omit<DiskOptions, 'opening'>,
  ring: KeyRing,
): Promise<EncryptedStore> {
  const opening = (object: string, bytes: number) => ({ object, size: plainSize(bytes), keys: ring.keys })
  const inner = await openDiskStore({ ...disk, patience: ENDLESS, opening })
  return new EncryptedStore({ inner, ring, innerReads: true, ...(patience && { patience }) })
}

/** Over any other store. */
export const encryptedStore = (
  open: (patience: TransferTimeouts) => ObjectStore,
  ring: KeyRing,
): EncryptedStore => new EncryptedStore({ inner: open(ENDLESS), ring, innerReads: false })

const STALL_MS = MINUTE
const DIGESTS_KEPT = 10_000

/** Objects that are encrypted on their way into another store. Sizes and hashes are those of what came. */
export class EncryptedStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving: boolean
  readonly encryptedBy = 'clouddisk'
  readonly #inner: ObjectStore
  readonly #ring: KeyRing
  readonly #innerReads: boolean
  readonly #patience: TransferTimeouts
  /** What was read of objects, as they came or later, by key and ETag, so that nobody reads them again. */
  readonly #digests = new LRUCache<string, Promise<Digest>>({ max: DIGESTS_KEPT })

  constructor({ inner, ring, innerReads, patience }: EncryptedOptions) {
    this.bucket = inner.bucket
    this.provider = inner.provider
    this.#inner = inner
    this.#ring = ring
    this.#innerReads = innerReads
    this.hashesWhileReceiving = innerReads && inner.hashesWhileReceiving
    this.#patience = { stallMs: STALL_MS, totalMs: LIMITS.partTimeoutMs, ...patience }
  }

  async begin(key: string, plan: UploadPlan): Promise<string> {
    if (plan.size > plan.partSize && plan.partSize % SEGMENT !== 0)
      throw new InvalidPart(`Parts of encrypted objects are whole multiples of ${SEGMENT} bytes.`)
    return this.#inner.begin(key, storedPlan(plan))
  }

  async putPart(
    upload: MultipartUpload,
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    const range = partRangeOf(upload, partNumber)
    if (!range) throw new InvalidPart(`The upload has parts 1 to ${partCountOf(upload)}.`)
    if (range.length !== length) throw new InvalidPart(`Part ${partNumber} has ${range.length} bytes.`)
    const stored = { ...upload, ...storedPlan(upload) }
    const { etag } = await this.#send(
      { key: upload.key, size: upload.size, length, body, first: range.position / SEGMENT },
      (bytes) => this.#inner.putPart(stored, partNumber, storedSize(length), bytes, permit),
      async () => {
        const { parts } = await this.#inner.listParts(stored, partNumber - 1, 1)
        return parts[0]?.partNumber === partNumber
      },
    )
    return { partNumber, size: length, etag }
  }

  async putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    const seen = this.#innerReads ? undefined : newDigest()
    const { etag } = await this.#send(
      { key, size: length, length, body, first: 0, look: seen?.look },
      (bytes) => this.#inner.putObject(key, storedSize(length), bytes, permit),
      async () => (await this.#inner.stat(key)) !== undefined,
    )
    if (seen) this.#digests.set(`${key}/${etag}`, Promise.resolve(seen.end()))
    return { etag, size: length }
  }

  /**
   * By the newest content key. What is there already may have been written by an older one: it is equal where it is by any
   * that was in use since its upload began.
   */
  async #send<T>(
    plain: Plain,
    send: (bytes: Readable) => Promise<T>,
    isThere: () => Promise<boolean>,
  ): Promise<T> {
    mustBeKey(plain.key)
    const [newest, ...older] = await this.#ring.writers(plain.key)
    if (older.length === 0 || !(await isThere())) return encrypt(this.#bodyOf(plain, newest), send)
    const content = await this.#whole(plain)
    let fault: unknown
    for (const number of [newest, ...older]) {
      const again = { ...plain, look: undefined, body: Readable.from([content], { objectMode: false }) }
      try {
        return await encrypt(this.#bodyOf(again, number), send)
      } catch (error) {
        if (!(error instanceof PartConflict)) throw error
        fault = error
      }
    }
    throw fault
  }

  #bodyOf({ key, size, ...rest }: Plain, number: number): PlainBody {
    return { ...rest, number, segments: this.#segments(key, size), patience: this.#patience }
  }

  /** Never more than one part, or an object that comes whole. */
  async #whole({ body, length, look }: Plain): Promise<Buffer> {
    const content: Buffer[] = []
    await receive(body, length, async (chunks) => void content.push(...chunks), this.#patience)
    if (look) for (const chunk of content) look(chunk)
    return Buffer.concat(content)
  }

  #segments(object: string, size: number): Segments {
    return new Segments({ object, size, keys: this.#ring.keys })
  }

  async listParts(upload: MultipartUpload, after?: number, max?: number): Promise<PartList> {
    const { parts, more } = await this.#inner.listParts({ ...upload, ...storedPlan(upload) }, after, max)
    return { parts: parts.map((part) => ({ ...part, size: plainSize(part.size) })), more }
  }

  async complete(upload: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt> {
    const { etag, size } = await this.#inner.complete({ ...upload, ...storedPlan(upload) }, parts)
    return { etag, size: plainSize(size) }
  }

  seal(key: string): Promise<ObjectRef> {
    return this.#inner.seal(key)
  }

  abort(key: string, uploadId?: string): Promise<void> {
    return this.#inner.abort(key, uploadId)
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    const stored = await this.#inner.received(key)
    return stored && { ...stored, size: plainSize(stored.size) }
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    const found = await this.#inner.stat(key)
    return found && { ...found, size: plainSize(found.size) }
  }

  async digest(object: ObjectRef, want: { md5?: boolean; fresh?: boolean } = {}): Promise<Digest> {
    if (this.#innerReads) return this.#ring.withKeys(() => this.#inner.digest(object, want))
    const place = `${object.key}/${object.etag}`
    const known = want.fresh ? undefined : this.#digests.get(place)
    if (known && (!want.md5 || (await known).md5)) return known
    const digest = this.#read(object, want)
    // Whoever asks again while it is read waits for the same reading.
    if (!want.fresh && object.etag !== null) this.#remember(place, digest)
    return digest
  }

  #remember(place: string, digest: Promise<Digest>): void {
    this.#digests.set(place, digest)
    digest.catch(() => {
      if (this.#digests.get(place) === digest) this.#digests.delete(place)
    })
  }

  async #read(object: ObjectRef, want: { md5?: boolean }): Promise<Digest> {
    const seen = newDigest(want)
    const reader = await this.#reader(object)
    try {
      for await (const chunks of reader.all()) for (const chunk of chunks) seen.look(chunk)
    } finally {
      await reader.close()
    }
    return seen.end()
  }

  open(object: ObjectRef): Promise<ObjectReader> {
    return this.#reader(object)
  }

  async #reader(object: ObjectRef): Promise<EncryptedReader> {
    const inner = await this.#inner.open(object)
    return new EncryptedReader(inner, this.#segments(object.key, plainSize(inner.size)), this.#ring)
  }

  async *objects(): AsyncIterable<ObjectStat> {
    for await (const found of this.#inner.objects()) yield { ...found, size: plainSize(found.size) }
  }

  incoming(): AsyncIterable<IncomingStat> {
    return this.#inner.incoming()
  }

  async remove(key: string): Promise<void> {
    await this.#inner.remove(key)
  }

  setAside(key: string, at: Date): Promise<void> {
    return this.#inner.setAside(key, at)
  }

  untracked(): AsyncIterable<ObjectStat> {
    return this.#inner.untracked()
  }

  deleteUntracked(before: Date): Promise<number> {
    return this.#inner.deleteUntracked(before)
  }

  check(): Promise<void> {
    return this.#inner.check()
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}

/** A body on its way, with what is known of its object. */
interface Plain extends Pick<PlainBody, 'body' | 'length' | 'first' | 'look'> {
  readonly key: string
  /** Of the whole object. */
  readonly size: number
}

/** Parts stay where they are: each is a run of segments of its own. */
const storedPlan = ({ size, partSize }: UploadPlan): UploadPlan => ({
  size: storedSize(size),
  // An object of one part is no longer than that part, however it is filled.
  partSize: storedSize(partSize),
})

function mustBeKey(key: string): void {
  if (!isId(key) || key !== key.toLowerCase()) throw new NoSuchObject()
}
