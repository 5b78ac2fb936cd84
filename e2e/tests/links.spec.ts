import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, pageLinks } from '@clouddisk/contract/links'
import type { Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { auditor, faultsOf } from '../support/axe.ts'
import { type Company, companyOf } from '../support/colleagues.ts'
import { choose, heading, main, menuOf, row, toast } from '../support/files.ts'
import { test as base, expect, signInByCall, type Words } from '../support/test.ts'

/** External links as their owner has them: created from a file's menu, handed on, changed, stopped, listed. */

const test = base.extend<{ company: Company }>({
  company: async ({ server, browser, problems }, use) => {
    await use(await companyOf(server, browser, problems))
  },
})

const openDialog = async (page: Page, name: string) => {
  await menuOf(page, name)
  await choose(page, '外链分享…')
  return page.getByRole('dialog')
}
const linksOf = async (person: Person) => (await person.call(pageLinks, {})).list

/** What the page puts on the clipboard, which no browser of a test may read. */
const watchCopies = (page: Page) =>
  page.addInitScript(() => {
    const copied: string[] = []
    Object.assign(window, { copied })
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void copied.push(text) },
    })
  })
const copied = (page: Page) => page.evaluate(() => (window as unknown as { copied: string[] }).copied.at(-1))

test('a link is created, copied, changed and stopped', { tag: '@core' }, async ({ drive, api, server }) => {
  await api.upload('0', '媒体资料包.zip', Buffer.from('a'))
  await watchCopies(drive)
  await drive.reload()
  const dialog = await openDialog(drive, '媒体资料包.zip')
  await dialog.getByRole('radio', { name: '仅预览' }).click()
  await dialog.getByLabel('最多访问次数').fill('0')
  await dialog.getByRole('button', { name: '创建外链' }).click()
  await expect(dialog.getByText('请填写 1-1,000,000 的整数')).toBeVisible()
  await dialog.getByLabel('最多访问次数').fill('50')
  await dialog.getByRole('button', { name: '创建外链' }).click()
  await expect(dialog.getByRole('heading', { name: '外链已创建' })).toBeVisible()
  await expect(dialog.getByRole('img', { name: '外链的二维码' })).toBeVisible()

  const [made] = await linksOf(api)
  expect(made).toMatchObject({ perms: ['view'], maxVisits: 50, visitor: 'anyone', validity: '1month' })
  expect(made?.code).toMatch(/^[a-z2-9]{6}$/)
  // Whoever works by keyboard goes on with the next step.
  await expect(dialog.getByRole('button', { name: '复制链接和提取码' })).toBeFocused()
  await drive.keyboard.press('Enter')
  await expect(toast(drive, '链接和提取码已复制')).toBeVisible()
  expect(await copied(drive)).toBe(`链接：${made?.url} 提取码：${made?.code}`)
  await drive.keyboard.press('Escape')

  // The item has a link now: its dialog shows it.
  await openDialog(drive, '媒体资料包.zip')
  await expect(dialog.getByLabel('链接', { exact: true })).toHaveValue(made?.url ?? '')
  await dialog.getByRole('button', { name: '修改设置' }).click()
  await expect(dialog.getByLabel('最多访问次数')).toHaveValue('50')
  await dialog.getByLabel('最多访问次数').fill('')
  await dialog.getByRole('checkbox', { name: '不设提取码' }).click()
  await expect(dialog.getByText('拿到链接就能打开，无需提取码')).toBeVisible()
  await dialog.getByRole('radio', { name: '永久有效' }).click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(toast(drive, '外链设置已保存')).toBeVisible()
  await dialog.getByRole('button', { name: '复制链接' }).last().click()
  await expect.poll(() => copied(drive)).toBe(`链接：${made?.url}`)
  expect(await linksOf(api)).toMatchObject([
    { shareId: made?.shareId, code: '', maxVisits: null, validity: 'permanent', perms: ['view'] },
  ])

  await dialog.getByRole('button', { name: '停止分享' }).click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '停止分享' }).click()
  await expect(toast(drive, '已停止 1 个外链')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(await linksOf(api)).toMatchObject([{ status: 'expired', reason: 'stopped' }])
  await drive.goto(`${server.origin}/disk/mySharing`)
  await expect(row(drive, '媒体资料包.zip')).toContainText('已失效')
})

