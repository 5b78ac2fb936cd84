import { SECOND } from '@clouddisk/contract/time'
import { isId } from '../../db/ids.ts'
import type { BucketOwner } from '../bucket-owner.ts'
import { ENCRYPTED_FOLDER, MARKER } from '../layout.ts'
import { ForeignBucket, PartConflict, StoreUnavailable } from '../port.ts'
import { S3Bucket } from './bucket.ts'
import type { S3Location } from './client.ts'

const about = (owner: string): Buffer =>
  Buffer.from(
    `${owner}\n\nThis bucket holds the content of one installation of Clouddisk, named above. Leave this object where it is.\n`,
  )

/** Whose a bucket is: `free`, nobody has used it yet; `foreign`, what lies there is not ours, though nobody left a name. */
export type BucketClaim =
  | { readonly whose: 'ours' | 'free' | 'named' }
  | { readonly whose: 'foreign'; readonly count: number }

const LOOKED_AT = 200
/** Whoever asks does not wait longer for a store that is silent. */
const ASKED_MS = 5 * SECOND

/** Looks whose a bucket is before anything is changed there, and leaves our name where nobody has. */
export class OwnerMarker {
  /** Of the whole bucket, whatever lies below a prefix. */
  readonly #bucket: S3Bucket
  readonly #claim: BucketOwner
  #mine: Promise<void> | undefined

  constructor(place: S3Location, claim: BucketOwner) {
    this.#bucket = new S3Bucket({ ...place, prefix: '' })
    this.#claim = claim
  }

  /** Once it is ours that is not asked again. ForeignBucket, StoreAway. */
  mine(): Promise<void> {
    this.#mine ??= this.look().catch((error: unknown) => {
      this.#mine = undefined
      throw error
    })
    return this.#mine
  }

  /** The same, asked anew: what is another's now is no longer ours. */
  look(): Promise<void> {
    return this.#look().catch((error: unknown) => {
      if (error instanceof ForeignBucket) this.#mine = undefined
      throw error
    })
  }

  async #look(): Promise<void> {
    const before = await this.whose()
    if (before.whose === 'ours') return
    if (before.whose !== 'free') throw this.#foreign(before)
    await this.#take()
    const after = await this.whose()
    if (after.whose !== 'ours') throw this.#foreign(after)
  }

  /** Changes nothing. StoreAway. */
  async whose(): Promise<BucketClaim> {
    const name = await this.#name()
    if (name !== undefined) return { whose: name === (await this.#claim.owner()) ? 'ours' : 'named' }
    const keys = [...(await this.#keys('')), ...(await this.#keys(`${ENCRYPTED_FOLDER}/`))]
    const isThere = (key: string) => this.#isThere(key)
    if (await this.#claim.mayTake({ bucket: this.#bucket.name, keys, isThere })) return { whose: 'free' }
    return { whose: 'foreign', count: keys.length }
  }

  #foreign({ whose }: BucketClaim): ForeignBucket {
    const { name } = this.#bucket
    return new ForeignBucket(
      whose === 'named'
        ? `The bucket ${name} belongs to another installation of Clouddisk (see its object ${MARKER}).`
        : `The bucket ${name} holds content that is not this installation's.`,
    )
  }

  async #name(): Promise<string | undefined> {
    const signal = AbortSignal.timeout(ASKED_MS)
    const text = await this.#bucket.text(MARKER, signal).catch((error: unknown) => {
      throw signal.aborted ? new StoreUnavailable(error) : error
    })
    return text?.split('\n')[0]?.trim()
  }

  async #take(): Promise<void> {
    const words = about(await this.#claim.owner())
    await this.#bucket.put(MARKER, words.length, words).catch((error: unknown) => {
      // Another was quicker; who that is will be seen.
      if (!(error instanceof PartConflict)) throw error
    })
  }

  async #keys(prefix: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key: name } of this.#bucket.objects(prefix)) {
      const key = name.slice(prefix.length)
      if (isId(key) && keys.push(key) === LOOKED_AT) break
    }
    return keys
  }

  async #isThere(key: string): Promise<boolean> {
    return (
      ((await this.#bucket.head(key)) ?? (await this.#bucket.head(`${ENCRYPTED_FOLDER}/${key}`))) !==
      undefined
    )
  }

  close(): void {
    this.#bucket.close()
  }
}
