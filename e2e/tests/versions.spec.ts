import { readFile } from 'node:fs/promises'
import { saveInstanceSettings } from '@clouddisk/contract/admin-settings'
import { addMembers, createGroup } from '@clouddisk/contract/groups'
import { pageVersions } from '@clouddisk/contract/versions'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { choose, menuOf, nameIn, row, toast } from '../support/files.ts'
import { longPress, PHONE } from '../support/phone.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

/** The versions of a file: seen, opened, restored, pinned, removed. */

const write = (api: Person, text: string, name = '合同.txt', parent = '0') =>
  api.upload(parent, name, Buffer.from(text), { conflict: 'newVersion' })

async function fileOf(api: Person, ...texts: string[]): Promise<string> {
  let id = ''
  for (const text of texts) id = (await write(api, text)).instanceId
  return id
}

async function openVersions(page: Page, name = '合同.txt'): Promise<Locator> {
  await menuOf(page, name)
  await choose(page, '历史版本', 'Versions')
  const dialog = page.getByRole('dialog', { name: /^(历史版本|Versions)$/ })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  return dialog
}

const version = (dialog: Locator, no: number): Locator =>
  dialog.getByRole('listitem').filter({ has: dialog.page().getByText(new RegExp(`^(版本|Version) ${no}$`)) })
const numbers = async (api: Person, instanceId: string) =>
  (await api.call(pageVersions, { instanceId })).list.map(({ versionNo }) => versionNo)

test('are listed with what they take, restored, and the restore taken back (R53)', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const file = await fileOf(api, 'first', 'second text', 'third')
  await expect(row(drive, '合同.txt')).toBeVisible()
  const dialog = await openVersions(drive)
  await expect(dialog).toContainText('3 个版本 · 旧版本占用你的空间 16 B')
  await expect(dialog).toContainText('最多保留 100 个版本，旧版本在 180 天后自动删除')
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(version(dialog, 3)).toContainText('当前')
  await expect(version(dialog, 3).getByRole('button', { name: '恢复版本 3' })).toHaveCount(0)
  await expect(version(dialog, 3).getByRole('checkbox')).toHaveCount(0)
  await version(dialog, 1).getByRole('button', { name: '恢复版本 1' }).click()
  await expect(toast(drive, '已恢复到版本 1')).toBeVisible()
  await expect(version(dialog, 4)).toContainText('恢复自版本 1')
  expect((await api.download(file)).toString()).toBe('first')
  await drive.getByRole('button', { name: '撤销' }).click()
  await expect(toast(drive, '已撤销恢复')).toBeVisible()
  await expect(version(dialog, 5)).toContainText('当前')
  expect((await api.download(file)).toString()).toBe('third')
  expect(await numbers(api, file)).toEqual([5, 4, 3, 2, 1])
})

