import { stopAdminLinks } from '@clouddisk/contract/admin-links'
import { createOrUpdateLink, pageLinks } from '@clouddisk/contract/links'
import { type Person, signIn } from '../../server/test/person.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { either, heading, menuOf, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signedIn, signInByCall, test, type Words } from '../support/test.ts'

/** External links of everybody, as administrators look through and stop them. */

async function somebody(server: Server, account: string, name: string): Promise<Person> {
  const company = await organisation(server)
  await company.person(account, name)
  return signIn(server.origin, account, PASSWORD)
}

async function link(who: Person, name: string, more = {}) {
  const file = await who.upload('0', name, Buffer.from(name))
  return who.call(createOrUpdateLink, { instanceIds: [file.instanceId], ...more })
}

test('links are found, looked at, and stopped with a reason that their owners read (R245)', {
  tag: '@core',
}, async ({ context, server }) => {
  const sun = await somebody(server, 'la_sun', '孙宁')
  const lu = await somebody(server, 'la_lu_1', '陆遥')
  const contract = await link(sun, '合同.pdf', { maxVisits: 50, perms: ['view'] })
  for (const name of ['报价.pdf', '照片.zip']) await link(sun, name)
  await link(lu, '别人的.txt')
  const page = await signedIn(context, server, 'admin', 'admin/links')
  await expect(heading(page)).toHaveText('外链管理')
  await expect(row(page, '合同.pdf')).toContainText('个人文件')
  await expect(row(page, '合同.pdf')).toContainText('la_sun')
  await expect(row(page, '合同.pdf')).toContainText('仅预览')
  await menuOf(page, '合同.pdf')
  await page.getByRole('menuitem', { name: '只看“孙宁”的外链' }).click()
  await expect(row(page, '别人的.txt')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await button(main(page), '重置').click()
  await expect(row(page, '别人的.txt')).toBeVisible()

  // Somebody reports an address.
  await main(page).getByRole('searchbox').fill(contract.url)
  await expect(row(page, '报价.pdf')).toHaveCount(0)
  await row(page, '合同.pdf').dblclick()
  const details = page.getByRole('dialog')
  await expect(details).toContainText('0 / 50 次')
  await expect(details).toContainText(`${contract.linkPath.slice(0, 6)}…`)
  await expect(details).not.toContainText(contract.linkPath)
  await expect(details).not.toContainText(contract.code)
  await button(details, '停止分享…').click()
  const question = page.getByRole('dialog', { name: '停止分享“合同.pdf”' })
  await button(question, '停止分享').click()
  await expect(question).toContainText('请填写停止原因')
  await question.getByLabel('停止原因').fill('含客户隐私')
  await button(question, '停止分享').click()
  await expect(toast(page, '已停止 1 个外链')).toBeVisible()
  await expect(row(page, '合同.pdf')).toContainText('已停止')
  const { list } = await sun.call(pageLinks, { keyword: '合同' })
  expect(list).toMatchObject([{ status: 'expired', reason: 'stopped', stopReason: '含客户隐私' }])

  await main(page).getByRole('searchbox').fill('la_sun')
  await main(page).getByRole('combobox', { name: '状态' }).click()
  await page.getByRole('option', { name: '有效' }).click()
  await expect(row(page, '合同.pdf')).toHaveCount(0)
  for (const name of ['报价.pdf', '照片.zip'])
    await row(page, name).getByRole('checkbox').click({ force: true })
  await page.keyboard.press('Delete')
  const several = page.getByRole('dialog', { name: '停止 2 个外链' })
  await several.getByLabel('停止原因').fill('不再需要')
  await page.keyboard.press('Tab')
  await button(several, '停止分享').click()
  await expect(toast(page, '已停止 2 个外链')).toBeVisible()
  await expect(main(page).getByText('没有符合条件的外链')).toBeVisible()
  await button(main(page), '清除筛选').click()
  await expect(row(page, '照片.zip')).toContainText('已失效')
})

test('the owner of a stopped link reads why', async ({ drive, api, server }) => {
  const file = await api.upload('0', '违规.txt', Buffer.from('a'))
  const { shareId } = await api.call(createOrUpdateLink, { instanceIds: [file.instanceId] })
  await drive.goto(`${server.origin}/disk/mySharing`)
  await expect(row(drive, '违规.txt')).toContainText('有效')
  const admin = await signIn(server.origin, 'admin', PASSWORD)
  await admin.call(stopAdminLinks, { shareIds: [shareId], reason: '含客户隐私' })
  await expect(row(drive, '违规.txt')).toContainText('管理员已停止：含客户隐私')
})

test('an auditor looks and stops nothing', async ({ context, server }) => {
  const person = await somebody(server, 'la_reader', '看看')
  await link(person, '只读.txt')
  const company = await organisation(server)
  await company.person('la_auditor', '审计', { roles: ['auditor'] })
  const page = await signedIn(context, server, 'la_auditor', 'admin/links?q=la_read')
  const only = page.getByRole('row').filter({ hasText: '只读.txt' })
  await expect(only).toBeVisible()
  await expect(only.getByRole('checkbox')).toHaveCount(0)
  await only.click({ button: 'right' })
  await expect(page.getByRole('menuitem')).toHaveText([/查看详情/, /只看“看看”的外链/])
})

test.describe('axe', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test.setTimeout(200_000)

  test('finds nothing, with rows, details, a question, none and a fault', async ({
    context,
    server,
    problems,
  }) => {
    problems.expect(/status of 500/)
    const person = await somebody(server, 'la_axe_1', '满员')
    await link(person, 'Axe 一.txt', { maxVisits: 3 })
    await link(person, 'Axe 二.txt')
    await signInByCall(context, server, 'admin')
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    for (const language of ['zh-CN', 'en-US'] satisfies Words[]) {
      await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
      const { check } = auditor(page, wardrobe, language)
      const item = (text: string) => page.getByRole('grid').getByRole('row').filter({ hasText: text })
      await page.goto(`${server.origin}/disk/admin/links?q=la_axe`)
      await expect(item('Axe 一.txt')).toBeVisible()
      await check('links of everybody')
      await item('Axe 一.txt').dblclick()
      const dialog = page.getByRole('dialog')
      await expect(dialog).toContainText('Axe 一.txt')
      await check('details of a link', '[role=dialog]')
      await dialog.getByRole('button', { name: either('停止分享…', 'Stop sharing…') }).click()
      const question = page.getByRole('dialog', {
        name: either('停止分享“Axe 一.txt”', 'Stop sharing Axe 一.txt'),
      })
      await question.getByRole('button', { name: either('停止分享', 'Stop sharing'), exact: true }).click()
      await check('why it is stopped', '[role=dialog]')
      await page.keyboard.press('Escape')
      await page.goto(`${server.origin}/disk/admin/links?q=nobody-like-this`)
      await expect(main(page).getByRole('heading', { level: 2 }).last()).toBeVisible()
      await check('none found')
      await page.route('**/disk/api/admin/link/page**', (route) =>
        route.fulfill({ status: 500, json: { errcode: 99001, errmsg: 'x', data: null } }),
      )
      await page.reload()
      await expect(main(page).getByRole('alert').first()).toBeVisible()
      await check('links that cannot be read')
      await page.unroute('**/disk/api/admin/link/page**')
    }
  })
})
