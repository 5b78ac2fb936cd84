import { queryBuckets } from '@clouddisk/contract/admin-storage'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSmallStore, type SmallStore, triesEncryption } from '../../../test/small-store.ts'
import { settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'

let small: SmallStore
let world: World
beforeEach(async () => {
  small = await openSmallStore()
  world = await openWorld({ ...settingsOf(small.place), CLOUDDISK_S3_ENCRYPTION: 'AES256' })
})
afterEach(async () => {
  small.letGo()
  await world.close()
  small.close()
})

const bucketTold = async () => {
  const { list } = await (await world.admin('storageAdmin')).call(queryBuckets, {})
  return list.find(({ bucketName }) => bucketName === small.place.bucket)
}

it('keeps neither readiness nor the list waiting where it cannot be tried', async () => {
  small.instead = (...call) => (triesEncryption(...call) ? 'nothing' : undefined)
  expect((await fetch(new URL('/readyz', world.baseUrl))).status).toBe(200)
  expect(await bucketTold()).toMatchObject({ answers: true, encryption: 'AES256', encryptedBy: null })
  small.letGo()
  expect(await bucketTold()).toMatchObject({ answers: true, encryptedBy: 'store' })
})

it('is found out once a store that was full has room', async () => {
  small.instead = (...call) => (triesEncryption(...call) ? [507, 'QuotaExceeded'] : undefined)
  expect(await bucketTold()).toMatchObject({ answers: true, encryptedBy: null })
  small.letGo()
  expect(await bucketTold()).toMatchObject({ answers: true, encryptedBy: 'store' })
})
