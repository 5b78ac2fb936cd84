import * as contract from '@clouddisk/contract/labels'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { annotate, labelMany } from './labels.ts'
import { suggestLabels } from './suggestions.ts'

export function labelRoutes(ctx: Context): RouteBinding[] {
  return [
    bind(contract.updateAttribute, (actor, input, { language }) => annotate(ctx, actor, input, language)),
    bind(contract.updateLabels, async (actor, input, { language }) => ({
      list: await labelMany(ctx, actor, input, language),
    })),
    bind(contract.queryLabels, (actor, input) => suggestLabels(ctx, actor, input)),
  ]
}