test('are previewed and downloaded as they were', async ({ drive, api }) => {
  await fileOf(api, '旧的内容', '新的内容')
  await expect(row(drive, '合同.txt')).toBeVisible()
  const dialog = await openVersions(drive)
  await version(dialog, 1).getByRole('button', { name: '预览版本 1' }).click()
  const preview = drive.getByRole('dialog').filter({ has: drive.locator('.cm-content') })
  await expect(preview.locator('.cm-content')).toHaveText('旧的内容')
  await expect(preview).toContainText('版本 1 · 12 B')
  const inPreview = drive.waitForEvent('download')
  await preview.getByRole('button', { name: '下载' }).click()
  expect(await readFile(await (await inPreview).path(), 'utf8')).toBe('旧的内容')
  // The list is there again.
  await drive.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(version(dialog, 1).getByRole('button', { name: '预览版本 1' })).toBeFocused()
  const download = drive.waitForEvent('download')
  await version(dialog, 1).getByRole('button', { name: '下载版本 1' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe('旧的内容')
})

test('are pinned with a name, kept from a choice of all, and removed by hand', async ({ drive, api }) => {
  const file = await fileOf(api, 'one', 'two', 'three', 'four')
  await expect(row(drive, '合同.txt')).toBeVisible()
  const dialog = await openVersions(drive)
  await version(dialog, 2).getByRole('button', { name: '版本 2 的操作' }).click()
  await choose(drive, '固定…')
  const pinning = drive.getByRole('dialog', { name: '固定版本 2' })
  await pinning.getByRole('textbox', { name: '名称（可不填）' }).fill('x'.repeat(65))
  await pinning.getByRole('button', { name: '固定' }).click()
  await expect(pinning).toContainText('名称最多 64 个字符')
  await pinning.getByRole('textbox').fill('评审定稿')
  await pinning.getByRole('button', { name: '固定' }).click()
  await expect(pinning).toBeHidden()
  await expect(version(dialog, 2)).toContainText('评审定稿')
  await expect(version(dialog, 2)).not.toContainText('保留至')
  await expect(version(dialog, 1)).toContainText('保留至')

  await dialog.getByRole('checkbox', { name: '选择全部未固定的旧版本' }).check()
  await expect(dialog.getByRole('checkbox', { name: '选择版本 2' })).not.toBeChecked()
  await dialog.getByRole('button', { name: '删除 2 个版本' }).click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('将释放 8 B 空间')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(toast(drive, '已删除 2 个版本，释放 8 B')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await numbers(api, file)).toEqual([4, 2])

  await version(dialog, 2).getByRole('button', { name: '版本 2 的操作' }).click()
  await choose(drive, '删除')
  await expect(question).toContainText('其中 1 个是固定的版本')
  await question.getByRole('button', { name: '删除' }).click()
  await expect(dialog).toContainText('还没有旧版本')
  expect(await numbers(api, file)).toEqual([4])
})

test('the owner sets how many are kept, and sees first which would be removed', async ({ drive, api }) => {
  await fileOf(api, 'one', 'two', 'three', 'four')
  await expect(row(drive, '合同.txt')).toBeVisible()
  const dialog = await openVersions(drive)
  await dialog.getByRole('button', { name: '保留设置' }).click()
  const settings = drive.getByRole('dialog', { name: '旧版本保留设置' })
  await settings.getByRole('radio', { name: '自定义' }).check()
  const kept = settings.getByRole('textbox', { name: '每个文件最多保留' })
  await kept.fill('0')
  await settings.getByRole('button', { name: '保存' }).click()
  await expect(settings).toContainText('请输入 1–1000 的整数')
  await kept.fill('2')
  await settings.getByRole('textbox', { name: '旧版本保留' }).fill('0')
  await settings.getByRole('button', { name: '保存' }).click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('将删除 2 个旧版本')
  await question.getByRole('button', { name: '保存' }).click()
  await expect(toast(drive, '保留设置已保存')).toBeVisible()
  await expect(dialog).toContainText('每个文件最多保留 2 个版本；固定的版本一直保留')
})

test('are shown to each by role, and appear as others make them', async ({
  drive,
  api,
  browser,
  problems,
  server,
}) => {
  const viewer = await newPerson(server)
  const editor = await newPerson(server)
  const group = await api.call(createGroup, { groupName: '法务', capacity: 1 })
  const [forViewer, forEditor] = [
    await signIn(server.origin, viewer, PASSWORD),
    await signIn(server.origin, editor, PASSWORD),
  ]
  await api.call(addMembers, {
    groupId: group.groupId,
    members: [
      { principalType: 'user', principalId: forViewer.user.userId, role: 'viewer' },
      { principalType: 'user', principalId: forEditor.user.userId, role: 'editor' },
    ],
  })
  await write(api, 'one', '合同.txt', group.rootId)
  await write(api, 'two', '合同.txt', group.rootId)
  const path = `groupFile?folder=${group.rootId}`
  const viewing = await signedIn(await anotherBrowser(browser, problems), server, viewer, path)
  const menu = await menuOf(viewing, '合同.txt')
  await expect(menu.getByRole('menuitem', { name: '属性' })).toBeVisible()
  await expect(menu.getByRole('menuitem', { name: '历史版本' })).toHaveCount(0)

  const editing = await signedIn(await anotherBrowser(browser, problems), server, editor, path)
  await expect(row(editing, '合同.txt')).toBeVisible()
  const dialog = await openVersions(editing)
  await expect(dialog).toContainText('旧版本占用群组空间 3 B')
  await expect(dialog.getByRole('button', { name: '恢复版本 1' })).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: '保留设置' })).toHaveCount(0)
  await write(api, 'three', '合同.txt', group.rootId)
  await expect(version(dialog, 3)).toContainText('当前')

  await drive.goto(`${server.origin}/disk/${path}`)
  await expect(row(drive, '合同.txt')).toBeVisible()
  await expect((await openVersions(drive)).getByRole('button', { name: '保留设置' })).toBeVisible()
})

