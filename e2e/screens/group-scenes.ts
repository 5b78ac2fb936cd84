import { createFolder } from '@clouddisk/contract/files'
import {
  addMembers,
  createGroup,
  dissolveGroup,
  type Group,
  handoverGroup,
  hideGroup,
} from '@clouddisk/contract/groups'
import type { MemberRole } from '@clouddisk/contract/roles'
import { expect } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { hold, isCall } from '../support/hold.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of groups: their page, dialogs and files. */

interface Circle {
  readonly lin: Person
  readonly brand: Group
  readonly ending: Group
}

const circles = new WeakMap<World['server'], Promise<Circle>>()

/** Who is in which group, made once. */
export const circleOf = (world: World): Promise<Circle> => {
  const known = circles.get(world.server) ?? layOut(world)
  circles.set(world.server, known)
  return known
}

const PEOPLE = [
  ['liuyang', '刘洋'],
  ['wangwei', '王伟'],
  ['alicechen', 'Alice Chen'],
  ['wuhan_', '吴涵'],
  ['chenjie', '陈杰'],
  ['zhengyan', '郑岩'],
] as const
const ROLES: readonly MemberRole[] = ['manager', 'linker', 'editor', 'downloader', 'viewer', 'editor']

async function layOut({ server, rich: { api: lin } }: World): Promise<Circle> {
  const people: Person[] = []
  for (const [name, realName] of PEOPLE) {
    await newPerson(server, name, realName)
    people.push(await signIn(server.origin, name, PASSWORD))
  }
  const [liu] = people as [Person, ...Person[]]
  const members = people.map(({ user }, index) => ({
    principalType: 'user' as const,
    principalId: user.userId,
    role: ROLES[index] ?? 'editor',
  }))
  const make = (by: Person, groupName: string, description: string, capacity: number, count = 3) =>
    by.call(createGroup, { groupName, description, capacity, members: members.slice(0, count) })
  const invite = (by: Person, { groupId }: Group, role: MemberRole) =>
    by.call(addMembers, {
      groupId,
      members: [{ principalType: 'user', principalId: lin.user.userId, role }],
    })
  await make(lin, '产品研发中心', '研发资料、设计稿与版本发布', 20, 4)
  const brand = await make(lin, '品牌与市场', '品牌资产、活动与媒介资料', 15, 6)
  for (const folder of ['主题演讲素材', '现场照片'])
    await lin.call(createFolder, { parentId: brand.rootId, instanceName: folder })
  await lin.upload(brand.rootId, '发布会流程表 v6.docx', Buffer.from('x'.repeat(6000)))
  const [, , event, legal, archive] = [
    undefined,
    undefined,
    await liu.call(createGroup, {
      groupName: '2026 发布会项目组',
      description: '跨部门项目，2027-01 归档',
      capacity: 12,
    }),
    await liu.call(createGroup, {
      groupName: '法务合同库',
      description: '只读归档，外发须审批',
      capacity: 10,
    }),
    await liu.call(createGroup, { groupName: '品牌素材归档', capacity: 16 }),
  ]
  await invite(liu, event, 'editor')
  await invite(liu, legal, 'viewer')
  await invite(liu, archive, 'linker')
  await liu.call(handoverGroup, { groupId: archive.groupId, userId: lin.user.userId })
  const ending = await make(lin, '旧版展台方案', '展台已撤，资料整理中', 2, 2)
  await lin.call(dissolveGroup, { groupId: ending.groupId })
  const old = await make(lin, '历年年会', '', 1, 1)
  await lin.call(hideGroup, { groupId: old.groupId, isHide: true })
  return { lin, brand, ending }
}

export const card = ({ page }: Stage, name: string) =>
  page
    .getByRole('main')
    .locator('li')
    .filter({ has: page.getByRole('link', { name }) })

export async function openGroups(stage: Stage): Promise<Circle> {
  const circle = await circleOf(stage)
  await stage.open('groupFile')
  await expect(stage.page.getByText('品牌与市场').last()).toBeVisible()
  return circle
}

async function menuOfBrand(stage: Stage): Promise<void> {
  const brand = card(stage, '品牌与市场')
  await brand.hover()
  await brand.getByRole('button').click()
  await expect(stage.page.getByRole(stage.phone ? 'dialog' : 'menu')).toBeVisible()
}

