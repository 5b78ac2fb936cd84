import { randomBytes } from 'node:crypto'
import { saveCloud } from '@clouddisk/contract/admin-clouds'
import { createBucket, queryBuckets, setBucketHome, updateBucket } from '@clouddisk/contract/admin-storage'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { newBucket } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { credentialsOf } from '../../objects/buckets.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('storageAdmin')
})
afterAll(() => world.close())

const keysOf = (bucket: string) => {
  const row = world.ctx.stores.rowOf(bucket)
  if (!row) throw new Error(`there is no bucket ${bucket}`)
  return credentialsOf(world.ctx.secrets, row)
}

it('a bucket is added with the keys of its cloud, and follows them where they work (R93)', async () => {
  const { bucket: bucketName, endpoint, accessKey, secretKey } = await newBucket(inject('s3'))
  const keys = { accessKey, secretKey }
  const made = await admin.call(saveCloud, { cloudName: 'East', provider: 'ceph', ...keys })
  const cloudId = made.cloudId ?? ''
  const { bucket } = await admin.call(createBucket, { bucketName, endpoint, cloudId, uploads: 'proxied' })
  expect(bucket).toMatchObject({ cloudId, ownKeys: false, provider: 'ceph', cloudName: 'East' })
  expect(keysOf(bucketName)).toEqual(keys)

  const wrong = await admin.call(saveCloud, { cloudId, cloudName: 'East', accessKey, secretKey: 'wrong' })
  expect(wrong).toMatchObject({
    cloudId: null,
    findings: [{ bucketName, outcome: 'wrong', reason: expect.stringMatching(/^(secret_key|refused)$/) }],
  })
  expect(keysOf(bucketName)).toEqual(keys)

  const person = await world.person()
  await admin.call(setBucketHome, {
    principals: [{ principalType: 'user', principalId: person.user.userId }],
    bucketName,
  })
  const bytes = randomBytes(100_000)
  const { instanceId } = await person.upload('0', 'a.bin', bytes)
  expect((await person.download(instanceId)).equals(bytes)).toBe(true)

  const own = await admin.call(updateBucket, { bucketId: bucket?.bucketId ?? '', ...keys })
  expect(own.bucket).toMatchObject({ cloudId, ownKeys: true })
  const back = await admin.call(updateBucket, { bucketId: bucket?.bucketId ?? '', cloudKeys: true })
  expect(back.bucket).toMatchObject({ cloudId, ownKeys: false })
  const { list } = await admin.call(queryBuckets, {})
  expect(JSON.stringify(list)).not.toContain(secretKey)
})
