import { changePassword, currentUser, login, querySessions } from '@clouddisk/contract/accounts'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { pageInstances } from '@clouddisk/contract/files'
import {
  beginTotp,
  checkSecondFactor,
  confirmIdentity,
  confirmTotp,
  queryFactorWays,
  querySecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from '@clouddisk/contract/second-factor'
import { DAY, HOUR, MINUTE, SECOND } from '@clouddisk/contract/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authenticatorOf, finishSignIn, setUpAuthenticator } from '../../../test/authenticator.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const refused = (name: string) => ({ name })

describe('an authenticator app', () => {
  it('is in force once a code of it was confirmed, and asked for at the next sign-in', async () => {
    const anna = await world.person('anna_b')
    expect(await anna.call(querySecondFactor, {})).toEqual({
      totp: null,
      passkeys: [],
      recoveryCodesLeft: 0,
      required: false,
    })
    const { secret, uri } = await anna.call(beginTotp, {})
    expect(uri).toMatch(/^otpauth:\/\/totp\/[^?]*anna_b\?/)
    expect((await world.again(anna)).user.nextStep).toBeNull()
    await expect(anna.call(confirmTotp, { code: '000000' })).rejects.toMatchObject(
      refused('second_factor_wrong'),
    )
    const { recoveryCodes } = await anna.call(confirmTotp, {
      code: authenticatorOf(secret).code(world.ctx.now()),
    })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await anna.call(querySecondFactor, {})).toMatchObject({ recoveryCodesLeft: 10 })

    const again = await world.again(anna)
    expect(again.user.nextStep).toBe('secondFactor')
    await expect(again.call(pageInstances, { parentId: '0' })).rejects.toMatchObject({
      name: 'second_factor_required',
      httpStatus: 403,
    })
    expect(await again.call(queryFactorWays, {})).toMatchObject({ password: true, code: true })
    world.advance(30 * SECOND)
    await finishSignIn(world, again, authenticatorOf(secret))
    expect((await again.call(currentUser, {})).nextStep).toBeNull()
    await again.call(pageInstances, { parentId: '0' })
    expect(await again.call(querySessions, {})).toHaveLength(3)
  })

  it('takes each code once, also at the same time, and of no other time', async () => {
    const anna = await world.person('anna_b')
    const app = await setUpAuthenticator(world, anna)
    const now = world.ctx.now()
    const [one, two] = [await world.again(anna), await world.again(anna)]
    // The one that confirmed the set-up.
    const used = { code: app.code(new Date(now.getTime() - 30 * SECOND)) }
    await expect(one.call(checkSecondFactor, used)).rejects.toMatchObject(refused('second_factor_wrong'))
    for (const away of [-5 * MINUTE, -MINUTE, 2 * MINUTE]) {
      const code = app.code(new Date(now.getTime() + away))
      await expect(one.call(checkSecondFactor, { code })).rejects.toMatchObject(
        refused('second_factor_wrong'),
      )
    }
    const code = app.code(now)
    const tries = await Promise.allSettled([one, two].map((who) => who.call(checkSecondFactor, { code })))
    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is replaced by another once that one was confirmed, and removed with its recovery codes', async () => {
    const anna = await world.person('anna_b')
    const old = await setUpAuthenticator(world, anna)
    const { secret } = await anna.call(beginTotp, {})
    const next = authenticatorOf(secret)
    const before = await world.again(anna)
    await finishSignIn(world, before, old)
    expect(await anna.call(confirmTotp, { code: next.code(world.ctx.now()) })).toEqual({ recoveryCodes: [] })
    world.advance(30 * SECOND)
    const after = await world.again(anna)
    await expect(after.call(checkSecondFactor, { code: old.code(world.ctx.now()) })).rejects.toMatchObject(
      refused('second_factor_wrong'),
    )
    await finishSignIn(world, after, next)
    await anna.call(removeTotp, {})
    expect(await anna.call(querySecondFactor, {})).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
    expect((await world.again(anna)).user.nextStep).toBeNull()
    await expect(anna.call(renewRecoveryCodes, {})).rejects.toMatchObject(refused('no_second_factor'))
  })

  it('is not set up after a quarter of an hour', async () => {
    const anna = await world.person('anna_b')
    const { secret } = await anna.call(beginTotp, {})
    world.advance(16 * MINUTE)
    await anna.call(confirmIdentity, { password: PASSWORD })
    const code = authenticatorOf(secret).code(world.ctx.now())
    await expect(anna.call(confirmTotp, { code })).rejects.toMatchObject(refused('set_up_over'))
  })
})

