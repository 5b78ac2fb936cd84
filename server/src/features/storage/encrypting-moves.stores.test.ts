import { randomBytes } from 'node:crypto'
import { DAY } from '@clouddisk/contract/time'
import type { SavedInstance } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage } from '../../content/collect.ts'
import type { Context } from '../../context.ts'
import { ownerFrom } from '../../objects/bucket-owner.ts'
import { encryptedShares } from '../../objects/encrypted/content-keys.ts'
import { newMasterKey } from '../../objects/encrypted/master-keys.ts'
import { openEncryption } from '../../objects/encrypted/open-encryption.ts'
import { openStores } from '../../objects/open-stores.ts'
import { readAllObjects } from '../../objects/scrub.ts'
import { createContext } from '../../services.ts'
import { runMove } from './move-content.ts'
import { insertMove, moveOf } from './moves.ts'

const DISK = 'clouddisk'

let world: World
let person: Person
let bucket: string
/** The same server, started again with encryption switched on. */
let on: Context
beforeAll(async () => {
  const place = await newBucket(inject('s3'))
  bucket = place.bucket
  const settings = { CLOUDDISK_STORAGE_DRIVER: 'disk', CLOUDDISK_S3_UPLOADS: 'proxied' }
  const key = { CLOUDDISK_ENCRYPTION: 'off', CLOUDDISK_ENCRYPTION_KEY: newMasterKey() }
  world = await openWorld({ ...settingsOf(place), ...settings, ...key })
  person = await world.person()
  const encryption = await openEncryption(world.ctx.config.encryption, world.ctx.db.reader)
  if (!encryption) throw new Error('no encryption')
  const { config, db } = world.ctx
  const stores = await openStores(config, { ...encryption, isOn: true }, ownerFrom(db))
  on = createContext({ ...world.ctx, stores })
})
afterAll(async () => {
  await on.stores.close()
  await world.close()
})

const move = async (ctx: Context, from: string, to: string) => {
  const id = await insertMove(ctx, { from, to, bytesPerSecond: null })
  await runMove(ctx, id ?? '')
  return moveOf(ctx, id ?? '')
}

it('is encrypted by a move to another bucket, and plain again by a move without', async () => {
  const contents = [Buffer.alloc(0), randomBytes(100_000), randomBytes(5 * 1024 * 1024)]
  const files: SavedInstance[] = []
  for (const [n, bytes] of contents.entries()) files.push(await person.upload('0', `${n}.bin`, bytes))
  const expectKept = async (kept: object) => {
    expect(await encryptedShares(world.ctx.db.reader)).toMatchObject([kept])
    for (const [n, { instanceId }] of files.entries())
      expect((await person.download(instanceId)).equals(contents[n] ?? Buffer.of())).toBe(true)
    world.advance(DAY + 1000)
    await collectGarbage(world.ctx)
    person = await world.again(person)
    const { reader } = world.ctx.db
    expect([await world.doctor(), (await readAllObjects(reader, world.ctx.stores)).faults]).toEqual([[], []])
  }
  const [all, none] = [{ objects: 3 }, { objects: 0 }]
  await expectKept({ bucket: DISK, plain: all, encrypted: none })
  for (const [ctx, from, to] of [
    [on, DISK, bucket],
    [on, bucket, DISK],
    [world.ctx, DISK, bucket],
  ] as const) {
    expect(await move(ctx, from, to)).toMatchObject({ objects: 3, failed: 0 })
    const kept = ctx === on ? { plain: none, encrypted: all } : { plain: all, encrypted: none }
    await expectKept({ bucket: to, ...kept })
  }
}, 180_000)
