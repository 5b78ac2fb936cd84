import { createRole } from '@clouddisk/contract/admin-roles'
import { decideOutboundRequests, queryOutbound } from '@clouddisk/contract/outbound'
import { PERMISSION_ITEMS } from '@clouddisk/contract/roles'
import type { Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { button, main } from '../support/administration.ts'
import { auditor } from '../support/axe.ts'
import { choose, either, menuOf, row, toast } from '../support/files.ts'
import { organisation } from '../support/organisation.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signedIn, signInByCall, test } from '../support/test.ts'

/** The permission to share outside: asked for in the place of a link, decided about by an administrator. */

/** A row of a list whose rows cannot be chosen. */
const lineOf = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text })

/** A person of a role that does not give it, with a file. */
async function insider(server: Server, account: string, name: string): Promise<Person> {
  const company = await organisation(server)
  const { roleId } = await company.admin.call(createRole, {
    roleName: `内部员工 ${account}`,
    type: 'ordinary',
    items: [...PERMISSION_ITEMS],
    outbound: false,
  })
  await company.person(account, name, { roles: [roleId] })
  const person = await signIn(server.origin, account, PASSWORD)
  await person.upload('0', '报价单.txt', Buffer.from('a'))
  return person
}

test('a person asks for it, an administrator approves, and the link can be made (R147, R245)', {
  tag: '@core',
}, async ({ context, browser, server }) => {
  await insider(server, 'ob_asks', '林外')
  const page = await signedIn(context, server, 'ob_asks', 'personalFile')
  await menuOf(page, '报价单.txt')
  await choose(page, '外链分享…')
  // Beside it a message may stand, which is a dialog too.
  const dialog = page.getByRole('dialog', { name: /外发|外链/ })
  await expect(dialog.getByRole('heading', { name: '没有外发权限' })).toBeVisible()
  await button(dialog, '申请外发权限').click()
  await button(dialog, '提交申请').click()
  await expect(dialog).toContainText('请填写申请原因。')
  const reason = dialog.getByRole('textbox', { name: '申请原因' })
  await expect(reason).toBeFocused()
  await reason.fill('给客户发送报价单')
  await button(dialog, '提交申请').click()
  await expect(dialog.getByRole('heading', { name: '外发申请审核中' })).toBeVisible()
  await expect(dialog).toContainText('给客户发送报价单')

  const theirs = await browser.newContext()
  const console = await signedIn(theirs, server, 'admin', 'admin/links')
  await console.getByRole('tab', { name: '外发申请' }).click()
  await expect(lineOf(console, '林外')).toContainText('待审核')
  await lineOf(console, '林外').dblclick()
  const review = console.getByRole('dialog', { name: '审核 林外 的外发申请' })
  await expect(review).toContainText('报价单.txt')
  await review.getByRole('radio', { name: /拒绝/ }).click()
  await button(review, '提交').click()
  await expect(review).toContainText('请填写原因。')
  await review.getByRole('radio', { name: /批准/ }).click()
  await button(review, '提交').click()
  await expect(lineOf(console, '林外')).toContainText('已批准')

  // The page learns of it by itself.
  await button(dialog, '创建外链').click()
  await expect(dialog.getByRole('heading', { name: '外链已创建' })).toBeVisible()
  await page.keyboard.press('Escape')

  await lineOf(console, '林外').click({ button: 'right' })
  await console.getByRole('menuitem', { name: '收回权限…' }).click()
  const revoke = console.getByRole('dialog', { name: '收回 林外 的外发权限' })
  await revoke.getByRole('textbox', { name: '收回原因' }).fill('项目已结束')
  await button(revoke, '收回权限').click()
  await expect(lineOf(console, '林外')).toContainText('已收回')
  await theirs.close()
  await page.goto(`${server.origin}/disk/mySharing`)
  await expect(row(page, '报价单.txt')).toContainText('没有外发权限')
})

test('a request is withdrawn, and listed among the past ones', async ({ context, server }) => {
  await insider(server, 'ob_past', '林撤')
  const page = await signedIn(context, server, 'ob_past', 'personalFile')
  await menuOf(page, '报价单.txt')
  await choose(page, '外链分享…')
  const dialog = page.getByRole('dialog')
  await button(dialog, '申请外发权限').click()
  await dialog.getByRole('textbox', { name: '申请原因' }).fill('发给会展公司')
  await button(dialog, '提交申请').click()
  await button(dialog, '撤回申请').click()
  await button(page.getByRole('alertdialog'), '撤回申请').click()
  await expect(toast(page, '申请已撤回')).toBeVisible()
  await expect(dialog.getByRole('heading', { name: '没有外发权限' })).toBeVisible()
  await button(dialog, '内部共享').click()
  await expect(page.getByRole('dialog', { name: /共享/ })).toBeVisible()
  await page.goto(`${server.origin}/disk/mySharing`)
  await button(main(page), '外发申请').click()
  const past = page.getByRole('dialog', { name: '外发申请' })
  await expect(past).toContainText('没有外发权限')
  await expect(past.getByRole('listitem')).toContainText(['发给会展公司'])
  await expect(past.getByRole('listitem')).toContainText(['已撤回'])
})

test('a built-in role is switched off and on', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/roles')
  const open = () => lineOf(page, '分享者').dblclick()
  await open()
  const role = page.getByRole('dialog')
  const outbound = role.getByRole('switch', { name: /外发权限/ })
  await expect(outbound).toBeChecked()
  await outbound.click()
  await expect(outbound).not.toBeChecked()
  await page.reload()
  await open()
  await expect(outbound).not.toBeChecked()
  await outbound.click()
  await expect(outbound).toBeChecked()
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`axe finds nothing in asking and deciding, ${language}`, async ({ context, server }) => {
    const account = `ob_axe_${language.slice(0, 2)}`
    const person = await insider(server, account, `林轴${language.slice(0, 2)}`)
    await signInByCall(context, server, account)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    const page = await context.newPage()
    const { check } = auditor(page, wardrobe, language)
    await page.goto(`${server.origin}/disk/personalFile`)
    await menuOf(page, '报价单.txt')
    await page.getByRole('menuitem', { name: either('外链分享…', 'Share link…') }).click()
    const dialog = page.getByRole('dialog')
    const apply = dialog.getByRole('button', { name: either('申请外发权限', 'Ask for permission') })
    await expect(apply).toBeVisible()
    await check('no permission')
    await apply.click()
    await dialog.getByRole('textbox').fill('给客户')
    await check('asking')
    await dialog.getByRole('button', { name: either('提交申请', 'Send request') }).click()
    await expect(dialog.getByRole('button', { name: either('撤回申请', 'Withdraw') })).toBeVisible()
    await check('a request that waits')
    const { request } = await person.call(queryOutbound, {})
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    await context.clearCookies()
    await signInByCall(context, server, 'admin')
    await page.goto(`${server.origin}/disk/admin/links?view=requests`)
    await expect(lineOf(page, person.user.userRealName)).toBeVisible()
    await check('requests')
    await lineOf(page, person.user.userRealName).dblclick()
    await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
    await check('a decision')
    const requestIds = [request?.requestId ?? '']
    await admin.call(decideOutboundRequests, { requestIds, decision: 'refuse', note: '请用内部共享' })
    await context.clearCookies()
    await signInByCall(context, server, account)
    await page.goto(`${server.origin}/disk/mySharing`)
    await page.getByRole('button', { name: either('外发申请', 'Requests') }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible()
    await check('past requests')
  })
