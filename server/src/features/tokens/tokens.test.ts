// @module-tag long
import { currentUser, querySessions } from '@clouddisk/contract/accounts'
import { changePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { takeRole } from '@clouddisk/contract/admin-roles'
import { pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import { pageLogs } from '@clouddisk/contract/audit'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder, pageInstances } from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY, MINUTE } from '@clouddisk/contract/time'
import {
  createServiceAccount,
  createServiceToken,
  createToken,
  pageAdminTokens,
  pageTokens,
  queryServiceAccounts,
  removeTokens,
  revokeAdminTokens,
  saveTokenLimit,
  TOKENS_PER_PERSON,
} from '@clouddisk/contract/tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Person, personOf, signIn } from '../../../test/person.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { deleteExpiredSessions } from '../accounts/jobs.ts'
import { hashPassword } from '../accounts/passwords.ts'

let world: World
let anna: Person
beforeEach(async () => {
  world = await openWorld()
  anna = await world.person('anna_1')
})
afterEach(() => world.close())

const refusal = (name: string, details?: object) =>
  expect.objectContaining({ name, ...(details && { details: expect.objectContaining(details) }) })
const by = (person: Person, token: string) => personOf(world.baseUrl, token, person.user)
/** The clock goes on between calls. */
const daysUntil = (time: string) => Math.round((Date.parse(time) - world.ctx.now().getTime()) / DAY)
const inDays = (days: number) => new Date(world.ctx.now().getTime() + days * DAY).toISOString()

async function programOf(person: Person, scope: 'read' | 'write' | 'admin' = 'write', more = {}) {
  const made = await person.call(createToken, { name: 'Backup', scope, ...more })
  return { ...made, program: by(person, made.token) }
}

