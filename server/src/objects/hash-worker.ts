import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { type DigestBuilder, newDigest } from './digest.ts'
import { Segments, STORED_SEGMENT, UnknownContentKey } from './encrypted/segments.ts'
import { freeBuffer } from './free-buffer.ts'
import type { HashRequest, HashResponse } from './hasher.ts'
import { ObjectCorrupted } from './port.ts'

/**
 * Hashes files from the page cache, so that no bytes are copied between threads. Files are read in turns of one slice, so
 * that a small file does not wait for a large one.
 */
const SLICE = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

/** A slice of an encrypted file: as many whole segments as fit. */
const SEGMENTS = Math.floor(SLICE.length / STORED_SEGMENT) * STORED_SEGMENT

interface Work {
  fd: number
  /** In the file. */
  position: number
  /** Bytes that may be read. */
  front: number
  /** Size of the complete file; undefined until `finish`. */
  end: number | undefined
  /** For an encrypted file. */
  segments: Segments | undefined
  digest: DigestBuilder
}

const works = new Map<number, Work>()
let scheduled = false

parentPort?.on('message', (request: HashRequest) => {
  try {
    handle(request)
    schedule()
  } catch (error) {
    fail(request.id, error)
  }
})

function handle(request: HashRequest): void {
  if (request.do === 'open') {
    works.set(request.id, {
      fd: typeof request.file === 'number' ? request.file : fs.openSync(request.file, 'r'),
      position: 0,
      front: 0,
      end: undefined,
      segments: request.segmentContext && new Segments(request.segmentContext),
      digest: newDigest(request),
    })
    return
  }
  const work = works.get(request.id)
  if (!work) return
  if (request.do === 'cancel') drop(request.id, work)
  else {
    work.front = request.front
    if (request.do === 'finish') work.end = request.front
  }
}

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(turn)
}

/** Reads one slice of each file, then lets new requests in. */
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
  const length = Math.min(work.segments ? SEGMENTS : SLICE.length, work.front - work.position)
  if (length > 0) {
    const read = readFully(work, length)
    for (const chunk of decrypted(work, SLICE.subarray(0, read))) {
      work.digest.add(chunk)
      if (work.segments) freeBuffer(chunk)
    }
    work.position += read
  }
  if (work.position === work.end) finish(id, work)
}

function readFully({ fd, position, front }: Work, length: number): number {
  let done = 0
  while (done < length) {
    const read = fs.readSync(fd, SLICE, done, length - done, position + done)
    if (read === 0) throw new Error(`file ends at ${position + done}, not at ${front}`)
    done += read
  }
  return done
}

/** The slice consists of whole segments, as `front` does. */
function* decrypted({ segments, position }: Work, slice: Buffer): Iterable<Buffer> {
  if (!segments) yield slice
  else
    for (let at = 0; at < slice.length; at += STORED_SEGMENT)
      yield segments.decrypt((position + at) / STORED_SEGMENT, slice.subarray(at, at + STORED_SEGMENT))
}

function finish(id: number, work: Work): void {
  // An encrypted file has at least one segment: decrypting nothing throws.
  if (work.position === 0) work.segments?.decrypt(0, SLICE.subarray(0, 0))
  drop(id, work)
  respond({ id, ...work.digest.digest() })
}

function drop(id: number, work: Work): void {
  works.delete(id)
  fs.closeSync(work.fd)
}

function fail(id: number, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof UnknownContentKey) respond({ id, error: message, unknownKey: error.number })
  else respond({ id, error: message, corrupted: error instanceof ObjectCorrupted })
}
const respond = (message: HashResponse): void => parentPort?.postMessage(message)
