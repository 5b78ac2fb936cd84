import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Small secrets in rows: version, nonce, tag, then what AES-256-GCM makes of the text. What was sealed for one `owner`
 * (a row's id, say) opens for no other.
 */

const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

export function seal(key: KeyObject, owner: string, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body])
}

/** Throws where it was sealed with another key, for another owner, or was changed. */
export function unseal(key: KeyObject, owner: string, sealed: Buffer): string {
  const start = 1 + NONCE_BYTES
  if (sealed[0] !== VERSION || sealed.length < start + TAG_BYTES) throw new Error('this was not sealed by us')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, start))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(start, start + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(start + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}
