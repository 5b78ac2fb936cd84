import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, getLinkThumbnail, pageLinkInstances } from '@clouddisk/contract/links'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Visitors of links wait for each other, not the people who are signed in. */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('visitors whose calls hang leave connections of the database for others', async () => {
  const owner = await world.person()
  const { instanceId } = await owner.call(createFolder, { instanceName: 'linked' })
  const make = () => owner.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
  const { linkPath } = await make()
  const { pool } = world.ctx.db
  const holder = await pool.connect()
  await holder.query('begin; lock table link_visitor in access exclusive mode')
  const waiting = Array.from({ length: 60 }, (_, n) => {
    const visitor = visitorOf(world.baseUrl, undefined, `browser ${n}`)
    const query = new URLSearchParams({ linkPath, instanceId, size: 's' })
    const isPicture = n % 2 === 0
    return isPicture
      ? visitor.fetch(`${pathOf(getLinkThumbnail)}?${query}`).then(({ status }) => status)
      : visitor.call(pageLinkInstances, { linkPath }).then(({ total }) => total)
  })
  try {
    const hanging = async () => {
      const { rows } = await pool.query(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows[0].n
    }
    await expect.poll(hanging).toBeGreaterThanOrEqual(6)
    // All 60 have arrived before this is answered.
    for (const instanceName of ['one', 'two', 'three'])
      expect(await owner.call(createFolder, { instanceName })).toMatchObject({ instanceName })
    expect(await hanging()).toBeLessThan(12)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const answers = await Promise.all(waiting)
  expect(new Set(answers)).toEqual(new Set([0, 404]))
})
