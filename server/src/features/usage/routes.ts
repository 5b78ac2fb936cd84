import * as contract from '@clouddisk/contract/usage'
import type { Context } from '../../context.ts'
import { isId } from '../../db/ids.ts'
import { refuse } from '../../errors/refusal.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import { resolveFolderId } from '../../tree/spaces.ts'
import { capacityDetail } from './capacity.ts'
import { largestFiles } from './largest.ts'
import { sizesOf } from './sizes.ts'

export function usageRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.queryCapacityDetail, (actor, input) => capacityDetail(ctx, actor, input)),
    bind(contract.pageLargestFiles, (actor, input, { language }) =>
      largestFiles(ctx, actor, input, language),
    ),
    bind(contract.querySizes, async (actor, input) => {
      const named = batchIds(input.instanceIds, 'instanceIds')
      const ids = await Promise.all(named.map((id) => resolveFolderId(ctx.db.reader, actor, id)))
      if (!ids.every(isId)) refuse('not_found')
      return sizesOf(ctx, actor, [...new Set(ids)], input.kinds ?? false)
    }),
  ]
}
