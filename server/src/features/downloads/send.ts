import type { ServerResponse } from 'node:http'
import type { Pace } from '../../objects/pace.ts'
import type { ObjectReader } from '../../objects/port.ts'
import type { StoredObject, Stores } from '../../objects/stores.ts'
import { AsTheyCame, WrongBytes } from './as-they-came.ts'
import type { Comparer } from './comparer.ts'
import { Line, LineCut } from './line.ts'
import type { Span } from './ranges.ts'
import { type Piece, type Segment, SegmentCursor } from './segments.ts'

/** So many a download: one is filled, one compared and one on its way. */
const BUFFERS = 3
/** Smaller ones where many run, so that memory stays flat. Bytes. */
const LARGEST = 4 * 1024 * 1024
const SMALLEST = 64 * 1024
const MEMORY = 128 * 1024 * 1024
/** Objects read side by side, so that many small ones do not wait for each other. */
const AT_ONCE = 8
const SPARE_MAX = 2 * BUFFERS

let running = 0
const spare: Buffer[] = []

export interface Sources {
  readonly stores: Pick<Stores, 'open'>
  readonly comparer: Comparer
}

/**
 * Sends `span` of the segments' bytes. `head` sends what comes before them, as late as possible; `pace` is that of whom
 * they go to. Throws where stored bytes cannot be read or are not what came, or the line was cut; what has been sent
 * then is not all.
 */
export async function send(
  { stores, comparer }: Sources,
  response: ServerResponse,
  segments: readonly Segment[],
  span: Span,
  pace: Pace,
  head: () => void,
): Promise<void> {
  const readers = new Readers(stores)
  const line = new Line(response, pace, head)
  const buffers = new Buffers(Math.min(bufferSize(), span.end - span.start))
  running++
  try {
    await pump(readers, new AsTheyCame(comparer), line, new SegmentCursor(segments, span), buffers)
  } finally {
    running--
    line.leave()
    await readers.close()
    // After a cut line the kernel may still be reading one of them.
    if (response.writableEnded) buffers.keep()
  }
}

async function pump(
  readers: Readers,
  asTheyCame: AsTheyCame,
  line: Line,
  cursor: SegmentCursor,
  buffers: Buffers,
): Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let beforeLast = last
  const passOn = async (buffer: Buffer, pieces: readonly Piece[], length: number, before: Promise<void>) => {
    const looked = await asTheyCame.pass(buffer, pieces)
    await before
    await line.write(looked.subarray(0, length))
    buffers.giveBack(looked)
  }
  while (cursor.left > 0) {
    const buffer = buffers.take()
    const pieces = cursor.next(buffer.length)
    const [length] = await unlessFails(last, Promise.all([fill(readers, buffer, pieces), beforeLast]))
    beforeLast = last
    last = passOn(buffer, pieces, length, last)
    // Heard in the next turn.
    last.catch(() => undefined)
  }
  await last
  line.end()
}

/** The answer of `work`, or at once what `other` fails with meanwhile. */
const unlessFails = <T>(other: Promise<unknown>, work: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    other.catch(reject)
    work.then(resolve, reject)
  })

/** Puts every piece in its place; answers the bytes filled. */
async function fill(readers: Readers, buffer: Buffer, pieces: readonly Piece[]): Promise<number> {
  const queue = pieces.values()
  const work = async () => {
    for (const piece of queue) await place(readers, buffer, piece)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, pieces.length) }, work))
  return pieces.reduce((sum, piece) => sum + piece.length, 0)
}

async function place(
  readers: Readers,
  buffer: Buffer,
  { segment, from, length, at, index }: Piece,
): Promise<void> {
  if (Buffer.isBuffer(segment)) {
    segment.copy(buffer, at, from, from + length)
    return
  }
  const reader = await readers.open(index, segment)
  const read =
    reader.size === segment.length ? await reader.read(buffer.subarray(at, at + length), length, from) : 0
  if (read !== length) throw new WrongBytes(segment)
  if (from + length === segment.length) await readers.release(index)
}

/** Objects that are being read, each opened once. */
class Readers {
  readonly #stores: Pick<Stores, 'open'>
  readonly #open = new Map<number, Promise<ObjectReader>>()
  #isClosed = false

  constructor(stores: Pick<Stores, 'open'>) {
    this.#stores = stores
  }

  /** At once where nothing is read any more: LineCut. */
  open(index: number, object: StoredObject): Promise<ObjectReader> {
    if (this.#isClosed) throw new LineCut()
    const opening = this.#open.get(index) ?? this.#stores.open(object)
    this.#open.set(index, opening)
    return opening
  }

  async release(index: number): Promise<void> {
    const opening = this.#open.get(index)
    this.#open.delete(index)
    await (await opening)?.close()
  }

  /** Whoever still fills a buffer opens none from then on. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.allSettled([...this.#open.keys()].map((index) => this.release(index)))
  }
}

const bufferSize = (): number =>
  Math.max(SMALLEST, Math.min(LARGEST, Math.floor(MEMORY / BUFFERS / (running + 1))))

/** Those of one download. */
class Buffers {
  readonly #size: number
  #free: Buffer[] = []

  constructor(size: number) {
    this.#size = size
  }

  take(): Buffer {
    return this.#free.pop() || (this.#isLargest && spare.pop()) || Buffer.allocUnsafeSlow(this.#size)
  }

  giveBack(buffer: Buffer): void {
    this.#free.push(buffer)
  }

  /** Those that are free, for others. */
  keep(): void {
    if (this.#isLargest) spare.push(...this.#free.splice(0, SPARE_MAX - spare.length))
    this.#free = []
  }

  get #isLargest(): boolean {
    return this.#size === LARGEST
  }
}
