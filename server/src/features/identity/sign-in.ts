import { BASE_PATH, type Input } from '@clouddisk/contract/route'
import type { SignInOptions, ssoStart } from '@clouddisk/contract/sign-in'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { Refusal, refuse, refuseNotFound, toRefusal } from '../../errors/refusal.ts'
import type { CallContext } from '../../http/mount.ts'
import { publicOriginOf, safeRedirect } from '../../http/origin.ts'
import { signInDirectories } from '../directories/sign-in.ts'
import { isAutomaticPaused } from './automatic.ts'
import { completeSignIn } from './complete.ts'
import { faultText } from './fault-text.ts'
import {
  beginFlow,
  FLOW_MS,
  type Flow,
  keepFlow,
  type NewFlow,
  newState,
  requireSameBrowser,
  takeFlow,
} from './flows.ts'
import { completeLink } from './link.ts'
import type { ProtocolRequest, VerifiedIdentity } from './protocol.ts'
import { protocolOf } from './protocols.ts'
import { anyProvider, callOf, type Provider, usableProvider } from './providers.ts'
import * as store from './store.ts'
import { completeTry } from './try.ts'

/** Sign-ins through providers, from the button to the session. */

export interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export async function options(
  ctx: Context,
  { request, language }: Pick<CallContext, 'request' | 'language'>,
  fault: string | undefined,
): Promise<SignInOptions> {
  const providers = (await store.providers(ctx.db.reader)).filter(
    ({ enabled, kind }) => enabled && protocolOf(kind),
  )
  const automatic = isAutomaticPaused(request) ? undefined : providers.find((provider) => provider.automatic)
  return {
    providers: providers.map(({ id, kind, zh, en }) => ({ providerId: id, kind, zh, en })),
    automaticProviderId: automatic?.id ?? null,
    directories: await signInDirectories(ctx),
    faultText: fault === undefined ? null : faultText(fault, language),
  }
}

/** Begins at a provider. Answers where the browser goes. */
export async function begin(
  ctx: Context,
  exchange: Exchange,
  provider: Provider,
  flow: Omit<NewFlow, 'providerId'>,
  again = false,
): Promise<string> {
  const state = newState()
  const call = callOf(ctx, provider, publicOriginOf(ctx.config, exchange.request))
  const { redirectUrl, flow: data } = await provider.protocol.begin(call, state, again)
  await beginFlow(ctx, exchange, { ...flow, providerId: provider.id }, state, data)
  return redirectUrl
}

export const start = (
  ctx: Context,
  exchange: Exchange,
  { providerId, service, again }: Input<typeof ssoStart>,
): Promise<void> =>
  leadingOn(ctx, exchange, service, async () => {
    const provider = await usableProvider(ctx.db.reader, providerId)
    const flow = { purpose: 'signIn', personId: null, service: service ?? null } as const
    return begin(ctx, exchange, provider, flow, again)
  })

/** The answer of OpenID Connect or CAS, brought by the browser that began. */
export const callback = (ctx: Context, exchange: Exchange, providerId: string): Promise<void> =>
  answering(ctx, exchange, async (heard) => {
    const request = requestOf(ctx, exchange.request)
    const provider = await anyProvider(ctx.db.reader, providerId)
    const flow = await takeFlow(ctx, provider.protocol.stateOf(request), provider.id)
    heard(flow)
    requireSameBrowser(ctx, exchange, flow)
    requireUsable(provider, flow)
    return end(ctx, exchange, provider, flow, await finish(ctx, exchange, provider, flow, request))
  })

/** The answer of SAML, which another site posts: without our cookies, so it is kept for a request that has them. */
export const acs = (ctx: Context, exchange: Exchange, providerId: string): Promise<void> =>
  answering(
    ctx,
    exchange,
    async (heard) => {
      const request = requestOf(ctx, exchange.request)
      const provider = await anyProvider(ctx.db.reader, providerId)
      const state = newState()
      const finishUrl = (): string => `finish?flow=${state}`
      const sent = provider.protocol.stateOf(request)
      const flow = await takeFlow(ctx, sent, provider.id).catch((error) => {
        if (provider.protocol.acceptsUnsolicited?.(provider.settings)) return undefined
        throw error
      })
      if (flow) heard(flow)
      requireUsable(provider, flow)
      const identity = await finish(ctx, exchange, provider, flow, request)
      const data = { verified: identity }
      if (flow) await keepFlow(ctx, { ...flow, data }, state)
      else {
        const unsolicited = { purpose: 'signIn', personId: null, service: sent ?? null } as const
        await beginFlow(ctx, exchange, { ...unsolicited, providerId: provider.id }, state, data)
      }
      return new URL(`../${finishUrl()}`, request.url).href
    },
    303,
  )

