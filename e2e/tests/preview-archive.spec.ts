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
