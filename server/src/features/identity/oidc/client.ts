import { hash } from 'node:crypto'
import type { OidcSettings } from '@clouddisk/contract/provider-settings'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type * as openid from 'openid-client'
import type { Config } from '../../../config/config.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { ProtocolCall } from '../protocol.ts'

/** Loaded with the first sign-in: most starts of the server need none of it. */
export const lib = (): Promise<typeof openid> => import('openid-client')

const REQUEST_SECONDS = 10
const ANSWER_BYTES_MAX = 1024 * 1024

/** What was found at a provider is asked for again after a while: endpoints move, keys are replaced. */
const configurations = new LRUCache<string, Promise<openid.Configuration>>({ max: 100, ttl: 10 * MINUTE })

/** The provider's endpoints and keys, with how we prove who we are. */
export function clientOf(call: ProtocolCall<OidcSettings>): Promise<openid.Configuration> {
  const { settings, secrets, providerId } = call
  const key = hash('sha256', JSON.stringify([providerId, settings, secrets]))
  const known = configurations.get(key)
  if (known) return known
  const found = discover(call)
  configurations.set(key, found)
  // A provider that was away is asked again at the next try.
  found.catch(() => configurations.get(key) === found && configurations.delete(key))
  return found
}

async function discover({
  ctx,
  settings,
  secrets,
}: ProtocolCall<OidcSettings>): Promise<openid.Configuration> {
  const oidc = await lib()
  const { clientSecret } = secrets
  const auth = !clientSecret
    ? oidc.None()
    : settings.clientAuth === 'basic'
      ? oidc.ClientSecretBasic(clientSecret)
      : oidc.ClientSecretPost(clientSecret)
  const metadata = {
    [oidc.clockTolerance]: settings.clockTolerance,
    [oidc.clockSkew]: Math.round((ctx.now().getTime() - Date.now()) / 1000),
  }
  const issuer = new URL(settings.issuer)
  const insecure = issuer.protocol === 'http:'
  return oidc.discovery(issuer, settings.clientId, metadata, auth, {
    timeout: REQUEST_SECONDS,
    [oidc.customFetch]: (url, options) => fetchChecked(ctx.config, url, options),
    execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
  })
}

/** Plain HTTP is for providers on this machine, and for those that the configuration names. */
export function isAllowedAddress({ httpProviders }: Pick<Config, 'httpProviders'>, address: string): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password || url.hash) return false
  if (url.protocol === 'https:') return true
  return url.protocol === 'http:' && (isLoopback(url.hostname) || httpProviders.includes(url.origin))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/** Follows no redirect, and reads no more than an answer of a provider may be. */
export async function fetchChecked(config: Config, url: string, options: object): Promise<Response> {
  if (!isAllowedAddress(config, url)) refuse('provider_answer')
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const { body, status, headers } = response
  if (!body || status < 200) return response
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > ANSWER_BYTES_MAX) refuse('provider_answer')
    chunks.push(chunk)
  }
  return new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers })
}
