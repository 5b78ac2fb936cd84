import type { Readable } from 'node:stream'
import {
  type Digest,
  type DirectCalls,
  type DirectReads,
  type Encryptor,
  type IncomingStat,
  type ListedPart,
  type MultipartUpload,
  ObjectError,
  type ObjectReader,
  type ObjectRef,
  type ObjectStat,
  type ObjectStore,
  type ParallelGate,
  type PartList,
  type PartRef,
  type PutReceipt,
  type ReceivedBytes,
  StoreUnavailable,
  type UploadPlan,
} from './port.ts'

export interface LazyOptions {
  readonly bucket: string
  readonly provider: string
  /** Whether what comes is encrypted by us; whether the store does is known once it is open. */
  readonly encrypts: boolean
  readonly readsAsItComes: boolean
  /** Whether what `open` gives takes bytes from senders itself, and gives them to readers. */
  readonly direct: boolean
  readonly reads: boolean
  open(): Promise<ObjectStore>
}

/**
 * A store that is opened by whoever needs it first. One that cannot be opened is away, for those who ask for it and for
 * nobody else. `leave` closes it once nobody uses it any more.
 */
export class LazyStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving: boolean
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined
  readonly #open: () => Promise<ObjectStore>
  readonly #encrypts: boolean
  #opened: Promise<ObjectStore> | undefined
  /** What is open. */
  #store: ObjectStore | undefined
  #uses = 0
  #leaving = false

  constructor({ bucket, provider, encrypts, readsAsItComes, direct, reads, open }: LazyOptions) {
    this.bucket = bucket
    this.provider = provider
    this.hashesWhileReceiving = readsAsItComes
    this.#encrypts = encrypts
    this.#open = open
    if (direct) this.direct = { sign: (call) => this.#use(async (store) => store.direct?.sign(call)) }
    if (reads)
      this.reads = {
        addressOf: (object, given) => this.#use(async (store) => store.reads?.addressOf(object, given)),
      }
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#encrypts ? 'clouddisk' : this.#store?.encryptedBy
  }

  async #enter(): Promise<ObjectStore> {
    this.#uses++
    try {
      this.#opened ??= this.#open()
      this.#store = await this.#opened
      return this.#store
    } catch (error) {
      this.#opened = undefined
      await this.#exit()
      throw error instanceof ObjectError ? error : new StoreUnavailable(error)
    }
  }

  async #exit(): Promise<void> {
    this.#uses--
    if (this.#leaving && this.#uses === 0) await this.close()
  }

  async #use<T>(work: (store: ObjectStore) => Promise<T>): Promise<T> {
    const store = await this.#enter()
    try {
      return await work(store)
    } finally {
      await this.#exit()
    }
  }

  async *#each<T>(list: (store: ObjectStore) => AsyncIterable<T>): AsyncGenerator<T> {
    const store = await this.#enter()
    try {
      yield* list(store)
    } finally {
      await this.#exit()
    }
  }

  begin(key: string, plan: UploadPlan): Promise<string> {
    return this.#use((store) => store.begin(key, plan))
  }
  putPart(
    upload: MultipartUpload,
    no: number,
    length: number,
    body: Readable,
    permit?: ParallelGate,
  ): Promise<ListedPart> {
    return this.#use((store) => store.putPart(upload, no, length, body, permit))
  }
  putObject(key: string, length: number, body: Readable, permit?: ParallelGate): Promise<PutReceipt> {
    return this.#use((store) => store.putObject(key, length, body, permit))
  }
  listParts(upload: MultipartUpload, after?: number, max?: number): Promise<PartList> {
    return this.#use((store) => store.listParts(upload, after, max))
  }
  complete(upload: MultipartUpload, parts: readonly PartRef[]): Promise<PutReceipt> {
    return this.#use((store) => store.complete(upload, parts))
  }
  seal(key: string): Promise<ObjectRef> {
    return this.#use((store) => store.seal(key))
  }
  abort(key: string, uploadId?: string): Promise<void> {
    return this.#use((store) => store.abort(key, uploadId))
  }
  received(key: string): Promise<ReceivedBytes | undefined> {
    return this.#use((store) => store.received(key))
  }
  stat(key: string): Promise<ObjectStat | undefined> {
    return this.#use((store) => store.stat(key))
  }
  digest(object: ObjectRef, want?: { md5?: boolean; fresh?: boolean }): Promise<Digest> {
    return this.#use((store) => store.digest(object, want))
  }

  /** In use until the reader is closed. */
  async open(object: ObjectRef): Promise<ObjectReader> {
    const store = await this.#enter()
    let reader: ObjectReader
    try {
      reader = await store.open(object)
    } catch (error) {
      await this.#exit()
      throw error
    }
    let closed: Promise<void> | undefined
    return {
      size: reader.size,
      read: (buffer, length, position) => reader.read(buffer, length, position),
      close: () => {
        closed ??= reader.close().finally(() => this.#exit())
        return closed
      },
    }
  }

  objects(): AsyncIterable<ObjectStat> {
    return this.#each((store) => store.objects())
  }
  incoming(): AsyncIterable<IncomingStat> {
    return this.#each((store) => store.incoming())
  }
  remove(key: string): Promise<void> {
    return this.#use((store) => store.remove(key))
  }
  setAside(key: string, at: Date): Promise<void> {
    return this.#use((store) => store.setAside(key, at))
  }
  untracked(): AsyncIterable<ObjectStat> {
    return this.#each((store) => store.untracked())
  }
  deleteUntracked(before: Date): Promise<number> {
    return this.#use((store) => store.deleteUntracked(before))
  }
  check(): Promise<void> {
    return this.#use((store) => store.check())
  }
  probeEncryption(): Promise<void> {
    return this.#use(async (store) => store.probeEncryption?.()).catch(() => undefined)
  }

  /** Closes it behind whoever is using it now. */
  async leave(): Promise<void> {
    this.#leaving = true
    if (this.#uses === 0) await this.close()
  }

  async close(): Promise<void> {
    const opened = this.#opened
    this.#opened = undefined
    const store = await opened?.catch(() => undefined)
    await store?.close()
  }
}
