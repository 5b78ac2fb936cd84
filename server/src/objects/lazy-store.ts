import {
  type DirectCalls,
  type DirectReads,
  type Encryptor,
  ObjectError,
  type ObjectReader,
  type ObjectRef,
  type ObjectStore,
  StoreUnavailable,
} from './port.ts'

interface LazyOptions {
  readonly bucket: string
  readonly provider: string
  /** Whether this server encrypts new content; whether the store does is known once it is open. */
  readonly encrypts: boolean
  /** Whether the opened store accepts direct uploads and downloads. */
  readonly direct: boolean
  readonly reads: boolean
  open(): Promise<ObjectStore>
}

/** A store that is opened by its first use. If that fails, the call throws StoreUnavailable and the next one tries again. */
export class LazyStore implements ObjectStore {
  readonly bucket: string
  readonly provider: string
  readonly hashesWhileReceiving = false
  readonly direct: DirectCalls | undefined
  readonly reads: DirectReads | undefined
  readonly #open: () => Promise<ObjectStore>
  readonly #encrypts: boolean
  #opening: Promise<ObjectStore> | undefined
  #opened: ObjectStore | undefined
  #uses = 0
  #isRetired = false

  constructor({ bucket, provider, encrypts, direct, reads, open }: LazyOptions) {
    this.bucket = bucket
    this.provider = provider
    this.#encrypts = encrypts
    this.#open = open
    if (direct) this.direct = { sign: (call) => this.#use(async (store) => store.direct?.sign(call)) }
    if (reads)
      this.reads = {
        addressOf: (...call) => this.#use(async (store) => store.reads?.addressOf(...call)),
      }
  }

  get encryptedBy(): Encryptor | undefined {
    return this.#encrypts ? 'clouddisk' : this.#opened?.encryptedBy
  }

  async #acquire(): Promise<ObjectStore> {
    this.#uses++
    try {
      this.#opening ??= this.#open()
      this.#opened = await this.#opening
      return this.#opened
    } catch (error) {
      this.#opening = undefined
      await this.#release()
      throw error instanceof ObjectError ? error : new StoreUnavailable(error)
    }
  }

  async #release(): Promise<void> {
    this.#uses--
    if (this.#isRetired && this.#uses === 0) await this.close()
  }

  async #use<T>(work: (store: ObjectStore) => Promise<T>): Promise<T> {
    const store = await this.#acquire()
    try {
      return await work(store)
    } finally {
      await this.#release()
    }
  }

  async *#list<T>(list: (store: ObjectStore) => AsyncIterable<T>): AsyncGenerator<T> {
    const store = await this.#acquire()
    try {
      yield* list(store)
    } finally {
      await this.#release()
    }
  }

  readonly begin: ObjectStore['begin'] = (...call) => this.#use((store) => store.begin(...call))
  readonly putPart: ObjectStore['putPart'] = (...call) => this.#use((store) => store.putPart(...call))
  readonly putObject: ObjectStore['putObject'] = (...call) => this.#use((store) => store.putObject(...call))
  readonly listParts: ObjectStore['listParts'] = (...call) => this.#use((store) => store.listParts(...call))
  readonly complete: ObjectStore['complete'] = (...call) => this.#use((store) => store.complete(...call))
  readonly seal: ObjectStore['seal'] = (key) => this.#use((store) => store.seal(key))
  readonly abort: ObjectStore['abort'] = (...call) => this.#use((store) => store.abort(...call))
  readonly received: ObjectStore['received'] = (key) => this.#use((store) => store.received(key))
  readonly stat: ObjectStore['stat'] = (key) => this.#use((store) => store.stat(key))
  readonly digest: ObjectStore['digest'] = (...call) => this.#use((store) => store.digest(...call))
  readonly objects: ObjectStore['objects'] = () => this.#list((store) => store.objects())
  readonly incoming: ObjectStore['incoming'] = () => this.#list((store) => store.incoming())
  readonly remove: ObjectStore['remove'] = (key) => this.#use((store) => store.remove(key))
  readonly setAside: ObjectStore['setAside'] = (...call) => this.#use((store) => store.setAside(...call))
  readonly untracked: ObjectStore['untracked'] = () => this.#list((store) => store.untracked())
  readonly deleteUntracked: ObjectStore['deleteUntracked'] = (before) =>
    this.#use((store) => store.deleteUntracked(before))
  readonly check: ObjectStore['check'] = () => this.#use((store) => store.check())

  /** The store is in use until the reader is closed. */
  async open(object: ObjectRef): Promise<ObjectReader> {
    const store = await this.#acquire()
    let reader: ObjectReader
    try {
      reader = await store.open(object)
    } catch (error) {
      await this.#release()
      throw error
    }
    let closed: Promise<void> | undefined
    return {
      size: reader.size,
      read: (buffer, length, position) => reader.read(buffer, length, position),
      close: () => {
        closed ??= reader.close().finally(() => this.#release())
        return closed
      },
    }
  }

  probeEncryption(): Promise<void> {
    return this.#use(async (store) => store.probeEncryption?.()).catch(() => undefined)
  }

  /** Closes the store after its current uses. */
  async closeWhenUnused(): Promise<void> {
    this.#isRetired = true
    if (this.#uses === 0) await this.close()
  }

  async close(): Promise<void> {
    const opening = this.#opening
    this.#opening = undefined
    const store = await opening?.catch(() => undefined)
    await store?.close()
  }
}
