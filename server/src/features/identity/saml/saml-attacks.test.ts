import type { IdentityProvider } from '@clouddisk/contract/admin-identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../../test/browser-jar.ts'
import { type Said, TestIdp } from '../../../../test/saml-idp.ts'
import {
  accountOf,
  addSamlProvider,
  askFor,
  bring,
  faultOf,
  samlSignIn,
} from '../../../../test/saml-sign-in.ts'
import { WRAPPINGS } from '../../../../test/signature-wrapping.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let idp: TestIdp
let other: TestIdp
let provider: IdentityProvider
let signsResponses: IdentityProvider

const MINUTE = 60_000
const fromNow = (minutes: number): Date => new Date(Date.now() + minutes * MINUTE)

beforeAll(async () => {
  world = await openWorld()
  const admin = await world.admin()
  idp = await TestIdp.create()
  other = await TestIdp.create('https://other.example')
  const certificates = [idp.keys.certificate]
  provider = await addSamlProvider(admin, { ...idp, certificates })
  signsResponses = await addSamlProvider(
    admin,
    { ...idp, certificates },
    { assertionsSigned: false, responseSigned: true },
  )
  await addSamlProvider(admin, { ...other, certificates: [other.keys.certificate] })
})
afterAll(() => world.close())

const refusing = (changes: Partial<Said>, tamper?: (xml: string) => string, at = () => provider) =>
  samlSignIn(world, idp, at(), changes, tamper)

