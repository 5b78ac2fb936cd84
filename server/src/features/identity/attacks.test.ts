// @module-tag long
import { currentUser } from '@clouddisk/contract/accounts'
import {
  type IdentityProvider,
  linkPerson,
  orderIdentityProviders,
  pageLinkedPeople,
  queryIdentityProviders,
  queryPersonIdentities,
  removeIdentityProvider,
  saveIdentityProvider,
  unlinkPerson,
} from '@clouddisk/contract/admin-identity'
import { type AdminPerson, pagePeople, queryPerson, updatePerson } from '@clouddisk/contract/admin-people'
import { createRole, giveRole } from '@clouddisk/contract/admin-roles'
import { pageLogs } from '@clouddisk/contract/audit'
import { pathOf } from '@clouddisk/contract/route'
import { querySignInOptions, ssoStart } from '@clouddisk/contract/sign-in'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import { createServiceAccount } from '@clouddisk/contract/tokens'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BrowserJar } from '../../../test/browser-jar.ts'
import {
  type ForgedAnswer,
  type ForgingProvider,
  openForgingProvider,
} from '../../../test/forging-provider.ts'
import type { Person } from '../../../test/person.ts'
import { type ProviderChanges, providerInput } from '../../../test/provider-input.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let forger: ForgingProvider
let provider: IdentityProvider
let count = 0

beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'root_admin' })
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
  provider = await admin.call(saveIdentityProvider, providerInput(forger.issuer))
})

const startUrl = (service = '/disk/', id = provider.providerId): string => {
  const url = new URL(pathOf(ssoStart), world.baseUrl)
  url.searchParams.set('providerId', id)
  url.searchParams.set('service', service)
  return url.href
}

/** The name of the fault that the sign-in page would show; undefined where it went well. */
const faultOf = (url: string): string | undefined => new URL(url).searchParams.get('fault') ?? undefined

/** The address that the provider leads back to, before it is followed. */
async function callbackOf(browser: BrowserJar, service?: string): Promise<string> {
  const start = await browser.fetch(startUrl(service))
  const auth = start.headers.get('location') ?? ''
  const answer = await browser.fetch(auth)
  return answer.headers.get('location') ?? ''
}

async function me(browser: BrowserJar): Promise<{ status: number; userName: string | undefined }> {
  const response = await browser.fetch(new URL(pathOf(currentUser), world.baseUrl))
  const { data } = (await response.json()) as { data?: { userName?: string } }
  return { status: response.status, userName: data?.userName }
}

/** Follows a callback; answers the fault, or undefined. */
async function finish(browser: BrowserJar, callback: string): Promise<string | undefined> {
  const response = await browser.fetch(callback)
  expect(response.status).toBe(302)
  return faultOf(response.headers.get('location') ?? '')
}

const say = (part: Partial<ForgedAnswer>) => {
  Object.assign(forger.says, part)
}

const someone = (more: Record<string, unknown> = {}) => ({
  sub: `sub-${++count}`,
  preferred_username: `user.${count}`,
  name: `User ${count}`,
  ...more,
})

describe('an honest answer', () => {
  it('signs in, by which the tests below are known to fail for their own reasons', async () => {
    forger.says.claims = someone()
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    expect(await me(browser)).toEqual({ status: 200, userName: `user.${count}` })
  })
})

