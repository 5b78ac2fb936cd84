import { Readable } from 'node:stream'
import { newDigest } from '../digest.ts'
import { DigestCache } from '../digest-cache.ts'
import { type DiskOptions, openDiskStore } from '../disk.ts'
import { freeBuffer } from '../free-buffer.ts'
import { requireKey } from '../layout.ts'
import { requirePart } from '../parts.ts'
import {
  type Digest,
  type DigestOptions,
  InvalidPart,
  type ListedPart,
  type MultipartUpload,
  type ObjectReader,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type ParallelGate,
  PartConflict,
  type PutReceipt,
  type UploadPlan,
} from '../port.ts'
import { DEFAULT_TIMEOUTS, receiveWhole, type TransferTimeouts } from '../receive.ts'
import { encrypt, type PlainBody } from './encrypting.ts'
import type { KeyRing } from './key-ring.ts'
import { EncryptedReader } from './reader.ts'
import { plainSize, SEGMENT, Segments, storedSize } from './segments.ts'

interface EncryptedOptions {
  /** The store of the encrypted segments. It must not have timeouts of its own. */
  readonly inner: ObjectStore
  readonly ring: KeyRing
  /** Whether digests of the inner store are those of the plain content. */
  readonly innerDecrypts: boolean
  readonly timeouts?: Partial<TransferTimeouts>
}

const NO_TIMEOUTS: TransferTimeouts = { stallMs: 2 ** 31 - 1, totalMs: 2 ** 31 - 1 }

/** An encrypted store on the disk, whose hash worker decrypts. */
export async function encryptedDisk(
  { timeouts, ...disk }: Omit<DiskOptions, 'segmentContext'>,
  ring: KeyRing,
): Promise<EncryptedStore> {
  const segmentContext = (object: string, bytes: number) => ({
    object,
    size: plainSize(bytes),
    keys: ring.keys,
  })
  const inner = await openDiskStore({ ...disk, timeouts: NO_TIMEOUTS, segmentContext })
  return new EncryptedStore({ inner, ring, innerDecrypts: true, ...(timeouts && { timeouts }) })
}

export const encryptedStore = (
  open: (timeouts: TransferTimeouts) => ObjectStore,
  ring: KeyRing,
): EncryptedStore => new EncryptedStore({ inner: open(NO_TIMEOUTS), ring, innerDecrypts: false })

