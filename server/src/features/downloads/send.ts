import type { ServerResponse } from 'node:http'
import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { freeBuffer } from '../../objects/free-buffer.ts'
import { NearestReader } from '../../objects/nearest.ts'
import type { ObjectReader } from '../../objects/port.ts'
import type { StoredObject, Stores } from '../../objects/stores.ts'
import type { TokenBucket } from '../../objects/token-bucket.ts'
import { isProvenCorruption } from '../../objects/verify-object.ts'
import type { ByteRange } from './ranges.ts'
import { ConnectionClosed, ResponseWriter } from './response-writer.ts'
import { type Segment, SegmentCursor, type SegmentSlice } from './segments.ts'
import { CorruptObject, SentChecksum } from './verify-sent.ts'

/** Two buffers per download; their size shrinks as the remaining memory does. Bytes. */
const LARGEST = 4 * 1024 * 1024
const SMALLEST = 64 * 1024
const MEMORY = 128 * 1024 * 1024
const SHARE = 1 / 16
/** Objects read in parallel, so that small ones do not wait for each other. */
const CONCURRENT_READS = 8
const FREE_BUFFERS_MAX = 4
/** Free buffers are given back after so long without a download. */
const REST_MS = 10 * SECOND

let buffersInUse = 0
const freeBuffers: Buffer[] = []
let resting: NodeJS.Timeout | undefined

export interface SendEvents {
  /** Sends the headers; called as late as possible. */
  head(): void
  /** Called whenever so many bytes were sent. */
  sent(bytes: number): void
}

/**
 * Sends the bytes `span` of the segments: one buffer is filled while the other is sent. `pace` is the
 * bandwidth limit. Throws CorruptObject for wrong bytes,
 * ConnectionClosed, or an error of the store; the response is then incomplete.
 */
export async function sendSegments(
  stores: Pick<Stores, 'open'>,
  response: ServerResponse,
  segments: readonly Segment[],
  span: ByteRange,
  pace: TokenBucket,
  { head, sent }: SendEvents,
): Promise<void> {
  const readers = new ObjectReaders(stores)
  const line = new ResponseWriter(response, pace, head)
  if (span.end - span.start <= SMALLEST && pace.isUnlimited) {
    await sendAtOnce(readers, line, new SegmentCursor(segments, span))
    sent(span.end - span.start)
    return
  }
  const size = Math.min(bufferSize(), span.end - span.start)
  const one = acquireBuffer(size)
  const other = size < span.end - span.start ? acquireBuffer(size) : undefined
  const holds = other ? 2 * size : size
  buffersInUse += holds
  try {
    await pump(readers, line, new SegmentCursor(segments, span), sent, one, other)
  } finally {
    buffersInUse -= holds
    await readers.close()
    // After an abort the kernel may still read one of them.
    if (response.writableEnded) for (const buffer of other ? [one, other] : [one]) releaseBuffer(buffer)
  }
}

/** Reads few bytes whole and sends them in one write. */
async function sendAtOnce(
  readers: ObjectReaders,
  line: ResponseWriter,
  cursor: SegmentCursor,
): Promise<void> {
  const buffer = Buffer.allocUnsafe(cursor.left)
  try {
    const pieces = cursor.next(buffer.length)
    await fill(readers, buffer, pieces)
    new SentChecksum(readers.placeOf).update(buffer, pieces)
  } finally {
    await readers.close()
  }
  await line.finish(buffer)
}

async function pump(
  readers: ObjectReaders,
  line: ResponseWriter,
  cursor: SegmentCursor,
  onSent: (bytes: number) => void,
  one: Buffer,
  other = one,
): Promise<void> {
  const asTheyCame = new SentChecksum(readers.placeOf)
  let sent: Promise<void> = Promise.resolve()
  for (let turn = 0; cursor.left > 0; turn++) {
    const buffer = turn % 2 === 0 ? one : other
    const pieces = cursor.next(buffer.length)
    const [length] = await Promise.all([fill(readers, buffer, pieces), sent])
    asTheyCame.update(buffer, pieces)
    sent = line.write(buffer.subarray(0, length)).then(() => onSent(length))
    // Handled in the next iteration.
    sent.catch(() => undefined)
  }
  await sent
  line.end()
}

/** Fills the buffer with all slices; returns the number of bytes. */
async function fill(
  readers: ObjectReaders,
  buffer: Buffer,
  pieces: readonly SegmentSlice[],
): Promise<number> {
  const [first] = pieces
  if (first && pieces.length === 1) await readSlice(readers, buffer, first)
  else await pLimit(CONCURRENT_READS).map(pieces, (piece) => readSlice(readers, buffer, piece))
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

async function readSlice(
  readers: ObjectReaders,
  buffer: Buffer,
  { segment, from, length, at, index }: SegmentSlice,
): Promise<void> {
  if (Buffer.isBuffer(segment)) {
    segment.copy(buffer, at, from, from + length)
    return
  }
  const reader = await readers.open(index, segment)
  const read =
    reader.size === segment.length
      ? await readVerified(readers.placeOf(segment), () =>
          reader.read(buffer.subarray(at, at + length), length, from),
        )
      : 0
  if (read !== length) throw new CorruptObject(readers.placeOf(segment))
  if (from + length === segment.length) await readers.release(index)
}

/** A failed authentication tag means corruption, like a wrong checksum. */
const readVerified = (place: StoredObject, read: () => Promise<number>): Promise<number> =>
  read().catch((error: unknown) => {
    throw isProvenCorruption(error) ? new CorruptObject(place, error) : error
  })

/** Readers of the objects in use, each opened once. */
class ObjectReaders {
  readonly #stores: Pick<Stores, 'open'>
  readonly #open = new Map<number, Promise<ObjectReader>>()
  /** Of objects with copies: where their bytes come from. */
  readonly #near = new Map<StoredObject, NearestReader>()
  #isClosed = false

  constructor(stores: Pick<Stores, 'open'>) {
    this.#stores = stores
  }

  /** Throws ConnectionClosed after `close`. */
  open(index: number, object: StoredObject): Promise<ObjectReader> {
    if (this.#isClosed) throw new ConnectionClosed()
    const opening = this.#open.get(index) ?? this.#begin(object)
    this.#open.set(index, opening)
    return opening
  }

  async #begin(object: StoredObject): Promise<ObjectReader> {
    const reader = await this.#stores.open(object)
    if (reader instanceof NearestReader) this.#near.set(object, reader)
    return reader
  }

  /** The object itself, or the copy that was read in its place. */
  readonly placeOf = (object: StoredObject): StoredObject => this.#near.get(object)?.object ?? object

  async release(index: number): Promise<void> {
    const opening = this.#open.get(index)
    this.#open.delete(index)
    await (await opening)?.close()
  }

  /** No object is opened from then on. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([...this.#open.keys()].map((index) => this.release(index)))
  }
}

const bufferSize = (): number =>
  Math.max(SMALLEST, Math.min(LARGEST, Math.floor((MEMORY - buffersInUse) * SHARE)))

function acquireBuffer(size: number): Buffer {
  return (size === LARGEST && freeBuffers.pop()) || Buffer.allocUnsafeSlow(size)
}

function releaseBuffer(buffer: Buffer): void {
  if (buffer.length !== LARGEST || freeBuffers.length >= FREE_BUFFERS_MAX) return
  freeBuffers.push(buffer)
  resting ??= setTimeout(giveBack, REST_MS).unref()
  resting.refresh()
}

function giveBack(): void {
  for (const buffer of freeBuffers.splice(0)) freeBuffer(buffer)
}
