import * as contract from '@clouddisk/contract/accounts'
import { codeOf } from '@clouddisk/contract/errors'
import { pathOf } from '@clouddisk/contract/route'
import { DEFAULT_SETTINGS, querySettings, Settings, saveSettings } from '@clouddisk/contract/settings'
import { describe, expect, it } from 'vitest'
import { expectRefusal, PASSWORD, useAccountDoor, WRONG } from '../../../test/account-door.ts'
import * as accounts from './accounts.ts'
import { ensureAdmin } from './first-admin.ts'

const { get, post, tryLogin, login, me, testContext, logged, reopen } = useAccountDoor()

describe('the password', () => {
  const change = (token: string, oldPassword: string, newPassword: string) =>
    post(pathOf(contract.changePassword), { oldPassword, newPassword }, { token })

  it('is changed by who knows it; other sessions end', async () => {
    const [other, token] = [await login(), await login()]
    expect((await change(token, PASSWORD, 'New-password1')).json().errcode).toBe(0)
    expect((await me(token)).statusCode).toBe(200)
    expect((await me(other)).statusCode).toBe(401)
    expectRefusal(await tryLogin('alice', PASSWORD), 'wrong_credentials')
    await login('alice', 'New-password1')
  })

  it('stays where the old one is wrong, or the new one weak or the same', async () => {
    const token = await login()
    expectRefusal(await change(token, WRONG, 'New-password1'), 'old_password_wrong')
    expectRefusal(await change(token, PASSWORD, 'weakpassword'), 'password_too_weak')
    expectRefusal(await change(token, PASSWORD, PASSWORD), 'password_unchanged')
    await login()
  })

  it('cannot be guessed through a stolen session', async () => {
    const token = await login()
    const answers = await Promise.all(Array.from({ length: 10 }, () => change(token, WRONG, 'New-password1')))
    const codes = answers.map((answer) => answer.json().errcode)
    expect(codes.filter((code) => code === codeOf('old_password_wrong'))).toHaveLength(4)
    expectRefusal(await change(token, PASSWORD, 'New-password1'), 'too_many_tries')
  })

  it('must be changed first where an administrator says so', async () => {
    const { ctx } = testContext()
    await accounts.addPerson(ctx, { userName: 'bruno', password: PASSWORD, mustChangePassword: true })
    const answer = await tryLogin('bruno', PASSWORD)
    expect(answer.json().data.mustChangePassword).toBe(true)
    const token: string = answer.json().data.token
    for (const call of [contract.queryUserCapacity, querySettings, contract.querySessions]) {
      const refused = await get(pathOf(call), { token })
      expect(refused.statusCode).toBe(403)
      expectRefusal(refused, 'must_change_password')
    }
    expect((await me(token)).json().data.mustChangePassword).toBe(true)
    expect((await get(pathOf(contract.publicConfig), { token })).statusCode).toBe(200)
    await change(token, PASSWORD, 'New-password1')
    expect((await get(pathOf(contract.queryUserCapacity), { token })).statusCode).toBe(200)
  })

  it('that an administrator sets ends every session and the delay', async () => {
    const token = await login()
    await accounts.resetPassword(testContext().ctx, 'alice', 'New-password1', false)
    expect((await me(token)).statusCode).toBe(401)
    await login('alice', 'New-password1')
  })
})

