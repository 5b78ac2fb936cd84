// @module-tag long
import { X509Certificate } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { currentUser, logout } from '@clouddisk/contract/accounts'
import {
  type IdentityProvider,
  queryIdentityProviders,
  readSamlMetadata,
  saveIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { saveSecondFactorPolicy } from '@clouddisk/contract/admin-second-factor'
import { codeOf } from '@clouddisk/contract/errors'
import { type Input, pathOf } from '@clouddisk/contract/route'
import type { SecondFactorPolicy } from '@clouddisk/contract/second-factor'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../../test/browser-jar.ts'
import type { Person } from '../../../../test/person.ts'
import { type Said, TestIdp } from '../../../../test/saml-idp.ts'
import {
  accountOf,
  addSamlProvider,
  askFor,
  bring,
  faultOf,
  samlSignIn,
} from '../../../../test/saml-sign-in.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { newKeyPair } from './certificate.ts'
import { refreshMetadata } from './read-metadata.ts'
import { readMessageUrl } from './redirect-binding.ts'

let world: World
let admin: Person
let idp: TestIdp
let provider: IdentityProvider

const known = (certificates = [idp.keys.certificate]) => ({ ...idp, certificates })

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  idp = await TestIdp.create()
  provider = await addSamlProvider(admin, known())
})
afterAll(() => world.close())

async function nextStepOf(browser: BrowserJar): Promise<unknown> {
  const response = await browser.fetch(new URL(pathOf(currentUser), world.baseUrl))
  return ((await response.json()) as { data: { nextStep: unknown } }).data.nextStep
}

/** Our certificate, from our metadata. */
async function ours(of: IdentityProvider, use: 'signing' | 'encryption'): Promise<string> {
  const xml = await (await fetch(of.addresses.metadata)).text()
  const base64 = new RegExp(`use="${use}".*?X509Certificate>([^<]+)<`).exec(xml)?.[1] ?? ''
  return `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`
}

