import { currentUser } from '@clouddisk/contract/accounts'
import type { AdminArea, AdminRole } from '@clouddisk/contract/admin-areas'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { codeOf } from '@clouddisk/contract/errors'
import { saveIpRule } from '@clouddisk/contract/ip-rules'
import { pathOf, type Route } from '@clouddisk/contract/route'
import { ROUTES } from '@clouddisk/contract/routes'
import { confirmIdentity } from '@clouddisk/contract/second-factor'
import { MINUTE } from '@clouddisk/contract/time'
import { TOKEN_SCOPES, type TokenScope } from '@clouddisk/contract/token-scopes'
import { createToken } from '@clouddisk/contract/tokens'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteSetting, writeSetting } from '../src/db/settings.ts'
import { addPerson } from '../src/features/accounts/accounts.ts'
import { SECOND_FACTOR_SETTING } from '../src/features/accounts/second-factor-policy.ts'
import { setUpAuthenticator } from './authenticator.ts'
import { type Person, signIn } from './person.ts'
import { openWorld, PASSWORD, type World } from './world.ts'

/**
 * Who may make a call at all, for every call of the contract: nobody without a session, nobody whose account is frozen
 * or over, none but administrators in their areas (G10). Written by hand; what a call then does is asked elsewhere.
 */

/** What anyone may call (C section 3). */
const OPEN = new Set([
  'login',
  'loginForm',
  'logout',
  'publicConfig',
  'requestIp',
  'checkRedirect',
  'pluginInfo',
  'getToolName',
  'downloadTool',
  'dlpVersion',
  'generateQrId',
  'queryStatusByQrId',
  'queryPasskeySignIn',
  'signInWithPasskey',
  // Sign-ins through providers: what these may do is asked in features/identity.
  'querySignInOptions',
  'ssoStart',
  'ssoCallback',
  'ssoAcs',
  'ssoFinish',
  'ssoMetadata',
  'ssoProviderLogout',
  'directoryLogin',
  'queryPolicies',
  'queryPolicy',
  // Visitors of links: what these may do is asked in features/links.
  'queryLinkAttribute',
  'queryLinkLoginAuth',
  'addLinkViewCount',
  'checkLinkCode',
  'pageLinkInstances',
  'searchLinkInstances',
  'getLinkDownloadUrl',
  'getLinkArchiveUrl',
  'queryLinkFolderDownload',
  'previewLinkInstance',
  'getLinkThumbnail',
  'getLinkPreviewPage',
  'checkLinkUpload',
  'secondLinkUpload',
  'queryLinkUploadAuth',
  'saveLinkUpload',
  'recycleLinkObject',
  'createLinkFolder',
  'batchCreateLinkFolder',
  'renameLinkInstance',
])
/** What one may do who must change the password first. */
const BEFORE_CHANGE = new Set([...OPEN, 'currentUser', 'changePassword'])

