import { batchCreateFolder, copyInstances, createFolder, removeInstances } from '@clouddisk/contract/files'
import { clearTrash } from '@clouddisk/contract/trash'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import type { Context } from '../context.ts'
import { purgeDetached } from './purge.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  person = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const rows = async () => (await world.ctx.db.pool.query('select count(*) as n from file')).rows[0].n as number

/** Out of the tree and out of the person's bin: nobody sees it any more. */
async function thrownAway(owner: Person, instanceId: string): Promise<string> {
  await owner.call(removeInstances, { instanceIds: [instanceId] })
  await owner.call(clearTrash, {})
  return instanceId
}

const counting = (ctx: Context, count: () => void): Context => ({
  ...ctx,
  db: {
    ...ctx.db,
    transact: (work) => {
      count()
      return ctx.db.transact(work)
    },
  },
})

describe('removing a large folder for good', () => {
  let before: number
  let top: string
  beforeEach(async () => {
    before = await rows()
    const large = await person.call(batchCreateFolder, {
      instanceName: 'large',
      children: Array.from({ length: 40 }, (_, n) => ({
        instanceName: `part ${n}`,
        children: [{ instanceName: 'a', children: [{ instanceName: 'b' }] }, { instanceName: 'c' }],
      })),
    })
    for (const name of ['x', 'y', 'z'])
      await person.upload(large.children?.[7]?.instanceId ?? '', name, Buffer.from(name))
    await person.upload(large.instanceId ?? '', 'w', Buffer.from('w'))
    top = await thrownAway(person, large.instanceId ?? '')
  })

  it('goes through each level once, whatever it holds', async () => {
    let transactions = 0
    const removed = await purgeDetached(
      counting(world.ctx, () => transactions++),
      [top],
    )
    expect(removed).toBe(1 + 40 * 4 + 4)
    expect(transactions).toBeLessThanOrEqual(7)
    expect(await rows()).toBe(before)
  })

  it('goes on where it was cut short', async () => {
    let left = 3
    const dying = counting(world.ctx, () => {
      if (--left === 0) throw new Error('the process died')
    })
    await expect(purgeDetached(dying, [top])).rejects.toThrow('the process died')
    expect(await rows()).toBeGreaterThan(before)
    expect(await world.doctor()).toEqual([])
    await purgeDetached(world.ctx, [top])
    expect(await rows()).toBe(before)
  })

  it('is done once, however many ask for it at the same time', async () => {
    let transactions = 0
    const counted = counting(world.ctx, () => transactions++)
    await Promise.all([purgeDetached(counted, [top]), purgeDetached(counted, [top])])
    expect(transactions).toBeLessThanOrEqual(7)
    expect(await rows()).toBe(before)
  })

  it('touches nothing that hangs in a tree', async () => {
    const attached = (await person.call(createFolder, { instanceName: 'attached' })).instanceId
    expect(await purgeDetached(world.ctx, [attached, person.user.rootId])).toBe(0)
    expect(await person.tree()).toEqual({ attached: {} })
    await purgeDetached(world.ctx, [top])
  })
})

/**
 * A removal that commits only once what `meanwhile` does, after all of the removal's statements, is over or waits for
 * the removal's locks.
 */
async function removeWhile(topId: string, meanwhile: () => Promise<unknown>): Promise<void> {
  let other: Promise<unknown> | undefined
  let over = false
  const stalled: Context = {
    ...world.ctx,
    db: {
      ...world.ctx.db,
      transact: (work) =>
        world.ctx.db.transact(async (tx) => {
          const result = await work(tx)
          other ??= meanwhile().finally(() => {
            over = true
          })
          await vi.waitUntil(async () => over || (await anybodyWaits()), { timeout: 20_000 })
          return result
        }),
    },
  }
  await purgeDetached(stalled, [topId])
  await other
}
const anybodyWaits = async () =>
  (
    await world.ctx.db.pool.query(
      `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0].n > 0

// The check after each test says whether content is marked for removal exactly where nothing names it.
describe('content that several files share', () => {
  const CONTENT = Buffer.from('the same for everybody')

  it('is marked when the last two that name it go at the same moment', async () => {
    const other = await world.person()
    const mine = await thrownAway(person, (await person.upload('0', 'mine', CONTENT)).instanceId)
    const theirs = await thrownAway(other, (await other.upload('0', 'theirs', CONTENT)).instanceId)
    await removeWhile(mine, () => purgeDetached(world.ctx, [theirs]))
  })

  it('stays where somebody uploads it while the last that names it goes', async () => {
    const other = await world.person()
    const mine = await thrownAway(person, (await person.upload('0', 'mine', CONTENT)).instanceId)
    await removeWhile(mine, () => other.upload('0', 'theirs', CONTENT))
    const [kept] = await other.list()
    expect(await other.download(kept?.instanceId ?? '')).toEqual(CONTENT)
  })

  it('stays where it is copied while another that names it goes', async () => {
    const mine = (await person.upload('0', 'mine', CONTENT)).instanceId
    const second = (await person.upload('0', 'second', CONTENT)).instanceId
    await thrownAway(person, second)
    await removeWhile(second, async () => {
      await person.call(copyInstances, { instances: [mine], targeParentId: '0' })
    })
    expect(await person.tree()).toEqual({ mine: CONTENT.length, 'mine (1)': CONTENT.length })
  })
})
