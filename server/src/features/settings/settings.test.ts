import { currentUser, publicConfig } from '@clouddisk/contract/accounts'

import { queryInstanceSettings, saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { pageLogs } from '@clouddisk/contract/audit'
import { pageVersions, saveVersionLimits } from '@clouddisk/contract/versions'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const LIMITS = { versionsKept: 100, versionDays: 180 }
const NO_LIMITS = { linkVisitsPerHour: 0, linkBytesPerDay: 0, approvalUrl: '', systemTitle: '' }
const LINK = {
  zh: '外包流程',
  en: 'Outsourcing process',
  url: 'https://oa.example.com/',
  menu: 'user',
} as const
const OTHERS = { ...LIMITS, ...NO_LIMITS, contentSearch: true, personalTable: true, links: [] }

it('masks nobody at first, keeps what is chosen, and enters it in the log', async () => {
  const admin = await world.admin('superAdmin')
  expect(await admin.call(queryInstanceSettings, {})).toEqual({ maskNames: 'off', ...OTHERS })
  for (const maskNames of ['otherDepartments', 'everybody', 'off'] as const) {
    expect(await admin.call(saveInstanceSettings, { maskNames })).toEqual({ maskNames, ...OTHERS })
    expect(await admin.call(saveInstanceSettings, {})).toEqual({ maskNames, ...OTHERS })
    expect(await admin.call(queryInstanceSettings, {})).toEqual({ maskNames, ...OTHERS })
  }
  const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(list.map(({ detail }) => detail)).toMatchObject([
    { maskNames: 'off', was: 'everybody' },
    { maskNames: 'everybody', was: 'otherDepartments' },
    { maskNames: 'otherDepartments', was: 'off' },
  ])
})

it('has the name of the system, which everybody is told before they sign in (R35)', async () => {
  const admin = await world.admin('superAdmin')
  expect(await admin.call(publicConfig, {})).toMatchObject({ title: null })
  const saved = await admin.call(saveInstanceSettings, { systemTitle: '  蓝海   云盘 ' })
  expect(saved).toMatchObject({ systemTitle: '蓝海 云盘' })
  expect(await admin.call(publicConfig, {})).toMatchObject({ title: '蓝海 云盘' })
  for (const systemTitle of ['长'.repeat(33), 'a\u0000b', '\u202e\u200b', 'a\u202eb', '\u2800'])
    await expect(admin.call(saveInstanceSettings, { systemTitle })).rejects.toMatchObject({
      code: 20001,
      details: { field: 'systemTitle' },
    })
  expect(await admin.call(saveInstanceSettings, { systemTitle: '' })).toMatchObject({ systemTitle: '' })
  expect(await admin.call(publicConfig, {})).toMatchObject({ title: null })
  const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(list.slice(0, 2).map(({ detail }) => detail)).toMatchObject([
    { systemTitle: '', was: '蓝海 云盘' },
    { systemTitle: '蓝海 云盘', was: '' },
  ])
})

it('has whether contents are searched, and enters it in the log', async () => {
  const admin = await world.admin('superAdmin')
  expect(await admin.call(saveInstanceSettings, { contentSearch: false })).toMatchObject({
    contentSearch: false,
  })
  expect(await admin.call(queryInstanceSettings, {})).toMatchObject({ contentSearch: false })
  expect(await admin.call(saveInstanceSettings, { contentSearch: true })).toMatchObject({
    contentSearch: true,
  })
  const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(list.slice(0, 2).map(({ detail }) => detail)).toMatchObject([
    { contentSearch: true, was: false },
    { contentSearch: false, was: true },
  ])
})

it('refuses a value that there is not, and other administrators', async () => {
  const admin = await world.admin('superAdmin')
  const wrong = admin.call(saveInstanceSettings, { maskNames: 'somebody' as 'off' })
  await expect(wrong).rejects.toMatchObject({ code: 20001, details: { field: 'maskNames' } })
  for (const role of ['orgAdmin', 'auditor', 'storageAdmin'] as const) {
    const who = await world.admin(role)
    await expect(who.call(queryInstanceSettings, {})).rejects.toMatchObject({ name: 'area_refused' })
    await expect(who.call(saveInstanceSettings, { maskNames: 'everybody' })).rejects.toMatchObject({
      name: 'area_refused',
    })
  }
})

it('has how many versions are kept, where a space does not say so itself', async () => {
  const admin = await world.admin('superAdmin')
  const person = await world.person()
  const write = (text: string) => person.upload('0', 'a.txt', Buffer.from(text), { conflict: 'newVersion' })
  const { instanceId } = await write('1')
  const limits = { versionsKept: 2, versionDays: 0 }
  expect(await admin.call(saveInstanceSettings, limits)).toMatchObject(limits)
  await write('2')
  await write('3')
  const { list, retention } = await person.call(pageVersions, { instanceId })
  expect(list.map(({ versionNo }) => versionNo)).toEqual([3, 2])
  expect(list[1]).not.toHaveProperty('expireTime')
  expect(retention).toMatchObject({ ...limits, defaults: limits, isDefault: true })
  await person.call(saveVersionLimits, { instanceId, versionsKept: 3 })
  await write('4')
  expect((await person.call(pageVersions, { instanceId })).total).toBe(3)
  const { list: told } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(told[0]?.detail).toEqual({ ...limits, was: LIMITS })
  await expect(admin.call(saveInstanceSettings, { versionsKept: 0 })).rejects.toMatchObject({
    name: 'bad_field',
  })
  await admin.call(saveInstanceSettings, LIMITS)
  expect(await world.doctor()).toEqual([])
})

it('gives links of the company to everybody who is signed in, and takes addresses of the web only (G25)', async () => {
  const admin = await world.admin('superAdmin')
  const person = await world.person()
  const shown = async () => (await person.call(currentUser, {})).links
  expect(await shown()).toEqual([])
  const spaced = { ...LINK, zh: ' 外包流程 ', url: ` ${LINK.url}` }
  expect(await admin.call(saveInstanceSettings, { links: [spaced] })).toMatchObject({ links: [LINK] })
  expect(await admin.call(saveInstanceSettings, { contentSearch: true })).toMatchObject({ links: [LINK] })
  expect(await shown()).toEqual([LINK])
  const refused = async (links: unknown, reason: string) => {
    const answer = admin.call(saveInstanceSettings, { links: links as [typeof LINK] })
    await expect(answer, JSON.stringify(links)).rejects.toMatchObject({
      code: 20001,
      details: { field: 'links', reason },
    })
  }
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://a.example',
    'oa',
  ])
    await refused([{ ...LINK, url }], 'web_address')
  for (const url of ['', '  ']) await refused([{ ...LINK, url }], url === '' ? 'missing' : 'web_address')
  await refused([{ ...LINK, zh: '  ' }], 'missing')
  await refused([{ ...LINK, en: 'x'.repeat(41) }], 'too_long')
  await refused([{ ...LINK, zh: '\u200b' }], 'invisible_characters')
  await refused([{ ...LINK, en: 'a\u202eb' }], 'invisible_characters')
  await refused([{ ...LINK, menu: 'side' }], 'unknown_value')
  await refused(
    Array.from({ length: 11 }, () => LINK),
    'too_long',
  )
  expect(await shown()).toEqual([LINK])
  const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
  expect(list[0]?.detail).toEqual({ links: [LINK], was: [] })
  expect(await admin.call(saveInstanceSettings, { links: [] })).toMatchObject({ links: [] })
  expect(await shown()).toEqual([])
})