/** Who reads and who changes what (G10): an auditor changes nothing, and nobody changes the log. */
const AREAS: Record<AdminArea, { read: AdminRole[]; change: AdminRole[] }> = {
  people: { read: ['superAdmin', 'orgAdmin', 'auditor'], change: ['superAdmin', 'orgAdmin'] },
  roles: { read: ['superAdmin', 'orgAdmin', 'auditor'], change: ['superAdmin'] },
  groups: { read: ['superAdmin', 'orgAdmin', 'auditor'], change: ['superAdmin', 'orgAdmin'] },
  files: { read: ['superAdmin', 'orgAdmin'], change: ['superAdmin'] },
  logs: { read: ['superAdmin', 'auditor'], change: [] },
  recycle: { read: ['superAdmin', 'orgAdmin', 'storageAdmin'], change: ['superAdmin', 'orgAdmin'] },
  sessions: { read: ['superAdmin', 'orgAdmin'], change: ['superAdmin', 'orgAdmin'] },
  uploads: {
    read: ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin'],
    change: ['superAdmin', 'orgAdmin', 'storageAdmin'],
  },
  links: { read: ['superAdmin', 'orgAdmin', 'auditor'], change: ['superAdmin', 'orgAdmin'] },
  dashboard: { read: ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin'], change: [] },
  storage: { read: ['superAdmin', 'storageAdmin'], change: ['superAdmin', 'storageAdmin'] },
  dlp: { read: ['superAdmin', 'auditor'], change: ['superAdmin'] },
  identity: { read: ['superAdmin', 'auditor'], change: ['superAdmin'] },
  access: { read: ['superAdmin', 'auditor'], change: ['superAdmin'] },
  config: { read: ['superAdmin'], change: ['superAdmin'] },
}
/** Calls for people only: tokens change nothing about how people and tokens get in, and agree to nothing. */
const PEOPLE_ONLY = new Set([
  'acknowledge',
  'addPasskey',
  'beginPasskey',
  'beginTotp',
  'changePassword',
  'checkHelperToken',
  'checkSecondFactor',
  'confirmIdentity',
  'confirmQr',
  'confirmTotp',
  'createHelperToken',
  'createToken',
  'linkIdentity',
  'pageTokens',
  'queryFactorWays',
  'queryOwnIdentities',
  'queryPasskeyOptions',
  'querySecondFactor',
  'querySessions',
  'refuseQr',
  'removePasskey',
  'removeTokens',
  'removeTotp',
  'renamePasskey',
  'renewRecoveryCodes',
  'revokeSessions',
  'scanQr',
  'unlinkIdentity',
])
/** Calls that change nothing by themselves, and begin something that does. */
const BEGINS_CHANGE = new Set(['openOnline', 'queryUploadAuth'])

/** What asks the person to prove again who they are, where they have not lately. */
const CONFIRMED = new Set([
  'addPasskey',
  'beginPasskey',
  'beginTotp',
  'confirmTotp',
  'createBucket',
  'createLogExport',
  'createRole',
  'createServiceAccount',
  'createServiceToken',
  'createToken',
  'decideDirectoryRun',
  'exportLogs',
  'exportPeople',
  'fetchLogExport',
  'giveRole',
  'linkIdentity',
  'linkPerson',
  'makeScimToken',
  'orderIdentityProviders',
  'readSamlMetadata',
  'releaseQuarantined',
  'removeDirectory',
  'removeIdentityProvider',
  'removeIpRegion',
  'removeIpRule',
  'removePasskey',
  'removeQuarantined',
  'removeRole',
  'removeTotp',
  'renewRecoveryCodes',
  'revokeAdminTokens',
  'saveDirectory',
  'saveIdentityProvider',
  'saveCloud',
  'saveIpRegion',
  'saveIpRule',
  'saveRoleOutbound',
  'saveSecondFactorPolicy',
  'saveTokenLimit',
  'startDirectoryRun',
  'takeRole',
  'tryDirectory',
  'tryIdentityProvider',
  'unlinkIdentity',
  'unlinkPerson',
  'updateBucket',
  'updateRole',
])
/** What asks it for some of what it does. */
const CONFIRMED_AT_TIMES = new Set(['changePeople', 'createPerson', 'importPeople', 'updatePerson'])

/** What a token of a super administrator may call, by its scope. */
function mayByToken({ name, admin, changes }: Route, scope: TokenScope): boolean {
  if (PEOPLE_ONLY.has(name) || CONFIRMED.has(name)) return false
  // Only its trial is without a confirmation.
  if (name === 'importPeople') return false
  if (admin)
    return scope === 'admin' && !(['identity', 'access'].includes(admin.area) && admin.right === 'change')
  return scope !== 'read' || !(changes || BEGINS_CHANGE.has(name))
}

const ROLES: readonly AdminRole[] = ['superAdmin', 'orgAdmin', 'auditor', 'storageAdmin']

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

interface Answer {
  readonly status: number
  readonly errcode: number
}

/** The bare call with nothing given: the door answers before anything is read. */
async function ask(route: Route, token?: string, where: World = world, from?: string): Promise<Answer> {
  const line = new AbortController()
  const response = await fetch(new URL(pathOf(route, anywhere(route)), where.baseUrl), {
    method: route.methods[0],
    redirect: 'manual',
    signal: line.signal,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(from && { 'x-forwarded-for': from }) },
  })
  const isEnvelope = response.headers.get('content-type')?.startsWith('application/json')
  const errcode = isEnvelope ? ((await response.json()) as { errcode: number }).errcode : 0
  if (!isEnvelope) line.abort()
  return { status: response.status, errcode }
}

