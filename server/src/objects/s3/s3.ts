import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS } from '@clouddisk/contract/limits'
import { ActiveWriters } from '../active-writers.ts'
import type { Distribution } from '../clouds.ts'
import { newDigest } from '../digest.ts'
import { DigestCache } from '../digest-cache.ts'
import { freeBuffer } from '../free-buffer.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { isKey, requireKey } from '../layout.ts'
import { requireAllParts, requirePart } from '../parts.ts'
import {
  type Digest,
  type DigestOptions,
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
  PartConflict,
  type PartList,
  type PartRef,
  type PutReceipt,
  type ReceivedBytes,
  StoreClosing,
  StoreUnavailable,
  throwNoSuchObject,
  type UploadPlan,
} from '../port.ts'
import { DEFAULT_TIMEOUTS, receive, type TransferTimeouts } from '../receive.ts'
import { type ObjectHead, type OpenMultipart, type PartPage, S3Bucket } from './bucket.ts'
import type { S3Location } from './client.ts'
import { directCalls, directReads } from './direct.ts'
import { distributedReads } from './distribution.ts'
import { forwardBody, type IncomingBody } from './forward-body.ts'
import type { OwnerMarker } from './marker.ts'
import { S3Reader } from './reader.ts'
import { UntrackedObjects } from './untracked.ts'

interface S3Options extends S3Location {
  /** Origin for browsers; `endpoint` by default. */
  readonly publicEndpoint?: string
  readonly uploads?: 'direct' | 'proxied'
  readonly downloads?: 'presigned' | 'proxied'
  /** Hands out downloads instead of the store. */
  readonly distribution?: Distribution | undefined
  readonly acceleratedOrigin?: string | undefined
  readonly timeouts?: Partial<TransferTimeouts>
  /** Verifies the owner of the bucket before anything is changed in it; undefined: no check. */
  readonly marker?: OwnerMarker | undefined
}

/** `close` waits so long for a running probe. */
const PROBE_END_MS = 1000

/** Objects in an S3 bucket. All state is in the store, so that other servers see the same uploads. */
export class S3Store implements ObjectStore {
  readonly bucket: string
  readonly provider = 's3'
  /** Parts may be sent directly, through other servers and in any order. */
  readonly hashesWhileReceiving = false
  /** Whether the ETag of a part is its MD5, which it is not with KMS encryption. */
  readonly #etagsAreMd5: boolean
  readonly #bucket: S3Bucket
  readonly #marker: OwnerMarker | undefined
  readonly #untracked: UntrackedObjects
  readonly #timeouts: TransferTimeouts
  /** Serializes the begin, seal and end of uploads of one key. */
  readonly #mutex = new KeyedMutex()
  /** Of whole objects by key, of parts by `key/number`. */
  readonly #writers = new ActiveWriters<string>()
  /** Keys whose uploads are being completed. */
  readonly #completing = new Set<string>()
  /** By key and ETag. */
  readonly #digests = new DigestCache()
  #encrypts = false
  /** The latest probe of that. Nothing waits for it, as some stores respond but accept no objects. */
  #probing: Promise<void> | undefined
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined

