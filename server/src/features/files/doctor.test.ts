import { randomBytes } from 'node:crypto'
import { beginLeave } from '@clouddisk/contract/admin-offboarding'
import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** The statements that the doctor runs. */
async function statements(): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await world.doctor()
    return query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
  } finally {
    query.mockRestore()
  }
}

it('the doctor never goes through all files once for each file', async () => {
  const { pool } = world.ctx.db
  const person = await world.person()
  const children = Array.from({ length: 2000 }, (_, n) => ({ instanceName: `folder ${n}` }))
  await person.call(batchCreateFolder, { instanceName: 'top', children })
  // As in a large bin: where many subtrees hang nowhere the database expects far more below them than there is.
  await pool.query(`
    insert into file (id, space_id, parent_id, is_folder, name, name_key, created_by, updated_by)
    select gen_random_uuid(), f.space_id, null, true, 'detached', 'detached', f.created_by, f.updated_by
    from (select * from file limit 1) f, generate_series(1, 2000)`)
  await pool.query('analyze file')
  const asked = (await statements()).filter((text) => /^\s*(select|with)/.test(text) && !text.includes('$1'))
  expect(asked.length).toBeGreaterThan(8)
  for (const text of asked) {
    const { rows } = await pool.query(`explain ${text}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, text).not.toMatch(/NOT \(ANY \(.*\(SubPlan/)
  }
})

describe('the doctor names', () => {
  const query = (text: string, ...values: unknown[]) => world.ctx.db.pool.query(text, values)
  /** The faults reported while something is broken; there are none before and after. */
  const told = async (broken: () => Promise<unknown>, repaired: () => Promise<unknown>) => {
    expect(await world.doctor()).toEqual([])
    await broken()
    const faults = (await world.doctor()) as { check: string; id: string }[]
    await repaired()
    expect(await world.doctor()).toEqual([])
    return faults.map(({ check, id }) => [check, id])
  }
  beforeAll(async () => {
    await query("delete from file f where name = 'detached' and parent_id is null")
  })

  it('a share without entries, entries without a share, and a share in another space', async () => {
    const [owner, reader] = [await world.person(), await world.person()]
    const { instanceId } = await owner.call(createFolder, { parentId: '0', instanceName: 'shared' })
    const member = { principalType: 'user', principalId: reader.user.userId, role: 'viewer' } as const
    const { shares } = await owner.call(createShare, { instanceIds: [instanceId], members: [member] })
    const shareId = shares[0]?.fileSharingId ?? ''
    const check = 'shares have recipients, and their entries have a share'
    const keep = (table: string) =>
      query(`create table kept as select * from ${table} where file_id = $1`, instanceId)
    const insertRow = (table: string) =>
      query(`insert into ${table} select * from kept`).then(() => query('drop table kept'))
    const lose = (table: string) =>
      keep(table).then(() => query(`delete from ${table} where file_id = $1`, instanceId))
    expect(
      await told(
        () => lose('file_grant'),
        () => insertRow('file_grant'),
      ),
    ).toEqual([[check, shareId]])
    expect(
      await told(
        () => lose('share'),
        () => insertRow('share'),
      ),
    ).toEqual([[check, instanceId]])
    const inSpace = (person: typeof owner) =>
      query(
        'update share set space_id = (select id from space where person_id = $1) where id = $2',
        person.user.userId,
        shareId,
      )
    expect(
      await told(
        () => inSpace(reader),
        () => inSpace(owner),
      ),
    ).toEqual([['every share is in the personal drive of its file', shareId]])
  })

  it('content that is damaged as that, and as a disagreement only what is one', async () => {
    const { instanceId } = await (await world.person()).upload('0', 'damaged.bin', randomBytes(1000))
    const { id } = await blobOf(world, instanceId)
    const { rows } = await query('select id from file_version where blob_id = $1', id)
    const is = (state: string) => query('update blob set state = $1 where id = $2', state, id)
    expect(
      await told(
        () => is('quarantined'),
        () => is('live'),
      ),
    ).toEqual([['damaged content', id]])
    // What was never proved has no fault to be repaired.
    await is('quarantined')
    expect(await world.doctor()).toMatchObject([
      { id, says: expect.stringContaining('differs from what was announced') },
    ])
    await is('live')
    const check = 'versions match their content'
    expect(
      await told(
        () => is('unverified'),
        () => is('live'),
      ),
    ).toEqual([[check, rows[0]?.id]])
    const grow = (by: number) => query('update blob set size = size + $1 where id = $2', by, id)
    expect(
      await told(
        () => grow(1),
        () => grow(-1),
      ),
    ).toEqual([[check, rows[0]?.id]])
  })

  it('files that are another’s, and files of a group that is gone', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const { rows } = await query('select id from space where person_id = $1', owner.user.userId)
    const owned = (by: typeof owner) =>
      query('update file_grant set principal_id = $1 where file_id = $2', by.user.userId, owner.user.rootId)
    expect(
      await told(
        () => owned(other),
        () => owned(owner),
      ),
    ).toEqual([['every personal drive belongs to its user', rows[0]?.id]])

    const { groupId, rootId } = await world.group(owner)
    await owner.call(createFolder, { parentId: rootId, instanceName: 'work' })
    const faults = await told(
      () =>
        query('create table kept as select * from "group" where id = $1', groupId).then(() =>
          query('delete from "group" where id = $1', groupId),
        ),
      () => query('insert into "group" select * from kept').then(() => query('drop table kept')),
    )
    expect(faults).toContainEqual(['every group space has its group', groupId])
  })

  it('a group whose owner has left, or that has none', async () => {
    const owner = await world.person()
    const { groupId, rootId } = await world.group(owner)
    const is = (status: string) =>
      query('update person set status = $1 where id = $2', status, owner.user.userId)
    expect(
      await told(
        () => is('removed'),
        () => is('active'),
      ),
    ).toContainEqual(['every group owner exists', groupId])
    const role = (name: string) => query('update file_grant set role = $1 where file_id = $2', name, rootId)
    expect(
      await told(
        () => role('viewer'),
        () => role('owner'),
      ),
    ).toEqual([['every group has one owner among its members', groupId]])
  })

  it('permissions of single files outside of groups, and what nobody can have', async () => {
    const person = await world.person()
    const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'own' })
    const gone = 'd0000000-0000-4000-8000-000000000000'
    const give = () =>
      query(
        `insert into file_grant (file_id, principal_type, principal_id, role, source) values ($1, 'group', $2, 'viewer', 'entry')`,
        instanceId,
        gone,
      )
    const take = () => query('delete from file_grant where file_id = $1', instanceId)
    expect(await told(give, take)).toEqual([
      ['only items in groups have their own permissions', instanceId],
      ['everyone with access exists', instanceId],
    ])
  })

  it('somebody who leaves and may sign in', async () => {
    const [admin, leaver] = [await world.admin(), await world.person()]
    await admin.call(beginLeave, { userId: leaver.user.userId })
    const is = (status: string) =>
      query('update person set status = $1 where id = $2', status, leaver.user.userId)
    expect(
      await told(
        () => is('active'),
        () => is('frozen'),
      ),
    ).toEqual([['users being offboarded are frozen, then deleted', leaver.user.userId]])
  })

  it('a key that is not the one of its name, unless an early version made it', async () => {
    const person = await world.person()
    const invisible = 'plan\u200b'
    const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'other' })
    const set = (name: string, key: string) =>
      query('update file set name = $1, name_key = $2 where id = $3', name, key, instanceId)
    const restored = () => set('other', 'other')
    expect(await told(() => set('other', 'another'), restored)).toEqual([
      ['name keys match names', instanceId],
    ])
    await set(invisible, invisible)
    expect(await world.doctor()).toEqual([])
    await restored()
  })
})