describe('recovery codes', () => {
  it('open a session once each, as they are typed, and go when they are renewed', async () => {
    const anna = await world.person('anna_b')
    const { recoveryCodes } = await setUpAuthenticator(world, anna)
    const [first = '', second = '', third = ''] = recoveryCodes
    const one = await world.again(anna)
    await one.call(checkSecondFactor, { code: ` ${first.toUpperCase().replaceAll('-', ' ')}` })
    const two = await world.again(anna)
    await expect(two.call(checkSecondFactor, { code: first })).rejects.toMatchObject(
      refused('second_factor_wrong'),
    )
    await two.call(checkSecondFactor, { code: second })
    expect(await anna.call(querySecondFactor, {})).toMatchObject({ recoveryCodesLeft: 8 })
    const renewed = await anna.call(renewRecoveryCodes, {})
    const three = await world.again(anna)
    await expect(three.call(checkSecondFactor, { code: third })).rejects.toMatchObject(
      refused('second_factor_wrong'),
    )
    await three.call(checkSecondFactor, { code: renewed.recoveryCodes[0] ?? '' })
  })

  it('of another person open nothing', async () => {
    const [anna, otto] = [await world.person('anna_b'), await world.person('otto_b')]
    const { recoveryCodes } = await setUpAuthenticator(world, anna)
    await setUpAuthenticator(world, otto)
    const again = await world.again(otto)
    await expect(again.call(checkSecondFactor, { code: recoveryCodes[0] ?? '' })).rejects.toMatchObject(
      refused('second_factor_wrong'),
    )
  })
})

describe('guessing', () => {
  const guess = (who: Person) => who.call(checkSecondFactor, { code: '000000' })

  it('waits after five wrong codes, whatever session they come from, and longer each time', async () => {
    const anna = await world.person('anna_b')
    const app = await setUpAuthenticator(world, anna)
    const attacker = await world.again(anna)
    for (const left of [4, 3, 2, 1, 0])
      await expect(guess(attacker)).rejects.toMatchObject({ name: 'second_factor_wrong', details: { left } })
    await expect(guess(attacker)).rejects.toMatchObject({
      name: 'too_many_tries',
      details: { retryAfter: 30 },
    })
    // A new sign-in does not begin anew, and the right code waits too.
    const fresh = await world.again(anna)
    const right = { code: app.code(world.ctx.now()) }
    await expect(fresh.call(checkSecondFactor, right)).rejects.toMatchObject(refused('too_many_tries'))
    let waited = 30 * SECOND
    const waits: number[] = []
    for (let i = 0; i < 9; i++) {
      world.advance(waited)
      const who = await world.again(anna)
      await expect(guess(who)).rejects.toMatchObject(refused('second_factor_wrong'))
      const { details } = (await guess(who).catch((error: { details: { retryAfter: number } }) => error)) as {
        details: { retryAfter: number }
      }
      waits.push(details.retryAfter)
      waited = details.retryAfter * SECOND
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
    world.advance(HOUR)
    const owner = await world.again(anna)
    await finishSignIn(world, owner, app)
    const { list } = await (await admin()).call(pageLogs, { action: 'session.opened', result: 'refused' })
    expect(list[0]).toMatchObject({ userName: 'anna_b', detail: { reason: 'second_factor_wrong' } })
  })

  it('in parallel is no faster', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    const attacker = await world.again(anna)
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => guess(attacker)))
    const names = tries.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : 'yes'))
    expect(names.filter((name) => name === 'second_factor_wrong')).toHaveLength(5)
    expect(names.filter((name) => name === 'too_many_tries')).toHaveLength(15)
  })

  async function admin(): Promise<Person> {
    return world.admin('superAdmin')
  }
})

