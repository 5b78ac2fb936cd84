import { createDepartment } from '@clouddisk/contract/admin-departments'
import { createDepartmentGroup, dissolveAnyGroup } from '@clouddisk/contract/admin-groups'
import { beginLeave } from '@clouddisk/contract/admin-offboarding'
import { type AdminPerson, changePeople, createPerson } from '@clouddisk/contract/admin-people'
import { createRole } from '@clouddisk/contract/admin-roles'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup, handoverGroup } from '@clouddisk/contract/groups'
import { clearTrash } from '@clouddisk/contract/trash'
import { type Person, signIn } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import type { World } from './stage.ts'

/** A company as its administrators have it after a year, laid out by the product's own calls. */
export interface Company {
  readonly admin: Person
  /** Ids of departments by name. */
  readonly departments: ReadonlyMap<string, string>
  /** By account. */
  readonly people: ReadonlyMap<string, AdminPerson>
}

const companies = new WeakMap<World['server'], Promise<Company>>()

/** Made once a server. */
export const companyOf = (world: World): Promise<Company> => {
  const known = companies.get(world.server) ?? layOut(world)
  companies.set(world.server, known)
  return known
}

export const MARKETING = '品牌市场部'
const BELOW: Readonly<Record<string, readonly string[]>> = {
  产品与研发部: ['平台研发组', '终端体验组', '质量工程组'],
  [MARKETING]: ['品牌设计组', '媒介合作组', '会展活动组', '外协供应商'],
  法务合规部: [],
  财务管理部: ['核算一组'],
  Overseas_channel_partners_EMEA: ['NA_channel'],
  人力行政部: [],
}
export const NOBODY_IN = '新设部门'

const GB = 1024 ** 3
type Row = readonly [
  account: string,
  name: string,
  department: string,
  capacity?: number,
  validUntil?: string,
  role?: string,
]
const PEOPLE: readonly Row[] = [
  ['he_xin', '何欣', MARKETING, 200, 'forever', 'orgAdmin'],
  ['zhang_min2', '张敏敏', '品牌设计组', 100],
  ['wu_han2', '吴涵', '品牌设计组', 100, '2031-06-30T15:59:59.000Z'],
  ['chen_jie2', '陈杰', '会展活动组', 100],
  ['liu_yang2', '刘洋', '媒介合作组', 200],
  ['vendor_01', '周航', '外协供应商', 10, inDays(12), 'downloader'],
  ['sunlei_old', '孙磊', '媒介合作组', 100, '2026-10-31T15:59:59.000Z'],
  ['tang_yu', '唐雨', '会展活动组', 100],
  ['alice_chen', 'Alice Chen', MARKETING, 100],
  ['fang_zhou', '方舟', '品牌设计组', 100],
  ['qiao_an', '乔安', '会展活动组', 100],
  ['xie_mo', '谢默', '媒介合作组', 100],
  [
    'alexandra_featherstonehaugh_contractor',
    'Alexandra Konstantinopoulou-Featherstonehaugh',
    'NA_channel',
    50,
  ],
  ['zheng_yan2', '郑岩', '法务合规部', 100],
  ['wang_wei2', '王伟', '财务管理部', 100],
  ['li_na', '李娜', '核算一组', 100],
  ['zhao_lin', '赵琳', '平台研发组', 500],
  ['song_qi', '宋琪', '终端体验组', 100],
  ['meng_fan', '孟凡', '质量工程组', 100],
  ['du_ruo', '杜若', '平台研发组', 100],
  ['lu_yao', '陆遥', '人力行政部', 100, 'forever', 'auditor'],
  ['qin_feng', '秦枫', '人力行政部', 100],
  ['bai_lu', '白露', '财务管理部', 100],
]

function inDays(days: number): string {
  return new Date(Date.now() + days * 24 * 3600_000).toISOString()
}

async function layOut(world: World): Promise<Company> {
  const { server, rich } = world
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const departments = new Map<string, string>()
  const below = async (departmentName: string, parentId = '0', totalCapacity?: number) => {
    const made = await admin.call(createDepartment, {
      departmentName,
      parentId,
      ...(totalCapacity && { totalCapacity }),
    })
    departments.set(departmentName, made.departmentId)
    return made.departmentId
  }
  const top = await below('云启集团')
  for (const [name, parts] of Object.entries(BELOW)) {
    const id = await below(name, top, name === MARKETING ? 400 * GB : undefined)
    for (const part of parts) await below(part, id)
  }
  await below(NOBODY_IN, top)
  await makeRoles(admin, departments)
  const people = new Map<string, AdminPerson>()
  for (const [accountName, userRealName, department, capacity = 100, validUntil, role] of PEOPLE) {
    const { person } = await admin.call(createPerson, {
      accountName,
      userRealName,
      password: PASSWORD,
      mustChangePassword: false,
      departmentId: departments.get(department) ?? '0',
      roles: role ? [role] : ['default'],
      totalCapacity: capacity * GB,
      groupCapacity: 60 * GB,
      validUntil: validUntil ?? 'forever',
      email: `${accountName}@yunqi.example`,
      phone: '138 0013 8002',
    })
    people.set(accountName, person)
  }
  const idOf = (account: string) => people.get(account)?.userId ?? ''
  const change = (account: string, action: 'freeze') =>
    admin.call(changePeople, { userIds: [idOf(account)], action })
  await change('tang_yu', 'freeze')
  await admin.call(changePeople, {
    userIds: [rich.api.user.userId],
    action: 'department',
    departmentId: departments.get(MARKETING) ?? '',
  })
  const company = { admin, departments, people }
  await makeGroups(world, company)
  await letGo(world)
  await admin.call(beginLeave, { userId: idOf('song_qi'), toUserId: idOf('zhao_lin'), enlarge: true })
  await admin.call(beginLeave, { userId: idOf('du_ruo'), keepDays: 5 })
  await admin.call(beginLeave, { userId: idOf('bai_lu'), toUserId: idOf('wang_wei2'), keepDays: 90 })
  return company
}

