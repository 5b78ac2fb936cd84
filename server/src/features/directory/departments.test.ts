import {
  createDepartment,
  moveDepartment,
  queryDepartment,
  queryDepartments,
  removeDepartment,
  updateDepartment,
} from '@clouddisk/contract/admin-departments'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let admin: Person
let n = 0
/** A tree of its own for each test: top > (a > deep), b. */
let top: string
let a: string
let deep: string
let b: string
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin('superAdmin')
})
beforeEach(async () => {
  top = await world.department(`top_${++n}`)
  a = await world.department('a', top)
  deep = await world.department('deep', a)
  b = await world.department('b', top)
})
afterAll(() => world.close())

const names = (list: readonly { departmentName: string }[]) => list.map((one) => one.departmentName)
const make = (departmentName: string, parentId = top) =>
  admin.call(createDepartment, { departmentName, parentId })
const refusal = (code: number, details: object = {}) => ({
  code,
  ...(Object.keys(details).length && { details: expect.objectContaining(details) }),
})

describe('departments', () => {
  it('are listed by name right below one, with the people in them and below', async () => {
    await world.person(undefined, { department: a })
    await world.person(undefined, { department: deep })
    await world.person(undefined, { department: deep })
    const { list, truncated } = await admin.call(queryDepartments, { parentId: top })
    expect(truncated).toBe(false)
    expect(list).toMatchObject([
      {
        departmentId: a,
        departmentName: 'a',
        parentId: top,
        departmentPath: [`top_${n}`, 'a'],
        ownCount: 1,
        memberCount: 3,
        isParent: true,
        totalCapacity: null,
        allottedCapacity: 0,
      },
      { departmentId: b, ownCount: 0, memberCount: 0, isParent: false },
    ])
    expect(await admin.call(queryDepartment, { departmentId: top })).toMatchObject({
      memberCount: 3,
      ownCount: 0,
    })
    expect(names((await admin.call(queryDepartments, {})).list)).toContain(`top_${n}`)
    expect(names((await admin.call(queryDepartments, { parentId: '0' })).list)).not.toContain('a')
  })

  it('are narrowed by a keyword, below one or anywhere, and at most so many', async () => {
    for (const name of ['Alpha', 'ALPINE', 'beta']) await make(`${name}_${n}`)
    expect(names((await admin.call(queryDepartments, { parentId: top, keyword: 'alp' })).list)).toEqual([
      `Alpha_${n}`,
      `ALPINE_${n}`,
    ])
    expect(names((await admin.call(queryDepartments, { keyword: `ALPHA_${n}` })).list)).toEqual([
      `Alpha_${n}`,
    ])
    const page = await admin.call(queryDepartments, { parentId: top, limit: 2 })
    expect([names(page.list), page.truncated]).toEqual([['a', `Alpha_${n}`], true])
    await expect(admin.call(queryDepartments, { limit: 501 })).rejects.toMatchObject(
      refusal(20001, { field: 'limit' }),
    )
  })

  it('are made, described and renamed', async () => {
    const made = await admin.call(createDepartment, {
      departmentName: ' 媒介组 ',
      parentId: top,
      description: ' what it does\nin lines ',
      totalCapacity: 1024,
    })
    expect(made).toMatchObject({
      departmentName: '媒介组',
      description: 'what it does\nin lines',
      totalCapacity: 1024,
      memberCount: 0,
    })
    const { departmentId } = made
    const changed = {
      departmentId,
      departmentName: '活动组',
      description: '',
      totalCapacity: 'unlimited',
    } as const
    expect(await admin.call(updateDepartment, changed)).toMatchObject({
      departmentName: '活动组',
      description: '',
      totalCapacity: null,
    })
    expect(await admin.call(updateDepartment, { departmentId, departmentName: '活动组' })).toMatchObject({
      departmentName: '活动组',
    })
  })

  it.each([
    ['', 'missing'],
    ['a b', 'department_name'],
    ['a/b', 'department_name'],
    ['\u3164', 'name_invisible'],
    ['x'.repeat(65), 'department_name'],
  ])('refuse the name %j: %s', async (departmentName, reason) => {
    const refused = refusal(20001, { field: 'departmentName', reason })
    await expect(make(departmentName)).rejects.toMatchObject(refused)
    await expect(admin.call(updateDepartment, { departmentId: a, departmentName })).rejects.toMatchObject(
      refused,
    )
    expect(names((await admin.call(queryDepartments, { parentId: top })).list)).toEqual(['a', 'b'])
  })

  it('take names of 64 characters and descriptions of 500', async () => {
    const departmentName = '部'.repeat(64)
    const made = await admin.call(createDepartment, {
      departmentName,
      parentId: top,
      description: '述'.repeat(500),
    })
    expect(made.departmentName).toBe(departmentName)
    await expect(
      admin.call(updateDepartment, { departmentId: a, description: '述'.repeat(501) }),
    ).rejects.toMatchObject(refusal(20001, { field: 'description', reason: 'too_long' }))
  })

  it('have names of their own among their neighbours, however they are written', async () => {
    await expect(make('A')).rejects.toMatchObject(refusal(40901))
    await expect(
      admin.call(updateDepartment, { departmentId: b, departmentName: 'A' }),
    ).rejects.toMatchObject(refusal(40901))
    await make('A', b)
    const inA = (await make('B', a)).departmentId
    await expect(admin.call(moveDepartment, { departmentId: inA, parentId: top })).rejects.toMatchObject(
      refusal(40901),
    )
    const both = await Promise.allSettled([make('same'), make('SAME')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal(40901) })
  })

  it('move with all below them, never below themselves', async () => {
    expect(await admin.call(moveDepartment, { departmentId: a, parentId: b })).toMatchObject({
      parentId: b,
      departmentPath: [`top_${n}`, 'b', 'a'],
    })
    expect((await admin.call(queryDepartment, { departmentId: deep })).departmentPath).toEqual([
      `top_${n}`,
      'b',
      'a',
      'deep',
    ])
    for (const parentId of [a, deep])
      await expect(admin.call(moveDepartment, { departmentId: a, parentId })).rejects.toMatchObject(
        refusal(40941),
      )
    expect(await admin.call(moveDepartment, { departmentId: a, parentId: '0' })).toMatchObject({
      parentId: null,
    })
    await admin.call(moveDepartment, { departmentId: a, parentId: top })
  })

  it('make no circle when two move at one time', async () => {
    for (let round = 0; round < 5; round++) {
      const results = await Promise.allSettled([
        admin.call(moveDepartment, { departmentId: a, parentId: b }),
        admin.call(moveDepartment, { departmentId: b, parentId: a }),
      ])
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refusal(40941) })
      for (const departmentId of [a, b]) await admin.call(moveDepartment, { departmentId, parentId: top })
    }
  })

  it('nest 20 levels and no more, by making and by moving', async () => {
    let parentId = top
    for (let level = 2; level <= 20; level++) parentId = (await make(`level_${level}`, parentId)).departmentId
    await expect(make('level_21', parentId)).rejects.toMatchObject(refusal(40953, { limit: 20 }))
    const above = (await admin.call(queryDepartment, { departmentId: parentId })).parentId ?? ''
    expect(await admin.call(moveDepartment, { departmentId: b, parentId: above })).toMatchObject({
      parentId: above,
    })
    await expect(admin.call(moveDepartment, { departmentId: a, parentId: above })).rejects.toMatchObject(
      refusal(40953),
    )
  })

  it('go only when nobody and nothing is in them', async () => {
    await expect(admin.call(removeDepartment, { departmentId: a })).rejects.toMatchObject(refusal(40940))
    await world.person(undefined, { department: b })
    await expect(admin.call(removeDepartment, { departmentId: b })).rejects.toMatchObject(refusal(40940))
    await admin.call(removeDepartment, { departmentId: deep })
    await admin.call(removeDepartment, { departmentId: a })
    expect(names((await admin.call(queryDepartments, { parentId: top })).list)).toEqual(['b'])
    for (const departmentId of [a, 'nonsense', '0'])
      await expect(admin.call(removeDepartment, { departmentId })).rejects.toMatchObject(refusal(90000))
    await expect(admin.call(queryDepartments, { parentId: a })).rejects.toMatchObject(refusal(90000))
    await expect(make('x', a)).rejects.toMatchObject(refusal(90000))
  })

  it('give no less to groups than those were given', async () => {
    await world.ctx.db.pool.query(`update department set allotted = 2048 where id = $1`, [a])
    await expect(
      admin.call(updateDepartment, { departmentId: a, totalCapacity: 2047 }),
    ).rejects.toMatchObject(refusal(40938, { used: '2.00 KB' }))
    expect(await admin.call(updateDepartment, { departmentId: a, totalCapacity: 2048 })).toMatchObject({
      totalCapacity: 2048,
      allottedCapacity: 2048,
    })
  })

  it('that have given more than their limit may stay so, or get more', async () => {
    await world.ctx.db.pool.query(`update department set total = 1024, allotted = 4096 where id = $1`, [a])
    const set = (totalCapacity: number | 'unlimited') =>
      admin.call(updateDepartment, { departmentId: a, departmentName: 'more', totalCapacity })
    expect(await set(1024)).toMatchObject({ departmentName: 'more', totalCapacity: 1024 })
    expect(await set(2048)).toMatchObject({ totalCapacity: 2048, allottedCapacity: 4096 })
    await expect(set(2047)).rejects.toMatchObject(refusal(40938, { used: '4.00 KB' }))
    expect(await set('unlimited')).toMatchObject({ totalCapacity: null })
    await expect(set(4095)).rejects.toMatchObject(refusal(40938))
  })
})

