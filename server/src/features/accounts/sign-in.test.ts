import * as contract from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { HOUR } from '@clouddisk/contract/time'
import { describe, expect, it } from 'vitest'
import { expectRefusal, PASSWORD, useAccountDoor, WRONG } from '../../../test/account-door.ts'
import * as accounts from './accounts.ts'

const { inject, get, post, tryLogin, login, me, testContext, logged, reopen } = useAccountDoor()

describe('sign-in', () => {
  it('answers who it is with a token, and sets a cookie that scripts cannot read', async () => {
    const answer = await tryLogin('alice', PASSWORD)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().data).toEqual({
      userId: expect.any(String),
      userName: 'alice',
      userRealName: '林晓',
      token: expect.stringMatching(/^[\w-]{43}$/),
      mustChangePassword: false,
      nextStep: null,
    })
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({
      name: 'cd_session',
      path: '/disk/',
      httpOnly: true,
      sameSite: 'Lax',
      maxAge: 604_800,
    })
    expect(cookie).not.toHaveProperty('secure')
  })

  it.each([pathOf(contract.login), ...contract.login.aliases])(
    'is answered under %s (R213, C37)',
    async (path) => {
      const answer = await post(path, { userName: 'alice', password: PASSWORD })
      expect(answer.json()).toMatchObject({ errcode: 0, data: { userName: 'alice' } })
    },
  )

  it('knows the person by bearer token and by cookie alike', async () => {
    const token = await login()
    const byToken = await me(token)
    expect(byToken.json().data).toMatchObject({
      userName: 'alice',
      userRealName: '林晓',
      mustChangePassword: false,
      isAdmin: false,
    })
    expect((await me(undefined, { cookie: `cd_session=${token}` })).json()).toMatchObject({
      data: byToken.json().data,
    })
  })

  it('takes the account name in any case and with stray spaces', async () => {
    await login(' ALICE ')
  })

  it('takes a password in whatever form a keyboard makes it', async () => {
    await accounts.addPerson(testContext().ctx, {
      userName: 'bruno',
      password: 'Crème-brûlée1'.normalize('NFC'),
    })
    await login('bruno', 'Crème-brûlée1'.normalize('NFD'))
  })

  it('tells nothing apart: unknown account and wrong password are answered alike', async () => {
    const unknown = await tryLogin('nobody_here', WRONG)
    const wrong = await tryLogin('alice', WRONG)
    expectRefusal(unknown, 'wrong_credentials')
    expect({ ...unknown.json(), traceId: '' }).toEqual({ ...wrong.json(), traceId: '' })
    expect(unknown.cookies).toEqual([])
  })

  it('is refused for frozen and expired accounts, to those alone who know the password (R240)', async () => {
    const { ctx } = testContext()
    await accounts.freeze(ctx, 'alice')
    expectRefusal(await tryLogin('alice', PASSWORD), 'account_frozen')
    expectRefusal(await tryLogin('alice', WRONG), 'wrong_credentials')
    await accounts.unfreeze(ctx, 'alice')
    await ctx.db.reader
      .updateTable('person')
      .set({ valid_until: new Date(testContext().ctx.now().getTime() - HOUR) })
      .execute()
    expectRefusal(await tryLogin('alice', PASSWORD), 'account_expired')
  })

  it('offers the configured regions and platforms, and no others', async () => {
    const chosen = {
      userName: 'alice',
      password: PASSWORD,
      region: 'north-america',
      platform: 'main',
    }
    expect((await post(pathOf(contract.login), chosen)).json().errcode).toBe(0)
    const other = await post(pathOf(contract.login), { ...chosen, region: 'the-moon' })
    expect(other.json()).toMatchObject({
      errcode: 20_001,
      data: { field: 'region', reason: 'unknown_value' },
    })
  })

  it('replaces the session that the browser had before', async () => {
    const before = await login()
    const after = await login('alice', PASSWORD, {
      headers: { cookie: `cd_session=${before}`, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect((await me(before)).statusCode).toBe(401)
    expect((await me(after)).statusCode).toBe(200)
  })

  it('never writes a password or a token to the log or the database', async () => {
    const token = await login()
    await tryLogin('alice', WRONG)
    await tryLogin(WRONG, WRONG)
    await me(token)
    expect(logged()).not.toContain('horse1')
    expect(logged()).not.toContain(token)
    const { rows } = await testContext().ctx.db.pool.query(
      `select (select string_agg(t::text, '') from sign_in_throttle t) || (select string_agg(s::text, '') from session s)
        || (select string_agg(p::text, '') from person p) as all`,
    )
    expect(rows[0].all).not.toContain('horse1')
    expect(rows[0].all).not.toContain(token)
  })
})

describe('the sign-in form', () => {
  const form = (
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    url = pathOf(contract.loginForm),
  ) =>
    inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'disk.test', ...headers },
      payload: new URLSearchParams(fields).toString(),
    })
  const page = { accept: 'text/html', origin: 'http://disk.test' }
  const right = { username: 'alice', password: PASSWORD }

  it('leads a browser to where it wanted to go', async () => {
    const answer = await form({ ...right, service: 'http://disk.test/disk/recycleBin?x=1' }, page)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('http://disk.test/disk/recycleBin?x=1')
    expect(answer.cookies[0]?.name).toBe('cd_session')
  })

  it('answers the envelope to everybody else', async () => {
    expect((await form(right)).json()).toMatchObject({ errcode: 0, data: { userName: 'alice' } })
    expectRefusal(await form({ ...right, password: WRONG }, page), 'wrong_credentials')
  })

  it.each([pathOf(contract.loginForm), ...contract.loginForm.aliases])(
    'is served under %s (R212, C37)',
    async (path) => {
      const answer = await form(right, {}, path)
      expect(answer.json()).toMatchObject({ errcode: 0, data: { userName: 'alice' } })
    },
  )

  it('is refused to other sites', async () => {
    for (const origin of ['http://evil.test', 'null', 'http://disk.test.evil.test'])
      expectRefusal(await form(right, { ...page, origin }), 'request_refused')
  })

  it.each([
    'http://evil.test/',
    '//evil.test',
    '/\\evil.test',
    'http://disk.test@evil.test/',
    'http://disk.test.evil.test/',
    'javascript:alert(1)',
    'data:text/html,x',
    'not a url at all',
    '',
  ])('never leads to %s', async (service) => {
    const answer = await form({ ...right, service }, page)
    expect(answer.statusCode).toBe(302)
    expect(new URL(String(answer.headers.location)).origin).toBe('http://disk.test')
  })

  it('follows a configured sign-in host', async () => {
    await reopen({ CLOUDDISK_REDIRECT_ORIGINS: 'https://sso.example.com' })
    const answer = await form({ ...right, service: 'https://sso.example.com/done' }, page)
    expect(answer.headers.location).toBe('https://sso.example.com/done')
  })
})

