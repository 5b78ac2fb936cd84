import { randomBytes } from 'node:crypto'
import { queryContentReading } from '@clouddisk/contract/admin-storage'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { StoreUnavailable } from '../objects/port.ts'
import { examine } from './doctor.ts'

/** Large content that nobody comes to read is told of, since nobody but its sender would ever notice. */

let world: World
let admin: Person
let instanceName: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'admin1' })
  const file = await admin.upload('0', 'waiting.bin', randomBytes(1000))
  instanceName = file.instanceName
  await world.ctx.db.pool.query(`update blob set state = 'unverified', sent_by = $1`, [admin.user.userId])
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => world.close())

const told = async () => {
  const { faults } = await examine(world.ctx)
  const { unverified } = await admin.call(queryContentReading, {})
  return [faults.map(({ check, files }) => [check, ...files]), unverified]
}
const CHECK = 'uploaded content is verified within six hours'

it('for six hours it is on its way', async () => {
  world.advance(5 * HOUR)
  expect(await told()).toEqual([[], 0])
})

it('is reported then with the names of its files', async () => {
  world.advance(2 * HOUR)
  expect(await told()).toEqual([[[CHECK, expect.stringMatching(`admin1.*/${instanceName}$`)]], 1])
})

const AWAYS = {
  'is away': new StoreUnavailable(),
  'answers with what nobody expects': new Error('400'),
  'has lost its folder': Object.assign(new Error('no such folder'), { code: 'ENOENT' }),
}
for (const [how, error] of Object.entries(AWAYS))
  it(`where its bucket ${how} that is what doctor tells; the page counts by rows`, async () => {
    vi.spyOn(world.ctx.stores.home, 'check').mockRejectedValue(error)
    expect(await told()).toEqual([[['every bucket answers']], 1])
  })

it('the page asks no store for it', async () => {
  const check = vi.spyOn(world.ctx.stores.home, 'check').mockReturnValue(new Promise(() => undefined))
  expect((await admin.call(queryContentReading, {})).unverified).toBe(1)
  expect(check).not.toHaveBeenCalled()
})

it('is not reported in a bucket that is not configured', async () => {
  const move = (bucket: string) => world.ctx.db.pool.query('update blob set bucket = $1', [bucket])
  const { bucket } = world.ctx.stores.home
  await move('of-another-day')
  expect((await admin.call(queryContentReading, {})).unverified).toBe(0)
  await move(bucket)
  expect((await admin.call(queryContentReading, {})).unverified).toBe(1)
})

it('once it was read nothing is', async () => {
  await world.ctx.db.pool.query(`update blob set state = 'live', sent_by = null`)
  expect(await told()).toEqual([[], 0])
})
