import { BASE_PATH, type Route } from '@clouddisk/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { refuse } from '../errors/refusal.ts'

/** The origin that people reach us at: the configured one, or what this request was sent to; empty if it does not say. */
export const publicOriginOf = (
  config: Pick<Config, 'publicOrigin'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => config.publicOrigin ?? (request.host && `${request.protocol}://${request.host}`)

/**
 * Where to go after a sign-in or sign-out: `service` where its origin is our own or a configured one, else /disk/
 * (C section 3 "Session"). The parser decides what the origin is, never a look at the text.
 */
export function safeRedirect(
  config: Config,
  request: FastifyRequest,
  service: string | undefined,
): { allowed: boolean; url: string } {
  const own = publicOriginOf(config, request)
  const home = { allowed: false, url: own + BASE_PATH }
  if (!service) return home
  const url = URL.parse(service, own)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return home
  const allowed = url.origin === own || config.signInOrigins.includes(url.origin)
  return allowed ? { allowed, url: url.href } : home
}

/** Whether the page of another site had a browser send this, by a link or behind the person's back. */
export const isCrossSite = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] === 'cross-site'

/**
 * Refuses a changing call that another site could have made: a browser's needs `X-Requested-With`, which a foreign
 * page cannot send, and an `Origin` of ours. A bearer token is no ambient authority and needs neither.
 */
export function refuseForgery(config: Config, request: FastifyRequest, route: Route): void {
  if (!route.changes || request.headers.authorization?.startsWith('Bearer ')) return
  const { origin, 'sec-fetch-site': site, 'x-requested-with': requestedWith } = request.headers
  if (origin !== undefined && origin !== publicOriginOf(config, request)) refuse('request_refused')
  if (isCrossSite(request)) refuse('request_refused')
  const fromBrowser = request.cookies.cd_session !== undefined || origin !== undefined || site !== undefined
  // The plain sign-in form cannot send headers; its Origin has been checked above.
  if (route.name === 'loginForm') return
  if (fromBrowser && !requestedWith) refuse('request_refused')
}
