import { type Change, queryChanges } from '@clouddisk/contract/changes'
import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { addMembers, createGroup, removeMembers } from '@clouddisk/contract/groups'
import { updateUserRole } from '@clouddisk/contract/privileges'
import { createShare, removeShares } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { moveInto } from '../../../test/organisation.ts'
import type { Person } from '../../../test/person.ts'
import { follow } from '../../../test/stream.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
let editor: Person
let viewer: Person
let stranger: Person
const open: { stop(): void }[] = []
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  editor = await world.person()
  viewer = await world.person()
  stranger = await world.person()
})
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop()
})
afterAll(() => world.close())

const cursorOf = async (who: Person) => (await who.call(queryChanges, {})).cursor
const folder = async (who: Person, parentId: string, instanceName: string) =>
  (await who.call(createFolder, { parentId, instanceName })).instanceId
const member = (who: Person, role: 'manager' | 'editor' | 'viewer') => ({
  principalType: 'user' as const,
  principalId: who.user.userId,
  role,
})

let groups = 0
const group = (members: ReturnType<typeof member>[] = []) =>
  owner.call(createGroup, {
    groupName: `Group ${++groups}`,
    capacity: 1,
    ...(members.length > 0 && { members }),
  })

/** Somebody who listens; what it heard of files up to a mark that everybody hears of in its own space. */
async function listening(who: Person, cursor?: string) {
  const stream = await follow(who, cursor)
  open.push(stream)
  return {
    until: stream.until,
    /** All that was told before something that happens now. */
    told: async (): Promise<Change[]> => {
      const mark = await folder(who, '0', `mark ${++groups}`)
      await stream.until((change) => change.instanceId === mark)
      return stream.seen
        .splice(0)
        .filter((change) => change.instanceId !== mark && !change.kind.startsWith('notification.'))
    },
  }
}
const briefly = (list: readonly Change[]) =>
  list.map(({ kind, instanceId, parentIds }) => ({ kind, instanceId, parentIds }))
/** Of others' spaces. */
const since = async (who: Person, cursor: string) =>
  (await who.call(queryChanges, { cursor })).list.filter(
    ({ kind, parentIds }) => !kind.startsWith('notification.') && !parentIds.includes(who.user.rootId),
  )

describe('listeners of a group', () => {
  it('hear what its members do, and others do not', async () => {
    const { rootId } = await group([member(editor, 'editor'), member(viewer, 'viewer')])
    const [hers, his, nobodys] = [await listening(owner), await listening(viewer), await listening(stranger)]
    const id = await folder(editor, rootId, 'news')
    const expected = [{ kind: 'folder.created', instanceId: id, parentIds: [rootId] }]
    expect(briefly(await hers.told())).toEqual(expected)
    expect(briefly(await his.told())).toEqual(expected)
    expect(await nobodys.told()).toEqual([])
  })

  it('hear nothing of a folder that is forbidden to them, not by cursor either', async () => {
    const { rootId } = await group([member(editor, 'editor'), member(viewer, 'viewer')])
    const secret = await folder(owner, rootId, 'secret')
    await owner.call(updateUserRole, {
      instanceId: secret,
      principalType: 'user',
      principalIds: [viewer.user.userId],
      role: 'forbidden',
    })
    const start = await cursorOf(viewer)
    const [his, hers] = [await listening(viewer), await listening(editor)]
    const inside = await folder(editor, secret, 'inside')
    await editor.call(renameInstance, { instanceId: secret, instanceName: 'still secret' })
    await editor.call(removeInstances, { instanceIds: [inside] })
    expect((await hers.told()).map(({ kind }) => kind)).toEqual([
      'folder.created',
      'file.renamed',
      'file.trashed',
    ])
    expect(await his.told()).toEqual([])
    expect(await since(viewer, start)).toEqual([])
  })

  it('hear of it as soon as they are in it, and no more once they are out', async () => {
    const { groupId, rootId } = await group()
    const stream = await listening(editor)
    await folder(owner, rootId, 'before')
    expect(await stream.told()).toEqual([])
    await owner.call(addMembers, { groupId, members: [member(editor, 'editor')] })
    const [joined, ...nothing] = await stream.told()
    expect(joined).toMatchObject({ kind: 'member.changed' })
    expect(nothing).toEqual([])
    const within = await folder(owner, rootId, 'within')
    expect(briefly(await stream.told())).toEqual([
      { kind: 'folder.created', instanceId: within, parentIds: [rootId] },
    ])
    await owner.call(removeMembers, { groupId, principalIds: [editor.user.userId] })
    await folder(owner, rootId, 'after')
    const [left, ...more] = await stream.told()
    expect(left).toMatchObject({ kind: 'member.changed' })
    expect(more).toEqual([])
  })

  it('are in it by their department, as long as they are in that', async () => {
    const above = await world.department(`Above ${++groups}`)
    const below = await world.department(`Below ${groups}`, above)
    await moveInto(world, viewer, below)
    const { groupId, rootId } = await group()
    const stream = await listening(viewer)
    await owner.call(addMembers, {
      groupId,
      members: [{ principalType: 'department', principalId: above, role: 'viewer' }],
    })
    const id = await folder(owner, rootId, 'for all')
    expect(briefly(await stream.told())).toContainEqual({
      kind: 'folder.created',
      instanceId: id,
      parentIds: [rootId],
    })
    await moveInto(world, viewer, null)
    // A notice of the database tells that it moved; it is heard of behind whatever was there before.
    await expect
      .poll(async () => {
        await folder(owner, rootId, `later ${++groups}`)
        return (await stream.told()).length
      })
      .toBe(0)
  })
})

