import type { Readable } from 'node:stream'
import { Pipe } from '../pipe.ts'
import { receive, type TransferTimeouts } from '../receive.ts'
import { SEGMENT, type Segments } from './segments.ts'

/** Bytes that wait for the store, in addition to those that it buffers itself. */
const HIGH_WATER = 1024 * 1024

/** A body that is being received, and its position in its object. */
export interface PlainBody {
  readonly body: Readable
  readonly length: number
  readonly timeouts: TransferTimeouts
  readonly segments: Segments
  /** Number of the content key. */
  readonly keyNumber: number
  /** Index of its first segment. */
  readonly firstSegment: number
  /** Called with each plain chunk. */
  readonly onChunk?: ((chunk: Buffer) => void) | undefined
}

/**
 * Encrypts a body while it is received and sends it on. The last segment is withheld until the whole body is known to be
 * complete, as a store that has received the end would keep the object.
 */
export async function encrypt<T>(plain: PlainBody, send: (stored: Readable) => Promise<T>): Promise<T> {
  const { body, length, timeouts, onChunk } = plain
  const out = new Pipe(HIGH_WATER, true)
  const failed = new AbortController()
  const sending = send(out)
  sending.catch((error: unknown) => {
    failed.abort(error)
    out.destroy()
  })
  const segments = new SegmentWriter(plain)
  const sink = async (chunks: Buffer[]) => {
    if (onChunk) for (const chunk of chunks) onChunk(chunk)
    const ready = segments.add(chunks)
    if (ready.length > 0) await out.write(ready)
  }
  try {
    // A store that refuses the body does not read it; the caller may then offer it again.
    await out.ready
    await receive(body, length, sink, { ...timeouts, cancel: failed.signal })
    await out.write(segments.end())
    out.end()
  } catch (error) {
    out.destroy()
    await sending.catch(() => undefined)
    throw failed.signal.aborted ? failed.signal.reason : error
  }
  return sending
}

/** Encrypts the segments of a body in order. */
class SegmentWriter {
  readonly #segments: Segments
  readonly #keyNumber: number
  #index: number
  /** The beginning of the next segment: all of it where it may be the last one. */
  readonly #begun = Buffer.allocUnsafeSlow(SEGMENT)
  #bytes = 0

  constructor({ segments, keyNumber, firstSegment }: PlainBody) {
    this.#segments = segments
    this.#keyNumber = keyNumber
    this.#index = firstSegment
  }

  /** Returns all complete segments but the last. Keeps none of the chunks. */
  add(chunks: readonly Buffer[]): Buffer[] {
    const ready: Buffer[] = []
    for (const chunk of chunks) {
      let rest = chunk
      while (this.#bytes + rest.length > SEGMENT) {
        const missing = SEGMENT - this.#bytes
        ready.push(...this.#encryptNext(rest.subarray(0, missing)))
        rest = rest.subarray(missing)
      }
      this.#bytes += rest.copy(this.#begun, this.#bytes)
    }
    return ready
  }

  end(): Buffer[] {
    return this.#encryptNext()
  }

  /** What has begun, and what follows it. */
  #encryptNext(...end: Buffer[]): Buffer[] {
    const plain = [this.#begun.subarray(0, this.#bytes), ...end].filter(({ length }) => length > 0)
    this.#bytes = 0
    return this.#segments.encrypt(this.#keyNumber, this.#index++, plain)
  }
}
