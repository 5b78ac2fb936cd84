import { randomInt } from 'node:crypto'
import { LIMITS } from '@clouddisk/contract/limits'
import { isStrongPassword, lengthOf } from '@clouddisk/contract/names'
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../../errors/refusal.ts'

/** Argon2id with the parameters OWASP recommends: 19 MiB, two passes, one lane. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Concurrent hashes. Each occupies 19 MiB and a thread of the pool that also reads files. */
const CONCURRENT_HASHES = 2
const WAITING_MAX = 200
/** Seconds reported to clients when the queue is full. */
const RETRY_AFTER = 2
/** A hash that matches no password: of accounts without one, and verified for unknown accounts so that they take as long as known ones. */
export const NO_PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$qmgVgxU4qtEzDc86Mg3aOw$G27cRIc3CHIALKXmF5t+LV1D08gBRFzaKYSfKpPCgAM'

let running = 0
const waiting: (() => void)[] = []

async function limitConcurrency<T>(work: () => Promise<T>): Promise<T> {
  if (running >= CONCURRENT_HASHES) {
    if (waiting.length >= WAITING_MAX) refuse('unavailable', { retryAfter: RETRY_AFTER })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // Pass the slot to the next waiting call.
    if (next) next()
    else running--
  }
}

/** Unicode normalization, since keyboards compose characters differently. */
const normalizePassword = (password: string): string => password.normalize('NFC')

export const hashPassword = (password: string): Promise<string> =>
  limitConcurrency(() => hash(normalizePassword(password), ARGON2_OPTIONS))

/** Whether the password is correct. Without a hash (unknown account) false, after the same time. */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await limitConcurrency(() =>
    verify(passwordHash ?? NO_PASSWORD_HASH, normalizePassword(password)),
  )
  return matches && passwordHash !== undefined
}

export function refuseWeakPassword(password: string): void {
  const limit = LIMITS.passwordMax
  if (lengthOf(password) > limit) refuse('password_too_long', { limit })
  if (!isStrongPassword(password)) refuse('password_too_weak')
}

/** Without similar characters, since the password is read from a terminal. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const RANDOM_LENGTH = 20

/** 20 characters, 115 bits. */
export function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    )
    if (isStrongPassword(password)) return password
  }
}
