import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { checkCluster, queryClusters, removeCluster, saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryNodes, saveNode } from '@clouddisk/contract/admin-nodes'
import { saveSite } from '@clouddisk/contract/admin-sites'
import { pageLogs } from '@clouddisk/contract/audit'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { registerNode } from './presence.ts'

const DISK = 'clouddisk'
let world: World
let admin: Person
const servers: Server[] = []
beforeAll(async () => {
  world = await openWorld({ CLOUDDISK_NODE: 'first' })
  admin = await world.admin('storageAdmin')
})
afterEach(async () => {
  const db = world.ctx.db.reader
  await db.deleteFrom('cluster_bucket').execute()
  for (const table of ['node', 'cluster', 'site'] as const) await db.deleteFrom(table).execute()
  for (const server of servers.splice(0)) server.close()
})
afterAll(() => world.close())

const clusters = async () => (await admin.call(queryClusters, {})).list
const add = async (clusterName: string, more: Partial<Input<typeof saveCluster>> = {}) =>
  (await admin.call(saveCluster, { clusterName, ...more })).clusterId
const badField = (field: string, reason: string) =>
  expect.objectContaining({ name: 'bad_field', details: expect.objectContaining({ field, reason }) })
const missing = (what: string) => ({ name: 'not_found', details: expect.objectContaining({ what }) })

