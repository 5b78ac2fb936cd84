import { pagePeople } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryDirectories } from '@clouddisk/contract/directories'
import {
  decideDirectoryRun,
  pageDirectoryChanges,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import { saveIpRule } from '@clouddisk/contract/ip-rules'
import { makeScimToken, queryScim, SCIM_PATH } from '@clouddisk/contract/scim'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { createToken } from '@clouddisk/contract/tokens'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { type ScimClient, scimClientOf, sendScim } from '../../../../test/scim-client.ts'
import { openWorld, type World } from '../../../../test/world.ts'

/** Who may call, what is answered to what is no proper call, and how many may leave. */

let world: World
let admin: Person
let client: ScimClient
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  admin = await world.admin()
  client = await scimClientOf(world, admin)
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
})

const status = async (token: string, headers: Record<string, string> = {}) =>
  (await sendScim(world.baseUrl, token, { method: 'GET', path: '/Users', headers })).status

it('opens to the token of a directory alone, until it expires, is made anew or the directory is turned off', async () => {
  const { token, directoryId } = client
  expect(await status(token)).toBe(200)
  const { token: apiToken } = await admin.call(createToken, { name: 'x', scope: 'admin' })
  for (const wrong of ['', `${token}x`, token.slice(0, -1), token.toUpperCase(), admin.token, apiToken])
    expect(await status(wrong), wrong).toBe(401)
  const cookie = { authorization: '', cookie: `cd_session=${admin.token}` }
  const refused = await sendScim(world.baseUrl, '', { method: 'GET', path: '/Users', headers: cookie })
  expect(refused).toMatchObject({
    status: 401,
    body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' },
  })
  expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer/)
  // Nor does it open anything else.
  const elsewhere = await fetch(`${world.baseUrl}/disk/api/user/currentUser`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(elsewhere.status).toBe(401)
  const next = await admin.call(makeScimToken, { directoryId, days: 30 })
  expect(await status(token)).toBe(401)
  expect(await status(next.token)).toBe(200)
  expect((await admin.call(queryScim, { directoryId })).token).toMatchObject({
    expired: false,
    lastAddress: '127.0.0.1',
  })
  const logs = await admin.call(pageLogs, { action: 'directory.tokenMade' })
  expect(logs.total).toBe(2)
  expect(JSON.stringify(logs)).not.toContain(next.token)
  await client.change({}, false)
  expect(await status(next.token)).toBe(403)
  await client.change({}, true)
  await world.advance(31 * DAY)
  expect(await status(next.token)).toBe(401)
  const { rows } = await world.ctx.db.pool.query('select t::text from scim_token t')
  expect(JSON.stringify(rows)).not.toContain(next.token)
})

it('is reached from the addresses that everybody may come from', async () => {
  const office = { 'x-forwarded-for': '203.0.113.7' }
  await admin.call(saveIpRule, {
    objectType: 'everybody',
    ranges: ['203.0.113.0/24', '127.0.0.1'],
    mode: 'active',
  })
  expect(await status(client.token, office)).toBe(200)
  expect(await status(client.token, { 'x-forwarded-for': '198.51.100.1' })).toBe(403)
})

