import type { Route } from '@clouddisk/contract/route'
import { SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import { auditOutsideTransaction } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import { currentRequestContext } from '../../db/request-context.ts'

/** Who asks the same over and over is told of once in a while. */
const INTERVAL_MS = 10 * SECOND
const recentlyAudited = new LRUCache<string, true>({ max: 10_000, ttl: INTERVAL_MS })

/** Somebody tried what only administrators of that area may. */
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
