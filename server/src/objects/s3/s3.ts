import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { isId } from '../../db/ids.ts'
import { ActiveWriters } from '../active-writers.ts'
import { KeyedMutex } from '../keyed-mutex.ts'
import { countReceived } from '../minor-gc.ts'
import {
  type Digest,
  type DirectCalls,
  type DirectReads,
  type Encryptor,
  type IncomingStat,
  InvalidPart,
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
  PartsMissing,
  type PutReceipt,
  partCountOf,
  partRangeOf,
  type ReceivedBytes,
  StoreClosing,
  StoreUnavailable,
  type UploadPlan,
} from '../port.ts'
import { receive, type TransferTimeouts } from '../receive.ts'
import { type ObjectHead, type OpenMultipart, type PartPage, S3Bucket } from './bucket.ts'
import type { S3Location } from './client.ts'
import { newDigest } from './digest.ts'
import { directCalls, directReads } from './direct.ts'
import type { OwnerMarker } from './marker.ts'
import { S3Reader } from './reader.ts'
import { forwardBody, type IncomingBody } from './sending.ts'
import { UntrackedObjects } from './untracked.ts'

export interface S3Options extends S3Location {
  /** Origin at which senders reach it; ours where it is not said. */
  readonly publicEndpoint?: string
  /** Whether senders talk to it themselves. */
  readonly uploads?: 'direct' | 'proxied'
  readonly downloads?: 'presigned' | 'proxied'
  readonly patience?: Partial<TransferTimeouts>
  /** Asked before anything is changed there; without one nobody is. */
  readonly marker?: OwnerMarker | undefined
}

const STALL_MS = MINUTE
/** Whoever closes it waits so long for a trial that is under way. */
const LEARNT_MS = 1000
const DIGESTS_KEPT = 10_000

/**
 * Objects in a bucket of an S3 store. What is under way lies there as the store itself keeps it: nothing is known here
 * that another process could not find out.
 */
export class S3Store implements ObjectStore {
  readonly bucket: string
  readonly provider = 's3'
  /** What senders bring there passes nobody here, and what passes us may do so in any order, by several servers. */
  readonly hashesWhileReceiving = false
  /** Whether a part's ETag is its MD5: not of what a key service encrypts. */
  readonly #tellsBytes: boolean
  readonly #bucket: S3Bucket
  readonly #marker: OwnerMarker | undefined
  readonly #strays: UntrackedObjects
  readonly #patience: TransferTimeouts
  /** What begins, seals or ends under one key takes turns, in parts or whole. */
  readonly #serial = new KeyedMutex()
  /** Of whole objects, by key; of parts, by key and number. */
  readonly #writers = new ActiveWriters<string>()
  /** Keys whose parts are being made one. */
  readonly #completing = new Set<string>()
  /** What was read of objects, by key and ETag, so that nobody reads them again. */
  readonly #digests = new LRUCache<string, Promise<Digest>>({ max: DIGESTS_KEPT })
  #encrypts = false
  /** The latest trial of that: nobody who writes or checks waits for it, as a store may answer and yet take nothing. */
  #learning: Promise<void> | undefined
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined

