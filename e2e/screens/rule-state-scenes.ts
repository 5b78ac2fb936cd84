import { classifyInstances } from '@clouddisk/contract/classification'
import { expect } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { menuOf } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { asAdmin, choose, fails, layer, menuAt, openConsole, press } from './administration.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of content rules and of classifications in states that are rare. */

const ID_CARD = '110101199003077758'

const rules: readonly Scene[] = [
  {
    name: 'admin-content-rules-masked',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'content-rules')
      await menuAt(stage, say('身份证号码', '身份证号码'))
      await choose(stage, '编辑', 'Edit')
      await press(stage, '测试', 'Test', layer(page))
      await layer(page)
        .getByRole('textbox', { name: say('文字内容', 'Text'), exact: true })
        .fill(`甲 ${ID_CARD}，乙 ${ID_CARD}`)
      await press(stage, '测试', 'Test', layer(page))
      await expect(layer(page).getByRole('listitem')).toBeVisible()
    },
  },
  {
    name: 'admin-content-rules-try',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openConsole(stage, 'content-rules')
      await press(stage, '测试规则', 'Test rules')
      await layer(page)
        .getByRole('textbox', { name: say('文字内容', 'Text'), exact: true })
        .fill('普通文字')
      await press(stage, '测试', 'Test', layer(page))
      await expect(layer(page).getByText(say('没有匹配的内容。', 'Nothing matches.'))).toBeVisible()
    },
  },
  {
    name: 'admin-content-rules-mistakes',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const { page } = stage
      await openConsole(stage, 'content-rules')
      await press(stage, '新建规则', 'New rule')
      await press(stage, '新建', 'Create', layer(page))
      await expect(layer(page).locator('[aria-invalid=true]').first()).toBeVisible()
    },
  },
  {
    name: 'admin-content-rules-remove',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await openConsole(stage, 'content-rules')
      await menuAt(stage, '密级标记')
      await choose(stage, '删除', 'Delete')
      await expect(stage.page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'admin-content-rules-loading',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      const held = await hold(stage.page, isCall('admin/dlp/rules'))
      await openConsole(stage, 'content-rules')
      await held.arrived
    },
  },
  {
    name: 'admin-content-rules-failed',
    as: asAdmin,
    both: true,
    play: async (stage) => {
      await fails(stage.page, 'admin/dlp')
      await openConsole(stage, 'content-rules')
      await expect(stage.page.getByRole('alert').first()).toBeVisible({ timeout: 20_000 })
    },
  },
]

const owners = new WeakMap<World['server'], Promise<string>>()
const ACCOUNT = 'l_dengyi'
const asOwner = (world: World): Promise<string> => {
  const known = owners.get(world.server) ?? layOut(world)
  owners.set(world.server, known)
  return known
}

async function layOut({ server }: World): Promise<string> {
  await newPerson(server, ACCOUNT, '邓怡')
  const api = await signIn(server.origin, ACCOUNT, PASSWORD)
  for (const [at, name] of [
    '公开资料.txt',
    '项目计划.docx',
    '2026 年度并购标的尽职调查报告与估值模型（绝不外传版本）.xlsx',
    '工资表.xlsx',
  ].entries()) {
    const { instanceId } = await api.upload('0', name, Buffer.from(name))
    if (at > 0) await api.call(classifyInstances, { instanceIds: [instanceId], level: at })
  }
  return ACCOUNT
}

async function openDetails(stage: Stage): Promise<void> {
  const { page, phone, say } = stage
  await stage.open('personalFile')
  if (phone) {
    await phoneRow(page, '项目计划.docx').getByRole('button').last().click()
    await choose(stage, '属性', 'Properties')
  } else {
    await page.getByRole('grid').getByRole('row').filter({ hasText: '项目计划.docx' }).click()
    await page.keyboard.press('Alt+Enter')
  }
  await expect(page.getByRole('combobox', { name: say('密级', 'Classification') })).toBeVisible()
}

const classifications: readonly Scene[] = [
  {
    name: 'classified',
    as: asOwner,
    both: true,
    play: async (stage) => {
      await stage.open('personalFile')
      await expect(phoneRow(stage.page, '工资表.xlsx')).toBeVisible()
    },
  },
  { name: 'classified-details', as: asOwner, both: true, play: openDetails },
  {
    name: 'classified-raise',
    as: asOwner,
    both: true,
    play: async (stage) => {
      const { page, say } = stage
      await openDetails(stage)
      await page.getByRole('combobox', { name: say('密级', 'Classification') }).click()
      await page.getByRole('option', { name: say('机密', 'Secret') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'classified-link',
    as: asOwner,
    both: true,
    play: async (stage) => {
      const { page, phone, say } = stage
      await stage.open('personalFile')
      if (phone) await phoneRow(page, '工资表.xlsx').getByRole('button').last().click()
      else await menuOf(page, '工资表.xlsx')
      await expect(page.getByText(say('外链分享…', 'Share link…'))).toBeVisible()
    },
  },
  {
    name: 'admin-classify',
    as: async (world) => {
      await asOwner(world)
      return asAdmin(world)
    },
    both: true,
    play: async (stage) => {
      const { page, server } = stage
      const { user } = await signIn(server.origin, ACCOUNT, PASSWORD)
      await openConsole(stage, `files?person=${user.userId}`)
      await menuAt(stage, '工资表.xlsx')
      await choose(stage, '调整密级', 'classification')
      await press(stage, '保存', 'Save', layer(page))
      await expect(layer(page).locator('[aria-invalid=true]')).toBeVisible()
    },
  },
]

export const ruleStateScenes: readonly Scene[] = [...rules, ...classifications]
