import { randomBytes } from 'node:crypto'
import * as contract from '@clouddisk/contract/admin-storage'
import { afterEach, expect, inject, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { KMS_KEY } from '../../../test/stores/ceph.ts'
import { openUpload } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { S3Bucket } from '../../objects/s3/bucket.ts'

let world: World
afterEach(() => world.close())

/** Whether the store that the environment names is said to encrypt: to a sender, and to administrators. */
const told = async (encryption: Record<string, string>) => {
  world = await openWorld({ ...settingsOf(await newBucket(inject('s3'))), ...encryption })
  const admin = await world.admin('storageAdmin')
  const bucketName = world.ctx.stores.home.bucket
  const person = await world.person()
  const begin = (name: string) =>
    openUpload(person, { parentId: '0', name, bytes: randomBytes(9), hashes: 'never' })
  const first = await begin('before anybody knows')
  const { list } = await admin.call(contract.queryBuckets, {})
  const bucket = list.find((one) => one.bucketName === bucketName)
  return [first, await begin('after'), bucket] as const
}

it('is said of a store once it was seen to encrypt', async () => {
  const [first, then, bucket] = await told({
    CLOUDDISK_S3_ENCRYPTION: 'aws:kms',
    CLOUDDISK_S3_KMS_KEY: KMS_KEY,
  })
  expect(first).toMatchObject({ storeEncryption: false })
  expect(then).toMatchObject({ storeEncryption: true })
  expect(bucket).toMatchObject({ encryption: 'aws:kms', encryptedBy: 'store' })
})

it('is not said of a store that takes the wish and ignores it', async () => {
  // As Ceph 16 does.
  const [, then, bucket] = await told({ CLOUDDISK_S3_ENCRYPTION: 'AES256' })
  expect(then).toMatchObject({ storeEncryption: false })
  expect(bucket).toMatchObject({ encryption: 'AES256', encryptedBy: null })
})

it('is asked of a bucket that is added, and tried before it is saved', async () => {
  world = await openWorld()
  const admin = await world.admin('storageAdmin')
  const person = await world.person()
  const place = await newBucket(inject('s3'))
  const { bucket: bucketName, endpoint, accessKey, secretKey } = place
  const given = { bucketName, endpoint, accessKey, secretKey, uploads: 'direct' } as const
  const steps = ({ findings }: { findings: readonly contract.BucketFinding[] }) =>
    Object.fromEntries(findings.map(({ step, outcome }) => [step, outcome]))

  const ignored = await admin.call(contract.createBucket, { ...given, encryption: 'AES256' })
  expect(ignored.bucket).toBeNull()
  expect(steps(ignored)).toMatchObject({ write: 'fine', encrypt: 'wrong' })
  const kms = { encryption: 'aws:kms', kmsKey: KMS_KEY } as const
  const added = await admin.call(contract.createBucket, { ...given, ...kms })
  expect(steps(added)).toMatchObject({ write: 'fine', encrypt: 'fine' })
  expect(added.bucket).toMatchObject({ ...kms, encryptedBy: 'store' })
  const bucketId = added.bucket?.bucketId ?? ''

  await admin.call(contract.makeDefaultBucket, { bucketName })
  const begun = await openUpload(person, {
    parentId: '0',
    name: 'big',
    bytes: randomBytes(9),
    hashes: 'never',
  })
  expect(begun).toMatchObject({ storeEncryption: true })
  const { instanceId } = await person.upload('0', 'encrypted there', randomBytes(1000))
  const { key } = await blobOf(world, instanceId)
  const seen = new S3Bucket(place)
  expect(await seen.head(key)).toMatchObject({ encryptedBy: 'aws:kms' })

  // Whatever else is changed leaves it; what is asked for anew is tried first.
  const renamed = await admin.call(contract.updateBucket, { bucketId, cloudName: 'East' })
  expect(renamed).toMatchObject({ bucket: { ...kms, encryptedBy: 'store' }, findings: [] })
  const refused = await admin.call(contract.updateBucket, { bucketId, kmsKey: '' })
  expect(refused.bucket).toBeNull()
  expect(steps(refused)).toMatchObject({ encrypt: 'wrong' })
  const checked = await admin.call(contract.checkBucket, { bucketName })
  expect(steps(checked)).toMatchObject({ encrypt: 'fine' })
  const plain = await admin.call(contract.updateBucket, { bucketId, encryption: 'none' })
  expect(steps(plain)).not.toHaveProperty('encrypt')
  expect(plain.bucket).toMatchObject({ encryption: null, kmsKey: '', encryptedBy: null })
  const after = await person.upload('0', 'plain there', randomBytes(1000))
  const { key: plainKey } = await blobOf(world, after.instanceId)
  expect(await seen.head(plainKey)).toMatchObject({ encryptedBy: undefined })
  seen.close()
})
