// @module-tag long
import { updatePerson } from '@clouddisk/contract/admin-people'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import { queryJob } from '@clouddisk/contract/jobs'
import {
  copyLinkInstances,
  createOrUpdateLink,
  type Link,
  pageLinkInstances,
  removeLinks,
} from '@clouddisk/contract/links'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Saving much of a link as a job, and links for departments and groups. */

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
  // The queue is there; a test says when its jobs run.
  await world.jobs.start()
  await world.jobs.stop()
  owner = await world.person()
})
afterEach(async () => {
  await world.jobs.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const refusal = (name: string) => expect.objectContaining({ name })
const link = (instanceId: string, more: Partial<Input<typeof createOrUpdateLink>>) =>
  owner.call(createOrUpdateLink, { instanceIds: [instanceId], code: '', ...more })

/** A link to more than what is copied within a call, of which somebody begins to save a copy. */
async function saving(): Promise<{ made: Link; person: Person; jobId: string }> {
  const children = Array.from({ length: 250 }, (_, n) => ({ instanceName: `folder ${n}` }))
  const { instanceId = '' } = await owner.call(batchCreateFolder, { instanceName: 'large', children })
  const made = await link(instanceId, { perms: ['view', 'save'] })
  const person = await world.person()
  const { jobId = '' } = await visitorOf(world.baseUrl, person).call(copyLinkInstances, {
    linkPath: made.linkPath,
    instanceIds: [instanceId],
    targeParentId: '0',
  })
  return { made, person, jobId }
}
const stop = ({ shareId }: Link) => owner.call(removeLinks, { shareIds: [shareId] })
const stateOf = async (person: Person, jobId: string) => (await person.call(queryJob, { jobId })).state

it('much of a link is saved as a job', async () => {
  const { made, person, jobId } = await saving()
  await world.jobs.start()
  await expect.poll(() => stateOf(person, jobId), { timeout: 20_000 }).toBe('done')
  expect(Object.keys((await person.tree()).large ?? {})).toHaveLength(250)
  await stop(made)
})

it('a link that is stopped before the job runs leaves nothing of the copy', async () => {
  const { made, person, jobId } = await saving()
  await stop(made)
  await world.jobs.start()
  await expect.poll(() => stateOf(person, jobId), { timeout: 20_000 }).toBe('failed')
  expect(await person.tree()).toEqual({})
})

it('nor does one that is stopped while the job runs', async () => {
  const { made, person, jobId } = await saving()
  const { pool } = world.ctx.db
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query(`select from space where person_id = $1 for update`, [person.user.userId])
  await world.jobs.start()
  const waits = async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length
  }
  await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0)
  await stop(made)
  await holder.query('commit')
  holder.release()
  await expect.poll(() => stateOf(person, jobId), { timeout: 20_000 }).toBe('failed')
  expect(await person.tree()).toEqual({})
})

it('a link for a department opens for its people and those below, and closes for who leaves', async () => {
  const upper = await world.department('Upper')
  const lower = await world.department('Lower', upper)
  const inside = await world.person(undefined, { department: lower })
  const { instanceId } = await owner.call(createFolder, { instanceName: 'for a department' })
  const { linkPath } = await link(instanceId, { visitor: 'designated', principalIds: [upper] })
  const visitor = visitorOf(world.baseUrl, inside)
  await visitor.call(pageLinkInstances, { linkPath })
  await expect(
    visitorOf(world.baseUrl, await world.person()).call(pageLinkInstances, { linkPath }),
  ).rejects.toEqual(refusal('link_not_for_you'))
  const admin = await world.admin()
  await admin.call(updatePerson, { userId: inside.user.userId, departmentId: '0' })
  await expect(visitor.call(pageLinkInstances, { linkPath })).rejects.toEqual(refusal('link_not_for_you'))
})

it('a link for a group opens for its members; only for groups that the owner is in', async () => {
  const member = await world.person()
  const group = await world.group(owner, [[member, 'viewer']])
  const other = await world.group(member)
  const { instanceId } = await owner.call(createFolder, { instanceName: 'for a group' })
  await expect(link(instanceId, { visitor: 'designated', principalIds: [other.groupId] })).rejects.toEqual(
    refusal('bad_field'),
  )
  const { linkPath } = await link(instanceId, { visitor: 'designated', principalIds: [group.groupId] })
  await visitorOf(world.baseUrl, member).call(pageLinkInstances, { linkPath })
  await expect(
    visitorOf(world.baseUrl, await world.person()).call(pageLinkInstances, { linkPath }),
  ).rejects.toEqual(refusal('link_not_for_you'))
})
