import { queryUserCapacity } from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import * as accounts from './accounts.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The status of a call. */
const asked = async (person: Person): Promise<number> =>
  (await person.fetch(pathOf(queryUserCapacity))).status

const sql = (text: string, values: unknown[]) => world.ctx.db.pool.query(text, values)

describe('a session that was used a moment ago', () => {
  it('is over for the very next call when this server ended it', async () => {
    for (let round = 0; round < 10; round++) {
      const person = await world.person()
      const other = await world.again(person)
      expect([await asked(person), await asked(other)]).toEqual([200, 200])
      await accounts.freeze(world.ctx, person.user.userName)
      expect([await asked(person), await asked(other)]).toEqual([401, 401])
    }
  })

  it('is over when another process ended it, or froze the person', async () => {
    const person = await world.person()
    expect(await asked(person)).toBe(200)
    await sql('delete from session where person_id = $1', [person.user.userId])
    await expect.poll(() => asked(person)).toBe(401)
    const frozen = await world.person()
    expect(await asked(frozen)).toBe(200)
    await sql(`update person set status = 'frozen' where id = $1`, [frozen.user.userId])
    await expect.poll(() => asked(frozen)).toBe(401)
  })

  it('is over also where the notice was missed because its connection broke', async () => {
    const person = await world.person()
    expect(await asked(person)).toBe(200)
    const cut = await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like 'listen %'`,
      [],
    )
    expect(cut.rows.length).toBeGreaterThan(0)
    await sql('delete from session where person_id = $1', [person.user.userId])
    await expect.poll(() => asked(person)).toBe(401)
    expect(await asked(await world.person())).toBe(200)
  })
})

it('nobody is told of a standing that no row changed', async () => {
  const person = await world.person()
  const hearing = await world.ctx.db.pool.connect()
  let heard = 0
  hearing.on('notification', () => heard++)
  await hearing.query('listen clouddisk_memberships')
  await sql('delete from session where id = $1', [person.user.userId])
  await sql('update person set status = status where id = $1', [person.user.rootId])
  await sql('delete from session where person_id = $1', [person.user.userId])
  await sql(`update person set status = 'frozen' where id = $1`, [person.user.userId])
  // In the order of their commits: any of those before would have been heard by now.
  await expect.poll(() => heard).toBe(2)
  hearing.release(true)
})
