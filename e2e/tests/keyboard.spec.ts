import { createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { expectChosen, expectNames, heading, list, row } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, test } from '../support/test.ts'
import { panel, question } from '../support/transfers.ts'

/** Tab until something has the focus; how a person without a mouse goes there. */
async function tabTo(page: Page, selector: string, { back = false, most = 60 } = {}): Promise<void> {
  for (let count = 0; count < most; count++) {
    const here = await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)
    if (here) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab never reached ${selector}`)
}

test('a whole day without a mouse', async ({ page, server, person, api, desk }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload('0', name, Buffer.from(name))

  await test.step('signs in', async () => {
    await page.goto(`${server.origin}/disk/`)
    await expect(page.getByLabel('账号')).toBeFocused()
    await page.keyboard.type(person)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('个人文件')
    await expect(row(page, 'c.txt')).toBeVisible()
  })

  await test.step('skips to the content and into the list', async () => {
    await page.keyboard.press('Tab')
    await tabTo(page, 'a[href="#main"]', { back: true })
    await page.keyboard.press('Enter')
    await tabTo(page, '[role=grid]')
    await expect(list(page)).toBeFocused()
  })

  await test.step('makes a folder', async () => {
    await tabTo(page, 'button:is([aria-label="新建文件夹"], :not([aria-label]))', { back: true })
    for (;;) {
      const words = await page.evaluate(() => document.activeElement?.textContent ?? '')
      if (words.includes('新建文件夹')) break
      await page.keyboard.press('Shift+Tab')
    }
    await page.keyboard.press('Enter')
    await page.keyboard.type('键盘')
    await page.keyboard.press('Enter')
    await expect(row(page, '键盘')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('chooses, moves, renames, stars, deletes and takes it back', async () => {
    await page.keyboard.press('Escape')
    await page.keyboard.type('a')
    await page.keyboard.press('Space')
    await page.keyboard.press('Shift+ArrowDown')
    await expectChosen(page, ['a.txt', 'b.txt'])
    await page.keyboard.press('Control+x')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(/归档|键盘/)
    await page.keyboard.press('Control+v')
    await expectNames(page, ['a.txt', 'b.txt'])
    await page.keyboard.press('Home')
    await page.keyboard.press('F2')
    await page.keyboard.type('renamed')
    await page.keyboard.press('Enter')
    await expect(row(page, 'renamed.txt')).toBeVisible()
    await page.keyboard.press('s')
    await expect(row(page, 'renamed.txt').getByRole('img', { name: '已收藏' })).toBeVisible()
    await page.keyboard.press('Delete')
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('Delete')
    await expect(question(page)).toBeVisible()
    await tabToWords(page, '移入回收站')
    await page.keyboard.press('Enter')
    await expectNames(page, ['b.txt'])
    await page.keyboard.press('Control+z')
    await expect(row(page, 'renamed.txt')).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(heading(page)).toHaveText('个人文件')
  })

  await test.step('sorts from the head, opens the menu and the dialog of places', async () => {
    await list(page).press('Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: '名称' })).toHaveAttribute('aria-sort', 'descending')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menu')).toBeVisible()
    await menuTo(page, '移动到…')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '移动到' })
    await expect(dialog).toBeVisible()
    await tabTo(page, '[role=treeitem]')
    await expect(dialog.getByRole('treeitem', { name: '归档' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('treeitem', { name: '归档' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^目标：个人文件 \/ /)).toBeVisible()
    await tabToWords(page, '移动到此处')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row(page, 'c.txt')).toBeHidden()
    await expect(list(page)).toBeFocused()
  })

  await test.step('filters, shows properties and the list of keys', async () => {
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox')).toBeFocused()
    await page.keyboard.type('归档')
    await expectNames(page, ['归档'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Alt+Enter')
    await expect(page.getByRole('complementary', { name: '属性' })).toContainText('归档')
    await page.keyboard.press('Alt+Enter')
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
  })

  await test.step('uploads and works the transfer list', async () => {
    await tabToWords(page, '上传', { back: true })
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
    await chooser.setFiles(await desk.file('up.txt', 'up'))
    await expect(row(page, 'up.txt')).toBeVisible()
    await expect(panel(page)).toBeVisible()
    await tabTo(page, '[aria-label^="传输列表，"]', { back: true })
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(panel(page)).toBeVisible()
    await tabTo(page, '[role=tab]')
    await page.keyboard.press('End')
    await expect(panel(page).getByRole('tab', { name: '已完成' })).toHaveAttribute('aria-selected', 'true')
    await expect(panel(page)).toContainText('up.txt')
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
  })

  await test.step('empties the bin, reads the favorites, changes the look and signs out', async () => {
    await tabTo(page, 'nav a[href$="/myCollect"]', { back: true })
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('我的收藏')
    await tabTo(page, '[role=grid]')
    await page.keyboard.press('Home')
    await page.keyboard.press('Delete')
    await expect(page.getByText('还没有收藏')).toBeVisible()
    await tabTo(page, 'nav a[href$="/recycleBin"]', { back: true })
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('回收站')
    await tabToWords(page, person)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await menuTo(page, '皮肤')
    await page.keyboard.press('ArrowRight')
    await menuTo(page, '浅色')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-skin', 'light')
    await tabToWords(page, person)
    await page.keyboard.press('Enter')
    await menuTo(page, '登录的设备')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '登录的设备' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: person })).toBeFocused()
    await page.keyboard.press('Enter')
    await menuTo(page, '退出登录')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/disk\/login/)
  })
})

/** Tab until what has the focus says these words. */
async function tabToWords(page: Page, words: string, { back = false, most = 60 } = {}): Promise<void> {
  for (let count = 0; count < most; count++) {
    const text = await page.evaluate(
      () =>
        `${document.activeElement?.getAttribute('aria-label') ?? ''} ${document.activeElement?.textContent ?? ''}`,
    )
    if (text.includes(words) && text.length < words.length + 30) return
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab never reached “${words}”`)
}