/** After `acs`, in the browser that began. */
export const finishKept = (ctx: Context, exchange: Exchange, state: string): Promise<void> =>
  answering(ctx, exchange, async (heard) => {
    const flow = await takeFlow(ctx, state, undefined)
    heard(flow)
    requireSameBrowser(ctx, exchange, flow)
    const provider = await anyProvider(ctx.db.reader, flow.providerId)
    requireUsable(provider, flow)
    const { verified } = flow.data as { verified?: VerifiedIdentity }
    return end(ctx, exchange, provider, flow, verified ?? refuse('sign_in_over'))
  })

/** One that is switched off is only tried. */
function requireUsable(provider: Provider, flow: Pick<Flow, 'purpose'> | undefined): void {
  if (!provider.enabled && flow?.purpose !== 'try') refuseNotFound('identityProvider')
}

function finish(
  ctx: Context,
  { request }: Exchange,
  provider: Provider,
  flow: Flow | undefined,
  answer: ProtocolRequest,
): Promise<VerifiedIdentity> {
  const call = callOf(ctx, provider, publicOriginOf(ctx.config, request))
  const state = provider.protocol.stateOf(answer) ?? ''
  return provider.protocol.finish(call, flow && { ...flow, state }, answer)
}

async function end(
  ctx: Context,
  exchange: Exchange,
  provider: Provider,
  flow: Flow,
  identity: VerifiedIdentity,
): Promise<string> {
  if (flow.purpose === 'try') return completeTry(ctx, exchange.request, provider, flow, identity)
  if (flow.purpose === 'link') await completeLink(ctx, exchange.request, provider, flow, identity)
  else await completeSignIn(ctx, exchange, provider, identity)
  return safeRedirect(ctx.config, exchange.request, flow.service ?? undefined).url
}

/** As `leadingOn`, for the return address of a flow that is found on the way. */
async function answering(
  ctx: Context,
  exchange: Exchange,
  work: (heard: (flow: Flow) => void) => Promise<string>,
  status: 302 | 303 = 302,
): Promise<void> {
  let service: string | undefined
  const hear = (flow: Flow) => {
    service = flow.purpose === 'try' ? `${BASE_PATH}admin/sign-in` : (flow.service ?? undefined)
  }
  // Read when the work is over.
  await leadingOn(
    ctx,
    exchange,
    () => service,
    () => work(hear),
    status,
  )
}

/** Leads the browser on; a fault leads to the sign-in page, which says it in words. */
async function leadingOn(
  ctx: Context,
  { request, reply }: Exchange,
  service: string | undefined | (() => string | undefined),
  work: () => Promise<string>,
  status: 302 | 303 = 302,
): Promise<void> {
  reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
  const url = await work().catch((error: unknown) => {
    const refusal = toRefusal(error)
    if (!refusal) ctx.log.error({ err: error, traceId: request.id }, 'a sign-in through a provider failed')
    const to = typeof service === 'function' ? service() : service
    return signInPage(ctx, request, refusal ?? new Refusal('internal'), to)
  })
  reply.redirect(url, status)
}

function signInPage(
  ctx: Context,
  request: FastifyRequest,
  fault: Refusal,
  service: string | undefined,
): string {
  const page = new URL(`${publicOriginOf(ctx.config, request)}${BASE_PATH}login`)
  page.searchParams.set('fault', fault.errorName)
  page.searchParams.set('traceId', request.id)
  if (service !== undefined && service !== '') page.searchParams.set('service', service)
  return page.href
}

/** What the browser or the provider sent. A field that comes twice is of neither. */
export function requestOf(ctx: Context, request: FastifyRequest): ProtocolRequest {
  const fields: Record<string, string> = {}
  for (const source of [request.query, request.body])
    if (typeof source === 'object' && source !== null)
      for (const [key, value] of Object.entries(source)) if (typeof value === 'string') fields[key] = value
  const origin = publicOriginOf(ctx.config, request)
  return { method: request.method, url: new URL(request.url, origin), fields }
}

export { FLOW_MS }
