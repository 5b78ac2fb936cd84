import { createHash, type Hash, randomFillSync } from 'node:crypto'

/** Bytes of an upload: random once, then told apart by a stamp, so that every upload is new content at no cost. */

const BLOCK = 8 * 1024 * 1024

const random = randomFillSync(Buffer.allocUnsafeSlow(BLOCK))
/** Copies of the random block that nobody is sending. */
const free: Buffer[] = []

/** Works with part `n` (from 0) of the content called `seed`, at most 8 MiB; the bytes are the work's until it ends. */
export async function withPart<T>(
  seed: number,
  n: number,
  length: number,
  work: (bytes: Buffer) => Promise<T>,
): Promise<T> {
  const block = free.pop() ?? Buffer.from(random)
  try {
    return await work(stamp(block, seed, n).subarray(0, length))
  } finally {
    free.push(block)
  }
}

function stamp(block: Buffer, seed: number, n: number): Buffer {
  block.writeDoubleLE(seed, 0)
  block.writeDoubleLE(n, 8)
  return block
}

/** All parts of a content in order, each a copy of its own. */
export function* parts(seed: number, size: number, partSize: number): Generator<Buffer> {
  for (let n = 0; n < partCount(size, partSize); n++)
    yield Buffer.from(stamp(random, seed, n).subarray(0, partLength(size, partSize, n)))
}

export const partCount = (size: number, partSize: number): number => Math.ceil(size / partSize)
export const partLength = (size: number, partSize: number, n: number): number =>
  Math.min(partSize, size - n * partSize)

/** SHA-256 of a whole content, as hex. */
export function digest(seed: number, size: number, partSize: number): string {
  const hash = createHash('sha256')
  for (let n = 0; n < partCount(size, partSize); n++)
    hash.update(stamp(random, seed, n).subarray(0, partLength(size, partSize, n)))
  return hash.digest('hex')
}

export interface SmallFile {
  readonly name: string
  readonly bytes: Buffer
  readonly md5: string
  readonly sha256: string
}

export function smallFiles(seed: number, count: number, size: number): SmallFile[] {
  return Array.from({ length: count }, (_, n) => {
    const bytes = Buffer.from(stamp(random, seed, n).subarray(0, size))
    return {
      name: `${seed}-${n}.bin`,
      bytes,
      md5: hex(createHash('md5'), bytes),
      sha256: hex(createHash('sha256'), bytes),
    }
  })
}

const hex = (hash: Hash, bytes: Buffer): string => hash.update(bytes).digest('hex')
