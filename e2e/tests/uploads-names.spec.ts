import type { Locator, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { list } from '../support/files.ts'
import { pickFiles } from '../support/picker.ts'
import { expect, test } from '../support/test.ts'

/** Files whose names the browser holds unsafe arrive; those that the drive refuses are renamed or left out, and named. */

const refused = (page: Page): Locator => page.getByRole('dialog', { name: /名称不能使用/ })
const newName = (page: Page, name: string): Locator =>
  page.getByRole('textbox', { name: `“${name}”的新名称` })

const UNSAFE = ['website.url', 'shortcut.lnk', 'desktop.ini', 'b.scf']
const REFUSED = ['con.txt', 'trail.', 'a|b.txt', ' lead.txt', 'sub.']
const sized = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 1]))

test('a dropped folder keeps what the browser holds unsafe, and names what the drive refuses', {
  tag: '@core',
}, async ({ drive, api, desk }) => {
  for (const name of [...UNSAFE, ...REFUSED.slice(0, 4), 'sub./x.txt', 'a.txt'])
    await desk.file(`f/${name}`, 'x')
  await desk.emptyFolder('f/none')
  await dropFiles(drive, [desk.at('f')], list(drive))
  for (const name of REFUSED) await expect(newName(drive, name)).toBeVisible()
  await expect(refused(drive)).toContainText('名称不能以句点结尾')
  await refused(drive).getByRole('button', { name: '跳过这些' }).click()
  await expect.poll(() => api.tree()).toEqual({ f: { none: {}, ...sized([...UNSAFE, 'a.txt']) } })
})

test('a picked folder keeps them too', async ({ drive, api, desk }) => {
  for (const name of [...UNSAFE, 'a|b.txt', 'sub./x.txt']) await desk.file(`f/${name}`, 'x')
  await pickFiles(drive, [desk.at('f')], async () => {
    await drive.getByRole('button', { name: '更多上传方式' }).click()
    await drive.getByRole('menuitem', { name: '上传文件夹' }).click()
  })
  await refused(drive).getByRole('button', { name: '改名并上传' }).click()
  await expect
    .poll(() => api.tree())
    .toEqual({ f: { ...sized([...UNSAFE, 'a-b.txt']), sub: { 'x.txt': 1 } } })
})

test('refused names of folders and files are renamed as proposed or as edited, and single ones left out', async ({
  drive,
  api,
  desk,
}) => {
  const files = ['[2024] photos/1.jpg', '[2024] photos/in|ner/2.jpg', '什么？.txt', 'con.txt', 'a.txt']
  for (const name of files) await desk.file(`假期/${name}`, 'x')
  await dropFiles(drive, [desk.at('假期')], list(drive))
  await expect(newName(drive, '[2024] photos')).toHaveValue('(2024) photos')
  await expect(refused(drive).getByRole('checkbox', { name: '全部改名（4 个）' })).toBeChecked()
  const wardrobe = await drive.context().newPage()
  await wardrobe.goto(drive.url())
  await auditor(drive, wardrobe, 'zh-CN').check('refused names')
  await newName(drive, '什么？.txt').fill('a.txt')
  await refused(drive).getByRole('button', { name: '改名并上传' }).click()
  await expect(newName(drive, '什么？.txt')).toBeFocused()
  await expect(refused(drive)).toContainText('这里已有同名项')
  await drive.keyboard.type('.md')
  await refused(drive).getByRole('checkbox', { name: '改名“con.txt”' }).uncheck()
  await refused(drive).getByRole('button', { name: '改名并上传' }).click()
  await expect
    .poll(() => api.tree())
    .toEqual({
      假期: { '(2024) photos': { '1.jpg': 1, 'in-ner': { '2.jpg': 1 } }, 'a.txt.md': 1, 'a.txt': 1 },
    })
})
