import * as contract from '@clouddisk/contract/accounts'
import { querySettings, saveSettings } from '@clouddisk/contract/settings'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { systemTitle } from '../../db/system-title.ts'
import { bind, bindPublic, type CallContext, type RouteBinding } from '../../http/mount.ts'
import { isCrossSite, safeRedirect } from '../../http/origin.ts'
import * as accounts from './accounts.ts'
import { addressOf } from './network.ts'
import type { SignInResult } from './open-session.ts'
import { type RegionSites, refuseUnknownRegion, toPublicConfig } from './public.ts'
import { clearCookie, setCookie } from './session-cookie.ts'
import * as sessions from './sessions.ts'

/** What a sign-out does at the provider that opened the session; features/identity has it. */
export interface ProviderSignOut {
  /** Where the browser goes to end the provider's session; undefined where there is none. */
  urlOf(request: FastifyRequest, service: string | undefined): Promise<string | undefined>
  onLogout(request: FastifyRequest, reply: FastifyReply): void
}

export function accountRoutes(
  ctx: Context,
  { provider, sites }: { provider?: ProviderSignOut; sites: (address: string) => Promise<RegionSites> },
): RouteBinding[] {
  return [
    bindPublic(contract.login, (_actor, input, call) => {
      refuseUnknownRegion(ctx.config, input)
      return signIn(ctx, input, call)
    }),
    bindPublic(contract.loginForm, async (_actor, { username, password, service }, call) => {
      const signedIn = await signIn(ctx, { userName: username, password }, call)
      if (acceptsHtml(call.request))
        call.reply.redirect(safeRedirect(ctx.config, call.request, service).url, 302)
      return signedIn
    }),
    bindPublic(contract.logout, async (_actor, { service }, { request, reply }) => {
      reply.header('cache-control', 'no-store')
      if (isCrossSite(request)) {
        reply.redirect(safeRedirect(ctx.config, request, undefined).url, 302)
        return {}
      }
      const providerUrl = await provider?.urlOf(request, service)
      await sessions.end(ctx, request)
      clearCookie(ctx, request, reply)
      provider?.onLogout(request, reply)
      reply.redirect(providerUrl ?? safeRedirect(ctx.config, request, service).url, 302)
      return {}
    }),
    bind(contract.currentUser, (actor) => accounts.currentUser(ctx, actor)),
    bind(contract.queryUserCapacity, (actor) => accounts.capacity(ctx, actor)),
    bind(contract.logPc, () => ctx.config.limits.clientVersion),
    bind(contract.changePassword, async (actor, input) => {
      await accounts.changePassword(ctx, actor, input)
      return {}
    }),
    bind(contract.querySessions, (actor) => sessions.list(ctx, actor)),
    bind(contract.revokeSessions, async (actor, { sessionId }) => ({
      revoked: await sessions.revoke(ctx, actor, sessionId),
    })),
    bind(querySettings, (actor) => accounts.settings(ctx, actor)),
    bind(saveSettings, (actor, input) => accounts.saveSettings(ctx, actor, input)),
    bindPublic(contract.publicConfig, async (_actor, _input, { request }) => {
      const [title, near] = await Promise.all([systemTitle(ctx.db.reader), sites(addressOf(request))])
      return toPublicConfig(ctx.config, title, near)
    }),
    bindPublic(contract.requestIp, (_actor, _input, { request }) => addressOf(request)),
    bindPublic(contract.checkRedirect, (_actor, { service }, { request }) =>
      safeRedirect(ctx.config, request, service),
    ),
  ]
}

async function signIn(
  ctx: Context,
  credentials: accounts.Credentials,
  { request, reply }: CallContext,
): Promise<SignInResult> {
  warnAboutProxy(ctx, request)
  const signedIn = await accounts.signIn(ctx, credentials, request)
  setCookie(ctx, request, reply, signedIn.token)
  return signedIn
}

const acceptsHtml = (request: FastifyRequest): boolean =>
  request.headers.accept?.includes('text/html') ?? false

const warned = new WeakSet<Context>()

/** Behind a proxy that is not named everybody has its address, and wrong tries of one count for all. */
function warnAboutProxy(ctx: Context, request: FastifyRequest): void {
  if (warned.has(ctx) || ctx.config.trustedProxies.length > 0 || !request.headers['x-forwarded-for']) return
  warned.add(ctx)
  ctx.log.warn(
    'requests come through a proxy; add it to CLOUDDISK_TRUSTED_PROXIES so that clients can be told apart by address',
  )
}