  constructor(options: S3Options) {
    const { timeouts, uploads, downloads, publicEndpoint = options.endpoint } = options
    this.bucket = options.bucket
    this.#etagsAreMd5 = options.encryption?.cipher !== 'aws:kms'
    const { marker } = options
    this.#marker = marker
    this.#bucket = new S3Bucket(options, marker && (() => marker.requireOwn()))
    this.#untracked = new UntrackedObjects(this.#bucket)
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...timeouts }
    if (uploads === 'direct')
      this.direct = directCalls(options, {
        publicEndpoint,
        supportsConditionalPut: () => this.#bucket.supportsConditionalPut(),
      })
    const { distribution, acceleratedOrigin } = options
    if (downloads === 'presigned')
      this.reads = distribution
        ? distributedReads(distribution)
        : directReads(
            options,
            acceleratedOrigin
              ? { origin: acceleratedOrigin }
              : { origin: publicEndpoint, folder: options.bucket },
          )
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#encrypts ? 'store' : undefined
  }

  /** Repeated until its result is known; until then `encryptedBy` is undefined. */
  probeEncryption(): Promise<void> {
    this.#probing = this.#bucket.encrypts().then(
      (encrypts) => {
        this.#encrypts = encrypts
      },
      () => undefined,
    )
    return this.#probing
  }

  async begin(key: string, _plan: UploadPlan): Promise<string> {
    requireKey(key)
    void this.probeEncryption()
    return this.#mutex.run(key, async () => {
      const open = await this.#openUpload(key)
      if (open) return open.uploadId
      if (this.#writers.has(key) || (await this.#bucket.head(key))) throw new PartConflict()
      return this.#bucket.create(key)
    })
  }

  async putPart(
    upload: MultipartUpload,
    partNumber: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    requireUpload(upload)
    requirePart(upload, partNumber, length)
    return this.#writers.runAlone(`${upload.key}/${partNumber}`, this.#mutex, async () => {
      if (await this.#isComplete(upload.key)) throw new NoSuchUpload()
      const known = await this.#receivedPart(upload, partNumber)
      return (cancel) => {
        const incoming = { length, body, timeouts: this.#timeouts, cancel, permit }
        // A part that cannot be compared is stored again: it is not read before the upload is complete.
        return known && this.#etagsAreMd5
          ? requireSamePart(known, incoming)
          : this.#sendPart(upload, partNumber, incoming)
      }
    })
  }

  /** Some stores accept parts of a complete object, and corrupt it. */
  async #isComplete(key: string): Promise<boolean> {
    if (this.#completing.has(key)) return true
    return !(await this.#bucket.supportsConditionalPut()) && (await this.#bucket.head(key)) !== undefined
  }

  async #receivedPart(upload: MultipartUpload, partNumber: number): Promise<ListedPart | undefined> {
    const { parts } = await this.#bucket.parts(upload, partNumber - 1, 1)
    return parts.find((part) => part.partNumber === partNumber)
  }

  async #sendPart(upload: MultipartUpload, partNumber: number, incoming: IncomingBody): Promise<ListedPart> {
    const { length } = incoming
    const etag = await forwardBody(incoming, (body, cancel) =>
      this.#bucket.putPart(upload, partNumber, length, body, cancel),
    )
    return { partNumber, size: length, etag }
  }

  async putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    requireKey(key)
    return this.#writers.runAlone(key, this.#mutex, async () => {
      const stored = await this.#bucket.head(key)
      if (!stored && (await this.#openUpload(key))) throw new PartConflict()
      return (cancel) => {
        const incoming = { length, body, timeouts: this.#timeouts, cancel, permit }
        return stored ? this.#requireStored(key, stored, incoming) : this.#sendObject(key, incoming)
      }
    })
  }

  async #sendObject(key: string, incoming: IncomingBody): Promise<PutReceipt> {
    void this.probeEncryption()
    const { length } = incoming
    const digest = newDigest()
    const etag = await forwardBody({ ...incoming, onChunk: digest.add }, (body, cancel) =>
      this.#bucket.put(key, length, body, cancel),
    )
    this.#digests.set(`${key}/${etag}`, Promise.resolve(digest.digest()))
    return { etag, size: length }
  }

  /** Throws PartConflict unless these bytes are stored. */
  async #requireStored(key: string, { size, etag }: ObjectHead, incoming: IncomingBody): Promise<PutReceipt> {
    if (size !== incoming.length) throw new PartConflict()
    const sent = await digestOf(incoming)
    const { sha256 } = await this.digest({ key, etag })
    if (!sha256.equals(sent.sha256)) throw new PartConflict()
    return { etag, size }
  }

  async listParts(upload: MultipartUpload, after = 0, max: number = LIMITS.partListPage): Promise<PartList> {
    requireUpload(upload)
    const { parts, more } = await this.#bucket.parts(upload, after, max)
    return { parts, more }
  }

  async complete(upload: MultipartUpload, refs: readonly PartRef[]): Promise<PutReceipt> {
    requireUpload(upload)
    const { key } = upload
    return this.#mutex.run(key, async () => {
      // The response to an earlier call was lost, or another server completed it. A stored object is never overwritten.
      const stored = await this.#bucket.head(key)
      if (stored && stored.size !== upload.size) throw new PartConflict()
      if (!stored) await this.#completeParts(upload, refs)
      const { size, etag } = stored ?? (await this.#bucket.head(key)) ?? throwNoSuchObject()
      return { size, etag }
    })
  }

  async #completeParts(upload: MultipartUpload, refs: readonly PartRef[]): Promise<void> {
    try {
      requireAllParts(upload, await this.#allParts(upload), refs)
      await this.#completeAlone(upload, refs)
    } catch (error) {
      // Another server may have completed it meanwhile.
      const stored = error instanceof NoSuchUpload ? await this.#bucket.head(upload.key) : undefined
      if (stored?.size !== upload.size) throw error
    }
  }

  /** Stops writers of parts meanwhile. */
  async #completeAlone(upload: MultipartUpload, refs: readonly PartRef[]): Promise<void> {
    this.#completing.add(upload.key)
    try {
      await this.#stopParts(upload.key)
      await this.#bucket.complete(upload, refs)
    } finally {
      this.#completing.delete(upload.key)
    }
  }

  async #allParts(upload: Pick<OpenMultipart, 'key' | 'uploadId'>): Promise<Map<number, ListedPart>> {
    const all = new Map<number, ListedPart>()
    for await (const { parts } of this.#partPages(upload))
      for (const part of parts) all.set(part.partNumber, part)
    return all
  }

  async *#partPages(upload: Pick<OpenMultipart, 'key' | 'uploadId'>): AsyncIterable<PartPage> {
    for (let after = 0; ; ) {
      const page = await this.#bucket.parts(upload, after, LIMITS.partListPage)
      yield page
      const last = page.parts.at(-1)
      if (!page.more || !last) return
      after = last.partNumber
    }
  }

  async seal(key: string): Promise<ObjectRef> {
    return this.#mutex.run(key, async () => {
      if (!(await this.stat(key))) throw new NoSuchObject()
      await this.#discard(key)
      // Read after `#discard`: until then another upload could have been completed.
      const { etag } = (await this.#bucket.head(key)) ?? throwNoSuchObject()
      return { key, etag }
    })
  }

  async abort(key: string, uploadId?: string): Promise<void> {
    await this.#mutex.run(key, async () => {
      if (uploadId !== undefined) await this.#requireOpen(key, uploadId)
      await this.#discard(key)
    })
  }

  async #requireOpen(key: string, uploadId: string): Promise<void> {
    const open: string[] = []
    for await (const upload of this.#uploadsOf(key)) open.push(upload.uploadId)
    if (open.length > 0 && !open.includes(uploadId)) throw new NoSuchUpload()
  }

  async #discard(key: string): Promise<void> {
    await this.#stop(key)
    for await (const { uploadId } of this.#uploadsOf(key)) await this.#bucket.abort(key, uploadId)
  }

  async #stop(key: string): Promise<void> {
    await this.#writers.stop(key)
    await this.#stopParts(key)
  }

  #stopParts(key: string): Promise<void> {
    return this.#writers.stopWhere((target) => target.startsWith(`${key}/`))
  }

  async #openUpload(key: string): Promise<OpenMultipart | undefined> {
    for await (const upload of this.#uploadsOf(key)) return upload
    return undefined
  }

  async *#uploadsOf(key: string): AsyncIterable<OpenMultipart> {
    for await (const upload of this.#bucket.uploads(key)) if (upload.key === key) yield upload
  }

  async received(key: string): Promise<ReceivedBytes | undefined> {
    const open = await this.#openUpload(key)
    return (open && (await this.#receivedOf(open))) ?? (await this.stat(key))
  }

  /** Undefined if the upload has ended meanwhile. */
  async #receivedOf(upload: OpenMultipart): Promise<ReceivedBytes | undefined> {
    try {
      const received = { size: 0, changedAt: upload.begunAt }
      for await (const { parts, changedAt } of this.#partPages(upload)) {
        for (const { size } of parts) received.size += size
        if (changedAt && changedAt > received.changedAt) received.changedAt = changedAt
      }
      return received
    } catch (error) {
      if (error instanceof NoSuchUpload) return undefined
      throw error
    }
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    requireKey(key)
    const head = await this.#bucket.head(key)
    return head && { key, size: head.size, changedAt: head.changedAt }
  }

  async digest(object: ObjectRef, want: DigestOptions = {}): Promise<Digest> {
    const head = await this.#headOf(object)
    const id = `${object.key}/${head.etag}`
    const pending = this.#digests.find(id, want)
    const known = pending && (await pending)
    if (known) return known
    const digest = this.#read(object.key, head, want)
    if (!want.fresh) this.#digests.set(id, digest)
    return digest
  }

  async #read(key: string, { etag, size }: ObjectHead, want: DigestOptions): Promise<Digest> {
    const builder = newDigest(want)
    const body = await this.#bucket.get(key, etag, 0)
    try {
      for await (const chunk of body) {
        builder.add(chunk)
        freeBuffer(chunk)
      }
    } catch (error) {
      throw new StoreUnavailable(error)
    }
    const digest = builder.digest()
    if (digest.size !== size) throw new StoreUnavailable(new Error(`${key} ended early`))
    return digest
  }

  async open(object: ObjectRef): Promise<ObjectReader> {
    return new S3Reader(this.#bucket, object.key, await this.#headOf(object))
  }

  async #headOf({ key, etag }: ObjectRef): Promise<ObjectHead> {
    requireKey(key)
    const head = (await this.#bucket.head(key)) ?? throwNoSuchObject()
    return etag === null || head.etag === etag ? head : throwNoSuchObject()
  }

  async *objects(): AsyncIterable<ObjectStat> {
    for await (const { key, size, changedAt } of this.#bucket.objects())
      if (isKey(key)) yield { key, size, changedAt }
  }

  async *incoming(): AsyncIterable<IncomingStat> {
    const setAside = await this.#untracked.uploads()
    for await (const upload of this.#bucket.uploads()) {
      const { key, begunAt } = upload
      if (!isKey(key) || setAside.has(key)) continue
      const received = await this.#receivedOf(upload)
      if (received) yield { key, allocated: received.size, changedAt: begunAt }
    }
  }

  async remove(key: string): Promise<void> {
    requireKey(key)
    await this.#bucket.remove(key)
  }

  async setAside(key: string, at: Date): Promise<void> {
    await this.#mutex.run(key, async () => {
      await this.#stop(key)
      const stored = await this.#bucket.head(key)
      if (stored) await this.#untracked.move(key, stored, at)
      if (await this.#openUpload(key)) await this.#untracked.mark(key, at)
    })
  }

  untracked(): AsyncIterable<ObjectStat> {
    return this.#untracked.list()
  }

  async deleteUntracked(before: Date): Promise<number> {
    await this.#bucket.deleteProbes(before)
    return this.#untracked.deleteBefore(before, (key) => this.abort(key))
  }

  async check(): Promise<void> {
    await this.#bucket.check()
    await this.#marker?.recheck()
    void this.probeEncryption()
  }

  async close(): Promise<void> {
    await this.#writers.stopAll(new StoreClosing())
    // So that the probe's object is removed.
    await Promise.race([this.#probing, pause(PROBE_END_MS, undefined, { ref: false })])
    this.#bucket.close()
    this.#marker?.close()
  }
}

function requireUpload({ key, uploadId }: MultipartUpload): void {
  if (!isKey(key) || uploadId === '') throw new NoSuchUpload()
}

/** Receives a body only to hash it. */
async function digestOf(
  { body, length, timeouts, cancel }: IncomingBody,
  want: DigestOptions = {},
): Promise<Digest> {
  const digest = newDigest(want)
  const sink = async (chunks: Buffer[]) => chunks.forEach(digest.add)
  await receive(body, length, sink, { ...timeouts, cancel })
  return digest.digest()
}

/** Throws PartConflict unless the bytes are those of the received part. */
async function requireSamePart(part: ListedPart, incoming: IncomingBody): Promise<ListedPart> {
  const { md5 } = await digestOf(incoming, { md5: true })
  if (md5?.toString('hex') !== part.etag) throw new PartConflict()
  return part
}
