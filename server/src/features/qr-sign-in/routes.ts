import * as contract from '@clouddisk/contract/qr-sign-in'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type RouteBinding } from '../../http/mount.ts'
import { refuseUnknownRegion } from '../accounts/public.ts'
import * as qrSignIn from './qr-sign-in.ts'

export const qrSignInRoutes = (ctx: Context): RouteBinding[] => [
  bindPublic(contract.generateQrId, (_actor, input, { request, reply }) => {
    refuseUnknownRegion(ctx.config, input)
    return qrSignIn.generate(ctx, input, request, reply)
  }),
  bindPublic(contract.queryStatusByQrId, (_actor, { qrId }, { request, reply }) =>
    qrSignIn.status(ctx, qrId, request, reply),
  ),
  bind(contract.scanQr, (actor, { qrId }, { request }) => qrSignIn.scan(ctx, actor, qrId, request)),
  bind(contract.confirmQr, async (actor, { qrId }) => {
    await qrSignIn.decide(ctx, actor, qrId, 'confirmed')
    return {}
  }),
  bind(contract.refuseQr, async (actor, { qrId }) => {
    await qrSignIn.decide(ctx, actor, qrId, 'refused')
    return {}
  }),
]
