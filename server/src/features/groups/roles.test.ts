import { codeOf, type ErrorName } from '@clouddisk/contract/errors'
import {
  copyInstances,
  createFolder,
  moveInstances,
  pageInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { GROUP_ROLES, type GroupRole } from '@clouddisk/contract/roles'
import { createShare } from '@clouddisk/contract/shares'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newId } from '../../db/ids.ts'

/** What each role of a group gives with its files (R182), by oneself and through a department. */

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const yes = ['owner', 'manager', 'linker', 'editor', 'downloader', 'viewer'] as const
const upTo = (role: GroupRole) => yes.slice(0, yes.indexOf(role) + 1) as readonly GroupRole[]

/** Who may; the others are refused by `not_permitted`. */
const WRITERS = upTo('editor')
const READERS = upTo('downloader')
const MAY: Record<string, readonly GroupRole[]> = {
  list: upTo('viewer'),
  download: READERS,
  upload: WRITERS,
  createFolder: WRITERS,
  rename: WRITERS,
  move: WRITERS,
  copyOut: READERS,
  remove: WRITERS,
}

interface Place {
  readonly root: string
  readonly folder: string
  readonly file: string
}
async function placeIn(root: string): Promise<Place> {
  const name = newId()
  const { instanceId: folder } = await owner.call(createFolder, { parentId: root, instanceName: name })
  const { instanceId: file } = await owner.upload(folder, 'file.txt', Buffer.from('content'))
  return { root, folder, file }
}

const line = ({ list }: { list: { errcode: number; errmsg: string }[] }) => {
  const [first] = list
  if (first?.errcode) throw Object.assign(new Error(first.errmsg), { code: first.errcode })
}
const DO: Record<string, (person: Person, place: Place) => Promise<unknown>> = {
  list: async (person, { folder }) =>
    expect((await person.call(pageInstances, { parentId: folder })).list).toHaveLength(1),
  download: async (person, { file }) => expect((await person.download(file)).toString()).toBe('content'),
  upload: (person, { folder }) => person.upload(folder, 'new', Buffer.from('new')),
  createFolder: (person, { folder }) => person.call(createFolder, { parentId: folder, instanceName: 'new' }),
  rename: (person, { file }) => person.call(renameInstance, { instanceId: file, instanceName: 'other.txt' }),
  move: async (person, { file, root }) =>
    line(await person.call(moveInstances, { instances: file, targeParentId: root })),
  copyOut: async (person, { file }) =>
    line(await person.call(copyInstances, { instances: file, targeParentId: '0' })),
  remove: async (person, { file }) => line(await person.call(removeInstances, { instanceIds: [file] })),
}

const answer = (work: Promise<unknown>): Promise<'yes' | number> =>
  work.then(
    () => 'yes' as const,
    (error: { code?: number }) => error.code ?? Promise.reject(error),
  )
const refusal = (name: ErrorName) => codeOf(name)

describe.each(GROUP_ROLES)('as %s of a group', (role) => {
  const ways: { way: string; person: Person; root: string }[] = []
  beforeAll(async () => {
    if (role === 'owner') {
      ways.push({ way: 'itself', person: owner, root: (await world.group(owner)).rootId })
      return
    }
    const top = await world.department(newId())
    const below = await world.department('Below', top)
    const [itself, through] = [await world.person(), await world.person(undefined, { department: below })]
    const { rootId } = await world.group(owner, [
      [itself, role],
      [top, role],
    ])
    ways.push({ way: 'itself', person: itself, root: rootId })
    ways.push({ way: 'through a department', person: through, root: rootId })
  })

  it.each(Object.keys(DO))('%s', async (what) => {
    for (const { way, person, root } of ways) {
      const expected = MAY[what]?.includes(role) ? 'yes' : refusal('not_permitted')
      expect([way, await answer(DO[what]?.(person, await placeIn(root)) ?? Promise.reject())]).toEqual([
        way,
        expected,
      ])
    }
  })

  it('nothing is shared internally', async () => {
    for (const { person, root } of ways) {
      const { file } = await placeIn(root)
      const members = [
        { principalType: 'user' as const, principalId: owner.user.userId, role: 'viewer' as const },
      ]
      expect(await answer(person.call(createShare, { instanceIds: [file], members }).then(line))).toBe(
        refusal('not_on_group_pages'),
      )
    }
  })
})

it('a stranger finds nothing of a group', async () => {
  const stranger = await world.person()
  const place = await placeIn((await world.group(owner)).rootId)
  for (const [what, work] of Object.entries(DO))
    expect([what, await answer(work(stranger, place))]).toEqual([what, refusal('not_found')])
})
