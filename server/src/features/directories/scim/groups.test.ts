import { pagePeople } from '@clouddisk/contract/admin-people'
import { createRole } from '@clouddisk/contract/admin-roles'
import { queryScim } from '@clouddisk/contract/scim'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { type ScimClient, scimClientOf } from '../../../../test/scim-client.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { applyPending } from './pending.ts'

/** Groups as clients send them, and the roles that an administrator has chosen for them. */

const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

let world: World
let admin: Person
let client: ScimClient
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
  client = await scimClientOf(world, admin)
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const user = async (userName: string): Promise<string> =>
  (await client.send('POST', '/Users', { userName })).body.id
const group = async (displayName: string, members: readonly string[] = []): Promise<string> => {
  const body = { schemas: [GROUP], displayName, members: members.map((value) => ({ value })) }
  const made = await client.send('POST', '/Groups', body)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.id
}
const patch = (id: string, ...Operations: object[]) => client.send('PATCH', `/Groups/${id}`, { Operations })
const members = async (id: string): Promise<string[]> =>
  (await client.send('GET', `/Groups/${id}`)).body.members.map(({ value }: { value: string }) => value).sort()
const rolesOf = async (account: string) =>
  (await admin.call(pagePeople, { keyword: account })).list.find(({ accountName }) => accountName === account)
    ?.roles

