import { createComment } from '@clouddisk/contract/comments'
import { createFolder, moveInstances, removeInstances, renameInstance } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { createShare, pageShares } from '@clouddisk/contract/shares'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of activity. */

const FOLDER = '投标资料'
const FILE = '报价单（最终版）.txt'
const GROUP = '市场部'
const COLLEAGUE = 'a_hanmeimei'

const people = new WeakMap<World['server'], Promise<string>>()
const personOf = (world: World): Promise<string> => {
  const known = people.get(world.server) ?? layOut(world)
  people.set(world.server, known)
  return known
}

async function layOut({ server }: World): Promise<string> {
  const name = await newPerson(server, 'a_lilei', '李雷')
  const colleague = await newPerson(server, COLLEAGUE, '韩梅梅')
  const [api, other] = [
    await signIn(server.origin, name, PASSWORD),
    await signIn(server.origin, colleague, PASSWORD),
  ]
  const principal = { principalType: 'user' as const, principalId: other.user.userId }
  const { rootId } = await api.call(createGroup, {
    groupName: GROUP,
    capacity: 1,
    members: [{ ...principal, role: 'editor' }],
  })
  const plans = await other.call(createFolder, { parentId: rootId, instanceName: '活动方案' })
  await other.upload(plans.instanceId, '预算.txt', Buffer.from('1'))
  await api.call(renameInstance, { instanceId: plans.instanceId, instanceName: '夏季活动方案' })
  const folder = await api.call(createFolder, { parentId: '0', instanceName: FOLDER })
  const archive = await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  await api.call(createShare, {
    instanceIds: [folder.instanceId],
    members: [{ ...principal, role: 'editor' }],
  })
  const ids: string[] = []
  for (let n = 1; n <= 6; n++)
    ids.push((await other.upload(folder.instanceId, `附件 ${n}.txt`, Buffer.from(`${n}`))).instanceId)
  await other.call(removeInstances, { instanceIds: ids.slice(0, 5) })
  const file = await api.upload(folder.instanceId, '报价单.txt', Buffer.from('1'))
  await api.call(renameInstance, { instanceId: file.instanceId, instanceName: FILE })
  await other.upload(folder.instanceId, FILE, Buffer.from('2'), { conflict: 'newVersion' })
  await api.call(createComment, { instanceId: folder.instanceId, text: '报价单已更新，请大家核对。' })
  const mentions = [api.user.userId]
  await other.call(createComment, {
    instanceId: folder.instanceId,
    text: '@李雷 附件 6 还需要吗？\n其余的我已经删除了。',
    mentions,
  })
  await api.call(createOrUpdateLink, { instanceIds: [file.instanceId] })
  await api.call(moveInstances, { instanceIds: [ids[5] ?? ''], targeParentId: archive.instanceId })
  return name
}

async function openDetails(stage: Stage, name: string, zh: string, en: string): Promise<void> {
  const { page, phone, say } = stage
  await stage.open('personalFile')
  if (phone) {
    await phoneRow(page, name).getByRole('button').last().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('属性', 'Properties') })
      .click()
  } else {
    await nameIn(page, name).click()
    await page.keyboard.press('Alt+Enter')
  }
  await page.getByRole('tab', { name: new RegExp(`^${say(zh, en)}`) }).click()
}

const openActivity = async (stage: Stage, name: string): Promise<void> => {
  await openDetails(stage, name, '动态', 'Activity')
  await expect(stage.page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
}

export const activityScenes: readonly Scene[] = [
  {
    name: 'comments',
    as: personOf,
    everywhere: true,
    play: async (stage) => {
      await openDetails(stage, FOLDER, '评论', 'Comments')
      await expect(stage.page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
    },
  },
  {
    name: 'comments-mention',
    as: personOf,
    both: true,
    play: async (stage) => {
      await openDetails(stage, FOLDER, '评论', 'Comments')
      await stage.page.getByRole('textbox', { name: stage.say('写评论', 'Write a comment') }).fill('@')
      await expect(stage.page.getByRole('option').first()).toBeVisible()
    },
  },
  {
    name: 'comments-none',
    as: personOf,
    both: true,
    play: async (stage) => {
      await openDetails(stage, '归档', '评论', 'Comments')
      await expect(stage.page.getByText(stage.say('还没有评论', 'No comments yet'))).toBeVisible()
    },
  },
  {
    // As a notification leads to it.
    name: 'comments-of-share',
    as: async (world) => {
      await personOf(world)
      return COLLEAGUE
    },
    everywhere: true,
    play: async (stage) => {
      const api = await signIn(stage.server.origin, COLLEAGUE, PASSWORD)
      const { list } = await api.call(pageShares, { type: 'received' })
      await stage.open(`fileShare?select=${list[0]?.instance.instanceId}&tab=comments`)
      await expect(stage.page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)
    },
  },
  { name: 'activity', as: personOf, everywhere: true, play: (stage) => openActivity(stage, FOLDER) },
  {
    name: 'activity-no-match',
    as: personOf,
    both: true,
    play: async (stage) => {
      await openActivity(stage, '归档')
      await stage.page.getByRole('button', { name: stage.say('全部动态', 'All activity') }).click()
      const choice = stage.say('共享和权限', 'Sharing and permissions')
      await stage.page.getByRole('menuitemradio', { name: choice }).click()
      await expect(
        stage.page.getByText(stage.say('没有符合条件的动态', 'No matching activity')),
      ).toBeVisible()
    },
  },
  {
    name: 'activity-group',
    as: personOf,
    both: true,
    play: async (stage) => {
      await stage.open('groupFile')
      const more = stage.page.getByRole('listitem').filter({ hasText: GROUP }).getByRole('button')
      await more.click()
      const entry = stage.say('动态', 'Activity')
      await stage.page
        .getByRole('menuitem', { name: entry })
        .or(stage.page.getByRole('dialog').getByRole('button', { name: entry }))
        .click()
      await expect(stage.page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
    },
  },
]
