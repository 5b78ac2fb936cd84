import type { Route } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { currentRequestContext } from '../../db/request-context.ts'

/** Repeated attempts at the same are audited at intervals. */
const INTERVAL_MS = 10 * SECOND
const recentlyAudited = new LRUCache<string, true>({ max: 10_000, ttl: INTERVAL_MS })

/** Audits an attempt at a call that only administrators of its area may make. */
export async function auditAccessDenied(ctx: Context, route: Pick<Route, 'name' | 'admin'>): Promise<void> {
  const key = [currentRequestContext()?.actor?.id, currentRequestContext()?.ip, route.name].join(' ')
  if (recentlyAudited.has(key)) return
  recentlyAudited.set(key, true)
  await auditOutsideTransaction(ctx.db.reader, {
    action: 'admin.refused',
    result: 'refused',
    object: { type: 'call', id: null, name: route.name },
    detail: { ...route.admin },
  })
}
