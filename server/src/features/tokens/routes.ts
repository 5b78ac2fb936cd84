import * as contract from '@clouddisk/contract/tokens'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { saveDaysMax } from './new-token.ts'
import * as services from './services.ts'
import * as tokens from './tokens.ts'

export const tokenRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.createToken, (actor, input) => tokens.create(ctx, actor, input)),
  bind(contract.pageTokens, (actor, input) => tokens.page(ctx, actor, input)),
  bind(contract.removeTokens, (actor, { tokenIds }, { language }) =>
    tokens.remove(ctx, actor, tokenIds, language),
  ),
  bind(contract.pageAdminTokens, (_actor, input) => tokens.pageAll(ctx, input)),
  bind(contract.revokeAdminTokens, (actor, { tokenIds }, { language }) =>
    tokens.revoke(ctx, actor, tokenIds, language),
  ),
  bind(contract.queryServiceAccounts, () => services.list(ctx)),
  bind(contract.createServiceAccount, (actor, input) => services.create(ctx, actor, input)),
  bind(contract.createServiceToken, (_actor, input) => services.createToken(ctx, input)),
  bind(contract.saveTokenLimit, async (_actor, { daysMax }) => {
    await saveDaysMax(ctx, daysMax)
    return {}
  }),
]
