// @module-tag long
import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { expect, inject, it } from 'vitest'
import { bodyOf, conformsToObjectStore } from '../../../test/object-store-conformance.ts'
import { newBucket } from '../../../test/stores/bucket.ts'
import { KMS_KEY } from '../../../test/stores/ceph.ts'
import { newId } from '../../db/ids.ts'
import { newBucketOwnerName, newOwner } from '../bucket-owner.ts'
import { openS3 } from '../open-stores.ts'
import { ObjectCorrupted } from '../port.ts'
import { S3Bucket } from '../s3/bucket.ts'
import { openS3Client } from '../s3/client.ts'
import { S3Store } from '../s3/s3.ts'
import { KeyRing } from './key-ring.ts'

const MIB = 1024 * 1024

async function openBucket() {
  const place = await newBucket(inject('s3'))
  const settings = {
    ...place,
    publicEndpoint: place.endpoint,
    uploads: 'direct',
    downloads: 'presigned',
  } as const
  const key = { number: 1, since: new Date('2026-01-01'), secret: randomBytes(32) }
  const ring = await KeyRing.open(async () => [key])
  const claim = newOwner(newBucketOwnerName())
  return { place, open: (isOn = true) => openS3(settings, { ring, isOn }, claim) }
}

conformsToObjectStore(
  'a bucket of Ceph that is encrypted from now on',
  async () => {
    const { open } = await openBucket()
    let store = await open()
    return {
      store,
      readsAsItComes: false,
      reopen: async () => {
        await store.close()
        store = await open()
        return store
      },
      drop: () => store.close(),
    }
  },
  5 * MIB,
)

it('leaves encryption of direct uploads to the store', async () => {
  const place = await newBucket(inject('s3'))
  const encryption = { cipher: 'aws:kms', keyId: KMS_KEY } as const
  const store = new S3Store({ ...place, encryption, uploads: 'direct' })
  const bucket = new S3Bucket(place)
  const content = randomBytes(6 * MIB)
  const [whole, inParts] = [newId(), newId()]
  await store.putObject(whole, content.length, bodyOf(content))
  const plan = { size: content.length, partSize: 5 * MIB }
  const upload = { key: inParts, uploadId: await store.begin(inParts, plan), ...plan }
  const send = async (n: number) => {
    const part = content.subarray((n - 1) * plan.partSize, n * plan.partSize)
    return store.putPart(upload, n, part.length, bodyOf(part))
  }
  await send(1)
  // Its ETag tells nothing of its bytes: it comes again.
  await store.complete(upload, [await send(1), await send(2)])
  const sha256 = createHash('sha256').update(content).digest()
  for (const key of [whole, inParts]) {
    expect(await bucket.head(key)).toMatchObject({ encryptedBy: 'aws:kms' })
    expect((await store.digest(await store.seal(key))).sha256).toEqual(sha256)
  }
  await expect.poll(() => store.encryptedBy).toBe('store')
  await store.close()
  bucket.close()
})

it('is reported as corrupt if the bucket returns other bytes, and has no download URL', async () => {
  const { place, open } = await openBucket()
  const client = openS3Client(place)
  const store = await open()
  const key = newId()
  const content = randomBytes(200_000)
  await store.putObject(key, content.length, bodyOf(content))
  const object = await store.seal(key)
  expect([store.direct, store.encryptedBy]).toEqual([undefined, 'clouddisk'])
  const given = { disposition: 'attachment', at: new Date() }
  expect(await store.reads?.addressOf(object, given)).toBeUndefined()

  const named = { Bucket: place.bucket, Key: `encrypted/${key}` }
  const { Body } = await client.send(new GetObjectCommand(named))
  const there = await buffer(Body as AsyncIterable<Buffer>)
  expect(there.length).toBeGreaterThan(content.length)
  there.writeUInt8(there.readUInt8(100_000) ^ 1, 100_000)
  await client.send(new PutObjectCommand({ ...named, Body: there }))
  const { etag } = await store.seal(key)
  await expect(store.digest({ key, etag }, { fresh: true })).rejects.toThrow(ObjectCorrupted)
  await store.close()
  client.destroy()
})