/** What a call of a visitor is made with, so that it gets past its input. */
function plausible({ input }: Route): Record<string, unknown> {
  const required = (input.required ?? []) as string[]
  return Object.fromEntries(required.map((key) => [key, sample(input.properties[key] as Sample)]))
}

interface Sample {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Sample[]
  readonly properties?: Record<string, Sample>
  readonly required?: readonly string[]
  readonly items?: Sample
}

function sample(schema: Sample): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return sample(schema.anyOf[0] ?? {})
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') return [sample(schema.items ?? {})]
  if (schema.type === 'object')
    return Object.fromEntries(
      (schema.required ?? []).map((key) => [key, sample(schema.properties?.[key] ?? {})]),
    )
  return 'nothing'
}

const anywhere = (route: Route) =>
  Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, 'nowhere']))

describe('every call of the contract', () => {
  it('that is not open to anyone is refused without a session', async () => {
    for (const route of ROUTES) {
      const { status, errcode } = await ask(route)
      expect([route.name, status === 401]).toEqual([route.name, !OPEN.has(route.name)])
      if (!OPEN.has(route.name)) expect(errcode).toBe(401)
    }
  })

  it('is refused to an account that was frozen, or is over', async () => {
    const admin = await world.admin('superAdmin')
    const [frozen, over] = [await world.person(), await world.person()]
    await admin.call(updatePerson, { userId: frozen.user.userId, status: 'frozen' })
    const validUntil = new Date(world.ctx.now().getTime() + 1000).toISOString()
    await admin.call(updatePerson, { userId: over.user.userId, validUntil })
    world.advance(2000)
    for (const person of [frozen, over]) {
      for (const route of ROUTES.filter(({ name }) => !OPEN.has(name))) {
        const { status } = await ask(route, person.token)
        expect([route.name, status]).toEqual([route.name, 401])
      }
      await expect(signIn(world.baseUrl, person.user.userName, PASSWORD)).rejects.toMatchObject({
        name: person === frozen ? 'account_frozen' : 'account_expired',
      })
    }
  })

  it('waits for a first password to be changed', async () => {
    await addPerson(world.ctx, { userName: 'must_change', password: PASSWORD, mustChangePassword: true })
    const { token } = await signIn(world.baseUrl, 'must_change', PASSWORD)
    for (const route of ROUTES.filter(({ name }) => !BEFORE_CHANGE.has(name))) {
      expect([route.name, await ask(route, token)]).toEqual([route.name, { status: 403, errcode: 10005 }])
    }
  })
})

describe('every call, with an access token', () => {
  it('is refused unless its scope reaches so far, whatever its person may do', async () => {
    const admin = await world.admin('superAdmin')
    const tokens = await Promise.all(
      TOKEN_SCOPES.map(async (scope) => (await admin.call(createToken, { name: scope, scope })).token),
    )
    for (const route of ROUTES.filter(({ name }) => !OPEN.has(name)))
      for (const [index, scope] of TOKEN_SCOPES.entries()) {
        const { status, errcode } = await ask(route, tokens[index])
        const isRefused = !mayByToken(route, scope)
        expect([route.name, scope, errcode === 30420]).toEqual([route.name, scope, isRefused])
        if (isRefused) expect(status).toBe(403)
        else expect([route.name, status < 500]).toEqual([route.name, true])
      }
  })

  it('is refused to tokens that expired, and to those of accounts that were frozen or are over', async () => {
    const admin = await world.admin('superAdmin')
    const [frozen, over, expired] = [await world.person(), await world.person(), await world.person()]
    const expireTime = new Date(world.ctx.now().getTime() + 1000).toISOString()
    const make = (who: Person, more = {}) => who.call(createToken, { name: 'x', scope: 'write', ...more })
    const made = [await make(frozen), await make(over), await make(expired, { expireTime })]
    await admin.call(updatePerson, { userId: frozen.user.userId, status: 'frozen' })
    await admin.call(updatePerson, { userId: over.user.userId, validUntil: expireTime })
    world.advance(2000)
    for (const { token } of made)
      for (const route of ROUTES.filter(({ name }) => !OPEN.has(name)))
        expect([route.name, (await ask(route, token)).status]).toEqual([route.name, 401])
  })

  it('takes no notice of the token where it is open to anyone', async () => {
    const person = await world.person()
    const { token } = await person.call(createToken, { name: 'x', scope: 'write' })
    for (const route of ROUTES.filter(({ name }) => OPEN.has(name)))
      expect([route.name, await ask(route, token)]).toEqual([route.name, await ask(route)])
  })

  it('takes a token from the header only, never from a cookie', async () => {
    const person = await world.person()
    const { token } = await person.call(createToken, { name: 'x', scope: 'write' })
    const response = await fetch(new URL(pathOf(currentUser), world.baseUrl), {
      headers: { cookie: `cd_session=${token}` },
    })
    expect(response.status).toBe(401)
  })
})