test('a link is for designated people until a day, and unsaved settings are not lost unasked', async ({
  drive,
  api,
  company,
}) => {
  const wu = await company.colleague('吴涵')
  await api.call(createFolder, { parentId: '0', instanceName: '现场照片' })
  const dialog = await openDialog(drive, '现场照片')
  await dialog.getByRole('radio', { name: '指定人员' }).click()
  await dialog.getByRole('button', { name: '创建外链' }).click()
  await expect(dialog.getByText('请选择可以打开的人。')).toBeVisible()
  await dialog.getByRole('button', { name: '选择…' }).click()
  await dialog.getByRole('searchbox').fill(wu.api.user.userName)
  await dialog.getByRole('option').first().click()
  expect(await faultsOf(drive)).toEqual([])
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog.getByRole('listitem')).toContainText('吴涵')
  await dialog.getByRole('radio', { name: '自定义' }).click()
  await dialog.getByLabel('到期日').fill('2020-01-01')
  await dialog.getByRole('button', { name: '创建外链' }).click()
  await expect(dialog.getByText('请填写今天或以后的日期')).toBeVisible()
  await dialog.getByLabel('到期日').fill('2999-06-30')
  await drive.keyboard.press('Escape')
  const question = drive.getByRole('alertdialog')
  await question.getByRole('button', { name: '继续编辑' }).click()
  await dialog.getByRole('button', { name: '创建外链' }).click()
  await expect(dialog.getByRole('heading', { name: '外链已创建' })).toBeVisible()
  await expect(dialog.getByText('吴涵')).toBeVisible()
  const [made] = await linksOf(api)
  expect(made).toMatchObject({
    visitor: 'designated',
    principals: [{ principalId: wu.id }],
    validity: 'custom',
  })
  expect(made?.expireTime?.slice(0, 7)).toBe('2999-06')
})

test('among several, a folder that has a link leads to it (R147, R245)', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload('0', 'a.txt', Buffer.from('a'))
  const { url } = await api.call(createOrUpdateLink, { instanceIds: [folder.instanceId] })
  await expect(row(drive, 'a.txt')).toBeVisible()
  await row(drive, '资料').getByRole('checkbox').click({ force: true })
  await row(drive, 'a.txt').getByRole('checkbox').click({ force: true })
  const dialog = await openDialog(drive, 'a.txt')
  await expect(dialog).toContainText('等 2 项')
  await dialog.getByRole('button', { name: '创建外链' }).click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('“资料”已有外链')
  await question.getByRole('button', { name: '打开现有外链' }).click()
  await expect(dialog.getByLabel('链接', { exact: true })).toHaveValue(url)
})

