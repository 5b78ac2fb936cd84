import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Blob } from '../../content/blobs.ts'
import type { Stores } from '../../objects/stores.ts'

/** Proof of possession (C10): a hash over ranges of the content. */

export type ByteRange = readonly [offset: number, length: number]

const RANGES = 3
const LENGTH = LIMITS.proofRangeBytes

/**
 * One range of each third, in bytes; the whole content if it is small. The ranges depend on a secret, the person and the content
 * only, so that repeated requests yield no easier ones.
 */
export function proofRanges(secret: KeyObject, personId: string, { id, size }: Blob): ByteRange[] {
  if (size < RANGES * LENGTH) return [[0, size]]
  const third = Math.floor(size / RANGES)
  const drawn = createHmac('sha256', secret).update(`${personId} ${id}`).digest()
  return Array.from(
    { length: RANGES },
    (_, i) => [i * third + (drawn.readUIntBE(i * DRAWN, DRAWN) % (third - LENGTH + 1)), LENGTH] as const,
  )
}

/** Digest bytes that choose the offset of one range; 2^48 is far above the largest file, so the modulo is even enough. */
const DRAWN = 6

export const newNonce = (): string => randomBytes(24).toString('base64url')

/** Whether `answer` is the hex SHA-256 over the bytes of the ranges in order, followed by the nonce. */
export async function isProof(
  stores: Stores,
  blob: Blob,
  ranges: readonly ByteRange[],
  nonce: string,
  answer: string,
): Promise<boolean> {
  const hash = createHash('sha256')
  const reader = await stores.open(blob)
  try {
    for (const [offset, length] of ranges) {
      const buffer = Buffer.allocUnsafe(length)
      if ((await reader.read(buffer, length, offset)) !== length) return false
      hash.update(buffer)
    }
  } finally {
    await reader.close()
  }
  return timingSafeEqual(hash.update(nonce).digest(), Buffer.from(answer, 'hex'))
}
