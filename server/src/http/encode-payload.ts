import { transcode } from 'node:buffer'

/** Shorter payloads gain nothing. */
const MIN_LENGTH = 16 * 1024
const NON_LATIN1 = /[\u0100-\uffff]/

/** Encodes long text beyond Latin-1 as UTF-8; the framework would scan it twice, and slowly. */
export function encodePayload<T>(payload: T): T | Buffer {
  if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !NON_LATIN1.test(payload)) return payload
  return transcode(Buffer.from(payload, 'ucs2'), 'ucs2', 'utf8')
}
