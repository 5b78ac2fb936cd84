import { verify } from 'node:crypto'
import { MINUTE } from '@clouddisk/contract/time'
import type { Discovery } from './discovery-xml.ts'

/** Whether calls come from the Office server: it signs them with a key that its discovery names. */

const AGE_MAX = 20 * MINUTE
/** ms between year 1, from which the protocol counts, and 1970. */
const EPOCH = 62_135_596_800_000n
const TICKS_PER_MS = 10_000n

export interface SignedCall {
  /** As it was called, with its query. */
  readonly url: string
  readonly token: string
  readonly proof: string | undefined
  readonly oldProof: string | undefined
  /** 100 ns since year 1. */
  readonly timestamp: string | undefined
}

/** What the Office server has signed. */
export function proofBytes(token: string, url: string, timestamp: bigint): Buffer {
  const time = Buffer.alloc(8)
  time.writeBigInt64BE(timestamp)
  return Buffer.concat([Buffer.from(token), Buffer.from(url.toUpperCase()), time].flatMap(withLength))
}

function withLength(part: Buffer): Buffer[] {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(part.length)
  return [length, part]
}

export const ticksOf = (at: Date): bigint => (BigInt(at.getTime()) + EPOCH) * TICKS_PER_MS

/**
 * Whether the call is signed with the current key or, while keys change, with the old one: the old proof by the current key, or the
 * proof by the old key. Calls of a server without keys are not signed.
 */
export function isProved({ proofKeys }: Discovery, call: SignedCall, now: Date): boolean {
  if (proofKeys.length === 0) return true
  const { url, token, proof, oldProof, timestamp = '' } = call
  if (proof === undefined || !/^\d{1,19}$/.test(timestamp)) return false
  const ticks = BigInt(timestamp)
  if (ticks > 0x7fff_ffff_ffff_ffffn) return false
  const age = Number((ticksOf(now) - ticks) / TICKS_PER_MS)
  if (Math.abs(age) > AGE_MAX) return false
  const bytes = proofBytes(token, url, ticks)
  return proofKeys.some(({ key, isCurrent }) =>
    [proof, ...(isCurrent && oldProof !== undefined ? [oldProof] : [])].some((mark) =>
      verify('RSA-SHA256', bytes, key, Buffer.from(mark, 'base64')),
    ),
  )
}
