import { createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { legacyName, rawZip } from '../../server/test/make-archives.ts'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { expect, test } from '../support/test.ts'

/** Archives in the preview: their folders, a search in them. */

const dialog = (page: Page) => page.getByRole('dialog').first()
const entry = (page: Page, name: string) => dialog(page).getByRole('row').filter({ hasText: name })

const archive = () =>
  rawZip(
    [
      ['资料/合同/采购合同.docx', 40_000],
      ['资料/合同/附件.xlsx', 9_000],
      ['资料/说明.txt', 300],
      ['封面.png', 5_000],
    ].map(([name, size]) => ({
      name: legacyName(String(name), 'gbk'),
      content: Buffer.alloc(Number(size), `${name}`),
    })),
  )

test('an archive is browsed by mouse and keyboard, and searched', async ({ drive, api, context, server }) => {
  await api.upload('0', '归档.zip', archive())
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(drive, wardrobe, 'zh-CN')
  await drive.bringToFront()
  await nameIn(drive, '归档.zip').dblclick()
  await expect(entry(drive, '资料')).toBeVisible({ timeout: 60_000 })
  await expect(dialog(drive)).toContainText('4 个文件')
  await expect(dialog(drive)).toContainText('GB18030')
  await check('archive')

  await entry(drive, '资料').dblclick()
  await expect(entry(drive, '说明.txt')).toBeVisible()
  await expect(entry(drive, '封面.png')).toHaveCount(0)
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('Enter')
  await expect(entry(drive, '采购合同.docx')).toBeVisible()
  await drive.keyboard.press('Backspace')
  await expect(entry(drive, '说明.txt')).toBeVisible()
  await dialog(drive).getByRole('button', { name: '归档.zip' }).click()
  await expect(entry(drive, '封面.png')).toBeVisible()

  await dialog(drive).getByRole('searchbox').fill('合同')
  await expect(entry(drive, '资料/合同/采购合同.docx')).toBeVisible()
  await expect(entry(drive, '封面.png')).toHaveCount(0)
  await check('archive: search')
})

test('chosen entries are extracted here, all of them to another folder', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '目标' })
  await api.upload('0', '归档.zip', archive())
  await nameIn(drive, '归档.zip').dblclick()
  await entry(drive, '资料').dblclick({ timeout: 60_000 })
  await entry(drive, '说明.txt').getByRole('checkbox').click()
  await entry(drive, '合同').getByRole('checkbox').click()
  await expect(dialog(drive)).toContainText('已选 2 项')
  await dialog(drive).getByRole('button', { name: '解压到此处' }).click()
  await expect(drive.getByText('已解压到“归档”')).toBeVisible({ timeout: 60_000 })
  expect(await api.tree()).toMatchObject({
    归档: { 资料: { 合同: { '采购合同.docx': 40_000, '附件.xlsx': 9_000 }, '说明.txt': 300 } },
  })

  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Escape')
  await expect(nameIn(drive, '归档')).toBeVisible()
  await nameIn(drive, '归档.zip').dblclick()
  await expect(entry(drive, '封面.png')).toBeVisible()
  await dialog(drive).getByRole('button', { name: '解压到…' }).click()
  await drive.getByRole('treeitem', { name: '目标' }).click()
  await drive.getByRole('dialog').last().getByRole('button', { name: '选择', exact: true }).click()
  await expect(drive.getByText('已解压到“归档”').last()).toBeVisible({ timeout: 60_000 })
  expect(await api.tree()).toMatchObject({ 目标: { 归档: { '封面.png': 5000 } } })
})

test('an archive is extracted from the menu of a list', async ({ drive, api }) => {
  await api.upload('0', '归档.zip', archive())
  await nameIn(drive, '归档.zip').click({ button: 'right' })
  await drive.getByRole('menuitem', { name: '解压到此处' }).click()
  await expect(drive.getByText('已解压到“归档”')).toBeVisible({ timeout: 60_000 })
  await expect(nameIn(drive, '归档')).toBeVisible()
  expect(await api.tree()).toMatchObject({ 归档: { '封面.png': 5000 } })
})
