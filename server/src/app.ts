import { fileURLToPath } from 'node:url'
import { WOPI_PATH } from '@clouddisk/contract/coediting'
import { openApi } from '@clouddisk/contract/openapi'
import { ROUTES } from '@clouddisk/contract/routes'
import type { FastifyInstance } from 'fastify'
import { backupJobs } from './backup/jobs.ts'
import type { Config } from './config/config.ts'
import { VERSION } from './config/version.ts'
import { reportDamage } from './content/copies/copies.ts'
import { contentJobs } from './content/jobs.ts'
import type { Context } from './context.ts'
import { accountJobs } from './features/accounts/jobs.ts'
import { isLive, refreshActor } from './features/accounts/live-sessions.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import * as sessions from './features/accounts/sessions.ts'
import { activityRoutes } from './features/activity/routes.ts'
import { antivirusRoutes } from './features/antivirus/routes.ts'
import { archiveJobs } from './features/archives/jobs.ts'
import { archiveRoutes } from './features/archives/routes.ts'
import { auditAccessDenied } from './features/audit/access-denied.ts'
import { auditJobs } from './features/audit/jobs.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { followBusinessConfig } from './features/business-config/follow.ts'
import { businessConfigRoutes } from './features/business-config/routes.ts'
import { ChangeHub } from './features/changes/hub.ts'
import { changeRoutes } from './features/changes/routes.ts'
import { officeOrigins } from './features/coediting/office-server.ts'
import { wopiPlugin } from './features/coediting/plugin.ts'
import { coeditingRoutes } from './features/coediting/routes.ts'
import { commentRoutes } from './features/comments/routes.ts'
import { dashboardJobs } from './features/dashboard/jobs.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { directoryJobs } from './features/directories/jobs.ts'
import { directoriesRoutes } from './features/directories/routes.ts'
import { scimPlugin } from './features/directories/scim/plugin.ts'
import { directoryRoutes } from './features/directory/routes.ts'
import { dlpJobs } from './features/dlp/jobs.ts'
import { dlpRoutes } from './features/dlp/routes.ts'
import { downloadHandler } from './features/downloads/handler.ts'
import { downloadRoutes } from './features/downloads/routes.ts'
import { favoriteRoutes } from './features/favorites/routes.ts'
import { feedbackJobs } from './features/feedback/jobs.ts'
import { feedbackRoutes } from './features/feedback/routes.ts'
import { fileJobs } from './features/files/jobs.ts'
import { fileRoutes } from './features/files/routes.ts'
import { groupAdminRoutes } from './features/groups/admin-routes.ts'
import { groupJobs } from './features/groups/jobs.ts'
import { groupRoutes } from './features/groups/routes.ts'
import { identityJobs } from './features/identity/jobs.ts'
import { afterLogout, providerLogoutUrl } from './features/identity/logout.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { importJobs } from './features/imports/jobs.ts'
import { importRoutes } from './features/imports/routes.ts'
import { ipRuleRoutes } from './features/ip-rules/routes.ts'
import { jobRoutes } from './features/jobs/routes.ts'
import { labelJobs } from './features/labels/jobs.ts'
import { labelRoutes } from './features/labels/routes.ts'
import { libraryJobs } from './features/libraries/jobs.ts'
import { libraryRoutes } from './features/libraries/routes.ts'
import { linkJobs } from './features/links/jobs.ts'
import { linkRoutes } from './features/links/routes.ts'
import { helperSources, localHelperRoutes } from './features/local-helper/routes.ts'
import { nodeSyncJobs } from './features/node-sync/jobs.ts'
import { nodeSyncRoutes } from './features/node-sync/routes.ts'
import { notificationJobs } from './features/notifications/jobs.ts'
import { notificationRoutes } from './features/notifications/routes.ts'
import { offboardingJobs } from './features/offboarding/jobs.ts'
import { offboardingRoutes } from './features/offboarding/routes.ts'
import { policyRoutes } from './features/policies/routes.ts'
import { previewRoutes } from './features/previews/routes.ts'
import { privilegeJobs } from './features/privileges/jobs.ts'
import { privilegeRoutes } from './features/privileges/routes.ts'
import { qrSignInJobs } from './features/qr-sign-in/jobs.ts'
import { qrSignInRoutes } from './features/qr-sign-in/routes.ts'
import { searchJobs } from './features/search/jobs.ts'
import { searchRoutes } from './features/search/routes.ts'
import { secondFactorJobs } from './features/second-factor/jobs.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { settingRoutes } from './features/settings/routes.ts'
import { shareJobs } from './features/shares/jobs.ts'
import { shareRoutes } from './features/shares/routes.ts'
import { siteJobs } from './features/sites/jobs.ts'
import { siteRoutes } from './features/sites/routes.ts'
import { sitesForSignIn } from './features/sites/sign-in-sites.ts'
import { followBucketRows } from './features/storage/follow-buckets.ts'
import { storageJobs } from './features/storage/jobs.ts'
import { storageRoutes } from './features/storage/routes.ts'
import { thumbnailRoutes } from './features/thumbnails/routes.ts'
import { tokenRoutes } from './features/tokens/routes.ts'
import { trashJobs } from './features/trash/jobs.ts'
import { trashRoutes } from './features/trash/routes.ts'
import { uploadJobs } from './features/uploads/jobs.ts'
import { objectPath, uploadRoutes } from './features/uploads/routes.ts'
import { usageRoutes } from './features/usage/routes.ts'
import { versionJobs } from './features/versions/jobs.ts'
import { versionRoutes } from './features/versions/routes.ts'
import { TIMEOUTS, type Timeouts } from './http/connections.ts'
import { GracefulShutdown } from './http/graceful-shutdown.ts'
import { serveHealth } from './http/health.ts'
import { hostCheck } from './http/host.ts'
import { createHttp } from './http/http.ts'
import { serveJsonDocument } from './http/json-document.ts'
import { mount, refuseOtherMethods } from './http/mount.ts'
import { refuseForgery } from './http/origin.ts'
import { servePage } from './http/page.ts'
import type { JobQueue } from './jobs/jobs.ts'
import { renditionJobs } from './renditions/jobs.ts'

