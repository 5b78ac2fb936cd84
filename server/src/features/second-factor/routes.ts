import * as adminContract from '@clouddisk/contract/admin-second-factor'
import { queryPasskeySignIn, signInWithPasskey } from '@clouddisk/contract/passkeys'
import * as contract from '@clouddisk/contract/second-factor'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import { refuseUnknownRegion } from '../accounts/public.ts'
import { setCookie } from '../accounts/session-cookie.ts'
import * as admin from './admin.ts'
import * as passkeySignIn from './passkey-sign-in.ts'
import * as passkeys from './passkeys.ts'
import * as secondFactor from './second-factor.ts'

export const secondFactorRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.queryFactorWays, (actor) => secondFactor.ways(ctx, actor)),
  bind(contract.querySecondFactor, (actor) => secondFactor.query(ctx, actor)),
  bind(contract.checkSecondFactor, async (actor, input, { request }) => {
    await secondFactor.finishSignIn(ctx, actor, input, request)
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
  bind(contract.confirmIdentity, async (actor, input, { request }) => {
    await secondFactor.confirmIdentity(ctx, actor, input, request)
    return {}
  }),
  bind(contract.queryPasskeyOptions, async (actor, _input, { request }) => ({
    options: await passkeys.ask(ctx, actor, request),
  })),
  bind(contract.beginPasskey, async (actor, _input, { request }) => ({
    options: await passkeys.begin(ctx, actor, request),
  })),
  bind(contract.addPasskey, async (actor, input, { request }) => ({
    recoveryCodes: await secondFactor.addPasskey(ctx, actor, input, request),
  })),
  bind(contract.renamePasskey, async (actor, { passkeyId, name }) => {
    await passkeys.rename(ctx, actor, passkeyId, name)
    return {}
  }),
  bind(contract.removePasskey, async (actor, { passkeyId }) => {
    await secondFactor.removePasskey(ctx, actor, passkeyId)
    return {}
  }),
  bindPublic(queryPasskeySignIn, async (_actor, _input, { request, reply }) => ({
    options: await passkeySignIn.askAnyone(ctx, request, reply),
  })),
  bindPublic(signInWithPasskey, async (_actor, input, { request, reply }) => {
    refuseUnknownRegion(ctx.config, input)
    const signedIn = await passkeySignIn.signInWithPasskey(ctx, input, request)
    setCookie(ctx, request, reply, signedIn.token)
    return signedIn
  }),
  bind(adminContract.querySecondFactorPolicy, () => admin.policy(ctx)),
  bind(adminContract.saveSecondFactorPolicy, (_actor, input) => admin.savePolicy(ctx, input)),
  bind(adminContract.pageSecondFactors, (_actor, input) => admin.page(ctx, input)),
]
