import { ApiError } from '@clouddisk/client/http/errors'
import { codeOf as codeNamed } from '@clouddisk/contract/errors'
import {
  batchCreateFolder,
  copyInstances,
  createFolder,
  moveInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { addMembers } from '@clouddisk/contract/groups'
import { createShare } from '@clouddisk/contract/shares'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { Person } from './person.ts'
import { openUpload, putAll, save, saveSecond } from './transfer.ts'
import { openWorld, type World } from './world.ts'

/**
 * What a call looks at must be what is there once the space is its own: here everything hangs in a folder that goes
 * away while the call waits for the lock.
 */

let world: World
let holder: pg.Client
beforeAll(async () => {
  world = await openWorld()
  holder = new pg.Client({ ...world.ctx.db.pool.options })
  await holder.connect()
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(async () => {
  await holder.end()
  await world.close()
})

/** Asked by a connection outside the holder's transaction, in which it would be told the same each time. */
const lockIsWaitedFor = async () => {
  const { rows } = await world.ctx.db.pool.query(
    `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return Number(rows[0].n) > 0
}

/** Runs `call` while another transaction has the space and takes the folder out of the tree. */
async function whileGoing<T>(folderId: string, call: () => Promise<T>): Promise<T> {
  const { rows } = await holder.query('select parent_id, space_id from file where id = $1', [folderId])
  await holder.query('begin')
  await holder.query('select from space where id = $1 for update', [rows[0].space_id])
  const answer = Promise.allSettled([call()])
  let over = false
  answer.then(() => {
    over = true
  })
  await vi.waitUntil(async () => over || (await lockIsWaitedFor()))
  await holder.query('update file set parent_id = null where id = $1', [folderId])
  await holder.query('commit')
  const [settled] = await answer
  await holder.query('update file set parent_id = $2 where id = $1', [folderId, rows[0].parent_id])
  if (settled.status === 'rejected') throw settled.reason
  return settled.value
}

interface Scene {
  readonly person: Person
  readonly going: string
  /** In the folder that goes. */
  readonly inside: string
  /** In the root. */
  readonly outside: string
}

async function scene(): Promise<Scene> {
  const person = await world.person()
  const going = (await person.call(createFolder, { parentId: '0', instanceName: 'going' })).instanceId
  const put = async (parentId: string, name: string) =>
    (await person.upload(parentId, name, Buffer.from(name))).instanceId
  return { person, going, inside: await put(going, 'inside'), outside: await put('0', 'outside') }
}

/** Of the call itself, or of its one item. */
async function codeOf(call: () => Promise<object>): Promise<unknown> {
  try {
    const reply = await call()
    const [line] = 'list' in reply ? (reply.list as { errcode: number }[]) : []
    return line?.errcode
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

const upload = (scene: Scene, bytes: Uint8Array) => ({ parentId: scene.going, name: 'new', bytes })

const CALLS: Record<string, (scene: Scene) => Promise<() => Promise<object>>> = {
  'a new folder':
    async ({ person, going: parentId }) =>
    () =>
      person.call(createFolder, { parentId, instanceName: 'new' }),
  'a tree of folders':
    async ({ person, going: parentId }) =>
    () =>
      person.call(batchCreateFolder, { parentId, instanceName: 'new' }),
  'a new name':
    async ({ person, inside: instanceId }) =>
    () =>
      person.call(renameInstance, { instanceId, instanceName: 'renamed' }),
  'a move into it':
    async ({ person, going: targeParentId, outside: instances }) =>
    () =>
      person.call(moveInstances, { instances, targeParentId }),
  'a move out of it':
    async ({ person, inside: instances }) =>
    () =>
      person.call(moveInstances, { instances, targeParentId: '0' }),
  'a copy into it':
    async ({ person, going: targeParentId, outside: instances }) =>
    () =>
      person.call(copyInstances, { instances, targeParentId }),
  'a copy out of it':
    async ({ person, inside: instances }) =>
    () =>
      person.call(copyInstances, { instances, targeParentId: '0' }),
  'a deletion in it':
    async ({ person, inside: instanceIds }) =>
    () =>
      person.call(removeInstances, { instanceIds }),
  'a save into it': async (scene) => {
    const wanted = upload(scene, Buffer.from('never seen'))
    const check = await openUpload(scene.person, wanted)
    await putAll(scene.person, check, wanted.bytes)
    return () => save(scene.person, wanted, check)
  },
  'an instant upload into it': async (scene) => {
    const wanted = upload(scene, Buffer.from('outside'))
    const check = await openUpload(scene.person, wanted)
    expect(check.uploadflag).toBe('1')
    return () => saveSecond(scene.person, wanted, check)
  },
}

it.each(Object.entries(CALLS))('%s finds nothing where the folder has gone meanwhile', async (_, prepare) => {
  const here = await scene()
  const call = await prepare(here)
  const before = await here.person.tree()
  expect(await codeOf(() => whileGoing(here.going, call))).toBe(90000)
  expect(await here.person.tree()).toEqual(before)
})

/** Runs `call` while another transaction ends somebody or something that `call` gives to. */
async function whileEnding(
  hold: string,
  end: string,
  principalId: string,
  call: () => Promise<object>,
): Promise<unknown> {
  await holder.query('begin')
  await holder.query(hold, [principalId])
  let over = false
  const answer = codeOf(call).finally(() => {
    over = true
  })
  await vi.waitUntil(async () => over || (await lockIsWaitedFor()))
  await holder.query(end, [principalId])
  await holder.query('commit')
  return answer
}
const endDepartment = [
  'select from department where id = $1 for update',
  'delete from department where id = $1',
] as const
const endPerson = [
  'select from person where id = $1 for update',
  `update person set status = 'removed' where id = $1`,
] as const

it('nothing is given to a department or somebody that goes meanwhile', async () => {
  const owner = await world.person()
  const { groupId } = await world.group(owner)
  const { instanceId } = await owner.call(createFolder, { instanceName: 'shared' })
  const add = (principalType: 'user' | 'department', principalId: string) => () =>
    owner.call(addMembers, { groupId, members: [{ principalType, principalId, role: 'viewer' }] })
  const share = (principalType: 'user' | 'department', principalId: string) => () =>
    owner.call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType, principalId, role: 'viewer' }],
    })
  for (const [give, code] of [
    [add, codeNamed('not_found')],
    [share, codeNamed('bad_field')],
  ] as const) {
    const department = await world.department(`Going ${code}`)
    expect(await whileEnding(...endDepartment, department, give('department', department))).toBe(code)
    const { userId } = (await world.person()).user
    expect(await whileEnding(...endPerson, userId, give('user', userId))).toBe(code)
    await world.ctx.db.pool.query(`update person set status = 'frozen' where id = $1`, [userId])
  }
})
