import { classifyInstances } from '@clouddisk/contract/classification'
import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink } from '@clouddisk/contract/links'
import { auditor, faultsOf } from '../support/axe.ts'
import { boxOf, either, row } from '../support/files.ts'
import { expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })
test.setTimeout(180_000)

test('owners raise the classification in the details; rows have a badge', { tag: '@core' }, async ({
  context,
  server,
  person,
  api,
}) => {
  await api.upload('0', '报价.txt', Buffer.from('a'))
  const { instanceId } = await api.upload('0', '合同.txt', Buffer.from('b'))
  await api.call(classifyInstances, { instanceIds: [instanceId], level: 3 })
  await signInByCall(context, server, person)
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const { check } = auditor(page, wardrobe, language)
    await page.goto(`${server.origin}/disk/personalFile`)
    await expect(row(page, '合同.txt')).toContainText(language === 'zh-CN' ? '机密' : 'Secret')
    await row(page, '报价.txt').click()
    await page.keyboard.press('Alt+Enter')
    const details = page.getByRole('complementary', { name: either('属性', 'Properties') })
    const level = details.getByRole('combobox', { name: either('密级', 'Classification') })
    await expect(level).toBeVisible()
    const [name, field] = await Promise.all([
      boxOf(details.getByText(either('密级', 'Classification'))),
      boxOf(level),
    ])
    expect(name.x + name.width).toBeLessThanOrEqual(field.x)
    await check(`details with a classification, ${language}`)
    if (language === 'zh-CN') {
      await level.click()
      await page.getByRole('option', { name: '秘密' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: '提高密级' }).click()
    }
    await expect(row(page, '报价.txt')).toContainText(language === 'zh-CN' ? '秘密' : 'Confidential')
  }
  await row(page, '合同.txt').click()
  const details = page.getByRole('complementary', { name: either('属性', 'Properties') })
  await expect(details.getByText('Secret')).toBeVisible()
  await expect(details.getByRole('combobox', { name: 'Classification' })).toHaveCount(0)
})

test('an administrator lowers it and says why', async ({ context, server, api }) => {
  const { instanceId } = await api.upload('0', '合同.txt', Buffer.from('b'))
  await api.call(classifyInstances, { instanceIds: [instanceId], level: 3 })
  const page = await signedIn(context, server, 'admin', `admin/files?person=${api.user.userId}`)
  const item = page.getByRole('grid').getByRole('row').filter({ hasText: '合同.txt' })
  await expect(item).toContainText('机密')
  await item.click({ button: 'right' })
  await page.getByRole('menuitem', { name: '调整密级' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toContainText('请填写原因。')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('combobox', { name: '密级' }).click()
  await page.getByRole('option', { name: '公开' }).click()
  await dialog.getByLabel('原因').fill('已公开发布')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(item).not.toContainText('机密')
})

test('search results and the recycle bin have the badge; the dialogs of links say what stays inside', async ({
  context,
  server,
  person,
  api,
}) => {
  const { instanceId: folder } = await api.call(createFolder, { parentId: '0', instanceName: '客户资料' })
  const { instanceId: inside } = await api.upload(folder, '底价.txt', Buffer.from('a'))
  await api.call(createOrUpdateLink, { instanceIds: [folder], code: '' })
  const { instanceId: gone } = await api.upload('0', '旧底价.txt', Buffer.from('b'))
  const { instanceId: kept } = await api.call(createFolder, { parentId: '0', instanceName: '并购.2026' })
  await api.call(classifyInstances, { instanceIds: [inside, gone, kept], level: 3 })
  await api.call(removeInstances, { instanceIds: [gone] })
  await signInByCall(context, server, person)
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/error/404`)
  const page = await context.newPage()
  const listed = (name: string) => page.getByRole('main').getByRole('row').filter({ hasText: name })
  for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const { check } = auditor(page, wardrobe, language)
    const secret = language === 'zh-CN' ? '机密' : 'Secret'
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(`${server.origin}/disk/search?q=${encodeURIComponent('底价')}`)
      await expect(listed('底价.txt')).toContainText(secret)
      await page.goto(`${server.origin}/disk/recycleBin`)
      await expect(listed('旧底价.txt')).toContainText(secret)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
    const share = either('外链分享…', 'Share link…')
    const dialog = page.getByRole('dialog')
    await page.goto(`${server.origin}/disk/personalFile`)
    await row(page, '并购.2026').click({ button: 'right' })
    await page.getByRole('menuitem', { name: share }).click()
    await dialog.getByRole('button', { name: either('创建外链', 'Create link') }).click()
    await expect(dialog.getByRole('listitem')).toContainText(
      language === 'zh-CN' ? '密级为“机密”，不能外发。' : 'It is classified as Secret',
    )
    await check(`a link that is not permitted, ${language}`)
    await dialog.getByRole('button', { name: either('知道了', 'Got it') }).click()
    await row(page, '客户资料').click({ button: 'right' })
    await page.getByRole('menuitem', { name: share }).click()
    await expect(dialog).toContainText(
      language === 'zh-CN' ? '1 个文件密级较高，访问者看不到。' : '1 file is highly classified',
    )
    await check(`a link that keeps a file, ${language}`)
    await page.keyboard.press('Escape')
  }
})
