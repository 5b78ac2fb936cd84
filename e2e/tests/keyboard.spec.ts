import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Locator, Page } from '@playwright/test'
import { sha256Of } from '../../server/test/person.ts'
import { sha256OfFile } from '../support/desk.ts'
import { expectChosen, expectNames, heading, list, main, row } from '../support/files.ts'
import { hold, isPart } from '../support/hold.ts'
import { menuTo, tabTo } from '../support/keyboard.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, test } from '../support/test.ts'
import { panel, question, transfer, transferButton } from '../support/transfers.ts'

const MB = 1024 * 1024

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name })
const userButton = (page: Page, person: string) => page.getByRole('button', { name: person })

test('a whole day without a mouse', async ({ page, server, person, api }) => {
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
    await tabTo(page.locator('a[href="#main"]'), { back: true })
    await page.keyboard.press('Enter')
    await tabTo(list(page), { most: 12 })
  })

  await test.step('makes a folder', async () => {
    await tabTo(button(main(page), '新建文件夹'), { back: true })
    await page.keyboard.press('Enter')
    await page.keyboard.type('键盘')
    await page.keyboard.press('Enter')
    await expect(row(page, '键盘')).toBeVisible()
    await expect(list(page)).toBeFocused()
  })

  await test.step('chooses, moves into the folder and opens it', async () => {
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
  })

  await test.step('renames, stars, deletes and takes it back', async () => {
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
    await tabTo(button(question(page), '移入回收站'))
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
    await menuTo(page, '移动到…')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '移动到' })
    await expect(dialog).toBeVisible()
    await tabTo(dialog.getByRole('treeitem'))
    await expect(dialog.getByRole('treeitem', { name: '归档' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(dialog.getByRole('treeitem', { name: '归档' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByText(/^目标：个人文件 \/ /)).toBeVisible()
    await tabTo(button(dialog, '移动到此处'))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(row(page, 'c.txt')).toBeHidden()
    await expect(list(page)).toBeFocused()
  })

  await test.step('filters, shows properties and the list of keys', async () => {
    const field = page.getByRole('searchbox')
    await tabTo(field, { back: true })
    await page.keyboard.type('归档')
    await expectNames(page, ['归档'])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Alt+Enter')
    await expect(page.getByRole('complementary', { name: '属性' })).toContainText('归档')
    await page.keyboard.press('Alt+Enter')
    // Esc empties the field first, then leaves it.
    await tabTo(field, { back: true })
    await page.keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: '键盘快捷键' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeFocused()
  })

  await test.step('takes a star away among the favorites', async () => {
    await tabTo(link(page, '我的收藏'), { back: true })
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText('我的收藏')
    await expect(row(page, 'renamed.txt')).toBeVisible()
    await tabTo(list(page))
    await page.keyboard.press('Home')
    await page.keyboard.press('s')
    await expect(page.getByText('还没有收藏')).toBeVisible()
  })

  await test.step('changes the look, looks at the sessions and signs out', async () => {
    await tabTo(userButton(page, person), { back: true })
    await page.keyboard.press('Enter')
    await menuTo(page, '皮肤')
    await page.keyboard.press('ArrowRight')
    await menuTo(page, '蓝白')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-skin', 'light')
    await expect(userButton(page, person)).toBeFocused()
    await page.keyboard.press('Enter')
    await menuTo(page, '登录设备')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: '登录设备' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(userButton(page, person)).toBeFocused()
    await page.keyboard.press('Enter')
    await menuTo(page, '退出登录')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/disk\/login/)
  })
})