/** Encrypts objects into another store. Sizes and hashes are those of the plain content. */
export class EncryptedStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving: boolean
  readonly encryptedBy = 'clouddisk'
  readonly #inner: ObjectStore
  readonly #ring: KeyRing
  readonly #innerDecrypts: boolean
  readonly #timeouts: TransferTimeouts
  /** By key and ETag. */
  readonly #digests = new DigestCache()

  constructor({ inner, ring, innerDecrypts, timeouts }: EncryptedOptions) {
    this.bucket = inner.bucket
    this.provider = inner.provider
    this.#inner = inner
    this.#ring = ring
    this.#innerDecrypts = innerDecrypts
    this.hashesWhileReceiving = innerDecrypts && inner.hashesWhileReceiving
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts }
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
    const { position } = requirePart(upload, partNumber, length)
    const stored = { ...upload, ...storedPlan(upload) }
    const { etag } = await this.#send(
      { key: upload.key, size: upload.size, length, body, firstSegment: position / SEGMENT },
      (bytes) => this.#inner.putPart(stored, partNumber, storedSize(length), bytes, permit),
      async () => {
        const { parts } = await this.#inner.listParts(stored, partNumber - 1, 1)
        return parts[0]?.partNumber === partNumber
      },
    )
    return { partNumber, size: length, etag }
  }

  async putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    const digest = this.#innerDecrypts ? undefined : newDigest()
    const { etag } = await this.#send(
      { key, size: length, length, body, firstSegment: 0, onChunk: digest?.add },
      (bytes) => this.#inner.putObject(key, storedSize(length), bytes, permit),
      async () => (await this.#inner.stat(key)) !== undefined,
    )
    if (digest) this.#digests.set(`${key}/${etag}`, Promise.resolve(digest.digest()))
    return { etag, size: length }
  }

  /**
   * Encrypts with the newest content key. Bytes that are stored already may be encrypted with an older one: they are equal if
   * encrypting with any key that was in use since the upload began yields the same bytes.
   */
  async #send<T>(
    plain: PlainUpload,
    send: (bytes: Readable) => Promise<T>,
    exists: () => Promise<boolean>,
  ): Promise<T> {
    requireKey(plain.key)
    const [newest, ...older] = await this.#ring.writeKeyNumbers(plain.key)
    if (older.length === 0 || !(await exists())) return encrypt(this.#bodyOf(plain, newest), send)
    const content = await this.#receiveAll(plain)
    let fault: unknown
    for (const keyNumber of [newest, ...older]) {
      const body = Readable.from([content], { objectMode: false })
      try {
        return await encrypt(this.#bodyOf({ ...plain, onChunk: undefined, body }, keyNumber), send)
      } catch (error) {
        if (!(error instanceof PartConflict)) throw error
        fault = error
      }
    }
    throw fault
  }

  #bodyOf({ key, size, ...rest }: PlainUpload, keyNumber: number): PlainBody {
    return { ...rest, keyNumber, segments: this.#segments(key, size), timeouts: this.#timeouts }
  }

  /** At most one part, or an object that is sent whole. */
  async #receiveAll({ body, length, onChunk }: PlainUpload): Promise<Buffer> {
    const content = await receiveWhole(body, length, this.#timeouts)
    onChunk?.(content)
    return content
  }

  #segments(object: string, size: number): Segments {
    return new Segments({ object, size, keys: this.#ring.keys })
  }

  readonly listParts: ObjectStore['listParts'] = async (upload, after, max) => {
    const { parts, more } = await this.#inner.listParts({ ...upload, ...storedPlan(upload) }, after, max)
    return { parts: parts.map(withPlainSize), more }
  }

  readonly complete: ObjectStore['complete'] = async (upload, parts) =>
    withPlainSize(await this.#inner.complete({ ...upload, ...storedPlan(upload) }, parts))

  readonly received: ObjectStore['received'] = async (key) => {
    const stored = await this.#inner.received(key)
    return stored && withPlainSize(stored)
  }

  readonly stat: ObjectStore['stat'] = async (key) => {
    const found = await this.#inner.stat(key)
    return found && withPlainSize(found)
  }

  async digest(object: ObjectRef, want: DigestOptions = {}): Promise<Digest> {
    if (this.#innerDecrypts) return this.#ring.withKeys(() => this.#inner.digest(object, want))
    const id = `${object.key}/${object.etag}`
    const pending = this.#digests.find(id, want)
    const known = pending && (await pending)
    if (known) return known
    const digest = this.#read(object, want)
    if (!want.fresh && object.etag !== null) this.#digests.set(id, digest)
    return digest
  }

  async #read(object: ObjectRef, want: DigestOptions): Promise<Digest> {
    const digest = newDigest(want)
    const reader = await this.#reader(object)
    try {
      for await (const chunks of reader.all())
        for (const chunk of chunks) {
          digest.add(chunk)
          freeBuffer(chunk)
        }
    } finally {
      await reader.close()
    }
    return digest.digest()
  }

  open(object: ObjectRef): Promise<ObjectReader> {
    return this.#reader(object)
  }

  async #reader(object: ObjectRef): Promise<EncryptedReader> {
    const inner = await this.#inner.open(object)
    return new EncryptedReader(inner, this.#segments(object.key, plainSize(inner.size)), this.#ring)
  }

  async *objects(): AsyncIterable<ObjectStat> {
    for await (const found of this.#inner.objects()) yield withPlainSize(found)
  }

  readonly seal: ObjectStore['seal'] = (key) => this.#inner.seal(key)
  readonly abort: ObjectStore['abort'] = (key, uploadId) => this.#inner.abort(key, uploadId)
  readonly incoming: ObjectStore['incoming'] = () => this.#inner.incoming()
  readonly remove: ObjectStore['remove'] = (key) => this.#inner.remove(key)
  readonly setAside: ObjectStore['setAside'] = (key, at) => this.#inner.setAside(key, at)
  readonly untracked: ObjectStore['untracked'] = () => this.#inner.untracked()
  readonly deleteUntracked: ObjectStore['deleteUntracked'] = (before) => this.#inner.deleteUntracked(before)
  readonly check: ObjectStore['check'] = () => this.#inner.check()
  readonly close: ObjectStore['close'] = () => this.#inner.close()
}

/** The plain bytes of an object or a part. */
interface PlainUpload extends Pick<PlainBody, 'body' | 'length' | 'firstSegment' | 'onChunk'> {
  readonly key: string
  /** Of the whole object. */
  readonly size: number
}

/** Part numbers stay the same, as each part consists of whole segments. */
const storedPlan = ({ size, partSize }: UploadPlan): UploadPlan => ({
  size: storedSize(size),
  partSize: storedSize(partSize),
})

const withPlainSize = <T extends { readonly size: number }>(stored: T): T => ({
  ...stored,
  size: plainSize(stored.size),
})
