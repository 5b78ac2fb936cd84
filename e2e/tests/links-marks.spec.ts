import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, removeLinks } from '@clouddisk/contract/links'
import { auditor } from '../support/axe.ts'
import { either, row } from '../support/files.ts'
import { expect, signInByCall, test, type Words } from '../support/test.ts'

/** What of external links shows in lists of files and in the details of one. */

test('rows and tiles have a mark while a link is open, which opens it', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const file = await api.upload('0', '报价.txt', Buffer.from('a'))
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  const mark = (name: string) => row(drive, name).getByRole('button', { name: '已外链' })
  await expect(row(drive, '报价.txt')).toBeVisible()
  await expect(mark('报价.txt')).toHaveCount(0)
  const made = await api.call(createOrUpdateLink, { instanceIds: [file.instanceId] })
  await api.call(createOrUpdateLink, { instanceIds: [folder.instanceId] })
  await expect(mark('报价.txt')).toBeVisible()
  await expect(mark('资料')).toBeVisible()
  await mark('报价.txt').click()
  const dialog = drive.getByRole('dialog')
  await expect(dialog.getByLabel('链接', { exact: true })).toHaveValue(made.url)
  await drive.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await api.call(removeLinks, { shareIds: [made.shareId] })
  await expect(mark('报价.txt')).toHaveCount(0)
  await expect(mark('资料')).toBeVisible()
})

test.describe('details', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(120_000)

  test('list the links of an item, which open from there', async ({ context, server, person, api }) => {
    const file = await api.upload('0', '报价.txt', Buffer.from('a'))
    const made = await api.call(createOrUpdateLink, {
      instanceIds: [file.instanceId],
      perms: ['view'],
      maxVisits: 9,
    })
    const stopped = await api.call(createOrUpdateLink, { instanceIds: [file.instanceId] })
    await api.call(removeLinks, { shareIds: [stopped.shareId] })
    await signInByCall(context, server, person)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      await page.goto(`${server.origin}/disk/personalFile`)
      await row(page, '报价.txt').click()
      await page.keyboard.press('Alt+Enter')
      const details = page.getByRole('complementary', { name: either('属性', 'Properties') })
      const link = details.getByRole('button', { name: /^(?:仅预览|View only)/ })
      await expect(link).toContainText(language === 'zh-CN' ? '0 / 9 次' : '0 of 9')
      await expect(details.getByText(either('已停止分享', 'You stopped it'))).toBeVisible()
      await check(`details with links, ${language}`)
      await link.click()
      await expect(page.getByRole('dialog').getByLabel(either('链接', 'Link'), { exact: true })).toHaveValue(
        made.url,
      )
      await page.keyboard.press('Escape')
    }
  })
})
