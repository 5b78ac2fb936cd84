import { currentUser } from '@clouddisk/contract/accounts'
import { type IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import type { SamlSettings } from '@clouddisk/contract/provider-settings'
import { pathOf } from '@clouddisk/contract/route'
import { ssoStart } from '@clouddisk/contract/sign-in'
import { BrowserJar } from './browser-jar.ts'
import type { Person } from './person.ts'
import { type ProviderChanges, providerInput } from './provider-input.ts'
import type { AuthnRequest, Said, TestIdp } from './saml-idp.ts'
import type { World } from './world.ts'

/** Sign-ins through a SAML provider in tests. */

export async function addSamlProvider(
  admin: Person,
  idp: Pick<TestIdp, 'entityId' | 'ssoUrl' | 'logoutUrl'> & { readonly certificates: readonly string[] },
  settings: Partial<SamlSettings> = {},
  changes: ProviderChanges = {},
): Promise<IdentityProvider> {
  const { oidc: _oidc, secrets: _secrets, ...input } = providerInput('', changes)
  return admin.call(saveIdentityProvider, {
    ...input,
    kind: 'saml',
    saml: {
      entityId: idp.entityId,
      ssoUrl: idp.ssoUrl,
      logoutUrl: idp.logoutUrl,
      logoutResponseUrl: '',
      certificates: [...idp.certificates],
      metadataUrl: '',
      ownEntityId: '',
      nameIdFormat: 'unspecified',
      subjectAttribute: '',
      signRequests: true,
      assertionsSigned: true,
      responseSigned: false,
      encrypted: false,
      unsolicited: false,
      clockTolerance: 60,
      singleLogout: true,
      ...settings,
    },
    mapping: { ...input.mapping, account: 'NameID', realName: 'name', ...changes.mapping },
  })
}

export function startUrl(world: World, providerId: string, service?: string): string {
  const url = new URL(pathOf(ssoStart), world.baseUrl)
  url.searchParams.set('providerId', providerId)
  if (service !== undefined) url.searchParams.set('service', service)
  return url.href
}

/** Up to the provider. */
export async function askFor(
  world: World,
  idp: TestIdp,
  provider: IdentityProvider,
  browser: BrowserJar,
  service?: string,
): Promise<AuthnRequest> {
  const { url } = await browser.follow(startUrl(world, provider.providerId, service), idp.ssoUrl)
  return idp.readRequest(url)
}

/** Brings an answer as the provider's page does: by a POST of another site, so without our cookies. */
export async function bring(
  provider: IdentityProvider,
  browser: BrowserJar,
  xml: string,
  relayState: string | undefined,
): Promise<string> {
  const fields = {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    ...(relayState && { RelayState: relayState }),
  }
  const posted = await browser.fetch(provider.addresses.acs, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example', cookie: '' },
  })
  const location = posted.headers.get('location')
  if (posted.status !== 303 || !location) throw new Error(`the answer got ${posted.status}`)
  const { url } = await browser.follow(location)
  return url
}

/** The fault that the sign-in page tells of; undefined where somebody was signed in. */
export const faultOf = (url: string): string | undefined =>
  new URL(url).searchParams.get('fault') ?? undefined

export interface Outcome {
  readonly url: string
  readonly fault: string | undefined
  /** The account that is signed in. */
  readonly account: string | undefined
  readonly browser: BrowserJar
  readonly request: AuthnRequest
}

/** A whole sign-in; the answer says `changes` and is changed by `tamper` on its way. */
export async function samlSignIn(
  world: World,
  idp: TestIdp,
  provider: IdentityProvider,
  changes: Partial<Said> = {},
  tamper: (xml: string) => string = (xml) => xml,
): Promise<Outcome> {
  const browser = new BrowserJar()
  const request = await askFor(world, idp, provider, browser)
  const answer = tamper(await idp.answer(request, changes))
  const url = await bring(provider, browser, answer, request.relayState)
  return { url, fault: faultOf(url), account: await accountOf(world, browser), browser, request }
}

export async function accountOf(world: World, browser: BrowserJar): Promise<string | undefined> {
  const response = await browser.fetch(new URL(pathOf(currentUser), world.baseUrl))
  const { data } = (await response.json()) as { data?: { userName?: string } | null }
  return response.status === 200 ? data?.userName : undefined
}