describe('a forged answer signs nobody in', () => {
  const now = () => Math.floor(Date.now() / 1000)
  it.each<[string, string, () => void]>([
    ['wrong nonce', 'provider_answer', () => say({ claims: someone({ nonce: 'other' }) })],
    ['no nonce', 'provider_answer', () => say({ claims: someone({ nonce: undefined }) })],
    ['another audience', 'provider_answer', () => say({ claims: someone({ aud: 'another' }) })],
    [
      'another issuer in the token',
      'provider_answer',
      () => say({ claims: someone({ iss: 'https://evil.example' }) }),
    ],
    [
      'another issuer in the answer (mix-up)',
      'provider_answer',
      () => say({ answer: { iss: 'https://evil.example' } }),
    ],
    [
      'a token that has ended',
      'provider_clock',
      () => say({ claims: someone({ iat: now() - 4000, exp: now() - 3000 }) }),
    ],
    [
      'a clock five minutes ahead',
      'provider_clock',
      () => say({ claims: someone({ iat: now() + 300, exp: now() + 900 }) }),
    ],
    [
      'a clock five minutes behind',
      'provider_clock',
      () => say({ claims: someone({ iat: now() - 300, exp: now() + 300 }) }),
    ],
    ['an unsigned token', 'provider_answer', () => say({ signedBy: 'nobody' })],
    ['a token signed by another key', 'provider_answer', () => say({ signedBy: 'another' })],
    [
      'userinfo of somebody else',
      'provider_answer',
      () => say({ claims: someone(), userInfo: { sub: 'somebody-else' } }),
    ],
    ['a refusal', 'provider_refused', () => say({ answer: { error: 'access_denied' } })],
  ])('%s', async (_name, fault, forge) => {
    const browser = new BrowserJar()
    forge()
    expect(await finish(browser, await callbackOf(browser))).toBe(fault)
    expect((await me(browser)).status).toBe(401)
  })

  it('tolerates a clock that is off by less than is configured', async () => {
    forger.says.claims = someone({ iat: now() + 40, exp: now() + 340 })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
  })
})

describe('a callback', () => {
  it('of a wrong state is refused', async () => {
    const browser = new BrowserJar()
    const url = new URL(await callbackOf(browser))
    url.searchParams.set('state', 'x'.repeat(43))
    expect(await finish(browser, url.href)).toBe('sign_in_over')
    url.searchParams.delete('state')
    expect(await finish(browser, url.href)).toBe('sign_in_over')
  })

  it('is good once', async () => {
    forger.says.claims = someone()
    const browser = new BrowserJar()
    const callback = await callbackOf(browser)
    expect(await finish(browser, callback)).toBeUndefined()
    const exchanges = forger.exchanges()
    expect(await finish(browser, callback)).toBe('sign_in_over')
    // The code is not even sent a second time.
    expect(forger.exchanges()).toBe(exchanges)
  })

  it('in another browser signs nobody in, and spoils the sign-in (login CSRF)', async () => {
    forger.says.claims = someone()
    const [attacker, victim] = [new BrowserJar(), new BrowserJar()]
    const callback = await callbackOf(attacker)
    expect(await finish(victim, callback)).toBe('sign_in_over')
    expect((await me(victim)).status).toBe(401)
    expect(await finish(attacker, callback)).toBe('sign_in_over')
  })

  it('is over after ten minutes', async () => {
    const browser = new BrowserJar()
    const callback = await callbackOf(browser)
    world.advance(11 * MINUTE)
    try {
      expect(await finish(browser, callback)).toBe('sign_in_over')
    } finally {
      world.advance(-11 * MINUTE)
    }
  })

  it('of another provider is refused', async () => {
    const other = await admin.call(saveIdentityProvider, providerInput(forger.issuer))
    const browser = new BrowserJar()
    const callback = (await callbackOf(browser)).replace(provider.providerId, other.providerId)
    expect(await finish(browser, callback)).toBe('sign_in_over')
  })

  it('with a code of another sign-in is refused by the provider (PKCE and code are of one sign-in)', async () => {
    const browser = new BrowserJar()
    const url = new URL(await callbackOf(browser))
    url.searchParams.set('code', 'code-of-nobody')
    expect(await finish(browser, url.href)).toBe('sign_in_over')
  })

  it.each(['https://evil.example/', '//evil.example/', 'javascript:alert(1)', '/\\evil.example'])(
    'leads home instead of to %s',
    async (service) => {
      forger.says.claims = someone()
      const browser = new BrowserJar()
      const response = await browser.fetch(await callbackOf(browser, service))
      expect(response.headers.get('location')).toBe(`${world.baseUrl}/disk/`)
    },
  )

  it('with a fault leads to our own sign-in page, which checks the return address again', async () => {
    const browser = new BrowserJar()
    forger.says.signedBy = 'another'
    const response = await browser.fetch(await callbackOf(browser, 'https://evil.example/'))
    const url = new URL(response.headers.get('location') ?? '')
    expect(url.origin).toBe(world.baseUrl)
    expect(url.pathname).toBe('/disk/login')
    expect(url.searchParams.get('traceId')).toMatch(/^[\w-]{8,}$/)
  })
})

