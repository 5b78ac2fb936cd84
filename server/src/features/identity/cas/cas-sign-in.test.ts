import { logout } from '@clouddisk/contract/accounts'
import { type IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { codeOf } from '@clouddisk/contract/errors'
import type { CasSettings } from '@clouddisk/contract/provider-settings'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../../test/browser-jar.ts'
import { casLogout, succeeded, TestCas } from '../../../../test/cas-server.ts'
import type { Person } from '../../../../test/person.ts'
import { providerInput } from '../../../../test/provider-input.ts'
import { accountOf, faultOf, startUrl } from '../../../../test/saml-sign-in.ts'
import { openWorld, type World } from '../../../../test/world.ts'

let world: World
let admin: Person
let cas: TestCas
let provider: IdentityProvider

function add(settings: Partial<CasSettings> = {}): Promise<IdentityProvider> {
  const { oidc: _oidc, secrets: _secrets, ...input } = providerInput('')
  return admin.call(saveIdentityProvider, {
    ...input,
    kind: 'cas',
    cas: { serverUrl: `${cas.url}/`, subjectAttribute: '', renew: false, singleLogout: true, ...settings },
    mapping: { ...input.mapping, account: 'user', mail: 'mail' },
  })
}

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  cas = await TestCas.start()
  provider = await add()
})
afterEach(() => {
  cas.answers = undefined
})
afterAll(async () => {
  await cas.stop()
  await world.close()
})

/** Up to the server; answers the address there. */
async function led(browser: BrowserJar, to = provider, service?: string): Promise<string> {
  return (await browser.follow(startUrl(world, to.providerId, service), cas.url)).url
}

async function signIn(user: string, to = provider) {
  const browser = new BrowserJar()
  const back = cas.signIn(await led(browser, to), user)
  const { url } = await browser.follow(back)
  const ticket = new URL(back).searchParams.get('ticket') ?? ''
  return { url, back, ticket, browser, fault: faultOf(url), account: await accountOf(world, browser) }
}

