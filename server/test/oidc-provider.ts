import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { finished } from 'node:stream/promises'
import type { ClientMetadata } from 'oidc-provider'

/** A real OpenID Connect provider (npm oidc-provider) on this machine; nobody is asked for a password. */
export interface TestProvider {
  readonly issuer: string
  /** Whom it signs in next. */
  signIn(account: TestAccount): void
  /** Clients that it knows; it forgets its sessions. */
  setClients(clients: readonly ClientMetadata[]): Promise<void>
  close(): Promise<void>
}

export interface TestAccount {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** @param asking shows a page of its own first, with a link to go on by. */
export async function openTestProvider({ asking = false } = {}): Promise<TestProvider> {
  const accounts = new Map<string, TestAccount>()
  let current = 'nobody'
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => undefined
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { default: Provider } = await import('oidc-provider')
  const setClients = async (clients: readonly ClientMetadata[]) => {
    const provider = new Provider(issuer, {
      clients: [...clients],
      cookies: { keys: ['test'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups', 'department'],
        phone: ['phone_number'],
      },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: true,
          logoutSource: (ctx, form) => {
            ctx.type = 'html'
            ctx.body = `<!doctype html><title>Sign out</title>${form}<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes</button>`
          },
        },
      },
      findAccount: (_ctx, id) => ({ accountId: id, claims: async () => accounts.get(id) ?? { sub: id } }),
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      pkce: { required: () => true },
      ttl: { Session: 3600, Interaction: 600, Grant: 3600, AccessToken: 600, IdToken: 600 },
    })
    const callback = provider.callback()
    handle = async (request, response) => {
      if (request.url === '/favicon.ico') {
        response.writeHead(204).end()
        return
      }
      if (!request.url?.startsWith('/interaction/')) {
        callback(request, response)
        await finished(response).catch(() => undefined)
        return
      }
      if (asking && !request.url.endsWith('?go-on')) {
        response
          .setHeader('content-type', 'text/html')
          .end('<title>Provider</title><a href="?go-on">Go on</a>')
        return
      }
      const { params } = await provider.interactionDetails(request, response)
      const grant = new provider.Grant({ accountId: current, clientId: String(params.client_id) })
      grant.addOIDCScope(String(params.scope))
      const grantId = await grant.save()
      await provider.interactionFinished(request, response, {
        login: { accountId: current },
        consent: { grantId },
      })
    }
  }
  await setClients([])
  return {
    issuer,
    signIn: (account) => {
      accounts.set(account.sub, account)
      current = account.sub
    },
    setClients,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
