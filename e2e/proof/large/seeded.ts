import { createCipheriv, createHash } from 'node:crypto'

/** A file of any size that lies nowhere: what is asked of it is made from its seed. */

const AES_BLOCK = 16
const MOST = 32 * 1024 * 1024
const zeros = Buffer.alloc(MOST + AES_BLOCK)

/** Bytes `[offset, offset + length)` of the content called `seed`, at most 32 MiB. */
export function bytesAt(seed: number, offset: number, length: number): Buffer<ArrayBuffer> {
  if (length > MOST) throw new RangeError(`${length} bytes are more than are made at once`)
  const skipped = offset % AES_BLOCK
  const counter = Buffer.alloc(AES_BLOCK)
  counter.writeBigUInt64BE(BigInt((offset - skipped) / AES_BLOCK), 8)
  const key = createHash('sha256').update(`large ${seed}`).digest()
  const made = createCipheriv('aes-256-ctr', key, counter).update(zeros.subarray(0, skipped + length))
  return made.subarray(skipped) as Buffer<ArrayBuffer>
}

/** As a page has it of a person's disk: read a slice at a time. */
export class SeededFile extends Blob {
  readonly seed: number
  override readonly size: number

  constructor(seed: number, size: number) {
    super()
    this.seed = seed
    this.size = size
  }

  override slice(start = 0, end = this.size): Blob {
    const from = Math.min(start, this.size)
    return new Blob([bytesAt(this.seed, from, Math.max(0, Math.min(end, this.size) - from))])
  }
}
