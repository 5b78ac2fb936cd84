import { batchCreateFolder, createFolder, removeInstances } from '@clouddisk/contract/files'
import { addMembers, createGroup, handoverGroup, pageGroups } from '@clouddisk/contract/groups'
import { expect, type Locator } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { menuOf, toast } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { question } from '../support/transfers.ts'
import { card, circleOf, dialogOf, openGroups, pick } from './group-scenes.ts'
import { companyOf } from './sharing-scenes.ts'
import type { Scene, Stage, World } from './stage.ts'

/** Pictures of what several people notice: questions before a move, a copy or a mass deletion, and what they undo. */

interface Archive {
  readonly rootId: string
  readonly groupId: string
  readonly owner: Person
}

const archives = new WeakMap<World['server'], Promise<Archive>>()
/** Somebody else's group in which the person edits, with things in its bin; and one that is being handed over. */
const archiveOf = (world: World): Promise<Archive> => {
  const known = archives.get(world.server) ?? layOut(world)
  archives.set(world.server, known)
  return known
}

async function layOut(world: World): Promise<Archive> {
  const { server, rich } = world
  await circleOf(world)
  const [owner, heir] = [
    await signIn(server.origin, 'liuyang', PASSWORD),
    await signIn(server.origin, 'wangwei', PASSWORD),
  ]
  const { groupId, rootId } = await owner.call(createGroup, { groupName: '资料归档', capacity: 5 })
  const member = (person: Person, role: 'manager' | 'editor') => ({
    principalType: 'user' as const,
    principalId: person.user.userId,
    role,
  })
  await owner.call(addMembers, { groupId, members: [member(rich.api, 'editor'), member(heir, 'editor')] })
  for (const [index, name] of ['会议纪要.docx', '老版报价.xlsx', '旧海报.jpg'].entries()) {
    const by = index === 1 ? owner : rich.api
    const { instanceId } = await by.upload(rootId, name, Buffer.alloc(4000 * (index + 2), name))
    await by.call(removeInstances, { instanceIds: [instanceId] })
  }
  const together = await rich.api.call(batchCreateFolder, {
    parentId: rootId,
    instanceName: '2024 合同',
    children: Array.from({ length: 60 }, (_, index) => ({ instanceName: `合同 ${index + 1}` })),
  })
  const annex = await rich.api.call(createFolder, { parentId: rootId, instanceName: '2024 附件' })
  const instanceIds = [together.instanceId ?? '', annex.instanceId]
  await rich.api.call(removeInstances, { instanceIds, confirmCount: 62 })
  const passing = await rich.api.call(createGroup, {
    groupName: '活动物料',
    description: '物料清单与供应商',
    capacity: 1,
    members: [member(heir, 'manager')],
  })
  await rich.api.call(handoverGroup, { groupId: passing.groupId, userId: heir.user.userId })
  return { rootId, groupId, owner }
}

/** The menu of an item: by the right button, or by ⋯ on a phone. */
export async function choose(stage: Stage, name: string, zh: string, en: string): Promise<void> {
  if (stage.phone) await phoneRow(stage.page, name).getByRole('button').last().click()
  else await menuOf(stage.page, name)
  await pick(stage, zh, en)
}

/** Chooses where to put an item of the launch's folder: one of the groups. */
async function placeInGroup(stage: Stage, what: 'move' | 'copy', name: string, group: string): Promise<void> {
  const { page, say } = stage
  await circleOf(stage)
  await companyOf(stage)
  await stage.openFolder()
  await choose(
    stage,
    name,
    ...((what === 'move' ? ['移动到…', 'Move to…'] : ['复制到…', 'Copy to…']) as [string, string]),
  )
  const tree = page.getByRole('dialog').last().getByRole('tree')
  await tree.getByRole('treeitem', { name: say('群组文件', 'Group files') }).press('ArrowRight')
  await tree.getByRole('treeitem', { name: group }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /此处$| here$/ })
    .click()
  await expect(question(page)).toBeVisible()
}

/** A folder with much in it that others have too. */
async function muchIn({ rich: { api } }: World, rootId: string): Promise<string> {
  const there = (await api.list(rootId)).find(({ instanceName }) => instanceName === '2025 合同')
  if (!there)
    await api.call(batchCreateFolder, {
      parentId: rootId,
      instanceName: '2025 合同',
      children: Array.from({ length: 60 }, (_, index) => ({ instanceName: `合同 ${index + 1}` })),
    })
  return '2025 合同'
}

async function deleteMuch(stage: Stage): Promise<Locator> {
  const { rootId } = await archiveOf(stage)
  const name = await muchIn(stage, rootId)
  await stage.open(`groupFile?folder=${rootId}`)
  await choose(stage, name, '删除', 'Delete')
  const asked = question(stage.page)
  await expect(asked).toContainText('61')
  return asked
}

const both = true