async function makeRoles(admin: Person, departments: ReadonlyMap<string, string>): Promise<void> {
  await admin.call(createRole, {
    roleName: '外链分享者',
    description: '可以预览、下载并发起共享，不能删除',
    type: 'ordinary',
    items: ['list', 'preview', 'download', 'share', 'search'],
  })
  await admin.call(createRole, {
    roleName: '品牌资产负责人',
    description: '管理品牌市场部及下级的群组',
    type: 'advanced',
    items: ['list', 'preview', 'download', 'upload', 'members'],
    scope: 'subtree',
    departmentIds: [MARKETING, '法务合规部'].map((name) => departments.get(name) ?? ''),
  })
  await admin.call(createRole, {
    roleName: 'Overseas channel coordinator',
    type: 'advanced',
    items: ['list', 'preview', 'download'],
    scope: 'current',
    departmentIds: [],
  })
}

async function makeGroups(world: World, { admin, departments, people }: Company): Promise<void> {
  const member = (account: string, role: 'manager' | 'editor' | 'viewer') => ({
    principalType: 'user' as const,
    principalId: people.get(account)?.userId ?? '',
    role,
  })
  const ofDepartment = (groupName: string, owner: string, capacity: number, description: string) =>
    admin.call(createDepartmentGroup, {
      departmentId: departments.get(MARKETING) ?? '',
      ownerId: people.get(owner)?.userId ?? '',
      groupName,
      description,
      capacity,
      members: [
        member('zhang_min2', 'manager'),
        member('wu_han2', 'editor'),
        member('liu_yang2', 'viewer'),
        { principalType: 'department', principalId: departments.get('会展活动组') ?? '', role: 'editor' },
      ],
    })
  const brand = await ofDepartment('品牌资产库', 'he_xin', 120, '品牌规范、标志与物料母版')
  await ofDepartment('2026 新品发布会现场执行与应急预案协作', 'chen_jie2', 80, '跨部门项目，2027-01 归档')
  const owner = await signIn(world.server.origin, 'he_xin', PASSWORD)
  await owner.call(createFolder, { parentId: brand.rootId, instanceName: '标志' })
  await owner.upload(brand.rootId, '品牌规范 v3.pdf', Buffer.alloc(42_000, 'b'))
  const alice = await signIn(world.server.origin, 'alice_chen', PASSWORD)
  const own = await alice.call(createGroup, {
    groupName: 'North America channel enablement & onboarding',
    description: 'Decks and price lists for partners',
    capacity: 30,
    members: [member('xie_mo', 'manager'), member('fang_zhou', 'viewer')],
  })
  await alice.call(handoverGroup, { groupId: own.groupId, userId: people.get('xie_mo')?.userId ?? '' })
  const old = await alice.call(createGroup, { groupName: '旧版展台资料', capacity: 2 })
  await admin.call(dissolveAnyGroup, { groupId: old.groupId })
}

/** What lies in the administrators' bin. */
async function letGo({ server }: World): Promise<void> {
  for (const [account, names] of Object.entries(GONE)) {
    const person = await signIn(server.origin, account, PASSWORD)
    const { instanceId } = await person.call(createFolder, {
      parentId: '0',
      instanceName: `旧资料 ${account}`,
    })
    await person.upload(instanceId, '说明.txt', Buffer.from('old'))
    const instanceIds = [instanceId]
    for (const [at, name] of names.entries())
      instanceIds.push((await person.upload('0', name, Buffer.alloc(7_000 * (at + 2), name))).instanceId)
    await person.call(removeInstances, { instanceIds })
    await person.call(clearTrash, {})
  }
}

const GONE: Readonly<Record<string, readonly string[]>> = {
  wu_han2: ['发布会流程表 v4.docx', '路演稿-备用.pptx', 'Old invoices 2024.xlsx'],
  liu_yang2: [
    '媒体采访提纲.docx',
    '2026 年度全球渠道合作伙伴大会暨新品发布会现场执行方案与应急预案（第七版）.docx',
  ],
  alice_chen: ['Q4 channel partner enablement checklist - revised after legal review.xlsx'],
}
