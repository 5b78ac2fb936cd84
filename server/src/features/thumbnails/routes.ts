import * as contract from '@clouddisk/contract/thumbnails'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { answerThumbnail } from './respond.ts'

export const thumbnailRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.getThumbnail, (actor, input, call) => answerThumbnail(ctx, actor, input, call)),
]
