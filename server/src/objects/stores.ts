import { NoSuchObject, type ObjectReader, type ObjectRef, type ObjectStore } from './port.ts'

/** A complete object, and the bucket that holds it. */
export interface StoredObject extends ObjectRef {
  readonly bucket: string
}

/** A row names a bucket that this server does not know: its settings are missing. */
export class UnknownBucket extends NoSuchObject {
  constructor(bucket: string) {
    super()
    this.message = `No bucket ${bucket} is configured.`
  }
}

/** The buckets that content lies in, by name. What comes goes to the home bucket; the others are read as long as rows name them. */
export class Stores implements Iterable<ObjectStore> {
  readonly home: ObjectStore
  readonly #byBucket: ReadonlyMap<string, ObjectStore>

  constructor(home: ObjectStore, ...others: readonly ObjectStore[]) {
    this.home = home
    this.#byBucket = new Map([home, ...others].map((store) => [store.bucket, store]))
  }

  get buckets(): string[] {
    return [...this.#byBucket.keys()]
  }

  /** UnknownBucket. */
  of(bucket: string): ObjectStore {
    const store = this.#byBucket.get(bucket)
    if (!store) throw new UnknownBucket(bucket)
    return store
  }

  async open(object: StoredObject): Promise<ObjectReader> {
    return this.of(object.bucket).open(object)
  }

  [Symbol.iterator](): Iterator<ObjectStore> {
    return this.#byBucket.values()
  }

  /** Whether all of them take and give bytes (readiness). */
  async check(): Promise<void> {
    for (const store of this) await store.check()
  }

  async close(): Promise<void> {
    for (const store of this) await store.close()
  }
}