describe('sign-in through SAML', () => {
  it('makes an account of what the assertion says, and leads on to the return address', async () => {
    const browser = new BrowserJar()
    const request = await askFor(world, idp, provider, browser, '/disk/recycleBin')
    const attributes = { name: ['韩梅梅'], email: ['han@example.com'] }
    const answer = await idp.answer(request, { nameId: 'han', attributes })
    const url = await bring(provider, browser, answer, request.relayState)
    expect(url).toBe(`${world.baseUrl}/disk/recycleBin`)
    expect(await accountOf(world, browser)).toBe('han')
  })

  it('signs its requests, and names where the answer goes', async () => {
    const browser = new BrowserJar()
    const { url, xml, acs, issuer } = await askFor(world, idp, provider, browser)
    const read = await readMessageUrl(url, 'SAMLRequest', [await ours(provider, 'signing')])
    expect(read.xml).toBe(xml)
    expect({ acs, issuer }).toEqual({ acs: provider.addresses.acs, issuer: provider.addresses.metadata })
  })

  it('describes itself with a key of its own, which nobody is told', async () => {
    const response = await fetch(provider.addresses.metadata)
    expect(response.headers.get('content-type')).toContain('application/samlmetadata+xml')
    const xml = await response.text()
    expect(xml).toContain(`entityID="${provider.addresses.metadata}"`)
    expect(xml).toContain(`Location="${provider.addresses.acs}"`)
    expect(new X509Certificate(await ours(provider, 'signing')).publicKey.asymmetricKeyType).toBe('rsa')
    const answered = JSON.stringify(await admin.call(queryIdentityProviders, {}))
    expect(answered).not.toContain('PRIVATE KEY')
    const rows = await world.ctx.db.reader.selectFrom('identity_provider').selectAll().execute()
    expect(rows.map((row) => row.secret?.toString('latin1')).join()).not.toContain('PRIVATE KEY')
    const another = await addSamlProvider(admin, known())
    expect(await ours(another, 'signing')).not.toBe(await ours(provider, 'signing'))
  })

  it('keeps its key when its settings are saved again', async () => {
    const before = await ours(provider, 'signing')
    const { people: _people, addresses: _addresses, secrets: _secrets, ...input } = provider
    await admin.call(saveIdentityProvider, input)
    expect(await ours(provider, 'signing')).toBe(before)
  })

  it('reads encrypted assertions, and insists on them where it is told to', async () => {
    const secret = await addSamlProvider(admin, known(), { encrypted: true })
    const encryptFor = await ours(secret, 'encryption')
    expect(await samlSignIn(world, idp, secret, { nameId: 'secretly', encryptFor })).toMatchObject({
      account: 'secretly',
    })
    expect(await samlSignIn(world, idp, secret, { nameId: 'openly' })).toMatchObject({
      fault: 'provider_answer',
    })
    const unsigned = { nameId: 'admin', encryptFor, signed: 'nothing' } as const
    expect(await samlSignIn(world, idp, secret, unsigned)).toMatchObject({ fault: 'provider_answer' })
    const parts = `x</saml:NameID></saml:Subject>${'<b/>'.repeat(30_000)}<saml:Subject><saml:NameID>x`
    const many = { encryptFor, nameIdXml: parts, signed: 'nothing' } as const
    expect(await samlSignIn(world, idp, secret, many)).toMatchObject({ fault: 'provider_answer' })
    const weakly = { encryptFor, keyEncryption: 'http://www.w3.org/2001/04/xmlenc#rsa-1_5' }
    expect(await samlSignIn(world, idp, secret, weakly)).toMatchObject({ fault: 'provider_answer' })
  })

  it('believes the provider that it asked for a second factor by the context alone', async () => {
    const policy: SecondFactorPolicy = { requiredOf: 'everybody', roleIds: [], trustProviders: true }
    await admin.call(saveSecondFactorPolicy, policy)
    const several = 'https://refeds.org/profile/mfa'
    const asked = await samlSignIn(world, idp, provider, { nameId: 'careful', contextClass: several })
    const said = { nameId: 'careless', attributes: { AuthnContextClassRef: [several] } }
    const claimed = await samlSignIn(world, idp, provider, said)
    await admin.call(saveSecondFactorPolicy, { ...policy, requiredOf: 'nobody', trustProviders: false })
    expect([await nextStepOf(asked.browser), await nextStepOf(claimed.browser)]).toEqual([
      null,
      'secondFactorSetup',
    ])
  })

  it('takes answers by any of several keys, while they are replaced', async () => {
    const next = await newKeyPair('next', new Date())
    const both = await addSamlProvider(admin, known([idp.keys.certificate, next.certificate]))
    for (const [nameId, keys] of [['first-key', idp.keys] as const, ['next-key', next] as const])
      expect(await samlSignIn(world, idp, both, { nameId, keys })).toMatchObject({ account: nameId })
  })

  it('takes signed responses where it is told so', async () => {
    const responses = await addSamlProvider(admin, known(), { assertionsSigned: false, responseSigned: true })
    const said = (signed: Said['signed']) =>
      samlSignIn(world, idp, responses, { nameId: `resp-${signed}`, signed })
    expect(await said('response')).toMatchObject({ account: 'resp-response' })
    expect(await said('both')).toMatchObject({ account: 'resp-both' })
    expect(await said('assertion')).toMatchObject({ fault: 'provider_answer' })
  })

  it('knows people by an attribute where it is told so', async () => {
    const mapping = { account: 'uid' }
    const byNumber = await addSamlProvider(admin, known(), { subjectAttribute: 'number' }, { mapping })
    const attributes = { number: ['4711'], uid: ['numbered'] }
    const transient = { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }
    const first = await samlSignIn(world, idp, byNumber, { ...transient, nameId: '_a1', attributes })
    expect(first.account).toBe('numbered')
    const renamed = { number: ['4711'], uid: ['another-name'] }
    const second = await samlSignIn(world, idp, byNumber, {
      ...transient,
      nameId: '_b2',
      attributes: renamed,
    })
    expect(second.account).toBe('numbered')
    const without = await samlSignIn(world, idp, byNumber, { attributes: { uid: ['numbered'] } })
    expect(without.fault).toBe('provider_answer')
    const several = { number: ['4711', '4712'] }
    expect((await samlSignIn(world, idp, byNumber, { attributes: several })).fault).toBe('provider_answer')
  })
})

