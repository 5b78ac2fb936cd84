import { dlpVersion } from '@clouddisk/contract/accounts'
import * as contract from '@clouddisk/contract/dlp'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import * as rules from './rules.ts'
import { rulesVersion } from './store.ts'

export const dlpRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryDlpRules, () => rules.list(ctx)),
  bind(contract.saveDlpRule, (_actor, input) => rules.save(ctx, input)),
  bind(contract.removeDlpRule, async (_actor, { ruleId }) => {
    await rules.remove(ctx, ruleId)
    return {}
  }),
  bindPublic(dlpVersion, () => rulesVersion(ctx.db.reader)),
  bind(contract.tryDlpRules, (_actor, input) => rules.tryOut(ctx, input)),
]