/** What a session may do whose second factor is missing, or has to be set up. */
const BEFORE_FACTOR = {
  secondFactor: ['currentUser', 'queryFactorWays', 'checkSecondFactor', 'queryPasskeyOptions'],
  secondFactorSetup: [
    'currentUser',
    'queryFactorWays',
    'beginTotp',
    'confirmTotp',
    'beginPasskey',
    'addPasskey',
  ],
} as const

describe('every call, before the sign-in is complete,', () => {
  const refused = { status: 403, errcode: codeOf('second_factor_required') }

  it('waits for the second factor', async () => {
    const person = await world.admin('superAdmin')
    await setUpAuthenticator(world, person)
    const { token } = await world.again(person)
    await expectRefused(token, BEFORE_FACTOR.secondFactor)
  })

  it('waits for the second factor to be set up where the company asks for one', async () => {
    await writeSetting(world.ctx.db.reader, SECOND_FACTOR_SETTING, '{"requiredOf":"everybody"}')
    const { token, user } = await world.person()
    await deleteSetting(world.ctx.db.reader, SECOND_FACTOR_SETTING)
    expect(user.nextStep).toBe('secondFactorSetup')
    await expectRefused(token, BEFORE_FACTOR.secondFactorSetup)
  })

  it('is made as nobody where it is open to anyone', async () => {
    const person = await world.person()
    await setUpAuthenticator(world, person)
    const { token } = await world.again(person)
    for (const route of ROUTES.filter(({ name }) => OPEN.has(name)))
      expect([route.name, await ask(route, token)]).toEqual([route.name, await ask(route)])
  })

  async function expectRefused(token: string, allowed: readonly string[]): Promise<void> {
    for (const route of ROUTES.filter(({ name }) => !OPEN.has(name))) {
      const answer = await ask(route, token)
      if (allowed.includes(route.name)) expect([route.name, answer]).not.toEqual([route.name, refused])
      else expect([route.name, answer]).toEqual([route.name, refused])
    }
  }
})

describe('every dangerous call', () => {
  it('is listed here', () => {
    const named = (confirm: (route: Route) => boolean) =>
      ROUTES.filter(confirm)
        .map(({ name }) => name)
        .sort()
    expect(named(({ confirm }) => confirm === true)).toEqual([...CONFIRMED].sort())
    expect(named(({ confirm }) => typeof confirm === 'function')).toEqual([...CONFIRMED_AT_TIMES].sort())
  })

  it('is refused ten minutes after a sign-in until the person confirms', async () => {
    const admin = await world.admin('superAdmin')
    world.advance(10 * MINUTE + 1)
    for (const route of ROUTES.filter(({ confirm }) => confirm === true)) {
      const answer = await ask(route, admin.token)
      expect([route.name, answer]).toEqual([
        route.name,
        { status: 403, errcode: codeOf('confirmation_required') },
      ])
    }
    await admin.call(confirmIdentity, { password: PASSWORD })
    for (const route of ROUTES.filter(({ confirm }) => confirm === true)) {
      const { errcode } = await ask(route, admin.token)
      expect([route.name, errcode]).not.toEqual([route.name, codeOf('confirmation_required')])
    }
  })
})

