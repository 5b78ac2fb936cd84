import type { IncomingHttpHeaders } from 'node:http'
import { SHA256_HEADER } from '@clouddisk/contract/uploads'
import { refuseField } from '../../errors/refusal.ts'

/**
 * The SHA-256 that the sender claims, in hex: by the field `sha256`, by the header SHA256_HEADER, or by `Content-Digest` (RFC 9530).
 * Undefined without a claim; different claims are refused.
 */
export function claimedSha256(field: string | undefined, headers: IncomingHttpHeaders): string | undefined {
  const claims = [
    field?.toLowerCase(),
    fromHeader(headers[SHA256_HEADER]),
    fromContentDigest(headers['content-digest']),
  ]
  const made = new Set(claims.filter((claim) => claim !== undefined))
  if (made.size > 1) refuseField('sha256', 'unknown_value')
  return [...made][0]
}

const HEX = /^[0-9a-f]{64}$/i

function fromHeader(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !HEX.test(value)) refuseField('sha256', 'format')
  return value.toLowerCase()
}

/** A dictionary of digests; others than SHA-256 are not compared. */
function fromContentDigest(value: string | string[] | undefined): string | undefined {
  if (value === undefined) return undefined
  const [, base64] = /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(String(value)) ?? []
  if (base64 === undefined && /(?:^|,)\s*sha-256=/.test(String(value))) refuseField('sha256', 'format')
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex')
}
