import * as contract from '@clouddisk/contract/search'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { searchFiles } from './search.ts'

export function searchRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.searchInstancePage, (actor, input, { language }) =>
      searchFiles(ctx, actor, input, language),
    ),
  ]
}
