import * as contract from '@clouddisk/contract/links'
import type { Context } from '../../context.ts'
import { bind, bindPublic, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { fileUrl } from '../downloads/file.ts'
import * as browse from './browse.ts'
import * as links from './links.ts'
import * as lists from './lists.ts'
import * as visits from './visits.ts'

export function linkRoutes(ctx: Context): RouteBinding[] {
  const originOf = ({ request }: CallContext) => publicOriginOf(ctx.config, request)
  return [
    bind(contract.createOrUpdateLink, async (actor, input, call) =>
      lists.one(ctx, await links.createOrUpdate(ctx, actor, input), originOf(call)),
    ),
    bind(contract.pageLinks, (actor, input, call) => lists.page(ctx, actor, input, originOf(call))),
    bind(contract.removeLinks, async (actor, { shareIds }, { language }) => ({
      list: await links.remove(ctx, actor, shareIds, language),
    })),
    bind(contract.queryLinkStatus, (actor, { instanceIds }) => lists.status(ctx, actor, instanceIds)),
    bindPublic(contract.queryLinkAttribute, (person, { linkPath }) => visits.describe(ctx, person, linkPath)),
    bindPublic(contract.checkLinkCode, (person, input, call) => visits.checkCode(ctx, person, input, call)),
    bindPublic(contract.pageLinkInstances, async (person, input, call) =>
      browse.page(ctx, await visits.enter(ctx, person, input.linkPath, call), input, call.language),
    ),
    bindPublic(contract.getLinkDownloadUrl, async (person, { linkPath, instanceId }, call) => {
      const { actor } = await visits.enter(ctx, person, linkPath, call)
      return fileUrl(ctx, actor, { instanceId, mode: 'download' }, originOf(call))
    }),
  ]
}
