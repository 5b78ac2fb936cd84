import { addMembers, queryGroup, queryMembers } from '@clouddisk/contract/groups'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await openWorld()
  owner = await world.person()
})
afterAll(() => world.close())

const PEOPLE = 5000

/** As accounts are, each with a space of its own. */
const fill = (departmentId: string) =>
  world.ctx.db.pool.query(
    `with newcomer as materialized (
      select n, new_id() as id, new_id() as space_id, new_id() as root_id from generate_series(1, ${PEOPLE}) n
    ), people as (
      insert into person (id, account_name, account_key, real_name, user_name, password_hash, department_id)
      select id, 'crowd_' || n, 'crowd_' || n, 'Crowd ' || n, 'Crowd ' || n, 'none', $1 from newcomer
    ), spaces as (
      insert into space (id, kind, person_id, root_id, total) select space_id, 'person', id, root_id, 0 from newcomer
    ), roots as (
      insert into file (id, space_id, is_folder, name, name_key, created_by, updated_by)
      select root_id, space_id, true, '', '', id, id from newcomer
    )
    insert into file_grant (file_id, principal_type, principal_id, role, source)
    select root_id, 'person', id, 'owner', 'owner' from newcomer`,
    [departmentId],
  )

const grants = async (): Promise<number> =>
  (await world.ctx.db.pool.query('select count(*)::int as n from file_grant')).rows[0].n

it('a department of thousands is one row of a group, and all of them are in it', async () => {
  const { groupId } = await world.group(owner)
  const principalId = await world.department('Crowd')
  await fill(principalId)
  const before = await grants()
  await owner.call(addMembers, {
    groupId,
    members: [{ principalType: 'department', principalId, role: 'viewer' }],
  })
  expect(await grants()).toBe(before + 1)
  expect(await owner.call(queryGroup, { groupId })).toMatchObject({ memberCount: PEOPLE + 1 })
  const { list } = await owner.call(queryMembers, { groupId, pageSize: 100 })
  expect(list.map(({ principalType, count }) => [principalType, count])).toEqual([
    ['user', 1],
    ['department', PEOPLE],
  ])
})
