import { transcode } from 'node:buffer'

/** Below this it makes no difference. */
const LONG = 16 * 1024
const BEYOND_LATIN = /[\u0100-\uffff]/

/** A long text with Chinese in it as UTF-8: left to the framework it would be gone through twice, and slowly. */
export function encoded<T>(payload: T): T | Buffer {
  if (typeof payload !== 'string' || payload.length < LONG || !BEYOND_LATIN.test(payload)) return payload
  return transcode(Buffer.from(payload, 'ucs2'), 'ucs2', 'utf8')
}