/** Arrow down in an open menu until an entry is reached. */
async function menuTo(page: Page, words: string, most = 20): Promise<void> {
  const entry = () =>
    page.evaluate(() => {
      const here = document.activeElement
      return here?.closest('[role=menu]')
        ? here.matches('[role^=menuitem]')
          ? here.textContent
          : ''
        : undefined
    })
  // The menu takes the focus once it is drawn.
  await expect.poll(entry).toBeDefined()
  for (let count = 0; count < most; count++) {
    if ((await entry())?.startsWith(words)) return
    await page.keyboard.press('ArrowDown')
  }
  throw new Error(`the menu has no “${words}”`)
}

test('dialogs keep the focus inside and give it back', async ({ drive, person }) => {
  await drive.getByRole('button', { name: person }).focus()
  await drive.keyboard.press('Enter')
  await menuTo(drive, '修改密码')
  await drive.keyboard.press('Enter')
  const dialog = drive.getByRole('dialog', { name: '修改密码' })
  await expect(dialog.getByLabel('原密码')).toBeFocused()
  for (let count = 0; count < 12; count++) {
    await drive.keyboard.press('Tab')
    // At its ends a guard takes the focus for a moment and hands it round.
    const inside = () => drive.evaluate(() => document.activeElement?.closest('[role=dialog]') != null)
    await expect.poll(inside).toBe(true)
  }
  await drive.keyboard.press('Escape')
  await expect(drive.getByRole('button', { name: person })).toBeFocused()
})

test('what has the focus can be seen', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('a'))
  await expect(row(drive, 'a.txt')).toBeVisible()
  const focused = () =>
    drive.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return { name: '', ring: 2 }
      const role = element.getAttribute('role')
      // A list that has no row in hand shows it on its frame, and so does a field.
      const shown =
        role === 'grid' ? element.parentElement : element.matches('input') ? element.parentElement : element
      const { outlineStyle, outlineWidth } = getComputedStyle(shown ?? element)
      return {
        name: element.getAttribute('aria-label') ?? element.textContent ?? element.tagName,
        ring: outlineStyle === 'none' ? 0 : Number.parseFloat(outlineWidth),
      }
    })
  const seen = new Set<string>()
  for (let count = 0; count < 40; count++) {
    await drive.keyboard.press('Tab')
    const { name } = await focused()
    if (name === '' || seen.has(name)) continue
    seen.add(name)
    await expect
      .poll(async () => (await focused()).ring, { message: `the ring around “${name}”` })
      .toBeGreaterThanOrEqual(2)
  }
  expect(seen.size).toBeGreaterThan(10)
  await list(drive).focus()
  await drive.keyboard.press('Home')
  await expect(drive.locator('[data-index="0"]:visible')).toHaveCSS('outline-style', 'solid')
})