describe('sign-in through CAS', () => {
  it('makes an account of what the server says, and leads on to the return address', async () => {
    cas.people.set('zhou', { mail: ['zhou@example.com'], name: ['周杰'], groups: ['a', 'b'] })
    const browser = new BrowserJar()
    const address = await led(browser, provider, '/disk/recycleBin')
    expect(address.startsWith(`${cas.url}/login?service=`)).toBe(true)
    const { url } = await browser.follow(cas.signIn(address, 'zhou'))
    expect(url).toBe(`${world.baseUrl}/disk/recycleBin`)
    expect(await accountOf(world, browser)).toBe('zhou')
  })

  it('takes a ticket once', async () => {
    const { back, ticket, account } = await signIn('once')
    expect(account).toBe('once')
    const again = new BrowserJar()
    expect(faultOf((await again.follow(back)).url)).toBe('sign_in_over')
    // In a sign-in of its own, where the server knows that it is spent.
    const address = await led(again)
    const service = new URL(address).searchParams.get('service') ?? ''
    const { url } = await again.follow(`${service}&ticket=${ticket}`)
    expect(faultOf(url)).toBe('sign_in_over')
    expect(await accountOf(world, again)).toBeUndefined()
  })

  it('takes no ticket for another service, nor for another sign-in', async () => {
    const browser = new BrowserJar()
    const service = new URL(await led(browser)).searchParams.get('service') ?? ''
    const other = new URL(await led(new BrowserJar())).searchParams.get('service') ?? ''
    for (const stolen of ['https://elsewhere.example/', other]) {
      const { url } = await browser.follow(`${service}&ticket=${cas.ticket(stolen, 'victim')}`)
      expect(faultOf(url)).toBe('sign_in_over')
    }
    expect(await accountOf(world, browser)).toBeUndefined()
  })

  it('asks the server about its own address, whatever the browser brings', async () => {
    const browser = new BrowserJar()
    const service = new URL(await led(browser)).searchParams.get('service') ?? ''
    const stolen = 'https://elsewhere.example/'
    const ticket = cas.ticket(stolen, 'victim')
    await browser.follow(`${service}&ticket=${ticket}&service=${encodeURIComponent(stolen)}`)
    expect(cas.asked.at(-1)).toEqual({ service, ticket })
  })

  it('signs nobody in in a browser that did not begin', async () => {
    const victim = new BrowserJar()
    const { url } = await victim.follow(cas.signIn(await led(new BrowserJar()), 'attacker'))
    expect(faultOf(url)).toBe('sign_in_over')
    expect(await accountOf(world, victim)).toBeUndefined()
  })

  const faulty: Record<string, [string, string]> = {
    'that is no XML': ['<<<', 'provider_answer'],
    'with a DTD': [`<!DOCTYPE x [<!ENTITY who "admin">]>${succeeded('&who;')}`, 'provider_answer'],
    'of another namespace': [succeeded('admin').replace('yale', 'evil'), 'provider_answer'],
    'with a comment in the name': [succeeded('admin<!-- -->x'), 'provider_answer'],
    'with two names': [
      succeeded('admin').replace('</cas:user>', '</cas:user><cas:user>x</cas:user>'),
      'provider_answer',
    ],
    'that names nobody': [succeeded(''), 'provider_answer'],
    'for a proxy': [
      succeeded('admin', '', '<cas:proxies><cas:proxy>https://p.example</cas:proxy></cas:proxies>'),
      'provider_answer',
    ],
    'that refuses the service': [
      succeeded('').replace(
        /<cas:auth.*Success>/,
        '<cas:authenticationFailure code="UNAUTHORIZED_SERVICE"/>',
      ),
      'provider_refused',
    ],
  }
  for (const [what, [body, expected]] of Object.entries(faulty))
    it(`takes no answer ${what}`, async () => {
      cas.answers = { body }
      expect(await signIn('admin')).toMatchObject({ fault: expected, account: undefined })
    })

  it('says so where the server is broken or away', async () => {
    cas.answers = { body: succeeded('admin'), status: 500 }
    expect(await signIn('admin')).toMatchObject({ fault: 'provider_answer' })
    const away = await add({ serverUrl: 'http://127.0.0.1:9/cas' })
    const browser = new BrowserJar()
    const { url: address } = await browser.follow(startUrl(world, away.providerId), 'http://127.0.0.1:9')
    const { url } = await browser.follow(cas.signIn(address, 'admin'))
    expect(faultOf(url)).toBe('provider_away')
  })

  it('tells of a sign-in that was canceled', async () => {
    const browser = new BrowserJar()
    const service = new URL(await led(browser)).searchParams.get('service') ?? ''
    expect(faultOf((await browser.follow(service)).url)).toBe('provider_refused')
  })

  it('knows people by an attribute where it is told so, and asks for a new password', async () => {
    const byNumber = await add({ subjectAttribute: 'number', renew: true })
    cas.people.set('renamed1', { number: ['7'] })
    cas.people.set('renamed2', { number: ['7'] })
    expect(new URL(await led(new BrowserJar(), byNumber)).searchParams.get('renew')).toBe('true')
    expect((await signIn('renamed1', byNumber)).account).toBe('renamed1')
    expect((await signIn('renamed2', byNumber)).account).toBe('renamed1')
    expect((await signIn('nobody', byNumber)).fault).toBe('provider_answer')
  })
})

describe('single log-out of CAS', () => {
  it('leads a sign-out on to the server', async () => {
    const { browser } = await signIn('leaver')
    const { url } = await browser.follow(new URL(pathOf(logout), world.baseUrl).href, cas.url)
    const service = encodeURIComponent(provider.addresses.signedOut)
    expect(url).toBe(`${cas.url}/logout?service=${service}`)
    expect(await accountOf(world, browser)).toBeUndefined()
  })

  it('that the server posts ends the session of the ticket alone', async () => {
    const one = await signIn('ended')
    const two = await signIn('ended')
    const post = (body: URLSearchParams | string) =>
      fetch(provider.addresses.callback, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    expect((await post(casLogout('ST-unknown'))).status).toBe(200)
    expect(await (await post('logoutRequest=nothing')).json()).toMatchObject({
      errcode: codeOf('provider_answer'),
    })
    expect(await accountOf(world, one.browser)).toBe('ended')
    expect((await post(casLogout(one.ticket))).status).toBe(200)
    expect(await accountOf(world, one.browser)).toBeUndefined()
    expect(await accountOf(world, two.browser)).toBe('ended')
  })
})