export const peopleScenes: readonly Scene[] = [
  {
    name: 'move-question',
    everywhere: true,
    play: (stage) => placeInGroup(stage, 'move', '主题演讲素材', '品牌与市场'),
  },
  { name: 'copy-question', both, play: (stage) => placeInGroup(stage, 'copy', '现场照片', '品牌与市场') },
  {
    name: 'move-full',
    both,
    play: async (stage) => {
      // Nobody puts gigabytes for a picture.
      await stage.page.route('**/instance/previewMove', async (route) => {
        const answer = await route.fetch()
        const body = await answer.json()
        await route.fulfill({
          json: { ...body, data: { ...body.data, requiredSize: 3e9, missingSize: 1.2e9 } },
        })
      })
      await placeInGroup(stage, 'move', '现场照片', '品牌与市场')
      await stage.page.unrouteAll({ behavior: 'ignoreErrors' })
    },
  },
  { name: 'guard-question', everywhere: true, play: async (stage) => void (await deleteMuch(stage)) },
  {
    name: 'guard-undo',
    both,
    play: async (stage) => {
      const asked = await deleteMuch(stage)
      await asked.getByRole('button', { name: /61/ }).click()
      await expect(toast(stage.page, /移入回收站|Moved/)).toBeVisible()
    },
  },
  {
    name: 'group-bin',
    everywhere: true,
    play: async (stage) => {
      const { groupId } = await archiveOf(stage)
      await stage.open(`recycleBin?group=${groupId}`)
      await expect(phoneRow(stage.page, '会议纪要.docx')).toBeVisible()
    },
  },
  {
    name: 'group-bin-deletion',
    both,
    play: async (stage) => {
      const { groupId } = await archiveOf(stage)
      await stage.open(`recycleBin?group=${groupId}`)
      await choose(stage, '2024 附件', '查看同一次删除的内容', 'Show items deleted together')
      await expect(phoneRow(stage.page, '2024 合同')).toBeVisible()
      await expect(phoneRow(stage.page, '会议纪要.docx')).toHaveCount(0)
    },
  },
  {
    name: 'group-leave',
    both,
    play: async (stage) => {
      await openGroups(stage)
      const theirs = card(stage, '2026 发布会项目组')
      await theirs.hover()
      await theirs.getByRole('button').click()
      await pick(stage, '退出群组', 'Leave group')
      await expect(question(stage.page)).toBeVisible()
    },
  },
  {
    name: 'group-edit',
    both,
    play: (stage) => dialogOf(stage, '编辑群组', 'Edit group'),
  },
  {
    name: 'group-new-faults',
    both,
    play: async (stage) => {
      const { page, say } = stage
      await openGroups(stage)
      await page
        .getByRole('button', { name: say('新建群组', 'New group') })
        .first()
        .click()
      const form = page.getByRole('dialog')
      await form.getByLabel(say('空间（GB）', 'Space (GB)')).fill('9000')
      await form.getByRole('button', { name: say('新建', 'Create'), exact: true }).click()
      await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'group-members-remove',
    both,
    play: async (stage) => {
      const { page, say } = stage
      await dialogOf(stage, '成员与权限', 'Members and permissions')
      await page.getByRole('button', { name: say('移出“吴涵”', 'Remove 吴涵') }).click()
      await expect(question(page)).toBeVisible()
    },
  },
  {
    name: 'group-members-chosen',
    both,
    play: async (stage) => {
      const { page } = stage
      await dialogOf(stage, '成员与权限', 'Members and permissions')
      if (stage.phone) return
      for (const name of ['刘洋', '郑岩'])
        await page.getByRole('dialog').getByRole('row', { name }).getByRole('checkbox').click({ force: true })
    },
  },
  {
    name: 'group-members-department',
    both,
    play: async (stage) => {
      await companyOf(stage)
      await openGroups(stage)
      const own = card(stage, '品牌素材库')
      await own.hover()
      await own.getByRole('button').click()
      await pick(stage, '成员与权限', 'Members and permissions')
      await expect(stage.page.getByRole('dialog').getByText('媒介组')).toBeVisible()
    },
  },
  {
    name: 'group-files-handover',
    both,
    play: async (stage) => {
      await archiveOf(stage)
      const { list } = await stage.rich.api.call(pageGroups, { keyword: '活动物料' })
      await stage.open(`groupFile?folder=${list[0]?.rootId}`)
      await expect(stage.page.getByRole('status').filter({ hasText: '王伟' })).toBeVisible()
    },
  },
  {
    name: 'group-files-menu',
    both,
    play: async (stage) => {
      const { brand } = await circleOf(stage)
      await stage.open(`groupFile?folder=${brand.rootId}`)
      if (stage.phone) return void (await phoneRow(stage.page, '现场照片').getByRole('button').last().click())
      await menuOf(stage.page, '现场照片')
    },
  },
]
