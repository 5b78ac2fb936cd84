import { createFolder } from '@clouddisk/contract/files'
import { updateAttribute, updateLabels } from '@clouddisk/contract/labels'
import { createShare } from '@clouddisk/contract/shares'
import type { Locator, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { companyOf } from '../support/colleagues.ts'
import { boxOf, choose, either, expectNames, menuOf, nameIn, openFolder, row } from '../support/files.ts'
import { phoneRow } from '../support/phone.ts'
import { expect, signInByCall, test, type Words } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(240_000)

const detailsOf = async (page: Page, name: string): Promise<Locator> => {
  await nameIn(page, name).click()
  const details = page.getByRole('complementary', { name: either('属性', 'Properties') })
  if (!(await details.isVisible())) await page.keyboard.press('Alt+Enter')
  await expect(details.getByRole('heading', { name })).toBeVisible()
  return details
}
const field = (place: Locator): Locator =>
  place.getByRole('combobox', { name: either('添加标签', 'Add a label') })
const labelsIn = (place: Locator): Locator => place.getByRole('list', { name: either('标签', 'Labels') })
const all = (text: string) => text.split(' ')

test('labels and a remark are edited in the details, by the keyboard alone (R85, R143)', {
  tag: '@core',
}, async ({ drive, api }) => {
  const { instanceId } = await api.upload('0', '合同.txt', Buffer.from('a'))
  const other = await api.upload('0', '报价.txt', Buffer.from('b'))
  await api.call(updateAttribute, { instanceId: other.instanceId, labels: ['法务已审'] })
  const details = await detailsOf(drive, '合同.txt')
  await details.getByRole('button', { name: '添加标签' }).press('Enter')
  await expect(field(details)).toBeFocused()
  await expect(field(details)).toHaveCSS('outline-style', 'solid')
  for (const label of all('终稿 法务 客户 2027')) {
    await drive.keyboard.type(label)
    await drive.keyboard.press('Enter')
    await expect(labelsIn(details)).toContainText(label)
  }
  await drive.keyboard.press('Backspace')
  await expect(labelsIn(details)).not.toContainText('2027')
  // A label of another file is suggested by how it begins.
  await drive.keyboard.type('法务已')
  const suggested = drive.getByRole('option', { name: '法务已审' })
  await expect(suggested).toBeVisible()
  // By its attribute, as the open list hides the rest from assistive technology.
  const [list, labels] = await Promise.all([boxOf(suggested), boxOf(drive.locator('ul[aria-label="标签"]'))])
  expect(list.y >= labels.y + labels.height || list.y + list.height <= labels.y).toBe(true)
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('Enter')
  await expect(labelsIn(details)).toContainText('法务已审')
  await drive.keyboard.type('客户')
  await expect(details.getByRole('alert')).toHaveText('标签已存在')
  for (let n = 0; n < 2; n++) await drive.keyboard.press('Backspace')
  await drive.keyboard.type('五')
  await drive.keyboard.press('Enter')
  await expect(details).toContainText('最多 5 个标签')
  await expect
    .poll(async () => (await api.list()).find((item) => item.instanceId === instanceId)?.labels)
    .toEqual(['终稿', '法务', '客户', '法务已审', '五'])

  await details.getByRole('button', { name: '“终稿”的颜色' }).press('Enter')
  await drive.getByRole('button', { name: '紫色' }).press('Enter')
  await expect
    .poll(async () => (await api.list()).find((item) => item.instanceId === instanceId)?.labelColors[0])
    .toBe('purple')

  await details.getByRole('button', { name: '添加备注' }).press('Enter')
  const remark = details.getByRole('textbox', { name: '备注' })
  await expect(remark).toHaveCSS('outline-style', 'solid')
  await expect(details.getByRole('button', { name: '取消' })).toBeInViewport({ ratio: 1 })
  await remark.fill('字'.repeat(501))
  await expect(details.getByRole('alert')).toHaveText('最多 500 个字符，请缩短。')
  await expect(details).toContainText('501/500')
  await remark.fill('纸质原件在法务 3 号柜。')
  await remark.press('Control+Enter')
  await expect(details.getByText('纸质原件在法务 3 号柜。')).toBeVisible()
  await expect(details.getByRole('button', { name: '修改备注' })).toBeFocused()
  await expect(row(drive, '合同.txt').getByRole('img', { name: /备注：纸质原件/ })).toBeVisible()
  await details.getByRole('button', { name: '移除“法务”' }).press('Enter')
  await expect(row(drive, '合同.txt')).toContainText('标签：终稿、客户、法务已审、五')
})

test('L labels what is chosen; a click on a label shows what has it, and another window follows (R143)', async ({
  drive,
  api,
  context,
  server,
}) => {
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload('0', name, Buffer.from(name))
  const second = await context.newPage()
  await second.goto(`${server.origin}/disk/personalFile`)
  await expect(row(second, 'a.txt')).toBeVisible()
  await drive.bringToFront()
  await nameIn(drive, 'a.txt').click()
  await nameIn(drive, 'b.txt').click({ modifiers: ['ControlOrMeta'] })
  await drive.keyboard.press('l')
  const dialog = drive.getByRole('dialog', { name: '2 项的标签' })
  await expect(field(dialog)).toBeFocused()
  await drive.keyboard.type('到期')
  await drive.keyboard.press('Enter')
  await expect(labelsIn(dialog)).toContainText('到期')
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(row(drive, 'b.txt')).toContainText('标签：到期')
  await expect(row(second, 'b.txt')).toContainText('标签：到期')

  await row(drive, 'a.txt').getByRole('button', { name: '筛选标签“到期”' }).click()
  await expectNames(drive, ['a.txt', 'b.txt'])
  await drive.keyboard.press('Escape')
  const filter = drive.getByRole('main').getByRole('combobox', { name: '标签 到期' })
  await filter.click()
  await drive.getByRole('option', { name: '全部' }).click()
  await expectNames(drive, ['a.txt', 'b.txt', 'c.txt'])

  await menuOf(drive, 'c.txt')
  await choose(drive, '标签…')
  await field(drive.getByRole('dialog', { name: '“c.txt”的标签' })).fill('到期')
  await drive.keyboard.press('Enter')
  await expect(labelsIn(drive.getByRole('dialog'))).toContainText('到期')
  await drive.getByRole('dialog').getByRole('button', { name: '完成' }).click()
  await expect(row(drive, 'c.txt')).toContainText('标签：到期')
})

test('a color that is changed in one window is seen in the folders of another at once (R143)', async ({
  drive,
  api,
  context,
  server,
}) => {
  const { instanceId: box } = await api.call(createFolder, { parentId: '0', instanceName: '项目' })
  const far = await api.upload(box, 'b.txt', Buffer.from('b'))
  const near = await api.upload('0', 'a.txt', Buffer.from('a'))
  await api.call(updateLabels, {
    instanceIds: [near.instanceId, far.instanceId],
    label: '终稿',
    action: 'add',
    color: 'red',
  })
  const second = await context.newPage()
  await second.goto(`${server.origin}/disk/personalFile`)
  await openFolder(second, '项目')
  const dot = (page: Page, name: string, color: string) =>
    row(page, name).locator(`[style*="--label-${color}"]`)
  await expect(dot(second, 'b.txt', 'red')).toBeVisible()
  await drive.bringToFront()
  const details = await detailsOf(drive, 'a.txt')
  await details.getByRole('button', { name: '“终稿”的颜色' }).click()
  await drive.getByRole('button', { name: '紫色' }).click()
  await expect(dot(drive, 'a.txt', 'purple')).toBeVisible()
  await expect(dot(second, 'b.txt', 'purple')).toBeVisible()
})

test('the filter, the search and the quick search find by label, and lists look well in both languages', async ({
  context,
  server,
  person,
  api,
}) => {
  const { instanceId: box } = await api.call(createFolder, { parentId: '0', instanceName: 'Box' })
  const ids = [box]
  for (const name of ['plan.txt', 'notes.txt']) {
    const { instanceId } = await api.upload('0', name, Buffer.from(name))
    ids.push(instanceId)
  }
  await api.upload('0', 'other.txt', Buffer.from('o'))
  await api.call(updateLabels, { instanceIds: ids, label: 'urgent', action: 'add', color: 'red' })
  await api.call(updateAttribute, {
    instanceId: ids[1] ?? '',
    labels: ['urgent', 'contract 2027', 'for review by legal', 'Q4'],
    remark: 'The original is with legal.',
  })
  await signInByCall(context, server, person)
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const { check } = auditor(page, wardrobe, language)
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`${server.origin}/disk/personalFile`)
    await expect(row(page, 'plan.txt')).toContainText(say('标签：urgent', 'Labels: urgent'))
    await page
      .getByRole('main')
      .getByRole('button', { name: say('标签：全部', 'Label: Any') })
      .click()
    await page.getByRole('option', { name: 'urgent' }).click()
    await expectNames(page, ['Box', 'notes.txt', 'plan.txt'])
    const details = await detailsOf(page, 'plan.txt')
    await expect(details.getByText('The original is with legal.')).toBeVisible()
    await check(`labels in the list and the details, ${language}`)
    await page.keyboard.press('l')
    const dialog = page.getByRole('dialog')
    await field(dialog).fill('new')
    await expect(page.getByRole('option', { name: say('添加“new”', 'Add “new”') })).toBeVisible()
    await check(`the dialog with labels, ${language}`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)

    await page.goto(`${server.origin}/disk/search?q=urg`)
    await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'notes.txt' })).toContainText(
      'urgent',
    )
    await page.getByRole('combobox', { name: say('标签', 'Label') }).click()
    await page.getByRole('option', { name: 'Q4' }).click()
    await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'notes.txt' })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('row').filter({ hasText: 'plan.txt' })).toBeVisible()
    await check(`labels in the search, ${language}`)

    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${server.origin}/disk/personalFile`)
    await expect(phoneRow(page, 'plan.txt')).toContainText('urgent')
    await page.getByRole('button', { name: say('筛选当前文件夹', 'Filter this folder') }).click()
    await page.getByRole('combobox', { name: say('标签', 'Label') }).click()
    await page.getByRole('option', { name: 'Q4' }).click()
    await expect(phoneRow(page, 'notes.txt')).toHaveCount(0)
    await expect(phoneRow(page, 'plan.txt')).toBeVisible()
    await check(`labels on a phone, ${language}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  }
})

