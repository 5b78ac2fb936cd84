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
  wanted: ExpectedContent,
): Promise<void> {
  const seen = new HashingCounter(wanted)
  const reader = await from.open(object).catch((error: unknown) => {
    throw asSource(error)
  })
  try {
    requireSize(reader.size, wanted)
    if (wanted.size <= MAX_WHOLE_BYTES) await copyWhole(reader, to, object.key, seen)
    else await copyParts(reader, to, object.key, seen)
  } catch (error) {
    // The target only sees a truncated body.
    throw seen.fault ?? error
  } finally {
    await reader.close()
  }
}

/** Reads and verifies an object. Throws ContentMismatch, SourceUnreadable, or the store's error. */
export async function requireContent(
  from: ObjectStore,
  object: ObjectRef,
  wanted: ExpectedContent,
): Promise<void> {
  const { size, sha256 } = await from.digest(object, { fresh: true }).catch((error: unknown) => {
    throw asSource(error)
  })
  requireSize(size, wanted)
  requireHash(sha256, wanted)
}

function asSource(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof TransferStalled)
    return new SourceUnavailable(error)
  if (error instanceof ObjectError || error instanceof ContentMismatch) return error
  return new SourceUnreadable(`cannot be read: ${(error as Error).message}`, { cause: error })
}

function requireSize(size: number, wanted: ExpectedContent): void {
  if (size !== wanted.size)
    throw new ContentMismatch(`has ${counted(size, 'byte')} instead of ${wanted.size}`)
}

function requireHash(sha256: Buffer, wanted: ExpectedContent): void {
  if (!wanted.sha256.equals(sha256))
    throw new ContentMismatch(`is damaged: SHA-256 ${sha256.toString('hex')}`)
}

class HashingCounter {
  readonly wanted: ExpectedContent
  /** The error that ended the read. */
  fault: unknown
  readonly #hash: Hash = createHash('sha256')
  #sum: Buffer | undefined
  constructor(wanted: ExpectedContent) {
    this.wanted = wanted
  }
  look(chunk: Buffer): void {
    this.#hash.update(chunk)
  }
  mustBeWanted = async (): Promise<void> => {
    this.#sum ??= this.#hash.digest()
    requireHash(this.#sum, this.wanted)
  }
}

async function copyWhole(
  reader: ObjectReader,
  to: ObjectStore,
  key: string,
  seen: HashingCounter,
): Promise<void> {
  const { size } = seen.wanted
  await to.putObject(key, size, bodyOf(reader, 0, size, seen), seen.mustBeWanted)
}

async function copyParts(
  reader: ObjectReader,
  to: ObjectStore,
  key: string,
  seen: HashingCounter,
): Promise<void> {
  const { size } = seen.wanted
  const plan = { size, partSize: partSizeFor(size) }
  const upload = { key, ...plan, uploadId: await to.begin(key, plan) }
  try {
    const parts: { partNumber: number; etag: string }[] = []
    for (let number = 1; ; number++) {
      const range = partRangeOf(plan, number)
      if (!range) break
      const body = bodyOf(reader, range.position, range.length, seen)
      parts.push(await to.putPart(upload, number, range.length, body))
    }
    await seen.mustBeWanted()
    await to.complete(upload, parts)
  } catch (error) {
    await to.abort(key, upload.uploadId).catch(() => undefined)
    throw error
  }
}

const bodyOf = (reader: ObjectReader, position: number, length: number, seen: HashingCounter): Readable =>
  Readable.from(chunksOf(reader, position, length, seen), { objectMode: false })

async function* chunksOf(
  reader: ObjectReader,
  position: number,
  length: number,
  seen: HashingCounter,
): AsyncIterable<Buffer> {
  for (let at = 0; at < length; ) {
    const chunk = await nextChunk(reader, position + at, Math.min(CHUNK, length - at)).catch(
      (error: unknown) => {
        seen.fault = asSource(error)
        throw seen.fault
      },
    )
    seen.look(chunk)
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