it('describes itself, and answers what is no proper call in its own words', async () => {
  const config = await client.send('GET', '/ServiceProviderConfig')
  expect(config.body).toMatchObject({
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true },
  })
  const { body: schemas } = await client.send('GET', '/Schemas')
  for (const { id } of schemas.Resources)
    expect((await client.send('GET', `/Schemas/${id}`)).body.id).toBe(id)
  expect((await client.send('GET', '/ResourceTypes')).body).toMatchObject({ totalResults: 2 })
  expect((await client.send('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
  const body = '{"userName":"x_1"}'
  for (const [method, path, sent, headers, expected] of [
    ['POST', '/Users', '{"userName":', {}, 400],
    ['POST', '/Users', '[]', {}, 400],
    ['POST', '/Users', '"text"', {}, 400],
    ['POST', '/Users', '', {}, 400],
    ['POST', '/Users', '{}', {}, 400],
    ['POST', '/Users', '{"userName":5}', {}, 400],
    ['POST', '/Users', '{"userName":"x_1","emails":{"value":{}}}', {}, 400],
    [
      'POST',
      '/Users',
      `{"userName":"x_1","__proto__":{"active":false},"constructor":1,"urn:x:y":{"a":1}}`,
      {},
      201,
    ],
    ['POST', '/Users', '['.repeat(100_000), {}, 400],
    ['POST', '/Users', body, { 'content-type': 'text/plain' }, 415],
    ['POST', '/Users', body, { 'content-type': 'application/xml' }, 415],
    ['POST', '/Groups', `{"displayName":"${'x'.repeat(5 * 1024 * 1024)}"}`, {}, 413],
    ['POST', '/Bulk', '{"Operations":[]}', {}, 404],
    ['GET', '/Users/none', undefined, {}, 404],
    ['GET', '/Users/%00', undefined, {}, 404],
    ['GET', '/nothing', undefined, {}, 404],
    ['GET', '/../v1/Users', undefined, {}, 404],
    ['PUT', '/Users', body, {}, 404],
    [
      'PATCH',
      '/Users/0198f3a1-0000-7000-8000-000000000000',
      '{"Operations":[{"op":"add","value":{}}]}',
      {},
      404,
    ],
  ] as const) {
    const answer = await client.send(method, path, sent, { ...headers })
    const about = `${method} ${path} ${sent?.slice(0, 60)} ${JSON.stringify(answer.body)}`
    expect(answer.status, about).toBe(expected)
    expect(answer.headers.get('content-type'), about).toMatch(/^application\/scim\+json/)
    if (expected !== 201)
      expect(answer.body, about).toMatchObject({ status: String(expected), detail: expect.any(String) })
  }
  const { problems } = await admin.call(queryScim, { directoryId: client.directoryId })
  expect(problems.some(({ status }) => status === 413)).toBe(true)
  expect(problems.every(({ text }) => text !== '')).toBe(true)
  const page = await fetch(`${world.baseUrl}${SCIM_PATH.replace('/v2', '')}/Users`)
  expect(page.status).toBe(401)
})

describe('the guard', () => {
  const state = async () =>
    (await admin.call(queryDirectories, {})).list.find((one) => one.directoryId === client.directoryId)
  const active = async () =>
    (await admin.call(pagePeople, { pageSize: 100 })).list.filter(
      ({ accountName, status }) => accountName.startsWith('p_') && status === 'active',
    ).length

  it('stops many who would leave within an hour until an administrator confirms them', async () => {
    const ids: string[] = []
    for (let i = 0; i < 20; i++)
      ids.push((await client.send('POST', '/Users', { userName: `p_${i}` })).body.id)
    const [first = '', ...others] = ids
    // Ten out of a hundred, and three at least.
    await client.change({ guardShare: 10, guardLeast: 3 })
    const off = (id: string) =>
      client.send('PATCH', `/Users/${id}`, { Operations: [{ op: 'replace', value: { active: false } }] })
    expect((await client.send('DELETE', `/Users/${first}`)).status).toBe(204)
    expect((await off(others[0] ?? '')).status).toBe(200)
    // Sent again it counts once.
    expect((await off(others[0] ?? '')).status).toBe(200)
    for (const id of others.slice(1, 6)) {
      const refused = await (id === others[1] ? client.send('DELETE', `/Users/${id}`) : off(id))
      expect(refused).toMatchObject({
        status: 403,
        body: { status: '403', detail: expect.stringContaining('confirm') },
      })
    }
    await off(others[2] ?? '')
    expect(await active()).toBe(18)
    const waiting = (await state())?.lastRun
    expect(waiting).toMatchObject({ kind: 'push', state: 'waiting', counts: { left: 1, disabled: 4 } })
    const runId = waiting?.runId ?? ''
    expect(
      (await admin.call(pageDirectoryChanges, { runId })).list.map(({ accountName }) => accountName),
    ).toEqual(['p_2', 'p_3', 'p_4', 'p_5', 'p_6'])
    await expect(
      admin.call(startDirectoryRun, { directoryId: client.directoryId, kind: 'full' }),
    ).rejects.toMatchObject({ name: 'directory_push' })
    expect(await admin.call(decideDirectoryRun, { runId, decision: 'confirm' })).toMatchObject({
      runId,
      state: 'done',
    })
    await expect(admin.call(decideDirectoryRun, { runId, decision: 'confirm' })).rejects.toMatchObject({
      name: 'directory_run_over',
    })
    // They leave when the client sends it again, and nobody else.
    expect(await active()).toBe(18)
    expect((await client.send('DELETE', `/Users/${others[1]}`)).status).toBe(204)
    for (const id of others.slice(2, 6)) expect((await off(id)).status).toBe(200)
    expect((await off(others[7] ?? '')).status).toBe(403)
    expect(await active()).toBe(13)
    const next = (await state())?.lastRun
    expect(next).toMatchObject({ state: 'waiting', counts: { disabled: 1 } })
    await admin.call(decideDirectoryRun, { runId: next?.runId ?? '', decision: 'discard' })
    expect((await off(others[7] ?? '')).status).toBe(403)
    await world.advance(HOUR + 1000)
    expect((await off(others[7] ?? '')).status).toBe(200)
    const { list } = await admin.call(pageLogs, { action: 'directory.confirmed' })
    expect(list[0]?.detail).toMatchObject({ left: 1, disabled: 4 })
  })
})