describe('listeners of a share', () => {
  it('hear of what is in it, and of nothing else in its owner’s space', async () => {
    const shared = await folder(owner, '0', 'shared')
    const hidden = await folder(owner, '0', 'hidden')
    const stream = await listening(editor)
    await owner.call(createShare, { instanceIds: [shared], members: [member(editor, 'editor')] })
    expect(briefly(await stream.told())).toEqual([
      { kind: 'share.created', instanceId: shared, parentIds: [] },
    ])
    const start = await cursorOf(editor)
    const inner = await folder(owner, shared, 'inner')
    const secret = await folder(owner, hidden, 'secret')
    await owner.call(renameInstance, { instanceId: hidden, instanceName: 'more hidden' })
    await owner.call(moveInstances, { instances: [secret], targeParentId: inner })
    await owner.call(moveInstances, { instances: [secret], targeParentId: hidden })
    await owner.call(removeInstances, { instanceIds: [hidden] })
    const expected = [
      { kind: 'folder.created', instanceId: inner, parentIds: [shared] },
      { kind: 'file.moved', instanceId: secret, parentIds: [inner] },
      { kind: 'file.moved', instanceId: secret, parentIds: [inner] },
    ]
    expect(briefly(await stream.told())).toEqual(expected)
    expect(briefly(await since(editor, start))).toEqual(expected)
    expect(JSON.stringify(await since(editor, start))).not.toContain(hidden)
  })

  it('hear once that it is stopped, and then no more', async () => {
    const shared = await folder(owner, '0', 'shared')
    const { shares } = await owner.call(createShare, {
      instanceIds: [shared],
      members: [member(viewer, 'viewer')],
    })
    const start = await cursorOf(viewer)
    const stream = await listening(viewer)
    await owner.call(removeShares, { shareIds: [shares[0]?.fileSharingId ?? ''] })
    await folder(owner, shared, 'not yours')
    const expected = [{ kind: 'share.ended', instanceId: shared, parentIds: [] }]
    expect(briefly(await stream.told())).toEqual(expected)
    const later = (await since(viewer, start)).filter(
      ({ parentIds }) => !parentIds.includes(viewer.user.rootId),
    )
    expect(briefly(later)).toEqual(expected)
  })

  it('hear that it went into the bin and came back', async () => {
    const shared = await folder(owner, '0', 'shared')
    await owner.call(createShare, { instanceIds: [shared], members: [member(viewer, 'viewer')] })
    const stream = await listening(viewer)
    await owner.call(removeInstances, { instanceIds: [shared] })
    expect(briefly(await stream.told())).toEqual([
      { kind: 'file.trashed', instanceId: shared, parentIds: [] },
    ])
  })

  it('of a department hear of it too, and those of another do not', async () => {
    const department = await world.department(`Shared with ${++groups}`)
    await moveInto(world, viewer, department)
    const shared = await folder(owner, '0', 'shared')
    const [stream, nobodys] = [await listening(viewer), await listening(stranger)]
    await owner.call(createShare, {
      instanceIds: [shared],
      members: [{ principalType: 'department', principalId: department, role: 'viewer' }],
    })
    const inner = await folder(owner, shared, 'inner')
    expect(briefly(await stream.told())).toEqual([
      { kind: 'share.created', instanceId: shared, parentIds: [] },
      { kind: 'folder.created', instanceId: inner, parentIds: [shared] },
    ])
    expect(await nobodys.told()).toEqual([])
  })

  it('that come back by their cursor are told what they would have heard', async () => {
    const shared = await folder(owner, '0', 'shared')
    const start = await cursorOf(viewer)
    const live = await listening(viewer)
    await owner.call(createShare, { instanceIds: [shared], members: [member(viewer, 'viewer')] })
    const inner = await folder(owner, shared, 'inner')
    await owner.call(renameInstance, { instanceId: inner, instanceName: 'renamed' })
    await live.until((change) => change.kind === 'file.renamed')
    const heard = await live.told()
    const again = await listening(viewer, start)
    const missed = (await again.told()).filter(({ parentIds }) => !parentIds.includes(viewer.user.rootId))
    expect(missed).toEqual(heard)
    expect(missed.length).toBeGreaterThan(2)
  })
})
