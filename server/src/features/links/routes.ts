import * as admin from '@clouddisk/contract/admin-links'
import * as uploadCalls from '@clouddisk/contract/link-uploads'
import * as contract from '@clouddisk/contract/links'
import * as outbound from '@clouddisk/contract/outbound'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import type { TObject, TString } from 'typebox'
import type { Actor } from '../../access/actor.ts'
import type { LinkSession } from '../../access/link-visitor.ts'
import type { Context } from '../../context.ts'
import { refuse } from '../../errors/refusal.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { bind, bindPublic, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { archiveUrl, listDescendants } from '../downloads/archive.ts'
import { fileUrl } from '../downloads/file.ts'
import { previewCallOf } from '../previews/call.ts'
import { answerPage } from '../previews/pages/respond.ts'
import { preview } from '../previews/preview.ts'
import { answerThumbnail } from '../thumbnails/respond.ts'
import { discardRevoked } from '../uploads/revoked-uploads.ts'
import { pageAll, stopAll } from './admin.ts'
import * as browse from './browse.ts'
import { VisitorCallLimiter } from './call-limits.ts'
import { checkDlp } from './check-dlp.ts'
import { linkConfig } from './config.ts'
import * as links from './links.ts'
import * as lists from './lists.ts'
import * as outboundDecisions from './outbound/decide.ts'
import * as outboundRequests from './outbound/requests.ts'
import { decide, queryCheck, queryOwnCheck } from './review/decide.ts'
import { save } from './save.ts'
import { syncStatus } from './sync-status.ts'
import * as uploads from './uploads.ts'
import * as visits from './visits.ts'

/** Of one link: its pictures must not take the connections of other calls. */
const entering = new ConcurrencyLimiter(4, 2000)

/** A call that names its link. */
type VisitorRoute = Route<TObject<{ linkPath: TString }>>

