import { createHash } from 'node:crypto'
import { crc32Of } from '../crc32.ts'
import type { Digest } from '../port.ts'

/** SHA-256 and CRC-32, and MD5 where it is wanted, of bytes that pass by. */
export function newDigest(want: { md5?: boolean } = {}): { look(chunk: Buffer): void; end(): Digest } {
  const sha256 = createHash('sha256')
  const md5 = want.md5 ? createHash('md5') : undefined
  let size = 0
  let crc32 = 0
  return {
    look: (chunk) => {
      sha256.update(chunk)
      md5?.update(chunk)
      crc32 = crc32Of(chunk, crc32)
      size += chunk.length
    },
    end: () => ({ size, sha256: sha256.digest(), crc32, ...(md5 && { md5: md5.digest() }) }),
  }
}
