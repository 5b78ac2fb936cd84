import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

/** A provider that answers whatever a test wants, honest or forged. Nobody is asked: its authorization leads back at once. */
export interface ForgingProvider {
  readonly issuer: string
  /** What it says next; put back by `reset`. */
  readonly says: ForgedAnswer
  reset(): void
  /** A token in the provider's name, signed with its key. */
  sign(claims: JWTPayload, type?: string): Promise<string>
  /** Requests to its token endpoint. */
  readonly exchanges: () => number
  close(): Promise<void>
}

export interface ForgedAnswer {
  /** Over the claims of the id_token; undefined leaves one out. */
  claims: Record<string, unknown>
  userInfo: Record<string, unknown>
  signedBy: 'itself' | 'another' | 'nobody'
  /** Parameters of the answer to the browser. */
  answer: Record<string, string>
  /** Whether its endpoints answer at all. */
  silent: boolean
  status: number | undefined
}

const honest = (): ForgedAnswer => ({
  claims: {},
  userInfo: {},
  signedBy: 'itself',
  answer: {},
  silent: false,
  status: undefined,
})

export async function openForgingProvider(): Promise<ForgingProvider> {
  const own = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const says = honest()
  const codes = new Map<string, URLSearchParams>()
  let count = 0
  let exchanges = 0
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.statusCode = 500
      response.end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const json = (response: ServerResponse, value: unknown, status = 200) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  const sign = (claims: JWTPayload, type?: string) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', ...(type && { typ: type }) })
      .sign(own.privateKey)
  const idToken = async (nonce: string | null, audience: string | null): Promise<string> => {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: issuer, sub: 'u-1', aud: audience, iat: now, exp: now + 300, nonce }
    const claims = JSON.parse(JSON.stringify({ ...standard, ...says.claims })) as JWTPayload
    for (const [name, value] of Object.entries(says.claims)) if (value === undefined) delete claims[name]
    if (says.signedBy === 'nobody') return new UnsecuredJWT(claims).encode()
    if (says.signedBy === 'itself') return sign(claims)
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k1' }).sign(other.privateKey)
  }
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    if (says.silent) return
    if (says.status !== undefined) return json(response, {}, says.status)
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return json(response, {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          userinfo_endpoint: `${issuer}/me`,
          end_session_endpoint: `${issuer}/end`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        })
      case '/jwks':
        return json(response, { keys: [jwk] })
      case '/auth': {
        const code = `code-${++count}`
        codes.set(code, url.searchParams)
        const back = new URL(url.searchParams.get('redirect_uri') ?? '')
        const sent = { code, state: url.searchParams.get('state') ?? '', iss: issuer, ...says.answer }
        for (const [name, value] of Object.entries(sent)) back.searchParams.set(name, value)
        response.writeHead(302, { location: back.href })
        return void response.end()
      }
      case '/token': {
        exchanges++
        const form = new URLSearchParams(await bodyOf(request))
        const asked = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        if (!asked) return json(response, { error: 'invalid_grant' }, 400)
        return json(response, {
          access_token: 'at',
          token_type: 'Bearer',
          id_token: await idToken(asked.get('nonce'), asked.get('client_id')),
        })
      }
      case '/me':
        return json(response, { sub: says.claims.sub ?? 'u-1', ...says.userInfo })
      default:
        return json(response, {}, 404)
    }
  }
  return {
    issuer,
    says,
    reset: () => void Object.assign(says, honest()),
    sign,
    exchanges: () => exchanges,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
