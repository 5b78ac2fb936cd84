import { publicConfig } from '@clouddisk/contract/accounts'
import { queryClusters, saveCluster } from '@clouddisk/contract/admin-clusters'
import { querySites, removeSite, saveSite } from '@clouddisk/contract/admin-sites'
import { pageLogs } from '@clouddisk/contract/audit'
import { type Input, pathOf, type Reply } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('storageAdmin')
})
afterEach(async () => {
  for (const table of ['cluster', 'site'] as const) await world.ctx.db.reader.deleteFrom(table).execute()
})
afterAll(() => world.close())

const sites = async () => (await admin.call(querySites, {})).list
const add = async (siteName: string, more: Partial<Input<typeof saveSite>> = {}) =>
  (await admin.call(saveSite, { siteName, ...more })).siteId
const badField = (field: string, reason: string) =>
  expect.objectContaining({ name: 'bad_field', details: expect.objectContaining({ field, reason }) })

it('sites have clusters, a region, networks and a sign-in page, and are changed (R93)', async () => {
  const { clusterId } = await admin.call(saveCluster, { clusterName: 'East' })
  const siteId = await add('Shanghai', {
    clusterIds: [clusterId],
    region: 'asiaPacific',
    networks: ['10.1.2.3/16', '2001:db8::/32', ' 192.0.2.1 ', ''],
    address: 'https://ap.example.com/disk/',
  })
  expect(await sites()).toMatchObject([
    {
      siteId,
      siteName: 'Shanghai',
      clusters: [{ clusterId, clusterName: 'East' }],
      region: 'asiaPacific',
      networks: ['10.1.0.0/16', '2001:db8::/32', '192.0.2.1/32'],
      address: 'https://ap.example.com',
    },
  ])
  expect((await admin.call(queryClusters, {})).list).toMatchObject([{ siteId, siteName: 'Shanghai' }])
  // A cluster is at one site.
  const other = await add('Beijing', { clusterIds: [clusterId] })
  expect((await sites()).map(({ siteName, clusters }) => [siteName, clusters.length])).toEqual([
    ['Beijing', 1],
    ['Shanghai', 0],
  ])
  await admin.call(saveSite, { siteId, siteName: 'Suzhou' })
  expect(await sites()).toMatchObject([
    { siteId: other },
    { siteId, siteName: 'Suzhou', region: null, networks: [], address: null },
  ])
  const auditor = await world.admin('auditor')
  const { list } = await auditor.call(pageLogs, { action: 'site.saved' })
  expect(list.map(({ objectName }) => objectName)).toEqual(['Suzhou', 'Beijing', 'Shanghai'])
})

it('sites name the field that is wrong', async () => {
  const wrong: [Partial<Input<typeof saveSite>>, string, string][] = [
    [{ siteName: ' ' }, 'siteName', 'missing'],
    [{ siteName: 'x'.repeat(61) }, 'siteName', 'too_long'],
    [{ networks: ['10.0.0.0/8', '10.0.0.256'] }, 'networks', 'ip_segments'],
    [{ networks: ['10.0.0.0/33'] }, 'networks', 'ip_prefix'],
    [{ networks: ['2001::db8::1'] }, 'networks', 'ip_v6'],
    [{ address: 'ap.example.com' }, 'address', 'page_address'],
    [{ address: 'https://ap.example.com/other' }, 'address', 'page_address'],
    [{ address: 'javascript:alert(1)' }, 'address', 'page_address'],
  ]
  for (const [more, field, reason] of wrong)
    await expect(add('Shanghai', more), JSON.stringify(more)).rejects.toEqual(badField(field, reason))
  await expect(add('Shanghai', { region: 'europe' as never })).rejects.toMatchObject({ name: 'bad_field' })
  await expect(add('Shanghai', { networks: Array(201).fill('10.0.0.1') })).rejects.toMatchObject({
    name: 'too_many_items',
    details: { limit: 200 },
  })
  for (const clusterIds of [[newId()], ['x']])
    await expect(add('Shanghai', { clusterIds })).rejects.toMatchObject({
      name: 'not_found',
      details: { what: 'cluster' },
    })
  await expect(add('Shanghai', { siteId: newId() })).rejects.toMatchObject({ details: { what: 'site' } })
  expect(await sites()).toEqual([])
})

it('sites have names that no other has, and are deleted once they have no clusters', async () => {
  const { clusterId } = await admin.call(saveCluster, { clusterName: 'East' })
  const siteId = await add('Shanghai', { clusterIds: [clusterId] })
  await expect(add('SHANGHAI')).rejects.toMatchObject({ name: 'name_taken' })
  await expect(admin.call(removeSite, { siteId })).rejects.toMatchObject({
    name: 'site_in_use',
    details: { name: 'Shanghai', clusters: 1 },
  })
  await admin.call(saveSite, { siteId, siteName: 'Shanghai' })
  await admin.call(removeSite, { siteId })
  await expect(admin.call(removeSite, { siteId })).rejects.toMatchObject({ details: { what: 'site' } })
  expect(await sites()).toEqual([])
})

it('the sign-in page leads to the sites of regions, and knows the region of the visitor (R54, R93)', async () => {
  const proxied = await openWorld({ CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1' })
  try {
    const keeper = await proxied.admin('storageAdmin')
    const from = async (address: string) => {
      const response = await fetch(`${proxied.baseUrl}${pathOf(publicConfig)}`, {
        headers: { 'x-forwarded-for': address },
      })
      const { data } = (await response.json()) as { data: Reply<typeof publicConfig> }
      return [data.region, ...data.regions.map(({ id, address }) => [id, address])]
    }
    const nowhere = [
      ['asia-pacific', null],
      ['north-america', null],
    ]
    expect(await from('10.1.0.1')).toEqual([null, ...nowhere])
    const save = (siteName: string, more: Partial<Input<typeof saveSite>>) =>
      keeper.call(saveSite, { siteName, ...more })
    await save('Beijing', {
      region: 'asiaPacific',
      networks: ['10.0.0.0/8'],
      address: 'https://beijing.example.com',
    })
    await save('Shanghai', {
      region: 'asiaPacific',
      networks: ['10.1.0.0/16'],
      address: 'https://shanghai.example.com',
    })
    await save('Austin', { region: 'northAmerica', networks: ['2001:db8::/32'] })
    await save('Attic', { networks: ['192.0.2.0/24'], address: 'https://attic.example.com' })
    const american = ['north-america', null]
    // The smallest network decides where two sites of a region have the address.
    expect(await from('10.1.0.1')).toEqual([
      'asia-pacific',
      ['asia-pacific', 'https://shanghai.example.com'],
      american,
    ])
    const first = ['asia-pacific', 'https://beijing.example.com']
    expect(await from('10.2.0.1')).toEqual(['asia-pacific', first, american])
    expect(await from('2001:db8::1')).toEqual(['north-america', first, american])
    // A site without a region is not on the page.
    expect(await from('192.0.2.1')).toEqual([null, first, american])
  } finally {
    await proxied.close()
  }
})
