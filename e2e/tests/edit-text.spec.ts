import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Text that is edited in place. */

const editor = (page: Page) => page.locator('.cm-content[contenteditable=true]').last()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function edit(page: Page, name: string): Promise<void> {
  await nameIn(page, name).dblclick()
  await button(page, '编辑').click()
  await expect(editor(page)).toBeFocused()
}
const saved = (page: Page, version: number) =>
  expect(page.getByText(`已保存为版本 ${version}`).last()).toBeVisible()

test('a file is edited and saved as it was written, by the keyboard', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const file = await api.upload('0', 'gb.txt', Buffer.from('c4e3bac30d0ad2bb0d0a', 'hex'))
  await edit(drive, 'gb.txt')
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type('会议')
  await expect(drive.getByText('未保存')).toBeVisible()
  await expect(drive.getByRole('dialog', { name: 'gb.txt' })).toContainText('10 B')
  await drive.keyboard.press('Control+s')
  await saved(drive, 2)
  await expect(drive.getByRole('dialog', { name: 'gb.txt' })).toContainText('14 B')
  expect((await api.download(file.instanceId)).toString('hex')).toBe('c4e3bac30d0ad2bb0d0abbe1d2e9')
  await drive.keyboard.type(' €😀')
  await drive.keyboard.press('Control+s')
  await saved(drive, 3)
  expect((await api.download(file.instanceId)).subarray(-4).toString('hex')).toBe('9439fc36')
  await button(drive, '完成').click()
  await expect(drive.locator('.cm-line')).toHaveText(['你好', '一', '会议 €😀'])
})

test('characters that the encoding does not have are asked about, and saved as UTF-8', async ({
  drive,
  api,
}) => {
  const file = await api.upload('0', 'latin.txt', Buffer.from('caf\u00e9', 'latin1'))
  await edit(drive, 'latin.txt')
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type('会')
  await button(drive, '保存').click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '改用 UTF-8 保存' }).click()
  await saved(drive, 2)
  expect((await api.download(file.instanceId)).toString()).toBe('café会')
})

test('unsaved changes are asked about in every way out, and are there again after a reload', async ({
  drive,
  api,
}) => {
  const file = await api.upload('0', 'a.txt', Buffer.from('one'))
  await edit(drive, 'a.txt')
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type(' two')
  const question = drive.getByRole('alertdialog')
  await drive.goBack()
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(editor(drive)).toHaveText('one two')
  await button(drive, '关闭预览').click()
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(editor(drive)).toHaveText('one two')
  drive.once('dialog', (unload) => void unload.accept())
  await drive.reload()
  await nameIn(drive, 'a.txt').dblclick()
  await expect(drive.getByText(/的草稿尚未保存/)).toBeVisible()
  await button(drive, '继续编辑').click()
  await expect(editor(drive)).toHaveText('one two')
  await button(drive, '关闭预览').click()
  await question.getByRole('button', { name: '离开', exact: true }).click()
  await expect(drive.getByRole('dialog')).toHaveCount(0)
  await nameIn(drive, 'a.txt').dblclick()
  await button(drive, '继续编辑').click()
  await drive.keyboard.press('Control+s')
  await saved(drive, 2)
  expect((await api.download(file.instanceId)).toString()).toBe('one two')
})

test('unsaved changes are saved on the way out', async ({ drive, api }) => {
  const file = await api.upload('0', 'a.txt', Buffer.from('one'))
  await api.upload('0', 'b.txt', Buffer.from('other'))
  await expect(nameIn(drive, 'b.txt')).toBeVisible()
  await edit(drive, 'a.txt')
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type(' two')
  const saveAndLeave = drive.getByRole('alertdialog').getByRole('button', { name: '保存并离开' })
  await button(drive, '关闭预览').click()
  await saveAndLeave.click()
  await expect(drive.getByRole('dialog')).toHaveCount(0)
  expect((await api.download(file.instanceId)).toString()).toBe('one two')
  await drive.goForward()
  await expect(drive.locator('.cm-line')).toHaveText(['one two'])
  await button(drive, '编辑').click()
  await expect(editor(drive)).toBeFocused()
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type(' three')
  await button(drive, '下一个').click()
  await saveAndLeave.click()
  await expect(drive.locator('.cm-line')).toHaveText(['other'])
  expect((await api.download(file.instanceId)).toString()).toBe('one two three')
  await button(drive, '上一个').click()
  await expect(drive.locator('.cm-line')).toHaveText(['one two three'])
})

