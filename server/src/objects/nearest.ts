import { SECOND } from '@clouddisk/contract/time'
import { ObjectError, type ObjectReader, StoreUnavailable } from './port.ts'
import type { StoredObject } from './stores.ts'

/** Reads content at the nearest of its places, and goes on at another one where that fails. */

/** A bucket and the cluster that it is near to. */
export interface NearBucket {
  readonly bucket: string
  readonly clusterId: string
  readonly siteId: string | null
  /** clamd of the cluster, as host:port; empty: none. */
  readonly antivirus: string
}

/** Where this server is. */
export interface Here extends Omit<NearBucket, 'bucket'> {
  /** Whether the cluster of the server reads from others what has no copy there. */
  readonly remoteReads: boolean
}

/** A bucket that did not answer is asked last for so long. */
const AWAY_MS = 30 * SECOND

/** How far buckets are from the cluster of this server. */
export class Distances {
  #buckets: ReadonlyMap<string, NearBucket> = new Map()
  #here: Here | null = null
  readonly #away = new Map<string, number>()

  /** @param here null: this server belongs to no cluster. */
  set(buckets: readonly NearBucket[], here: Here | null): void {
    this.#buckets = new Map(buckets.map((one) => [one.bucket, one]))
    this.#here = here
  }

  get here(): Here | null {
    return this.#here
  }

  /** Whether any bucket belongs to a cluster; only then are there copies. */
  get areKnown(): boolean {
    return this.#buckets.size > 0
  }

  /** Clusters that have buckets. */
  get clusters(): number {
    return new Set([...this.#buckets.values()].map(({ clusterId }) => clusterId)).size
  }

  clusterOf(bucket: string): string | null {
    return this.#buckets.get(bucket)?.clusterId ?? null
  }

  bucketsOf(clusterId: string): string[] {
    return [...this.#buckets.values()]
      .filter((one) => one.clusterId === clusterId)
      .map(({ bucket }) => bucket)
  }

  /** The virus scanner for the content of a bucket: that of its cluster, or else of this server's. */
  antivirusFor(bucket: string): string | undefined {
    return this.#buckets.get(bucket)?.antivirus || this.#here?.antivirus || undefined
  }

  /** 0: this cluster, 1: another one of the same site, 2: anywhere else. */
  of(bucket: string): 0 | 1 | 2 {
    const there = this.#buckets.get(bucket)
    if (!there || !this.#here) return 2
    if (there.clusterId === this.#here.clusterId) return 0
    return there.siteId !== null && there.siteId === this.#here.siteId ? 1 : 2
  }

  /** Nearest first, those that did not answer last; of equals in the given order. */
  sort<T extends { readonly bucket: string }>(places: readonly T[]): T[] {
    const cost = ({ bucket }: T) => this.of(bucket) + (this.#isAway(bucket) ? 10 : 0)
    return [...places].sort((a, b) => cost(a) - cost(b))
  }

  noteAway(bucket: string): void {
    this.#away.set(bucket, performance.now() + AWAY_MS)
  }

  #isAway(bucket: string): boolean {
    const until = this.#away.get(bucket)
    if (until === undefined) return false
    if (performance.now() < until) return true
    this.#away.delete(bucket)
    return false
  }
}

export interface NearestOptions {
  open(place: StoredObject): Promise<ObjectReader>
  /** Called for each place that failed. */
  onFailure(place: StoredObject, error: ObjectError): void
}

/** A reader of one of several equal objects. */
export class NearestReader implements ObjectReader {
  readonly #places: StoredObject[]
  readonly #options: NearestOptions
  #place: StoredObject
  #reader: ObjectReader

  private constructor(
    places: StoredObject[],
    options: NearestOptions,
    { place, reader }: { place: StoredObject; reader: ObjectReader },
  ) {
    this.#places = places
    this.#options = options
    this.#place = place
    this.#reader = reader
  }

  /** @param places at least one, in the order in which they are tried. @throws the error of the first one, if all fail. */
  static async open(places: readonly StoredObject[], options: NearestOptions): Promise<NearestReader> {
    const left = [...places]
    return new NearestReader(left, options, await openNext(left, options))
  }

  /** Where the bytes come from now. */
  get object(): StoredObject {
    return this.#place
  }

  get size(): number {
    return this.#reader.size
  }

  async read(buffer: Buffer, length: number, position: number): Promise<number> {
    for (;;) {
      try {
        return await this.#reader.read(buffer, length, position)
      } catch (error) {
        if (!(error instanceof ObjectError) || this.#places.length === 0) throw error
        this.#options.onFailure(this.#place, error)
        const next = await openNext(this.#places, this.#options).catch(() => undefined)
        if (!next) throw error
        await this.#reader.close().catch(() => undefined)
        this.#place = next.place
        this.#reader = next.reader
      }
    }
  }

  close(): Promise<void> {
    return this.#reader.close()
  }
}

async function openNext(
  places: StoredObject[],
  { open, onFailure }: NearestOptions,
): Promise<{ place: StoredObject; reader: ObjectReader }> {
  let first: ObjectError | undefined
  for (let place = places.shift(); place; place = places.shift()) {
    try {
      return { place, reader: await open(place) }
    } catch (error) {
      if (!(error instanceof ObjectError)) throw error
      onFailure(place, error)
      first ??= error
    }
  }
  throw first ?? new StoreUnavailable(undefined, 'No place of the object is known.')
}