describe('a provider that is away', () => {
  it('is said so at once', async () => {
    forger.says.status = 503
    const browser = new BrowserJar()
    const response = await browser.fetch(startUrl())
    expect(faultOf(response.headers.get('location') ?? '')).toBe('provider_away')
  })

  it('that does not answer is given up after ten seconds', { timeout: 20_000 }, async () => {
    forger.says.silent = true
    const response = await new BrowserJar().fetch(startUrl())
    expect(faultOf(response.headers.get('location') ?? '')).toBe('provider_away')
  })

  it('and one whose port is closed too', async () => {
    const gone = await admin.call(saveIdentityProvider, providerInput('http://127.0.0.1:9'))
    const response = await new BrowserJar().fetch(startUrl('/disk/', gone.providerId))
    expect(faultOf(response.headers.get('location') ?? '')).toBe('provider_away')
  })

  it('is not asked over plain HTTP in another place', async () => {
    const input = providerInput('http://sso.example.com')
    await expect(admin.call(saveIdentityProvider, input)).rejects.toMatchObject({
      name: 'bad_field',
      details: { field: 'issuer', reason: 'issuer' },
    })
  })
})

describe('linking by mail', () => {
  const linking = (more = {}) =>
    admin.call(
      saveIdentityProvider,
      providerInput(forger.issuer, { rules: { link: 'mail', create: false, ...more } }),
    )
  const withMail = async (email: string, more = {}) => {
    const person = await world.person(undefined, more)
    await admin.call(updatePerson, { userId: person.user.userId, email })
    return person
  }

  it('takes a verified address, and afterwards the subject alone', async () => {
    provider = await linking()
    const person = await withMail('mei@example.com')
    forger.says.claims = someone({ email: 'MEI@example.com', email_verified: true })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    expect((await me(browser)).userName).toBe(person.user.userName)
    const { sub } = forger.says.claims
    forger.says.claims = { sub, email: 'new@example.com', email_verified: true }
    const again = new BrowserJar()
    expect(await finish(again, await callbackOf(again))).toBeUndefined()
    expect((await me(again)).userName).toBe(person.user.userName)
  })

  it('takes no unverified address, nor one that userinfo gives beside another’s verification', async () => {
    provider = await linking()
    await withMail('tom@example.com')
    forger.says.claims = someone({ email: 'tom@example.com' })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('not_provisioned')
    forger.says.claims = someone({ email: 'own@example.com', email_verified: true })
    forger.says.userInfo = { sub: forger.says.claims.sub, email: 'tom@example.com' }
    expect(await finish(browser, await callbackOf(browser))).toBe('not_provisioned')
  })

  it('refuses where two accounts have it', async () => {
    provider = await linking()
    await withMail('twin@example.com')
    await withMail('twin@example.com')
    forger.says.claims = someone({ email: 'twin@example.com', email_verified: true })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('identity_ambiguous')
  })

  it('refuses a second subject with the mail of one that is linked', async () => {
    provider = await linking()
    await withMail('one@example.com')
    const browser = new BrowserJar()
    forger.says.claims = someone({ email: 'one@example.com', email_verified: true })
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    const second = new BrowserJar()
    forger.says.claims = someone({ email: 'one@example.com', email_verified: true })
    expect(await finish(second, await callbackOf(second))).toBe('identity_taken')
  })

  it('changes nothing of frozen accounts and of programs, which do not sign in', async () => {
    provider = await linking()
    const frozen = await withMail('frozen@example.com')
    await admin.call(updatePerson, { userId: frozen.user.userId, status: 'frozen' })
    const account = {
      accountName: 'backup_job',
      userRealName: 'Backup',
      roles: ['default'],
      totalCapacity: 1e9,
    }
    const program = await admin.call(createServiceAccount, account)
    await admin.call(updatePerson, { userId: program.userId, email: 'backup@example.com' })
    for (const [email, fault, userId] of [
      ['frozen@example.com', 'account_frozen', frozen.user.userId],
      ['backup@example.com', 'service_account', program.userId],
    ] as const) {
      const before = await admin.call(queryPerson, { userId })
      forger.says.claims = someone({ email, email_verified: true })
      const browser = new BrowserJar()
      expect(await finish(browser, await callbackOf(browser))).toBe(fault)
      expect(await admin.call(queryPerson, { userId })).toEqual(before)
      expect(await admin.call(queryPersonIdentities, { userId })).toEqual([])
    }
  })

  it('does not link an administrator unless that is allowed', async () => {
    provider = await linking()
    const auditor = await withMail('audit@example.com', { roles: ['auditor'] })
    forger.says.claims = someone({ email: 'audit@example.com', email_verified: true })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('identity_protected')
    provider = await linking({ linkAdministrators: true })
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    expect((await me(browser)).userName).toBe(auditor.user.userName)
  })

  it('is not moved to another’s account by changing the mail at the provider', async () => {
    provider = await linking({ create: true })
    const victim = await withMail('victim@example.com')
    forger.says.claims = someone({ email: 'attacker@example.com', email_verified: true })
    const { sub, preferred_username: name } = forger.says.claims
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    forger.says.claims = {
      sub,
      preferred_username: name,
      email: 'victim@example.com',
      email_verified: true,
    }
    const again = new BrowserJar()
    expect(await finish(again, await callbackOf(again))).toBeUndefined()
    expect((await me(again)).userName).toBe(name)
    // Nor does the address become its own, by which the victim would be linked with it.
    const { list } = await admin.call(pagePeople, {
      keyword: String(name),
    })
    expect(list[0]?.email).toBe('attacker@example.com')
    expect((await admin.call(queryPerson, { userId: victim.user.userId })).email).toBe('victim@example.com')
  })
})

