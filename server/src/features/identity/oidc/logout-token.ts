import type { OidcSettings } from '@clouddisk/contract/provider-settings'
import { MINUTE } from '@clouddisk/contract/time'
import { createRemoteJWKSet, customFetch, type JWTPayload, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../../context.ts'
import { refuse } from '../../../errors/refusal.ts'
import type { EndedSessions, ProtocolCall } from '../protocol.ts'
import { fetchChecked } from '../remote.ts'
import { spendAssertion } from '../store.ts'
import { clientOf } from './client.ts'

/** OpenID Connect Back-Channel Logout 1.0: the provider says whose sessions end, in a signed token. */

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Asymmetric ones: the key has to be the provider's alone. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]
/** How old a token may be; it is sent when the sign-out happens. */
const AGE_SECONDS = 120

/** Anybody may send tokens: keys are asked for as seldom as the library allows. */
const keySets = new LRUCache<string, ReturnType<typeof createRemoteJWKSet>>({ max: 100, ttl: 10 * MINUTE })

function keySetOf({ config }: Context, address: string): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(address)
  if (known) return known
  const made = createRemoteJWKSet(new URL(address), {
    timeoutDuration: 10_000,
    [customFetch]: (url, options) => fetchChecked(config, url, options),
  })
  keySets.set(address, made)
  return made
}

export async function readLogoutToken(
  call: ProtocolCall<OidcSettings>,
  token: string | undefined,
): Promise<EndedSessions> {
  if (!token) return refuse('provider_answer')
  const { ctx, settings, providerId } = call
  const { issuer, jwks_uri: keys } = (await clientOf(call)).serverMetadata()
  if (keys === undefined) return refuse('provider_answer')
  const { payload } = await jwtVerify(token, keySetOf(ctx, keys), {
    issuer,
    audience: settings.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: settings.clockTolerance,
    currentDate: ctx.now(),
    requiredClaims: ['iat', 'jti', 'events'],
    maxTokenAge: AGE_SECONDS,
  })
  if (!isLogout(payload)) return refuse('provider_answer')
  const { sub: subject, sid } = payload
  const sessionIndex = typeof sid === 'string' ? sid : undefined
  if (subject === undefined && sessionIndex === undefined) return refuse('provider_answer')
  const until = new Date(ctx.now().getTime() + (AGE_SECONDS + 2 * settings.clockTolerance) * 1000)
  if (!(await spendAssertion(ctx.db.reader, providerId, `logout ${payload.jti}`, until)))
    return refuse('provider_answer')
  return { subject, sessionIndex }
}

/** An id_token must not pass for a log-out: it has a nonce and no event. */
function isLogout({ events, nonce }: JWTPayload): boolean {
  return nonce === undefined && typeof events === 'object' && events !== null && EVENT in events
}
