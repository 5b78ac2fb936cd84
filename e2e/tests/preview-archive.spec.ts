import { createFolder } from '@clouddisk/contract/files'
import type { Locator, Page } from '@playwright/test'
import { legacyName, rawZip } from '../../server/test/make-archives.ts'
import type { Person } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { expect, test } from '../support/test.ts'

/** Archives in the preview: their folders, a search in them, what is extracted. */

const dialog = (page: Page) => page.getByRole('dialog').first()
const entry = (page: Page, name: string) => dialog(page).getByRole('row').filter({ hasText: name })

/** For the chosen entries, or all. */
const footer = (page: Page) => dialog(page).locator('footer')

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

test('an archive is browsed by mouse and keyboard, and searched', { tag: '@core' }, async ({
  drive,
  api,
  context,
  server,
}) => {
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

test('chosen entries are extracted here, all of them to another folder (R47)', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '目标' })
  await api.upload('0', '归档.zip', archive())
  await nameIn(drive, '归档.zip').dblclick()
  await entry(drive, '资料').dblclick({ timeout: 60_000 })
  await entry(drive, '说明.txt').getByRole('checkbox').click()
  await entry(drive, '合同').getByRole('checkbox').click()
  await expect(dialog(drive)).toContainText('已选 2 项')
  await footer(drive).getByRole('button', { name: '解压到“归档”' }).click()
  await expect(drive.getByText('已解压到“归档”')).toBeVisible({ timeout: 60_000 })
  expect(await api.tree()).toMatchObject({
    归档: { 资料: { 合同: { '采购合同.docx': 40_000, '附件.xlsx': 9_000 }, '说明.txt': 300 } },
  })

  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Escape')
  await expect(nameIn(drive, '归档')).toBeVisible()
  await nameIn(drive, '归档.zip').dblclick()
  await expect(entry(drive, '封面.png')).toBeVisible()
  await footer(drive).getByRole('button', { name: '解压到…' }).click()
  await drive.getByRole('treeitem', { name: '目标' }).click()
  await drive.getByRole('dialog').last().getByRole('button', { name: '选择', exact: true }).click()
  await expect(drive.getByText('已解压到“归档”').last()).toBeVisible({ timeout: 60_000 })
  expect(await api.tree()).toMatchObject({ 目标: { 归档: { '封面.png': 5000 } } })
})

test('an archive is extracted from the menu of a list', async ({ drive, api }) => {
  await api.upload('0', '归档.zip', archive())
  await nameIn(drive, '归档.zip').click({ button: 'right' })
  await drive.getByRole('menuitem', { name: '解压到“归档”' }).click()
  await expect(drive.getByText('已解压到“归档”')).toBeVisible({ timeout: 60_000 })
  expect(await drive.getByText('正在解压').count()).toBe(0)
  await expect(nameIn(drive, '归档')).toBeVisible()
  expect(await api.tree()).toMatchObject({ 归档: { '封面.png': 5000 } })
})

test('each entry has a menu, which opening a file opens too', async ({ drive, api, context, server }) => {
  const link = { name: 'link', content: Buffer.from('/srv/www'), mode: 0o120777 }
  await api.upload('0', '归档.zip', rawZip([{ name: 'a.txt', content: Buffer.alloc(700, 'a') }, link]))
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const { check } = auditor(drive, wardrobe, 'zh-CN')
  await drive.bringToFront()
  await nameIn(drive, '归档.zip').dblclick()
  await entry(drive, 'a.txt').hover({ timeout: 60_000 })
  await expect(entry(drive, 'a.txt').getByRole('button', { name: '解压到“归档”' })).toBeVisible()
  await expect(entry(drive, 'link')).toContainText('链接文件，不会解压')

  await entry(drive, 'link').click({ button: 'right' })
  const extract = drive.getByRole('menuitem', { name: '解压到“归档”' })
  await expect(extract).toBeDisabled()
  await expect(extract).toContainText('链接文件')
  expect(await extract.evaluate((entry) => entry.closest('[data-theme=dark]') !== null)).toBe(true)
  // The right click chose the row, and of it alone nothing can be extracted.
  await expect(footer(drive).getByRole('button', { name: '解压到“归档”' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await check('archive: menu')
  await drive.keyboard.press('Escape')
  await expect(extract).toBeHidden()

  await entry(drive, 'a.txt').dblclick()
  await expect(extract).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(extract).toBeHidden()
  await drive.keyboard.press('Enter')
  await extract.click()
  await expect(drive.getByText('已解压到“归档”')).toBeVisible({ timeout: 60_000 })
  await expect(dialog(drive)).toBeVisible()
  expect((await api.tree()).归档).toEqual({ 'a.txt': 700 })
})

const boxOf = async (target: Locator) => {
  const box = await target.boundingBox()
  if (!box) throw new Error('not drawn')
  return box
}

/** The buttons to other files lie neither over the list nor over what is below it. */
async function expectUncovered(page: Page): Promise<void> {
  const targets = [dialog(page).getByRole('grid'), ...(await footer(page).getByRole('button').all())]
  for (const name of ['上一个', '下一个']) {
    const disc = await boxOf(dialog(page).getByRole('button', { name, exact: true }))
    for (const target of targets) {
      const box = await boxOf(target)
      const isApart =
        disc.x + disc.width <= box.x ||
        box.x + box.width <= disc.x ||
        disc.y + disc.height <= box.y ||
        box.y + box.height <= disc.y
      expect(isApart, `${name} over ${await target.innerText()}`).toBe(true)
    }
  }
}

/** An archive between two other files, all of which are listed. */
async function layOutBetween(page: Page, api: Person): Promise<void> {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await api.upload('0', 'b.zip', archive())
  await api.upload('0', 'c.txt', Buffer.from('c'))
  for (const name of ['a.txt', 'b.zip', 'c.txt']) await expect(phoneRow(page, name)).toBeVisible()
}

test('the buttons to other files stand beside the list', async ({ drive, api }) => {
  await layOutBetween(drive, api)
  await nameIn(drive, 'b.zip').dblclick()
  await expect(entry(drive, '封面.png')).toBeVisible({ timeout: 60_000 })
  for (const width of [1440, 1279, 768]) {
    await drive.setViewportSize({ width, height: 800 })
    await expectUncovered(drive)
  }
})

test.describe('at the width of a phone', () => {
  test.use(PHONE)

  test('entries are chosen by their boxes and extracted by their menus', async ({ drive, api }) => {
    await layOutBetween(drive, api)
    await phoneRow(drive, 'b.zip').tap()
    const cover = entry(drive, '封面.png')
    await expect(cover).toBeVisible({ timeout: 60_000 })
    await expectUncovered(drive)
    await cover.getByRole('checkbox').tap()
    await expect(footer(drive)).toContainText('已选 1 项')
    await cover.getByRole('checkbox').tap()
    await expect(footer(drive)).toContainText('4 个文件')

    await cover.getByRole('button').tap()
    await drive.getByRole('button', { name: '解压到“b”' }).tap()
    await expect(drive.getByText('已解压到“b”')).toBeVisible({ timeout: 60_000 })
    expect((await api.tree()).b).toEqual({ '封面.png': 5000 })

    // A file has no view of its own here.
    await cover.tap({ position: { x: 160, y: 30 } })
    await expect(drive.getByRole('dialog', { name: '“封面.png”的操作' })).toBeVisible()
  })
})
