// @module-tag long
import { currentUser } from '@clouddisk/contract/accounts'
import { changePeople } from '@clouddisk/contract/admin-people'
import {
  pageSecondFactors,
  querySecondFactorPolicy,
  saveSecondFactorPolicy,
} from '@clouddisk/contract/admin-second-factor'
import { pageLogs } from '@clouddisk/contract/audit'
import { codeOf } from '@clouddisk/contract/errors'
import { pageNotifications } from '@clouddisk/contract/notifications'
import {
  beginTotp,
  confirmTotp,
  querySecondFactor,
  removeTotp,
  type SecondFactorPolicy,
} from '@clouddisk/contract/second-factor'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authenticatorOf, finishSignIn, setUpAuthenticator } from '../../../test/authenticator.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { personById } from '../accounts/accounts.ts'
import { openSession } from '../accounts/open-session.ts'
import { resetByName } from './reset.ts'

let world: World
let admin: Person
beforeEach(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'boss_1' })
})
afterEach(() => world.close())

const require = (policy: Partial<SecondFactorPolicy>) =>
  admin.call(saveSecondFactorPolicy, {
    requiredOf: 'nobody',
    roleIds: [],
    trustProviders: false,
    ...policy,
  })

const stepOf = async (person: Person) => (await world.again(person)).user.nextStep

describe('who needs a second factor', () => {
  it('is nobody at first, then whom the policy names', async () => {
    const anna = await world.person('anna_b')
    const auditor = await world.admin('auditor')
    const steps = async () => Promise.all([anna, auditor, admin].map(stepOf))
    expect(await admin.call(querySecondFactorPolicy, {})).toMatchObject({ requiredOf: 'nobody' })
    expect(await steps()).toEqual([null, null, null])
    await require({ requiredOf: 'administrators' })
    expect(await steps()).toEqual([null, 'secondFactorSetup', 'secondFactorSetup'])
    await require({ requiredOf: 'roles', roleIds: ['auditor'] })
    expect(await steps()).toEqual([null, 'secondFactorSetup', null])
    await require({ requiredOf: 'everybody' })
    expect(await steps()).toEqual(['secondFactorSetup', 'secondFactorSetup', 'secondFactorSetup'])
    // Sessions that are open go on.
    await anna.call(currentUser, {})
    const { list } = await admin.call(pageLogs, { action: 'secondFactor.policyChanged' })
    expect(list[0]?.detail).toMatchObject({ requiredOf: 'everybody', was: { requiredOf: 'roles' } })
  })

  it('is set up at the next sign-in, and the last one is not removed', async () => {
    const anna = await world.person('anna_b')
    await require({ requiredOf: 'everybody' })
    const again = await world.again(anna)
    await expect(again.call(querySecondFactor, {})).rejects.toMatchObject({ name: 'second_factor_required' })
    const { secret } = await again.call(beginTotp, {})
    const app = authenticatorOf(secret)
    const { recoveryCodes } = await again.call(confirmTotp, { code: app.code(world.ctx.now()) })
    expect(recoveryCodes).toHaveLength(10)
    expect((await again.call(currentUser, {})).nextStep).toBeNull()
    await expect(again.call(removeTotp, {})).rejects.toMatchObject({ name: 'second_factor_needed' })
    expect(await again.call(querySecondFactor, {})).toMatchObject({ required: true, recoveryCodesLeft: 10 })
    world.advance(30_000)
    await finishSignIn(world, await world.again(anna), app)
  })

  it('refuses roles that there are not, and none', async () => {
    await expect(require({ requiredOf: 'roles' })).rejects.toMatchObject({ name: 'bad_field' })
    for (const id of ['nowhere', '01a21f07-e0d6-7680-9404-9ae299fdaa7a'])
      await expect(require({ requiredOf: 'roles', roleIds: [id] })).rejects.toMatchObject({
        name: 'not_found',
      })
  })

  it('is changed by super administrators, and read by auditors', async () => {
    const auditor = await world.admin('auditor')
    expect(await auditor.call(querySecondFactorPolicy, {})).toMatchObject({ requiredOf: 'nobody' })
    const change = auditor.call(saveSecondFactorPolicy, {
      requiredOf: 'everybody',
      roleIds: [],
      trustProviders: false,
    })
    await expect(change).rejects.toMatchObject({ name: 'area_refused' })
  })
})