export async function pick({ page, phone, say }: Stage, zh: string, en: string): Promise<void> {
  const entries = phone ? page.getByRole('dialog').getByRole('button') : page.getByRole('menuitem')
  await entries
    .filter({ hasText: say(zh, en) })
    .first()
    .click()
}

export async function dialogOf(stage: Stage, zh: string, en: string): Promise<void> {
  await openGroups(stage)
  await menuOfBrand(stage)
  await pick(stage, zh, en)
  await expect(stage.page.getByRole('dialog')).toBeVisible()
}

export const groupScenes: readonly Scene[] = [
  {
    name: 'groups',
    everywhere: true,
    play: async (stage) => {
      await openGroups(stage)
    },
  },
  {
    name: 'groups-menu',
    both: true,
    play: async (stage) => {
      await openGroups(stage)
      await menuOfBrand(stage)
    },
  },
  {
    name: 'groups-rows',
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openGroups(stage)
      await page.getByRole('radio', { name: say('列表', 'List') }).click()
      await page.getByRole('button', { name: say('显示', 'Show'), exact: true }).click()
    },
  },
  {
    name: 'groups-full',
    both: true,
    play: async (stage) => {
      const { page } = stage
      await circleOf(stage)
      // Nobody waits for gigabytes to be put for a picture.
      await page.route('**/group/page', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        const shares = [0.26, 0.8, 0.43, 0.96, 1, 0.1]
        for (const [at, group] of body.data.list.entries())
          group.usedCapacity = Math.round(group.totalCapacity * (shares[at] ?? 0.5))
        await route.fulfill({ json: body })
      })
      await openGroups(stage)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  },
  {
    name: 'groups-empty',
    as: 'fresh',
    both: true,
    play: async ({ page, open, say }) => {
      await open('groupFile')
      await expect(page.getByText(say('还没有群组', 'No groups yet')).last()).toBeVisible()
    },
  },
  {
    name: 'groups-loading',
    play: async (stage) => {
      await circleOf(stage)
      await hold(stage.page, isCall('group/page'))
      await stage.open('groupFile')
      await stage.page.waitForTimeout(400)
    },
  },
  {
    name: 'groups-error',
    phone: true,
    play: async ({ page, open }) => {
      await page.route('**/group/page', (route) =>
        route.fulfill({
          status: 503,
          json: {
            errcode: 99002,
            errmsg: '服务正在启动、维护或繁忙。请稍后再试。',
            traceId: '8f2c41d09b7e',
          },
        }),
      )
      await open('groupFile')
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'group-new',
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openGroups(stage)
      await page
        .getByRole('button', { name: say('新建群组', 'New group') })
        .first()
        .click()
      await page.getByLabel(say('名称', 'Name'), { exact: true }).fill('海外渠道协作')
    },
  },
  {
    name: 'group-members',
    everywhere: true,
    play: async (stage) => {
      await dialogOf(stage, '成员与权限', 'Members and permissions')
      await expect(stage.page.getByRole('dialog').getByText('郑岩')).toBeVisible()
    },
  },
  {
    name: 'group-members-role',
    both: true,
    play: async (stage) => {
      await dialogOf(stage, '成员与权限', 'Members and permissions')
      const role = stage.say('“Alice Chen”的角色', 'Role of Alice Chen')
      await stage.page.getByRole('combobox', { name: role }).click()
    },
  },
  {
    name: 'group-members-add',
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await dialogOf(stage, '成员与权限', 'Members and permissions')
      await page.getByRole('button', { name: say('添加成员', 'Add members') }).click()
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible()
    },
  },
  {
    name: 'group-handover',
    both: true,
    play: async (stage) => {
      await dialogOf(stage, '转让群组', 'Transfer ownership')
      await stage.page.getByText('吴涵').click()
    },
  },
  {
    name: 'group-dissolve',
    both: true,
    play: async (stage) => {
      await openGroups(stage)
      await menuOfBrand(stage)
      await pick(stage, '解散群组', 'Delete group')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'group-files',
    everywhere: true,
    play: async (stage) => {
      const { brand } = await circleOf(stage)
      await stage.open(`groupFile?folder=${brand.rootId}`)
      await expect(stage.page.getByRole('main').locator('[data-index]:visible').first()).toBeVisible()
    },
  },
  {
    name: 'group-files-ending',
    both: true,
    play: async (stage) => {
      const { ending } = await circleOf(stage)
      await stage.open(`groupFile?folder=${ending.rootId}`)
      await expect(stage.page.getByText(/解散|will be deleted/).first()).toBeVisible()
    },
  },
]