/** The built page; the bootstrap builds it before the server starts. */
const PAGE_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/** Wires all routes of the server. */
export function createApp(
  ctx: Context,
  shutdown = new GracefulShutdown(),
  timeouts: Timeouts = TIMEOUTS,
): FastifyInstance {
  const rawHandlers = [objectPath(ctx), downloadHandler(ctx)]
  const app = createHttp(ctx.log, ctx.config.trustedProxies, rawHandlers, shutdown, {
    timeouts,
    checkHost: hostCheck(ctx.config),
  })
  ctx.sessionCache.start()
  ctx.auditSealer.start()
  ctx.renditions.start()
  const buckets = followBucketRows(ctx)
  ctx.stores.onDamage = (object, error) => reportDamage(ctx, object, error)
  const businessConfig = followBusinessConfig(ctx)
  const hub = new ChangeHub({
    db: ctx.db.reader,
    now: ctx.now,
    current: (actor) => refreshActor(ctx, actor),
    onError: (err) => ctx.log.error({ err }, 'changes feed failed'),
  })
  ctx.sessionCache.onInvalidate(() => hub.membershipsChanged())
  refuseOtherMethods(app, ROUTES)
  app.register(async (calls) => {
    mount(
      calls,
      [
        ...accountRoutes(ctx, {
          provider: {
            urlOf: (request, service) => providerLogoutUrl(ctx, request, service),
            onLogout: (request, reply) => afterLogout(ctx, request, reply),
          },
          sites: (address) => sitesForSignIn(ctx, address),
        }),
        ...activityRoutes(ctx),
        ...antivirusRoutes(ctx),
        ...directoriesRoutes(ctx),
        ...directoryRoutes(ctx),
        ...feedbackRoutes(ctx),
        ...fileRoutes(ctx),
        ...groupRoutes(ctx),
        ...groupAdminRoutes(ctx),
        ...offboardingRoutes(ctx),
        ...trashRoutes(ctx),
        ...coeditingRoutes(ctx),
        ...commentRoutes(ctx),
        ...favoriteRoutes(ctx),
        ...identityRoutes(ctx),
        ...labelRoutes(ctx),
        ...importRoutes(ctx),
        ...ipRuleRoutes(ctx),
        ...jobRoutes(ctx),
        ...linkRoutes(ctx),
        ...nodeSyncRoutes(ctx),
        ...localHelperRoutes(ctx),
        ...dlpRoutes(ctx),
        ...notificationRoutes(ctx),
        ...policyRoutes(ctx),
        ...privilegeRoutes(ctx),
        ...shareRoutes(ctx),
        ...thumbnailRoutes(ctx),
        ...uploadRoutes(ctx),
        ...downloadRoutes(ctx),
        ...previewRoutes(ctx),
        ...usageRoutes(ctx),
        ...versionRoutes(ctx),
        ...archiveRoutes(ctx),
        ...auditRoutes(ctx),
        ...searchRoutes(ctx),
        ...qrSignInRoutes(ctx),
        ...secondFactorRoutes(ctx),
        ...sessionRoutes(ctx),
        ...tokenRoutes(ctx),
        ...storageRoutes(ctx),
        ...siteRoutes(ctx),
        ...libraryRoutes(ctx),
        ...dashboardRoutes(ctx),
        ...settingRoutes(ctx),
        ...businessConfigRoutes(ctx),
        ...changeRoutes(ctx, hub, {
          holds: (actor) => isLive(ctx, actor),
          hear: (hearer) => ctx.sessionCache.onInvalidate(hearer),
          departs: (hearer) => shutdown.onStart(hearer),
        }),
      ],
      {
        authenticate: (request, route) => sessions.authenticate(ctx, request, route),
        refuseForgery: (request, route) => refuseForgery(ctx.config, request, route),
        onAccessDenied: (route) => auditAccessDenied(ctx, route),
      },
    )
  })
  app.register(scimPlugin(ctx), { prefix: '/disk/scim' })
  app.register(wopiPlugin(ctx), { prefix: WOPI_PATH })
  serveJsonDocument(app, '/disk/api/openapi.json', () => openApi(ROUTES, VERSION))
  serveHealth(app, shutdown, () => ready(ctx))
  servePage(app, PAGE_FOLDER, {
    stores: () => [...browserStoresOf(ctx.config), ...ctx.stores.origins],
    helper: () => helperSources(ctx),
    office: () => officeOrigins(ctx),
  })
  app.addHook('onClose', async () => {
    hub.close()
    await ctx.sessionCache.close()
    await ctx.auditSealer.close()
    await ctx.renditions.close()
    ctx.icap?.close()
    await ctx.antivirus.close()
    await ctx.dlpDetector.close()
    await buckets.close()
    await businessConfig.close()
  })
  return app
}

