import type { Readable } from 'node:stream'
import { MINUTE } from '@clouddisk/contract/time'
import { createdAtOf } from '../../db/ids.ts'
import {
  type Digest,
  type DirectCalls,
  type DirectReads,
  type Encryptor,
  type IncomingStat,
  type ListedPart,
  type MultipartUpload,
  NoSuchObject,
  NoSuchUpload,
  type ObjectReader,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type ParallelGate,
  type PartList,
  type PartRef,
  type PutReceipt,
  type ReceivedBytes,
  type UploadPlan,
} from '../port.ts'

/**
 * What begins the ETags and uploadIds of what is encrypted. Rows keep it, so that what was encrypted is never taken from
 * where plain objects lie, whoever may write there.
 */
export const ENCRYPTED_ETAG_PREFIX = 'aes.'
const marked = (text: string | null): string => ENCRYPTED_ETAG_PREFIX + (text ?? '')
/** Whether a row, or an upload, is of something encrypted. */
export const isEncryptedEtag = (text: string | null | undefined): boolean =>
  text?.startsWith(ENCRYPTED_ETAG_PREFIX) ?? false
const bare = (text: string): string => text.slice(ENCRYPTED_ETAG_PREFIX.length)

/** What began so long after we did has begun with us, whatever clocks say. */
const SURE_MS = 5 * MINUTE

export interface MixedOptions {
  readonly plain: ObjectStore
  readonly encrypted: ObjectStore
  /** Whether what comes is encrypted; what lies in the other place is read all the same. */
  readonly isOn: boolean
}

