import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../config/secrets.ts'
import { refuseField } from '../errors/refusal.ts'

/** Page cursors are signed, so that clients cannot forge one for rows that they may not see. */

export function signCursor(secrets: Secrets, purpose: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${signature(secrets, purpose, body).toString('base64url')}`
}

/** The value of a cursor; refuses the field with 20001 unless the signature and `isValid` hold. */
export function verifyCursor<T>(
  secrets: Secrets,
  purpose: string,
  cursor: string,
  isValid: (value: T) => boolean,
): T {
  const [body = '', received = ''] = cursor.split('.')
  const actual = Buffer.from(received, 'base64url')
  const expected = signature(secrets, purpose, body)
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) refuseField('cursor', 'cursor')
  const value = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as T
  if (!isValid(value)) refuseField('cursor', 'cursor')
  return value
}

const signature = (secrets: Secrets, purpose: string, body: string): Buffer =>
  createHmac('sha256', secrets.subKey(`cursor:${purpose}`))
    .update(body)
    .digest()
