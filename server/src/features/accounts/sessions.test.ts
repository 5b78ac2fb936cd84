import * as contract from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { describe, expect, it } from 'vitest'
import { expectRefusal, HOUR, PASSWORD, useAccountDoor } from '../../../test/account-door.ts'
import * as accounts from './accounts.ts'
import { sweepSessions } from './jobs.ts'

const { get, post, tryLogin, login, me, ground, reopen } = useAccountDoor()

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
      ground().advance(11 * HOUR)
      expect((await me(token)).statusCode).toBe(200)
    }
    ground().advance(12 * HOUR)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends after seven days, however much it is used', async () => {
    const token = await login()
    for (let n = 0; n < 16; n++) {
      ground().advance(10 * HOUR)
      expect((await me(token)).statusCode).toBe(200)
    }
    ground().advance(8 * HOUR)
    expect((await me(token)).statusCode).toBe(401)
    await sweepSessions(ground().ctx)
    const rows = await ground().ctx.db.reader.selectFrom('session').selectAll().execute()
    expect(rows).toEqual([])
  })

  it('says why it is over: by itself, or ended by someone', async () => {
    const reason = async (token: string) => (await me(token)).json().data
    const [idle, revoked] = [await login(), await login()]
    await post(pathOf(contract.revokeSessions), {}, { token: idle })
    expect(await reason(revoked)).toMatchObject({ reason: 'signed_out' })
    ground().advance(12 * HOUR)
    expect(await reason(idle)).toMatchObject({ reason: 'timed_out' })
    expect((await me(undefined)).json().data ?? {}).not.toHaveProperty('reason')
  })

  it('notes when it was last used, at most once a minute', async () => {
    const token = await login()
    const seen = async () =>
      (await ground().ctx.db.reader.selectFrom('session').select('last_seen_at').executeTakeFirstOrThrow())
        .last_seen_at
    const first = await seen()
    ground().advance(50_000)
    await me(token)
    expect(await seen()).toEqual(first)
    ground().advance(20_000)
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
    await accounts.addPerson(ground().ctx, { userName: 'bruno', password: PASSWORD })
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
    await accounts.freeze(ground().ctx, 'alice')
    expect((await me(token)).statusCode).toBe(401)
  })

  it('ends when the account expires', async () => {
    const token = await login()
    await ground()
      .ctx.db.reader.updateTable('person')
      .set({ valid_until: new Date(ground().ctx.now().getTime() + HOUR) })
      .execute()
    expect((await me(token)).statusCode).toBe(200)
    ground().advance(HOUR)
    expect((await me(token)).statusCode).toBe(401)
  })

  it('needs a header of ours where the cookie alone would change something', async () => {
    const token = await login()
    const change = (headers: Record<string, string>) =>
      post(
        pathOf(contract.saveSettings),
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
