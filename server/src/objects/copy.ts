import { Readable } from 'node:stream'
import {
  ObjectCorrupted,
  type ObjectReader,
  type ObjectRef,
  type ObjectStore,
  type PartRef,
  partCountOf,
  partRangeOf,
  StoreUnavailable,
} from './port.ts'
import { SourceUnavailable } from './unavailable-objects.ts'

/** Copies a complete object to another store or key, and verifies the copy. */

/** Smaller objects are copied in one request. Bytes. */
const PART_MIN = 64 * 1024 * 1024
const PARTS_MAX = 9000
const CHUNK = 1024 * 1024

interface CopySource {
  readonly key: string
  readonly etag: string | null
  readonly size: number
  readonly sha256: Buffer
  /** Key of the copy, if it differs. */
  readonly targetKey?: string
}

/** The source cannot be read to its end. */
export class SourceUnreadable extends Error {}

/** The copy does not match the row: the source is corrupted, and the copy was deleted. */
export class CopyMismatch extends Error {}

/**
 * Copies an object, or resumes a copy. The result is durable and matches `sha256`. Throws SourceUnreadable, SourceUnavailable,
 * StoreUnavailable, StoreFull, CopyMismatch.
 * @param throttle resolves when so many bytes may be sent.
 */
export async function copyObject(
  from: ObjectStore,
  to: ObjectStore,
  object: CopySource,
  throttle: (bytes: number) => Promise<void> = async () => undefined,
): Promise<ObjectRef> {
  if (await to.stat(keyOf(object))) {
    // Left by an earlier attempt: kept if it matches, else deleted.
    const earlier = await verifyCopy(to, object)
    if (earlier) return earlier
  }
  await send(from, to, object, throttle)
  const copy = await verifyCopy(to, object)
  if (!copy) throw new CopyMismatch(`${object.key} does not match its row`)
  return copy
}

const keyOf = ({ key, targetKey }: CopySource): string => targetKey ?? key

/** Reads the copy; deletes it and returns undefined if it does not match. */
async function verifyCopy(store: ObjectStore, object: CopySource): Promise<ObjectRef | undefined> {
  const { size, sha256 } = object
  const key = keyOf(object)
  const ref = await store.seal(key)
  const digest = await store.digest(ref, { fresh: true }).catch((error: unknown) => {
    if (error instanceof ObjectCorrupted) return undefined
    throw error
  })
  if (digest?.size === size && digest.sha256.equals(sha256)) return ref
  await store.remove(key)
  return undefined
}

async function send(
  from: ObjectStore,
  to: ObjectStore,
  object: CopySource,
  throttle: (bytes: number) => Promise<void>,
): Promise<void> {
  const { size } = object
  const key = keyOf(object)
  const reader = await from.open(object).catch((error: unknown) => {
    throw sourceError(error)
  })
  let fault: unknown
  const body = (position: number, length: number) =>
    Readable.from(
      read(reader, position, length, throttle, (error) => {
        fault = error
      }),
    )
  try {
    if (reader.size !== size) throw new CopyMismatch(`${key} has ${reader.size} bytes`)
    const partSize = Math.max(PART_MIN, Math.ceil(size / PARTS_MAX))
    if (size <= partSize) await to.putObject(key, size, body(0, size))
    else await sendParts(to, { key, size, partSize }, body)
  } catch (error) {
    // The target only sees a truncated body.
    throw fault ?? error
  } finally {
    await reader.close()
  }
}

const sourceError = (error: unknown): unknown =>
  error instanceof StoreUnavailable
    ? new SourceUnavailable(error)
    : new SourceUnreadable('it cannot be read', { cause: error })

async function sendParts(
  to: ObjectStore,
  plan: { key: string; size: number; partSize: number },
  body: (position: number, length: number) => Readable,
): Promise<void> {
  const upload = { ...plan, uploadId: await to.begin(plan.key, plan) }
  const { parts: received } = await to.listParts(upload, 0, PARTS_MAX)
  const known = new Map<number, PartRef>(received.map((part) => [part.partNumber, part]))
  const parts: PartRef[] = []
  for (let partNumber = 1; partNumber <= partCountOf(plan); partNumber++) {
    const range = partRangeOf(plan, partNumber)
    if (!range) break
    const { position, length } = range
    parts.push(
      known.get(partNumber) ?? (await to.putPart(upload, partNumber, length, body(position, length))),
    )
  }
  await to.complete(upload, parts)
}

async function readChunk(reader: ObjectReader, chunk: Buffer, position: number): Promise<number> {
  try {
    const filled = await reader.read(chunk, chunk.length, position)
    if (filled > 0) return filled
  } catch (error) {
    throw sourceError(error)
  }
  throw new SourceUnreadable('it ended early')
}

async function* read(
  reader: ObjectReader,
  position: number,
  length: number,
  throttle: (bytes: number) => Promise<void>,
  onFault: (error: unknown) => void,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < length; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK, length - done))
    try {
      await throttle(chunk.length)
      const filled = await readChunk(reader, chunk, position + done)
      done += filled
      yield chunk.subarray(0, filled)
    } catch (error) {
      onFault(error)
      throw error
    }
  }
}
