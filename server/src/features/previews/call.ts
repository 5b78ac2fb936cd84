import type { Context } from '../../context.ts'
import { addressOf } from '../../http/address.ts'
import type { CallContext } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import type { PreviewCall } from './preview.ts'

/** What a preview needs to know of the call for it. */
export const previewCallOf = (ctx: Context, { request, language }: CallContext): PreviewCall => ({
  origin: publicOriginOf(ctx.config, request),
  address: addressOf(request),
  language,
})
