import type { Readable } from 'node:stream'
import { receive, type TransferTimeouts } from '../receive.ts'
import { Pipe } from './pipe.ts'
import { SEGMENT, type Segments } from './segments.ts'

/** Bytes that wait for the store at a moment, beside those that it holds itself. */
const HIGH_WATER = 1024 * 1024

/** A body that comes in, and where in its object it lies. */
export interface PlainBody {
  readonly body: Readable
  readonly length: number
  readonly patience: TransferTimeouts
  readonly segments: Segments
  /** Of the content key. */
  readonly number: number
  /** Of its first segment. */
  readonly first: number
  /** Sees each chunk in passing. */
  readonly look?: ((chunk: Buffer) => void) | undefined
}

/**
 * Encrypts a body while it comes in and hands it on. Its last segment is kept back until all of it is known to be there:
 * a store that has the end would take the whole for good.
 */
export async function encrypt<T>(plain: PlainBody, send: (stored: Readable) => Promise<T>): Promise<T> {
  const { body, length, patience, look } = plain
  const out = new Pipe(HIGH_WATER)
  const given = new AbortController()
  const sending = send(out)
  sending.catch((error: unknown) => {
    given.abort(error)
    out.destroy()
  })
  const encrypting = new Encrypting(plain)
  const sink = async (chunks: Buffer[]) => {
    if (look) for (const chunk of chunks) look(chunk)
    const ready = encrypting.take(chunks)
    if (ready.length > 0) await out.give(ready)
  }
  try {
    // A store that does not want it leaves it to the next one.
    await out.wanted
    await receive(body, length, sink, patience, given.signal)
    await out.give(encrypting.end())
    out.end()
  } catch (error) {
    out.destroy()
    await sending.catch(() => undefined)
    throw given.signal.aborted ? given.signal.reason : error
  }
  return sending
}

/** A body's segments, one after the other. */
class Encrypting {
  readonly #segments: Segments
  readonly #number: number
  #index: number
  #held: Buffer[] = []
  #bytes = 0

  constructor({ segments, number, first }: Pick<PlainBody, 'segments' | 'number' | 'first'>) {
    this.#segments = segments
    this.#number = number
    this.#index = first
  }

  /** All but the last segment of what has come so far. */
  take(chunks: readonly Buffer[]): Buffer[] {
    for (const chunk of chunks) {
      this.#held.push(chunk)
      this.#bytes += chunk.length
    }
    const count = Math.max(0, Math.ceil(this.#bytes / SEGMENT) - 1)
    return Array.from({ length: count }, () => this.#write(this.#next(SEGMENT))).flat()
  }

  /** The last one. */
  end(): Buffer[] {
    return this.#write(this.#next(this.#bytes))
  }

  #write(plain: readonly Buffer[]): Buffer[] {
    return this.#segments.write(this.#number, this.#index++, plain)
  }

  /** Takes so many bytes from the front of what is held. */
  #next(length: number): Buffer[] {
    const taken: Buffer[] = []
    let missing = length
    let used = 0
    for (const chunk of this.#held) {
      if (missing === 0) break
      const piece = chunk.subarray(0, missing)
      taken.push(piece)
      missing -= piece.length
      if (piece.length === chunk.length) used++
      else this.#held[used] = chunk.subarray(piece.length)
    }
    this.#held.splice(0, used)
    this.#bytes -= length
    return taken
  }
}