describe('an access token', () => {
  it('is told once, calls in its person’s name, and is kept as a hash', async () => {
    const { token, tokenId, program, ...made } = await programOf(anna)
    expect(token).toMatch(/^cdt_[\w-]{43}$/)
    expect(made).toMatchObject({ name: 'Backup', scope: 'write', lastUsed: null, expired: false })
    expect((await program.call(currentUser, {})).userName).toBe('anna_1')
    const page = await anna.call(pageTokens, {})
    expect(page).toMatchObject({ total: 1, daysMax: 365, list: [{ tokenId, lastAddress: '127.0.0.1' }] })
    expect(JSON.stringify(page)).not.toContain(token)
    const { rows } = await world.ctx.db.pool.query('select t::text as row from api_token t')
    expect(rows).toHaveLength(1)
    expect(rows[0].row).not.toContain(token)
  })

  it('is valid for 90 days, or as long as is asked for, up to what administrators allow', async () => {
    const { expireTime } = await programOf(anna)
    expect(daysUntil(expireTime)).toBe(90)
    const asked = inDays(365)
    expect((await programOf(anna, 'read', { expireTime: asked })).expireTime).toBe(asked)
    const wrong = [
      ['nonsense', 'format'],
      [inDays(-1), 'token_past'],
      [inDays(367), 'token_too_far'],
    ] as const
    for (const [expireTime, reason] of wrong)
      await expect(programOf(anna, 'read', { expireTime })).rejects.toEqual(
        refusal('bad_field', { field: 'expireTime', reason }),
      )
    const admin = await world.admin()
    await admin.call(saveTokenLimit, { daysMax: 30 })
    expect(daysUntil((await programOf(anna)).expireTime)).toBe(30)
    await admin.call(saveTokenLimit, { daysMax: 3650 })
    expect(daysUntil((await programOf(anna, 'read', { expireTime: inDays(3650) })).expireTime)).toBe(3650)
    expect((await anna.call(pageTokens, {})).daysMax).toBe(3650)
  })

  it('needs a name that can be seen, of up to 60 characters', async () => {
    const wrong = [
      ['  ', 'missing'],
      ['a\u0007b', 'name_control'],
      ['\u200b', 'name_invisible'],
      ['x'.repeat(61), 'too_long'],
    ] as const
    for (const [name, reason] of wrong)
      await expect(programOf(anna, 'read', { name })).rejects.toEqual(
        refusal('bad_field', { field: 'name', reason }),
      )
  })

  it('reads, writes and administers only as far as its scope', async () => {
    const read = (await programOf(anna, 'read')).program
    expect((await read.call(pageInstances, {})).list).toEqual([])
    await expect(read.call(createFolder, { instanceName: 'x' })).rejects.toEqual(refusal('token_scope'))
    const write = (await programOf(anna)).program
    await write.call(createFolder, { instanceName: 'x' })
    await expect(write.call(pageAdminTokens, {})).rejects.toEqual(refusal('token_scope'))
    await expect(programOf(anna, 'admin')).rejects.toEqual(refusal('token_admin_scope'))
  })

  it('uploads and downloads, and cannot make, list or remove tokens', async () => {
    const { program, tokenId } = await programOf(anna)
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'of a program')
    const { instanceId } = await program.upload('0', 'large.bin', bytes)
    expect((await program.download(instanceId)).equals(bytes)).toBe(true)
    const asks = [
      () => program.call(createToken, { name: 'another', scope: 'read' }),
      () => program.call(pageTokens, {}),
      () => program.call(removeTokens, { tokenIds: [tokenId] }),
      () => program.call(querySessions, {}),
    ]
    for (const ask of asks) await expect(ask()).rejects.toEqual(refusal('token_scope'))
  })

  it('has the administrator’s roles as they are now, and only if it was made for that', async () => {
    const admin = await world.admin('auditor', { name: 'audit_1' })
    const plain = (await programOf(admin)).program
    expect((await plain.call(currentUser, {})).isAdmin).toBe(false)
    const { program } = await programOf(admin, 'admin')
    expect(await program.call(currentUser, {})).toMatchObject({ isAdmin: true, adminRoles: ['auditor'] })
    await program.call(pageAdminTokens, {})
    await expect(program.call(pageAdminSessions, {})).rejects.toEqual(refusal('area_refused'))
    const superAdmin = await world.admin()
    await superAdmin.call(takeRole, { userIds: [admin.user.userId], roleId: 'auditor' })
    await expect(program.call(pageAdminTokens, {})).rejects.toEqual(refusal('area_refused'))
  })

  it('resets nobody’s password', async () => {
    const { program } = await programOf(await world.admin(), 'admin')
    const userId = anna.user.userId
    const password = 'Another-horse2'
    await expect(program.call(updatePerson, { userId, password })).rejects.toEqual(refusal('token_scope'))
    await expect(program.call(changePeople, { userIds: [userId], action: 'resetPassword' })).rejects.toEqual(
      refusal('token_scope'),
    )
    await program.call(updatePerson, { userId, phone: '12345' })
  })

  it('is no session, and remembers its last use once a minute', async () => {
    const { program } = await programOf(anna)
    const used = async () => (await anna.call(pageTokens, {})).list[0]?.lastUsed
    await program.call(currentUser, {})
    const first = await used()
    world.advance(30_000)
    await program.call(currentUser, {})
    expect(await used()).toBe(first)
    world.advance(MINUTE)
    await program.call(currentUser, {})
    expect(Date.parse((await used()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(MINUTE)
    expect(await anna.call(querySessions, {})).toHaveLength(1)
    await program.fetch('/disk/api/pub/sso/logout')
    await program.call(currentUser, {})
  })

  it('is valid though it was not used for weeks, and gone 30 days after its end', async () => {
    const { program } = await programOf(anna)
    world.advance(89 * DAY)
    await program.call(currentUser, {})
    world.advance(2 * DAY)
    await expect(program.call(currentUser, {})).rejects.toEqual(refusal('not_signed_in'))
    anna = await world.again(anna)
    expect((await anna.call(pageTokens, {})).list).toMatchObject([{ expired: true }])
    world.advance(30 * DAY)
    await deleteExpiredSessions(world.ctx)
    anna = await world.again(anna)
    expect((await anna.call(pageTokens, {})).list).toEqual([])
  })

  it('ends at once when it is removed, with a result for each, and the log says so', async () => {
    const { program, tokenId } = await programOf(anna)
    await program.call(currentUser, {})
    const other = await programOf(await world.person())
    const { list } = await anna.call(removeTokens, { tokenIds: [tokenId, other.tokenId, 'nonsense'] })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000, 90000])
    await expect(program.call(currentUser, {})).rejects.toEqual(refusal('not_signed_in'))
    await other.program.call(currentUser, {})
    const admin = await world.admin()
    const logged = await admin.call(pageLogs, {
      action: 'token.created,token.removed',
      userId: anna.user.userId,
    })
    expect(logged.list).toMatchObject([
      { action: 'token.removed', objectType: 'token', objectId: tokenId, objectName: 'Backup' },
      { action: 'token.created', detail: { scope: 'write' } },
    ])
    const { list: news } = await anna.call(pageNotifications, {})
    expect(news).toMatchObject([{ kind: 'token.created', data: { instanceName: 'Backup' } }])
  })

  it('takes what it is just sending with it', async () => {
    const { instanceId } = await anna.upload('0', 'large.bin', Buffer.alloc(64 * 1024 * 1024, 7))
    const { program, tokenId } = await programOf(anna, 'read')
    const response = await fetch(await program.call(getDownloadUrl, { instanceId }))
    const reader = response.body?.getReader()
    await reader?.read()
    await anna.call(removeTokens, { tokenIds: [tokenId] })
    const rest = async () => {
      for (;;) if ((await reader?.read())?.done !== false) return
    }
    await expect(rest()).rejects.toThrow()
    const again = await fetch(response.url)
    expect(again.status).toBe(404)
  })

  it('can be had fifty times, and no more', async () => {
    for (let i = 0; i < TOKENS_PER_PERSON; i++) await programOf(anna)
    await expect(programOf(anna)).rejects.toEqual(refusal('token_limit', { limit: TOKENS_PER_PERSON }))
  })
})