describe('every call, from an address outside the IP rules', () => {
  const OUTSIDE = '198.51.100.20'
  /** Visitors of links have rules of their own. */
  const isVisit = ({ name, input }: Route) => OPEN.has(name) && 'linkPath' in input.properties

  it('is refused to sessions and to tokens; what is open to anyone takes them for nobody', async () => {
    const proxied = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
    const admin = await proxied.admin('superAdmin')
    const { token } = await admin.call(createToken, { name: 'x', scope: 'admin' })
    const ranges = ['127.0.0.1']
    await admin.call(saveIpRule, { objectType: 'everybody', ranges, mode: 'active' })
    for (const route of ROUTES.filter((one) => !isVisit(one) && one.name !== 'logout')) {
      const byToken = await ask(route, token, proxied, OUTSIDE)
      if (OPEN.has(route.name)) {
        const byNobody = await ask(route, undefined, proxied, OUTSIDE)
        expect([route.name, byToken]).toEqual([route.name, byNobody])
        continue
      }
      // What its scope does not permit is refused for that.
      expect([30420, 30422]).toContain(byToken.errcode)
      const bySession = await ask(route, admin.token, proxied, OUTSIDE)
      expect([route.name, bySession]).toEqual([route.name, { status: 403, errcode: 30422 }])
      const inside = await ask(route, admin.token, proxied)
      expect([route.name, inside.errcode === 30422]).toEqual([route.name, false])
    }
    await proxied.close()
  })

  it('is refused to visitors of links by the rules for links, and nobody else is', async () => {
    const proxied = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
    const admin = await proxied.admin('superAdmin')
    await admin.call(saveIpRule, { objectType: 'links', ranges: ['127.0.0.1'], mode: 'active' })
    const visits = ROUTES.filter(isVisit)
    expect(visits.length).toBeGreaterThan(10)
    for (const route of visits) {
      const send = (from: string) =>
        fetch(new URL(pathOf(route, anywhere(route)), proxied.baseUrl), {
          method: 'POST',
          redirect: 'manual',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
          body: JSON.stringify(plausible(route)),
        })
      if (!route.methods.includes('POST')) continue
      const { errcode } = (await (await send(OUTSIDE)).json()) as Answer
      expect([route.name, errcode]).toEqual([route.name, 30422])
      expect([route.name, ((await (await send('127.0.0.1')).json()) as Answer).errcode]).not.toEqual([
        route.name,
        30422,
      ])
    }
    for (const route of ROUTES.filter((one) => !isVisit(one) && one.name !== 'logout'))
      expect([route.name, (await ask(route, admin.token, proxied, OUTSIDE)).errcode === 30422]).toEqual([
        route.name,
        false,
      ])
    await proxied.close()
  })

  it('of the administration is refused by the rules for administrators, the drive is not', async () => {
    const proxied = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
    const admin = await proxied.admin('superAdmin')
    await admin.call(saveIpRule, { objectType: 'administrators', ranges: ['127.0.0.1'], mode: 'active' })
    for (const route of ROUTES.filter(({ name }) => name !== 'logout' && !OPEN.has(name))) {
      const { errcode } = await ask(route, admin.token, proxied, OUTSIDE)
      expect([route.name, errcode === 30422]).toEqual([route.name, route.admin !== null])
    }
    await proxied.close()
  })
})

describe('every call of the administration', () => {
  const administration = ROUTES.filter((route) => route.admin !== null)

  it('has an area, and lies below its own path', () => {
    for (const { name, path, admin } of ROUTES)
      expect([name, path.startsWith('/admin/')]).toEqual([name, admin !== null])
    expect(administration.length).toBeGreaterThan(20)
  })

  it('is refused to who administers nothing', async () => {
    const { token } = await world.person()
    for (const route of administration)
      expect([route.name, await ask(route, token)]).toEqual([route.name, { status: 403, errcode: 30002 }])
  })

  it.each(ROLES)('opens to %s where its area does', async (role) => {
    const department = await world.department(`Of ${role}`)
    const admin: Person = await world.admin(role, { department })
    for (const route of administration) {
      const { area, right } = route.admin ?? { area: 'logs', right: 'change' }
      const may = AREAS[area][right].includes(role)
      const { status, errcode } = await ask(route, admin.token)
      expect([route.name, errcode === 30002]).toEqual([route.name, !may])
      expect(status).toBeLessThan(500)
    }
  })
})