/** One bucket of which some objects lie plain and others encrypted, each in a place of its own. */
export class MixedStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving: boolean
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined
  readonly #plain: ObjectStore
  readonly #encrypted: ObjectStore
  /** Where what comes goes, and the other place. */
  readonly #home: ObjectStore
  readonly #other: ObjectStore
  readonly #since = Date.now()

  constructor({ plain, encrypted, isOn }: MixedOptions) {
    this.bucket = plain.bucket
    this.provider = plain.provider
    // What comes may go on in the other place, where it was begun there.
    this.hashesWhileReceiving = plain.hashesWhileReceiving && encrypted.hashesWhileReceiving
    this.#plain = plain
    this.#encrypted = encrypted
    this.#home = isOn ? encrypted : plain
    this.#other = isOn ? plain : encrypted
    // What senders bring themselves we cannot encrypt, and what is encrypted readers cannot read.
    const { direct, reads } = plain
    if (!isOn) this.direct = direct
    if (reads)
      this.reads = {
        addressOf: async (object, given) =>
          isEncryptedEtag(object.etag) ? undefined : reads.addressOf(object, given),
      }
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#home.encryptedBy
  }

  /** The place where something was begun before it was decided otherwise; a new key's is the home. */
  async #placeOf(key: string): Promise<ObjectStore> {
    const isNew = !(createdAtOf(key).getTime() < this.#since + SURE_MS)
    return !isNew && (await this.#other.received(key)) !== undefined ? this.#other : this.#home
  }

  #placeAndId(uploadId: string): [ObjectStore, string] {
    return isEncryptedEtag(uploadId) ? [this.#encrypted, bare(uploadId)] : [this.#plain, uploadId]
  }

  /** The place of a row's object; of whatever is there where no row says. */
  #placeAndRef(object: ObjectRef): [ObjectStore, ObjectRef] {
    if (!isEncryptedEtag(object.etag)) return [this.#plain, object]
    return [this.#encrypted, { key: object.key, etag: bare(object.etag ?? '') || null }]
  }

  async begin(key: string, plan: UploadPlan): Promise<string> {
    const place = await this.#placeOf(key)
    const uploadId = await place.begin(key, plan)
    return place === this.#encrypted ? marked(uploadId) : uploadId
  }

  async putPart(
    upload: MultipartUpload,
    no: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    const [place, uploadId] = this.#placeAndId(upload.uploadId)
    return place.putPart({ ...upload, uploadId }, no, length, body, permit)
  }

  async putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    return (await this.#placeOf(key)).putObject(key, length, body, permit)
  }

  async listParts(upload: MultipartUpload, after?: number, max?: number): Promise<PartList> {
    const [place, uploadId] = this.#placeAndId(upload.uploadId)
    return place.listParts({ ...upload, uploadId }, after, max)
  }

  async complete(upload: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt> {
    const [place, uploadId] = this.#placeAndId(upload.uploadId)
    return place.complete({ ...upload, uploadId }, parts)
  }

  /** Of what lies in both, as a copy that is made in place does for a while, the one at home. */
  async seal(key: string): Promise<ObjectRef> {
    const place = (await this.#home.stat(key)) ? this.#home : this.#other
    const sealed = await place.seal(key)
    return place === this.#encrypted ? { key, etag: marked(sealed.etag) } : sealed
  }

  async abort(key: string, uploadId?: string): Promise<void> {
    if (uploadId !== undefined) {
      const [place, id] = this.#placeAndId(uploadId)
      const other = place === this.#plain ? this.#encrypted : this.#plain
      if ((await place.received(key)) === undefined && (await other.received(key)) !== undefined)
        throw new NoSuchUpload()
      return place.abort(key, id)
    }
    await Promise.all([this.#plain.abort(key), this.#encrypted.abort(key)])
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    return (await this.#home.received(key)) ?? (await this.#other.received(key))
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    return (await this.#home.stat(key)) ?? (await this.#other.stat(key))
  }

  digest(object: ObjectRef, want?: { md5?: boolean; fresh?: boolean }): Promise<Digest> {
    return this.#read(object, (place, ref) => place.digest(ref, want))
  }

  open(object: ObjectRef): Promise<ObjectReader> {
    return this.#read(object, (place, ref) => place.open(ref))
  }

  async #read<T>(object: ObjectRef, read: (place: ObjectStore, ref: ObjectRef) => Promise<T>): Promise<T> {
    const [place, ref] = this.#placeAndRef(object)
    try {
      return await read(place, ref)
    } catch (error) {
      if (object.etag !== null || !(error instanceof NoSuchObject)) throw error
      return read(this.#encrypted, ref)
    }
  }

  objects(): AsyncIterable<ObjectStat> {
    return merged(this.#plain.objects(), this.#encrypted.objects())
  }

  async *incoming(): AsyncIterable<IncomingStat> {
    yield* this.#plain.incoming()
    yield* this.#encrypted.incoming()
  }

  async remove(key: string): Promise<void> {
    await this.#plain.remove(key)
    await this.#encrypted.remove(key)
  }

  async setAside(key: string, at: Date): Promise<void> {
    await this.#plain.setAside(key, at)
    await this.#encrypted.setAside(key, at)
  }

  async *untracked(): AsyncIterable<ObjectStat> {
    yield* this.#plain.untracked()
    yield* this.#encrypted.untracked()
  }

  async deleteUntracked(before: Date): Promise<number> {
    const days = [await this.#plain.deleteUntracked(before), await this.#encrypted.deleteUntracked(before)]
    return Math.max(...days)
  }

  check(): Promise<void> {
    return this.#home.check()
  }

  async probeEncryption(): Promise<void> {
    await this.#home.probeEncryption?.()
  }

  async close(): Promise<void> {
    await this.#plain.close()
    await this.#encrypted.close()
  }
}

/** Two runs in order of key as one, a key that is in both once. */
async function* merged(
  one: AsyncIterable<ObjectStat>,
  two: AsyncIterable<ObjectStat>,
): AsyncIterable<ObjectStat> {
  const [a, b] = [one[Symbol.asyncIterator](), two[Symbol.asyncIterator]()]
  let [left, right] = [await a.next(), await b.next()]
  while (!left.done || !right.done) {
    const first = right.done || (!left.done && left.value.key <= right.value.key)
    const key: string = first ? left.value.key : right.value.key
    yield first ? left.value : right.value
    if (!left.done && left.value.key === key) left = await a.next()
    if (!right.done && right.value.key === key) right = await b.next()
  }
}