it('follows every way in which clients change members', async () => {
  const [a, b, c] = (await Promise.all(['ga', 'gb', 'gc'].map(user))) as [string, string, string]
  const id = await group('Staff', [a])
  for (const [title, operation, expected] of [
    ['Entra ID adds', { op: 'Add', path: 'members', value: [{ value: b }, { value: c }] }, [a, b, c]],
    ['again', { op: 'Add', path: 'members', value: [{ value: b }] }, [a, b, c]],
    ['Entra ID removes', { op: 'Remove', path: 'members', value: [{ value: a }] }, [b, c]],
    ['again', { op: 'Remove', path: 'members', value: [{ value: a }] }, [b, c]],
    ['Okta removes', { op: 'remove', path: `members[value eq "${b}"]` }, [c]],
    ['Okta replaces', { op: 'replace', path: 'members', value: [{ value: a, display: 'ga' }] }, [a]],
    ['one alone', { op: 'add', path: 'members', value: { value: b.toUpperCase() } }, [a, b]],
    ['without a path', { op: 'add', value: { members: [{ value: c }] } }, [a, b, c]],
    ['two by a filter', { op: 'remove', path: `members[value eq "${a}" or value eq "${b}"]` }, [c]],
    ['all', { op: 'remove', path: 'members' }, []],
  ] as const) {
    const { status, body } = await patch(id, operation)
    expect(status, `${title} ${JSON.stringify(body)}`).toBe(204)
    expect(await members(id), title).toEqual([...expected].sort())
  }
  // All or nothing.
  for (const [operation, scimType] of [
    [{ op: 'add', path: 'members', value: [{ value: a }, { value: id }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: 'nobody' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: [{ value: a, type: 'Group' }] }, 'invalidValue'],
    [{ op: 'add', path: 'members', value: 5 }, 'invalidValue'],
    [{ op: 'remove', path: 'members[display eq "ga"]' }, 'invalidPath'],
    [{ op: 'add', path: 'owners', value: [] }, 'invalidPath'],
    [{ op: 'remove', path: 'displayName' }, 'invalidValue'],
    [{ op: 'replace', path: 'id', value: a }, 'mutability'],
  ] as const) {
    const { body } = await patch(id, { op: 'add', path: 'members', value: [{ value: b }] }, operation)
    expect(body, JSON.stringify(operation)).toMatchObject({ status: '400', scimType })
  }
  expect(await members(id)).toEqual([])
  // Okta names the group beside its id; Entra ID by its path.
  expect((await patch(id, { op: 'replace', value: { id, displayName: 'Crew' } })).status).toBe(204)
  expect((await patch(id, { op: 'Replace', path: 'externalId', value: 'ext-crew' })).status).toBe(204)
  const put = await client.send('PUT', `/Groups/${id}`, { displayName: 'Team', members: [{ value: a }] })
  expect(put.body).toMatchObject({
    displayName: 'Team',
    members: [{ value: a, display: 'ga', type: 'User' }],
  })
  expect(put.body).not.toHaveProperty('externalId')
  expect((await client.send('POST', '/Groups', { displayName: 'TEAM' })).body).toMatchObject({
    status: '409',
    scimType: 'uniqueness',
  })
  for (const [filter, total] of [
    ['displayName eq "team"', 1],
    [`members eq "${a}"`, 1],
    [`id eq "${id}" and members.value eq "${b}"`, 0],
    ['displayName eq "Staff"', 0],
  ] as const)
    expect(
      (await client.send('GET', `/Groups?excludedAttributes=members&filter=${encodeURIComponent(filter)}`))
        .body,
      filter,
    ).toMatchObject({ totalResults: total, Resources: total ? [{ id, displayName: 'Team' }] : [] })
  expect((await client.send('GET', `/Users/${a}`)).body.groups).toMatchObject([
    { value: id, display: 'Team' },
  ])
  const other = await scimClientOf(world, admin)
  for (const method of ['GET', 'DELETE', 'PUT'])
    expect(
      (await other.send(method, `/Groups/${id}`, method === 'PUT' ? { displayName: 'x' } : undefined)).status,
    ).toBe(404)
  const foreign = await other.send('POST', '/Users', { userName: 'foreign' })
  expect((await patch(id, { op: 'add', path: 'members', value: [{ value: foreign.body.id }] })).status).toBe(
    400,
  )
  // Who is deleted is in no group any more.
  await client.send('DELETE', `/Users/${a}`)
  expect(await members(id)).toEqual([])
  expect((await client.send('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect((await client.send('GET', `/Groups/${id}`)).status).toBe(404)
})

it('gives the role of a group to its members as long as they are in it, and no other role', async () => {
  const { roleId } = await admin.call(createRole, {
    roleName: 'Designers',
    type: 'ordinary',
    items: ['list', 'preview'],
  })
  const [d, e] = (await Promise.all(['gd', 'ge'].map(user))) as [string, string]
  // Called as a role is, and gives none.
  await group('superAdmin', [d])
  const id = await group('Design', [d])
  const before = await rolesOf('gd')
  await client.change({ groupRoles: [{ group: id, roleId }] })
  while (await applyPending(world.ctx));
  const has = async (account: string) => (await rolesOf(account))?.some((one) => one.roleId === roleId)
  expect(await has('gd')).toBe(true)
  expect(await has('ge')).toBe(false)
  await patch(
    id,
    { op: 'Add', path: 'members', value: [{ value: e }] },
    { op: 'Remove', path: 'members', value: [{ value: d }] },
  )
  expect(await has('ge')).toBe(true)
  expect(await rolesOf('gd')).toEqual(before)
  expect((await client.send('DELETE', `/Groups/${id}`)).status).toBe(204)
  expect(await has('ge')).toBe(false)
})

it('takes 5,000 members in portions, and answers them', async () => {
  // Users by SQL: five thousand calls would be the test.
  const { directoryId } = client
  await world.ctx.db.pool.query(
    `insert into scim_user (directory_id, id, user_name, user_key, active, resource, created_at, changed_at)
     select $1, gen_random_uuid(), 'm' || i, 'm' || i, false, '{}', now(), now() from generate_series(1, 5000) i`,
    [directoryId],
  )
  const { rows } = await world.ctx.db.pool.query(
    `select id from scim_user where directory_id = $1 and user_name ~ '^m[0-9]'`,
    [directoryId],
  )
  const all = rows.map((row: { id: string }) => ({ value: row.id }))
  const id = await group('Everybody')
  for (let at = 0; at < all.length; at += 1000)
    expect((await patch(id, { op: 'Add', path: 'members', value: all.slice(at, at + 1000) })).status).toBe(
      204,
    )
  expect(await members(id)).toHaveLength(5000)
  const replaced = await patch(id, { op: 'replace', path: 'members', value: all.slice(100) })
  expect(replaced.status).toBe(204)
  expect(await members(id)).toHaveLength(4900)
  const { groups } = await admin.call(queryScim, { directoryId })
  expect(groups).toContainEqual({ groupId: id, name: 'Everybody', members: 4900 })
  await patch(
    id,
    ...all.slice(100, 1000).map(({ value }) => ({ op: 'remove', path: `members[value eq "${value}"]` })),
  )
  expect(await members(id)).toHaveLength(4000)
}, 60_000)
