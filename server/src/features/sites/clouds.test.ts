import { createVerify, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { queryClouds, removeCloud, saveCloud } from '@clouddisk/contract/admin-clouds'
import { createBucket, queryBuckets, setBucketHome, updateBucket } from '@clouddisk/contract/admin-storage'
import { pageLogs } from '@clouddisk/contract/audit'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openSmallStore, type SmallStore } from '../../../test/small-store.ts'
import { sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'
import { credentialsOf, sealCredentials } from '../../objects/buckets.ts'
import { s3ConfigOf } from '../../objects/open-stores.ts'

const PAIR = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const PEM = pemOf(PAIR.privateKey)

let world: World
let admin: Person
let small: SmallStore
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('storageAdmin')
  small = await openSmallStore()
})
afterEach(async () => {
  const db = world.ctx.db.reader
  await db.updateTable('space').set({ home_bucket: null }).execute()
  await db.deleteFrom('bucket').execute()
  await db.deleteFrom('cloud').execute()
  await world.ctx.stores.refresh()
})
afterAll(async () => {
  await world.close()
  small.close()
})

const clouds = async () => (await admin.call(queryClouds, {})).list
async function add(cloudName: string, more: Partial<Input<typeof saveCloud>> = {}): Promise<string> {
  const { cloudId } = await admin.call(saveCloud, { cloudName, ...more })
  if (cloudId === null) throw new Error('it was not saved')
  return cloudId
}
const badField = (field: string, reason: string) =>
  expect.objectContaining({ name: 'bad_field', details: expect.objectContaining({ field, reason }) })
const KEYS = { accessKey: 'key', secretKey: 'secret' }

