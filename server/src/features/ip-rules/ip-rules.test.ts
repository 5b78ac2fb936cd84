// @module-tag long
import { createHash } from 'node:crypto'
import { createClient } from '@clouddisk/client/http/call'
import { currentUser, login } from '@clouddisk/contract/accounts'
import { moveDepartment } from '@clouddisk/contract/admin-departments'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { pageLogs } from '@clouddisk/contract/audit'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import {
  type IpRuleMode,
  type IpRuleObject,
  queryIpRules,
  removeIpRegion,
  removeIpRule,
  saveIpRegion,
  saveIpRule,
} from '@clouddisk/contract/ip-rules'
import { createOrUpdateLink, pageLinkInstances, queryLinkAttribute } from '@clouddisk/contract/links'
import type { Input, Reply, Route } from '@clouddisk/contract/route'
import { createToken } from '@clouddisk/contract/tokens'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openSecondServer } from '../../../test/second-server.ts'
import { authorize, initiate, openUpload } from '../../../test/transfer.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, PASSWORD, type World } from '../../../test/world.ts'
import { tryAll } from './ip-rules.ts'

/** Callers are told apart by what a trusted proxy says of their address. */

const OFFICE = '203.0.113.7'
const HOME = '198.51.100.20'

let world: World
let admin: Person
let anna: Person
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  admin = await world.admin('superAdmin', { name: 'super_1' })
  anna = await world.person('anna_1')
})
afterEach(() => world.close())

const refusal = (name: string, details?: object) =>
  expect.objectContaining({ name, ...(details && { details: expect.objectContaining(details) }) })

const fetchFrom =
  (address: string): typeof fetch =>
  (url, init = {}) =>
    fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': address },
    })

/** A call with a session or token, from an address. */
const from = (address: string, { token }: { token: string }, baseUrl = world.baseUrl) => {
  const client = createClient({ baseUrl, fetch: fetchFrom(address), token: () => token })
  return <T extends Route>(route: T, input: Input<T>): Promise<Reply<T>> => client.call(route, input)
}
const signInFrom = (address: string, userName: string) =>
  createClient({ baseUrl: world.baseUrl, fetch: fetchFrom(address) }).call(login, {
    userName,
    password: PASSWORD,
  })

const rule = (objectType: IpRuleObject, ranges: string[], more: Partial<Input<typeof saveIpRule>> = {}) =>
  from(OFFICE, admin)(saveIpRule, { objectType, ranges, mode: 'active', ...more })

describe('a rule for everybody', () => {
  it('lets in who comes from its addresses, and refuses all others at sign-in and at every call', async () => {
    await rule('everybody', [`${OFFICE}/24`])
    await from(OFFICE, anna)(currentUser, {})
    await signInFrom(OFFICE, 'anna_1')
    await expect(from(HOME, anna)(currentUser, {})).rejects.toEqual(refusal('ip_refused', { address: HOME }))
    await expect(signInFrom(HOME, 'anna_1')).rejects.toEqual(refusal('ip_refused'))
    // Not told without the right password.
    await expect(
      createClient({ baseUrl: world.baseUrl, fetch: fetchFrom(HOME) }).call(login, {
        userName: 'anna_1',
        password: 'Wrong-horse1',
      }),
    ).rejects.toEqual(refusal('wrong_credentials'))
    const response = await fetchFrom(HOME)(`${world.baseUrl}/disk/api/user/currentUser`, {
      headers: { authorization: `Bearer ${anna.token}`, 'accept-language': 'en-US' },
    })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ errcode: 30422, errmsg: expect.stringContaining(HOME) })
    const { list } = await from(OFFICE, admin)(pageLogs, { action: 'ip.refused' })
    expect(list).toMatchObject([{ userName: 'anna_1', result: 'refused', detail: { address: HOME } }])
  })

  it.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['192.168.1.17', '192.168.1.17', '192.168.1.16'],
    ['10.1.2.3/8', '10.9.9.9', '9.255.255.255'],
    ['0.0.0.0/0', '203.0.113.99', '2001:db8::1'],
    ['2001:db8::/33', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff', '2001:db8:8000::'],
    ['2001:db8::1', '2001:db8::1', '2001:db8::2'],
    ['::ffff:198.51.100.0/120', '198.51.100.255', '198.51.101.0'],
    ['198.51.100.0/24', '::ffff:198.51.100.9', '::ffff:198.51.101.9'],
    ['::/0', '2001:db8::1', '198.51.100.9'],
  ])('%s has %s in it, and not %s', async (range, inside, outside) => {
    await rule('everybody', [OFFICE, range])
    await from(inside, anna)(currentUser, {})
    await expect(from(outside, anna)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
  })

  it('adds up with others of the same object, and holds for tokens and downloads', async () => {
    const { instanceId } = await anna.upload('0', 'a.txt', Buffer.from('a'))
    const url = await anna.call(getDownloadUrl, { instanceId })
    const { token } = await anna.call(createToken, { name: 'x', scope: 'write' })
    await rule('everybody', [OFFICE])
    await from(OFFICE, { token })(currentUser, {})
    await expect(from(HOME, { token })(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    expect((await fetchFrom(OFFICE)(url)).status).toBe(200)
    const refused = await fetchFrom(HOME)(url)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ errcode: 30422 })
    await rule('everybody', [HOME])
    expect((await fetchFrom(HOME)(url)).status).toBe(200)
    await from(HOME, { token })(currentUser, {})
  })

  it('holds for the parts of an upload', async () => {
    const bytes = Buffer.alloc(9 * 1024 * 1024, 'a part')
    const check = await openUpload(anna, { parentId: '0', name: 'a.bin', bytes })
    const uploadId = await initiate(anna, check)
    const call = {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `?partNumber=1&uploadId=${uploadId}`,
      body: bytes.subarray(0, check.partSize),
    } as const
    const { url, init } = await authorize(anna, check, call)
    await rule('everybody', [OFFICE])
    expect((await fetchFrom(HOME)(url, init)).status).toBe(403)
    expect((await fetchFrom(OFFICE)(url, init)).status).toBe(200)
  })
})

