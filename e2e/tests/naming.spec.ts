import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import type { Locator, Page } from '@playwright/test'
import { choose, expectNames, list, menuOf, nameIn, row } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** A name that is being typed is taken by whoever types it, by nothing that happens meanwhile (A§4). */

const FIELD = { name: '新文件夹名称' }

async function placeDialog(page: Page, item: string, choice: '移动到…' | '复制到…'): Promise<Locator> {
  await menuOf(page, item)
  await choose(page, choice)
  const dialog = page.getByRole('dialog', { name: choice.replace('…', '') })
  await expect(dialog.getByRole('tree')).toBeVisible()
  return dialog
}

async function typeFolder(dialog: Locator, name: string): Promise<Locator> {
  await dialog.getByRole('button', { name: '新建文件夹' }).click()
  const field = dialog.getByRole('textbox', FIELD)
  await field.fill(name)
  return field
}

for (const way of ['取消', '关闭'])
  test(`the file-location dialog makes no folder of a name that is being typed: ${way}`, async ({
    drive,
    api,
  }) => {
    await api.upload('0', 'a.txt', Buffer.from('x'))
    const dialog = await placeDialog(drive, 'a.txt', '移动到…')
    await dialog.getByRole('treeitem', { name: '个人文件' }).click()
    await typeFolder(dialog, '还没想好')
    await dialog.getByRole('button', { name: way }).last().click()
    await expect(dialog).toBeHidden()
    await expectNames(drive, ['a.txt'])
    expect(await api.tree()).toEqual({ 'a.txt': 1 })
  })

test('what else is clicked in the file-location dialog makes no folder either, and Esc ends the name alone', {
  tag: '@core',
}, async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '项目' })
  await api.upload('0', 'a.txt', Buffer.from('x'))
  const dialog = await placeDialog(drive, 'a.txt', '移动到…')
  await dialog.getByRole('treeitem', { name: '个人文件' }).click()
  const field = await typeFolder(dialog, '还没想好')
  await dialog.getByRole('treeitem', { name: '项目' }).click()
  await dialog.getByRole('heading').first().click()
  await expect(field).toHaveValue('还没想好')
  await field.focus()
  await drive.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(dialog).toBeVisible()
  expect(await api.tree()).toEqual({ 项目: {}, 'a.txt': 1 })
})

test('a second click on “new folder” goes back to the one that is being named', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('x'))
  const dialog = await placeDialog(drive, 'a.txt', '移动到…')
  await dialog.getByRole('treeitem', { name: '个人文件' }).click()
  const field = await typeFolder(dialog, '只有一个')
  await dialog.getByRole('button', { name: '新建文件夹' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('只有一个')
  await dialog.getByRole('button', { name: '创建' }).click()
  await expect(dialog.getByText('目标：个人文件 / 只有一个')).toBeVisible()
  expect(await api.tree()).toEqual({ 只有一个: {}, 'a.txt': 1 })
})

test('“copy here” waits for the name of the new folder, and then copies into it (R47)', async ({
  drive,
  api,
}) => {
  await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '项目',
    children: [{ instanceName: '新建文件夹' }],
  })
  await api.upload('0', 'a.txt', Buffer.from('x'))
  const dialog = await placeDialog(drive, 'a.txt', '复制到…')
  await dialog.getByRole('treeitem', { name: '项目' }).click()
  await dialog.getByRole('button', { name: '新建文件夹' }).click()
  const field = dialog.getByRole('textbox', FIELD)
  // What is proposed is free.
  await expect(field).toHaveValue('新建文件夹 (1)')
  await field.fill('新的')
  const copy = dialog.getByRole('button', { name: '复制到此处' })
  await expect(copy).toHaveAttribute('aria-disabled', 'true')
  await copy.click({ force: true })
  await expect(dialog.getByRole('alert')).toHaveText('先创建新文件夹，或取消。')
  await expect(field).toHaveValue('新的')
  await dialog.getByRole('button', { name: '创建' }).click()
  await expect(dialog.getByText('目标：个人文件 / 项目 / 新的')).toBeVisible()
  await copy.click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => api.tree()).toEqual({ 项目: { 新建文件夹: {}, 新的: { 'a.txt': 1 } }, 'a.txt': 1 })
})

for (const look of ['列表', '网格'])
  test(`a new folder in the list is made by its tick or Enter alone: ${look}`, async ({ drive, api }) => {
    await api.upload('0', 'a.txt', Buffer.from('x'))
    await drive.getByRole('radio', { name: look }).click()
    const begin = drive.getByRole('button', { name: '新建文件夹' })
    await begin.click()
    const field = drive.getByRole('textbox', FIELD)
    await field.fill('只有一个')
    await nameIn(drive, 'a.txt').click()
    await begin.click()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('只有一个')
    expect(await api.tree()).toEqual({ 'a.txt': 1 })
    await drive.getByRole('button', { name: '取消' }).click()
    await expect(field).toBeHidden()
    await begin.click()
    await field.fill('定了')
    await drive.getByRole('button', { name: '创建' }).click()
    await expect(row(drive, '定了')).toBeVisible()
    expect(await api.tree()).toEqual({ 定了: {}, 'a.txt': 1 })
  })

test('a new folder that is being named is gone with its folder', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '项目' })
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  const field = drive.getByRole('textbox', FIELD)
  await field.fill('还没想好')
  await nameIn(drive, '项目').dblclick()
  await expect(drive.getByText('文件夹是空的')).toBeVisible()
  await drive.goBack()
  await expectNames(drive, ['项目'])
  expect(await api.tree()).toEqual({ 项目: {} })
})

test('a new name of a row is taken where another row is clicked, not where another window is', async ({
  drive,
  api,
}) => {
  await api.upload('0', 'a.txt', Buffer.from('x'))
  await api.upload('0', 'b.txt', Buffer.from('x'))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('F2')
  const field = drive.getByRole('textbox', { name: '名称' })
  await field.fill('半个.txt')
  // The window loses the focus, and the field keeps it within.
  await field.evaluate((input) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
  await expect(field).toHaveValue('半个.txt')
  await nameIn(drive, 'b.txt').click()
  await expect(row(drive, '半个.txt')).toBeVisible()
  await expect(list(drive)).toBeVisible()
  await expect.poll(() => api.tree()).toEqual({ '半个.txt': 1, 'b.txt': 1 })
})
