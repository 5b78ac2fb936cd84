import { createDepartment, updateDepartment } from '@clouddisk/contract/admin-departments'
import { pagePeople, updatePerson } from '@clouddisk/contract/admin-people'
import { searchDepartments, searchUsers } from '@clouddisk/contract/directory'
import { editGroup, pageGroups, queryMembers } from '@clouddisk/contract/groups'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { computePinyinOfPeople } from './jobs.ts'

/** People, departments and groups by pinyin and initials. */

let world: World
let admin: Person
beforeAll(async () => {
  world = await openWorld()
  admin = await world.admin()
})
afterAll(() => world.close())

const users = async (keyword: string) =>
  (await admin.call(searchUsers, { keyword })).list.map(({ userRealName }) => userRealName)
const departments = async (keyword: string) =>
  (await admin.call(searchDepartments, { keyword })).list.map(({ departmentName }) => departmentName)

it('finds people by either name, and follows a change', async () => {
  const person = await world.person('u_8841', { realName: '曾国强' })
  for (const keyword of ['zengguoqiang', 'zeng guo', 'ZGQ', 'guoqiang', 'gq', 'z'])
    expect([keyword, await users(keyword)]).toEqual([keyword, ['曾国强']])
  expect([await users('engguo'), await users('zq')]).toEqual([[], []])
  const { userId } = person.user
  await admin.call(updatePerson, { userId, userName: '阿强' })
  expect([await users('aqiang'), await users('zgq')]).toEqual([['曾国强'], ['曾国强']])
  await admin.call(updatePerson, { userId, userRealName: '重庆来' })
  expect([await users('chongqing'), await users('zgq')]).toEqual([['重庆来'], []])
  const { list } = await admin.call(pagePeople, { keyword: 'cql' })
  expect(list.map(({ userRealName }) => userRealName)).toEqual(['重庆来'])
})

it('finds departments and groups, and follows a change', async () => {
  const { departmentId } = await admin.call(createDepartment, { departmentName: '财务中心' })
  expect([await departments('cwzx'), await departments('zhongxin')]).toEqual([['财务中心'], ['财务中心']])
  await admin.call(updateDepartment, { departmentId, departmentName: '法务中心' })
  expect([await departments('cwzx'), await departments('fawu')]).toEqual([[], ['法务中心']])
  const owner = await world.person(undefined, { realName: '欧阳娜' })
  const group = await world.group(owner, [[await world.person(undefined, { realName: '单田' }), 'viewer']], {
    name: '年会筹备',
  })
  const groups = async (keyword: string) =>
    (await owner.call(pageGroups, { keyword })).list.map(({ groupName }) => groupName)
  expect([await groups('nhcb'), await groups('choubei')]).toEqual([['年会筹备'], ['年会筹备']])
  const { groupId } = group
  const { list } = await owner.call(queryMembers, { groupId, keyword: 'ouyang' })
  expect(list).toHaveLength(1)
  await owner.call(editGroup, { groupId, groupName: '晚会筹备' })
  expect([await groups('nhcb'), await groups('wanhui')]).toEqual([[], ['晚会筹备']])
})

it('finds those that an earlier version wrote, once their pinyin is there', async () => {
  await world.person(undefined, { realName: '早期员工' })
  for (const table of ['person', 'department', '"group"'])
    await world.ctx.db.pool.query(`update ${table} set pinyin = null`)
  expect([await users('zaoqi'), await departments('fawu')]).toEqual([[], []])
  await computePinyinOfPeople(world.ctx)
  expect([await users('zaoqi'), await departments('fawu')]).toEqual([['早期员工'], ['法务中心']])
})
