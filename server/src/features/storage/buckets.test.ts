import * as contract from '@clouddisk/contract/admin-storage'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { DISK_BUCKET } from '../../config/parse.ts'
import { newId } from '../../db/ids.ts'

let world: World
let admin: Person
beforeEach(async () => {
  world = await openWorld()
  admin = (await world.admin('storageAdmin')).speaking('en-US')
})
afterEach(() => world.close())

it('are refused with the field that is wrong, and nobody is asked for them', async () => {
  const given = { bucketName: 'bucket', endpoint: 'http://127.0.0.1:9', accessKey: 'a', secretKey: 'b' }
  for (const [wrong, reason] of [
    [{ accessKey: 'a\r\nX: y' }, 'store_key'],
    [{ accessKey: 'a\u0007' }, 'store_key'],
    [{ accessKey: '密钥' }, 'store_key'],
    [{ accessKey: ' ' }, 'missing'],
    [{ secretKey: '\u202e' }, 'store_key'],
    [{ region: 'a\nb' }, 'region'],
    [{ region: 'ä' }, 'region'],
  ] as const)
    await expect(admin.call(contract.createBucket, { ...given, ...wrong })).rejects.toMatchObject({
      name: 'bad_field',
      details: { field: Object.keys(wrong)[0], reason },
    })
})

it('and homes that are not there are called so, not files', async () => {
  const nowhere = { bucketName: 'nowhere' }
  const principals = [{ principalType: 'user' as const, principalId: newId() }]
  const moved = { from: DISK_BUCKET, to: 'nowhere' }
  for (const call of [
    () => admin.call(contract.checkBucket, nowhere),
    () => admin.call(contract.makeDefaultBucket, nowhere),
    () => admin.call(contract.updateBucket, { bucketId: newId() }),
    () => admin.call(contract.retireBucket, { bucketId: 'no id' }),
    () => admin.call(contract.beginContentMove, moved),
    () => admin.call(contract.setBucketHome, { principals, ...nowhere }),
  ])
    await expect(call()).rejects.toThrow('This bucket doesn’t exist')
  for (const principalId of [newId(), 'no id'])
    await expect(
      admin.call(contract.setBucketHome, { principals: [{ principalType: 'user', principalId }] }),
    ).rejects.toThrow('people, groups or departments')
  await expect(admin.call(contract.beginContentMove, { ...moved, to: DISK_BUCKET })).rejects.toMatchObject({
    name: 'bad_field',
  })
})
