import { randomBytes } from 'node:crypto'
import * as contract from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import { HOUR } from '@clouddisk/contract/time'
import { describe, expect, it } from 'vitest'
import { expectRefusal, PASSWORD, useAccountDoor } from '../../../test/account-door.ts'
import * as accounts from './accounts.ts'
import { deleteExpiredSessions } from './jobs.ts'

const { get, post, tryLogin, login, me, testContext, reopen } = useAccountDoor()

const STRANGERS_AT_ONCE = 4

describe('a session', () => {
  it('is refused without a token, with garbage, and with a token that was never given', async () => {
    for (const token of ['', 'garbage', 'x'.repeat(43), `${'x'.repeat(42)}\u00e9`]) {
      const answer = await me(undefined, { authorization: `Bearer ${encodeURIComponent(token)}` })
      expect(answer.statusCode).toBe(401)
      expectRefusal(answer, 'not_signed_in')
    }
  })

  it('ends after twelve idle hours, and lives on while it is used', async () => {
    const token = await login()
    for (let n = 0; n < 3; n++) {
      testContext().advance(11 * HOUR)
      expect((await me(token)).statusCode).toBe(200)
    }
    testContext().advance(12 * HOUR)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends after seven days, however much it is used', async () => {
    const token = await login()
    for (let n = 0; n < 16; n++) {
      testContext().advance(10 * HOUR)
      expect((await me(token)).statusCode).toBe(200)
    }
    testContext().advance(8 * HOUR)
    expect((await me(token)).statusCode).toBe(401)
    await deleteExpiredSessions(testContext().ctx)
    const rows = await testContext().ctx.db.reader.selectFrom('session').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('says why it is over: by itself, or ended by someone (R240)', async () => {
    const reason = async (token: string) => (await me(token)).json().data
    const [idle, revoked] = [await login(), await login()]
    await post(pathOf(contract.revokeSessions), {}, { token: idle })
    expect(await reason(revoked)).toMatchObject({ reason: 'signed_out' })
    testContext().advance(12 * HOUR)
    expect(await reason(idle)).toMatchObject({ reason: 'timed_out' })
    expect((await me(undefined)).json().data ?? {}).not.toHaveProperty('reason')
  })

  it('that never was, or ended long ago, gives no reason', async () => {
    const reasonOf = async (token: string) => (await me(token)).json().data?.reason
    expect(await reasonOf('x'.repeat(43))).toBeUndefined()
    const [ended, alive] = [await login(), await login()]
    await post(pathOf(contract.revokeSessions), {}, { token: alive })
    expect(await reasonOf(ended)).toBe('signed_out')
    testContext().advance(7 * 24 * HOUR)
    await deleteExpiredSessions(testContext().ctx)
    expect(await reasonOf(ended)).toBeUndefined()
    expect(await reasonOf(alive)).toBeUndefined()
  })

  it('of strangers is looked for a few at a time from one network, whatever tokens they make up', async () => {
    const { pool } = testContext().ctx.db
    const token = await login()
    const holder = await pool.connect()
    const waiting = async () =>
      (await holder.query(`select from pg_locks where not granted and relation = 'session'::regclass`))
        .rowCount
    const from = (ip: string, token?: string) => get(pathOf(contract.currentUser), { token, ip })
    const stranger = () => from('203.0.113.7', randomBytes(32).toString('base64url'))
    await holder.query('begin; lock table session')
    const asked = Array.from({ length: 1100 }, stranger)
    const settled = new Set<number>()
    for (const one of asked) void one.then(({ statusCode }) => settled.add(statusCode))
    await expect.poll(() => settled.has(429)).toBe(true)
    await expect.poll(waiting).toBe(STRANGERS_AT_ONCE)
    // Neither who comes from elsewhere waits behind them, nor who has nothing to be looked for.
    const others = [from('198.51.100.8', token), from('203.0.113.7')]
    await expect.poll(waiting).toBe(STRANGERS_AT_ONCE + 1)
    await holder.query('rollback')
    holder.release()
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 401])
    const refused = (await Promise.all(asked)).filter(({ statusCode }) => statusCode === 429)
    expect(refused).toHaveLength(1100 - 1000 - STRANGERS_AT_ONCE)
    expect(refused[0]?.headers['retry-after']).toBe('2')
  })

  it('notes when it was last used, at most once a minute', async () => {
    const token = await login()
    const seen = async () =>
      (
        await testContext()
          .ctx.db.reader.selectFrom('session')
          .select('last_seen_at')
          .executeTakeFirstOrThrow()
      ).last_seen_at
    const first = await seen()
    testContext().advance(50_000)
    await me(token)
    expect(await seen()).toEqual(first)
    testContext().advance(20_000)
    await me(token)
    expect((await seen()).getTime()).toBeGreaterThan(first.getTime())
  })

  it('is listed with its device and ended one by one or all others', async () => {
    const [one, two, three] = [await login(), await login(), await login()]
    const list = async (token: string) =>
      (await get(pathOf(contract.querySessions), { token })).json().data as contract.Session[]
    const all = await list(three)
    expect(all).toHaveLength(3)
    expect(all.map((session) => session.current)).toEqual([true, false, false])
    expect(all[0]).toMatchObject({ ip: '192.0.2.7', device: 'lightMyRequest' })
    const oldest = all.at(-1)?.sessionId
    const revoke = (token: string, sessionId?: string) =>
      post(pathOf(contract.revokeSessions), { ...(sessionId ? { sessionId } : {}) }, { token })
    expect((await revoke(three, oldest)).json().data).toEqual({ revoked: 1 })
    expect((await me(one)).statusCode).toBe(401)
    expectRefusal(await revoke(three, oldest), 'not_found')
    expectRefusal(await revoke(three, 'no-id'), 'not_found')
    expect((await revoke(three)).json().data).toEqual({ revoked: 1 })
    expect((await me(two)).statusCode).toBe(401)
    expect((await me(three)).statusCode).toBe(200)
  })

  it('of another person is not there', async () => {
    await accounts.addPerson(testContext().ctx, { userName: 'bruno', password: PASSWORD })
    const [alice, bruno] = [await login(), await login('bruno')]
    const [session] = (await get(pathOf(contract.querySessions), { token: alice })).json()
      .data as contract.Session[]
    expectRefusal(
      await post(pathOf(contract.revokeSessions), { sessionId: session?.sessionId }, { token: bruno }),
      'not_found',
    )
    expect((await me(alice)).statusCode).toBe(200)
  })

  it('ends everywhere when the account is frozen', async () => {
    const token = await login()
    await accounts.freeze(testContext().ctx, 'alice')
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends when the account expires', async () => {
    const token = await login()
    await testContext()
      .ctx.db.reader.updateTable('person')
      .set({ valid_until: new Date(testContext().ctx.now().getTime() + HOUR) })
      .execute()
    expect((await me(token)).statusCode).toBe(200)
    testContext().advance(HOUR)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('needs a header of ours where the cookie alone would change something', async () => {
    const token = await login()
    const change = (headers: Record<string, string>) =>
      post(
        pathOf(saveSettings),
        { theme: 'dark' },
        { headers: { cookie: `cd_session=${token}`, ...headers } },
      )
    expectRefusal(await change({}), 'request_refused')
    expect((await change({ 'x-requested-with': 'XMLHttpRequest' })).json().errcode).toBe(0)
  })

  it('is kept to https behind a TLS proxy or a public https address', async () => {
    const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
    await reopen({ CLOUDDISK_TRUSTED_PROXIES: 'loopback' })
    const behind = await tryLogin('alice', PASSWORD, { ip: '127.0.0.1', headers: forwarded })
    expect(behind.cookies[0]).toMatchObject({ secure: true })
    const forged = await tryLogin('alice', PASSWORD, { ip: '203.0.113.9', headers: forwarded })
    expect(forged.cookies[0]).not.toHaveProperty('secure')
    await reopen({ CLOUDDISK_PUBLIC_URL: 'https://disk.example.com' })
    expect((await tryLogin('alice', PASSWORD)).cookies[0]).toMatchObject({ secure: true })
  })
})
