import * as contract from '@clouddisk/contract/second-factor'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import * as secondFactor from './second-factor.ts'

export const secondFactorRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryFactorWays, (actor) => secondFactor.ways(ctx, actor)),
  bind(contract.querySecondFactor, (actor) => secondFactor.query(ctx, actor)),
  bind(contract.checkSecondFactor, async (actor, { code }) => {
    await secondFactor.finishSignIn(ctx, actor, code)
    return {}
  }),
  bind(contract.beginTotp, (actor) => secondFactor.beginTotp(ctx, actor)),
  bind(contract.confirmTotp, async (actor, { code }) => ({
    recoveryCodes: await secondFactor.confirmTotp(ctx, actor, code),
  })),
  bind(contract.removeTotp, async (actor) => {
    await secondFactor.removeTotp(ctx, actor)
    return {}
  }),
  bind(contract.renewRecoveryCodes, async (actor) => ({
    recoveryCodes: await secondFactor.renewRecoveryCodes(ctx, actor),
  })),
  bind(contract.confirmIdentity, async (actor, input) => {
    await secondFactor.confirmIdentity(ctx, actor, input)
    return {}
  }),
]