describe('objects', () => {
  it('of a department are its people and those below, and all that apply have to permit', async () => {
    const top = await world.department('Top')
    const below = await world.department('Below', top)
    const [tina, bert] = [
      await world.person('tina_1', { department: top }),
      await world.person('bert_1', { department: below }),
    ]
    await rule('department', [HOME, OFFICE], { departmentId: top })
    for (const one of [tina, bert]) {
      await from(HOME, one)(currentUser, {})
      await expect(from('192.0.2.1', one)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    }
    await from('192.0.2.1', anna)(currentUser, {})
    await rule('department', [OFFICE], { departmentId: below })
    await from(HOME, tina)(currentUser, {})
    await expect(from(HOME, bert)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    await from(OFFICE, bert)(currentUser, {})
  })

  it('of administrators is what they do there, and not the drive', async () => {
    await rule('administrators', [OFFICE])
    await expect(from(HOME, admin)(queryIpRules, {})).rejects.toEqual(refusal('ip_refused'))
    await from(HOME, admin)(currentUser, {})
    await from(HOME, anna)(currentUser, {})
    await from(OFFICE, admin)(queryIpRules, {})
  })

  it('of links are visits and what visitors are sent, and nobody who is signed in', async () => {
    const { instanceId } = await anna.upload('0', 'a.txt', Buffer.from('a'))
    const { linkPath } = await anna.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
    const visit = (address: string) =>
      visitorOf(world.baseUrl, undefined, 'Mozilla/5.0', { 'x-forwarded-for': address })
    const early = visit(HOME)
    await early.call(pageLinkInstances, { linkPath })
    await rule('links', [OFFICE])
    for (const visitor of [early, visit(HOME)]) {
      await expect(visitor.call(pageLinkInstances, { linkPath })).rejects.toEqual(refusal('ip_refused'))
      await expect(visitor.call(queryLinkAttribute, { linkPath })).rejects.toEqual(refusal('ip_refused'))
    }
    await visit(OFFICE).call(pageLinkInstances, { linkPath })
    await from(HOME, anna)(currentUser, {})
  })
})

describe('a mode', () => {
  it('of try refuses nobody, and counts whom it would refuse; off does neither', async () => {
    const { ruleId } = await rule('everybody', [OFFICE], { mode: 'try' })
    await from(HOME, anna)(currentUser, {})
    await from(HOME, anna)(currentUser, {})
    await from(OFFICE, anna)(currentUser, {})
    const state = async () => (await from(OFFICE, admin)(queryIpRules, {})).rules[0]
    expect(await state()).toMatchObject({ mode: 'try', refusedCount: 1, refusedAddress: HOME })
    const { list } = await from(OFFICE, admin)(pageLogs, { action: 'ip.wouldRefuse' })
    expect(list).toMatchObject([{ userName: 'anna_1', result: 'ok', detail: { address: HOME } }])
    await rule('everybody', [OFFICE], { ruleId, mode: 'off' })
    await from('192.0.2.77', anna)(currentUser, {})
    expect(await state()).toMatchObject({ mode: 'off', refusedCount: 0, refusedAddress: null })
  })

  it('of try beside an active rule counts what it would not add', async () => {
    await rule('everybody', [`${OFFICE}/24`])
    await rule('everybody', [HOME], { mode: 'try' })
    await expect(from(HOME, anna)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    const { rules } = await from(OFFICE, admin)(queryIpRules, {})
    expect(rules.map(({ refusedCount }) => refusedCount)).toEqual([1, 0])
  })

  it('of try is what the command line sets all rules to', async () => {
    await rule('everybody', [OFFICE])
    await expect(from(HOME, admin)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    expect(await tryAll(world.ctx)).toBe(1)
    await expect.poll(() => from(HOME, admin)(currentUser, {}).then(() => true)).toBe(true)
    expect(await tryAll(world.ctx)).toBe(0)
  })
})

describe('a region', () => {
  it('is followed by the rules that refer to it, and stays while one does', async () => {
    const call = from(OFFICE, admin)
    const { regionId } = await call(saveIpRegion, { regionName: 'Branch', ranges: [HOME, OFFICE] })
    const { ruleId } = await rule('everybody', [], { regionIds: [regionId] })
    await from(HOME, anna)(currentUser, {})
    await call(saveIpRegion, { regionId, regionName: 'Branch', ranges: [OFFICE] })
    await expect(from(HOME, anna)(currentUser, {})).rejects.toEqual(refusal('ip_refused'))
    expect(await call(queryIpRules, {})).toMatchObject({
      address: OFFICE,
      rules: [{ ruleId, regions: [{ regionId, regionName: 'Branch' }], ranges: [] }],
      regions: [{ regionId, rules: 1, ranges: [OFFICE] }],
    })
    await expect(call(removeIpRegion, { regionId })).rejects.toEqual(refusal('ip_region_used', { count: 1 }))
    await expect(call(saveIpRegion, { regionName: 'branch', ranges: [HOME] })).rejects.toEqual(
      refusal('name_taken'),
    )
    await call(removeIpRule, { ruleId })
    await call(removeIpRegion, { regionId })
    await from(HOME, anna)(currentUser, {})
  })
})

describe('nobody locks themselves out', () => {
  const lockOut = refusal('would_lock_out', { address: OFFICE })

  it('by a rule, by activating or changing one, or by removing the one that lets them in', async () => {
    for (const objectType of ['everybody', 'administrators'] as const)
      await expect(rule(objectType, [HOME])).rejects.toEqual(lockOut)
    await rule('links', [HOME])
    const { ruleId } = await rule('everybody', [HOME], { mode: 'try' })
    await expect(rule('everybody', [HOME], { ruleId })).rejects.toEqual(lockOut)
    await rule('everybody', [HOME, OFFICE], { ruleId })
    await expect(rule('everybody', [HOME], { ruleId })).rejects.toEqual(lockOut)
    const { ruleId: other } = await rule('everybody', [HOME])
    await expect(from(OFFICE, admin)(removeIpRule, { ruleId })).rejects.toEqual(lockOut)
    await from(OFFICE, admin)(removeIpRule, { ruleId: other })
    await from(OFFICE, admin)(removeIpRule, { ruleId })
    expect((await from(OFFICE, admin)(queryIpRules, {})).rules).toHaveLength(1)
  })

  it('by a region, nor by moving themselves or their department', async () => {
    const call = from(OFFICE, admin)
    const { regionId } = await call(saveIpRegion, { regionName: 'Office', ranges: [OFFICE] })
    await rule('everybody', [], { regionIds: [regionId] })
    await expect(call(saveIpRegion, { regionId, regionName: 'Office', ranges: [HOME] })).rejects.toEqual(
      lockOut,
    )
    const [closed, mine] = [await world.department('Closed'), await world.department('Mine')]
    await rule('department', [HOME], { departmentId: closed })
    const { userId } = admin.user
    await expect(call(updatePerson, { userId, departmentId: closed })).rejects.toEqual(lockOut)
    await call(updatePerson, { userId, departmentId: mine })
    await expect(call(moveDepartment, { departmentId: mine, parentId: closed })).rejects.toEqual(lockOut)
    await call(currentUser, {})
  })

  it('two at a time, each judging what both leave', async () => {
    const second = await world.admin('superAdmin', { name: 'super_2' })
    const { ruleId } = await rule('everybody', [OFFICE])
    const results = await Promise.allSettled([
      from(OFFICE, admin)(saveIpRule, { objectType: 'everybody', ranges: [OFFICE, HOME], mode: 'active' }),
      from(OFFICE, second)(removeIpRule, { ruleId }),
      from(OFFICE, admin)(saveIpRule, { objectType: 'everybody', ranges: [HOME], mode: 'active' }),
    ])
    expect(results.map(({ status }) => status)).toContain('fulfilled')
    await from(OFFICE, admin)(queryIpRules, {})
    await from(OFFICE, second)(queryIpRules, {})
  })
})

it('rules of one server are in force on all servers of its database', async () => {
  const second = await openSecondServer(world, { CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const there = from(HOME, anna, second.baseUrl)
    await there(currentUser, {})
    const { ruleId } = await rule('everybody', [OFFICE])
    await vi.waitFor(() => expect(there(currentUser, {})).rejects.toEqual(refusal('ip_refused')))
    await from(OFFICE, anna, second.baseUrl)(currentUser, {})
    // And the other way round, by a region of the rule.
    const regionId = await from(
      OFFICE,
      admin,
      second.baseUrl,
    )(saveIpRegion, {
      regionName: 'Home',
      ranges: [HOME],
    }).then((saved) => saved.regionId)
    await from(
      OFFICE,
      admin,
      second.baseUrl,
    )(saveIpRule, {
      ruleId,
      objectType: 'everybody',
      ranges: [OFFICE],
      regionIds: [regionId],
      mode: 'active',
    })
    await vi.waitFor(() => from(HOME, anna)(currentUser, {}))
  } finally {
    await second.close()
  }
})

describe('what is running', () => {
  it('ends when a rule comes in: a download, and live changes', async () => {
    const bytes = Buffer.alloc(64 * 1024 * 1024, 7)
    const { instanceId } = await anna.upload('0', 'large.bin', bytes)
    const url = await from(HOME, anna)(getDownloadUrl, { instanceId })
    const [stays, ends] = [await fetchFrom(OFFICE)(url), await fetchFrom(HOME)(url)]
    const live = await fetchFrom(HOME)(`${world.baseUrl}/disk/api/changes/stream`, {
      headers: { authorization: `Bearer ${anna.token}` },
    })
    const reader = ends.body?.getReader()
    await reader?.read()
    const changes = live.body?.getReader()
    await changes?.read()
    await rule('everybody', [OFFICE])
    const drain = async (one: typeof reader) => {
      for (;;) if ((await one?.read())?.done !== false) return 'ended'
    }
    await expect(drain(reader)).rejects.toThrow()
    expect(await drain(changes).catch(() => 'ended')).toBe('ended')
    const whole = Buffer.from(await stays.arrayBuffer())
    expect(createHash('sha256').update(whole).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    )
  })
})

describe('addresses (R155)', () => {
  it.each([
    ['256.1.1.1', 'ip_segments'],
    ['1.2.3', 'ip_segments'],
    ['1.2.3.4.5', 'ip_segments'],
    ['01.2.3.4', 'ip_segments'],
    ['a.b.c.d', 'ip_segments'],
    ['1.2.3.4/33', 'ip_prefix'],
    ['1.2.3.4/', 'ip_prefix'],
    ['1.2.3.4/8/8', 'ip_prefix'],
    ['2001:db8::/129', 'ip_prefix'],
    ['2001:db8:::1', 'ip_v6'],
    ['2001:db8', 'ip_v6'],
    ['12345::', 'ip_v6'],
    ['::ffff:1.2.3.256', 'ip_v6'],
  ])('%s is refused', async (range, reason) => {
    await expect(rule('links', [range])).rejects.toEqual(refusal('bad_field', { field: 'ranges', reason }))
  })

  it('are needed, and no more than the limit', async () => {
    await expect(rule('links', [' '])).rejects.toEqual(refusal('bad_field', { reason: 'missing' }))
    const many = Array.from({ length: 201 }, (_, i) => `10.0.0.${i}`)
    await expect(rule('links', many)).rejects.toEqual(refusal('too_many_items', { limit: 200 }))
    await expect(rule('department', [OFFICE])).rejects.toEqual(
      refusal('bad_field', { field: 'departmentId' }),
    )
    await rule('links', ['10.0.0.0/8', '10.5.0.0/8', '10.0.0.1/32'])
    expect((await from(OFFICE, admin)(queryIpRules, {})).rules[0]?.ranges).toEqual(['10.0.0.0/8', '10.0.0.1'])
  })
})

it('rules are read by auditors and changed by super administrators', async () => {
  const auditor = await world.admin('auditor')
  await auditor.call(queryIpRules, {})
  const input = { objectType: 'links' as const, ranges: [OFFICE], mode: 'off' as IpRuleMode }
  await expect(auditor.call(saveIpRule, input)).rejects.toEqual(refusal('area_refused'))
})