/** A bucket at the small store, which is too small to be tried by the call that adds one. */
async function bucketIn(keys = { accessKey: 'own', secretKey: 'secret' }): Promise<string> {
  const name = small.place.bucket
  const id = newId()
  const at = world.ctx.now()
  await world.ctx.db.reader
    .insertInto('bucket')
    .values({
      id,
      name,
      endpoint: small.place.endpoint,
      public_endpoint: null,
      region: small.place.region,
      uploads: 'proxied',
      downloads: 'presigned',
      encryption: null,
      kms_key: null,
      credentials: sealCredentials(world.ctx.secrets, id, keys),
      cloud: JSON.stringify({ location: 'Shanghai' }),
      capacity: null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  await world.ctx.stores.refresh()
  return id
}
const bucketNamed = async (name: string) =>
  (await admin.call(queryBuckets, {})).list.find(({ bucketName }) => bucketName === name)

describe('clouds', () => {
  it('are saved, changed and deleted; their keys are never read back (R93)', async () => {
    const fields = {
      provider: 'aws',
      cloudUser: 'drive',
      addresses: ['10.0.0.5', '2001:db8::5'] as string[],
      port: 8443,
      distributionDomain: 'cdn.example.com',
      keyPairId: 'K2JCJMDEHXQW5F',
      acceleration: true,
    } satisfies Partial<Input<typeof saveCloud>>
    const cloudId = await add(' East ', { ...fields, ...KEYS, protocolKey: PEM })
    expect(await clouds()).toEqual([
      {
        cloudId,
        cloudName: 'East',
        ...fields,
        hasAccessKey: true,
        hasProtocolKey: true,
        buckets: [],
        updateTime: expect.any(String),
      },
    ])
    // Not in clear in the database either.
    const row = await world.ctx.db.reader.selectFrom('cloud').selectAll().executeTakeFirstOrThrow()
    const kept = `${row.credentials?.toString('latin1')}${row.protocol_key?.toString('latin1')}`
    expect(kept).not.toMatch(/PRIVATE KEY|secret/)

    await add('East 2', { cloudId })
    expect(await clouds()).toMatchObject([
      {
        cloudName: 'East 2',
        provider: null,
        addresses: [],
        port: null,
        distributionDomain: '',
        acceleration: false,
        hasAccessKey: true,
        hasProtocolKey: true,
      },
    ])
    await add('East 2', { cloudId, dropAccessKey: true, dropProtocolKey: true })
    expect(await clouds()).toMatchObject([{ hasAccessKey: false, hasProtocolKey: false }])
    await admin.call(removeCloud, { cloudId })
    expect(await clouds()).toEqual([])
    const auditor = await world.admin('auditor')
    const { list } = await auditor.call(pageLogs, { action: 'cloud.saved,cloud.removed' })
    expect(list.map(({ action, objectName }) => [action, objectName])).toEqual([
      ['cloud.removed', 'East 2'],
      ['cloud.saved', 'East 2'],
      ['cloud.saved', 'East 2'],
      ['cloud.saved', 'East'],
    ])
    expect(JSON.stringify(list)).not.toMatch(/PRIVATE KEY|"secret"/)
  })

  it('name the field that is wrong', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
    const other = generateKeyPairSync('ed25519').privateKey
    const wrong: [Partial<Input<typeof saveCloud>>, string, string][] = [
      [{ cloudName: ' ' }, 'cloudName', 'missing'],
      [{ cloudName: 'x'.repeat(61) }, 'cloudName', 'too_long'],
      [{ cloudUser: 'x'.repeat(65) }, 'cloudUser', 'too_long'],
      [{ addresses: ['10.0.0.256'] }, 'addresses', 'ip_address'],
      [{ distributionDomain: 'cdn.example.com/x' }, 'distributionDomain', 'distribution_domain'],
      [{ distributionDomain: 'ftp://cdn.example.com' }, 'distributionDomain', 'distribution_domain'],
      [{ accessKey: 'key' }, 'secretKey', 'both_keys'],
      [{ secretKey: 'secret' }, 'accessKey', 'both_keys'],
      [{ ...KEYS, accessKey: 'a b' }, 'accessKey', 'store_key'],
      [{ protocolKey: 'not a key' }, 'protocolKey', 'private_key'],
      [{ protocolKey: pemOf(weak) }, 'protocolKey', 'private_key'],
      [{ protocolKey: pemOf(other) }, 'protocolKey', 'private_key'],
    ]
    for (const [more, field, reason] of wrong)
      await expect(add('East', more), JSON.stringify(more)).rejects.toEqual(badField(field, reason))
    for (const port of [0, 65_536])
      await expect(add('East', { port })).rejects.toMatchObject({ name: 'bad_field' })
    for (const cloudId of [newId(), 'x'])
      await expect(add('East', { cloudId })).rejects.toMatchObject({ details: { what: 'cloud' } })
    await expect(admin.call(removeCloud, { cloudId: newId() })).rejects.toMatchObject({ name: 'not_found' })
    expect(await clouds()).toEqual([])
    await add('East')
    await expect(add('EAST')).rejects.toMatchObject({ name: 'name_taken' })
  })

  it('give their buckets what is theirs, and hear of changes', async () => {
    const bucketId = await bucketIn()
    const cloudId = await add('East', { provider: 'ceph', cloudUser: 'drive' })
    await admin.call(updateBucket, {
      bucketId,
      cloudId,
      location: 'Suzhou',
      provider: 'minio',
      cloudName: 'no',
    })
    expect(await bucketNamed('small')).toMatchObject({
      cloudId,
      ownKeys: true,
      provider: 'ceph',
      cloudName: 'East',
      cloudUser: 'drive',
      location: 'Suzhou',
    })
    expect(await clouds()).toMatchObject([{ buckets: ['small'] }])
    await add('West', { cloudId, cloudUser: 'disk' })
    expect(await bucketNamed('small')).toMatchObject({
      cloudName: 'West',
      cloudUser: 'disk',
      provider: null,
      location: 'Suzhou',
    })
    await expect(admin.call(removeCloud, { cloudId })).rejects.toMatchObject({
      name: 'cloud_in_use',
      details: { name: 'West', buckets: 'small' },
    })
    await admin.call(updateBucket, { bucketId, cloudId: 'none' })
    expect(await bucketNamed('small')).toMatchObject({ cloudId: null, cloudName: 'West' })
    await admin.call(removeCloud, { cloudId })
    await expect(admin.call(updateBucket, { bucketId, cloudId })).rejects.toMatchObject({
      name: 'not_found',
      details: { what: 'cloud' },
    })
  })

  it('are changed only where their buckets are still reached', async () => {
    const bucketId = await bucketIn()
    const endpoint = small.place.endpoint.replace('127.0.0.1', 'localhost')
    await world.ctx.db.reader.updateTable('bucket').set({ endpoint, updated_at: new Date() }).execute()
    await world.ctx.stores.refresh()
    const cloudId = await add('East')
    await admin.call(updateBucket, { bucketId, cloudId })
    // Nobody listens there.
    const { cloudId: saved, findings } = await admin
      .speaking('en-US')
      .call(saveCloud, { cloudId, cloudName: 'East', addresses: ['127.1.1.1'] })
    expect(saved).toBeNull()
    expect(findings[0]).toMatchObject({ bucketName: 'small', step: 'reach', outcome: 'wrong' })
    expect(await clouds()).toMatchObject([{ addresses: [] }])
  })

  it('give keys to buckets that have none of their own, and keep them while these are used', async () => {
    const bucketId = await bucketIn(KEYS)
    const cloudId = await add('East', KEYS)
    const db = world.ctx.db.reader
    await db
      .updateTable('bucket')
      .set({ cloud_id: cloudId, own_keys: false })
      .where('id', '=', bucketId)
      .execute()
    await world.ctx.stores.refresh()
    await expect(add('East', { cloudId, dropAccessKey: true })).rejects.toMatchObject({
      name: 'cloud_keys_used',
      details: { buckets: 'small' },
    })
    await add('East', { cloudId, cloudUser: 'drive' })
    expect(await bucketNamed('small')).toMatchObject({ cloudUser: 'drive', ownKeys: false })
    // A bucket that leaves keeps them.
    await admin.call(updateBucket, { bucketId, cloudId: 'none' })
    expect(await bucketNamed('small')).toMatchObject({ cloudId: null, ownKeys: true })
    await add('East', { cloudId, dropAccessKey: true })
    await expect(
      admin.call(createBucket, { bucketName: 'other', endpoint: 'http://127.0.0.1:9' }),
    ).rejects.toEqual(badField('accessKey', 'missing'))
    await expect(
      admin.call(createBucket, { bucketName: 'other', endpoint: 'http://127.0.0.1:9', accessKey: 'a' }),
    ).rejects.toEqual(badField('secretKey', 'both_keys'))
  })

  it('have a port for endpoints that name none', async () => {
    const cloudId = await add('East', { port: 8443, addresses: ['10.0.0.5'] })
    const bucketId = await bucketIn()
    const db = world.ctx.db.reader
    const cloud = JSON.stringify({ port: 8443, addresses: ['10.0.0.5'] })
    for (const [endpoint, reached] of [
      ['https://s3.example.com', 'https://s3.example.com:8443'],
      ['https://s3.example.com:9000', 'https://s3.example.com:9000'],
    ] as const) {
      await db
        .updateTable('bucket')
        .set({ cloud_id: cloudId, endpoint, cloud, updated_at: new Date() })
        .where('id', '=', bucketId)
        .execute()
      await world.ctx.stores.refresh()
      const row = world.ctx.stores.rowOf('small')
      if (!row) throw new Error('the bucket is gone')
      expect(s3ConfigOf(row, world.ctx.secrets)).toMatchObject({ endpoint: reached, addresses: ['10.0.0.5'] })
      expect(credentialsOf(world.ctx.secrets, row)).toEqual({ accessKey: 'own', secretKey: 'secret' })
    }
  })
})

/** What CloudFront does: it hands out what its origin has, to whoever has an address that the key pair signed. */
class TestDistribution {
  readonly #server: Server
  readonly origin: string
  readonly refused: string[] = []
  now = () => Date.now()

  private constructor(server: Server, origin: string) {
    this.#server = server
    this.origin = origin
  }

  static async open(store: SmallStore, keyPairId: string, publicKey: KeyObject): Promise<TestDistribution> {
    const server = createServer(async (request, response) => {
      const url = new URL(request.url ?? '/', distribution.origin)
      const [signature, expires, id] = ['Signature', 'Expires', 'Key-Pair-Id'].map(
        (name) => url.searchParams.get(name) ?? '',
      )
      const resource = url.href.replace(/[?&]Expires=.*$/, '')
      const policy = `{"Statement":[{"Resource":"${resource}","Condition":{"DateLessThan":{"AWS:EpochTime":${expires}}}}]}`
      const bytes = Buffer.from(
        (signature ?? '').replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/'),
        'base64',
      )
      const isSigned = createVerify('RSA-SHA1').update(policy).verify(publicKey, bytes)
      if (!isSigned || id !== keyPairId || Number(expires) * 1000 < distribution.now()) {
        distribution.refused.push(url.pathname)
        response.writeHead(403).end()
        return
      }
      const from = await fetch(`${store.place.endpoint}/${store.place.bucket}${url.pathname}`)
      response.writeHead(from.status, {
        'content-disposition': url.searchParams.get('response-content-disposition') ?? '',
        'content-type': url.searchParams.get('response-content-type') ?? '',
      })
      response.end(Buffer.from(await from.arrayBuffer()))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const distribution = new TestDistribution(server, `http://127.0.0.1:${port}`)
    return distribution
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

describe('downloads of a bucket whose cloud has a distribution (R93)', () => {
  const keyPairId = 'K2JCJMDEHXQW5F'
  let distribution: TestDistribution
  beforeAll(async () => {
    distribution = await TestDistribution.open(small, keyPairId, PAIR.publicKey)
  })
  afterAll(() => distribution.close())

  async function stored(): Promise<{ person: Person; instanceId: string; bytes: Buffer; bucketId: string }> {
    const bucketId = await bucketIn()
    const person = await world.person()
    await admin.call(setBucketHome, {
      principals: [{ principalType: 'user', principalId: person.user.userId }],
      bucketName: 'small',
    })
    const bytes = Buffer.from('handed out elsewhere')
    const [sent] = await sendFiles(person, [{ parentId: '0', instanceName: '报告 1.txt', bytes }])
    return { person, instanceId: sent?.file?.instanceId ?? '', bytes, bucketId }
  }
  const addressOf = async (person: Person, instanceId: string) => {
    const url = await person.call(getDownloadUrl, { instanceId })
    const response = await fetch(new URL(url, world.baseUrl), { redirect: 'manual' })
    expect(response.status).toBe(302)
    return new URL(response.headers.get('location') ?? '')
  }

  it('are handed out there, by addresses that the key pair signed', async () => {
    const { person, instanceId, bytes, bucketId } = await stored()
    expect((await addressOf(person, instanceId)).origin).toBe(small.place.endpoint)
    const cloudId = await add('East', {
      distributionDomain: distribution.origin,
      keyPairId,
      protocolKey: PEM,
    })
    await admin.call(updateBucket, { bucketId, cloudId })
    const address = await addressOf(person, instanceId)
    expect(address.origin).toBe(distribution.origin)
    expect(address.searchParams.get('Key-Pair-Id')).toBe(keyPairId)
    // Neither the store's address nor the key's name in it is told.
    expect(address.href).not.toContain(new URL(small.place.endpoint).host)
    const response = await fetch(address)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('报告 1.txt'))
    // The page may be led there.
    expect(world.ctx.stores.origins).toContain(distribution.origin)

    for (const [name, value] of [
      ['response-content-type', 'text/html'],
      ['Expires', '9999999999'],
    ] as const) {
      const changed = new URL(address)
      changed.searchParams.set(name, value)
      expect((await fetch(changed)).status).toBe(403)
    }
    distribution.now = () => Date.now() + 11 * 60_000
    expect((await fetch(address)).status).toBe(403)
    distribution.now = () => Date.now()
  })

  it('are handed out by the store where the cloud has no key, or the bucket leaves it', async () => {
    const { person, instanceId, bucketId } = await stored()
    const cloudId = await add('East', { distributionDomain: distribution.origin, keyPairId })
    await admin.call(updateBucket, { bucketId, cloudId })
    expect((await addressOf(person, instanceId)).origin).toBe(small.place.endpoint)
    await add('East', { cloudId, distributionDomain: distribution.origin, keyPairId, protocolKey: PEM })
    expect((await addressOf(person, instanceId)).origin).toBe(distribution.origin)
    await admin.call(updateBucket, { bucketId, cloudId: 'none' })
    expect((await addressOf(person, instanceId)).origin).toBe(small.place.endpoint)
  })

  it('go by Amazon’s acceleration where that is on and there is no distribution', async () => {
    const { person, instanceId, bucketId } = await stored()
    const cloudId = await add('East', { provider: 'aws', acceleration: true })
    await admin.call(updateBucket, { bucketId, cloudId })
    const address = await addressOf(person, instanceId)
    expect(address.host).toBe('small.s3-accelerate.amazonaws.com')
    expect(address.pathname).toMatch(/^\/[^/]+$/)
    expect(address.searchParams.get('X-Amz-SignedHeaders')).toContain('host')
    expect(world.ctx.stores.origins).toContain(address.origin)
  })
})