describe('sign-out', () => {
  it.each(['GET', 'POST'] as const)('by %s ends the session and leads back home (R38)', async (method) => {
    const token = await login()
    const answer = await inject({
      method,
      url: `${pathOf(contract.logout)}?service=${encodeURIComponent('http://evil.test/')}`,
      headers: { cookie: `cd_session=${token}`, host: 'disk.test' },
    })
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('http://disk.test/disk/')
    expect(answer.cookies[0]).toMatchObject({ name: 'cd_session', value: '', path: '/disk/' })
    expect((await me(token)).statusCode).toBe(401)
  })

  it('is not for another site to do: it leads to the page, and nothing ends', async () => {
    const token = await login()
    const from = (site: string) =>
      inject({
        url: `${pathOf(contract.logout)}?service=http://disk.test/disk/recycleBin`,
        headers: { cookie: `cd_session=${token}`, host: 'disk.test', 'sec-fetch-site': site },
      })
    const answer = await from('cross-site')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('http://disk.test/disk/')
    expect(answer.cookies).toEqual([])
    expect((await me(token)).statusCode).toBe(200)
    // Typed by the person, or followed on our own page.
    expect((await from('none')).headers.location).toBe('http://disk.test/disk/recycleBin')
    expect((await me(token)).statusCode).toBe(401)
  })

  it.each([pathOf(contract.logout), ...contract.logout.aliases])(
    'is fine without a session, under %s (C37)',
    async (path) => expect((await get(path)).statusCode).toBe(302),
  )
})
