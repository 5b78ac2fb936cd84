import { createHash } from 'node:crypto'
import { counted } from '@clouddisk/contract/format'
import { UnknownContentKey } from './encrypted/segments.ts'
import { type Digest, NoSuchObject, ObjectCorrupted, type ObjectStore, StoreUnavailable } from './port.ts'
import type { StoredObject, Stores } from './stores.ts'

export interface ExpectedObject extends StoredObject {
  readonly size: number
  readonly sha256: Buffer
}

/** `missing`: not stored, or replaced; `unreadable`: stored, but it cannot be read completely. */
export type CorruptionKind = 'missing' | 'size' | 'hash' | 'unreadable'

export interface ObjectMismatch {
  readonly kind: CorruptionKind
  /** For the log and the command line. */
  readonly message: string
}

export type ObjectReading = (
  store: ObjectStore,
  object: ExpectedObject,
) => Promise<Pick<Digest, 'size' | 'sha256'>>

export const readUnthrottled: ObjectReading = (store, object) => store.digest(object, { fresh: true })

/** Reads an object and compares it with its row; undefined if they match. Throws StoreUnavailable. */
export async function verifyObject(
  stores: Stores,
  object: ExpectedObject,
  read: ObjectReading = readUnthrottled,
): Promise<ObjectMismatch | undefined> {
  try {
    const { size, sha256 } = await read(stores.of(object.bucket), object)
    if (size !== object.size)
      return { kind: 'size', message: `has ${counted(size, 'byte')} instead of ${object.size}` }
    if (sha256.equals(object.sha256)) return undefined
    return { kind: 'hash', message: `are damaged: SHA-256 ${sha256.toString('hex')}` }
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    if (error instanceof NoSuchObject) return { kind: 'missing', message: 'are missing' }
    if (isProvenCorruption(error))
      return { kind: 'hash', message: `are damaged: ${(error as Error).message}` }
    return { kind: 'unreadable', message: `cannot be read: ${(error as Error).message}` }
  }
}

/** Whether authentication failed; with an unknown content key, the bytes may be intact. */
export const isProvenCorruption = (error: unknown): boolean =>
  error instanceof ObjectCorrupted && !(error.cause instanceof UnknownContentKey)

const CHUNK = 256 * 1024

/** @param throttle resolves when so many bytes may be read. */
export const readThrottled =
  (throttle: (bytes: number) => Promise<void>): ObjectReading =>
  async (store, object) => {
    const reader = await store.open(object)
    try {
      const hash = createHash('sha256')
      const chunk = Buffer.allocUnsafe(CHUNK)
      // With another size, the bytes need not be read.
      for (let at = 0; at < object.size && reader.size === object.size; ) {
        const length = Math.min(CHUNK, object.size - at)
        await throttle(length)
        const filled = await reader.read(chunk, length, at)
        if (filled === 0) return { size: at, sha256: hash.digest() }
        hash.update(chunk.subarray(0, filled))
        at += filled
      }
      return { size: reader.size, sha256: hash.digest() }
    } finally {
      await reader.close()
    }
  }
