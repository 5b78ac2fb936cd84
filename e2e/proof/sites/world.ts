import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { queryClusters, saveCluster } from '@clouddisk/contract/admin-clusters'
import { queryNodes } from '@clouddisk/contract/admin-nodes'
import { saveSite } from '@clouddisk/contract/admin-sites'
import { createBucket, setBucketHome } from '@clouddisk/contract/admin-storage'
import { DisposableStack } from '@clouddisk/server/boot'
import { openS3Client, type S3Location } from '@clouddisk/server/objects/s3/client'
import {
  ADMIN_PASSWORD,
  type Machine,
  type Machines,
  startMachines,
} from '../../../server/test/cluster/machines.ts'
import { type Person, signIn } from '../../../server/test/person.ts'
import { newBucket } from '../../../server/test/stores/bucket.ts'
import { type Ceph, startCeph } from '../../../server/test/stores/ceph.ts'
import { freePort } from '../../../server/test/stores/reach.ts'
import { Line } from '../faults/line.ts'
import { hostsOf, resolveHosts } from './hosts.ts'

/**
 * Two sites, each with a server of its own cluster and a Ceph with its bucket; one PostgreSQL. A server reaches the store of its site
 * straight, and the other one over a line where 80 ms go by there and back.
 */

export const ROUND_TRIP_MS = 80
const PASSWORD = 'Correct-horse1'
const READY_MS = 60_000
const NEAR = '127.0.0.1'
const FAR = '127.0.0.2'
const NAMES = ['a', 'b'] as const
/** For all that is stored here. Bytes. */
const CEPH_BYTES = 8 * 1024 ** 3

export interface Site {
  readonly name: (typeof NAMES)[number]
  readonly server: Machine
  readonly ceph: Ceph
  readonly place: S3Location
  readonly clusterId: string
  /** Of the other site's server to this store. */
  readonly line: Line
}

export interface World {
  readonly machines: Machines
  readonly a: Site
  readonly b: Site
  readonly admin: Person
  /** Somebody whose new content goes to the bucket of a site, signed in at its server. */
  person(name: string, site: Site): Promise<Person>
  close(): Promise<void>
}

export async function openWorld(): Promise<World> {
  const cleanup = new DisposableStack()
  try {
    return await open(cleanup)
  } catch (error) {
    await cleanup.close().catch(() => undefined)
    throw error
  }
}

interface Storage {
  readonly name: (typeof NAMES)[number]
  readonly host: string
  readonly ceph: Ceph
  readonly place: S3Location
  readonly line: Line
}

async function open(cleanup: DisposableStack): Promise<World> {
  const storages = await Promise.all(NAMES.map((name) => openStorage(name, cleanup)))
  const [ofA, ofB] = storages
  assert.ok(ofA && ofB)
  resolveHosts({ [ofA.host]: NEAR, [ofB.host]: NEAR })
  const machines = await startMachines({
    place: ofA.place,
    settingsOf: (n) => ({
      CLOUDDISK_NODE: `node-${NAMES[n]}`,
      ...hostsOf(Object.fromEntries(storages.map(({ host }, of) => [host, of === n ? NEAR : FAR]))),
    }),
  })
  cleanup.defer(() => machines.close())
  const [serverA, serverB] = machines.all
  assert.ok(serverA && serverB)
  const admin = await signIn(serverB.baseUrl, 'admin', ADMIN_PASSWORD, 'en-US')
  await addBucket(admin, ofB.place)
  const a = { ...ofA, server: serverA, clusterId: await addSite(admin, ofA) }
  const b = { ...ofB, server: serverB, clusterId: await addSite(admin, ofB) }
  await known(admin, 2)
  return {
    machines,
    a,
    b,
    admin,
    person: async (userName, { server, place }) => {
      await machines.add({ userName, password: PASSWORD })
      const person = await signIn(server.baseUrl, userName, PASSWORD, 'en-US')
      const principals = [{ principalType: 'user' as const, principalId: person.user.userId }]
      await admin.call(setBucketHome, { principals, bucketName: place.bucket })
      return person
    },
    close: () => cleanup.close(),
  }
}

/** The server at the site goes by its name; the line to it for others stands at another address with the same port. */
async function openStorage(name: Storage['name'], cleanup: DisposableStack): Promise<Storage> {
  const port = await freePort()
  const ceph = startCeph(await mkdtemp(join(tmpdir(), 'clouddisk-ceph-')), port, CEPH_BYTES)
  cleanup.defer(() => ceph.stop())
  await ceph.ready
  const line = await Line.to({ host: NEAR, port }, { host: FAR, port })
  cleanup.defer(() => line.close())
  line.far(ROUND_TRIP_MS / 2)
  const host = `store-${name}.test`
  const place = { ...(await newBucket(ceph.reach)), endpoint: `http://${host}:${port}` }
  return { name, host, ceph, place, line }
}

async function addBucket(
  admin: Person,
  { bucket, endpoint, accessKey, secretKey }: S3Location,
): Promise<void> {
  const given = { bucketName: bucket, endpoint, accessKey, secretKey, uploads: 'proxied' as const }
  const { bucket: added, findings } = await admin.call(createBucket, given)
  assert.ok(added, JSON.stringify(findings))
}

async function addSite(admin: Person, { name, place }: Storage): Promise<string> {
  const { list } = await admin.call(queryNodes, {})
  const nodeIds = list.filter(({ nodeName }) => nodeName === `node-${name}`).map(({ nodeId }) => nodeId)
  assert.equal(nodeIds.length, 1, `the node of site ${name}`)
  const buckets = [{ bucketName: place.bucket }]
  const { clusterId } = await admin.call(saveCluster, { clusterName: `cluster ${name}`, nodeIds, buckets })
  await admin.call(saveSite, { siteName: `site ${name}`, clusterIds: [clusterId] })
  return clusterId
}

/** Ends once the clusters are healthy, as an administrator sees it. */
async function known(admin: Person, clusters: number): Promise<void> {
  await until(async () => {
    const { list } = await admin.call(queryClusters, {})
    const healthy = list.filter(({ health }) => health.nodesAlive === 1 && health.bucketsAnswering === 1)
    return healthy.length === clusters
  }, 'the clusters are healthy')
}

export async function until(isSo: () => Promise<boolean>, what: string, ms = READY_MS): Promise<void> {
  for (const late = Date.now() + ms; !(await isSo().catch(() => false)); await delay(50))
    if (Date.now() > late) throw new Error(`not so in time: ${what}`)
}

/** A client of a store, beside the servers. */
export const clientOf = ({ ceph, place }: Site) => openS3Client({ ...place, endpoint: ceph.reach.endpoint })
