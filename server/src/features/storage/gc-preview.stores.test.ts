import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterEach, expect, inject, it } from 'vitest'
import { leaveAndReap } from '../../../test/leftovers.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { openS3Client } from '../../objects/s3/client.ts'

let world: World
afterEach(() => world.close())

it('in a bucket are named, and removed to the last byte, and nothing else is', async () => {
  const place = await newBucket(inject('s3'))
  world = await openWorld(settingsOf(place))
  const client = openS3Client(place)
  const inventory = async () => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: place.bucket }))
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: place.bucket }))
    return [
      ...Contents.map(({ Key, Size }) => `${Key} ${Size}`),
      ...Uploads.map(({ Key }) => `open ${Key}`),
    ].sort()
  }
  await leaveAndReap(world, inventory)
  // The name of the installation, and what was there to stay.
  expect(await inventory()).toHaveLength(2)
  client.destroy()
})
