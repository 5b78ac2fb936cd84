import { MINUTE } from '@clouddisk/contract/time'
import { createdAtOf } from '../../db/ids.ts'
import {
  type DirectCalls,
  type DirectReads,
  type Encryptor,
  type IncomingStat,
  type MultipartUpload,
  NoSuchObject,
  NoSuchUpload,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type UploadPlan,
} from '../port.ts'

/**
 * Prefix of the ETags and uploadIds of encrypted objects. Rows store it, so that an encrypted object is never read from the
 * plain store, which others may be able to write to.
 */
export const ENCRYPTED_ETAG_PREFIX = 'aes.'
const withPrefix = (text: string | null): string => ENCRYPTED_ETAG_PREFIX + (text ?? '')
const withoutPrefix = (text: string): string => text.slice(ENCRYPTED_ETAG_PREFIX.length)
/** Whether an ETag or uploadId belongs to an encrypted object. */
export const isEncryptedEtag = (text: string | null | undefined): boolean =>
  text?.startsWith(ENCRYPTED_ETAG_PREFIX) ?? false

/** Clock skew to allow between servers. */
const MAX_CLOCK_SKEW_MS = 5 * MINUTE

interface MixedOptions {
  readonly plain: ObjectStore
  readonly encrypted: ObjectStore
  /** Whether new objects are encrypted; existing ones are read from either store. */
  readonly isOn: boolean
}

/** One bucket with plain and encrypted objects, each in a store of its own. */
export class MixedStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving: boolean
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined
  readonly #plain: ObjectStore
  readonly #encrypted: ObjectStore
  /** The store of new objects, and the other one. */
  readonly #current: ObjectStore
  readonly #other: ObjectStore
  readonly #createdAt = Date.now()

  constructor({ plain, encrypted, isOn }: MixedOptions) {
    this.bucket = plain.bucket
    this.provider = plain.provider
    // Uploads that were begun before encryption was switched continue in the other store.
    this.hashesWhileReceiving = plain.hashesWhileReceiving && encrypted.hashesWhileReceiving
    this.#plain = plain
    this.#encrypted = encrypted
    this.#current = isOn ? encrypted : plain
    this.#other = isOn ? plain : encrypted
    // Direct uploads cannot be encrypted, and direct downloads not decrypted.
    const { direct, reads } = plain
    if (!isOn) this.direct = direct
    if (reads)
      this.reads = {
        addressOf: async (object, response) =>
          isEncryptedEtag(object.etag) ? undefined : reads.addressOf(object, response),
      }
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#current.encryptedBy
  }

  /** The store of an upload: the other one if it has been begun there, which keys of this process cannot have been. */
  async #storeOf(key: string): Promise<ObjectStore> {
    const isNew = !(createdAtOf(key).getTime() < this.#createdAt + MAX_CLOCK_SKEW_MS)
    return !isNew && (await this.#other.received(key)) !== undefined ? this.#other : this.#current
  }

  #inStore(upload: MultipartUpload): [ObjectStore, MultipartUpload] {
    const { uploadId } = upload
    if (!isEncryptedEtag(uploadId)) return [this.#plain, upload]
    return [this.#encrypted, { ...upload, uploadId: withoutPrefix(uploadId) }]
  }

  async begin(key: string, plan: UploadPlan): Promise<string> {
    const store = await this.#storeOf(key)
    const uploadId = await store.begin(key, plan)
    return store === this.#encrypted ? withPrefix(uploadId) : uploadId
  }

  readonly putPart: ObjectStore['putPart'] = (upload, ...part) => {
    const [store, inner] = this.#inStore(upload)
    return store.putPart(inner, ...part)
  }

  readonly putObject: ObjectStore['putObject'] = async (key, ...object) =>
    (await this.#storeOf(key)).putObject(key, ...object)

  readonly listParts: ObjectStore['listParts'] = (upload, after, max) => {
    const [store, inner] = this.#inStore(upload)
    return store.listParts(inner, after, max)
  }

  readonly complete: ObjectStore['complete'] = (upload, parts) => {
    const [store, inner] = this.#inStore(upload)
    return store.complete(inner, parts)
  }

  /** While content is being encrypted in place, both stores have it; then the current one counts. */
  async seal(key: string): Promise<ObjectRef> {
    const store = (await this.#current.stat(key)) ? this.#current : this.#other
    const sealed = await store.seal(key)
    return store === this.#encrypted ? { key, etag: withPrefix(sealed.etag) } : sealed
  }

  async abort(key: string, uploadId?: string): Promise<void> {
    if (uploadId === undefined) {
      await Promise.all([this.#plain.abort(key), this.#encrypted.abort(key)])
      return
    }
    const isEncrypted = isEncryptedEtag(uploadId)
    const [store, other] = isEncrypted ? [this.#encrypted, this.#plain] : [this.#plain, this.#encrypted]
    if ((await store.received(key)) === undefined && (await other.received(key)) !== undefined)
      throw new NoSuchUpload()
    await store.abort(key, isEncrypted ? withoutPrefix(uploadId) : uploadId)
  }

  readonly received: ObjectStore['received'] = async (key) =>
    (await this.#current.received(key)) ?? (await this.#other.received(key))

  readonly stat: ObjectStore['stat'] = async (key) =>
    (await this.#current.stat(key)) ?? (await this.#other.stat(key))

  readonly digest: ObjectStore['digest'] = (object, want) =>
    this.#read(object, (store, ref) => store.digest(ref, want))

  readonly open: ObjectStore['open'] = (object) => this.#read(object, (store, ref) => store.open(ref))

  /** Without an ETag, both stores are tried. */
  async #read<T>(object: ObjectRef, read: (store: ObjectStore, ref: ObjectRef) => Promise<T>): Promise<T> {
    const { key, etag } = object
    if (etag !== null && isEncryptedEtag(etag))
      return read(this.#encrypted, { key, etag: withoutPrefix(etag) || null })
    try {
      return await read(this.#plain, object)
    } catch (error) {
      if (etag !== null || !(error instanceof NoSuchObject)) throw error
      return read(this.#encrypted, object)
    }
  }

  objects(): AsyncIterable<ObjectStat> {
    return mergeByKey(this.#plain.objects(), this.#encrypted.objects())
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
    return this.#current.check()
  }

  async probeEncryption(): Promise<void> {
    await this.#current.probeEncryption?.()
  }

  async close(): Promise<void> {
    await this.#plain.close()
    await this.#encrypted.close()
  }
}

/** Merges two lists in order of key; a key that is in both is returned once. */
async function* mergeByKey(
  one: AsyncIterable<ObjectStat>,
  two: AsyncIterable<ObjectStat>,
): AsyncIterable<ObjectStat> {
  const [a, b] = [one[Symbol.asyncIterator](), two[Symbol.asyncIterator]()]
  let [left, right] = [await a.next(), await b.next()]
  while (!left.done || !right.done) {
    const isLeft = right.done || (!left.done && left.value.key <= right.value.key)
    const key: string = isLeft ? left.value.key : right.value.key
    yield isLeft ? left.value : right.value
    if (!left.done && left.value.key === key) left = await a.next()
    if (!right.done && right.value.key === key) right = await b.next()
  }
}
