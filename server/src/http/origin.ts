import { BASE_PATH, type Route } from '@clouddisk/contract/route'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { refuse } from '../errors/refusal.ts'

/** The public origin: as configured, or by the request's Host; empty if the request has none. */
export const publicOriginOf = (
  config: Pick<Config, 'publicOrigin'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => config.publicOrigin ?? (request.host && `${request.protocol}://${request.host}`)

/**
 * Where to redirect after a sign-in or sign-out: to `service` if its origin, as the URL parser reads it, is our own or
 * configured; else to /disk/ (C section 3 "Session").
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

/** Whether a page of another site caused the request. */
export const isCrossSite = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['sec-fetch-site'] === 'cross-site'

/**
 * Refuses a write, or a request to another server, that another site could have sent. Browsers must send `X-Requested-With`,
 * which a page of another origin cannot, and our `Origin`. Requests with a bearer token need neither.
 */
export function refuseForgery(config: Config, request: FastifyRequest, route: Route): void {
  if (!route.changes && !route.remote) return
  if (request.headers.authorization?.startsWith('Bearer ')) return
  const { origin, 'sec-fetch-site': site, 'x-requested-with': requestedWith } = request.headers
  if (origin !== undefined && origin !== publicOriginOf(config, request)) refuse('request_refused')
  if (isCrossSite(request)) refuse('request_refused')
  const fromBrowser = request.cookies.cd_session !== undefined || origin !== undefined || site !== undefined
  // A plain form cannot send headers; its Origin was checked above.
  if (route.name === 'loginForm') return
  if (fromBrowser && !requestedWith) refuse('request_refused')
}
