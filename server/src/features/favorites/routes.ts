import * as contract from '@clouddisk/contract/favorites'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { batchIds } from '../../tree/batch.ts'
import * as favorites from './favorites.ts'

export function favoriteRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.pageFavorites, (actor, input, { language }) => favorites.page(ctx, actor, input, language)),
    bind(contract.createFavorites, async (actor, input, { language }) => ({
      list: await favorites.add(
        ctx,
        actor,
        batchIds(input.instanceIds ?? input.instanceId, 'instanceIds'),
        language,
      ),
    })),
    bind(contract.removeFavorites, async (actor, input) => ({
      list: await favorites.remove(
        ctx,
        actor,
        batchIds(input.instanceIds ?? input.instanceId, 'instanceIds'),
      ),
    })),
  ]
}
