import { auditor } from '../support/axe.ts'
import { expect, signInByCall, speak, test } from '../support/test.ts'

/** The sheet of all shortcuts, which `?` opens. */

const WORDS = {
  'zh-CN': {
    sheet: '键盘快捷键',
    files: '文件列表',
    trash: '回收站',
    others: ['快速搜索框', '预览', '管理后台'],
    restore: '恢复',
    rename: '重命名',
  },
  'en-US': {
    sheet: 'Keyboard shortcuts',
    files: 'File list',
    trash: 'Recycle bin',
    others: ['Quick search field', 'Preview', 'Administration'],
    restore: 'Restore',
    rename: 'Rename',
  },
} as const

for (const language of ['zh-CN', 'en-US'] as const)
  test(`has the shortcuts of all pages, those of the page in front first: ${language}`, async ({
    context,
    server,
    person,
  }) => {
    const words = WORDS[language]
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await speak(page, language)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const sheet = page.getByRole('dialog', { name: words.sheet })
    const titles = sheet.getByRole('heading', { level: 3 })
    const open = async (path: string) => {
      await page.goto(`${server.origin}/disk/${path}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      // The shortcuts of a page are there a moment after it is.
      await expect(async () => {
        await page.keyboard.press('?')
        await expect(sheet).toBeVisible({ timeout: 1000 })
      }).toPass()
    }
    const place = async (title: string) => (await titles.allTextContents()).indexOf(title)

    await open('personalFile')
    for (const title of [words.files, words.trash, ...words.others])
      await expect(titles.filter({ hasText: title }).first()).toBeAttached()
    expect(await place(words.files)).toBeLessThan(await place(words.trash))
    const files = sheet
      .locator('div:has(> h3)')
      .filter({ has: page.getByRole('heading', { name: words.files }) })
    await expect(files.locator('dl > div').filter({ hasText: words.rename })).toContainText('F2')
    await auditor(page, wardrobe, language).check('shortcuts')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    await open('recycleBin')
    expect(await place(words.trash)).toBeLessThan(await place(words.files))
    const trash = sheet
      .locator('div:has(> h3)')
      .filter({ has: page.getByRole('heading', { name: words.trash }) })
    await expect(trash.locator('dl > div').filter({ hasText: words.restore })).toContainText('R')
  })