describe('a sign-in that begins at a SAML provider', () => {
  const unsolicited = async (of: IdentityProvider, relayState?: string, more: Partial<Said> = {}) => {
    const browser = new BrowserJar()
    const about = { id: '', acs: of.addresses.acs, issuer: of.addresses.metadata }
    const answer = await idp.answer(about, { nameId: 'portal', requestId: undefined, ...more })
    const url = await bring(of, browser, answer, relayState)
    return { url, account: await accountOf(world, browser), answer }
  }

  it('is taken where the administrator allows it, once, and leads only to us', async () => {
    const portal = await addSamlProvider(admin, known(), { unsolicited: true })
    const first = await unsolicited(portal, '/disk/group')
    expect(first).toMatchObject({ url: `${world.baseUrl}/disk/group`, account: 'portal' })
    const again = new BrowserJar()
    expect(faultOf(await bring(portal, again, first.answer, undefined))).toBe('provider_answer')
    const led = await unsolicited(portal, 'https://evil.example/')
    expect(new URL(led.url).origin).toBe(world.baseUrl)
    // An answer to a request is no sign-in of the provider's own.
    expect(await unsolicited(portal, undefined, { requestId: '_lost' })).toMatchObject({ account: undefined })
  })
})

describe('single log-out of SAML', () => {
  it('leads a sign-out on to the provider, and back', async () => {
    const { browser } = await samlSignIn(world, idp, provider, { nameId: 'leaver', sessionIndex: '_s-1' })
    const { url } = await browser.follow(new URL(pathOf(logout), world.baseUrl).href, idp.logoutUrl)
    const { xml, relayState } = await readMessageUrl(new URL(url), 'SAMLRequest', [
      await ours(provider, 'signing'),
    ])
    expect(xml).toContain('>leaver</saml:NameID><samlp:SessionIndex>_s-1</samlp:SessionIndex>')
    expect(await accountOf(world, browser)).toBeUndefined()
    const answered = await idp.logoutAnswer(provider.addresses.providerLogout, relayState)
    const back = await browser.fetch(answered)
    expect(back.headers.get('location')).toContain(`${provider.addresses.signedOut}`)
  })

  it('that begins at the provider ends its session here, and answers it', async () => {
    const one = await samlSignIn(world, idp, provider, { nameId: 'ended', sessionIndex: '_s-2' })
    const two = await samlSignIn(world, idp, provider, { nameId: 'ended', sessionIndex: '_s-3' })
    const target = provider.addresses.providerLogout
    const address = await idp.logoutAddress(target, { nameId: 'ended', sessionIndex: '_s-2' })
    const answered = await fetch(address, { redirect: 'manual' })
    const url = new URL(answered.headers.get('location') ?? '')
    const { xml, relayState } = await readMessageUrl(url, 'SAMLResponse', [await ours(provider, 'signing')])
    expect(url.href.startsWith(idp.logoutUrl)).toBe(true)
    expect(xml).toContain('status:Success')
    expect(relayState).toBe('relayed')
    expect(await accountOf(world, one.browser)).toBeUndefined()
    expect(await accountOf(world, two.browser)).toBe('ended')
    await fetch(await idp.logoutAddress(target, { nameId: 'ended' }), { redirect: 'manual' })
    expect(await accountOf(world, two.browser)).toBeUndefined()
  })

  it('by anybody else ends nothing', async () => {
    const { browser } = await samlSignIn(world, idp, provider, { nameId: 'stays' })
    const target = provider.addresses.providerLogout
    const keys = await newKeyPair('forger', new Date())
    const forged = new URL(await idp.logoutAddress(target, { nameId: 'stays', keys }))
    const unsigned = new URL(forged)
    unsigned.searchParams.delete('Signature')
    const doubled = new URL(await idp.logoutAddress(target, { nameId: 'somebody' }))
    const elsewhere = await idp.logoutAddress('https://elsewhere.example/logout', { nameId: 'stays' })
    const sent = [
      forged.href,
      unsigned.href,
      `${doubled.href}&SAMLRequest=${encodeURIComponent(forged.searchParams.get('SAMLRequest') ?? '')}`,
      target + new URL(elsewhere).search,
      `${target}?SAMLRequest=nothing&SigAlg=x&Signature=x`,
      target,
    ]
    for (const address of sent) {
      const response = await fetch(address, { redirect: 'manual' })
      expect(response.status).toBe(200)
      expect(await response.json()).toMatchObject({ errcode: codeOf('provider_answer') })
    }
    expect(await accountOf(world, browser)).toBe('stays')
  })

  it('is repeated without harm', async () => {
    const target = provider.addresses.providerLogout
    await samlSignIn(world, idp, provider, { nameId: 'repeats' })
    const address = await idp.logoutAddress(target, { nameId: 'repeats' })
    await fetch(address, { redirect: 'manual' })
    const later = await samlSignIn(world, idp, provider, { nameId: 'repeats' })
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(302)
    expect(await accountOf(world, later.browser)).toBe('repeats')
  })
})

