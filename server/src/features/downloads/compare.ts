import zlib from 'node:zlib'

/** Some of an object's bytes in a buffer. Plain data: it goes to the worker as well. */
export interface Stretch {
  readonly at: number
  readonly length: number
  /** Whether the object begins here. */
  readonly begins: boolean
  /** That of the whole object as it came, where it ends here. */
  readonly crc32: number | undefined
}

/** The CRC-32 of what has been seen of the object in hand: one number, which the worker takes on from buffer to buffer. */
export type Sum = Uint32Array<SharedArrayBuffer>
export const newSum = (): Sum => new Uint32Array(new SharedArrayBuffer(Uint32Array.BYTES_PER_ELEMENT))

/** Goes on with `sum`. Answers the place in `stretches` of the first end of an object that is not what came, or -1. */
export const wrongAt = (bytes: Uint8Array, stretches: readonly Stretch[], sum: Sum): number =>
  stretches.findIndex(({ at, length, begins, crc32 }) => {
    sum[0] = zlib.crc32(bytes.subarray(at, at + length), begins ? 0 : sum[0])
    return crc32 !== undefined && crc32 !== sum[0]
  })
