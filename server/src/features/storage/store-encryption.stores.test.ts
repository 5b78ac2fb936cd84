import { randomBytes } from 'node:crypto'
import * as contract from '@clouddisk/contract/admin-storage'
import { afterEach, expect, inject, it } from 'vitest'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { KMS_KEY } from '../../../test/stores/ceph.ts'
import { openUpload } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'

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
