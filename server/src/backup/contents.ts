import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { counted } from '@clouddisk/contract/format'
import { partSizeFor } from '@clouddisk/contract/limits'
import { type ObjectReader, type ObjectRef, type ObjectStore, partRangeOf } from '../objects/port.ts'

/** An object from one store into another, by the port alone: from the disk into a backup, from a backup into a bucket. */

/** The bytes are not those that were expected; nothing of them stays where they went to. */
export class WrongBytes extends Error {}

export interface Wanted {
  readonly size: number
  /** Undefined where nobody knows yet what they should be. */
  readonly sha256: Buffer | undefined
}

const CHUNK = 1024 * 1024
/** Larger ones go in parts: no store takes 5 GiB in one piece. */
const WHOLE_MAX = 64 * 1024 * 1024

/** Copies and compares in one go; durable, and named, only where it is what was wanted. Answers what was read. */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  object: ObjectRef,
  wanted: Wanted,
): Promise<Buffer> {
  const reader = await from.open(object)
  try {
    if (reader.size !== wanted.size)
      throw new WrongBytes(`has ${counted(reader.size, 'byte')} instead of ${wanted.size}`)
    const seen = new Seen(wanted)
    if (wanted.size <= WHOLE_MAX) await copyWhole(reader, to, object.key, seen)
    else await copyParts(reader, to, object.key, seen)
    return seen.sha256()
  } finally {
    await reader.close()
  }
}

class Seen {
  readonly wanted: Wanted
  readonly #hash: Hash = createHash('sha256')
  #sum: Buffer | undefined
  constructor(wanted: Wanted) {
    this.wanted = wanted
  }
  look(chunk: Buffer): void {
    this.#hash.update(chunk)
  }
  sha256(): Buffer {
    this.#sum ??= this.#hash.digest()
    return this.#sum
  }
  mustBeWanted = async (): Promise<void> => {
    const sum = this.sha256()
    if (this.wanted.sha256 && !this.wanted.sha256.equals(sum))
      throw new WrongBytes(`is damaged: SHA-256 ${sum.toString('hex')}`)
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
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, length - at))
    const read = await reader.read(buffer, buffer.length, position + at)
    if (read === 0) throw new WrongBytes('ends early')
    const chunk = buffer.subarray(0, read)
    seen.look(chunk)
    at += read
    yield chunk
  }
}