describe('a session in which the first factor is to be set up', () => {
  it('sets up none once the person has one', async () => {
    const anna = await world.person('anna_b')
    await require({ requiredOf: 'everybody' })
    const thief = await world.again(anna)
    await setUpAuthenticator(world, anna)
    expect((await thief.call(currentUser, {})).nextStep).toBe('secondFactorSetup')
    const { secret } = await thief.call(beginTotp, {})
    const confirmed = thief.call(confirmTotp, { code: authenticatorOf(secret).code(world.ctx.now()) })
    await expect(confirmed).rejects.toMatchObject({ name: 'second_factor_required' })
    expect((await thief.call(currentUser, {})).nextStep).toBe('secondFactorSetup')
  })
})

describe('a provider that says it has asked for a second factor', () => {
  const request = { headers: {}, cookies: {}, ip: '127.0.0.1', protocol: 'http', host: '' } as unknown
  const signIn = async (person: Person, providerAskedForFactor: boolean) => {
    const known = (await personById(world.ctx, person.user.userId)) ?? expect.fail('nobody')
    const way = { method: 'oidc', providerAskedForFactor } as const
    return (await openSession(world.ctx, known, request as FastifyRequest, way)).nextStep
  }

  it('is believed where the administrator says so', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    expect(await signIn(anna, true)).toBe('secondFactor')
    await require({ trustProviders: true })
    expect([await signIn(anna, true), await signIn(anna, false)]).toEqual([null, 'secondFactor'])
  })
})

describe('a list of people', () => {
  it('says who has which factor, and who lacks one', async () => {
    const anna = await world.person('anna_b')
    await world.person('otto_b')
    await setUpAuthenticator(world, anna)
    await require({ requiredOf: 'everybody' })
    const list = async (filter = {}) =>
      (await admin.call(pageSecondFactors, filter)).list.map(({ userName }) => userName)
    expect(await list()).toEqual(['anna_b', 'boss_1', 'otto_b'])
    expect(await list({ state: 'has' })).toEqual(['anna_b'])
    expect(await list({ state: 'missing' })).toEqual(['boss_1', 'otto_b'])
    expect(await list({ keyword: 'NNA_' })).toEqual(['anna_b'])
    expect(await list({ keyword: '%' })).toEqual([])
    const page = await admin.call(pageSecondFactors, { pageSize: 1, pageNo: 2 })
    expect(page).toMatchObject({ total: 3, list: [{ userName: 'boss_1', app: false }] })
    const [first] = (await admin.call(pageSecondFactors, { state: 'has' })).list
    expect(first).toMatchObject({ app: true, passkeys: 0, recoveryCodesLeft: 10, required: true })
  })
})

describe('a reset', () => {
  const reset = (who: Person, person: Person) =>
    who.call(changePeople, { userIds: [person.user.userId], action: 'resetSecondFactor' })

  it('takes all factors, ends the sessions, and tells the person', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    expect((await reset(admin, anna)).list).toMatchObject([{ errcode: 0 }])
    await expect(anna.call(currentUser, {})).rejects.toMatchObject({ name: 'not_signed_in' })
    const again = await world.again(anna)
    expect(again.user.nextStep).toBeNull()
    expect(await again.call(querySecondFactor, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    const { list } = await again.call(pageNotifications, {})
    expect(list[0]).toMatchObject({ kind: 'secondFactor.reset' })
    const told = await admin.call(pageLogs, { action: 'secondFactor.reset' })
    expect(told.list).toMatchObject([{ userName: 'boss_1', objectName: 'anna_b', detail: { ended: 1 } }])
  })

  it('of a super administrator is for super administrators, of others for whoever manages them', async () => {
    const department = await world.department('Sales')
    const [inside, outside] = [await world.person('inside', { department }), await world.person('outside')]
    const orgAdmin = await world.admin('orgAdmin', { department })
    const boss = await world.admin('superAdmin', { department })
    const auditor = await world.admin('auditor')
    for (const person of [inside, outside, boss]) await setUpAuthenticator(world, person)
    const answerTo = async (person: Person) => (await reset(orgAdmin, person)).list[0]?.errcode
    expect(await answerTo(inside)).toBe(0)
    expect(await answerTo(outside)).toBe(codeOf('not_found'))
    expect(await answerTo(boss)).toBe(codeOf('area_refused'))
    await expect(reset(auditor, outside)).rejects.toMatchObject({ name: 'area_refused' })
    expect(await stepOf(boss)).toBe('secondFactor')
    expect(await stepOf(inside)).toBeNull()
  })

  it('by the command line lets the last administrator in', async () => {
    await setUpAuthenticator(world, admin)
    expect(await stepOf(admin)).toBe('secondFactor')
    await resetByName(world.ctx, 'boss_1')
    expect(await stepOf(admin)).toBeNull()
    await expect(resetByName(world.ctx, 'nobody_1')).rejects.toThrow('not_found')
  })
})
