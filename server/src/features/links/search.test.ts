import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import {
  checkLinkCode,
  createOrUpdateLink,
  removeLinks,
  searchLinkInstances,
} from '@clouddisk/contract/links'
import { updateUserRole } from '@clouddisk/contract/privileges'
import type { Input } from '@clouddisk/contract/route'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { visitorOf } from '../../../test/visitor.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** What visitors find by name in a link: what it opens and all below, and nothing else of its owner. */

let world: World
let owner: Person
let outer: string
let top: string
let inner: string
let deep: string
beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  owner = await world.person()
  outer = await folder('私有计划', '0')
  top = await folder('媒体资料', outer)
  inner = await folder('产品图', top)
  deep = await upload(inner, 'plan 2026.txt', 'budget inside')
  await upload(top, '发布会计划.docx')
  await upload(outer, 'plan of the owner.txt')
  await upload('0', 'plan secret.txt')
})
afterEach(async () => expect(await world.doctor()).toEqual([]))
afterAll(() => world.close())

const folder = async (instanceName: string, parentId: string) =>
  (await owner.call(createFolder, { parentId, instanceName })).instanceId
const upload = async (parentId: string, name: string, text = name, by = owner) =>
  (await by.upload(parentId, name, Buffer.from(text))).instanceId
const refusal = (name: string) => expect.objectContaining({ name })
const link = async (
  instanceIds: string[],
  more: Partial<Input<typeof createOrUpdateLink>> = {},
  by = owner,
) => by.call(createOrUpdateLink, { instanceIds, code: '', ...more })
const search = async (linkPath: string, keyword: string, parentId?: string) =>
  visitorOf(world.baseUrl).call(searchLinkInstances, {
    linkPath,
    keyword,
    ...(parentId !== undefined && { parentId }),
  })
const names = async (...args: Parameters<typeof search>) =>
  (await search(...args)).list.map((item) => item.instanceName)

it('finds names however deep, also by pinyin, with where they are inside the link', async () => {
  const { linkPath } = await link([top])
  const { list, total, truncated } = await search(linkPath, 'plan')
  expect({ list, total, truncated }).toMatchObject({
    list: [
      {
        instanceId: deep,
        instanceName: 'plan 2026.txt',
        parentId: inner,
        instancePath: '媒体资料/产品图',
        instancePathIds: `${top}/${inner}`,
        isCollect: false,
        match: { field: 'name' },
      },
    ],
    total: 1,
    truncated: false,
  })
  expect(JSON.stringify(list)).not.toMatch(/私有|secret/)
  expect(list[0]?.createUser).toContain('*')
  expect(await names(linkPath, 'jihua')).toEqual(['发布会计划.docx'])
  expect(await names(linkPath, '计划')).toEqual(['发布会计划.docx'])
  expect(await names(linkPath, '产品')).toEqual(['产品图'])
  // Texts in files are not searched, and the folder that the link opens is where one is already.
  expect(await names(linkPath, 'budget')).toEqual([])
  expect(await names(linkPath, '媒体')).toEqual([])
})

it('is limited to a folder, which has to be in the link', async () => {
  const { linkPath } = await link([top])
  expect(await names(linkPath, 'plan', inner)).toEqual(['plan 2026.txt'])
  expect(await names(linkPath, '计划', inner)).toEqual([])
  for (const parentId of [outer, '0', 'nothing'])
    await expect(search(linkPath, 'plan', parentId)).rejects.toEqual(refusal('not_found'))
  await expect(search(linkPath, 'plan', deep)).rejects.toEqual(refusal('is_a_file'))
})

it('of several items finds these too, without the folder they lie in', async () => {
  const single = await upload(outer, 'plan b.txt')
  const { linkPath } = await link([inner, single])
  const { list } = await search(linkPath, 'plan')
  expect(list.map((item) => [item.instanceName, item.instancePath, item.parentId])).toEqual([
    ['plan b.txt', '', ''],
    ['plan 2026.txt', '产品图', inner],
  ])
  expect(await names(linkPath, '产品图')).toEqual(['产品图'])
  expect(await names(linkPath, '发布会')).toEqual([])
})

it('pages through what is found', async () => {
  for (let n = 0; n < 5; n++) await upload(inner, `many ${n}.txt`)
  const { linkPath } = await link([top])
  const page = await visitorOf(world.baseUrl).call(searchLinkInstances, {
    linkPath,
    keyword: 'many',
    pageNo: 2,
    pageSize: 2,
    orderBy: 'instanceName',
  })
  expect(page).toMatchObject({ total: 5, pageNo: 2, pageSize: 2 })
  expect(page.list.map((item) => item.instanceName)).toEqual(['many 2.txt', 'many 3.txt'])
})

it('does not find what was moved out or deleted, and finds what was moved in or renamed', async () => {
  const { linkPath } = await link([top])
  await owner.call(moveInstances, { instanceIds: [deep], targeParentId: outer })
  expect(await names(linkPath, 'plan')).toEqual([])
  await owner.call(moveInstances, { instanceIds: [deep], targeParentId: top })
  expect(await names(linkPath, 'plan')).toEqual(['plan 2026.txt'])
  await owner.call(renameInstance, { instanceId: deep, instanceName: 'draft.txt' })
  expect(await names(linkPath, 'draft')).toEqual(['draft.txt'])
  await owner.call(removeInstances, { instanceIds: [deep] })
  expect(await names(linkPath, 'draft')).toEqual([])
})

it('does not find what an entry keeps from the owner', async () => {
  const leader = await world.person()
  const group = await world.group(leader, [[owner, 'linker']])
  const made = async (instanceName: string, parentId: string) =>
    (await leader.call(createFolder, { parentId, instanceName })).instanceId
  const shared = await made('shared', group.rootId)
  const kept = await made('kept', shared)
  await upload(kept, 'plan kept.txt', 'kept', leader)
  await upload(shared, 'plan open.txt', 'open', leader)
  const { linkPath } = await link([shared])
  expect(await names(linkPath, 'plan')).toHaveLength(2)
  await leader.call(updateUserRole, {
    instanceId: kept,
    role: 'forbidden',
    principalType: 'user',
    principalIds: [owner.user.userId],
  })
  expect(await names(linkPath, 'plan')).toEqual(['plan open.txt'])
  expect(await names(linkPath, 'kept')).toEqual([])
  await expect(search(linkPath, 'plan', kept)).rejects.toEqual(refusal('not_found'))
})

it('finds nothing in a link that only takes uploads, or before it is open', async () => {
  const only = await link([inner], { perms: ['upload'] })
  await expect(search(only.linkPath, 'plan')).rejects.toEqual(refusal('not_permitted'))
  const other = await folder('plan of others', '0')
  const several = await link([outer, other], { perms: ['upload'] })
  expect(await search(several.linkPath, 'plan')).toMatchObject({ list: [], total: 0 })

  const { linkPath, shareId } = await link([top], { code: 'secret' })
  await expect(search(linkPath, 'plan')).rejects.toEqual(refusal('link_not_open'))
  const guest = visitorOf(world.baseUrl)
  await guest.call(checkLinkCode, { linkPath, code: 'secret' })
  const asked = () => guest.call(searchLinkInstances, { linkPath, keyword: 'plan' })
  expect((await asked()).total).toBe(1)
  await owner.call(removeLinks, { shareIds: [shareId] })
  await expect(asked()).rejects.toEqual(refusal('link_expired'))
})
