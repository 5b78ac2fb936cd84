import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { Refusal, refuse } from '../../errors/refusal.ts'

/** Refused sign-ins at old drives: nobody may guess passwords there through this server. */

const TRIES_MAX = 10
const KEPT_MS = 10 * MINUTE

const failures = new LRUCache<string, number>({ max: 10_000, ttl: KEPT_MS })

export function allowTry(personId: string): void {
  if ((failures.get(personId) ?? 0) < TRIES_MAX) return
  refuse('too_many_calls', { retryAfter: Math.ceil(failures.getRemainingTTL(personId) / SECOND) })
}

export function countFailedTry(personId: string, error: unknown): void {
  if (error instanceof Refusal && error.errorName === 'import_sign_in')
    failures.set(personId, (failures.get(personId) ?? 0) + 1)
}
