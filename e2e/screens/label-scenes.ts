import { updateAttribute, updateLabels } from '@clouddisk/contract/labels'
import { expect, type Locator } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { longPress, phoneRow } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { newPerson, type Scene, type Stage, type World } from './stage.ts'

/** Pictures of labels and remarks. */

const FILE = '场地租赁合同（已签署）.pdf'
const FILES: readonly (readonly [name: string, labels: readonly string[]])[] = [
  ['发布会主题演讲-终稿.pptx', ['终稿']],
  [FILE, ['合同', '法务已审', '2027-03 到期']],
  ['预算与结算明细.xlsx', ['财务', '待确认', '保密', '第四季度', 'For review by legal']],
  [
    '2026 年度全球渠道合作伙伴大会暨新品发布会现场执行方案（市场部内部评审第七版）.docx',
    ['终稿', '法务已审'],
  ],
  ['邀请函页面.html', []],
  ['readme.md', ['Draft']],
]

const people = new WeakMap<World['server'], Promise<string>>()
const personOf = (world: World): Promise<string> => {
  const known = people.get(world.server) ?? layOut(world)
  people.set(world.server, known)
  return known
}

async function layOut({ server, content }: World): Promise<string> {
  const name = await newPerson(server, 'l_chenjie', '陈杰')
  const api = await signIn(server.origin, name, PASSWORD)
  for (const [file, labels] of FILES) {
    const bytes = file === FILE ? content.pdf : Buffer.alloc(40_000, file)
    const { instanceId } = await api.upload('0', file, bytes)
    if (labels.length > 0) await api.call(updateAttribute, { instanceId, labels: [...labels] })
    if (file === FILE)
      await api.call(updateAttribute, {
        instanceId,
        remark: '纸质原件在法务 3 号柜，尾款 12 月 5 日前付清。',
      })
  }
  const { poster } = content.pictures
  const picture = await api.upload('0', '主视觉-横版.jpg', poster ?? Buffer.alloc(10))
  await api.call(updateLabels, {
    instanceIds: [picture.instanceId],
    label: '终稿',
    action: 'add',
    color: 'green',
  })
  return name
}

const openDetails = async ({ page, phone, say }: Stage): Promise<Locator> => {
  if (phone) {
    await phoneRow(page, FILE).getByRole('button').last().click()
    await page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasText: say('属性', 'Properties') })
      .click()
    const sheet = page.getByRole('dialog')
    await expect(sheet.getByText('纸质原件在法务')).toBeVisible()
    return sheet
  }
  await nameIn(page, FILE).click()
  await page.keyboard.press('Alt+Enter')
  const details = page.getByRole('complementary', { name: say('属性', 'Properties') })
  await expect(details.getByText('纸质原件在法务')).toBeVisible()
  return details
}

const chooseLabel = async ({ page, say }: Stage, label: string): Promise<void> => {
  await page.getByRole('option', { name: label, exact: true }).click()
  await expect(page.getByRole('combobox', { name: say(`标签 ${label}`, `Label ${label}`) })).toBeVisible()
}

export const labelScenes: readonly Scene[] = [
  {
    name: 'labels-details',
    everywhere: true,
    as: personOf,
    play: async (stage) => {
      await stage.open('personalFile')
      await openDetails(stage)
    },
  },
  {
    name: 'labels-list',
    both: true,
    phone: true,
    as: personOf,
    play: async ({ page, open }) => {
      await open('personalFile')
      await expect(page.getByText('法务已审').first()).toBeAttached()
    },
  },
  {
    name: 'labels-tiles',
    both: true,
    as: personOf,
    play: async (stage) => {
      const { page, phone, say } = stage
      await stage.open('personalFile')
      await page.getByRole(phone ? 'button' : 'radio', { name: say('网格', 'Grid') }).click()
      await expect(page.getByText('法务已审').first()).toBeAttached()
    },
  },
  {
    name: 'labels-adding',
    both: true,
    as: personOf,
    play: async (stage) => {
      await stage.open('personalFile')
      const details = await openDetails(stage)
      await details.getByRole('button', { name: stage.say('添加标签', 'Add a label') }).click()
      await stage.page.keyboard.type('终')
      await expect(stage.page.getByRole('option').nth(1)).toBeVisible()
    },
  },
  {
    name: 'labels-colors',
    both: true,
    as: personOf,
    play: async (stage) => {
      await stage.open('personalFile')
      const details = await openDetails(stage)
      await details.getByRole('button', { name: stage.say('“合同”的颜色', 'Color of 合同') }).click()
      await expect(stage.page.getByRole('button', { name: stage.say('紫色', 'Purple') })).toBeVisible()
    },
  },
  {
    name: 'labels-many',
    both: true,
    as: personOf,
    play: async (stage) => {
      const { page, phone, say } = stage
      const others = ['发布会主题演讲-终稿.pptx', '预算与结算明细.xlsx', 'readme.md']
      await stage.open('personalFile')
      if (phone) {
        await longPress(page, FILE)
        for (const name of others) await phoneRow(page, name).tap()
        await page.getByRole('toolbar').getByRole('button').last().tap()
        await page.getByRole('menuitem', { name: say('标签…', 'Labels…') }).tap()
      } else {
        await nameIn(page, FILE).click()
        for (const name of others) await nameIn(page, name).click({ modifiers: ['ControlOrMeta'] })
        await page.keyboard.press('l')
      }
      await expect(page.getByRole('dialog', { name: say('4 项的标签', 'Labels of 4 items') })).toBeVisible()
    },
  },
  {
    name: 'labels-remark',
    english: true,
    as: personOf,
    play: async (stage) => {
      const { page, say } = stage
      await stage.open('personalFile')
      const details = await openDetails(stage)
      await details.getByRole('button', { name: say('修改备注', 'Edit remark') }).click()
      await expect(page.getByRole('textbox', { name: say('备注', 'Remark') })).toBeFocused()
    },
  },
  {
    name: 'labels-filter',
    both: true,
    as: personOf,
    play: async (stage) => {
      const { page, phone, say } = stage
      await stage.open('personalFile')
      if (phone) {
        await page.getByRole('button', { name: say('筛选当前文件夹', 'Filter this folder') }).click()
        await page.getByRole('combobox', { name: say('标签', 'Label') }).click()
      } else
        await page
          .getByRole('main')
          .getByRole('button', { name: say('标签：全部', 'Label: Any') })
          .click()
      await chooseLabel(stage, '终稿')
    },
  },
  {
    name: 'labels-search',
    both: true,
    as: personOf,
    play: async (stage) => {
      await stage.open(`search?q=${encodeURIComponent('法务')}`)
      await expect(stage.page.getByText(FILE).first()).toBeVisible()
    },
  },
]