test('uploads are begun, paused, let go on and found without a mouse', async ({ drive, api, desk }) => {
  const path = await desk.file('大文件.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  // Asked for early: the browser needs a moment to hand its picker over.
  const chooser = drive.waitForEvent('filechooser')
  await tabTo(button(main(drive), '上传'))
  await drive.keyboard.press('Enter')
  await (await chooser).setFiles(path)
  await parts.arrived

  await test.step('the list begins small and leaves the focus; its button opens and closes it', async () => {
    await expect(drive.getByRole('region', { name: '传输列表' })).toContainText('大文件.bin')
    await expect(button(main(drive), '上传')).toBeFocused()
    await tabTo(transferButton(drive), { back: true })
    await drive.keyboard.press('Enter')
    await expect(panel(drive)).toBeVisible()
    await drive.keyboard.press('Escape')
    await expect(panel(drive)).toBeHidden()
    await expect(transferButton(drive)).toBeFocused()
    await drive.keyboard.press('Enter')
    await expect(panel(drive)).toBeVisible()
  })

  await test.step('Enter pauses and goes on', async () => {
    await tabTo(panel(drive).getByRole('treegrid'))
    await drive.keyboard.press('Home')
    await drive.keyboard.press('Enter')
    await expect(transfer(drive, '大文件.bin')).toContainText('已暂停')
    await drive.keyboard.press('Shift+F10')
    await menuTo(drive, '继续')
    await drive.keyboard.press('Escape')
    await expect(panel(drive).getByRole('treegrid')).toBeFocused()
    await parts.release()
    await drive.keyboard.press('Enter')
    await expect(row(drive, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('arrows change tabs, Esc minimises and gives the focus back', async () => {
    await tabTo(panel(drive).getByRole('tab'), { back: true })
    await drive.keyboard.press('End')
    const finished = panel(drive).getByRole('tab', { name: '已完成' })
    await expect(finished).toHaveAttribute('aria-selected', 'true')
    await expect(panel(drive)).toContainText('大文件.bin')
    await drive.keyboard.press('Escape')
    await expect(panel(drive)).toBeHidden()
    await expect(transferButton(drive)).toBeFocused()
  })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('what is chosen is downloaded without a mouse', { tag: '@core' }, async ({ drive, api }) => {
  await api.upload('0', 'a.txt', Buffer.from('hello'))
  await expect(row(drive, 'a.txt')).toBeVisible()
  await tabTo(list(drive))
  await drive.keyboard.press('Home')
  await drive.keyboard.press('Space')
  await expectChosen(drive, ['a.txt'])
  const [saved] = await Promise.all([drive.waitForEvent('download'), drive.keyboard.press('Control+Shift+s')])
  expect(saved.suggestedFilename()).toBe('a.txt')
})

test('the bin gives back and deletes for good without a mouse', async ({ drive, api }) => {
  const ids: string[] = []
  for (const name of ['a.txt', 'b.txt', 'c.txt'])
    ids.push((await api.upload('0', name, Buffer.from(name))).instanceId)
  for (const id of ids) await api.call(removeInstances, { instanceIds: [id] })
  await tabTo(link(drive, '回收站'))
  await drive.keyboard.press('Enter')
  await expect(heading(drive)).toHaveText('回收站')
  // What was deleted last comes first.
  await expectNames(drive, ['c.txt', 'b.txt', 'a.txt'])
  await tabTo(list(drive))
  await drive.keyboard.press('Home')
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('Space')
  await expectChosen(drive, ['b.txt'])
  await drive.keyboard.press('r')
  await expectNames(drive, ['c.txt', 'a.txt'])
  await expect.poll(() => api.tree()).toEqual({ 'b.txt': 5 })
  await drive.keyboard.press('Control+a')
  await expectChosen(drive, ['c.txt', 'a.txt'])
  await drive.keyboard.press('Delete')
  await expect(question(drive)).toContainText('彻底删除')
  await tabTo(button(question(drive), '彻底删除'))
  await drive.keyboard.press('Enter')
  await expect(drive.getByText('回收站是空的')).toBeVisible()
})

test('dialogs keep the focus inside and give it back', async ({ drive, person }) => {
  await userButton(drive, person).focus()
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
  await expect(userButton(drive, person)).toBeFocused()
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

for (const theme of ['light', 'dark'])
  test(`the entry of a menu that the keys are at can be seen: ${theme}`, async ({ drive, api, person }) => {
    await api.call(saveSettings, { theme: theme === 'dark' ? 'dark' : 'light' })
    await drive.reload()
    await expect(drive.locator('html[data-theme=dark]')).toHaveCount(theme === 'dark' ? 1 : 0)
    await userButton(drive, person).focus()
    await drive.keyboard.press('Enter')
    await menuTo(drive, '修改密码')
    const contrast = await drive.getByRole('menuitem', { name: '修改密码' }).evaluate((entry) => {
      const canvas = document.createElement('canvas').getContext('2d')
      const lightness = (element: Element | null) => {
        if (!canvas || !element) return Number.NaN
        canvas.fillStyle = getComputedStyle(element).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
          const part = value / 255
          return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) + 0.05
      }
      const ratio = lightness(entry) / lightness(entry.closest('[role=menu]'))
      return Math.max(ratio, 1 / ratio)
    })
    expect(contrast).toBeGreaterThan(1.09)
  })
