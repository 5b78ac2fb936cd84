import type { ConversionFault } from '../conversion/limits.ts'
import type { StoredObject } from '../objects/stores.ts'

/** Names verified content. */
export interface ContentHash {
  readonly sha256: Buffer
  readonly size: number
}

/** Why there is no rendition. `crashed` also if it failed several times for reasons outside of the file. */
export type Failure = Exclude<ConversionFault, 'stopped'>

/** A rendition in the object store. */
export interface ReadyRendition extends StoredObject {
  readonly id: string
  /** Changes when the rendition is made anew. */
  readonly blobId: string
  readonly bytes: number
  readonly crc32: number
  readonly meta: Record<string, unknown>
  readonly lastUsedAt: Date
}

export type RenditionAnswer =
  | { readonly state: 'ready'; readonly rendition: ReadyRendition }
  /** Ask again soon: a request that nobody repeats falls behind. */
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly reason: Failure }