describe('who comes for the first time', () => {
  it('is refused with a remedy where nobody is made', async () => {
    provider = await admin.call(
      saveIdentityProvider,
      providerInput(forger.issuer, { rules: { create: false } }),
    )
    forger.says.claims = someone()
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('not_provisioned')
  })

  it('does not get an account that exists by its name', async () => {
    const person = await world.person('zhang_san')
    forger.says.claims = someone({ preferred_username: 'ZHANG_SAN' })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('account_not_linked')
    expect((await me(browser)).status).toBe(401)
    expect(person.user.userName).toBe('zhang_san')
  })

  it.each(['', 'a/b', 'x'.repeat(200), '<script>'])('cannot be called %j', async (name) => {
    forger.says.claims = someone({ preferred_username: name })
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBe('account_unusable')
  })

  it('gets the roles of listed values, and nothing by others', async () => {
    provider = await admin.call(
      saveIdentityProvider,
      providerInput(forger.issuer, {
        mapping: {
          roles: 'realm_access.roles',
          roleValues: [
            { value: 'staff', roleId: 'default' },
            { value: 'audit', roleId: 'auditor' },
          ],
        },
      }),
    )
    const rolesOf = async (roles: unknown) => {
      forger.says.claims = someone({ realm_access: { roles }, superAdmin: true, roles: ['superAdmin'] })
      const browser = new BrowserJar()
      expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
      const { userName } = await me(browser)
      const { list } = await admin.call(pagePeople, {
        keyword: userName ?? '',
      })
      return list[0]?.roles.map(({ roleId }) => roleId)
    }
    expect(await rolesOf(['superAdmin', 'Staff', 'audit '])).toEqual(['default'])
    expect(await rolesOf(['staff', 'superAdmin'])).toEqual(['default'])
    expect(await rolesOf(['audit'])).toEqual(['auditor'])
    expect(await rolesOf('constructor')).toEqual(['default'])
  })
})