export function linkRoutes(ctx: Context): RouteBinding[] {
  const originOf = ({ request }: CallContext) => publicOriginOf(ctx.config, request)
  const bindVisitor = <T extends VisitorRoute>(
    route: T,
    answer: (visitor: Actor, input: Input<T>, call: CallContext) => Promise<Reply<T>>,
  ): RouteBinding =>
    bindPublic(route, async (person, input, call) => {
      const { linkPath } = input as { linkPath: string }
      const enter = () => visits.enter(ctx, person, linkPath, call)
      const isGone = () => call.request.socket.destroyed
      // Other calls are limited as a whole.
      const { actor } = await (route.raw ? entering.run(linkPath, isGone, enter) : enter())
      return answer(actor, input, call)
    })
  const limiter = new VisitorCallLimiter()
  const bindChange = <T extends VisitorRoute>(
    route: T,
    answer: (visit: LinkSession, input: Input<T>, call: CallContext) => Promise<Reply<T>>,
  ): RouteBinding =>
    bindPublic(route, async (person, input, call) => {
      const { linkPath, objectKey } = input as { linkPath: string; objectKey?: string }
      const visit = await visits.enter(ctx, person, linkPath, call).catch(async (error: unknown) => {
        // What a link does not permit any more gives its space back at once.
        if (objectKey !== undefined) await discardRevoked(ctx, { key: objectKey })
        throw error
      })
      return limiter.run(visit, call.request, () => answer(visit, input, call))
    })
  return [
    bindChange(uploadCalls.checkLinkUpload, (visit, input, { language }) =>
      uploads.check(ctx, visit, input, language),
    ),
    bindChange(uploadCalls.secondLinkUpload, () => refuse('proof_refused')),
    bindChange(uploadCalls.queryLinkUploadAuth, (visit, input, call) =>
      uploads.authorize(ctx, visit, input, originOf(call)),
    ),
    bindChange(uploadCalls.saveLinkUpload, (visit, input, { language }) =>
      uploads.save(ctx, visit, input, language),
    ),
    bindChange(uploadCalls.recycleLinkObject, (visit, input) => uploads.discard(ctx, visit, input)),
    bindChange(uploadCalls.createLinkFolder, (visit, input, { language }) =>
      uploads.createFolder(ctx, visit, input, language),
    ),
    bindChange(uploadCalls.batchCreateLinkFolder, (visit, input) => uploads.createTree(ctx, visit, input)),
    bindChange(uploadCalls.renameLinkInstance, (visit, input, { language }) =>
      uploads.rename(ctx, visit, input, language),
    ),
    bind(contract.createOrUpdateLink, async (actor, input, call) =>
      lists.one(ctx, actor, await links.createOrUpdate(ctx, actor, input), originOf(call)),
    ),
    bind(contract.checkLinkDlp, (actor, { instanceIds }) => checkDlp(ctx, actor, instanceIds)),
    bind(contract.queryLinkConfig, (actor) => linkConfig(ctx, actor)),
    bind(contract.queryLinkCheck, (actor, { shareId }) => queryOwnCheck(ctx, actor, shareId)),
    bind(outbound.queryOutbound, (actor) => outboundRequests.query(ctx, actor)),
    bind(outbound.applyOutbound, (actor, input) => outboundRequests.apply(ctx, actor, input)),
    bind(outbound.withdrawOutbound, async (actor, { requestId }) => {
      await outboundRequests.withdraw(ctx, actor, requestId)
      return {}
    }),
    bind(outbound.queryInvalidLinkOaApply, (actor, input) => outboundRequests.ended(ctx, actor, input)),
    bind(outbound.pageOutboundRequests, (actor, input) => outboundDecisions.page(ctx, actor, input)),
    bind(outbound.decideOutboundRequests, async (actor, input, { language }) => ({
      list: await outboundDecisions.decide(ctx, actor, input, language),
    })),
    bind(contract.pageLinks, (actor, input, call) => lists.page(ctx, actor, input, originOf(call))),
    bind(contract.removeLinks, async (actor, { shareIds }, { language }) => ({
      list: await links.remove(ctx, actor, shareIds, language),
    })),
    bind(contract.queryLinkStatus, (actor, { instanceIds }) => lists.status(ctx, actor, instanceIds)),
    bind(contract.queryLinkSyncStatus, (actor, { shareIds }) => syncStatus(ctx, actor, shareIds)),
    bind(admin.pageAdminLinks, (actor, input, { language }) => pageAll(ctx, actor, input, language)),
    bind(admin.queryAdminLinkCheck, (actor, { shareId }) => queryCheck(ctx, actor, shareId)),
    bind(admin.reviewAdminLinks, async (actor, input, { language }) => ({
      list: await decide(ctx, actor, input, language),
    })),
    bind(admin.stopAdminLinks, async (actor, input, { language }) => ({
      list: await stopAll(ctx, actor, input, language),
    })),
    bindPublic(contract.queryLinkAttribute, (person, { linkPath }, { request }) =>
      visits.describe(ctx, person, linkPath, request),
    ),
    bindPublic(contract.queryLinkLoginAuth, (person, { linkPath }, { request }) =>
      visits.loginAuth(ctx, person, linkPath, request),
    ),
    bindVisitor(contract.addLinkViewCount, async () => ({})),
    bindPublic(contract.checkLinkCode, (person, input, call) => visits.checkCode(ctx, person, input, call)),
    bindPublic(contract.pageLinkInstances, async (person, input, call) =>
      browse.page(ctx, await visits.enter(ctx, person, input.linkPath, call), input, call.language),
    ),
    bindPublic(contract.searchLinkInstances, async (person, input, call) =>
      browse.search(ctx, await visits.enter(ctx, person, input.linkPath, call), input, call.language),
    ),
    bindVisitor(contract.getLinkDownloadUrl, (actor, { instanceId }, call) =>
      fileUrl(ctx, actor, { instanceId, mode: 'download' }, originOf(call)),
    ),
    bindVisitor(contract.getLinkArchiveUrl, (actor, input, call) =>
      archiveUrl(ctx, actor, input, call.language, originOf(call)),
    ),
    bindVisitor(contract.queryLinkFolderDownload, (actor, input) => listDescendants(ctx, actor, input)),
    bindVisitor(contract.previewLinkInstance, (actor, { instanceId }, call) =>
      preview(ctx, actor, { instanceId }, previewCallOf(ctx, call)),
    ),
    bindVisitor(contract.getLinkPreviewPage, (actor, input, call) => answerPage(ctx, actor, input, call)),
    bindVisitor(contract.getLinkThumbnail, (actor, input, call) => answerThumbnail(ctx, actor, input, call)),
    // `bind` is for calls that name no link.
    bindPublic(contract.copyLinkInstances, async (signedIn, input, call) => {
      const person = signedIn ?? refuse('not_signed_in')
      const { actor } = await visits.enter(ctx, person, input.linkPath, call)
      return save(ctx, person, actor, input, call.language)
    }),
  ]
}
