import { hash } from 'node:crypto'
import type { OidcSettings } from '@clouddisk/contract/provider-settings'
import { MINUTE } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type * as openid from 'openid-client'
import type { ProtocolCall } from '../protocol.ts'
import { fetchChecked } from '../remote.ts'

/** Loaded with the first sign-in: most starts of the server need none of it. */
export const lib = (): Promise<typeof openid> => import('openid-client')

const REQUEST_SECONDS = 10

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