describe('of an orgAdmin', () => {
  it('are those of its own department and below, and nothing besides', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    await world.person(undefined, { department: deep })
    expect((await mine.call(queryDepartments, {})).list).toMatchObject([{ departmentId: a, memberCount: 2 }])
    expect(names((await mine.call(queryDepartments, { parentId: a })).list)).toEqual(['deep'])
    expect(names((await mine.call(queryDepartments, { keyword: 'b' })).list)).toEqual([])
    for (const departmentId of [top, b]) {
      await expect(mine.call(queryDepartment, { departmentId })).rejects.toMatchObject(refusal(90000))
      await expect(mine.call(queryDepartments, { parentId: departmentId })).rejects.toMatchObject(
        refusal(90000),
      )
      await expect(mine.call(removeDepartment, { departmentId })).rejects.toMatchObject(refusal(90000))
      await expect(mine.call(updateDepartment, { departmentId, description: 'x' })).rejects.toMatchObject(
        refusal(90000),
      )
      await expect(
        mine.call(createDepartment, { departmentName: 'x', parentId: departmentId }),
      ).rejects.toMatchObject(refusal(90000))
      await expect(
        mine.call(moveDepartment, { departmentId: deep, parentId: departmentId }),
      ).rejects.toMatchObject(refusal(90000))
    }
    await expect(mine.call(createDepartment, { departmentName: 'x' })).rejects.toMatchObject(refusal(90000))
    await expect(mine.call(moveDepartment, { departmentId: deep, parentId: '0' })).rejects.toMatchObject(
      refusal(90000),
    )
    const made = await mine.call(createDepartment, { departmentName: 'mine', parentId: deep })
    expect(made).toMatchObject({ parentId: deep, memberCount: 0 })
    expect(await mine.call(moveDepartment, { departmentId: made.departmentId, parentId: a })).toMatchObject({
      parentId: a,
    })
    await mine.call(removeDepartment, { departmentId: made.departmentId })
  })

  it('leave the place and the allowance of the topmost ones to those above', async () => {
    const mine = await world.admin('orgAdmin', { department: a })
    expect(await mine.call(updateDepartment, { departmentId: a, description: 'ours' })).toMatchObject({
      description: 'ours',
    })
    await expect(mine.call(updateDepartment, { departmentId: a, totalCapacity: 5 })).rejects.toMatchObject(
      refusal(30002),
    )
    await expect(mine.call(removeDepartment, { departmentId: a })).rejects.toMatchObject(refusal(30002))
    expect(await mine.call(updateDepartment, { departmentId: deep, totalCapacity: 5 })).toMatchObject({
      totalCapacity: 5,
    })
  })

  it('of single departments do not reach below', async () => {
    const mine = await world.admin('orgAdmin', { scope: 'current', departments: [a] })
    expect((await mine.call(queryDepartments, {})).list).toMatchObject([
      { departmentId: a, isParent: false, memberCount: 0 },
    ])
    expect((await mine.call(queryDepartments, { parentId: a })).list).toEqual([])
    await expect(mine.call(queryDepartment, { departmentId: deep })).rejects.toMatchObject(refusal(90000))
    await expect(mine.call(createDepartment, { departmentName: 'x', parentId: a })).rejects.toMatchObject(
      refusal(30002),
    )
    expect(names((await admin.call(queryDepartments, { parentId: a })).list)).toEqual(['deep'])
  })
})

describe('of others', () => {
  it('are read by an auditor and shut to all besides', async () => {
    const auditor = await world.admin('auditor')
    expect(await auditor.call(queryDepartment, { departmentId: a })).toMatchObject({ departmentName: 'a' })
    const holder = await world.admin('storageAdmin')
    const person = await world.person()
    const changes = (who: Person) => [
      () => who.call(createDepartment, { departmentName: 'x', parentId: top }),
      () => who.call(updateDepartment, { departmentId: a, departmentName: 'x' }),
      () => who.call(moveDepartment, { departmentId: a, parentId: b }),
      () => who.call(removeDepartment, { departmentId: b }),
    ]
    const looks = (who: Person) => [
      () => who.call(queryDepartments, {}),
      () => who.call(queryDepartment, { departmentId: a }),
    ]
    const shut = [holder, person].flatMap((who) => [...changes(who), ...looks(who)])
    for (const attempt of [...changes(auditor), ...shut])
      await expect(attempt()).rejects.toMatchObject({ code: 30002, httpStatus: 403 })
    expect(names((await admin.call(queryDepartments, { parentId: top })).list)).toEqual(['a', 'b'])
  })
})
