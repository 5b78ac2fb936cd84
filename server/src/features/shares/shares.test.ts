import { createFolder } from '@clouddisk/contract/files'
import type { ShareRole } from '@clouddisk/contract/roles'
import { createShare, pageShares, querySharingUsers } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let other: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  other = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (person: Person, instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId
const user = (person: Person, role: ShareRole = 'viewer') =>
  ({ principalType: 'user', principalId: person.user.userId, role }) as const

describe('a share', () => {
  it('is in the recipient’s list and in the owner’s', async () => {
    const id = await folder(owner, 'plans')
    const { shares, list } = await owner.call(createShare, {
      instanceIds: [id],
      members: [user(other, 'editor')],
      message: 'look',
    })
    expect(list).toMatchObject([{ instanceId: id, errcode: 0 }])
    expect(shares).toEqual([{ instanceId: id, fileSharingId: expect.any(String), reached: 1 }])
    const received = await other.call(pageShares, { type: 'received' })
    expect(received).toMatchObject({
      total: 1,
      list: [
        {
          fileSharingId: shares[0]?.fileSharingId,
          ownerId: owner.user.userId,
          role: 'editor',
          expireTime: null,
          memberCount: 1,
          message: 'look',
          instance: { instanceId: id, instanceName: 'plans', parentId: '' },
          members: [{ principalId: other.user.userId, role: 'editor', isSelf: true }],
        },
      ],
    })
    const published = await owner.call(pageShares, { type: 'published' })
    expect(published).toMatchObject({ total: 1, list: [{ role: 'owner', instance: { isShared: true } }] })
    expect((await owner.call(pageShares, { type: 'received' })).list).toEqual([])
    expect((await other.call(pageShares, { type: 'published' })).list).toEqual([])
    expect(await other.call(querySharingUsers, { instanceId: id })).toMatchObject([
      { principalId: owner.user.userId, role: 'owner' },
      { principalId: other.user.userId, role: 'editor', isSelf: true },
    ])
  })

  it('with a department follows who is in it', async () => {
    const top = await world.department('Sales')
    const below = await world.department('East', top)
    await moveInto(world, other, below)
    const id = await folder(owner, 'plans')
    const { shares } = await owner.call(createShare, {
      instanceIds: [id],
      members: [{ principalType: 'department', principalId: top, role: 'viewer' }, user(other, 'editor')],
    })
    expect(shares).toMatchObject([{ reached: 1 }])
    expect((await other.call(querySharingUsers, { instanceId: id })).slice(1)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ name: 'Sales', detail: 'Sales', count: 1 })]),
    )
    expect((await other.call(pageShares, { type: 'received' })).list).toMatchObject([{ role: 'editor' }])
  })
})