test('the list follows what happens elsewhere, is filtered, and stops several at once', async ({
  drive,
  api,
  server,
}) => {
  const ids: string[] = []
  for (const name of ['合同.txt', '报价.txt', '照片.txt'])
    ids.push((await api.upload('0', name, Buffer.from(name))).instanceId)
  const [contract = '', offer = '', photo = ''] = ids
  await api.call(createOrUpdateLink, { instanceIds: [contract], maxVisits: 5, remark: '给律师' })
  await drive.goto(`${server.origin}/disk/mySharing`)
  await expect(heading(drive)).toHaveText('外链分享')
  await expect(row(drive, '合同.txt')).toContainText('0 / 5 次')
  await expect(row(drive, '合同.txt')).toContainText('给律师')
  await api.call(createOrUpdateLink, { instanceIds: [offer], perms: ['view'] })
  await api.call(createOrUpdateLink, { instanceIds: [photo] })
  await expect(row(drive, '报价.txt')).toContainText('仅预览')
  await expect(row(drive, '照片.txt')).toBeVisible()

  await main(drive).getByRole('searchbox').fill('律师')
  await expect(row(drive, '报价.txt')).toHaveCount(0)
  await expect(row(drive, '合同.txt')).toBeVisible()
  await main(drive).getByRole('searchbox').fill('没有这个')
  await main(drive).getByRole('button', { name: '清除筛选' }).click()
  await expect(row(drive, '照片.txt')).toBeVisible()

  // Settings open from the list, and what is saved shows there.
  await menuOf(drive, '合同.txt')
  await choose(drive, '修改设置…')
  const dialog = drive.getByRole('dialog')
  await dialog.getByLabel('最多访问次数').fill('8')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(row(drive, '合同.txt')).toContainText('0 / 8 次')
  // The menu has chosen its row.
  await drive.keyboard.press('Escape')

  await row(drive, '报价.txt').getByRole('checkbox').click({ force: true })
  await row(drive, '照片.txt').getByRole('checkbox').click({ force: true })
  await drive.keyboard.press('Delete')
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('停止 2 个外链？')
  await question.getByRole('button', { name: '停止分享' }).click()
  await expect(toast(drive, '已停止 2 个外链')).toBeVisible()
  await expect(row(drive, '照片.txt')).toContainText('已停止分享')
  await main(drive).getByRole('combobox', { name: '状态' }).click()
  await drive.getByRole('option', { name: '有效' }).click()
  await expect(row(drive, '照片.txt')).toHaveCount(0)
  await expect(row(drive, '合同.txt')).toBeVisible()
})

const LANGUAGES: readonly Words[] = ['zh-CN', 'en-US']

test.describe('to axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(180_000)

  test('nothing is wrong where people share links', async ({ context, server, person, api }) => {
    const linked = await api.upload('0', '报价.txt', Buffer.from('a'))
    await api.upload('0', '合同.txt', Buffer.from('a'))
    await signInByCall(context, server, person)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of LANGUAGES) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      await page.goto(`${server.origin}/disk/mySharing`)
      await expect(main(page).getByRole('heading', { level: 2 })).toBeVisible()
      await auditor(page, wardrobe, language).check(`no links, ${language}`)
    }
    await api.call(createOrUpdateLink, { instanceIds: [linked.instanceId], maxVisits: 9, remark: '给客户' })
    for (const language of LANGUAGES) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/mySharing`)
      await expect(row(page, '报价.txt')).toBeVisible()
      await check(`links, ${language}`)
      await main(page).getByRole('searchbox').fill('没有这个')
      await expect(main(page).getByRole('heading', { level: 2 })).toBeVisible()
      await check(`no match, ${language}`)
      await main(page).getByRole('searchbox').fill('')
      await expect(row(page, '报价.txt')).toBeVisible()
      await row(page, '报价.txt').getByRole('checkbox').click({ force: true })
      await check(`links, one chosen, ${language}`)
      await page.goto(`${server.origin}/disk/personalFile`)
      const dialog = page.getByRole('dialog')
      await menuOf(page, '合同.txt')
      await choose(page, say('外链分享…', 'Share link…'))
      await dialog.getByRole('radio', { name: say('指定人员', 'Designated people') }).click()
      await dialog.getByRole('radio', { name: say('自定义', 'Custom') }).click()
      await dialog.getByRole('button', { name: say('创建外链', 'Create link') }).click()
      await check(`new link, ${language}`)
      await page.goto(`${server.origin}/disk/personalFile`)
      await menuOf(page, '报价.txt')
      await choose(page, say('外链分享…', 'Share link…'))
      await expect(
        dialog.getByRole('img', { name: say('外链的二维码', 'QR code of the link') }),
      ).toBeVisible()
      await check(`link, ${language}`)
    }
  })
})
