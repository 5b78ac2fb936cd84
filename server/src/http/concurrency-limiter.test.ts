import { batchCreateFolder, createFolder, moveInstances, pageInstances } from '@clouddisk/contract/files'
import { pathOf, type Route } from '@clouddisk/contract/route'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../test/person.ts'
import { shortLocks } from '../../test/short-locks.ts'
import { openWorld, type World } from '../../test/world.ts'
import { MAX_CONCURRENT_WRITES } from '../db/pool.ts'

/** What one person asks for at once takes nothing from the others, and what nobody waits for is not begun. */

let world: World
let owner: Person
let holder: pg.PoolClient
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
  holder = await world.ctx.db.pool.connect()
})
// What a failed test left held would stop the next ones.
afterEach(() => letGo())
afterAll(async () => {
  holder.release(true)
  await world.close()
})

/** Holds the owner's space as a long change of his would. */
const hold = async () => {
  await holder.query('begin')
  await holder.query('select from space where root_id = $1 for update', [owner.user.rootId])
}
const letGo = () => holder.query('rollback')

const ask = (route: Route, input: object, signal: AbortSignal | null = null) =>
  owner.fetch(pathOf(route), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    signal,
  })

/** Asked by a connection outside the holder's transaction, in which it would be told the same each time. */
const lockWaiters = async () => {
  const { rows } = await world.ctx.db.pool.query(
    `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].n as number
}

async function folders(top: string, names: readonly string[]): Promise<[string, string[]]> {
  const children = names.map((instanceName) => ({ instanceName }))
  const made = await owner.call(batchCreateFolder, { instanceName: top, children })
  return [made.instanceId ?? '', (made.children ?? []).map((child) => child.instanceId ?? '')]
}

describe('changes of a tree that one person asks for at once', () => {
  it('wait in line without a connection; beyond fifty they are refused for now', async () => {
    const [, items] = await folders(
      'source',
      Array.from({ length: 60 }, (_, n) => `item ${n}`),
    )
    const [target] = await folders('target', [])
    const other = await world.person()
    await hold()
    const asked = items.map((id) => ask(moveInstances, { instanceIds: [id], targeParentId: target }))
    // Those beyond the line are answered while the others wait.
    const settled = new Set<Response>()
    const refused = new Promise<void>((resolve) => {
      for (const one of asked) void one.then((got) => settled.add(got).size === 8 && resolve())
    })
    await refused
    await expect.poll(lockWaiters).toBe(2)
    for (const got of settled) {
      expect([got.status, got.headers.get('retry-after')]).toEqual([429, '2'])
      expect(await got.json()).toMatchObject({ errcode: 20429, data: { retryAfter: 2 } })
    }
    expect(await other.list()).toEqual([])
    expect(await other.call(createFolder, { instanceName: 'free' })).toMatchObject({ instanceName: 'free' })
    expect(await owner.list()).toHaveLength(2)
    await letGo()
    const statuses = (await Promise.all(asked)).map((got) => got.status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(52)
    expect(await owner.list(target)).toHaveLength(52)
  })

  it('are not begun once their caller has gone', async () => {
    const [, items] = await folders(
      'things',
      Array.from({ length: 12 }, (_, n) => `thing ${n}`),
    )
    const [target] = await folders('goal', [])
    await hold()
    const gone = new AbortController()
    const asked = items.map((id) =>
      ask(moveInstances, { instanceIds: [id], targeParentId: target }, gone.signal),
    )
    const outcomes = Promise.allSettled(asked)
    await expect.poll(lockWaiters).toBe(2)
    gone.abort()
    await outcomes
    // A call of another line, sent after the lines were cut, is answered after the server has heard of it.
    await owner.call(pageInstances, {})
    await letGo()
    // Last in line: those before it have had their turn.
    const [last] = await folders('last', [])
    await owner.call(moveInstances, { instanceIds: [last], targeParentId: target })
    const moved = (await owner.list(target)).map((item) => item.instanceName)
    expect(moved.length).toBeLessThanOrEqual(3)
    expect(moved).toContain('last')
  })
})

it('what several people change leaves connections to those who read', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => world.person()))
  await holder.query('begin')
  await holder.query('select from space for update')
  const asked = people.flatMap((person) =>
    Array.from({ length: 8 }, (_, n) => person.call(createFolder, { instanceName: `f${n}` })),
  )
  await expect.poll(lockWaiters, { timeout: 20_000 }).toBe(MAX_CONCURRENT_WRITES)
  expect(await owner.list()).toBeInstanceOf(Array)
  await letGo()
  for (const person of people) expect(await person.list()).toBeInstanceOf(Array)
  expect(await Promise.all(asked)).toHaveLength(32)
})

it('refuses a call that waits too long for a lock', async () => {
  await shortLocks(world.ctx.db.pool, holder)
  await hold()
  const got = await ask(createFolder, { instanceName: 'late' })
  expect([got.status, got.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await got.json()).toMatchObject({ errcode: 99002, data: { retryAfter: 5 } })
})
