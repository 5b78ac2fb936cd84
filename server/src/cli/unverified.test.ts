import { randomBytes } from 'node:crypto'
import { queryContentReading } from '@clouddisk/contract/admin-storage'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { StoreAway } from '../objects/port.ts'
import { examine } from './doctor.ts'

/** Large content that nobody comes to read is told of, since nobody but its sender would ever notice. */

const HOUR_MS = 3600 * 1000

let world: World
let admin: Person
let instanceName: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'admin1' })
  const file = await admin.upload('0', 'waiting.bin', randomBytes(1000))
  instanceName = file.instanceName
  await world.ctx.db.pool.query(`update blob set state = 'received', sent_by = $1`, [admin.user.userId])
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const told = async () => {
  const { faults } = await examine(world.ctx)
  const { unverified } = await admin.call(queryContentReading, {})
  return [faults.map(({ check, files }) => [check, ...files]), unverified]
}
const CHECK = 'large content is read soon after it came'

it('for six hours it is on its way', async () => {
  world.advance(5 * HOUR_MS)
  expect(await told()).toEqual([[], 0])
})

it('then it is told by the names of its files', async () => {
  world.advance(2 * HOUR_MS)
  expect(await told()).toEqual([[[CHECK, expect.stringMatching(`admin1.*/${instanceName}$`)]], 1])
})

it('where its bucket is away that is what is told', async () => {
  vi.spyOn(world.ctx.stores.home, 'check').mockRejectedValue(new StoreAway())
  expect(await told()).toEqual([[['every bucket answers']], 0])
})

it('once it was read nothing is', async () => {
  await world.ctx.db.pool.query(`update blob set state = 'verified', sent_by = null`)
  expect(await told()).toEqual([[], 0])
})