describe('the first start', () => {
  it('makes the account admin with a random password, told once', async () => {
    const { password = '', shown } = (await ensureAdmin(testContext().ctx)) ?? {}
    expect(password).toHaveLength(20)
    await shown?.()
    expect(logged()).not.toContain(password)
    const token = await login('admin', password)
    expect((await me(token)).json().data).toMatchObject({ isAdmin: true, mustChangePassword: false })
    expect(await ensureAdmin(testContext().ctx)).toBeUndefined()
  })

  it('makes another password as long as none was shown, unless one was set meanwhile', async () => {
    const unseen = await ensureAdmin(testContext().ctx)
    // Another server, which may be about to show it, goes on.
    expect(await ensureAdmin(testContext().ctx, false)).toBeUndefined()
    const { password = '' } = (await ensureAdmin(testContext().ctx)) ?? {}
    expect(password).not.toBe(unseen?.password)
    await login('admin', password)
    await accounts.resetPassword(testContext().ctx, 'admin', PASSWORD, false)
    expect(await ensureAdmin(testContext().ctx)).toBeUndefined()
    await login('admin')
  })

  it('takes the configured password, and later ones do not change it', async () => {
    await reopen({ CLOUDDISK_ADMIN_PASSWORD: 'Configured-1' })
    expect(await ensureAdmin(testContext().ctx)).toBeUndefined()
    await login('admin', 'Configured-1')
    const config = { ...testContext().ctx.config, adminPassword: 'Configured-2' }
    expect(await ensureAdmin({ ...testContext().ctx, config })).toBeUndefined()
    await login('admin', 'Configured-1')
  })

  it('makes one account when two servers start at once', async () => {
    const passwords = await Promise.all([ensureAdmin(testContext().ctx), ensureAdmin(testContext().ctx)])
    expect(passwords.filter((password) => password !== undefined)).toHaveLength(1)
  })

  it('leaves an account that the command line made before, and makes it the administrator’s', async () => {
    await accounts.addPerson(testContext().ctx, { userName: 'admin', password: PASSWORD })
    expect(await ensureAdmin(testContext().ctx)).toBeUndefined()
    expect((await me(await login('admin'))).json().data).toMatchObject({ isAdmin: true })
  })
})

describe('a new account', () => {
  const add = (input: Partial<accounts.NewPerson>) =>
    accounts.addPerson(testContext().ctx, { userName: 'bruno', password: PASSWORD, ...input })

  it.each([
    ['a name of four letters', { userName: 'abcd' }, 'bad_field'],
    ['a space in the name', { userName: 'with space' }, 'bad_field'],
    ['a Chinese account name', { userName: '中文账号名' }, 'bad_field'],
    ['121 letters', { userName: 'x'.repeat(121) }, 'bad_field'],
    ['a blank person', { realName: ' ' }, 'bad_field'],
    ['a person of 121 characters', { realName: '名'.repeat(121) }, 'bad_field'],
    ['a weak password', { password: 'password' }, 'password_too_weak'],
    ['a name that is taken in another case', { userName: 'ALICE' }, 'name_taken'],
  ])('is refused with %s', async (_what, input, refused) => {
    await expect(add(input)).rejects.toMatchObject({ errorName: refused })
  })

  it('has the allowance it was given, or the configured one, or none to obey', async () => {
    await add({ userName: 'given', capacity: 5 })
    await add({ userName: 'usual' })
    await add({ userName: 'boundless', capacity: null })
    const capacity = async (userName: string) =>
      (await get(pathOf(contract.queryUserCapacity), { token: await login(userName) })).json().data
    expect(await capacity('given')).toMatchObject({ usedSize: 0, totalSize: 5, isLimist: '1' })
    expect(await capacity('usual')).toMatchObject({ totalSize: 20 * 1024 ** 3, totalSelf: 20 * 1024 ** 3 })
    expect(await capacity('boundless')).toMatchObject({ totalSize: 0, isLimist: '0' })
    await accounts.setQuota(testContext().ctx, 'given', null)
    expect(await capacity('given')).toMatchObject({ isLimist: '0' })
  })
})

/** Another value of each setting than its default. */
const CHOSEN = {
  language: 'en-US',
  skin: 'light',
  theme: 'dark',
  density: 'compact',
  startPage: 'last',
  filesView: 'grid',
  filesOrderBy: 'fileSize',
  filesOrderType: 'desc',
  pageSize: 50,
  openBy: 'single',
  showRedCount: false,
  vioceTip: false,
  downloadAs: 'zip',
  localHelper: true,
  downloadPath: 'D:\\下载\\云盘',
  askDownloadPath: true,
  localSync: true,
  showLeadTip: false,
  logViews: [{ name: '本周', search: 'from=2026-11-23' }],
} as const satisfies Required<Settings>

