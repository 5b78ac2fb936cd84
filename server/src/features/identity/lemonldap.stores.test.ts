// @module-tag long
import { logout } from '@clouddisk/contract/accounts'
import { type IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../test/browser-jar.ts'
import { LemonLdap } from '../../../test/lemonldap.ts'
import { signInThere } from '../../../test/lemonldap-browser.ts'
import type { Person } from '../../../test/person.ts'
import { providerInput } from '../../../test/provider-input.ts'
import { accountOf, addSamlProvider, bring, faultOf, startUrl } from '../../../test/saml-sign-in.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { readIdpMetadata } from './saml/idp-metadata.ts'

/** Sign-in through LemonLDAP::NG by each of its protocols. */

let world: World
let admin: Person
let lemon: LemonLdap
let saml: IdentityProvider
let cas: IdentityProvider
let oidc: IdentityProvider

const SECRET = 'client-secret-of-the-drive'

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  lemon = await LemonLdap.start()
  const idp = readIdpMetadata(await (await fetch(lemon.samlMetadataUrl)).text())
  const mapping = { account: 'uid', mail: 'mail', realName: 'cn' }
  saml = await addSamlProvider(
    admin,
    idp,
    { logoutResponseUrl: idp.logoutResponseUrl, responseSigned: true, unsolicited: true },
    { mapping, rules: { link: 'account', linkClaim: 'uid' } },
  )
  const { oidc: _oidc, secrets: _secrets, ...plain } = providerInput('', { mapping })
  cas = await admin.call(saveIdentityProvider, {
    ...plain,
    kind: 'cas',
    cas: { serverUrl: lemon.casUrl, subjectAttribute: '', renew: false, singleLogout: true },
    mapping: { ...plain.mapping, account: 'uid' },
    rules: { ...plain.rules, link: 'account', linkClaim: 'uid' },
  })
  const input = providerInput(lemon.url, { rules: { link: 'account', linkClaim: 'preferred_username' } })
  const { oidc: settings } = input
  // It reads the secret in a header without decoding it.
  oidc = await admin.call(saveIdentityProvider, {
    ...input,
    ...(settings && { oidc: { ...settings, clientAuth: 'post' } }),
  })
  await configure()
})
afterAll(async () => {
  await lemon?.stop()
  await world.close()
})

async function configure(options: Readonly<Record<string, string | number>> = {}): Promise<void> {
  await lemon.configure({
    saml: { metadata: await (await fetch(saml.addresses.metadata)).text(), options },
    cas: { service: cas.addresses.callback },
    oidc: {
      clientId: 'drive',
      clientSecret: SECRET,
      redirectUris: [oidc.addresses.callback],
      postLogoutRedirectUris: [oidc.addresses.signedOut],
    },
  })
}

/** From the button to the drive. */
async function signIn(provider: IdentityProvider, account: string, address?: string) {
  const browser = new BrowserJar()
  const { url: there } = await browser.follow(
    address ?? startUrl(world, provider.providerId, '/disk/group'),
    lemon.url,
  )
  const next = await signInThere(browser, there, account)
  const { SAMLResponse = '', RelayState } = next.fields ?? {}
  const answer = Buffer.from(SAMLResponse, 'base64').toString()
  const url = next.fields
    ? await bring(provider, browser, answer, RelayState)
    : (await browser.follow(next.url)).url
  return { browser, url, fault: faultOf(url), account: await accountOf(world, browser), answer, RelayState }
}