describe('an answer of a SAML provider', () => {
  it('is taken as it is', async () => {
    expect(await refusing({ nameId: 'victor' })).toMatchObject({ fault: undefined, account: 'victor' })
  })

  for (const { name, signed, wrap } of WRAPPINGS)
    it(`is not taken with its signature moved (${name})`, async () => {
      const at = () => (signed === 'response' ? signsResponses : provider)
      const { fault, account } = await refusing(
        { nameId: 'mallory', signed },
        (xml) => wrap(xml, 'mallory', 'admin'),
        at,
      )
      expect({ fault, account }).toEqual({ fault: 'provider_answer', account: undefined })
    })

  const wrong: Record<string, () => [Partial<Said>, ((xml: string) => string)?]> = {
    'without a signature': () => [{ signed: 'nothing' }],
    'with only the response signed, where assertions have to be': () => [{ signed: 'response' }],
    'signed by another key': () => [{ keys: other.keys }],
    'signed by SHA-1': () => [{ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    'changed after it was signed': () => [{ nameId: 'mallory' }, (xml) => xml.replaceAll('mallory', 'admin')],
    'for another audience': () => [{ audience: 'https://elsewhere.example/metadata' }],
    'for another address': () => [{ acs: 'https://elsewhere.example/acs' }],
    'sent to another address': () => [{ destination: 'https://elsewhere.example/acs' }],
    'to another request': () => [{ requestId: '_another' }],
    'to no request': () => [{ requestId: undefined }],
    'by another provider': () => [{ issuer: other.entityId, keys: other.keys }],
    'in the name of another provider': () => [{ issuer: other.entityId }],
    'with a DTD': () => [{}, (xml) => `<!DOCTYPE r [<!ENTITY who "admin">]>${xml}`],
    'with a comment in its NameID': () => [{ nameIdXml: 'admin<!-- -->x' }],
    'with a comment put into its NameID': () => [
      { nameId: 'admin.evil.example' },
      (xml) => xml.replace('admin.evil', 'admin<!-- -->.evil'),
    ],
    'with elements in its NameID': () => [{ nameIdXml: 'admin<b xmlns="">x</b>' }],
    'without a NameID': () => [{ nameIdXml: '' }],
    'with a name that is another one every time': () => [
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    'with two assertions': () => [
      {},
      (xml) => xml.replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, (one) => one + one),
    ],
    // Each would have kept the server busy for minutes.
    'with very many elements': () => [
      {},
      (xml) => xml.replace('<saml:Issuer>', `${'<a/>'.repeat(60_000)}$&`),
    ],
    'with very many pieces of text': () => [
      {},
      (xml) => xml.replace('<saml:Issuer>', `${'<![CDATA[a]]>'.repeat(25_000)}$&`),
    ],
    'with very many namespaces': () => [
      {},
      (xml) =>
        xml.replace(' ID=', ` ${Array.from({ length: 20_000 }, (_, n) => `xmlns:n${n}="u"`).join(' ')}$&`),
    ],
    'that is no XML': () => [{}, () => 'nothing'],
    'that is cut': () => [{}, (xml) => xml.slice(0, -20)],
  }
  for (const [how, made] of Object.entries(wrong))
    it(`is not taken ${how}`, async () => {
      const { fault, account } = await refusing(...made())
      expect({ fault, account }).toEqual({ fault: 'provider_answer', account: undefined })
    })

  const times: Record<string, [Partial<Said>, string]> = {
    'that ended': [{ notBefore: fromNow(-20), notOnOrAfter: fromNow(-5) }, 'sign_in_over'],
    'that begins in five minutes': [{ notBefore: fromNow(5), notOnOrAfter: fromNow(10) }, 'provider_clock'],
    'of a clock five minutes behind': [{ issued: fromNow(-5) }, 'provider_clock'],
    'of a clock five minutes ahead': [{ issued: fromNow(5) }, 'provider_clock'],
    'that says the provider refused': [
      { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' },
      'provider_refused',
    ],
  }
  for (const [how, [said, expected]] of Object.entries(times))
    it(`is not taken ${how}`, async () => {
      const { fault, account } = await refusing(said)
      expect({ fault, account }).toEqual({ fault: expected, account: undefined })
    })

  it('is not taken with very much space in it', async () => {
    const browser = new BrowserJar()
    const { relayState } = await askFor(world, idp, provider, browser)
    const body = new URLSearchParams({ SAMLResponse: `A${' '.repeat(400_000)}!`, RelayState: relayState })
    const { headers } = await browser.fetch(provider.addresses.acs, { method: 'POST', body })
    expect(faultOf(headers.get('location') ?? '')).toBe('provider_answer')
  })

  it('is taken within the tolerance of clocks', async () => {
    const said = { nameId: 'tolerated', issued: fromNow(0.9), notBefore: fromNow(0.9) }
    expect(await refusing(said)).toMatchObject({ account: 'tolerated' })
  })

  it('is taken once', async () => {
    const browser = new BrowserJar()
    const request = await askFor(world, idp, provider, browser)
    const answer = await idp.answer(request, { nameId: 'once' })
    expect(faultOf(await bring(provider, browser, answer, request.relayState))).toBeUndefined()
    const again = new BrowserJar()
    expect(faultOf(await bring(provider, again, answer, request.relayState))).toBe('sign_in_over')
    expect(await accountOf(world, again)).toBeUndefined()
  })

  it('is taken once, also for a request of its own', async () => {
    // The same assertion again, to the ID of its own request, which is asked for once more by nobody.
    const first = await refusing({ nameId: 'replayed', assertionId: '_the-same' })
    expect(first.account).toBe('replayed')
    const second = await refusing({ nameId: 'replayed', assertionId: '_the-same' })
    expect({ fault: second.fault, account: second.account }).toEqual({
      fault: 'provider_answer',
      account: undefined,
    })
  })

  it('signs nobody in in a browser that did not begin', async () => {
    const attacker = new BrowserJar()
    const victim = new BrowserJar()
    const request = await askFor(world, idp, provider, attacker)
    const answer = await idp.answer(request, { nameId: 'attacker' })
    expect(faultOf(await bring(provider, victim, answer, request.relayState))).toBe('sign_in_over')
    expect(await accountOf(world, victim)).toBeUndefined()
  })

  it('is not taken at the address of another provider', async () => {
    const browser = new BrowserJar()
    const request = await askFor(world, idp, provider, browser)
    const answer = await idp.answer({ ...request, acs: signsResponses.addresses.acs }, { signed: 'both' })
    expect(faultOf(await bring(signsResponses, browser, answer, request.relayState))).toBe('sign_in_over')
  })

  it('that begins at the provider is not taken unless allowed', async () => {
    const browser = new BrowserJar()
    const about = { id: '', acs: provider.addresses.acs, issuer: provider.addresses.metadata }
    const answer = await idp.answer(about, { requestId: undefined })
    expect(faultOf(await bring(provider, browser, answer, undefined))).toBe('sign_in_over')
    expect(await accountOf(world, browser)).toBeUndefined()
  })
})