describe('settings', () => {
  const save = (settings: object, token: string) => post(pathOf(saveSettings), settings, { token })
  const read = async () => (await get(pathOf(querySettings), { token: await login() })).json().data

  it('have defaults, are kept for the person and changed one by one (R81)', async () => {
    const token = await login()
    const expected: Record<string, unknown> = { ...DEFAULT_SETTINGS }
    expect(await read()).toEqual(expected)
    expect(expected).toMatchObject({ showRedCount: true })
    expect(Object.keys(CHOSEN).sort()).toEqual(Object.keys(Settings.properties).sort())
    for (const [name, value] of Object.entries(CHOSEN)) {
      expected[name] = value
      expect((await save({ [name]: value }, token)).json().data).toEqual(expected)
    }
    expect(await read()).toEqual(expected)
    for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) await save({ [name]: value }, token)
    expect(await read()).toEqual({ ...DEFAULT_SETTINGS, language: 'en-US' })
  })

  it('take the right spelling of vioceTip too, and ignore a name that there is not', async () => {
    const token = await login()
    const { data } = (await save({ voiceTip: false, colour: 'blue' }, token)).json()
    expect(data).toEqual({ ...DEFAULT_SETTINGS, vioceTip: false })
  })

  it('are refused with the field that is wrong, and stay', async () => {
    const token = await login()
    const wrongs = [
      { language: 'fr' },
      { skin: 'green' },
      { theme: 'neon' },
      { density: 'wide' },
      { startPage: 'https://evil.example' },
      { filesView: 'tree' },
      { filesOrderBy: 'owner' },
      { filesOrderType: 'up' },
      { pageSize: 25 },
      { pageSize: 'many' },
      { openBy: 'triple' },
      { showRedCount: 3 },
      { vioceTip: 'loud' },
      { downloadAs: 'tar' },
      { downloadPath: 'x'.repeat(32_768) },
      { askDownloadPath: 'sometimes' },
      { localSync: 'D:' },
      { showLeadTip: 'later' },
      { logViews: [{ name: '', search: '' }] },
    ]
    for (const wrong of wrongs) {
      const [field] = Object.keys(wrong)
      const answer = (await save({ ...wrong }, token)).json()
      expect(answer, JSON.stringify(wrong)).toMatchObject({ errcode: 20_001, data: { field } })
    }
    expect(await read()).toEqual(DEFAULT_SETTINGS)
  })
})

describe('what anybody is told', () => {
  it('is every limit in force, and what the sign-in page offers (R249, R255)', async () => {
    await reopen({ CLOUDDISK_RENAME_MAX: '60', CLOUDDISK_PUBLIC_URL: 'https://disk.example.com' })
    const { data } = (await get(pathOf(contract.publicConfig))).json()
    expect(data.limits).toMatchObject({
      partTimeoutMs: 900_000,
      chunkLoadMs: 120_000,
      uploadListRefreshMs: 5000,
      refreshFlagResetMs: 100,
      refreshTimeoutMs: 5000,
      readyPollMs: 1000,
    })
    expect(data.limits).toMatchObject({ renameMax: 60, folderMax: 128, pageSizes: [10, 20, 30, 40, 50, 100] })
    expect(data.regions.map((region: { 'en-US': string }) => region['en-US'])).toEqual([
      'Asia-Pacific',
      'North America',
    ])
    expect(data.platforms).toHaveLength(1)
    expect(data).toMatchObject({
      publicOrigin: 'https://disk.example.com',
      defaultLanguage: 'zh-CN',
      defaultSkin: 'redblack',
    })
    expect(data.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(JSON.stringify(data)).not.toMatch(/password"|secret/i)
  })

  it('is their address, and where a sign-in would lead (R212)', async () => {
    expect((await get(pathOf(contract.requestIp), { ip: '192.0.2.55' })).json().data).toBe('192.0.2.55')
    const where = (service: string) =>
      get(`${pathOf(contract.checkRedirect)}?service=${encodeURIComponent(service)}`, {
        headers: { host: 'disk.test' },
      })
    expect((await where('http://disk.test/disk/x')).json().data).toEqual({
      allowed: true,
      url: 'http://disk.test/disk/x',
    })
    expect((await where('http://evil.test/')).json().data).toEqual({
      allowed: false,
      url: 'http://disk.test/disk/',
    })
  })

  it('is the version of the page (R211)', async () => {
    expect((await post(pathOf(contract.logPc), {}, { token: await login() })).json().data).toBe(18)
  })
})
