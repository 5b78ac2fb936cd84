import { distributionOrigin } from '@clouddisk/contract/admin-clouds'
import type { BucketRow, BucketRows, BucketState } from './buckets.ts'
import { acceleratedOrigin, endpointOf } from './clouds.ts'
import type { LazyStore } from './lazy-store.ts'
import { Distances, NearestReader } from './nearest.ts'
import {
  NoSuchObject,
  type ObjectError,
  type ObjectReader,
  type ObjectRef,
  type ObjectStore,
  StoreUnavailable,
} from './port.ts'

/** A complete object in its bucket. */
export interface StoredObject extends ObjectRef {
  readonly bucket: string
}

/** A row names a bucket without settings on this server. */
export class UnknownBucket extends NoSuchObject {
  constructor(bucket: string) {
    super()
    this.message = `No bucket ${bucket} is configured.`
  }
}

/** Where browsers send parts, and fetch content. */
const originsOf = ({ publicEndpoint, endpoint, downloads, name, cloud }: BucketRow): string[] => {
  const store = publicEndpoint ?? endpointOf(endpoint, cloud)
  if (downloads !== 'presigned') return [store]
  const others = [distributionOrigin(cloud.distributionDomain ?? ''), acceleratedOrigin(name, cloud)]
  return [store, ...others.filter((one) => one !== undefined)]
}

/** Reads and opens the buckets that are database rows. */
interface BucketSource {
  read(): Promise<BucketRows>
  /** Buckets of the environment that take no new objects. */
  readonly closed: readonly string[]
  open(row: BucketRow): LazyStore
  /** Verified copies of an object, in any bucket. */
  copiesOf(object: StoredObject): Promise<StoredObject[]>
}

interface Followed {
  readonly row: BucketRow
  readonly store: LazyStore
}

/**
 * All buckets by name: those of the environment, and those that are rows, kept up to date. New content goes to the home bucket
 * of its space or to the default one (content/placement.ts); the others are read while rows name them.
 */
export class Stores implements Iterable<ObjectStore> {
  readonly #configuredHome: ObjectStore
  readonly #own: ReadonlyMap<string, ObjectStore>
  #followed: ReadonlyMap<string, Followed> = new Map()
  #following: BucketSource | undefined
  #refreshing: Promise<void> = Promise.resolve()
  #defaultBucket: string | null = null
  #hasHomes = false
  readonly distances = new Distances()
  /** Called when an object that was to be read is not there or damaged. */
  onDamage: (object: StoredObject, error: ObjectError) => void = () => undefined

  constructor(home: ObjectStore, ...others: readonly ObjectStore[]) {
    this.#configuredHome = home
    this.#own = new Map([home, ...others].map((store) => [store.bucket, store]))
  }

  /** Starts following the bucket rows; call `refresh` when they may have changed. */
  async follow(following: BucketSource): Promise<void> {
    this.#following = following
    await this.refresh()
  }

  /** Reads the rows again. When it resolves, everything committed before the call is visible. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing.catch(() => undefined).then(() => this.#read())
    return this.#refreshing
  }

  async #read(): Promise<void> {
    if (!this.#following) return
    const { rows, defaultBucket, hasHomes, nearBuckets, here } = await this.#following.read()
    const before = this.#followed
    const next = new Map<string, Followed>()
    for (const row of rows) {
      // The environment takes precedence.
      if (this.#own.has(row.name)) continue
      const known = before.get(row.name)
      const same = known?.row.id === row.id && known.row.updatedAt.getTime() === row.updatedAt.getTime()
      next.set(row.name, known && same ? known : { row, store: this.#following.open(row) })
    }
    this.#followed = next
    this.#defaultBucket = defaultBucket
    this.#hasHomes = hasHomes
    this.distances.set(nearBuckets, here)
    for (const [name, { store }] of before)
      if (next.get(name)?.store !== store) void store.closeWhenUnused().catch(() => undefined)
  }

  /** The default bucket of new content. */
  get home(): ObjectStore {
    const chosen = this.#defaultBucket === null ? undefined : this.#find(this.#defaultBucket)
    return chosen && this.stateOf(chosen.bucket) === 'active' ? chosen : this.#configuredHome
  }

  /** Whether any space or department has a home bucket. */
  get hasHomes(): boolean {
    return this.#hasHomes
  }

  get buckets(): string[] {
    return [...this.#own.keys(), ...this.#followed.keys()]
  }

  /** Buckets of the environment. */
  get ownBuckets(): string[] {
    return [...this.#own.keys()]
  }

  /** Origins of the row buckets that browsers transfer to or from directly. */
  get origins(): string[] {
    const rows = [...this.#followed.values()].map(({ row }) => row)
    const open = rows.filter(({ uploads, downloads }) => uploads === 'direct' || downloads === 'presigned')
    return [...new Set(open.flatMap(originsOf))]
  }

  rowOf(bucket: string): BucketRow | undefined {
    return this.#followed.get(bucket)?.row
  }

  /** Undefined for an unknown bucket. */
  stateOf(bucket: string): BucketState | undefined {
    if (!this.#own.has(bucket)) return this.rowOf(bucket)?.state
    return this.#following?.closed.includes(bucket) ? 'readonly' : 'active'
  }

  #find(bucket: string): ObjectStore | undefined {
    return this.#own.get(bucket) ?? this.#followed.get(bucket)?.store
  }

  /** Throws UnknownBucket. */
  of(bucket: string): ObjectStore {
    const store = this.#find(bucket)
    if (!store) throw new UnknownBucket(bucket)
    return store
  }

  /** Opens the object, or its nearest copy that can be read. */
  async open(object: StoredObject): Promise<ObjectReader> {
    const places = await this.placesOf(object)
    if (places.length === 1) return this.of(object.bucket).open(object)
    return NearestReader.open(places, {
      open: async (place) => this.of(place.bucket).open(place),
      onFailure: (place, error) => {
        if (error instanceof StoreUnavailable) this.distances.noteAway(place.bucket)
        else this.onDamage(place, error)
      },
    })
  }

  /** The object and its verified copies, the nearest to this server first. */
  async placesOf(object: StoredObject): Promise<StoredObject[]> {
    if (!this.distances.areKnown || !this.#following) return [object]
    return this.distances.sort([object, ...(await this.#following.copiesOf(object))])
  }

  *[Symbol.iterator](): Iterator<ObjectStore> {
    yield* this.#own.values()
    for (const { store } of this.#followed.values()) yield store
  }

  /** Whether new content can be stored. The other buckets may be unavailable. */
  async check(): Promise<void> {
    await this.home.check()
  }

  /**
   * Whether this server is of use: the default bucket answers, or one of its own cluster, where people of its site read, and store
   * what has its home there.
   */
  async checkNear(): Promise<void> {
    const { here } = this.distances
    const near = here ? this.distances.bucketsOf(here.clusterId) : []
    const open = near.filter((bucket) => this.stateOf(bucket) === 'active')
    const checks = [...new Set([this.home.bucket, ...open])].map((bucket) => this.of(bucket).check())
    await Promise.any(checks).catch(() => checks[0])
  }

  async close(): Promise<void> {
    this.#following = undefined
    await this.#refreshing.catch(() => undefined)
    for (const store of this) await store.close()
  }
}
