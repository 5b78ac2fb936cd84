// @module-tag long
import { randomBytes } from 'node:crypto'
import { moveDepartment, queryDepartments, updateDepartment } from '@clouddisk/contract/admin-departments'
import { queryLeaves } from '@clouddisk/contract/admin-offboarding'
import { type AdminPerson, pagePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { createRole } from '@clouddisk/contract/admin-roles'
import { removeDirectory } from '@clouddisk/contract/directories'
import {
  decideDirectoryRun,
  pageDirectoryChanges,
  pageDirectoryRuns,
  queryDirectoryRun,
  startDirectoryRun,
} from '@clouddisk/contract/directory-runs'
import { DAY } from '@clouddisk/contract/time'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { directoryOf, type TestDirectory } from '../../../test/directory-of.ts'
import type { Person } from '../../../test/person.ts'
import { openSecondServer } from '../../../test/second-server.ts'
import { BASE, company, type Entry, group, Line, person, Slapd, unit } from '../../../test/slapd.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { endInterruptedRuns } from './jobs.ts'
import { runDirectory } from './run.ts'
import { claimRun, RunOver, requireRunning } from './run-store.ts'
import { lastDue, startScheduled } from './schedule.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  await world.jobs.start()
  await world.jobs.stop()
})
beforeEach(async () => {
  admin = await world.admin()
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

let n = 0
/** A company of its own for each test, since accounts are everybody's. */
const prefix = (): string => `t${++n}_`

const found = async (account: string): Promise<AdminPerson | undefined> =>
  (await admin.call(pagePeople, { keyword: account, pageSize: 100 })).list.find(
    ({ accountName }) => accountName === account,
  )

describe('a directory of a thousand people', () => {
  let slapd: Slapd
  beforeAll(async () => {
    slapd = await Slapd.start(company({ divisions: 5, departmentsEach: 3, people: 1000 }))
  })
  afterAll(() => slapd.stop())

  it('comes with its departments, and changes nothing the second time', async () => {
    const directory = await directoryOf(world, admin, slapd.url)
    const run = await directory.run()
    expect(run).toMatchObject({ state: 'done', errmsg: '', problems: [] })
    expect(run.counts).toMatchObject({ people: 1000, created: 1000, departments: 20, departmentsCreated: 20 })
    expect(await found('user17')).toMatchObject({
      userRealName: 'user17',
      userName: '张三 user17',
      email: 'user17@corp.example',
      departmentPath: ['div0', 'dept0_2'],
    })
    const { list } = await admin.call(queryDepartments, {})
    expect(list.map(({ departmentName }) => departmentName)).toEqual(['div0', 'div1', 'div2', 'div3', 'div4'])

    const again = await directory.run()
    expect(again.counts).toEqual({ people: 1000, unchanged: 1000, departments: 20 })
    const changed = await directory.run('incremental')
    expect(changed.counts).toMatchObject({ people: 1000, departments: 20 })
    expect(changed.counts).not.toHaveProperty('changed')
  }, 120_000)

  it('reports accounts that another directory has', async () => {
    const directory = await directoryOf(world, admin, slapd.url, {}, { code: 'guarded' })
    // They are those of the first test, whom another directory has.
    const taken = await directory.run()
    expect(taken.counts).toMatchObject({ conflict: 1000, problems: 1000 })
    expect(taken.problems).toHaveLength(200)
    expect(taken.problems[0]).toMatchObject({ problem: 'accountElsewhere' })
  }, 120_000)
})

describe('a small directory', () => {
  let slapd: Slapd
  let directory: TestDirectory
  let p: string
  /** Below it the directory's departments go. */
  let top: string
  const sales = unit('sales')
  const north = unit('north', sales.dn)
  const lab = unit('lab')
  const account = (name: string) => `${p}${name}`
  beforeEach(async () => {
    p = prefix()
    slapd = await Slapd.start([
      sales,
      north,
      lab,
      unit('groups'),
      ...['anna', 'bert', 'cleo', 'dora', 'emil', 'fred', 'gina', 'hugo', 'ivan', 'jane'].map((name, i) =>
        person(account(name), [sales, north, lab][i % 3]?.dn ?? BASE),
      ),
    ])
    top = `top_${p}`
    const departmentParentId = await world.department(top)
    directory = await directoryOf(world, admin, slapd.url, { departmentParentId }, { code: p })
  })
  afterEach(() => slapd.stop())

  const cn = (name: string, above: string) => `cn=${account(name)},${above}`

  it.each(['full', 'incremental'] as const)(
    'follows moves and renames by a %s run',
    async (kind) => {
      await directory.run()
      const before = await found(account('anna'))
      await slapd.move(cn('anna', sales.dn), cn('anna', lab.dn))
      await slapd.set(cn('anna', lab.dn), { uid: account('annika'), mail: 'annika@corp.example' })
      await slapd.move(north.dn, `ou=north_west,${lab.dn}`)
      const run = await directory.run(kind)
      expect(run).toMatchObject({ state: 'done', problems: [] })
      expect(run.counts).toMatchObject({ changed: 1, departmentsChanged: 1 })
      expect(await found(account('anna'))).toBeUndefined()
      expect(await found(account('annika'))).toMatchObject({
        userId: before?.userId,
        email: 'annika@corp.example',
        departmentPath: [top, 'lab'],
      })
      expect((await found(account('bert')))?.departmentPath).toEqual([top, 'lab', 'north_west'])
    },
    60_000,
  )

  it.each(['full', 'incremental'] as const)(
    'freezes who leaves and unfreezes who returns by a %s run',
    async (kind) => {
      await directory.change({ peopleFilter: '(&(objectClass=inetOrgPerson)(!(employeeType=gone)))' })
      await directory.run()
      const before = await found(account('cleo'))
      await slapd.set(cn('cleo', lab.dn), { employeeType: 'gone' })
      const run = await directory.run(kind)
      expect(run.counts).toMatchObject({ people: 9, left: 1 })
      expect(await found(account('cleo'))).toMatchObject({ status: 'frozen' })
      const leaves = await admin.call(queryLeaves, {})
      expect(leaves.list.find(({ userId }) => userId === before?.userId)).toMatchObject({ status: 'kept' })

      await slapd.set(cn('cleo', lab.dn), { employeeType: 'clerk' })
      const returned = await directory.run(kind)
      expect(returned.counts).toMatchObject({ people: 10, returned: 1 })
      expect(await found(account('cleo'))).toMatchObject({ status: 'active', userId: before?.userId })
      expect((await admin.call(queryLeaves, {})).list.some(({ userId }) => userId === before?.userId)).toBe(
        false,
      )
    },
    60_000,
  )

  it('keeps a department that was made anew, with its people', async () => {
    await directory.run()
    const before = await found(account('cleo'))
    const those = ['cleo', 'fred', 'ivan']
    await slapd.remove(...those.map((name) => cn(name, lab.dn)), lab.dn)
    await slapd.add(lab)
    await slapd.add(...those.map((name) => person(account(`${name}_2`), lab.dn)))
    await directory.change({ guardLeast: 100 })
    const run = await directory.run()
    expect(run.counts).toMatchObject({ created: 3, left: 3 })
    expect(run.counts).not.toHaveProperty('departmentsCreated')
    expect(await found(account('cleo_2'))).toMatchObject({ departmentId: before?.departmentId })
  }, 60_000)

  it('removes departments that are empty, and reports those in use', async () => {
    await directory.run()
    await slapd.remove(...['bert', 'emil', 'hugo'].map((name) => cn(name, north.dn)), north.dn)
    await directory.change({ guardLeast: 100 })
    const run = await directory.run()
    // Who is frozen is still in the department.
    expect(run.problems).toEqual([{ problem: 'departmentKept', name: north.dn }])
    expect(run.counts).toMatchObject({ left: 3, departmentsKept: 1 })
    const empty = unit(`${p}empty`)
    await slapd.add(empty)
    expect((await directory.run()).counts).toMatchObject({ departmentsCreated: 1 })
    await slapd.remove(empty.dn)
    expect((await directory.run()).counts).toMatchObject({ departmentsRemoved: 1 })
  }, 60_000)

  it('leaves a local account of the same name alone until it may take it over, and an administrator’s always', async () => {
    const local = await world.person(account('anna'), { realName: 'Local Anna' })
    await world.person(account('bert'), { roles: ['auditor'] })
    const run = await directory.run()
    expect(run.counts).toMatchObject({ created: 8, conflict: 2 })
    expect(run.problems.map(({ problem, value }) => [problem, value]).sort()).toEqual([
      ['accountAdministrator', account('bert')],
      ['accountLocal', account('anna')],
    ])
    await directory.change({ takeOver: true })
    const again = await directory.run()
    expect(again.counts).toMatchObject({ takenOver: 1, conflict: 1 })
    expect(await found(account('anna'))).toMatchObject({
      userId: local.user.userId,
      departmentPath: [top, 'sales'],
    })
    await expect(world.again(local)).rejects.toThrow()
  }, 60_000)

  it('does not give an account to a new entry of its name until it may take it over', async () => {
    await directory.run()
    const before = await found(account('anna'))
    await slapd.remove(cn('anna', sales.dn))
    await slapd.add(person(account('anna'), sales.dn))
    const run = await directory.run()
    expect(run.counts).toMatchObject({ left: 1, conflict: 1 })
    expect(run.problems).toMatchObject([{ problem: 'accountTwice', value: account('anna') }])
    await directory.change({ takeOver: true })
    expect((await directory.run()).counts).toMatchObject({ takenOver: 1 })
    expect(await found(account('anna'))).toMatchObject({ userId: before?.userId, status: 'active' })
  }, 60_000)

  it('exchanges the names of two accounts and two departments', async () => {
    await directory.run()
    const [anna, bert] = [await found(account('anna')), await found(account('bert'))]
    await slapd.set(cn('anna', sales.dn), { uid: account('tmp') })
    await slapd.set(cn('bert', north.dn), { uid: account('anna') })
    await slapd.set(cn('anna', sales.dn), { uid: account('bert') })
    await slapd.move(sales.dn, `ou=tmp,${BASE}`)
    await slapd.move(lab.dn, `ou=sales,${BASE}`)
    await slapd.move(`ou=tmp,${BASE}`, `ou=lab,${BASE}`)
    const run = await directory.run()
    expect(run).toMatchObject({ state: 'done' })
    expect((await found(account('cleo')))?.departmentPath).toEqual([top, 'sales'])
    const twice = run.problems.filter(({ problem }) => problem === 'accountTwice')
    // Of an exchange neither name is free; the administrator is told.
    expect(twice).toHaveLength(2)
    expect((await found(account('anna')))?.userId).toBe(anna?.userId)
    expect((await found(account('bert')))?.userId).toBe(bert?.userId)
  }, 60_000)

  it('follows a chain of names', async () => {
    await directory.run()
    const anna = await found(account('anna'))
    await slapd.set(cn('bert', north.dn), { uid: account('zoe') })
    await slapd.set(cn('anna', sales.dn), { uid: account('bert') })
    expect(await directory.run()).toMatchObject({ state: 'done', problems: [] })
    expect((await found(account('bert')))?.userId).toBe(anna?.userId)
  }, 60_000)

  it('asks before a third of its people leave, and freezes those that were confirmed', async () => {
    await directory.run()
    await directory.change({ guardShare: 30, guardLeast: 3 })
    await slapd.remove(...['cleo', 'fred', 'ivan'].map((name) => cn(name, lab.dn)), cn('anna', sales.dn))
    const waiting = await directory.run()
    expect(waiting).toMatchObject({ state: 'waiting', counts: { left: 4 } })
    expect(await found(account('anna'))).toMatchObject({ status: 'active' })
    const { list } = await admin.call(pageDirectoryChanges, { runId: waiting.runId, kind: 'left' })
    expect(list.map(({ accountName }) => accountName)).toEqual(['anna', 'cleo', 'fred', 'ivan'].map(account))

    // Meanwhile somebody else left: it asks again.
    await slapd.remove(cn('dora', sales.dn))
    const confirmed = await admin.call(decideDirectoryRun, { runId: waiting.runId, decision: 'confirm' })
    await runDirectory(world.ctx, confirmed.runId)
    const second = await admin.call(queryDirectoryRun, { runId: confirmed.runId })
    expect(second).toMatchObject({ state: 'waiting', counts: { left: 5 } })
    await expect(
      admin.call(decideDirectoryRun, { runId: waiting.runId, decision: 'confirm' }),
    ).rejects.toThrow()

    const last = await admin.call(decideDirectoryRun, { runId: second.runId, decision: 'confirm' })
    await runDirectory(world.ctx, last.runId)
    expect(await admin.call(queryDirectoryRun, { runId: last.runId })).toMatchObject({
      state: 'done',
      counts: { left: 5, unchanged: 5 },
    })
    expect(await found(account('anna'))).toMatchObject({ status: 'frozen' })
  }, 60_000)

  it('asks before a third of its people are disabled', async () => {
    await directory.run()
    await directory.change({ guardLeast: 3, disabledFilter: '(objectClass=inetOrgPerson)' })
    const waiting = await directory.run('incremental')
    expect(waiting).toMatchObject({ state: 'waiting', counts: { disabled: 10 } })
    expect(await found(account('anna'))).toMatchObject({ status: 'active' })
    const { runId } = await admin.call(decideDirectoryRun, { runId: waiting.runId, decision: 'confirm' })
    await runDirectory(world.ctx, runId)
    expect((await admin.call(queryDirectoryRun, { runId })).counts).toMatchObject({ disabled: 10 })
    expect(await found(account('anna'))).toMatchObject({ status: 'frozen' })
  }, 60_000)

  it('says in a dry run what would happen, and changes nothing', async () => {
    const dry = await directory.run('dryRun')
    expect(dry).toMatchObject({ state: 'done', counts: { created: 10, departmentsCreated: 4 } })
    expect(await found(account('anna'))).toBeUndefined()
    await directory.run()
    await slapd.remove(cn('anna', sales.dn))
    await slapd.set(cn('bert', north.dn), { mail: 'new@corp.example' })
    const again = await directory.run('dryRun')
    expect(again.counts).toMatchObject({ left: 1, changed: 1, unchanged: 8 })
    const { list } = await admin.call(pageDirectoryChanges, { runId: again.runId, subject: 'person' })
    expect(list.map(({ kind, accountName }) => [kind, accountName])).toEqual([
      ['changed', account('bert')],
      ['left', account('anna')],
    ])
    expect(await found(account('anna'))).toMatchObject({ status: 'active' })
  }, 60_000)

  it('gives the roles of groups and takes them away', async () => {
    const role = await admin.call(createRole, {
      roleName: `Readers ${p}`,
      type: 'ordinary',
      items: ['list', 'preview'],
    })
    const team = group(`${p}team`, [cn('anna', sales.dn), cn('bert', north.dn)])
    await slapd.add(team)
    await directory.change({ groupRoles: [{ group: team.dn, roleId: role.roleId }] })
    // It is no group by the filter that directories begin with.
    expect((await directory.run()).problems).toEqual([{ problem: 'groupMissing', name: team.dn }])
    await directory.change({ groupFilter: '(objectClass=group)' })
    expect((await directory.run()).problems).toEqual([])
    const roles = async (name: string) => (await found(account(name)))?.roles.map(({ roleId }) => roleId)
    expect(await roles('anna')).toEqual([role.roleId])
    expect(await roles('cleo')).toEqual(['default'])
    await slapd.set(team.dn, { member: [cn('cleo', lab.dn)] })
    expect((await directory.run('incremental')).counts).toMatchObject({ changed: 3 })
    expect(await roles('anna')).toEqual(['default'])
    expect(await roles('cleo')).toEqual([role.roleId])
  }, 60_000)

  it('keeps the last super administrator until there is another one', async () => {
    const nobody = `cn=nobody,${BASE}`
    const bosses = group(`${p}bosses`, [cn('anna', sales.dn), cn('bert', north.dn)])
    await slapd.add(bosses)
    await directory.change({
      groupFilter: '(objectClass=group)',
      groupRoles: [{ group: bosses.dn, roleId: 'superAdmin' }],
      disabledFilter: '(employeeType=disabled)',
    })
    await directory.run()
    // All others are for a day.
    await world.ctx.db.pool.query(
      `update person set valid_until = $1 where account_name not in ($2, $3) and valid_until is null`,
      [new Date(world.ctx.now().getTime() + DAY), account('anna'), account('bert')],
    )
    const problems = async () => (await directory.run()).problems.map(({ problem }) => problem).sort()
    const isSuper = async (name: string) =>
      (await found(account(name)))?.roles.some(({ roleId }) => roleId === 'superAdmin')

    await slapd.set(bosses.dn, { member: [nobody] })
    expect(await problems()).toEqual(['roleRefused'])
    const supers = [await isSuper('anna'), await isSuper('bert')]
    expect(supers.filter(Boolean)).toHaveLength(1)
    const [last, dn] = supers[0] ? ['anna', cn('anna', sales.dn)] : ['bert', cn('bert', north.dn)]

    await slapd.set(dn, { employeeType: 'disabled' })
    expect(await problems()).toEqual(['lastAdministrator', 'roleRefused'])
    expect(await found(account(last))).toMatchObject({ status: 'active' })
    await slapd.remove(dn)
    expect(await problems()).toEqual(['lastAdministrator'])
    expect(await found(account(last))).toMatchObject({ status: 'active' })
    expect(await isSuper(last)).toBe(true)

    await world.admin()
    expect(await directory.run()).toMatchObject({ counts: { left: 1 }, problems: [] })
    expect(await found(account(last))).toMatchObject({ status: 'frozen' })
  }, 60_000)

  it('freezes accounts that a filter calls disabled', async () => {
    await directory.change({ disabledFilter: '(employeeType=disabled)' })
    await directory.run()
    await slapd.set(cn('anna', sales.dn), { employeeType: 'disabled' })
    expect((await directory.run('incremental')).counts).toMatchObject({ disabled: 1 })
    expect(await found(account('anna'))).toMatchObject({ status: 'frozen' })
    await slapd.set(cn('anna', sales.dn), { employeeType: 'clerk' })
    expect((await directory.run('incremental')).counts).toMatchObject({ returned: 1 })
    expect(await found(account('anna'))).toMatchObject({ status: 'active' })
  }, 60_000)

  it('keeps account names as they are, makes other names valid, drops what it cannot take, and goes on (C16)', async () => {
    const odd = unit('R&D / 研发(一)')
    await slapd.add({ ...odd, dn: `ou=R&D / 研发(一),${BASE}` })
    await slapd.add(
      person(account('odd'), odd.dn, { displayName: 'Evil\u202ename', mail: 'not an address' }),
      person('spaces in it', odd.dn, { uid: 'spaces in it' }),
      person(account('mail'), odd.dn, { uid: account('张-san.li@corp') }),
    )
    const run = await directory.run()
    expect(run.state).toBe('done')
    expect(run.problems.map(({ problem }) => problem).sort()).toEqual(['accountInvalid', 'mailDropped'])
    expect(await found(account('张-san.li@corp'))).toMatchObject({ userRealName: account('mail') })
    expect(await found(account('odd'))).toMatchObject({
      email: '',
      userName: 'Evil name',
      departmentPath: [top, 'R_D_研发_一'],
    })
  }, 60_000)

  it.each(['cutAfter', 'silentAfter'] as const)(
    'changes nothing where the connection is lost: %s',
    async (how) => {
      const line = await Line.to(slapd.port)
      await directory.change({ url: line.url })
      line[how] = 2000
      const run = await directory.run()
      expect(run).toMatchObject({ state: 'failed', counts: {} })
      expect(run.errmsg).not.toBe('')
      expect(await found(account('anna'))).toBeUndefined()
      line[how] = Number.POSITIVE_INFINITY
      expect(await directory.run()).toMatchObject({ state: 'done', counts: { created: 10 } })
      await line.close()
    },
    90_000,
  )

  it('owns what it says of people and departments, until they leave it', async () => {
    await directory.run()
    const anna = await found(account('anna'))
    const userId = anna?.userId ?? ''
    expect(anna?.directory).toEqual({ name: `目录 ${p}`, left: false, departments: true })
    const managed = { name: 'directory_managed' }
    for (const change of [
      { userRealName: 'Somebody else' },
      { email: 'other@corp.example' },
      { departmentId: '0' },
      { password: 'Correct-horse2' },
    ])
      await expect(admin.call(updatePerson, { userId, ...change })).rejects.toMatchObject(managed)
    await admin.call(updatePerson, { userId, totalCapacity: 1024 ** 3, email: anna?.email ?? '' })
    const departmentId = anna?.departmentId ?? ''
    await expect(
      admin.call(updateDepartment, { departmentId, departmentName: 'other' }),
    ).rejects.toMatchObject(managed)
    await expect(admin.call(moveDepartment, { departmentId, parentId: '0' })).rejects.toMatchObject(managed)

    await slapd.remove(cn('anna', sales.dn))
    await directory.run()
    await admin.call(updatePerson, { userId, status: 'active' })
    expect(await found(account('anna'))).toMatchObject({ status: 'active', directory: null })
    await directory.run()
    expect(await found(account('anna'))).toMatchObject({ status: 'active' })
  }, 60_000)

  it('leaves its people as local accounts, or frozen, when it is removed', async () => {
    await directory.run()
    const { directoryId } = directory
    await admin.call(removeDirectory, { directoryId, people: 'freeze' })
    expect(await found(account('anna'))).toMatchObject({ status: 'frozen', directory: null })
    await expect(directory.run()).rejects.toMatchObject({ name: 'not_found' })
    // Set up again, it takes them over once it may.
    const again = await directoryOf(world, admin, slapd.url, { takeOver: true }, { code: `${p}again` })
    expect((await again.run()).counts).toMatchObject({ takenOver: 10 })
  }, 60_000)

  const windows = (name: string, usn: number, above: string, more: Omit<Entry, 'dn'> = {}) =>
    person(account(name), above, {
      sAMAccountName: account(name),
      objectGUID: randomBytes(16),
      uSNChanged: String(usn),
      userAccountControl: '512',
      objectCategory: 'person',
      ...more,
    })

  it('brings people back whose unit returned, by a run of changes that does not see their entries', async () => {
    await slapd.add(windows('kurt', 10, north.dn), windows('lena', 20, sales.dn))
    const ad = await directoryOf(
      world,
      admin,
      slapd.url,
      { base: sales.dn, departmentParentId: await world.department(`ad_${p}`) },
      { code: `${p}ad`, protocol: 'activeDirectory' },
    )
    expect((await ad.run()).counts).toMatchObject({ created: 2 })
    await slapd.move(north.dn, `ou=north,${lab.dn}`)
    expect((await ad.run('incremental')).counts).toMatchObject({ left: 1 })
    expect(await found(account('kurt'))).toMatchObject({ status: 'frozen' })
    await slapd.move(`ou=north,${lab.dn}`, north.dn)
    expect((await ad.run('incremental')).counts).toMatchObject({ returned: 1 })
    expect(await found(account('kurt'))).toMatchObject({ status: 'active' })
  }, 60_000)

  it('reads Active Directory: ids of bytes, disabled by a bit, changes by number, and departments of an attribute', async () => {
    const guid = Buffer.from('33221100554477668899aabbccddeeff', 'hex')
    await slapd.add(
      windows('kurt', 10, lab.dn, { objectGUID: guid, department: '华东/上海/研发' }),
      windows('lena', 11, lab.dn, { userAccountControl: '514', department: '华东/杭州' }),
      windows('mona', 12, lab.dn, {
        userAccountControl: '66048',
        objectGUID: Buffer.from('ÄÖÜ_ÄÖÜ_ÄÖ'),
        department: '华东/上海',
      }),
    )
    const ad = await directoryOf(
      world,
      admin,
      slapd.url,
      { departmentMode: 'attribute', departmentParentId: await world.department(`ad_${p}`) },
      { code: `${p}ad`, protocol: 'activeDirectory' },
    )
    const run = await ad.run()
    expect(run).toMatchObject({ state: 'done', problems: [] })
    // Who is disabled there already is not made here.
    expect(run.counts).toMatchObject({ people: 3, created: 2, departmentsCreated: 4 })
    expect((await found(account('kurt')))?.departmentPath).toEqual([`ad_${p}`, '华东', '上海', '研发'])
    const { rows } = await sql<{ id: string }>`
      select external_id as id from directory_person where directory_id = ${ad.directoryId} order by external_id`.execute(
      world.ctx.db.reader,
    )
    expect(rows.map(({ id }) => id)).toContain('00112233-4455-6677-8899-aabbccddeeff')

    const kurt = `cn=${account('kurt')},${lab.dn}`
    await slapd.set(kurt, { userAccountControl: '514', uSNChanged: '20' })
    expect((await ad.run('incremental')).counts).toMatchObject({ people: 3, disabled: 1 })
    expect(await found(account('kurt'))).toMatchObject({ status: 'frozen' })
    await slapd.set(kurt, { userAccountControl: '512', uSNChanged: '21', department: '华南' })
    expect((await ad.run('incremental')).counts).toMatchObject({ returned: 1, departmentsCreated: 1 })
    expect((await found(account('kurt')))?.departmentPath).toEqual([`ad_${p}`, '华南'])
    // Departments that nobody is in any more go with a full run.
    expect((await ad.run()).counts).toMatchObject({ departmentsRemoved: 1 })
  }, 60_000)

  it('is synced by its schedule, and not while a run waits for a decision', async () => {
    await directory.change({ schedule: 'hourly' })
    const runs = async () =>
      (await admin.call(pageDirectoryRuns, { directoryId: directory.directoryId })).list.map(
        ({ kind, state, startedBy }) => [kind, state, startedBy],
      )
    await startScheduled(world.ctx)
    expect(await runs()).toEqual([['incremental', 'queued', null]])
    await startScheduled(world.ctx)
    expect(await runs()).toHaveLength(1)
    const at = (time: string) => new Date(`2027-03-01T${time}Z`)
    const daily = { schedule: 'daily', scheduleTime: '03:30' } as const
    expect(lastDue(daily, at('03:29:59'), 'Etc/UTC')).toBeUndefined()
    expect(lastDue(daily, at('03:30:00'), 'Etc/UTC')).toEqual(at('03:30:00'))
    expect(lastDue(daily, at('05:00:00'), 'Etc/UTC')).toBeUndefined()
    expect(lastDue(daily, at('19:31:00'), 'Asia/Shanghai')).toEqual(at('19:30:00'))
    expect(lastDue({ ...daily, schedule: 'off' }, at('03:30:00'), 'Etc/UTC')).toBeUndefined()
  }, 60_000)

  it('runs once at a time, on all servers, and fails with its server', async () => {
    const { runId } = await start()
    await expect(start()).rejects.toMatchObject({ name: 'directory_busy' })
    const claimed = await claimRun(world.ctx, runId)
    expect(claimed).toBeDefined()
    expect(await claimRun(world.ctx, runId)).toBeUndefined()
    const second = await openSecondServer(world)
    const there = admin.at(second.baseUrl)
    const { directoryId } = directory
    await expect(there.call(startDirectoryRun, { directoryId, kind: 'full' })).rejects.toMatchObject({
      name: 'directory_busy',
    })
    await second.close()
    await endInterruptedRuns(world.ctx)
    // A server that was taken for dead and is not changes nothing any more.
    const late = claimed && world.ctx.db.transact((tx) => requireRunning(tx, claimed))
    await expect(late).rejects.toThrow(RunOver)
    expect(await admin.call(queryDirectoryRun, { runId })).toMatchObject({ state: 'failed', errcode: 41004 })
    expect((await directory.run()).counts).toMatchObject({ created: 10 })
  }, 60_000)

  const start = () => admin.call(startDirectoryRun, { directoryId: directory.directoryId, kind: 'full' })
})
