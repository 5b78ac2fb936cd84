import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { counted } from '@clouddisk/contract/format'
import { partSizeFor } from '@clouddisk/contract/limits'
import {
  ObjectError,
  type ObjectReader,
  type ObjectRef,
  type ObjectStore,
  partRangeOf,
  StoreUnavailable,
  TransferStalled,
} from '../objects/port.ts'
import { SourceUnavailable } from '../objects/unavailable-objects.ts'

/** Copies objects between stores: from the store into a backup, from a backup into a store. */

/** The bytes differ from those expected; the target has nothing of them. */
export class ContentMismatch extends Error {}

/** The object cannot be read from its source; the message follows its name. */
export class SourceUnreadable extends Error {}

export interface ExpectedContent {
  readonly size: number
  readonly sha256: Buffer
}

const CHUNK = 1024 * 1024
/** Larger objects are copied in parts: no store takes 5 GiB in one request. */
const MAX_WHOLE_BYTES = 64 * 1024 * 1024

/**
 * Copies and verifies an object in one pass; it gets its name only if it is as expected. Throws ContentMismatch,
 * SourceUnreadable, or the error of either store.
 */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  object: ObjectRef,
  expected: ExpectedContent,
): Promise<void> {
  const hash = new ContentHash(expected)
  const reader = await from.open(object).catch((error: unknown) => {
    throw sourceError(error)
  })
  try {
    requireSize(reader.size, expected)
    if (expected.size <= MAX_WHOLE_BYTES) await copyWhole(reader, to, object.key, hash)
    else await copyParts(reader, to, object.key, hash)
  } catch (error) {
    // The target only sees a truncated body.
    throw hash.fault ?? error
  } finally {
    await reader.close()
  }
}

/** Reads and verifies an object. Throws ContentMismatch, SourceUnreadable, or the store's error. */
export async function requireContent(
  from: ObjectStore,
  object: ObjectRef,
  expected: ExpectedContent,
): Promise<void> {
  const { size, sha256 } = await from.digest(object, { fresh: true }).catch((error: unknown) => {
    throw sourceError(error)
  })
  requireSize(size, expected)
  requireHash(sha256, expected)
}

function sourceError(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof TransferStalled)
    return new SourceUnavailable(error)
  if (error instanceof ObjectError || error instanceof ContentMismatch) return error
  return new SourceUnreadable(`cannot be read: ${(error as Error).message}`, { cause: error })
}

function requireSize(size: number, expected: ExpectedContent): void {
  if (size !== expected.size)
    throw new ContentMismatch(`has ${counted(size, 'byte')} instead of ${expected.size}`)
}

function requireHash(sha256: Buffer, expected: ExpectedContent): void {
  if (!expected.sha256.equals(sha256))
    throw new ContentMismatch(`is damaged: SHA-256 ${sha256.toString('hex')}`)
}

class ContentHash {
  readonly expected: ExpectedContent
  /** The error that ended the read. */
  fault: unknown
  readonly #hash: Hash = createHash('sha256')
  #sum: Buffer | undefined
  constructor(expected: ExpectedContent) {
    this.expected = expected
  }
  update(chunk: Buffer): void {
    this.#hash.update(chunk)
  }
  requireExpected = async (): Promise<void> => {
    this.#sum ??= this.#hash.digest()
    requireHash(this.#sum, this.expected)
  }
}

async function copyWhole(
  reader: ObjectReader,
  to: ObjectStore,
  key: string,
  hash: ContentHash,
): Promise<void> {
  const { size } = hash.expected
  await to.putObject(key, size, bodyOf(reader, 0, size, hash), hash.requireExpected)
}

async function copyParts(
  reader: ObjectReader,
  to: ObjectStore,
  key: string,
  hash: ContentHash,
): Promise<void> {
  const { size } = hash.expected
  const plan = { size, partSize: partSizeFor(size) }
  const upload = { key, ...plan, uploadId: await to.begin(key, plan) }
  try {
    const parts: { partNumber: number; etag: string }[] = []
    for (let number = 1; ; number++) {
      const range = partRangeOf(plan, number)
      if (!range) break
      const body = bodyOf(reader, range.position, range.length, hash)
      parts.push(await to.putPart(upload, number, range.length, body))
    }
    await hash.requireExpected()
    await to.complete(upload, parts)
  } catch (error) {
    await to.abort(key, upload.uploadId).catch(() => undefined)
    throw error
  }
}

const bodyOf = (reader: ObjectReader, position: number, length: number, hash: ContentHash): Readable =>
  Readable.from(chunksOf(reader, position, length, hash), { objectMode: false })

async function* chunksOf(
  reader: ObjectReader,
  position: number,
  length: number,
  hash: ContentHash,
): AsyncIterable<Buffer> {
  for (let at = 0; at < length; ) {
    const chunk = await nextChunk(reader, position + at, Math.min(CHUNK, length - at)).catch(
      (error: unknown) => {
        hash.fault = sourceError(error)
        throw hash.fault
      },
    )
    hash.update(chunk)
    at += chunk.length
    yield chunk
  }
}

async function nextChunk(reader: ObjectReader, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length)
  const read = await reader.read(buffer, length, position)
  if (read === 0) throw new ContentMismatch('ends early')
  return buffer.subarray(0, read)
}