describe('LemonLDAP::NG signs in', () => {
  it('by SAML', async () => {
    const { url, account, answer } = await signIn(saml, 'dwho')
    expect({ url, account }).toEqual({ url: `${world.baseUrl}/disk/group`, account: 'dwho' })
    expect(answer).toContain('<saml:Assertion')
  })

  it('by SAML with an encrypted assertion', async () => {
    await configure({ EncryptionMode: 'assertion' })
    const { account, answer } = await signIn(saml, 'rtyler')
    expect(answer).toContain('EncryptedAssertion')
    expect(answer).not.toContain('badwolf')
    expect(account).toBe('rtyler')
    await configure()
  })

  it('by SAML, beginning there', async () => {
    await configure({ EnableIDPInitiatedURL: 1 })
    const address = `${lemon.url}/saml/singleSignOn?IDPInitiated=1&spConfKey=clouddisk`
    const { account } = await signIn(saml, 'dwho', address)
    expect(account).toBe('dwho')
    await configure()
  })

  it('by SAML, but not by an answer that was changed or brought before', async () => {
    const { answer, account } = await signIn(saml, 'dwho')
    expect(account).toBe('dwho')
    const browser = new BrowserJar()
    expect(faultOf(await bring(saml, browser, answer, undefined))).toBe('provider_answer')
    const { url: there } = await browser.follow(startUrl(world, saml.providerId), lemon.url)
    const { fields } = await signInThere(browser, there, 'msmith')
    const changed = Buffer.from(fields?.SAMLResponse ?? '', 'base64')
      .toString()
      .replaceAll('msmith', 'dwho')
    expect(faultOf(await bring(saml, browser, changed, fields?.RelayState))).toBe('provider_answer')
    expect(await accountOf(world, browser)).toBeUndefined()
  })

  it('by CAS', async () => {
    const { url, account } = await signIn(cas, 'rtyler')
    expect({ url, account }).toEqual({ url: `${world.baseUrl}/disk/group`, account: 'rtyler' })
  })

  it('by OpenID Connect', async () => {
    const { url, account } = await signIn(oidc, 'msmith')
    expect({ url, account }).toEqual({ url: `${world.baseUrl}/disk/group`, account: 'msmith' })
  })
})

describe('LemonLDAP::NG signs out', () => {
  const signOut = new URL(pathOf(logout), 'http://x').pathname

  it('by SAML, asked by us', async () => {
    const { browser } = await signIn(saml, 'dwho')
    const { url } = await browser.follow(new URL(signOut, world.baseUrl).href, world.baseUrl)
    expect(url.startsWith(saml.addresses.providerLogout)).toBe(true)
    const { url: back } = await browser.follow(url)
    expect(back.startsWith(saml.addresses.signedOut)).toBe(true)
    expect(await accountOf(world, browser)).toBeUndefined()
    // It asks for the password again.
    const { response } = await browser.follow(lemon.url)
    expect(await response?.text()).toContain('id="passwordfield"')
  })

  it('of SAML, there', async () => {
    const { browser } = await signIn(saml, 'dwho')
    const { response } = await browser.follow(`${lemon.url}/?logout=1`)
    const html = (await response?.text()) ?? ''
    // Its page opens the log-outs of the others in frames.
    const frame = /<iframe src="([^"]*)"/.exec(html)?.[1] ?? ''
    expect(frame.startsWith(saml.addresses.providerLogout)).toBe(true)
    const { url, response: answered } = await browser.follow(frame)
    expect(answered?.status).toBe(200)
    expect(url.startsWith(lemon.url)).toBe(true)
    expect(await accountOf(world, browser)).toBeUndefined()
  })

  it('by CAS, asked by us', async () => {
    const { browser } = await signIn(cas, 'dwho')
    await browser.follow(new URL(signOut, world.baseUrl).href)
    expect(await accountOf(world, browser)).toBeUndefined()
    const page = await browser.follow(lemon.url)
    expect(await page.response?.text()).toContain('id="passwordfield"')
  })

  it('of CAS, there', async () => {
    const { browser } = await signIn(cas, 'dwho')
    await browser.follow(`${lemon.url}/?logout=1`)
    expect(await accountOf(world, browser)).toBeUndefined()
  })

  it('by OpenID Connect, asked by us', async () => {
    const { browser } = await signIn(oidc, 'dwho')
    const { url } = await browser.follow(new URL(signOut, world.baseUrl).href)
    expect(url.startsWith(oidc.addresses.signedOut)).toBe(true)
    const page = await browser.follow(lemon.url)
    expect(await page.response?.text()).toContain('id="passwordfield"')
  })
})