describe('settings of a SAML provider', () => {
  const refusedField = async (settings: Parameters<typeof addSamlProvider>[2]) =>
    addSamlProvider(admin, known(), settings).then(
      () => undefined,
      (error: { details?: unknown }) => error.details ?? error,
    )

  it('always want a signature, a usable certificate and safe addresses', async () => {
    expect(await refusedField({ assertionsSigned: false })).toMatchObject({ field: 'assertionsSigned' })
    expect(await refusedField({ certificates: ['nothing'] })).toMatchObject({ field: 'certificates' })
    expect(await refusedField({ ssoUrl: 'http://idp.example/sso' })).toMatchObject({ field: 'ssoUrl' })
    expect(await refusedField({ logoutUrl: 'ftp://idp.example/' })).toMatchObject({ field: 'logoutUrl' })
    expect(await refusedField({ clockTolerance: 301 })).toBeDefined()
  })
})

describe('metadata of a SAML provider', () => {
  let served: { xml: string; status: number }
  let url: string
  let server: Server
  beforeAll(async () => {
    server = createServer((_request, response) => response.writeHead(served.status).end(served.xml))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metadata`
    served = { xml: idp.metadata(), status: 200 }
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const read = (input: Input<typeof readSamlMetadata>) =>
    admin.call(readSamlMetadata, input).catch((error: { name: string; details?: unknown }) => error)

  it('fill the form, pasted or fetched', async () => {
    const expected = {
      entityId: idp.entityId,
      ssoUrl: idp.ssoUrl,
      logoutUrl: idp.logoutUrl,
      logoutResponseUrl: '',
    }
    const pasted = await admin.call(readSamlMetadata, {
      xml: `<?xml version="1.0"?><!-- of the IdP -->${idp.metadata()}`,
    })
    expect(pasted).toMatchObject(expected)
    expect(pasted.certificates).toEqual([idp.keys.certificate])
    expect(await admin.call(readSamlMetadata, { url })).toEqual(pasted)
    const federation = `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${idp.metadata()}</EntitiesDescriptor>`
    expect(await read({ xml: federation })).toEqual(pasted)
  })

  it('are refused with what is wrong', async () => {
    const wrong = [
      'nothing',
      '<html/>',
      await (await fetch(provider.addresses.metadata)).text(),
      idp.metadata([]),
      `<!DOCTYPE x SYSTEM "file:///etc/passwd">${idp.metadata()}`,
    ]
    for (const xml of wrong) expect(await read({ xml })).toMatchObject({ name: 'bad_field' })
    expect(await read({})).toMatchObject({ name: 'bad_field' })
    for (const bad of ['http://169.254.169.254/', 'file:///etc/passwd', 'ftp://x'])
      expect(await read({ url: bad })).toMatchObject({ name: 'bad_field' })
    expect(await read({ url: 'http://127.0.0.1:9/' })).toMatchObject({ name: 'provider_away' })
    served = { xml: 'away', status: 404 }
    expect(await read({ url })).toMatchObject({ name: 'provider_away' })
  })

  it('are read again each day, and bring new keys', async () => {
    const next = await newKeyPair('next', new Date())
    const followed = await addSamlProvider(admin, known(), { metadataUrl: url })
    const certificates = async () => {
      const all = await admin.call(queryIdentityProviders, {})
      return all.find(({ providerId }) => providerId === followed.providerId)?.saml?.certificates
    }
    const other = await TestIdp.create('https://other.example')
    for (const bad of [
      { xml: other.metadata(), status: 200 },
      { xml: '', status: 500 },
      { xml: 'x', status: 200 },
    ]) {
      served = bad
      await refreshMetadata(world.ctx)
      expect(await certificates()).toEqual([idp.keys.certificate])
    }
    served = { xml: idp.metadata([idp.keys.certificate, next.certificate]), status: 200 }
    await refreshMetadata(world.ctx)
    expect(await certificates()).toEqual([idp.keys.certificate, next.certificate])
    expect(await samlSignIn(world, idp, followed, { nameId: 'followed', keys: next })).toMatchObject({
      account: 'followed',
    })
  })
})
