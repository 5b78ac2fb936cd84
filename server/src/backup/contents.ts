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

/** An object from one store into another, by the port alone: from the disk into a backup, from a backup into a bucket. */

/** The bytes are not those that were expected; nothing of them stays where they went to. */
export class WrongBytes extends Error {}

/** The object cannot be read where it lies; the words follow its name. What its store can name keeps its own name. */
export class Unreadable extends Error {}

export interface Wanted {
  readonly size: number
  readonly sha256: Buffer
}

const CHUNK = 1024 * 1024
/** Larger ones go in parts: no store takes 5 GiB in one piece. */
const WHOLE_MAX = 64 * 1024 * 1024

/**
 * Copies and compares in one go; durable, and named, only where it is what was wanted. WrongBytes, Unreadable,
 * SourceAway, or what either store says.
 */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  object: ObjectRef,
  wanted: Wanted,
): Promise<void> {
  const seen = new Seen(wanted)
  const reader = await from.open(object).catch((error: unknown) => {
    throw asSource(error)
  })
  try {
    mustHaveSize(reader.size, wanted)
    if (wanted.size <= WHOLE_MAX) await copyWhole(reader, to, object.key, seen)
    else await copyParts(reader, to, object.key, seen)
  } catch (error) {
    // The target sees a body that ended early, and not why.
    throw seen.fault ?? error
  } finally {
    await reader.close()
  }
}

/** Reads it where it lies, and no more. WrongBytes, Unreadable, SourceAway, or what the store says. */
export async function mustBe(from: ObjectStore, object: ObjectRef, wanted: Wanted): Promise<void> {
  const { size, sha256 } = await from.digest(object, { fresh: true }).catch((error: unknown) => {
    throw asSource(error)
  })
  mustHaveSize(size, wanted)
  mustHaveHash(sha256, wanted)
}

function asSource(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof TransferStalled)
    return new SourceUnavailable(error)
  if (error instanceof ObjectError || error instanceof WrongBytes) return error
  return new Unreadable(`cannot be read: ${(error as Error).message}`, { cause: error })
}

function mustHaveSize(size: number, wanted: Wanted): void {
  if (size !== wanted.size) throw new WrongBytes(`has ${counted(size, 'byte')} instead of ${wanted.size}`)
}

function mustHaveHash(sha256: Buffer, wanted: Wanted): void {
  if (!wanted.sha256.equals(sha256)) throw new WrongBytes(`is damaged: SHA-256 ${sha256.toString('hex')}`)
}

class Seen {
  readonly wanted: Wanted
  /** What kept it from being read on. */
  fault: unknown
  readonly #hash: Hash = createHash('sha256')
  #sum: Buffer | undefined
  constructor(wanted: Wanted) {
    this.wanted = wanted
  }
  look(chunk: Buffer): void {
    this.#hash.update(chunk)
  }
  mustBeWanted = async (): Promise<void> => {
    this.#sum ??= this.#hash.digest()
    mustHaveHash(this.#sum, this.wanted)
  }
}

async function copyWhole(reader: ObjectReader, to: ObjectStore, key: string, seen: Seen): Promise<void> {
  const { size } = seen.wanted
  await to.putObject(key, size, bodyOf(reader, 0, size, seen), seen.mustBeWanted)
}

async function copyParts(reader: ObjectReader, to: ObjectStore, key: string, seen: Seen): Promise<void> {
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

const bodyOf = (reader: ObjectReader, position: number, length: number, seen: Seen): Readable =>
  Readable.from(chunksOf(reader, position, length, seen), { objectMode: false })

async function* chunksOf(
  reader: ObjectReader,
  position: number,
  length: number,
  seen: Seen,
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
  if (read === 0) throw new WrongBytes('ends early')
  return buffer.subarray(0, read)
}
