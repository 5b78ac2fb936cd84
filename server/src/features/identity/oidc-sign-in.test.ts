import { currentUser } from '@clouddisk/contract/accounts'
import {
  type IdentityProvider,
  queryIdentityProviders,
  removeIdentityProvider,
  saveIdentityProvider,
} from '@clouddisk/contract/admin-identity'
import { codeOf } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import { querySignInOptions, ssoStart } from '@clouddisk/contract/sign-in'
import { createToken } from '@clouddisk/contract/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../test/browser-jar.ts'
import { openTestProvider, type TestProvider } from '../../../test/oidc-provider.ts'
import type { Person } from '../../../test/person.ts'
import { providerInput } from '../../../test/provider-input.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let op: TestProvider
let provider: IdentityProvider

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  op = await openTestProvider()
  provider = await admin.call(saveIdentityProvider, providerInput(op.issuer))
  await op.setClients([
    {
      client_id: 'drive',
      client_secret: 'client-secret-of-the-drive',
      redirect_uris: [provider.addresses.callback],
      post_logout_redirect_uris: [provider.addresses.signedOut],
      backchannel_logout_uri: provider.addresses.providerLogout,
    },
  ])
})
afterAll(async () => {
  await op.close()
  await world.close()
})

const startUrl = (service?: string): string => {
  const url = new URL(pathOf(ssoStart), world.baseUrl)
  url.searchParams.set('providerId', provider.providerId)
  if (service !== undefined) url.searchParams.set('service', service)
  return url.href
}

async function me(browser: BrowserJar) {
  const response = await browser.fetch(new URL(pathOf(currentUser), world.baseUrl))
  return { status: response.status, body: (await response.json()) as { data: Record<string, unknown> } }
}

it('goes to one provider by itself, also where two are set so at once', async () => {
  const save = (zh: string) =>
    admin.call(saveIdentityProvider, providerInput(op.issuer, { zh, en: zh, automatic: true }))
  for (let round = 0; round < 3; round++) {
    const saved = await Promise.all(['a', 'b', 'c', 'd'].map(save))
    const listed = await admin.call(queryIdentityProviders, {})
    expect(listed.filter(({ automatic }) => automatic)).toHaveLength(1)
    for (const { providerId } of saved) await admin.call(removeIdentityProvider, { providerId })
  }
})

describe('sign-in through OpenID Connect', () => {
  it('is offered on the sign-in page', async () => {
    const options = await admin.call(querySignInOptions, {})
    expect(options).toEqual({
      providers: [{ providerId: provider.providerId, kind: 'oidc', zh: '公司登录', en: 'Company sign-in' }],
      automaticProviderId: null,
      directories: [],
      faultText: null,
    })
  })

  it('says what a fault means, in the reader’s language, and nothing of names that there are not', async () => {
    const textOf = async (fault: string) =>
      (await admin.speaking('en-US').call(querySignInOptions, { fault })).faultText
    expect(await textOf('not_provisioned')).toMatch(/^You have no account here/)
    expect(await textOf('constructor')).toMatch(/trace ID|Try again/i)
  })

  it('makes an account, signs in and leads on to the return address (R2)', async () => {
    op.signIn({ sub: 'u-1', preferred_username: 'li.lei', name: '李雷', email: 'li@example.com' })
    const browser = new BrowserJar()
    const { url } = await browser.follow(startUrl('/disk/recycleBin'), `${world.baseUrl}/disk/recycleBin`)
    expect(url).toBe(`${world.baseUrl}/disk/recycleBin`)
    const { body } = await me(browser)
    expect(body.data).toMatchObject({ userName: 'li.lei', userRealName: '李雷', mustChangePassword: false })
  })

  it('is proof for dangerous calls only if the provider has asked who it is', async () => {
    op.signIn({ sub: 'u-2', preferred_username: 'han', name: '韩梅梅', email: 'han@example.com' })
    const makeToken = async (browser: BrowserJar) => {
      const response = await browser.fetch(new URL(pathOf(createToken), world.baseUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
        body: JSON.stringify({ name: 'mine', scope: 'read' }),
      })
      return (await response.json()) as { errcode: number }
    }
    const browser = new BrowserJar()
    await browser.follow(startUrl('/disk/recycleBin'), `${world.baseUrl}/disk/recycleBin`)
    expect(await makeToken(browser)).toMatchObject({ errcode: codeOf('confirmation_required') })
    await browser.follow(`${startUrl('/disk/recycleBin')}&again=true`, `${world.baseUrl}/disk/recycleBin`)
    expect(await makeToken(browser)).toMatchObject({ errcode: 0 })
  })
})
