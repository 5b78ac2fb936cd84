import { createHash, type Hash } from 'node:crypto'
import fs from 'node:fs'
import { parentPort } from 'node:worker_threads'
import zlib from 'node:zlib'
import type { HashAnswer, HashOrder } from './hasher.ts'

/**
 * Hashes files from the page cache, so that no bytes are copied between threads. Orders of many files are served in
 * turns of one slice, so that a small file does not wait for a large one.
 */
const SLICE = Buffer.allocUnsafeSlow(2 * 1024 * 1024)

interface Work {
  fd: number
  position: number
  /** Bytes that may be read. */
  front: number
  /** Bytes of the whole; undefined until the answer is asked for. */
  end: number | undefined
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
  const wanted = Math.min(SLICE.length, work.front - work.position)
  if (wanted > 0) {
    const got = fs.readSync(work.fd, SLICE, 0, wanted, work.position)
    if (got === 0) throw new Error(`file ends at ${work.position}, not at ${work.front}`)
    const slice = SLICE.subarray(0, got)
    work.sha256.update(slice)
    work.crc32 = zlib.crc32(slice, work.crc32)
    work.md5?.update(slice)
    work.position += got
  }
  if (work.position === work.end) answer(id, work)
}

function answer(id: number, work: Work): void {
  drop(id, work)
  send({
    id,
    size: work.position,
    crc32: work.crc32,
    sha256: work.sha256.digest(),
    ...(work.md5 && { md5: work.md5.digest() }),
  })
}

function drop(id: number, work: Work): void {
  works.delete(id)
  fs.closeSync(work.fd)
}

const fail = (id: number, error: unknown): void =>
  send({ id, error: error instanceof Error ? error.message : String(error) })
const send = (message: HashAnswer): void => parentPort?.postMessage(message)
