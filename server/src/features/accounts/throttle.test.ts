// @module-tag long
import { codeOf } from '@clouddisk/contract/errors'
import { HOUR } from '@clouddisk/contract/time'
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { expectRefusal, PASSWORD, useAccountDoor, WRONG } from '../../../test/account-door.ts'
import * as accounts from './accounts.ts'
import { deleteExpiredSessions } from './jobs.ts'

const { tryLogin, login, testContext, logged, reopen } = useAccountDoor()

describe('wrong tries', () => {
  const fail = (times: number, userName = 'alice', ip = '192.0.2.7') =>
    Promise.all(Array.from({ length: times }, () => tryLogin(userName, WRONG, { ip })))

  async function expectWait(answer: LightMyRequestResponse): Promise<number> {
    expect(answer.statusCode).toBe(429)
    expectRefusal(answer, 'too_many_tries')
    const seconds = Number(answer.headers['retry-after'])
    expect(answer.json().data.retryAfter).toBe(seconds)
    return seconds
  }

  it('are counted down, then bring a delay that grows (R240)', async () => {
    for (const left of [4, 3, 2, 1]) {
      const answer = await tryLogin('alice', WRONG)
      expect(answer.json()).toMatchObject({ errcode: 10_001, data: { left } })
    }
    const first = await expectWait(await tryLogin('alice', WRONG))
    expect(first).toBe(30)
    await expectWait(await tryLogin('alice', PASSWORD))
    testContext().advance(first * 1000)
    const second = await expectWait(await tryLogin('alice', WRONG))
    expect(second).toBe(60)
    testContext().advance(second * 1000)
    await login()
    expect((await tryLogin('alice', WRONG)).json().data).toEqual({ left: 4 })
  })

  it('are counted for accounts that do not exist just the same', async () => {
    const one = (await fail(6, 'nobody_here')).map((answer) => answer.json().errcode)
    const other = (await fail(6, 'alice')).map((answer) => answer.json().errcode)
    expect(one.sort()).toEqual(other.sort())
  })

  it('cannot be multiplied by trying at the same moment', async () => {
    const answers = await fail(40)
    const looked = answers.filter((answer) => answer.json().errcode === codeOf('wrong_credentials'))
    expect(looked).toHaveLength(4)
  })

  it('do not lock out a colleague behind the same address', async () => {
    await accounts.addPerson(testContext().ctx, { userName: 'bruno', password: PASSWORD })
    await fail(10)
    await login('bruno')
  })

  it('do not lock the person out elsewhere', async () => {
    await fail(10, 'alice', '198.51.100.1')
    await login('alice', PASSWORD, { ip: '192.0.2.7' })
  })

  it('count together for a whole network', async () => {
    await fail(3, 'alice', '198.51.100.1')
    await fail(2, 'alice', '198.51.100.200')
    await expectWait(await tryLogin('alice', PASSWORD, { ip: '198.51.100.3' }))
    await fail(3, 'alice', '2001:db8:1:1::1')
    await fail(2, 'alice', '2001:db8:1:1:ffff::2')
    await expectWait(await tryLogin('alice', PASSWORD, { ip: '2001:db8:1:1::3' }))
    await login('alice', PASSWORD, { ip: '2001:db8:1:2::1' })
  })

  it('from everywhere slow down strangers, and not whom the account knows', async () => {
    await login('alice', PASSWORD, { ip: '192.0.2.7' })
    for (let network = 0; network < 8; network++) await fail(3, 'alice', `203.0.${network}.1`)
    await expectWait(await tryLogin('alice', PASSWORD, { ip: '198.51.100.9' }))
    await login('alice', PASSWORD, { ip: '192.0.2.99' })
  })

  it('for many accounts slow down a network, and not whom it knows', async () => {
    await login('alice', PASSWORD, { ip: '192.0.2.7' })
    await accounts.addPerson(testContext().ctx, { userName: 'bruno', password: PASSWORD })
    for (let n = 0; n < 34; n++) await fail(3, `guess_${n}`, '192.0.2.66')
    await expectWait(await tryLogin('bruno', PASSWORD, { ip: '192.0.2.8' }))
    await login('alice', PASSWORD, { ip: '192.0.2.8' })
    await login('bruno', PASSWORD, { ip: '198.51.100.9' })
  })

  it('for many accounts at the same moment are no more than one after the other', async () => {
    const guesses = Array.from({ length: 300 }, (_, n) => tryLogin(`guess_${n}`, WRONG, { ip: '192.0.2.66' }))
    // Others find their turn meanwhile.
    await login('alice', PASSWORD, { ip: '198.51.100.9' })
    const answers = await Promise.all(guesses)
    const looked = answers.filter((answer) => answer.json().errcode === codeOf('wrong_credentials'))
    expect(looked.length).toBeGreaterThan(0)
    expect(looked.length).toBeLessThanOrEqual(101)
    for (const answer of answers) if (!looked.includes(answer)) await expectWait(answer)
    testContext().advance(HOUR)
    await login('alice', PASSWORD, { ip: '192.0.2.66' })
  }, 60_000)

  it('from many networks at once are told to come again when they are too many to look at', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, network) =>
        Array.from({ length: 50 }, (_, n) => tryLogin(`guess_${n}`, WRONG, { ip: `203.0.${network}.1` })),
      ).flat(),
    )
    const late = answers.filter((answer) => answer.statusCode === 503)
    expect(late.length).toBeGreaterThan(0)
    for (const answer of late) {
      expectRefusal(answer, 'unavailable')
      expect(answer.headers['retry-after']).toBe('2')
    }
  }, 60_000)

  it('are told apart behind a trusted proxy, and not by a header anyone can send', async () => {
    const as = (forwarded: string) => ({ ip: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } })
    for (let n = 0; n < 5; n++) await tryLogin('alice', WRONG, as(`203.0.${n}.1`))
    await expectWait(await tryLogin('alice', PASSWORD, as('198.51.100.1')))
    expect(logged()).toContain('CLOUDDISK_TRUSTED_PROXIES')
    await reopen({ CLOUDDISK_TRUSTED_PROXIES: '10.0.0.0/8' })
    for (let n = 0; n < 5; n++) await tryLogin('alice', WRONG, as('203.0.113.1'))
    await expectWait(await tryLogin('alice', PASSWORD, as('203.0.113.1')))
    await login('alice', PASSWORD, as('198.51.100.1'))
  })

  it('are forgotten in time, and swept away', async () => {
    await fail(5)
    testContext().advance(2 * HOUR)
    expect((await tryLogin('alice', WRONG)).json().data).toEqual({ left: 4 })
    testContext().advance(2 * HOUR)
    await deleteExpiredSessions(testContext().ctx)
    const rows = await testContext().ctx.db.reader.selectFrom('sign_in_throttle').selectAll().execute()
    expect(rows).toEqual([])
  })
})
