import { currentUser, logout } from '@clouddisk/contract/accounts'
import {
  type IdentityProvider,
  queryIdentityProviders,
  removeIdentityProvider,
  saveIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { saveSecondFactorPolicy } from '@clouddisk/contract/admin-second-factor'
import { codeOf } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import {
  queryOwnIdentities,
  querySignInOptions,
  ssoProviderLogout,
  ssoStart,
  unlinkIdentity,
} from '@clouddisk/contract/sign-in'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../test/browser-jar.ts'
import { type ForgingProvider, openForgingProvider } from '../../../test/forging-provider.ts'
import type { Person } from '../../../test/person.ts'
import { providerInput } from '../../../test/provider-input.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let forger: ForgingProvider
let provider: IdentityProvider
let count = 0

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  forger = await openForgingProvider()
})
afterAll(async () => {
  await forger.close()
  await world.close()
})
beforeEach(async () => {
  forger.reset()
  for (const { providerId } of await admin.call(queryIdentityProviders, {}))
    await admin.call(removeIdentityProvider, { providerId })
  provider = await admin.call(saveIdentityProvider, providerInput(forger.issuer, { automatic: true }))
})

/** Somebody new, signed in through the provider. */
async function signedIn(sid = `sid-${count + 1}`): Promise<{ browser: BrowserJar; sub: string }> {
  const sub = `sub-${++count}`
  // The provider has just asked who it is.
  const auth_time = Math.floor(world.ctx.now().getTime() / 1000)
  forger.says.claims = { sub, preferred_username: `user.${count}`, name: 'User', sid, auth_time }
  const browser = new BrowserJar()
  const start = new URL(pathOf(ssoStart), world.baseUrl)
  start.searchParams.set('providerId', provider.providerId)
  start.searchParams.set('service', '/disk/recycleBin')
  const { url } = await browser.follow(start.href, `${world.baseUrl}/disk/recycleBin`)
  expect(url).toBe(`${world.baseUrl}/disk/recycleBin`)
  expect(await isSignedIn(browser)).toBe(true)
  return { browser, sub }
}

const isSignedIn = async (browser: BrowserJar): Promise<boolean> =>
  (await browser.fetch(new URL(pathOf(currentUser), world.baseUrl))).status === 200

async function automatic(browser: BrowserJar): Promise<unknown> {
  const response = await browser.fetch(new URL(pathOf(querySignInOptions), world.baseUrl))
  return ((await response.json()) as { data: { automaticProviderId: unknown } }).data.automaticProviderId
}

