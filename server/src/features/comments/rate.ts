import { COMMENTS_PER_MINUTE } from '@clouddisk/contract/comments'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { refuse } from '../../errors/refusal.ts'

/** Limits how often a person writes comments, which notify others. Those that are deleted again count too. */

const written = new LRUCache<string, readonly number[]>({ max: 10_000, ttl: MINUTE })

/** Counts a comment that is about to be written or changed. */
export function countComment(personId: string, at: Date): void {
  const now = at.getTime()
  const recent = (written.get(personId) ?? []).filter((time) => time > now - MINUTE)
  const first = recent.at(-COMMENTS_PER_MINUTE)
  if (first !== undefined) {
    const retryAfter = Math.max(1, Math.ceil((first + MINUTE - now) / SECOND))
    refuse('too_frequent_comments', { limit: COMMENTS_PER_MINUTE, retryAfter })
  }
  written.set(personId, [...recent, now])
}