async function listen(server: Server): Promise<string> {
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('clusters', () => {
  it('have nodes, a site, services, sync and buckets with what these hold (R92)', async () => {
    await registerNode(world.ctx)
    const { nodeId } = await admin.call(saveNode, { nodeName: 'second' })
    const [first] = (await admin.call(queryNodes, {})).list
    const { siteId } = await admin.call(saveSite, { siteName: 'Shanghai' })
    const person = await world.person()
    await person.upload('0', 'a.bin', Buffer.alloc(5000, 1))
    const fields = {
      address: 'https://east.example.com',
      antivirusAddress: '10.0.0.5:3310',
      previewAddress: 'http://10.0.0.6:3000',
      coeditingAddress: 'https://office.example.com',
      syncDirection: 'twoWay',
      syncMode: 'sync',
      bytesPerSecond: 5_000_000,
      remoteReads: false,
    } as const
    const clusterId = await add(' East ', {
      ...fields,
      siteId,
      nodeIds: [nodeId, first?.nodeId ?? ''],
      buckets: [{ bucketName: DISK, storageCycle: 90 }],
    })
    const [cluster] = await clusters()
    expect(cluster).toMatchObject({
      clusterId,
      clusterName: 'East',
      siteId,
      siteName: 'Shanghai',
      ...fields,
      nodes: [
        { nodeName: 'first', state: 'alive' },
        { nodeId, nodeName: 'second', state: 'new' },
      ],
      buckets: [
        { bucketName: DISK, storageCycle: 90, used: 5000, answers: true, cloudUser: '', location: '' },
      ],
      health: { nodesAlive: 1, bucketsAnswering: 1, syncWaiting: 0, syncFailed: 0 },
    })
    expect(cluster?.health.freeBytes).toBeGreaterThan(0)
    // This server is in the cluster from now on, and so is its bucket.
    expect(world.ctx.stores.distances.here).toMatchObject({ clusterId, siteId })
    expect(world.ctx.stores.distances.of(DISK)).toBe(0)

    await admin.call(saveCluster, { clusterId, clusterName: 'East 2' })
    expect(await clusters()).toMatchObject([
      {
        clusterId,
        clusterName: 'East 2',
        siteId: null,
        nodes: [],
        buckets: [],
        address: '',
        syncDirection: 'oneWay',
        syncMode: 'syncAndSave',
        bytesPerSecond: null,
        remoteReads: true,
        health: { freeBytes: null },
      },
    ])
    expect(world.ctx.stores.distances.here).toBeNull()
    const auditor = await world.admin('auditor')
    const { list } = await auditor.call(pageLogs, { action: 'cluster.saved' })
    expect(list.map(({ objectType, objectName }) => [objectType, objectName])).toEqual([
      ['cluster', 'East 2'],
      ['cluster', 'East'],
    ])
  })

  it('name the field that is wrong', async () => {
    const wrong: [Partial<Input<typeof saveCluster>>, string, string][] = [
      [{ clusterName: '  ' }, 'clusterName', 'missing'],
      [{ clusterName: 'x'.repeat(61) }, 'clusterName', 'too_long'],
      [{ address: 'east.example.com' }, 'address', 'web_address'],
      [{ antivirusAddress: '10.0.0.5' }, 'antivirusAddress', 'host_and_port'],
      [{ antivirusAddress: '10.0.0.5:99999' }, 'antivirusAddress', 'host_and_port'],
      [{ previewAddress: 'ftp://10.0.0.5' }, 'previewAddress', 'web_address'],
      [{ coeditingAddress: 'https://user:secret@office' }, 'coeditingAddress', 'web_address'],
    ]
    for (const [more, field, reason] of wrong)
      await expect(add('East', more), JSON.stringify(more)).rejects.toEqual(badField(field, reason))
    await expect(add('East', { bytesPerSecond: 0 })).rejects.toMatchObject({ name: 'bad_field' })
    await expect(add('East', { buckets: [{ bucketName: DISK, storageCycle: 0 }] })).rejects.toMatchObject({
      name: 'bad_field',
    })
    expect(await clusters()).toEqual([])
  })

  it('refuse what is not there, and change nothing then', async () => {
    await expect(add('East', { siteId: newId() })).rejects.toMatchObject(missing('site'))
    await expect(add('East', { nodeIds: [newId()] })).rejects.toMatchObject(missing('node'))
    await expect(add('East', { nodeIds: ['x'] })).rejects.toMatchObject(missing('node'))
    await expect(add('East', { clusterId: newId() })).rejects.toMatchObject(missing('cluster'))
    await expect(add('East', { buckets: [{ bucketName: 'nowhere' }] })).rejects.toMatchObject({
      name: 'no_such_bucket',
    })
    await expect(admin.call(checkCluster, { clusterId: newId() })).rejects.toMatchObject(missing('cluster'))
    expect(await clusters()).toEqual([])
  })

  it('have names and buckets that no other has', async () => {
    await add('East', { buckets: [{ bucketName: DISK }] })
    await expect(add('EAST')).rejects.toMatchObject({ name: 'name_taken', details: { name: 'EAST' } })
    await expect(add('West', { buckets: [{ bucketName: DISK }] })).rejects.toMatchObject({
      name: 'bucket_of_cluster',
      details: { bucket: DISK, cluster: 'East' },
    })
  })

  it('take over nodes of others', async () => {
    const { nodeId } = await admin.call(saveNode, { nodeName: 'second' })
    await add('East', { nodeIds: [nodeId] })
    await add('West', { nodeIds: [nodeId] })
    expect((await clusters()).map(({ nodes }) => nodes.length)).toEqual([0, 1])
  })

  it('are deleted once nothing is in them', async () => {
    const { nodeId } = await admin.call(saveNode, { nodeName: 'second' })
    const clusterId = await add('East', { nodeIds: [nodeId], buckets: [{ bucketName: DISK }] })
    await expect(admin.call(removeCluster, { clusterId })).rejects.toMatchObject({
      name: 'cluster_in_use',
      details: { name: 'East', nodes: 1, buckets: 1, synced: 0 },
    })
    await admin.call(saveCluster, { clusterId, clusterName: 'East' })
    const person = await world.person()
    const { instanceId } = await person.upload('0', 'a.bin', Buffer.alloc(10))
    const at = world.ctx.now()
    const rule = newId()
    await world.ctx.db.pool.query(
      `insert into sync_rule (id, file_id, direction, mode, created_at, updated_at, next_run_at)
       values ($1, $2, 'oneWay', 'sync', $3, $3, $3)`,
      [rule, instanceId, at],
    )
    await world.ctx.db.pool.query('insert into sync_target (rule_id, cluster_id) values ($1, $2)', [
      rule,
      clusterId,
    ])
    expect(await clusters()).toMatchObject([{ health: { syncWaiting: 1, syncFailed: 0 } }])
    await expect(admin.call(removeCluster, { clusterId })).rejects.toMatchObject({
      details: { nodes: 0, buckets: 0, synced: 1 },
    })
    await world.ctx.db.pool.query('delete from sync_rule')
    await admin.call(removeCluster, { clusterId })
    expect(await clusters()).toEqual([])
  })
})

describe('the check of a cluster (R92)', () => {
  const check = async (more: Partial<Input<typeof saveCluster>>) => {
    const clusterId = await add('East', more)
    const { findings } = await admin.speaking('en-US').call(checkCluster, { clusterId })
    return findings.map(({ check, target, isFine, reason, says }) => ({
      check,
      target,
      isFine,
      reason,
      says,
    }))
  }

  it('finds services and buckets that answer', async () => {
    const asked: string[] = []
    const clamd = createServer((socket) =>
      socket.on('data', (bytes) => {
        const command = bytes.toString('latin1')
        asked.push(command)
        socket.end(command === 'zPING\0' ? 'PONG\0' : 'ClamAV 1.4.3/27501/Sun Nov 29 07:30:00 2026\0')
      }),
    )
    // A sign-in page, and one without a page at the root.
    const preview = createHttpServer((_request, response) =>
      response.writeHead(302, { location: '/login' }).end(),
    )
    const office = createHttpServer((request, response) => {
      if (request.url === '/office/hosting/discovery') response.end('<wopi-discovery></wopi-discovery>')
      else response.writeHead(404).end()
    })
    const antivirusAddress = await listen(clamd)
    const previewAddress = `http://${await listen(preview)}/`
    const coeditingAddress = `http://${await listen(office)}/office`
    const fine = { isFine: true, reason: null, says: null }
    expect(
      await check({ antivirusAddress, previewAddress, coeditingAddress, buckets: [{ bucketName: DISK }] }),
    ).toEqual([
      {
        check: 'antivirus',
        target: antivirusAddress,
        ...fine,
        says: 'ClamAV 1.4.3, signatures 27501 of 2026-11-29.',
      },
      { check: 'preview', target: previewAddress, ...fine },
      { check: 'coediting', target: coeditingAddress, ...fine },
      { check: 'bucket', target: DISK, ...fine },
    ])
    expect(asked).toEqual(['zPING\0', 'zVERSION\0'])
  })

  it('says what is wrong with an address', async () => {
    const other = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    const gone = createHttpServer()
    const goneAddress = await listen(gone)
    await new Promise((done) => gone.close(done))
    const broken = createHttpServer((_request, response) => response.writeHead(502).end())
    const antivirusAddress = await listen(other)
    expect(
      await check({
        antivirusAddress,
        previewAddress: `http://${goneAddress}/`,
        coeditingAddress: `http://${await listen(broken)}/`,
      }),
    ).toEqual([
      {
        check: 'antivirus',
        target: antivirusAddress,
        isFine: false,
        reason: 'not_clamd',
        says: `${antivirusAddress} answers, but it isn’t clamd. Check the address and port.`,
      },
      expect.objectContaining({ check: 'preview', isFine: false, reason: 'refused' }),
      expect.objectContaining({
        check: 'coediting',
        reason: 'http_status',
        says: expect.stringContaining('HTTP 502'),
      }),
    ])
  })

  it('names a host that does not exist', async () => {
    expect(
      await check({ antivirusAddress: 'clamd.invalid:3310', previewAddress: 'http://preview.invalid' }),
    ).toMatchObject([
      { reason: 'unknown_host', says: 'There is no host clamd.invalid. Check the address or DNS.' },
      { reason: 'unknown_host' },
    ])
  })
})