test('open from the details and by the keyboard alone; a file of one version says how there come more', async ({
  drive,
  api,
}) => {
  await write(api, 'only')
  await nameIn(drive, '合同.txt').click()
  await drive.keyboard.press('Alt+Enter')
  const open = drive.getByRole('button', { name: '查看和恢复' })
  await open.focus()
  await drive.keyboard.press('Enter')
  const dialog = drive.getByRole('dialog', { name: '历史版本' })
  await expect(dialog).toContainText('还没有旧版本')
  await expect(dialog).toContainText('上传同名文件')
  await write(api, 'more')
  const restore = dialog.getByRole('button', { name: '恢复版本 1' })
  await expect(restore).toBeVisible()
  await restore.focus()
  await drive.keyboard.press('Enter')
  await expect(version(dialog, 3)).toContainText('当前')
  const menu = version(dialog, 1).getByRole('button', { name: '版本 1 的操作' })
  await menu.focus()
  await drive.keyboard.press('ArrowDown')
  await drive.keyboard.press('End')
  await expect(drive.getByRole('menuitem', { name: '删除' })).toBeFocused()
  await drive.keyboard.press('Enter')
  await drive.getByRole('alertdialog').getByRole('button', { name: '删除' }).press('Enter')
  await expect(version(dialog, 1)).toHaveCount(0)
  await drive.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('are accessible in both languages, and usable on a phone', async ({
  browser,
  problems,
  server,
  person,
  api,
}) => {
  const file = await fileOf(api, 'one', 'two', 'three')
  for (const language of ['zh-CN', 'en-US'] as const) {
    const context = await anotherBrowser(browser, problems)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await signedIn(context, server, person)
    await expect(row(page, '合同.txt')).toBeVisible()
    const dialog = await openVersions(page)
    const audit = auditor(page, wardrobe, language)
    await audit.check('versions')
    await version(dialog, 1)
      .getByRole('button', { name: /的操作|Actions on/ })
      .click()
    await choose(page, '固定…', 'Pin…')
    await audit.check('pin')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: /^(保留设置|Retention)$/ }).click()
    await page.getByRole('radio', { name: /^(自定义|Custom)$/ }).check()
    await audit.check('retention')
    await context.close()
  }
  const context = await anotherBrowser(browser, problems, PHONE)
  const page = await signedIn(context, server, person)
  await longPress(page, '合同.txt')
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  const dialog = page.getByRole('dialog', { name: '历史版本' })
  await version(dialog, 1).getByRole('button', { name: '版本 1 的操作' }).click()
  await choose(page, '恢复')
  await expect(version(dialog, 4)).toContainText('当前')
  expect((await api.download(file)).toString()).toBe('one')
  const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBe(0)
})

test('how many are kept by default is set in the administration', async ({
  drive,
  api,
  browser,
  problems,
  server,
}) => {
  await fileOf(api, 'one', 'two')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  const context = await anotherBrowser(browser, problems)
  const page = await signedIn(context, server, 'admin', 'admin/config')
  const form = page.getByRole('form', { name: '历史版本' })
  await form.getByRole('textbox', { name: '每个文件最多保留' }).fill('1001')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toContainText('请输入 1–1000 的整数')
  await form.getByRole('textbox', { name: '每个文件最多保留' }).fill('50')
  await form.getByRole('textbox', { name: '旧版本保留' }).fill('30')
  await form.getByRole('button', { name: '保存' }).click()
  await expect(toast(page, '已保存')).toBeVisible()
  await expect(row(drive, '合同.txt')).toBeVisible()
  await expect(await openVersions(drive)).toContainText('最多保留 50 个版本，旧版本在 30 天后自动删除')
  await admin.call(saveInstanceSettings, { versionsKept: 100, versionDays: 180 })
})
