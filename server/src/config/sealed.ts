import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

/**
 * Encrypts small secrets for rows by AES-256-GCM: version, nonce, tag, ciphertext. `owner`, such as the row's id, is
 * authenticated: a value sealed for one owner cannot be opened for another.
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

/** Throws if the key or owner differs or the value was altered. */
export function unseal(key: KeyObject, owner: string, sealed: Buffer): string {
  const start = 1 + NONCE_BYTES
  if (sealed[0] !== VERSION || sealed.length < start + TAG_BYTES) throw new Error('not a sealed value')
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, start))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(start, start + TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(start + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  )
}
