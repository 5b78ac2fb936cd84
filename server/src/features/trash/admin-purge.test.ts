// @module-tag long
import { pageSecondTrash, removeSecondTrash, restoreSecondTrash } from '@clouddisk/contract/admin-recycle'
import { pageLogs } from '@clouddisk/contract/audit'
import { codeOf } from '@clouddisk/contract/errors'
import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { clearTrash } from '@clouddisk/contract/trash'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  admin = await world.admin('superAdmin')
  person = await world.person()
})
afterEach(async () => {
  await world.jobs.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const FOLDERS = 5000
const folder = async (instanceName: string, parentId = '0') =>
  (await person.call(createFolder, { parentId, instanceName })).instanceId

/** Thrown away, and out of one's own bin. */
async function letGo(instanceId: string): Promise<void> {
  await person.call(removeInstances, { instanceIds: [instanceId] })
  await person.call(clearTrash, {})
}

/** More than one call removes, let go. */
async function much(): Promise<string> {
  const children = Array.from({ length: FOLDERS - 1 }, (_, n) => ({ instanceName: `folder ${n}` }))
  const { instanceId: top = '' } = await person.call(batchCreateFolder, { instanceName: 'much', children })
  await folder('one more', top)
  await letGo(top)
  return top
}

const page = () => admin.call(pageSecondTrash, { ownerId: person.user.userId, pageSize: 100 })

/** Of the database, beside the server's; something is held until it commits. */
async function holding(text: string, id: string): Promise<pg.Client> {
  const client = new pg.Client({ ...world.ctx.db.pool.options })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query('begin')
  await client.query(`select from ${text} for update`, [id])
  return client
}

const count = async (text: string, id: string): Promise<number> =>
  (await world.ctx.db.pool.query(`select count(*)::int as n from ${text}`, [id])).rows[0].n
const goes = (fileId: string) =>
  vi.waitUntil(async () => (await count('file where id = $1', fileId)) === 0, { timeout: 30_000 })

describe('much in the administrators’ bin', () => {
  it('is there no more from the call on that removes it, though its files go behind that', async () => {
    const top = await much()
    const [entry] = (await page()).list
    const recycleIds = [entry?.recycleId ?? '']
    const holder = await holding('file where parent_id = $1', top)
    await world.jobs.start()
    expect((await admin.call(removeSecondTrash, { recycleIds })).list).toMatchObject([{ errcode: 0 }])
    expect(await page()).toMatchObject({ list: [], total: 0, totalSize: 0 })
    const gone = { list: [{ errcode: codeOf('not_found') }] }
    expect(await admin.call(restoreSecondTrash, { recycleIds })).toMatchObject(gone)
    expect(await admin.call(removeSecondTrash, { recycleIds })).toMatchObject(gone)
    const { list } = await admin.call(pageLogs, { action: 'recycle.purged', keyword: 'much' })
    expect(list.filter(({ objectId }) => objectId === top)).toHaveLength(1)
    expect(await count('file where parent_id = $1', top)).toBe(FOLDERS)
    await holder.query('commit')
    await goes(top)
  }, 60_000)

  it('goes with all that the call names, also with what its job has passed', async () => {
    const small = await folder('small')
    await letGo(small)
    const top = await much()
    const ids = new Map((await page()).list.map((one) => [one.instanceId, one.recycleId]))
    const idOf = (instanceId: string) => ids.get(instanceId) ?? ''
    const holder = await holding('trash where id = $1', idOf(small))
    await world.jobs.start()
    // The larger one is under way while the call waits for the smaller one, which lies before it.
    const answer = admin.call(removeSecondTrash, { recycleIds: [idOf(top), idOf(small)] })
    await vi.waitUntil(async () => (await count('file where parent_id = $1', top)) < FOLDERS, {
      timeout: 30_000,
    })
    await holder.query('commit')
    expect((await answer).list).toMatchObject([{ errcode: 0 }, { errcode: 0 }])
    await goes(top)
    await goes(small)
  }, 90_000)
})
