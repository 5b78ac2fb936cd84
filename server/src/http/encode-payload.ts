import { transcode } from 'node:buffer'

/** Below this it makes no difference. */
const MIN_LENGTH = 16 * 1024
const NON_LATIN1 = /[\u0100-\uffff]/

/** A long text with Chinese in it as UTF-8: left to the framework it would be gone through twice, and slowly. */
export function encodePayload<T>(payload: T): T | Buffer {
  if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !NON_LATIN1.test(payload)) return payload
  return transcode(Buffer.from(payload, 'ucs2'), 'ucs2', 'utf8')
}
