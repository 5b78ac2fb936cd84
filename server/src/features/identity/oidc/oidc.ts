import type { OidcSettings } from '@clouddisk/contract/provider-settings'
import { Refusal, refuse, refuseField } from '../../../errors/refusal.ts'
import type { FlowData, Protocol, ProtocolCall, VerifiedIdentity } from '../protocol.ts'
import { isAllowedAddress } from '../remote.ts'
import { claimsOf, mergeClaims } from './claims.ts'
import { clientOf, lib } from './client.ts'
import { refusalOf } from './faults.ts'
import { readLogoutToken } from './logout-token.ts'

/** OpenID Connect: code flow with PKCE, state and nonce; the signature of the id_token is checked though it comes over TLS. */

interface OidcFlow {
  readonly nonce: string
  readonly verifier: string
}

const flowOf = (data: FlowData): OidcFlow => data as unknown as OidcFlow

export const oidc: Protocol<OidcSettings> = {
  kind: 'oidc',

  check({ config }, settings) {
    const issuer = settings.issuer.trim()
    if (!isAllowedAddress(config, issuer)) refuseField('issuer', 'issuer')
    const scopes = settings.scopes.split(/\s+/).filter((scope) => scope !== '' && scope !== 'openid')
    return { ...settings, issuer, clientId: settings.clientId.trim(), scopes: scopes.join(' ') }
  },

  async begin(call, state, again) {
    const { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, buildAuthorizationUrl } =
      await lib()
    return guarded(call, async () => {
      const client = await clientOf(call)
      const flow: OidcFlow = { nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(client, {
        redirect_uri: call.addresses.callback,
        scope: ['openid', call.settings.scopes].join(' ').trim(),
        state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.verifier),
        code_challenge_method: 'S256',
        // With max_age the provider has to say when it asked.
        ...(again && { prompt: 'login', max_age: '0' }),
      })
      if (!isAllowedAddress(call.ctx.config, url.href)) refuse('provider_answer')
      return { redirectUrl: url.href, flow: { ...flow } }
    })
  },

  stateOf: ({ fields }) => fields.state,

  async finish(call, flow, { url }) {
    if (!flow) return refuse('sign_in_over')
    const { nonce, verifier } = flowOf(flow.data)
    const { authorizationCodeGrant, fetchUserInfo } = await lib()
    return guarded(call, async () => {
      const client = await clientOf(call)
      // The address that was registered, with the answer: behind a proxy the request's own may be another.
      const answer = new URL(call.addresses.callback)
      answer.search = url.search
      const tokens = await authorizationCodeGrant(client, answer, {
        expectedState: flow.state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const idToken = tokens.claims() ?? refuse('provider_answer')
      requireIssuedMeanwhile(call, idToken.iat, flow.createdAt)
      const hasUserInfo = client.serverMetadata().userinfo_endpoint !== undefined
      const userInfo = hasUserInfo ? await fetchUserInfo(client, tokens.access_token, idToken.sub) : {}
      const { sid, auth_time: askedAt } = idToken
      return {
        subject: idToken.sub,
        claims: claimsOf(mergeClaims(idToken, userInfo)),
        authenticatedAt: typeof askedAt === 'number' ? askedAt * 1000 : undefined,
        sessionIndex: typeof sid === 'string' ? sid : undefined,
        logoutData: { idToken: tokens.id_token },
      } satisfies VerifiedIdentity
    })
  },

  async logoutUrl(call, { logoutData }, state) {
    if (!call.settings.singleLogout) return undefined
    const { buildEndSessionUrl } = await lib()
    return guarded(call, async () => {
      const client = await clientOf(call)
      if (client.serverMetadata().end_session_endpoint === undefined) return undefined
      const url = buildEndSessionUrl(client, {
        ...(typeof logoutData.idToken === 'string' && { id_token_hint: logoutData.idToken }),
        post_logout_redirect_uri: call.addresses.signedOut,
        state,
      })
      return isAllowedAddress(call.ctx.config, url.href) ? url.href : undefined
    })
  },

  providerLogout: (call, request) =>
    guarded(call, async () => ({ ends: [await readLogoutToken(call, request.fields.logout_token)] })),
}

/** The token is made while we wait for it: an earlier or later time is the difference of the clocks. */
function requireIssuedMeanwhile(
  { ctx, settings }: ProtocolCall<OidcSettings>,
  issuedAt: number,
  begun: Date,
): void {
  const tolerance = settings.clockTolerance
  if (issuedAt > ctx.now().getTime() / 1000 + tolerance) refuse('provider_clock')
  if (issuedAt < begun.getTime() / 1000 - tolerance) refuse('provider_clock')
}

/** What the library throws becomes an error of the catalogue; its cause goes to the log. */
async function guarded<T>(call: ProtocolCall<OidcSettings>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    const refusal = refusalOf(error)
    call.ctx.log.warn(
      { err: error, providerId: call.providerId, issuer: call.settings.issuer },
      'a sign-in at an identity provider failed; the person is told so',
    )
    throw refusal
  }
}