/** Origins of stores that browsers transfer to or from directly. */
const browserStoresOf = ({ s3 }: Config): string[] =>
  s3 && (s3.uploads === 'direct' || s3.downloads === 'presigned') ? [s3.publicEndpoint] : []

/** All recurring and background jobs. */
export const jobQueues = (ctx: Context): JobQueue[] => [
  ...accountJobs(ctx),
  ...secondFactorJobs(ctx),
  ...qrSignInJobs(ctx),
  ...archiveJobs(ctx),
  ...identityJobs(ctx),
  ...importJobs(ctx),
  ...auditJobs(ctx),
  ...backupJobs(ctx),
  ...contentJobs(ctx),
  ...dashboardJobs(ctx),
  ...feedbackJobs(ctx),
  ...directoryJobs(ctx),
  ...fileJobs(ctx),
  ...nodeSyncJobs(ctx),
  ...notificationJobs(ctx),
  ...groupJobs(ctx),
  ...labelJobs(ctx),
  ...offboardingJobs(ctx),
  ...privilegeJobs(ctx),
  ...searchJobs(ctx),
  ...renditionJobs(ctx),
  ...dlpJobs(ctx),
  ...linkJobs(ctx),
  ...shareJobs(ctx),
  ...storageJobs(ctx),
  ...siteJobs(ctx),
  ...libraryJobs(ctx),
  ...trashJobs(ctx),
  ...uploadJobs(ctx),
  ...versionJobs(ctx),
]

async function ready(ctx: Context): Promise<void> {
  await ctx.db.pool.query('select 1')
  await ctx.stores.checkNear()
}
