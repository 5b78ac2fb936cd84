import * as contract from '@clouddisk/contract/ip-rules'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as ipRules from './ip-rules.ts'

export const ipRuleRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryIpRules, (actor) => ipRules.query(ctx, actor)),
  bind(contract.saveIpRule, (actor, input) => ipRules.saveRule(ctx, actor, input)),
  bind(contract.removeIpRule, async (actor, { ruleId }) => {
    await ipRules.removeRule(ctx, actor, ruleId)
    return {}
  }),
  bind(contract.saveIpRegion, (actor, input) => ipRules.saveRegion(ctx, actor, input)),
  bind(contract.removeIpRegion, async (actor, { regionId }) => {
    await ipRules.removeRegion(ctx, actor, regionId)
    return {}
  }),
]
