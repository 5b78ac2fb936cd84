import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { pageLogs } from '@clouddisk/contract/audit'
import { createFolder } from '@clouddisk/contract/files'
import {
  checkLinkCode,
  createOrUpdateLink,
  getLinkArchiveUrl,
  getLinkDownloadUrl,
  pageLinkInstances,
} from '@clouddisk/contract/links'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { DAY, HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { linkJobs } from './jobs.ts'

/** What protects links from being tried, filled and drained. */

let world: World
let owner: Person
let top: string
let file: string
const NO_LIMITS = { linkVisitsPerHour: 0, linkBytesPerDay: 0 }
const limit = async (limits: Partial<Record<keyof typeof NO_LIMITS, number>>) =>
  (await world.admin()).call(saveInstanceSettings, { ...NO_LIMITS, ...limits })
beforeAll(async () => {
  // Visitors of these tests come from networks of their own.
  world = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
})
beforeEach(async () => {
  owner = await world.person()
  top = (await owner.call(createFolder, { instanceName: 'linked' })).instanceId
  file = (await owner.upload(top, 'a.bin', Buffer.alloc(1000, 7))).instanceId
})
afterEach(async () => {
  await limit({})
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const refusal = (name: string, more = {}) => expect.objectContaining({ name, ...more })
const link = async (code = '') =>
  (await owner.call(createOrUpdateLink, { instanceIds: [top], code })).linkPath
const from = (ip: string, person?: Person, agent = 'Mozilla/5.0') =>
  visitorOf(world.baseUrl, person, agent, { 'x-forwarded-for': ip })
const open = (linkPath: string, ip: string) => from(ip).call(pageLinkInstances, { linkPath })
const full = refusal('network_limit_reached', { httpStatus: 429 })

describe('limits by network', () => {
  it('refuse visits above the number of an hour, and say when more are taken', async () => {
    await limit({ linkVisitsPerHour: 2 })
    const linkPath = await link()
    const inside = from('10.1.1.1')
    await inside.call(pageLinkInstances, { linkPath })
    await open(linkPath, '10.1.1.2')
    const refused = await open(linkPath, '10.1.1.3').catch((error) => error)
    expect(refused).toEqual(full)
    expect(refused.details.retryAfter).toBeGreaterThan(0)
    expect(refused.details.retryAfter).toBeLessThanOrEqual(3600)
    expect(refused.message).toContain(refused.details.when)
    // A visitor who is in stays, and another network is not concerned.
    await inside.call(pageLinkInstances, { linkPath })
    await open(linkPath, '10.1.2.1')
    world.advance(refused.details.retryAfter * 1000)
    await open(linkPath, '10.1.1.3')
  })

  it('refuse downloads above the bytes of a day; single files, parts and ZIPs count', async () => {
    await limit({ linkBytesPerDay: 1500 })
    const linkPath = await link()
    const visitor = from('10.2.1.1')
    const url = await visitor.call(getLinkDownloadUrl, { linkPath, instanceId: file })
    const zip = await visitor.call(getLinkArchiveUrl, { linkPath, instanceIds: [top] })
    const get = async (address: string) => {
      const response = await visitor.fetch(address)
      const body = await response.arrayBuffer()
      return { status: response.status, length: body.byteLength, headers: response.headers }
    }
    expect(await get(url)).toMatchObject({ status: 200, length: 1000 })
    expect((await get(zip.url)).status).toBe(200)
    for (const address of [url, zip.url]) {
      const { status, headers } = await get(address)
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
    expect((await from('10.2.2.1').fetch(url)).status).toBe(200)
    // The owner's own downloads are no visits.
    expect((await owner.download(file)).length).toBe(1000)
  })

  it('begin anew on the next day', async () => {
    await limit({ linkBytesPerDay: 500 })
    const linkPath = await link()
    const download = async () => {
      const visitor = from('10.3.1.1')
      return (await visitor.fetch(await visitor.call(getLinkDownloadUrl, { linkPath, instanceId: file })))
        .status
    }
    expect(await download()).toBe(200)
    expect(await download()).toBe(429)
    world.advance(DAY)
    expect(await download()).toBe(200)
  })

  it('are set by super administrators, and logged', async () => {
    const admin = await world.admin()
    expect(await admin.call(saveInstanceSettings, { linkVisitsPerHour: 5 })).toMatchObject({
      linkVisitsPerHour: 5,
      linkBytesPerDay: 0,
    })
    const { list } = await admin.call(pageLogs, { action: 'instance.settingsChanged' })
    expect(list[0]?.detail).toEqual({ linkVisitsPerHour: 5, linkBytesPerDay: 0, was: NO_LIMITS })
    for (const wrong of [-1, 1.5, 1_000_001])
      await expect(admin.call(saveInstanceSettings, { linkVisitsPerHour: wrong })).rejects.toEqual(
        refusal('bad_field'),
      )
  })
})

it('clients that keep no cookie begin a bounded number of sessions of a link', async () => {
  const linkPath = await link()
  await open(linkPath, '10.4.1.1')
  // As if a thousand had begun.
  await world.ctx.db.reader
    .updateTable('network_use')
    .set({ amount: 1000 })
    .where('network', '=', 'ipv4:10.4.1')
    .execute()
  await expect(open(linkPath, '10.4.1.1')).rejects.toEqual(full)
  await open(linkPath, '10.4.2.1')
  world.advance(HOUR)
  await open(linkPath, '10.4.1.1')
})

it('what is over is deleted: sessions, and what networks used', async () => {
  const linkPath = await link()
  await open(linkPath, '10.5.1.1')
  world.advance(3 * DAY)
  await linkJobs(world.ctx)
    .find(({ name }) => name === 'remove-old-links')
    ?.run({}, true)
  const { reader } = world.ctx.db
  for (const table of ['link_visitor', 'network_use'] as const)
    expect(await reader.selectFrom(table).selectAll().execute()).toEqual([])
})

describe('tries of a code', () => {
  it('of somebody signed in count for the account in every browser, and for the browser without it', async () => {
    const linkPath = await link('Right1')
    const person = await world.person()
    const attempt = (code: string, agent: string, by?: Person) =>
      from('10.6.1.1', by, agent).call(checkLinkCode, { linkPath, code })
    for (let n = 0; n < 5; n++)
      await expect(attempt('Wrong1', `browser ${n % 2}`, person)).rejects.toEqual(refusal('link_code_wrong'))
    const locked = refusal('too_many_tries', { httpStatus: 429, details: { retryAfter: 900 } })
    await expect(attempt('Right1', 'browser 2', person)).rejects.toEqual(locked)
    await attempt('Right1', 'browser 2')
  })

  it('notify the owner once, however many visitors are locked out', async () => {
    const linkPath = await link('Right1')
    for (const agent of ['one', 'two', 'three'])
      for (let n = 0; n < 5; n++)
        await expect(
          from('10.7.1.1', undefined, agent).call(checkLinkCode, { linkPath, code: 'Wrong1' }),
        ).rejects.toEqual(refusal('link_code_wrong'))
    const { list } = await owner.call(pageNotifications, {})
    expect(list.filter(({ kind }) => kind === 'link.locked')).toHaveLength(1)
  })
})