  constructor(options: S3Options) {
    const { patience, uploads, downloads, publicEndpoint = options.endpoint } = options
    this.bucket = options.bucket
    this.#tellsBytes = options.encryption?.cipher !== 'aws:kms'
    const { marker } = options
    this.#marker = marker
    this.#bucket = new S3Bucket(options, marker && (() => marker.mine()))
    this.#strays = new UntrackedObjects(this.#bucket)
    this.#patience = { stallMs: STALL_MS, totalMs: LIMITS.partTimeoutMs, ...patience }
    if (uploads === 'direct')
      this.direct = directCalls(options, { publicEndpoint, keeps: () => this.#bucket.keeps() })
    if (downloads === 'presigned') this.reads = directReads(options, publicEndpoint)
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#encrypts ? 'store' : undefined
  }

  /** Tried until it is known. Where it cannot be tried now, nobody is told that it is. */
  probeEncryption(): Promise<void> {
    this.#learning = this.#bucket.encrypts().then(
      (encrypts) => {
        this.#encrypts = encrypts
      },
      () => undefined,
    )
    return this.#learning
  }

  async begin(key: string, _plan: UploadPlan): Promise<string> {
    mustBeKey(key)
    void this.probeEncryption()
    return this.#serial.run(key, async () => {
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
    mustBeUpload(upload)
    const range = partRangeOf(upload, partNumber)
    if (!range) throw new InvalidPart(`The upload has parts 1 to ${partCountOf(upload)}.`)
    if (range.length !== length) throw new InvalidPart(`Part ${partNumber} has ${range.length} bytes.`)
    return this.#oneAt(`${upload.key}/${partNumber}`, async () => {
      if (await this.#isComplete(upload.key)) throw new NoSuchUpload()
      const landed = await this.#landed(upload, partNumber)
      return (cancel) => {
        const arriving = { length, body, patience: this.#patience, cancel, permit }
        // Nothing of it is read before it is complete: what cannot be compared may come again.
        const isKnown = landed !== undefined && this.#tellsBytes
        return isKnown ? mustBeThis(landed, arriving) : this.#sendPart(upload, partNumber, arriving)
      }
    })
  }

  /** One sender at a place: whoever comes meanwhile waits for it, then sees what it left. */
  async #oneAt<T>(place: string, begin: () => Promise<(cancel: AbortSignal) => Promise<T>>): Promise<T> {
    for (;;) {
      while (await this.#writers.outlast(place));
      const begun = await this.#serial.run(place, async () => {
        if (this.#writers.has(place)) return undefined
        const work = await begin()
        // Its turn ends here: it is known to be receiving, which may take long.
        return { done: this.#writers.run(place, work) }
      })
      if (begun) return begun.done
    }
  }

  /** Some stores take parts of what is complete, and have damaged it then. */
  async #isComplete(key: string): Promise<boolean> {
    if (this.#completing.has(key)) return true
    return !(await this.#bucket.keeps()) && (await this.#bucket.head(key)) !== undefined
  }

  async #landed(upload: MultipartUpload, partNumber: number): Promise<ListedPart | undefined> {
    const { parts } = await this.#bucket.parts(upload, partNumber - 1, 1)
    return parts.find((part) => part.partNumber === partNumber)
  }

  async #sendPart(upload: MultipartUpload, partNumber: number, arriving: IncomingBody): Promise<ListedPart> {
    const { length } = arriving
    const etag = await forwardBody(arriving, (body, cancel) =>
      this.#bucket.putPart(upload, partNumber, length, body, cancel),
    )
    return { partNumber, size: length, etag }
  }

  async putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    mustBeKey(key)
    return this.#oneAt(key, async () => {
      const stored = await this.#bucket.head(key)
      if (!stored && (await this.#openUpload(key))) throw new PartConflict()
      return (cancel) => {
        const arriving = { length, body, patience: this.#patience, cancel, permit }
        return stored ? this.#mustBeStored(key, stored, arriving) : this.#sendObject(key, arriving)
      }
    })
  }

