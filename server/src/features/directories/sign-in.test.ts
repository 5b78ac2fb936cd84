// @module-tag long
import { createClient } from '@clouddisk/client/http/call'
import { login } from '@clouddisk/contract/accounts'
import { linkPerson, queryPersonIdentities, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { changePeople, pagePeople } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { saveDirectory, tryDirectory } from '@clouddisk/contract/directories'
import { directoryLogin } from '@clouddisk/contract/directory-login'
import { querySignInOptions, unlinkIdentity } from '@clouddisk/contract/sign-in'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { directoryOf, type TestDirectory } from '../../../test/directory-of.ts'
import type { Person } from '../../../test/person.ts'
import { providerInput } from '../../../test/provider-input.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, Line, person, Slapd, unit } from '../../../test/slapd.ts'
import { openWorld, type World } from '../../../test/world.ts'

let slapd: Slapd
let world: World
let admin: Person
let directory: TestDirectory
const staff = unit('staff')
beforeAll(async () => {
  slapd = await Slapd.start([
    staff,
    person('wang_li', staff.dn),
    person('zhao_yi', staff.dn),
    person('off_duty', staff.dn, { employeeType: 'disabled' }),
    person('li_na', staff.dn, { uid: ['li_na', 'li.na', 'li-na', 'na.li', 'n.li'] }),
    person('star*man', staff.dn, { uid: 'star_man' }),
  ])
})
beforeEach(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
  admin = await world.admin()
  directory = await directoryOf(world, admin, slapd.url, {
    tls: 'startTls',
    ca: slapd.ca,
    disabledFilter: '(employeeType=disabled)',
  })
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})
afterAll(() => slapd.stop())

const signIn = (userName: string, password: string, directoryId?: string) =>
  createClient({ baseUrl: world.baseUrl }).call(directoryLogin, {
    userName,
    password,
    ...(directoryId !== undefined && { directoryId }),
  })

it('signs in with the password of the directory, over StartTLS, and makes the account', async () => {
  const first = await signIn('wang_li', 'Pw-wang_li')
  expect(first).toMatchObject({ userName: 'wang_li', userRealName: 'wang_li', mustChangePassword: false })
  const again = await signIn('WANG_LI', 'Pw-wang_li', directory.directoryId)
  expect(again.userId).toBe(first.userId)
  // Its department is known after a run.
  expect((await directory.run()).counts).toMatchObject({ people: 5, created: 3, changed: 1 })
  const { list } = await admin.call(pagePeople, { keyword: 'wang_li' })
  expect(list).toMatchObject([{ userId: first.userId, departmentPath: ['staff'] }])
  const logs = await admin.call(pageLogs, { action: 'session.opened', userId: first.userId })
  expect(logs.list[0]?.detail).toMatchObject({ method: 'directory' })
})

it('refuses wrong, empty and unknown ones alike, and counts them', async () => {
  await directory.run()
  for (const [name, password] of [
    ['wang_li', 'wrong'],
    ['nobody', 'Pw-wang_li'],
    ['wang_*', 'Pw-wang_li'],
    ['wang_li)(uid=*', 'Pw-wang_li'],
    ['*', 'Pw-wang_li'],
    ['cn=wang_li', 'Pw-wang_li'],
  ] as const)
    await expect(signIn(name, password)).rejects.toMatchObject({ name: 'wrong_credentials' })
  await expect(signIn('wang_li', '')).rejects.toMatchObject({ name: 'bad_field' })
  for (let n = 0; n < 3; n++) await signIn('wang_li', 'wrong').catch(() => undefined)
  await expect(signIn('wang_li', 'wrong')).rejects.toMatchObject({ name: 'too_many_tries' })
  // The directory's password opens nothing by itself, nor does one of this server.
  const local = createClient({ baseUrl: world.baseUrl }).call(login, {
    userName: 'zhao_yi',
    password: 'Pw-zhao_yi',
  })
  await expect(local).rejects.toMatchObject({ name: 'wrong_credentials' })
})

it('counts tries of one person however the account is spelled', async () => {
  await directory.change({ accountAttribute: 'uid' })
  await directory.run()
  for (const name of ['li_na', 'li.na', 'LI_NA', 'na.li', 'n.li'])
    await expect(signIn(name, 'wrong')).rejects.toMatchObject({ name: /wrong_credentials|too_many_tries/ })
  for (const name of ['li_na', 'li-na'])
    await expect(signIn(name, 'Pw-li_na')).rejects.toMatchObject({ name: 'too_many_tries' })
})

it('refuses who is disabled there or frozen here, with the right password alone', async () => {
  await directory.run()
  await expect(signIn('off_duty', 'Pw-off_duty')).rejects.toMatchObject({ name: 'directory_stranger' })
  await expect(signIn('off_duty', 'wrong')).rejects.toMatchObject({ name: 'wrong_credentials' })
  const { userId } = await signIn('zhao_yi', 'Pw-zhao_yi')
  await admin.call(changePeople, { userIds: [userId], action: 'freeze' })
  await expect(signIn('zhao_yi', 'Pw-zhao_yi')).rejects.toMatchObject({ name: 'account_frozen' })
  // What an administrator froze a run does not unfreeze.
  await directory.run()
  await expect(signIn('zhao_yi', 'Pw-zhao_yi')).rejects.toMatchObject({ name: 'account_frozen' })
})

