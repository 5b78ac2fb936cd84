import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type { Located } from '../../access/access.ts'
import type { Actor } from '../../access/actor.ts'
import { type AuditEvent, auditAlone } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'

/**
 * A player fetches one film in hundreds of ranges, and a broken download goes on: for one session, one content and one
 * address that is one entry.
 */
const DEDUPLICATION_MS = 10 * MINUTE
const recorded = new LRUCache<string, Promise<void>>({ max: 50_000, ttl: DEDUPLICATION_MS })

interface DownloadRecord {
  readonly action: 'file.downloaded' | 'file.previewed' | 'archive.downloaded'
  readonly object: NonNullable<AuditEvent['object']>
  /** What makes it the same content. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

const refusals = new LRUCache<string, true>({ max: 10_000, ttl: DEDUPLICATION_MS })

/** Refuses content to somebody who may know of it and not have it; puts that down, once in a while for the same. */
export async function refuseDownload(
  ctx: Context,
  actor: Actor,
  action: Exclude<DownloadRecord['action'], 'file.previewed'>,
  { id, name, isFolder }: Pick<Located, 'id' | 'name' | 'isFolder'>,
): Promise<never> {
  const key = [actor.personId, action, id].join(' ')
  if (!refusals.has(key)) {
    refusals.set(key, true)
    const object = { type: isFolder ? 'folder' : 'file', id, name } as const
    await auditAlone(ctx.db.reader, { action, result: 'refused', object })
  }
  return refuse('not_permitted')
}

/** Puts down what is about to be given out. Answers when that is written: nothing is given without. */
export function auditDownload(
  ctx: Context,
  sessionId: string,
  { action, object, etag, size }: DownloadRecord,
): Promise<void> {
  const key = [sessionId, action, object.id, etag].join(' ')
  const known = recorded.get(key)
  if (known) return known
  const telling = auditAlone(ctx.db.reader, { action, object, detail: { size } })
  recorded.set(key, telling)
  // Not written, it is tried again with the next range.
  telling.catch(() => recorded.delete(key))
  return telling
}