/** Signs in anew with what the provider says now; answers the account as administrators see it. */
async function signInAgain(): Promise<AdminPerson> {
  const browser = new BrowserJar()
  expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
  const { userName = '' } = await me(browser)
  const { list } = await admin.call(pagePeople, { keyword: userName, pageSize: 100 })
  return list.find((one) => one.accountName === userName) ?? expect.fail(`no account ${userName}`)
}
const withMapping = (mapping: ProviderChanges['mapping']) =>
  admin.call(saveIdentityProvider, providerInput(forger.issuer, mapping && { mapping }))

describe('a department that the provider names', () => {
  it.each<[string, unknown, string, string[]]>([
    ['a path', '华东/研发', '/', ['华东', '研发']],
    ['a path, with blanks and in other case', ' 华东 / qa ', '/', ['华东', 'QA']],
    ['a path with another separator', '华东>QA', '>', ['华东', 'QA']],
    ['a part of a path', 'QA', '/', []],
    ['a path that there is not', '华东/财务', '/', []],
    ['a name that one alone has', 'QA', '', ['华东', 'QA']],
    ['a name that several have', '研发', '', []],
    ['nothing', '', '/', []],
    ['a list, of which the first one counts', ['华北/研发', '华东/研发'], '/', ['华北', '研发']],
  ])('by %s', async (_what, department, departmentSeparator, expected) => {
    if (!(await world.ctx.db.reader.selectFrom('department').select('id').executeTakeFirst())) {
      const east = await world.department('华东')
      await world.department('研发', east)
      await world.department('QA', east)
      await world.department('研发', await world.department('华北'))
    }
    provider = await withMapping({ departmentSeparator })
    forger.says.claims = someone({ department })
    expect((await signInAgain()).departmentPath).toEqual(expected)
  })

  it('is followed at each sign-in, or as the mapping says only at the first; none leaves it', async () => {
    const claims = someone()
    const moved = async (department: string | undefined) => {
      forger.says.claims = { ...claims, ...(department !== undefined && { department }) }
      return (await signInAgain()).departmentPath
    }
    provider = await withMapping({ departmentSeparator: '/' })
    expect(await moved('华东/QA')).toEqual(['华东', 'QA'])
    expect(await moved('华北')).toEqual(['华北'])
    expect(await moved(undefined)).toEqual(['华北'])
    const { providerId } = provider
    const first = providerInput(forger.issuer, {
      mapping: { departmentSeparator: '/', departments: 'first' },
    })
    await admin.call(saveIdentityProvider, { ...first, providerId })
    expect(await moved('华东/QA')).toEqual(['华北'])
  })
})

describe('roles that the provider decides about', () => {
  const roleValues = [
    { value: 'audit', roleId: 'auditor' },
    { value: 'boss', roleId: 'superAdmin' },
  ]
  const rolesWith = async (claims: Record<string, unknown>, groups: string[]) => {
    forger.says.claims = { ...claims, groups }
    return (await signInAgain()).roles.map(({ roleId }) => roleId).sort()
  }

  it('go when their values do, and no others', async () => {
    provider = await withMapping({ roleValues })
    const role = await admin.call(createRole, { roleName: '自有', type: 'ordinary', items: ['list'] })
    const claims = someone()
    expect(await rolesWith(claims, ['audit'])).toEqual(['auditor'])
    const { userId } = await signInAgain()
    await admin.call(giveRole, { roleId: role.roleId, userIds: [userId] })
    expect(await rolesWith(claims, [])).toEqual([role.roleId])
    // Who is an auditor is no other administrator: what cannot be given changes nothing.
    expect(await rolesWith(claims, ['boss', 'audit'])).toEqual([role.roleId])
    expect(await rolesWith(claims, ['boss'])).toEqual([role.roleId, 'superAdmin'].sort())
  })

  it('leave the last super administrator', async () => {
    provider = await withMapping({ roleValues })
    const claims = someone()
    expect(await rolesWith(claims, ['boss'])).toEqual(['superAdmin'])
    // All others are for a day.
    const others = `valid_until is null and account_name <> $1`
    await world.ctx.db.pool.query(`update person set valid_until = $2 where ${others}`, [
      claims.preferred_username,
      new Date(world.ctx.now().getTime() + DAY),
    ])
    expect(await rolesWith(claims, [])).toEqual(['superAdmin'])
    await world.admin()
    expect(await rolesWith(claims, [])).toEqual(['default'])
  })
})

