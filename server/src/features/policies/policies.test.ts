import { createClient } from '@clouddisk/client/http/call'
import { currentUser } from '@clouddisk/contract/accounts'
import { pageLogs } from '@clouddisk/contract/audit'
import { queryChanges } from '@clouddisk/contract/changes'
import {
  acknowledge,
  OPEN_POLICY_KINDS,
  POLICY_TEXT_MAX,
  publishPolicy,
  queryPolicies,
  queryPolicy,
  queryPolicyVersion,
  queryPolicyVersions,
  queryPublicNotice,
  queryPublicNotices,
  withdrawNotice,
} from '@clouddisk/contract/policies'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
afterAll(() => world.close())

const NOTICE = { kind: 'publicNotice', titleZh: '停机维护', textZh: '周六 20:00 **停机**。' } as const
const pendingOf = async (person: Person) => (await person.call(currentUser, {})).toAcknowledge

it('has the three texts that come with the product, in both languages, without a session (R27)', async () => {
  const anyone = createClient({ baseUrl: world.baseUrl })
  const list = await anyone.call(queryPolicies, {})
  expect(list.map(({ kind, version, current }) => [kind, version, current])).toEqual(
    OPEN_POLICY_KINDS.map((kind) => [kind, 1, true]),
  )
  for (const kind of OPEN_POLICY_KINDS) {
    const zh = await anyone.call(queryPolicy, { kind, language: 'zh-CN' })
    const en = await anyone.call(queryPolicy, { kind, language: 'en-US' })
    expect(zh).toMatchObject({
      kind,
      version: 1,
      currentVersion: 1,
      text: expect.stringMatching(/^\p{Script=Han}/u),
    })
    expect(en).toMatchObject({ kind, version: 1, text: expect.stringMatching(/^[A-Z]/) })
  }
})

it('asks each person for the usage rules once, and again when they change (R12)', async () => {
  const [anna, bert] = [await world.person(), await world.person()]
  const [first] = await pendingOf(anna)
  expect(first).toMatchObject({ kind: 'usageRules' })
  if (!first) throw new Error('nothing is asked')
  expect(await anna.call(acknowledge, first)).toEqual([])
  expect(await anna.call(acknowledge, first)).toEqual([])
  expect(await pendingOf(anna)).toEqual([])
  expect(await pendingOf(bert)).toEqual([first])
  // Who has not agreed is not refused any call.
  await bert.upload('0', 'a.txt', Buffer.from('a'))

  const { cursor } = await anna.call(queryChanges, {})
  const next = await admin.call(publishPolicy, {
    kind: 'usageRules',
    textZh: '# 新规范\r\n只用本人账号。 ',
    textEn: '# New rules\nYour own account only.',
  })
  expect(next).toMatchObject({ version: first.version + 1, current: true, author: admin.user.userRealName })
  const { list } = await anna.call(queryChanges, { cursor })
  expect(list.map(({ kind }) => kind)).toEqual(['policy.published'])
  const asked = { kind: 'usageRules', version: next.version, publishTime: next.publishTime }
  expect(await pendingOf(anna)).toEqual([asked])
  // The version before is no longer asked for, and does not count for this one.
  expect(await bert.call(acknowledge, first)).toEqual([asked])
  await anna.call(acknowledge, { kind: 'usageRules', version: next.version })
  expect(await pendingOf(anna)).toEqual([])

  const anyone = createClient({ baseUrl: world.baseUrl })
  const policy = { kind: 'usageRules', language: 'zh-CN' } as const
  expect(await anyone.call(queryPolicy, policy)).toMatchObject({
    version: next.version,
    text: '# 新规范\n只用本人账号。',
  })
  expect(await anyone.call(queryPolicy, { ...policy, version: first.version })).toMatchObject({
    version: first.version,
    currentVersion: next.version,
    text: expect.stringContaining('使用云盘前'),
  })
  const versions = await admin.call(queryPolicyVersions, {})
  expect(versions.filter(({ kind }) => kind === 'usageRules')).toMatchObject([
    { version: next.version, current: true, acknowledged: 1, author: admin.user.userRealName },
    { version: first.version, current: false, acknowledged: 2, author: null },
  ])
  const logs = await admin.call(pageLogs, { action: 'policy.published,policy.acknowledged' })
  expect(logs.list.slice(0, 3).map(({ action, objectType, detail }) => [action, objectType, detail])).toEqual(
    [
      ['policy.acknowledged', 'policy', { kind: 'usageRules', version: next.version }],
      ['policy.acknowledged', 'policy', { kind: 'usageRules', version: first.version }],
      ['policy.published', 'policy', { kind: 'usageRules', version: next.version }],
    ],
  )
})

it('tells a person’s other windows what was acknowledged, and nobody else (R253)', async () => {
  const [person, other] = [await world.person(), await world.person()]
  const cursors = await Promise.all([person, other].map((one) => one.call(queryChanges, {})))
  const [asked] = await pendingOf(person)
  if (asked) await person.call(acknowledge, asked)
  const kinds = async (one: Person, cursor = '') =>
    (await one.call(queryChanges, { cursor })).list.map(({ kind }) => kind)
  expect(await kinds(person, cursors[0]?.cursor)).toEqual(['policy.acknowledged'])
  expect(await kinds(other, cursors[1]?.cursor)).toEqual([])
})