test('the first label of an item is shown at once, beside its remark (R143)', async ({ drive, api }) => {
  const { instanceId } = await api.upload('0', '合同.txt', Buffer.from('a'))
  await api.call(updateAttribute, { instanceId, remark: '原件在法务' })
  await expect(row(drive, '合同.txt').getByRole('img', { name: '备注：原件在法务' })).toBeVisible()
  await api.call(updateAttribute, { instanceId, labels: ['待签'] })
  await expect(row(drive, '合同.txt').getByRole('button', { name: '筛选标签“待签”' })).toBeVisible()
})

test('who may not label sees labels and changes nothing (R188)', async ({
  api,
  server,
  browser,
  problems,
}) => {
  const company = await companyOf(server, browser, problems)
  const viewer = await company.colleague('王芳')
  const { instanceId } = await api.upload('0', '合同.txt', Buffer.from('a'))
  await api.call(updateAttribute, { instanceId, labels: ['终稿'], remark: '原件在法务' })
  await api.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: viewer.id, role: 'viewer' }],
  })
  const page = await viewer.window(`search?q=${encodeURIComponent('合同')}`)
  const found = page.getByRole('main').getByRole('row').filter({ hasText: '合同.txt' })
  await expect(found).toContainText('终稿')
  await found.click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '打开所在位置' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: '标签…' })).toHaveCount(0)
})

test('a remark that is not saved yet is there again after another file was looked at (R85)', async ({
  drive,
  api,
}) => {
  for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from(name))
  const details = await detailsOf(drive, 'a.txt')
  await details.getByRole('button', { name: '添加备注' }).click()
  const remark = details.getByRole('textbox', { name: '备注' })
  await expect(remark).toBeFocused()
  await expect(remark).toHaveCSS('outline-style', 'solid')
  await expect(details.getByRole('button', { name: '保存' })).toBeInViewport({ ratio: 1 })
  await remark.fill('写到一半')
  await nameIn(drive, 'b.txt').click()
  await expect(details.getByRole('button', { name: '添加备注' })).toBeVisible()
  await nameIn(drive, 'a.txt').click()
  await expect(remark).toHaveValue('写到一半')
  await details.getByRole('button', { name: '保存' }).click()
  await expect(details.getByText('写到一半')).toBeVisible()
  await nameIn(drive, 'b.txt').click()
  await nameIn(drive, 'a.txt').click()
  await expect(remark).toHaveCount(0)
  await expect(details.getByText('写到一半')).toBeVisible()
  await details.getByRole('button', { name: '添加标签' }).click()
  await expect(field(details)).toHaveCSS('outline-style', 'solid')
})