it('makes no account where a run has to come first, and none of a local account’s name', async () => {
  await world.person('zhao_yi')
  await expect(signIn('zhao_yi', 'Pw-zhao_yi')).rejects.toMatchObject({ name: 'directory_stranger' })
  await directory.change({ createAtSignIn: false })
  await expect(signIn('wang_li', 'Pw-wang_li')).rejects.toMatchObject({ name: 'directory_stranger' })
})

it('says that the directory is away, in time', async () => {
  await directory.run()
  const line = await Line.to(slapd.port)
  await directory.change({ url: line.url })
  line.silentAfter = 0
  const begun = Date.now()
  await expect(signIn('wang_li', 'Pw-wang_li')).rejects.toMatchObject({ name: 'directory_unavailable' })
  expect(Date.now() - begun).toBeLessThan(12_000)
  await line.close()
  await expect(signIn('wang_li', 'Pw-wang_li')).rejects.toMatchObject({ name: 'directory_unavailable' })
}, 30_000)

it('takes LDAPS and StartTLS with the company’s authority, and no other certificate', async () => {
  const attempt = (settings: object) =>
    admin.call(tryDirectory, {
      code: 'x',
      name: 'x',
      protocol: 'ldap',
      password: ADMIN_PASSWORD,
      settings: { base: BASE, user: ADMIN_DN, ...settings },
    })
  const ldaps = { url: slapd.secureUrl, tls: 'ldaps' as const }
  expect(await attempt({ ...ldaps, ca: slapd.ca })).toMatchObject({ secure: true, departments: 1 })
  await expect(attempt(ldaps)).rejects.toMatchObject({ name: 'directory_failed' })
  const other = await Slapd.start([])
  await expect(attempt({ ...ldaps, ca: other.ca })).rejects.toMatchObject({ name: 'directory_failed' })
  await expect(attempt({ url: slapd.url, tls: 'startTls', ca: other.ca })).rejects.toMatchObject({
    name: 'directory_failed',
  })
  const byName = slapd.secureUrl.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  await expect(attempt({ url: byName, tls: 'ldaps', ca: slapd.ca })).rejects.toMatchObject({
    name: 'directory_failed',
  })
  await other.stop()
  const { people } = await attempt({ url: slapd.url, tls: 'startTls', ca: slapd.ca })
  expect(people.map(({ accountName }) => accountName).sort()).toEqual([
    'li_na',
    'off_duty',
    'star_man',
    'wang_li',
    'zhao_yi',
  ])
  expect(people[0]).toMatchObject({ departmentPath: ['staff'], problem: null })
  await expect(
    admin.call(tryDirectory, {
      code: 'x',
      name: 'x',
      protocol: 'ldap',
      password: 'wrong',
      settings: { ...ldaps, ca: slapd.ca, base: BASE, user: ADMIN_DN },
    }),
  ).rejects.toMatchObject({ name: 'directory_failed', message: '无法读取目录：用户或密码错误。请重新填写。' })
})

it('keeps the password to its address, out of answers and out of the log', async () => {
  const common = { directoryId: directory.directoryId, code: 'corp', name: 'x', protocol: 'ldap' as const }
  const elsewhere = { ...common, settings: { url: 'ldap://127.0.0.1:9' } }
  await expect(admin.call(saveDirectory, elsewhere)).rejects.toMatchObject({ name: 'bad_field' })
  await expect(admin.call(tryDirectory, elsewhere)).rejects.toMatchObject({ name: 'bad_field' })
  const saved = await admin.call(saveDirectory, { ...common, settings: { guardShare: 40 } })
  expect(JSON.stringify(saved)).not.toContain(ADMIN_PASSWORD)
  const logs = await admin.call(pageLogs, { action: 'directory.saved' })
  expect(logs.total).toBe(2)
  expect(JSON.stringify(logs)).not.toContain(ADMIN_PASSWORD)
})

it('is offered on the sign-in page, but never to send a password in the clear over a network', async () => {
  const offered = async () => (await admin.call(querySignInOptions, {})).directories
  expect(await offered()).toEqual([{ directoryId: directory.directoryId, name: '目录 corp' }])
  await directory.change({ url: 'ldap://directory.example:389', tls: 'none' })
  await expect(signIn('wang_li', 'Pw-wang_li')).rejects.toMatchObject({ name: 'directory_disabled' })
  expect(await offered()).toEqual([])
})

it('is a way in besides a provider, which may then be unlinked', async () => {
  const { userId, token } = await signIn('wang_li', 'Pw-wang_li')
  const provider = await admin.call(saveIdentityProvider, providerInput('https://sso.example.com'))
  const unlinked = async () => {
    await admin.call(linkPerson, { providerId: provider.providerId, userId, subject: 'sub-1' })
    const [identity] = await admin.call(queryPersonIdentities, { userId })
    const own = createClient({ baseUrl: world.baseUrl, token: () => token })
    return own.call(unlinkIdentity, { identityId: identity?.identityId ?? '' })
  }
  await unlinked()
  await directory.change({ tls: 'none', url: 'ldap://ldap.example.com' })
  await expect(unlinked()).rejects.toMatchObject({ name: 'only_sign_in' })
})