it('shows a notice until it is read, is over or withdrawn (R36)', async () => {
  const person = await world.person()
  for (const asked of await pendingOf(person)) await person.call(acknowledge, asked)
  expect(await person.call(queryPublicNotices, {})).toEqual([])
  const first = await admin.call(publishPolicy, NOTICE)
  expect(first).toMatchObject({ version: 1, titleZh: '停机维护', titleEn: null, endTime: null })
  expect(await pendingOf(person)).toMatchObject([{ kind: 'publicNotice', version: 1 }])

  const endTime = new Date(world.ctx.now().getTime() + HOUR).toISOString()
  const english = { kind: 'publicNotice', titleEn: 'Fire drill', textEn: 'Today.' } as const
  await admin.call(publishPolicy, { ...english, endTime })
  expect(await pendingOf(person)).toMatchObject([{ kind: 'publicNotice', version: 2 }])
  expect(await person.call(queryPublicNotice, { version: 2 })).toMatchObject({
    titleZh: null,
    textZh: null,
    titleEn: 'Fire drill',
    textEn: 'Today.',
    endTime,
    current: true,
  })
  await person.call(acknowledge, { kind: 'publicNotice', version: 2 })
  // The first was never read by this person, but the second is in force.
  expect(await pendingOf(person)).toEqual([])

  world.advance(HOUR + 1000)
  const again = await world.again(person)
  expect(again.user.toAcknowledge).toMatchObject([{ kind: 'publicNotice', version: 1 }])
  expect(await again.call(queryPublicNotices, {})).toMatchObject([
    { version: 2, current: false },
    { version: 1, current: true },
  ])
  admin = await world.admin()
  expect(await admin.call(withdrawNotice, { version: 1 })).toMatchObject({ current: false })
  expect(await admin.call(withdrawNotice, { version: 1 })).toMatchObject({
    withdrawTime: expect.any(String),
  })
  expect(await pendingOf(again)).toEqual([])
  expect((await again.call(queryPublicNotices, {})).map(({ version }) => version)).toEqual([2])
  for (const call of [
    () => again.call(queryPublicNotice, { version: 1 }),
    () => again.call(acknowledge, { kind: 'publicNotice', version: 1 }),
  ])
    await expect(call()).rejects.toMatchObject({ name: 'not_found', details: { what: 'policy' } })
  // Administrators read what was withdrawn.
  expect(await admin.call(queryPolicyVersion, { kind: 'publicNotice', version: 1 })).toMatchObject({
    textZh: NOTICE.textZh,
    withdrawTime: expect.any(String),
  })
  const { list } = await admin.call(pageLogs, { action: 'policy.withdrawn' })
  expect(list.map(({ objectName }) => objectName)).toEqual(['停机维护'])
})

it('refuses what is missing, too long, over or unknown, with its field', async () => {
  const both = { textZh: '文', textEn: 'text' }
  const long = '文'.repeat(POLICY_TEXT_MAX / 3 + 1)
  const cases: [Parameters<typeof publish>[0], string, string][] = [
    [{ kind: 'userAgreement', textZh: '文' }, 'textEn', 'missing'],
    [{ kind: 'userAgreement', textZh: ' \n', textEn: 'text' }, 'textZh', 'missing'],
    [{ kind: 'privacyPolicy', ...both, textZh: long }, 'textZh', 'too_long'],
    [{ kind: 'usageRules', ...both, titleZh: '标题' }, 'titleZh', 'unknown_value'],
    [{ kind: 'usageRules', ...both, endTime: '2100-01-01T00:00:00Z' }, 'endTime', 'unknown_value'],
    [{ kind: 'publicNotice' }, 'titleZh', 'missing'],
    [{ kind: 'publicNotice', titleZh: '标题' }, 'textZh', 'missing'],
    [{ kind: 'publicNotice', textEn: 'text' }, 'titleEn', 'missing'],
    [{ ...NOTICE, titleZh: '题'.repeat(101) }, 'titleZh', 'too_long'],
    [{ ...NOTICE, endTime: '2020-01-01T00:00:00Z' }, 'endTime', 'range'],
    [{ ...NOTICE, endTime: 'tomorrow' }, 'endTime', 'format'],
  ]
  const before = await admin.call(queryPolicyVersions, {})
  for (const [input, field, reason] of cases)
    await expect(publish(input)).rejects.toMatchObject({ name: 'bad_field', details: { field, reason } })
  expect(await admin.call(queryPolicyVersions, {})).toEqual(before)

  const anyone = createClient({ baseUrl: world.baseUrl })
  for (const version of [99, 1_000_000_000])
    await expect(
      anyone.call(queryPolicy, { kind: 'usageRules', language: 'zh-CN', version }),
    ).rejects.toMatchObject({ name: 'not_found' })
  const notice = anyone.call(queryPolicy, { kind: 'publicNotice' as 'usageRules', language: 'zh-CN' })
  await expect(notice).rejects.toMatchObject({ name: 'bad_field', details: { field: 'kind' } })
  await expect(admin.call(acknowledge, { kind: 'usageRules', version: 99 })).rejects.toMatchObject({
    name: 'not_found',
  })
})
const publish = (input: Parameters<typeof admin.call<typeof publishPolicy>>[1]) =>
  admin.call(publishPolicy, input)

it('numbers versions that are published at the same time one after another', async () => {
  const text = { kind: 'privacyPolicy', textZh: '文', textEn: 'text' } as const
  const made = await Promise.all(Array.from({ length: 4 }, () => admin.call(publishPolicy, text)))
  expect(made.map(({ version }) => version).toSorted()).toEqual([2, 3, 4, 5])
})

it('lets super administrators publish, and no other administrator', async () => {
  for (const role of ['orgAdmin', 'auditor', 'storageAdmin'] as const) {
    const who = await world.admin(role)
    for (const call of [
      () => who.call(queryPolicyVersions, {}),
      () => who.call(queryPolicyVersion, { kind: 'usageRules', version: 1 }),
      () => who.call(publishPolicy, NOTICE),
      () => who.call(withdrawNotice, { version: 2 }),
    ])
      await expect(call()).rejects.toMatchObject({ name: 'area_refused' })
  }
})
