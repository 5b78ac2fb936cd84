import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { type Actor, shareHolderOf } from '../../access/actor.ts'
import { countUse } from '../../access/link-visitor.ts'
import type { ResolvedItem } from '../../access/resolve.ts'
import { type AuditEvent, auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'

/**
 * Players and resumed downloads send many range requests: they are recorded once per session, object and
 * content.
 */
const DEDUPLICATION_MS = 10 * MINUTE
const recorded = new LRUCache<string, Promise<void>>({ max: 50_000, ttl: DEDUPLICATION_MS })

interface DownloadRecord {
  readonly action: 'file.downloaded' | 'file.previewed' | 'archive.downloaded'
  readonly object: NonNullable<AuditEvent['object']>
  /** Identifies the content. */
  readonly etag: string
  /** Bytes. */
  readonly size: number
}

const refusals = new LRUCache<string, true>({ max: 10_000, ttl: DEDUPLICATION_MS })

/** Refuses a download to somebody who may see the item, and records the refusal once per period. */
export async function refuseDownload(
  ctx: Context,
  actor: Actor,
  action: Exclude<DownloadRecord['action'], 'file.previewed'>,
  { id, name, isFolder }: Pick<ResolvedItem, 'id' | 'name' | 'isFolder'>,
): Promise<never> {
  const key = [shareHolderOf(actor), action, id].join(' ')
  if (!refusals.has(key)) {
    refusals.set(key, true)
    const object = { type: isFolder ? 'folder' : 'file', id, name } as const
    await auditOutsideTransaction(ctx.db.reader, { action, result: 'refused', object })
  }
  return refuse('not_permitted')
}

/** Records a download. Resolves once it is written; nothing is sent without. */
export function auditDownload(
  ctx: Context,
  actor: Actor,
  { action, object, etag, size }: DownloadRecord,
): Promise<void> {
  const key = [actor.sessionId, action, object.id, etag].join(' ')
  const known = recorded.get(key)
  if (known) return known
  const detail = { size, ...(actor.link && { linkId: actor.link.id }) }
  const recording = auditOutsideTransaction(ctx.db.reader, { action, object, detail }).then(() =>
    action === 'file.previewed' ? undefined : countUse(ctx.db, actor, 'download_count'),
  )
  recorded.set(key, recording)
  // If it fails, the next request retries.
  recording.catch(() => recorded.delete(key))
  return recording
}
