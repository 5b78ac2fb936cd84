import { createFolder, removeInstances } from '@clouddisk/contract/files'
import type { Group } from '@clouddisk/contract/groups'
import { pageNotifications } from '@clouddisk/contract/notifications'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { EntryRole } from '@clouddisk/contract/roles'
import { HOUR } from '@clouddisk/contract/time'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { fanOut } from '../../notifications/fan-out.ts'
import { notifyExpiries } from '../notifications/expiries.ts'
import { deleteExpiredEntries } from './jobs.ts'

/** Nobody learns by a notice what is kept from it, and nobody is told what is not true of it. */

let world: World
let owner: Person
let group: Group
let department: string
/** In the group by their department alone. */
let alice: Person
let bob: Person
let rounds = 0
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  department = await world.department(`Department ${++rounds}`)
  alice = await world.person(undefined, { department })
  bob = await world.person(undefined, { department })
  group = await world.group(owner, [[department, 'viewer']], { name: `Kept ${rounds}` })
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId = group.rootId) =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
/** To a person, or a department by its id; until whoever is told of it has been. */
const permit = async (
  instanceId: string,
  to: Person | string,
  role: EntryRole | 'inherit',
  expireTime?: string,
) => {
  const isDepartment = typeof to === 'string'
  await owner.call(updateUserRole, {
    instanceId,
    principalType: isDepartment ? 'department' : 'user',
    principalIds: [isDepartment ? to : to.user.userId],
    role,
    ...(expireTime === undefined ? {} : { expireTime }),
  })
  await allTold()
}
const allTold = () =>
  vi.waitFor(async () => {
    await fanOut(world.ctx)
    expect((await world.ctx.db.pool.query('select from notification_fan_out')).rows).toEqual([])
  })
const soon = () => new Date(world.ctx.now().getTime() + HOUR).toISOString()
const heard = async (person: Person, kind = 'files.permissionChanged') => {
  await allTold()
  return (await person.call(pageNotifications, {})).list
    .filter((notice) => notice.kind === kind)
    .map(({ data }) => [data.instanceName, data.role])
}

describe('a department’s permission', () => {
  it('is told to nobody from whom it is kept', async () => {
    const kept = await folder('kept')
    await permit(kept, alice, 'forbidden')
    const inside = await folder('inside', kept)
    await permit(inside, department, 'editor')
    await permit(inside, department, 'forbidden')
    await permit(inside, department, 'inherit')
    expect(await heard(alice)).toEqual([['kept', 'forbidden']])
    expect(await heard(bob)).toEqual([
      ['inside', undefined],
      ['inside', 'forbidden'],
      ['inside', 'editor'],
    ])
  })

  it('that keeps a folder from it keeps what happens there as well, from each of its people', async () => {
    const kept = await folder('kept')
    await permit(kept, department, 'forbidden')
    const inside = await folder('inside', kept)
    await permit(inside, alice, 'forbidden')
    await permit(inside, alice, 'inherit')
    expect(await heard(alice)).toEqual([['kept', 'forbidden']])
    await permit(inside, department, 'viewer')
    await permit(inside, department, 'inherit')
    expect(await heard(alice)).toEqual([
      ['inside', undefined],
      ['inside', 'viewer'],
      ['kept', 'forbidden'],
    ])
  })

  it('is told to those alone of whom it is true', async () => {
    const plans = await folder('plans')
    await permit(plans, alice, 'editor')
    await permit(plans, department, 'forbidden')
    await permit(plans, department, 'downloader')
    await permit(plans, department, 'downloader', soon())
    expect(await heard(alice)).toEqual([['plans', 'editor']])
    expect(await heard(bob)).toEqual([
      ['plans', 'downloader'],
      ['plans', 'downloader'],
      ['plans', 'forbidden'],
    ])
  })

  it('that was taken away inside of a folder that is kept is told to who had it', async () => {
    const kept = await folder('kept')
    await permit(kept, alice, 'forbidden')
    const inside = await folder('inside', kept)
    await permit(inside, alice, 'viewer')
    await permit(inside, alice, 'inherit')
    await permit(inside, alice, 'forbidden')
    expect(await heard(alice)).toEqual([
      ['inside', undefined],
      ['inside', 'viewer'],
      ['kept', 'forbidden'],
    ])
  })
})

describe('the end of a permission', () => {
  const ends = (person: Person) => heard(person, 'expiry.entry')

  it('is foretold of what somebody has, not of what keeps it out', async () => {
    const [open, shut] = [await folder('open'), await folder('shut')]
    await permit(open, alice, 'editor', soon())
    await permit(shut, alice, 'forbidden', soon())
    await permit(shut, department, 'forbidden', soon())
    await notifyExpiries(world.ctx)
    expect(await ends(alice)).toEqual([['open', undefined]])
    expect(await ends(bob)).toEqual([])
  })

  it('is foretold to nobody of what is kept from it, and of nothing in the bin', async () => {
    const kept = await folder('kept')
    await permit(kept, alice, 'forbidden')
    const inside = await folder('inside', kept)
    await permit(inside, department, 'editor', soon())
    const thrown = await folder('thrown')
    await permit(await folder('below', thrown), bob, 'editor', soon())
    await owner.call(removeInstances, { instanceIds: [thrown] })
    await notifyExpiries(world.ctx)
    expect(await ends(alice)).toEqual([])
    expect(await ends(bob)).toEqual([['inside', undefined]])
  })

  it('is told when it comes, and not of what was thrown away with the folder that it lies in', async () => {
    const thrown = await folder('thrown')
    const [below, stays] = [await folder('below', thrown), await folder('stays')]
    const end = soon()
    for (const id of [below, stays]) {
      await permit(id, bob, 'editor', end)
      await permit(id, department, 'editor', end)
    }
    await owner.call(removeInstances, { instanceIds: [thrown] })
    const before = [await heard(alice), await heard(bob)]
    world.advance(2 * HOUR)
    await deleteExpiredEntries(world.ctx)
    expect(await heard(alice)).toEqual([['stays', undefined], ...(before[0] ?? [])])
    expect(await heard(bob)).toEqual([['stays', undefined], ...(before[1] ?? [])])
  })
})