  async #sendObject(key: string, arriving: IncomingBody): Promise<PutReceipt> {
    void this.probeEncryption()
    const { length } = arriving
    const seen = newDigest()
    const etag = await forwardBody({ ...arriving, look: seen.look }, (body, cancel) =>
      this.#bucket.put(key, length, body, cancel),
    )
    this.#digests.set(`${key}/${etag}`, Promise.resolve(seen.end()))
    return { etag, size: length }
  }

  /** PartConflict unless these bytes are what is stored. */
  async #mustBeStored(key: string, { size, etag }: ObjectHead, arriving: IncomingBody): Promise<PutReceipt> {
    if (size !== arriving.length) throw new PartConflict()
    const seen = newDigest()
    await lookThrough(arriving, seen.look)
    const { sha256 } = await this.digest({ key, etag })
    if (!sha256.equals(seen.end().sha256)) throw new PartConflict()
    return { etag, size }
  }

  async listParts(upload: MultipartUpload, after = 0, max: number = LIMITS.partListPage): Promise<PartList> {
    mustBeUpload(upload)
    const { parts, more } = await this.#bucket.parts(upload, after, max)
    return { parts, more }
  }

  async complete(upload: MultipartUpload, refs: readonly PartRef[]): Promise<PutReceipt> {
    mustBeUpload(upload)
    const { key } = upload
    return this.#serial.run(key, async () => {
      // The answer to an earlier call was lost, or another process made it; what is stored is never written over.
      const stored = await this.#bucket.head(key)
      if (stored && stored.size !== upload.size) throw new PartConflict()
      if (!stored) await this.#makeOne(upload, refs)
      const { size, etag } = stored ?? (await this.#bucket.head(key)) ?? missing()
      return { size, etag }
    })
  }

  async #makeOne(upload: MultipartUpload, refs: readonly PartRef[]): Promise<void> {
    try {
      mustBeAll(await this.#allParts(upload), refs, upload)
      await this.#completeAlone(upload, refs)
    } catch (error) {
      // Another server, which was asked as well, may have been quicker.
      const made = error instanceof NoSuchUpload ? await this.#bucket.head(upload.key) : undefined
      if (made?.size !== upload.size) throw error
    }
  }

  /** With nobody sending parts of it. */
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
    return this.#serial.run(key, async () => {
      if (!(await this.stat(key))) throw new NoSuchObject()
      await this.#discard(key)
      // Asked again: until now somebody else could still have completed another.
      const { etag } = (await this.#bucket.head(key)) ?? missing()
      return { key, etag }
    })
  }

  async abort(key: string, uploadId?: string): Promise<void> {
    await this.#serial.run(key, async () => {
      if (uploadId !== undefined) await this.#mustBeOpen(key, uploadId)
      await this.#discard(key)
    })
  }

  async #mustBeOpen(key: string, uploadId: string): Promise<void> {
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
    return this.#writers.stopWhere((place) => place.startsWith(`${key}/`))
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

  /** Undefined where it has ended meanwhile. */
  async #receivedOf(upload: OpenMultipart): Promise<ReceivedBytes | undefined> {
    try {
      const came = { size: 0, changedAt: upload.begunAt }
      for await (const { parts, changedAt } of this.#partPages(upload)) {
        for (const { size } of parts) came.size += size
        if (changedAt && changedAt > came.changedAt) came.changedAt = changedAt
      }
      return came
    } catch (error) {
      if (error instanceof NoSuchUpload) return undefined
      throw error
    }
  }

  async stat(key: string): Promise<ObjectStat | undefined> {
    mustBeKey(key)
    const head = await this.#bucket.head(key)
    return head && { key, size: head.size, changedAt: head.changedAt }
  }

  async digest(object: ObjectRef, want: { md5?: boolean; fresh?: boolean } = {}): Promise<Digest> {
    const head = await this.#headOf(object)
    const place = `${object.key}/${head.etag}`
    const known = want.fresh ? undefined : await this.#digests.get(place)
    if (known && (known.md5 || !want.md5)) return known
    const digest = this.#read(object.key, head, want)
    // Whoever asks again while it is read waits for the same reading.
    if (!want.fresh) {
      this.#digests.set(place, digest)
      digest.catch(() => {
        if (this.#digests.get(place) === digest) this.#digests.delete(place)
      })
    }
    return digest
  }

  async #read(key: string, { etag, size }: ObjectHead, want: { md5?: boolean }): Promise<Digest> {
    const seen = newDigest(want)
    const body = await this.#bucket.get(key, etag, 0)
    try {
      for await (const chunk of body) {
        countReceived(chunk.length)
        seen.look(chunk)
      }
    } catch (error) {
      throw new StoreUnavailable(error)
    }
    const digest = seen.end()
    if (digest.size !== size) throw new StoreUnavailable(new Error(`${key} ended early`))
    return digest
  }

  async open(object: ObjectRef): Promise<ObjectReader> {
    return new S3Reader(this.#bucket, object.key, await this.#headOf(object))
  }

  async #headOf({ key, etag }: ObjectRef): Promise<ObjectHead> {
    mustBeKey(key)
    const head = (await this.#bucket.head(key)) ?? missing()
    return etag === null || head.etag === etag ? head : missing()
  }

  async *objects(): AsyncIterable<ObjectStat> {
    for await (const { key, size, changedAt } of this.#bucket.objects())
      if (isKey(key)) yield { key, size, changedAt }
  }

  async *incoming(): AsyncIterable<IncomingStat> {
    const aside = await this.#strays.uploads()
    for await (const upload of this.#bucket.uploads()) {
      const { key, begunAt } = upload
      if (!isKey(key) || aside.has(key)) continue
      const received = await this.#receivedOf(upload)
      if (received) yield { key, allocated: received.size, changedAt: begunAt }
    }
  }

  async remove(key: string): Promise<void> {
    mustBeKey(key)
    await this.#bucket.remove(key)
  }

  async setAside(key: string, at: Date): Promise<void> {
    await this.#serial.run(key, async () => {
      await this.#stop(key)
      const stored = await this.#bucket.head(key)
      if (stored) await this.#strays.move(key, stored, at)
      if (await this.#openUpload(key)) await this.#strays.mark(key, at)
    })
  }

  untracked(): AsyncIterable<ObjectStat> {
    return this.#strays.list()
  }

  async deleteUntracked(before: Date): Promise<number> {
    await this.#bucket.forgetProbes(before)
    return this.#strays.forget(before, (key) => this.abort(key))
  }

  async check(): Promise<void> {
    await this.#bucket.check()
    await this.#marker?.look()
    void this.probeEncryption()
  }

  async close(): Promise<void> {
    await this.#writers.stopAll(new StoreClosing())
    // So that nothing that was tried is left there.
    await Promise.race([this.#learning, pause(LEARNT_MS, undefined, { ref: false })])
    this.#bucket.close()
    this.#marker?.close()
  }
}

const isKey = (key: string): boolean => isId(key) && key === key.toLowerCase()

/** A key that is no id of ours never becomes an object's name. */
function mustBeKey(key: string): void {
  if (!isKey(key)) throw new NoSuchObject()
}

function mustBeUpload({ key, uploadId }: MultipartUpload): void {
  if (!isKey(key) || uploadId === '') throw new NoSuchUpload()
}

function missing(): never {
  throw new NoSuchObject()
}

/** Takes a body and keeps nothing of it. */
const lookThrough = ({ body, length, patience, cancel }: IncomingBody, look: (chunk: Buffer) => void) =>
  receive(
    body,
    length,
    async (chunks) => {
      for (const chunk of chunks) look(chunk)
    },
    patience,
    cancel,
  )

/** A landed part never changes; the store's ETag of a part is its MD5. */
async function mustBeThis(landed: ListedPart, arriving: IncomingBody): Promise<ListedPart> {
  const seen = newDigest({ md5: true })
  await lookThrough(arriving, seen.look)
  if (seen.end().md5?.toString('hex') !== landed.etag) throw new PartConflict()
  return landed
}

function mustBeAll(
  landed: ReadonlyMap<number, ListedPart>,
  refs: readonly PartRef[],
  plan: UploadPlan,
): void {
  let last = 0
  for (const { partNumber, etag } of refs) {
    if (partNumber <= last) throw new InvalidPart('Parts must be listed once each, in order.')
    const part = landed.get(partNumber)
    if (part?.etag !== etag || part.size !== partRangeOf(plan, partNumber)?.length)
      throw new InvalidPart(`Part ${partNumber} is not what was received.`)
    last = partNumber
  }
  if (refs.length !== partCountOf(plan)) throw new PartsMissing()
}