describe('a session without the second factor', () => {
  it('lasts ten minutes, is in no list, and is ended by a sign-out elsewhere', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    const pending = await world.again(anna)
    expect(await anna.call(querySessions, {})).toHaveLength(1)
    world.advance(10 * MINUTE)
    await expect(pending.call(currentUser, {})).rejects.toMatchObject(refused('not_signed_in'))
    await anna.call(currentUser, {})
  })

  it('says so at sign-in, and is in the log as no sign-in', async () => {
    const anna = await world.person('anna_b')
    const app = await setUpAuthenticator(world, anna)
    const answer = await anna.call(login, { userName: 'anna_b', password: PASSWORD })
    expect(answer.nextStep).toBe('secondFactor')
    const admin = await world.admin('superAdmin')
    const opened = async () =>
      (
        await admin.call(pageLogs, { action: 'session.opened,secondFactor.asked', keyword: 'anna_b' })
      ).list.map(({ action, detail }) => [action, detail?.secondFactor])
    expect(await opened()).toEqual([
      ['secondFactor.asked', undefined],
      ['session.opened', undefined],
    ])
    await finishSignIn(world, await world.again(anna), app)
    expect((await opened())[0]).toEqual(['session.opened', 'totp'])
  })

  it('does not change the password either', async () => {
    const anna = await world.person('anna_b')
    await setUpAuthenticator(world, anna)
    const pending = await world.again(anna)
    await expect(
      pending.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Another-horse2' }),
    ).rejects.toMatchObject(refused('second_factor_required'))
    await expect(pending.call(confirmIdentity, { password: PASSWORD })).rejects.toMatchObject(
      refused('second_factor_required'),
    )
  })
})

describe('what others are signed in by', () => {
  it('is changed after a sign-in or a confirmation of the last ten minutes', async () => {
    const admin = await world.admin()
    const { userId } = (await world.person('anna_b')).user
    world.advance(10 * MINUTE + SECOND)
    const changes = [{ password: PASSWORD }, { accountName: 'anna_c' }, { email: 'anna@example.com' }]
    for (const change of changes)
      await expect(admin.call(updatePerson, { userId, ...change })).rejects.toMatchObject(
        refused('confirmation_required'),
      )
    await admin.call(updatePerson, { userId, phone: '13800000000' })
    await admin.call(confirmIdentity, { password: PASSWORD })
    for (const change of changes) await admin.call(updatePerson, { userId, ...change })
  })
})

describe('what changes the factors', () => {
  it('needs a sign-in or a confirmation of the last ten minutes', async () => {
    const anna = await world.person('anna_b')
    const app = await setUpAuthenticator(world, anna)
    world.advance(10 * MINUTE + SECOND)
    const again = refused('confirmation_required')
    await expect(anna.call(beginTotp, {})).rejects.toMatchObject(again)
    await expect(anna.call(confirmTotp, { code: '123456' })).rejects.toMatchObject(again)
    await expect(anna.call(removeTotp, {})).rejects.toMatchObject(again)
    await expect(anna.call(renewRecoveryCodes, {})).rejects.toMatchObject(again)
    await expect(anna.call(confirmIdentity, { password: 'Wrong-horse1' })).rejects.toMatchObject(
      refused('old_password_wrong'),
    )
    await expect(anna.call(confirmIdentity, {})).rejects.toMatchObject(refused('bad_field'))
    await expect(anna.call(removeTotp, {})).rejects.toMatchObject(again)
    await anna.call(confirmIdentity, { code: app.code(world.ctx.now()) })
    await anna.call(renewRecoveryCodes, {})
    world.advance(DAY / 4)
    await expect(anna.call(removeTotp, {})).rejects.toMatchObject(again)
    await anna.call(confirmIdentity, { password: PASSWORD })
    await anna.call(removeTotp, {})
  })
})
