import * as contract from '@clouddisk/contract/archives'
import type { Context } from '../../context.ts'
import { bind, type RouteBinding } from '../../http/mount.ts'
import { extract } from './extract.ts'

export const archiveRoutes = (ctx: Context): RouteBinding[] => [
  bind(contract.extractInstance, (actor, input, { language }) => extract(ctx, actor, input, language)),
]