describe('an administrator', () => {
  it('links an account with a subject and unlinks it, which ends its sessions; the log names who did it', async () => {
    provider = await admin.call(
      saveIdentityProvider,
      providerInput(forger.issuer, { rules: { create: false } }),
    )
    const { providerId } = provider
    const person = await world.person()
    const { userId } = person.user
    const claims = someone()
    const subject = claims.sub
    await admin.call(linkPerson, { providerId, userId, subject: ` ${subject} ` })
    await expect(
      admin.call(linkPerson, { providerId, userId: admin.user.userId, subject }),
    ).rejects.toMatchObject({ name: 'identity_taken' })
    await expect(admin.call(linkPerson, { providerId, userId, subject: ' ' })).rejects.toMatchObject({
      name: 'bad_field',
      details: { field: 'subject', reason: 'missing' },
    })
    forger.says.claims = claims
    const browser = new BrowserJar()
    expect(await finish(browser, await callbackOf(browser))).toBeUndefined()
    expect((await me(browser)).userName).toBe(person.user.userName)
    const { list } = await admin.call(pageLinkedPeople, { providerId })
    expect(list).toMatchObject([{ userId, subject, name: claims.preferred_username }])
    const identities = await admin.call(queryPersonIdentities, { userId })
    expect(identities).toMatchObject([{ providerId, identityId: list[0]?.identityId }])
    await admin.call(unlinkPerson, { identityId: list[0]?.identityId ?? '' })
    expect((await me(browser)).status).toBe(401)
    await expect(admin.call(unlinkPerson, { identityId: list[0]?.identityId ?? '' })).rejects.toMatchObject({
      name: 'not_found',
    })
    const { list: log } = await admin.call(pageLogs, { action: 'identity.linked,identity.unlinked' })
    const actor = { userId: admin.user.userId, objectId: userId }
    expect(log.slice(0, 2)).toMatchObject([
      { action: 'identity.unlinked', ...actor },
      { action: 'identity.linked', ...actor },
    ])
  })

  it('puts providers in the order of the sign-in page, all of them at once', async () => {
    const second = await admin.call(saveIdentityProvider, providerInput(forger.issuer, { en: 'Second' }))
    const ids = async () =>
      (await admin.call(querySignInOptions, {})).providers.map(({ providerId }) => providerId)
    const both = [provider.providerId, second.providerId]
    expect(await ids()).toEqual(both)
    await admin.call(orderIdentityProviders, { providerIds: both.toReversed() })
    expect(await ids()).toEqual(both.toReversed())
    const { list } = await admin.call(pageLogs, { action: 'identityProvider.ordered' })
    expect(list).toMatchObject([{ userId: admin.user.userId }])
    await expect(
      admin.call(orderIdentityProviders, { providerIds: [second.providerId] }),
    ).rejects.toMatchObject({ name: 'changed_meanwhile' })
  })
})

describe('a frozen account', () => {
  it('is refused with its own text', async () => {
    forger.says.claims = someone()
    const browser = new BrowserJar()
    const callback = await callbackOf(browser)
    expect(await finish(browser, callback)).toBeUndefined()
    const { userName } = await me(browser)
    const { list } = await admin.call(pagePeople, {
      keyword: userName ?? '',
    })
    await admin.call(updatePerson, { userId: list[0]?.userId ?? '', status: 'frozen' })
    const again = new BrowserJar()
    expect(await finish(again, await callbackOf(again))).toBe('account_frozen')
  })
})
