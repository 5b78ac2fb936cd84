import * as contract from '@clouddisk/contract/dlp'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as rules from './rules.ts'

export const dlpRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryDlpRules, () => rules.list(ctx)),
  bind(contract.saveDlpRule, (_actor, input) => rules.save(ctx, input)),
  bind(contract.removeDlpRule, async (_actor, { ruleId }) => {
    await rules.remove(ctx, ruleId)
    return {}
  }),
  bind(contract.tryDlpRules, (_actor, input) => rules.tryOut(ctx, input)),
]
