import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { crc32Of } from './crc32.ts'
import { Segments, STORED_SEGMENT, UnknownContentKey } from './encrypted/segments.ts'
import type { HashAnswer, HashOrder } from './hasher.ts'
import { ObjectCorrupted } from './port.ts'

/**
 * Hashes files from the page cache, so that no bytes are copied between threads. Orders of many files are served in
 * turns of one slice, so that a small file does not wait for a large one.
 */
const SLICE = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

/** Of encrypted files as many whole segments as fit. */
const SEGMENTS = Math.floor(SLICE.length / STORED_SEGMENT) * STORED_SEGMENT

interface Work {
  fd: number
  /** In the file. */
  position: number
  /** Bytes that may be read. */
  front: number
  /** Bytes of the whole; undefined until the answer is asked for. */
  end: number | undefined
  /** Where the file is encrypted. */
  segments: Segments | undefined
  /** Bytes that were hashed. */
  size: number
  sha256: Hash
  crc32: number
  md5: Hash | undefined
}

const works = new Map<number, Work>()
let scheduled = false

parentPort?.on('message', (order: HashOrder) => {
  try {
    take(order)
    schedule()
  } catch (error) {
    fail(order.id, error)
  }
})

function take(order: HashOrder): void {
  if (order.do === 'open') {
    const md5 = order.md5 ? createHash('md5') : undefined
    works.set(order.id, {
      fd: typeof order.file === 'number' ? order.file : fs.openSync(order.file, 'r'),
      position: 0,
      front: 0,
      end: undefined,
      segments: order.opening && new Segments(order.opening),
      size: 0,
      sha256: createHash('sha256'),
      crc32: 0,
      md5,
    })
    return
  }
  const work = works.get(order.id)
  if (!work) return
  if (order.do === 'forget') drop(order.id, work)
  else {
    work.front = order.front
    if (order.do === 'finish') work.end = order.front
  }
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(turn)
}

/** One slice of each file that has bytes to read, then a look at what has been ordered meanwhile. */
function turn(): void {
  scheduled = false
  for (const [id, work] of works) {
    try {
      step(id, work)
    } catch (error) {
      drop(id, work)
      fail(id, error)
    }
  }
  if ([...works.values()].some((work) => work.position < work.front)) schedule()
}

function step(id: number, work: Work): void {
  const most = work.segments ? SEGMENTS : SLICE.length
  const wanted = Math.min(most, work.front - work.position)
  if (wanted > 0) {
    const got = readFully(work, wanted)
    for (const chunk of plain(work, SLICE.subarray(0, got))) look(work, chunk)
    work.position += got
  }
  if (work.position === work.end) answer(id, work)
}

function readFully({ fd, position, front }: Work, wanted: number): number {
  let got = 0
  while (got < wanted) {
    const read = fs.readSync(fd, SLICE, got, wanted - got, position + got)
    if (read === 0) throw new Error(`file ends at ${position + got}, not at ${front}`)
    got += read
  }
  return got
}

/** What there is ends with a segment: the front only ever does. */
function* plain({ segments, position }: Work, slice: Buffer): Iterable<Buffer> {
  if (!segments) yield slice
  else
    for (let at = 0; at < slice.length; at += STORED_SEGMENT)
      yield segments.read((position + at) / STORED_SEGMENT, slice.subarray(at, at + STORED_SEGMENT))
}

function look(work: Work, chunk: Buffer): void {
  work.sha256.update(chunk)
  work.crc32 = crc32Of(chunk, work.crc32)
  work.md5?.update(chunk)
  work.size += chunk.length
}

function answer(id: number, work: Work): void {
  // Not even the one segment of an empty object is there: that throws.
  if (work.position === 0) work.segments?.read(0, SLICE.subarray(0, 0))
  drop(id, work)
  send({
    id,
    size: work.size,
    crc32: work.crc32,
    sha256: work.sha256.digest(),
    ...(work.md5 && { md5: work.md5.digest() }),
  })
}

function drop(id: number, work: Work): void {
  works.delete(id)
  fs.closeSync(work.fd)
}

function fail(id: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnknownContentKey) send({ id, error: message, unknownKey: error.number })
  else send({ id, error: message, damaged: error instanceof ObjectCorrupted })
}
const send = (message: HashAnswer): void => parentPort?.postMessage(message)
