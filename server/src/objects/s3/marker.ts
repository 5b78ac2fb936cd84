import { SECOND } from '@clouddisk/contract/time'
import { isId } from '../../db/ids.ts'
import type { BucketOwner } from '../bucket-owner.ts'
import { ENCRYPTED_FOLDER, MARKER } from '../layout.ts'
import { ForeignBucket, PartConflict, StoreUnavailable } from '../port.ts'
import { S3Bucket } from './bucket.ts'
import type { S3Location } from './client.ts'

const markerOf = (owner: string): Buffer =>
  Buffer.from(
    `${owner}\n\nThis bucket holds the content of one installation of Clouddisk, named above. Leave this object where it is.\n`,
  )

/** `named`: by the marker of another installation; `free`: it can be claimed; `foreign`: no marker, but unknown objects. */
export type BucketOwnership =
  | { readonly state: 'ours' | 'free' | 'named' }
  | { readonly state: 'foreign'; readonly count: number }

/** Keys to look at in a bucket without a marker. */
const SAMPLE_SIZE = 200
const TIMEOUT_MS = 5 * SECOND

/** Verifies that a bucket is ours before anything is changed in it, and claims one without an owner. */
export class OwnerMarker {
  /** Without the prefix: ownership is that of the whole bucket. */
  readonly #bucket: S3Bucket
  readonly #owner: BucketOwner
  #verified: Promise<void> | undefined

  constructor(place: S3Location, owner: BucketOwner) {
    this.#bucket = new S3Bucket({ ...place, prefix: '' })
    this.#owner = owner
  }

  /** Checks until it succeeds once. Throws ForeignBucket or StoreUnavailable. */
  requireOwn(): Promise<void> {
    this.#verified ??= this.recheck().catch((error: unknown) => {
      this.#verified = undefined
      throw error
    })
    return this.#verified
  }

  /** Checks again; the bucket may have been claimed by another installation since. */
  recheck(): Promise<void> {
    return this.#verify().catch((error: unknown) => {
      if (error instanceof ForeignBucket) this.#verified = undefined
      throw error
    })
  }

  async #verify(): Promise<void> {
    const before = await this.ownership()
    if (before.state === 'ours') return
    if (before.state !== 'free') throw this.#foreign(before)
    await this.#claim()
    const after = await this.ownership()
    if (after.state !== 'ours') throw this.#foreign(after)
  }

  /** Changes nothing. Throws StoreUnavailable. */
  async ownership(): Promise<BucketOwnership> {
    const name = await this.#ownerName()
    if (name !== undefined) return { state: name === (await this.#owner.owner()) ? 'ours' : 'named' }
    const keys = [...(await this.#keys('')), ...(await this.#keys(`${ENCRYPTED_FOLDER}/`))]
    const exists = (key: string) => this.#exists(key)
    if (await this.#owner.mayClaim({ bucket: this.#bucket.name, keys, exists })) return { state: 'free' }
    return { state: 'foreign', count: keys.length }
  }

  #foreign({ state }: BucketOwnership): ForeignBucket {
    const { name } = this.#bucket
    return new ForeignBucket(
      state === 'named'
        ? `The bucket ${name} belongs to another installation of Clouddisk (see its object ${MARKER}).`
        : `The bucket ${name} holds content that is not this installation's.`,
    )
  }

  async #ownerName(): Promise<string | undefined> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const text = await this.#bucket.text(MARKER, signal).catch((error: unknown) => {
      throw signal.aborted ? new StoreUnavailable(error) : error
    })
    return text?.split('\n')[0]?.trim()
  }

  async #claim(): Promise<void> {
    const content = markerOf(await this.#owner.owner())
    await this.#bucket.put(MARKER, content.length, content).catch((error: unknown) => {
      // Another installation may have been faster; the caller checks again.
      if (!(error instanceof PartConflict)) throw error
    })
  }

  async #keys(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key: name } of this.#bucket.objects(prefix)) {
      const key = name.slice(prefix.length)
      if (isId(key) && keys.push(key) === SAMPLE_SIZE) break
    }
    return keys
  }

  async #exists(key: string): Promise<boolean> {
    return (
      ((await this.#bucket.head(key)) ?? (await this.#bucket.head(`${ENCRYPTED_FOLDER}/${key}`))) !==
      undefined
    )
  }

  close(): void {
    this.#bucket.close()
  }
}