describe('signing out here', () => {
  it('leads on to the provider with the id_token, and nobody is signed in again at once (R38)', async () => {
    const { browser } = await signedIn()
    expect(await automatic(browser)).toBe(provider.providerId)
    const url = new URL(pathOf(logout), world.baseUrl)
    url.searchParams.set('service', `${world.baseUrl}/disk/recycleBin?x=1`)
    const response = await browser.fetch(url)
    const there = new URL(response.headers.get('location') ?? '')
    expect(there.origin + there.pathname).toBe(`${forger.issuer}/end`)
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(provider.addresses.signedOut)
    expect(there.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(there.searchParams.get('state')).toBe('/disk/recycleBin?x=1')
    expect(await isSignedIn(browser)).toBe(false)
    expect(await automatic(browser)).toBeNull()
    expect(await automatic(new BrowserJar())).toBe(provider.providerId)
  })

  it('leads on to the provider also where the second factor was not given yet', async () => {
    const policy: SecondFactorPolicy = { requiredOf: 'everybody', roleIds: [], trustProviders: false }
    await admin.call(saveSecondFactorPolicy, policy)
    const { browser } = await signedIn()
    await admin.call(saveSecondFactorPolicy, { ...policy, requiredOf: 'nobody' })
    const response = await browser.fetch(new URL(pathOf(logout), world.baseUrl))
    expect(response.headers.get('location')).toContain(`${forger.issuer}/end?`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('stays here where that is switched off', async () => {
    const { oidc } = providerInput(forger.issuer)
    const { browser } = await signedIn()
    await admin.call(saveIdentityProvider, {
      ...providerInput(forger.issuer),
      ...(oidc && { oidc: { ...oidc, singleLogout: false } }),
      providerId: provider.providerId,
    })
    const response = await browser.fetch(new URL(pathOf(logout), world.baseUrl))
    expect(response.headers.get('location')).toBe(`${world.baseUrl}/disk/`)
    expect(await isSignedIn(browser)).toBe(false)
  })

  it('stays here where the provider is away, and is over at once', async () => {
    const { browser } = await signedIn()
    // What is known of the provider belongs to its settings: with others it is asked for anew.
    const { oidc } = providerInput(forger.issuer)
    await admin.call(saveIdentityProvider, {
      ...providerInput(forger.issuer),
      ...(oidc && { oidc: { ...oidc, scopes: 'profile' } }),
      providerId: provider.providerId,
    })
    forger.says.status = 503
    const response = await browser.fetch(new URL(pathOf(logout), world.baseUrl))
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`${world.baseUrl}/disk/`)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await automatic(browser)).toBeNull()
  })

  it('keeps no id_token in clear', async () => {
    await signedIn()
    const { rows } = await world.ctx.db.pool.query(
      `select (select string_agg(t::text, '') from session_identity t)
        || (select string_agg(t::text, '') from identity_provider t) as all`,
    )
    expect(rows[0].all).not.toContain('eyJ')
    expect(rows[0].all).not.toContain(Buffer.from('eyJ').toString('hex'))
    expect(rows[0].all).not.toContain('client-secret-of-the-drive')
  })
})

describe('signing out at the provider (back channel)', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const tokenOf = (claims: JWTPayload) => {
    const now = Math.floor(Date.now() / 1000)
    const standard = { iss: forger.issuer, aud: 'drive', iat: now, exp: now + 120, jti: `jti-${++count}` }
    return forger.sign({ ...standard, events: EVENTS, ...claims }, 'logout+jwt')
  }
  const send = (token: string) =>
    fetch(world.baseUrl + pathOf(ssoProviderLogout, { providerId: provider.providerId }), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ logout_token: token }).toString(),
    })
  const isRefused = async (response: Response): Promise<boolean> =>
    ((await response.json().catch(() => ({ errcode: 0 }))) as { errcode: number }).errcode !== 0

  it('ends the session that it names, and no other of the same person', async () => {
    const first = await signedIn('sid-a')
    forger.says.claims = { ...forger.says.claims, sid: 'sid-b' }
    const second = new BrowserJar()
    const start = new URL(pathOf(ssoStart), world.baseUrl)
    start.searchParams.set('providerId', provider.providerId)
    await second.follow(start.href, `${world.baseUrl}/disk/login`)
    expect(await isSignedIn(second)).toBe(true)
    expect((await send(await tokenOf({ sub: first.sub, sid: 'sid-a' }))).status).toBe(200)
    expect(await isSignedIn(first.browser)).toBe(false)
    expect(await isSignedIn(second)).toBe(true)
    expect((await send(await tokenOf({ sub: first.sub }))).status).toBe(200)
    expect(await isSignedIn(second)).toBe(false)
  })

  it('ends nothing by a token that is forged, old, for others, an id_token, or sent twice', async () => {
    const { browser, sub } = await signedIn()
    const old = Math.floor(Date.now() / 1000) - 1000
    for (const claims of [
      { sub, aud: 'another' },
      { sub, iss: 'https://evil.example' },
      { sub, iat: old, exp: old + 120 },
      { sub, nonce: 'n' },
      { sub, events: {} },
      {},
    ] satisfies JWTPayload[])
      expect(await isRefused(await send(await tokenOf(claims)))).toBe(true)
    const [head, , signature] = (await tokenOf({ sub: 'other' })).split('.')
    const [, body] = (await tokenOf({ sub })).split('.')
    expect(await isRefused(await send([head, body, signature].join('.')))).toBe(true)
    expect(await isSignedIn(browser)).toBe(true)
    const token = await tokenOf({ sub: 'somebody-else' })
    expect((await send(token)).status).toBe(200)
    expect(await isRefused(await send(token))).toBe(true)
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('a provider that is switched off or removed', () => {
  it('ends the sessions that it opened', async () => {
    const { browser } = await signedIn()
    await admin.call(saveIdentityProvider, {
      ...providerInput(forger.issuer, { enabled: false }),
      providerId: provider.providerId,
    })
    expect(await isSignedIn(browser)).toBe(false)
    expect(await admin.call(removeIdentityProvider, { providerId: provider.providerId })).toEqual({
      unlinked: 1,
    })
  })
})

describe('the only way in', () => {
  it('is not unlinked by its owner', async () => {
    const { browser } = await signedIn()
    const read = await browser.fetch(new URL(pathOf(queryOwnIdentities), world.baseUrl))
    const { data } = (await read.json()) as { data: { identityId: string }[] }
    const response = await browser.fetch(new URL(pathOf(unlinkIdentity), world.baseUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      body: JSON.stringify({ identityId: data[0]?.identityId }),
    })
    const { errcode } = (await response.json()) as { errcode: number }

    expect(errcode).toBe(codeOf('only_sign_in'))
  })
})