test('a file whose changes cannot be saved on the way out stays open', async ({ drive, api }) => {
  const file = await api.upload('0', 'a.txt', Buffer.from('one'))
  await edit(drive, 'a.txt')
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type(' two')
  await api.upload('0', 'a.txt', Buffer.from('elsewhere'), { conflict: 'newVersion' })
  await drive.goBack()
  await drive.getByRole('alertdialog').getByRole('button', { name: '保存并离开' }).click()
  await expect(drive.getByText('你在别处保存过此文件')).toBeVisible()
  await drive.getByRole('dialog').last().getByRole('button', { name: '关闭' }).click()
  await expect(editor(drive)).toHaveText('one two')
  expect((await api.download(file.instanceId)).toString()).toBe('elsewhere')
})

test('while a text is edited, the keys that leave it are said', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('one'))
  await edit(drive, 'a.txt')
  const hint = drive.getByText('按 Esc 再按 Tab 离开编辑器')
  await expect(hint).toBeVisible()
  await expect(editor(drive)).toHaveAccessibleDescription('按 Esc 再按 Tab 离开编辑器')
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Tab')
  await expect(editor(drive)).not.toBeFocused()
  await expect(hint).toBeHidden()
  await expect(editor(drive)).toHaveText('one')
})

/** Two windows edit one file, and this one saved first. */
async function bothEdit(drive: Page, names: { file: string }): Promise<Page> {
  const other = await drive.context().newPage()
  await other.goto(drive.url())
  await edit(drive, names.file)
  await edit(other, names.file)
  await drive.keyboard.press('Control+End')
  await drive.keyboard.type('\n窗口一')
  await drive.keyboard.press('Control+s')
  await saved(drive, 2)
  await other.bringToFront()
  await other.keyboard.press('Control+End')
  await other.keyboard.type('\n窗口二')
  await other.keyboard.press('Control+s')
  await expect(other.getByText('你在别处保存过此文件')).toBeVisible()
  return other
}

test('two windows edit one file, and both texts are kept', async ({ drive, api }) => {
  const file = await api.upload('0', 'plan.txt', Buffer.from('计划'))
  const other = await bothEdit(drive, { file: 'plan.txt' })
  await button(other, '两份都保留').click()
  await expect(other.getByText('你的内容已存为“plan (1).txt”')).toBeVisible()
  expect((await api.download(file.instanceId)).toString()).toBe('计划\n窗口一')
  const copy = (await api.list()).find(({ instanceName }) => instanceName === 'plan (1).txt')
  expect((await api.download(copy?.instanceId ?? '')).toString()).toBe('计划\n窗口二')
})

test('two windows edit one file, and one text is made of both', async ({ drive, api }) => {
  const file = await api.upload('0', 'plan.txt', Buffer.from('计划'))
  const other = await bothEdit(drive, { file: 'plan.txt' })
  await button(other, '比较').click()
  const sides = other.locator('.cm-mergeView .cm-content')
  await expect(sides).toHaveText(['计划窗口一', '计划窗口二'])
  await sides.last().click()
  await other.keyboard.press('Control+End')
  await other.keyboard.type('\n窗口一也在')
  await button(other, '把我的保存为新版本').click()
  await saved(other, 3)
  expect((await api.download(file.instanceId)).toString()).toBe('计划\n窗口二\n窗口一也在')
  await button(other, '完成').click()
  await expect(other.locator('.cm-line')).toHaveText(['计划', '窗口二', '窗口一也在'])
})

test('what one wrote oneself can be discarded for the text of the other', async ({ drive, api }) => {
  await api.upload('0', 'plan.txt', Buffer.from('计划'))
  const other = await bothEdit(drive, { file: 'plan.txt' })
  await button(other, '放弃我的改动').click()
  await other.getByRole('alertdialog').getByRole('button', { name: '放弃我的改动' }).click()
  await expect(other.locator('.cm-line')).toHaveText(['计划', '窗口一'])
  await expect(other.getByText(/的草稿尚未保存/)).toHaveCount(0)
})

test('the questions about two texts are accessible', async ({ drive, api, server }) => {
  await api.upload('0', 'plan.txt', Buffer.from('计划'))
  const other = await bothEdit(drive, { file: 'plan.txt' })
  const wardrobe = await other.context().newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const audit = auditor(other, wardrobe, 'zh-CN')
  await audit.check('conflict')
  await button(other, '比较').click()
  await expect(other.locator('.cm-mergeView .cm-content').last()).toBeVisible()
  await audit.check('compare')
})
