import { queryDepartments } from '@clouddisk/contract/admin-departments'
import { queryLeaves } from '@clouddisk/contract/admin-offboarding'
import { pagePeople } from '@clouddisk/contract/admin-people'
import { queryScim, SCIM_PATH } from '@clouddisk/contract/scim'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../../test/person.ts'
import { type ScimClient, scimClientOf } from '../../../../test/scim-client.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { removeEmptyDepartments } from './empty-departments.ts'

/** Users as clients send them. Bodies are those of Entra ID, Okta and the standard, word for word. */

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

let world: World
let admin: Person
let client: ScimClient
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin', { name: 'root_1' })
  client = await scimClientOf(world, admin, { guardLeast: 1000 })
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

const entraUser = (account: string, more: object = {}) => ({
  schemas: [USER, ENTERPRISE],
  externalId: `ext-${account}`,
  userName: account,
  active: true,
  displayName: `Display ${account}`,
  emails: [{ primary: true, type: 'work', value: `${account.split('@')[0]}@corp.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `Full ${account}`, familyName: 'Family', givenName: 'Given' },
  title: 'Engineer',
  addresses: [{ type: 'work', country: 'CN' }],
  roles: [],
  [ENTERPRISE]: { department: 'Lab/North', employeeNumber: '7', manager: { value: 'x' } },
  ...more,
})
const create = async (account: string, more: object = {}): Promise<string> => {
  const { status, body } = await client.send('POST', '/Users', entraUser(account, more))
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const patch = (id: string, Operations: unknown) =>
  client.send('PATCH', `/Users/${id}`, { schemas: [PATCH_OP], Operations })
const account = async (name: string) =>
  (await admin.call(pagePeople, { keyword: name, pageSize: 100 })).list.find(
    ({ accountName }) => accountName === name,
  )

it('creates, reads and replaces a user, whose account has what the client says', async () => {
  const made = await client.send('POST', '/Users', entraUser('anna@corp.example'))
  expect(made.status).toBe(201)
  expect(made.headers.get('content-type')).toMatch(/^application\/scim\+json/)
  const { id, meta } = made.body
  expect(meta).toMatchObject({ resourceType: 'User', version: 'W/"1"' })
  expect(meta.location).toBe(`${world.baseUrl}${SCIM_PATH}/Users/${id}`)
  expect(made.headers.get('location')).toBe(meta.location)
  expect(made.body).toMatchObject({
    schemas: [USER, ENTERPRISE],
    userName: 'anna@corp.example',
    externalId: 'ext-anna@corp.example',
    active: true,
    groups: [],
    [ENTERPRISE]: { department: 'Lab/North' },
  })
  expect(made.body).not.toHaveProperty('title')
  expect(await account('anna@corp.example')).toMatchObject({
    userRealName: 'Full anna@corp.example',
    userName: 'Display anna@corp.example',
    email: 'anna@corp.example',
    departmentPath: ['Lab', 'North'],
    directory: expect.anything(),
  })
  const read = await client.send('GET', `/Users/${id}`)
  expect(read.body).toEqual(made.body)
  expect((await client.send('GET', `/Users/${id}`, undefined, { 'if-none-match': 'W/"1"' })).status).toBe(304)
  const body = {
    schemas: [USER],
    userName: 'anna.b',
    name: { familyName: '张', givenName: '安娜' },
    phoneNumbers: [{ type: 'work', value: 'tel:+86-10-5550.1234;ext=5' }],
  }
  const stale = await client.send('PUT', `/Users/${id}`, body, { 'if-match': 'W/"9"' })
  expect(stale.status).toBe(412)
  const replaced = await client.send('PUT', `/Users/${id}`, body, { 'if-match': 'W/"1"' })
  expect(replaced.body).toMatchObject({ userName: 'anna.b', active: true, meta: { version: 'W/"2"' } })
  expect(replaced.body).not.toHaveProperty('emails')
  expect(await account('anna.b')).toMatchObject({
    userRealName: '张安娜',
    userName: '张安娜',
    email: '',
    phone: '+86-10-5550-1234',
    departmentPath: [],
  })
  const selected = await client.send('GET', `/Users/${id}?attributes=userName,name.familyName`)
  expect(Object.keys(selected.body).sort()).toEqual(['id', 'name', 'schemas', 'userName'])
  const without = await client.send('GET', `/Users?excludedAttributes=groups,${USER}:phoneNumbers`)
  expect(without.body.Resources[0]).not.toHaveProperty('phoneNumbers')
})

describe('PATCH', () => {
  it.each<[string, unknown, object, object]>([
    [
      'Entra ID: a capital letter and a text for a boolean',
      [{ op: 'Replace', path: 'active', value: 'False' }],
      { active: false },
      { status: 'frozen' },
    ],
    ['Okta: no path', [{ op: 'replace', value: { active: false } }], { active: false }, { status: 'frozen' }],
    [
      'Entra ID: values by filters, made where they are missing',
      [
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@corp.example' },
        { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+86 138 0000 0000' },
        { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '010 5550 0000' },
        { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Beijing' },
        { op: 'Add', path: 'title', value: 'Engineer' },
      ],
      {
        emails: [{ type: 'work', primary: true, value: 'new@corp.example' }],
        phoneNumbers: [
          { type: 'mobile', value: '+86 138 0000 0000' },
          { type: 'work', value: '010 5550 0000' },
        ],
      },
      { email: 'new@corp.example', phone: '+86 138 0000 0000' },
    ],
    [
      'Entra ID: attributes of a schema, also without a path',
      [
        { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Lab/South' },
        {
          op: 'Replace',
          value: { displayName: 'Shown', 'name.familyName': 'New', [`${ENTERPRISE}:employeeNumber`]: '9' },
        },
      ],
      {
        displayName: 'Shown',
        name: { familyName: 'New', givenName: 'Given' },
        [ENTERPRISE]: { department: 'Lab/South' },
      },
      { userName: 'Shown', departmentPath: ['Lab', 'South'] },
    ],
    [
      'the standard: whole attributes, added to and removed',
      [
        { op: 'add', path: 'emails', value: [{ type: 'home', value: 'home@corp.example', primary: true }] },
        { op: 'remove', path: 'emails[type eq "work" and value co "@corp"]' },
        { op: 'remove', path: 'name.formatted' },
        { op: 'replace', path: `${USER}:name`, value: { givenName: 'Only' } },
        { op: 'remove', path: ENTERPRISE },
      ],
      {
        emails: [{ type: 'home', value: 'home@corp.example', primary: true }],
        name: { givenName: 'Only', familyName: 'Family' },
      },
      { email: 'home@corp.example', userRealName: 'Only Family', departmentPath: [] },
    ],
  ])('of %s', async (_title, operations, expected, person) => {
    const name = `patched_${Math.random().toString(36).slice(2, 10)}`
    const id = await create(name)
    const first = await patch(id, operations)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(first.body).toMatchObject(expected)
    expect(await account(name)).toMatchObject(person)
    // Sent again, it changes nothing.
    const again = await patch(id, operations)
    expect(again.body).toEqual(first.body)
    expect((await client.send('GET', `/Users/${id}`)).body).toEqual(first.body)
  })

  it.each<[unknown, string]>([
    [[{ op: 'replace', path: 'nothing', value: 1 }], 'invalidPath'],
    [[{ op: 'replace', path: 'emails[type eq', value: 1 }], 'invalidPath'],
    [[{ op: 'replace', path: 'userName[type eq "a"]', value: 'x' }], 'invalidPath'],
    [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
    [[{ op: 'remove', path: 'userName' }], 'invalidValue'],
    [[{ op: 'replace', path: 'userName', value: 'no spaces, please' }], 'invalidValue'],
    [[{ op: 'replace', path: 'displayName', value: 'a\u0000b' }], 'invalidValue'],
    [[{ op: 'replace', path: 'displayName', value: '\ud800' }], 'invalidValue'],
    [[{ op: 'replace', path: 'displayName', value: { constructor: 1 } }], 'invalidValue'],
    [[{ op: 'replace', path: 'displayName', value: 'x'.repeat(501) }], 'invalidValue'],
    [[{ op: 'replace', path: 'id', value: 'x' }], 'mutability'],
    [[{ op: 'remove' }], 'noTarget'],
    [[{ op: 'destroy', path: 'userName' }], 'invalidSyntax'],
    [[], 'invalidSyntax'],
    ['text', 'invalidSyntax'],
    [undefined, 'invalidSyntax'],
  ])('%j is refused as %s, and changes nothing', async (operations, scimType) => {
    const { body: list } = await client.send('GET', '/Users?count=1')
    const [before] = list.Resources
    // What comes before the fault is not done either.
    const all =
      Array.isArray(operations) && operations.length > 0
        ? [{ op: 'replace', path: 'displayName', value: 'first' }, ...operations]
        : operations
    const { status, body } = await patch(before.id, all)
    expect(body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      scimType,
      status: '400',
    })
    expect(status).toBe(400)
    expect((await client.send('GET', `/Users/${before.id}`)).body).toEqual(before)
  })
})

it('lists by filters, which are never SQL, and in stable pages', async () => {
  const other = await scimClientOf(world, admin)
  const names = ['fay', 'Gus', 'hal', 'ida', 'jon']
  for (const [i, name] of names.entries())
    expect(
      (
        await other.send(
          'POST',
          '/Users',
          entraUser(`f_${name}`, {
            active: i !== 4,
            ...(i === 2 && { emails: [{ type: 'home', value: "h'al%_\\@corp.example" }] }),
            ...(i === 3 && { externalId: undefined }),
          }),
        )
      ).status,
    ).toBe(201)
  const found = async (filter: string) => {
    const { status, body } = await other.send(
      'GET',
      `/Users?filter=${encodeURIComponent(filter)}&sortBy=userName`,
    )
    return status === 200
      ? body.Resources.map((one: { userName: string }) => one.userName.slice(2)).join()
      : `${status} ${body.scimType}`
  }
  for (const [filter, expected] of [
    ['userName eq "F_FAY"', 'fay'],
    [`${USER}:userName Eq "f_gus"`, 'Gus'],
    ['externalId eq "ext-f_fay"', 'fay'],
    ['externalId eq "EXT-f_fay"', ''],
    ['not (externalId pr)', 'ida'],
    ['userName ne "f_fay" and active eq true', 'Gus,hal,ida'],
    ['active eq "False" or userName eq "f_fay"', 'fay,jon'],
    ['userName sw "F_" and (displayName co "GUS" or userName ew "al")', 'Gus,hal'],
    ['userName gt "f_h" and userName le "f_ida"', 'hal,ida'],
    ['emails[type eq "work" and value sw "f_fay"]', 'fay'],
    ['emails[type eq "work"].value eq "f_gus@corp.example"', 'Gus'],
    ['emails.type eq "home"', 'hal'],
    ['emails co "\'al%_\\\\@"', 'hal'],
    ['emails co "%"', 'hal'],
    ['emails co "_fay_"', ''],
    [`${ENTERPRISE}:department eq "lab/north" and userName eq "f_jon"`, 'jon'],
    ['name.familyName eq "family" and userName sw "f_f"', 'fay'],
    ['meta.lastModified gt "2020-01-01T00:00:00Z" and userName sw "f_f"', 'fay'],
    ['meta.created lt "2020-01-01T00:00:00Z"', ''],
    ["userName eq \"x' or '1'='1\"", ''],
    ['userName eq "x"; drop table person', '400 invalidFilter'],
    ['userName eq', '400 invalidFilter'],
    ['userName is "x"', '400 invalidFilter'],
    ['userName eq x', '400 invalidFilter'],
    ['password eq "x"', '400 invalidFilter'],
    ['constructor eq "x"', '400 invalidFilter'],
    ['emails.__proto__ eq "x"', '400 invalidFilter'],
    ['active gt true', '400 invalidFilter'],
    ['userName eq 5', '400 invalidFilter'],
    ['meta.created gt "yesterday"', '400 invalidFilter'],
    ['userName eq "\\u0000"', '400 invalidFilter'],
    ['(userName eq "x"', '400 invalidFilter'],
    [`${'('.repeat(40)}userName pr${')'.repeat(40)}`, '400 invalidFilter'],
    [Array(100).fill('userName pr').join(' or '), '400 invalidFilter'],
  ])
    expect(await found(filter as string), filter as string).toBe(expected)
  const ids: string[] = []
  for (let startIndex = 1; ids.length < 5; startIndex += 2) {
    const { body } = await other.send('GET', `/Users?startIndex=${startIndex}&count=2`)
    expect(body).toMatchObject({ totalResults: 5, startIndex, itemsPerPage: startIndex === 5 ? 1 : 2 })
    ids.push(...body.Resources.map(({ id }: { id: string }) => id))
  }
  expect(new Set(ids).size).toBe(5)
  expect((await other.send('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 5, Resources: [] })
  expect((await other.send('GET', '/Users?startIndex=-3&count=-1')).body).toMatchObject({
    startIndex: 1,
    itemsPerPage: 0,
  })
  const sorted = await other.send('GET', '/Users?sortBy=userName&sortOrder=descending&count=1')
  expect(sorted.body.Resources).toMatchObject([{ userName: 'f_jon' }])
  for (const query of ['sortBy=emails', 'count=many', 'filter=%00', 'startIndex=1e3'])
    expect((await other.send('GET', `/Users?${query}`)).status, query).toBe(400)
})

it('freezes and unfreezes, and offboards who is deleted until the same person comes back', async () => {
  const id = await create('leaver_1')
  const before = await account('leaver_1')
  await patch(id, [{ op: 'Replace', path: 'active', value: false }])
  expect(await account('leaver_1')).toMatchObject({ status: 'frozen' })
  await patch(id, [{ op: 'Replace', path: 'active', value: true }])
  expect(await account('leaver_1')).toMatchObject({ status: 'active' })
  expect((await client.send('DELETE', `/Users/${id}`)).status).toBe(204)
  for (const [method, body] of [
    ['GET', undefined],
    ['DELETE', undefined],
    ['PATCH', { Operations: [{ op: 'replace', path: 'active', value: true }] }],
    ['PUT', entraUser('leaver_1')],
  ] as const)
    expect((await client.send(method, `/Users/${id}`, body)).status, method).toBe(404)
  expect((await client.send('GET', '/Users?filter=userName%20eq%20%22leaver_1%22')).body.totalResults).toBe(0)
  expect(await account('leaver_1')).toMatchObject({ status: 'frozen' })
  expect((await admin.call(queryLeaves, {})).list).toMatchObject([{ userId: before?.userId }])
  // By the client's id, although the name is another one now.
  const back = await client.send('POST', '/Users', entraUser('leaver_2', { externalId: 'ext-leaver_1' }))
  expect(back.status).toBe(201)
  expect(await account('leaver_2')).toMatchObject({ userId: before?.userId, status: 'active' })
  expect((await admin.call(queryLeaves, {})).list).toEqual([])
  await client.send('DELETE', `/Users/${back.body.id}`)
  // By the name alone.
  await create('LEAVER_2', { externalId: 'another' })
  expect(await account('LEAVER_2')).toMatchObject({ userId: before?.userId, status: 'active' })
  // Somebody who is not active has no account until they are.
  const idle = await create('idle_1', { active: false })
  expect(await account('idle_1')).toBeUndefined()
  await patch(idle, [{ op: 'replace', value: { active: true } }])
  expect(await account('idle_1')).toMatchObject({ status: 'active' })
})

it('refuses accounts that others have, and never touches them', async () => {
  await world.person('local_1', { realName: 'Local' })
  const other = await scimClientOf(world, admin, { takeOver: true })
  const foreign = await other.send('POST', '/Users', entraUser('foreign_1'))
  const id = await create('mine_1')
  const { directoryId } = client
  for (const name of ['local_1', 'LOCAL_1', 'root_1', 'foreign_1', 'mine_1']) {
    const made = await client.send('POST', '/Users', entraUser(name, { externalId: `new-${name}` }))
    expect(made.body, name).toMatchObject({ status: '409', scimType: 'uniqueness' })
    if (name === 'mine_1') continue
    const renamed = await patch(id, [{ op: 'replace', path: 'userName', value: name }])
    expect(renamed.body, name).toMatchObject({ status: '409', scimType: 'uniqueness' })
  }
  expect(
    (await client.send('POST', '/Users', entraUser('else_1', { externalId: 'ext-mine_1' }))).status,
  ).toBe(409)
  for (const method of ['GET', 'PUT', 'PATCH', 'DELETE'])
    expect(
      (
        await client.send(
          method,
          `/Users/${foreign.body.id}`,
          method === 'GET'
            ? undefined
            : { ...entraUser('foreign_1'), Operations: [{ op: 'replace', path: 'active', value: false }] },
        )
      ).status,
      method,
    ).toBe(404)
  expect(await account('local_1')).toMatchObject({ userRealName: 'Local', status: 'active' })
  expect(await account('root_1')).toMatchObject({ status: 'active' })
  expect(await account('foreign_1')).toMatchObject({ status: 'active' })
  // Where the administrator permits it, local accounts come over; administrators' never.
  expect((await other.send('POST', '/Users', entraUser('local_1'))).status).toBe(201)
  expect(await account('local_1')).toMatchObject({ userRealName: 'Full local_1' })
  expect((await other.send('POST', '/Users', entraUser('root_1'))).status).toBe(409)
  const { problems } = await admin.call(queryScim, { directoryId })
  expect(problems).toEqual(
    expect.arrayContaining([expect.objectContaining({ status: 409, request: 'POST /Users' })]),
  )
})

it('makes departments of paths, and removes those that nobody is sent with any more', async () => {
  const other = await scimClientOf(world, admin)
  const top = async () =>
    (await admin.call(queryDepartments, {})).list
      .map(({ departmentName }) => departmentName)
      .filter((name) => name.toLowerCase().startsWith('sea'))
  const user = (name: string, department: string) => ({ userName: name, [ENTERPRISE]: { department } })
  const { body } = await other.send('POST', '/Users', user('sea_1', ' Sea / Ships /'))
  await other.send('POST', '/Users', user('sea_2', 'SEA/Harbours'))
  expect(await account('sea_1')).toMatchObject({ departmentPath: [expect.stringMatching(/^sea$/i), 'Ships'] })
  await other.send('PUT', `/Users/${body.id}`, user('sea_1', 'Land'))
  await removeEmptyDepartments(world.ctx)
  expect(await account('sea_2')).toMatchObject({
    departmentPath: [expect.stringMatching(/^sea$/i), 'Harbours'],
  })
  await other.send('PUT', `/Users/${body.id}`, user('sea_1', 'Sea/Ships'))
  expect(await account('sea_1')).toMatchObject({ departmentPath: ['Sea', 'Ships'] })
  expect(await top()).toEqual(['Sea'])
  await other.change({ departmentMode: 'none' })
  expect(await account('sea_1')).toMatchObject({ departmentPath: [] })
  await removeEmptyDepartments(world.ctx)
  expect(await top()).toEqual([])
})