describe('a service account', () => {
  const input = { accountName: 'backup_bot', userRealName: 'Backup', roles: ['default'], totalCapacity: 1e9 }

  it('cannot sign in by any password, and calls with the tokens that an administrator makes', async () => {
    const admin = await world.admin()
    const made = await admin.call(createServiceAccount, input)
    expect(made).toMatchObject({ accountName: 'backup_bot', service: true, status: 'active' })
    const { userId } = made
    await expect(
      admin.call(updatePerson, { userId, password: PASSWORD, mustChangePassword: false }),
    ).rejects.toEqual(refusal('service_account'))
    const { list: reset } = await admin.call(changePeople, { userIds: [userId], action: 'resetPassword' })
    expect(reset).toMatchObject([{ errcode: 10030 }])
    await expect(signIn(world.baseUrl, 'backup_bot', PASSWORD)).rejects.toEqual(refusal('wrong_credentials'))
    // Whatever proves who it is.
    await world.ctx.db.reader
      .updateTable('person')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('id', '=', userId)
      .execute()
    await expect(signIn(world.baseUrl, 'backup_bot', PASSWORD)).rejects.toEqual(refusal('service_account'))
    await expect(admin.call(createServiceToken, { userId, name: 'x', scope: 'admin' })).rejects.toEqual(
      refusal('token_admin_scope'),
    )
    const { token, tokenId } = await admin.call(createServiceToken, {
      userId,
      name: 'nightly',
      scope: 'write',
    })
    const program = by(admin, token)
    await program.upload('0', 'dump.sql', Buffer.from('dump'))
    expect((await program.call(currentUser, {})).userName).toBe('backup_bot')
    expect(await admin.call(queryServiceAccounts, {})).toMatchObject([
      { userId, tokens: 1, status: 'active', lastUsed: expect.any(String) },
    ])
    expect((await admin.call(pageAdminTokens, { service: true })).list).toMatchObject([
      { tokenId, service: true },
    ])
    await admin.call(updatePerson, { userId, status: 'frozen' })
    await expect(program.call(currentUser, {})).rejects.toEqual(refusal('not_signed_in'))
    expect(await admin.call(queryServiceAccounts, {})).toMatchObject([{ userId, status: 'frozen' }])
    await admin.call(updatePerson, { userId, status: 'active' })
    await program.call(currentUser, {})
  })

  it('is made by super administrators only, and nobody else gets tokens from them', async () => {
    const auditor = await world.admin('auditor')
    await expect(auditor.call(createServiceAccount, input)).rejects.toEqual(refusal('area_refused'))
    const admin = await world.admin()
    const asked = { userId: anna.user.userId, name: 'x', scope: 'read' as const }
    await expect(admin.call(createServiceToken, asked)).rejects.toEqual(refusal('not_found'))
    await expect(admin.call(createServiceAccount, { ...input, accountName: 'anna_1' })).rejects.toEqual(
      refusal('name_taken'),
    )
    await expect(admin.call(createServiceAccount, { ...input, roles: ['nonsense'] })).rejects.toEqual(
      refusal('bad_field', { field: 'roles' }),
    )
  })
})

describe('tokens of everybody', () => {
  it('are found by person, scope and use, and revoked: their owner is told', async () => {
    const admin = await world.admin('superAdmin', { name: 'super_1', realName: 'Super' })
    const bob = await world.person('bob_1')
    const { program, tokenId } = await programOf(anna)
    await programOf(bob, 'read', { name: 'Report' })
    const named = async (filter = {}) =>
      (await admin.call(pageAdminTokens, filter)).list.map(({ userName, name }) => `${userName} ${name}`)
    expect(await named()).toEqual(['bob_1 Report', 'anna_1 Backup'])
    expect(await named({ keyword: 'ANNA' })).toEqual(['anna_1 Backup'])
    expect(await named({ keyword: 'repo' })).toEqual(['bob_1 Report'])
    expect(await named({ userId: bob.user.userId })).toEqual(['bob_1 Report'])
    expect(await named({ scope: 'write' })).toEqual(['anna_1 Backup'])
    expect(await named({ service: true })).toEqual([])
    world.advance(8 * DAY)
    await program.call(currentUser, {})
    const later = await world.again(admin)
    expect((await later.call(pageAdminTokens, { unusedDays: 7 })).list).toMatchObject([{ userName: 'bob_1' }])
    const { list } = await later.call(revokeAdminTokens, { tokenIds: [tokenId, 'nonsense'] })
    expect(list.map(({ errcode }) => errcode)).toEqual([0, 90000])
    await expect(program.call(currentUser, {})).rejects.toEqual(refusal('not_signed_in'))
    const told = (await (await world.again(anna)).call(pageNotifications, {})).list[0]
    expect(told).toMatchObject({
      kind: 'token.revoked',
      data: { instanceName: 'Backup', actorName: 'Super' },
    })
    expect((await later.call(pageLogs, { action: 'token.revoked' })).list).toMatchObject([
      { userName: 'super_1', objectName: 'Backup', detail: { personName: 'anna_1' } },
    ])
  })
})
