import { queryDirectories, removeDirectory } from '@clouddisk/contract/directories'
import { queryIpRules, removeIpRule } from '@clouddisk/contract/ip-rules'
import type { Page } from '@playwright/test'
import { openTestProvider } from '../../server/test/oidc-provider.ts'
import { signIn } from '../../server/test/person.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, company, Slapd } from '../../server/test/slapd.ts'
import { toast } from '../support/files.ts'
import { menuTo, tabTo } from '../support/keyboard.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** The forms of sign-in and access by the keyboard alone, in the order of docs/operating. */

const dialog = (page: Page) => page.getByRole('dialog').last()

/** What has the focus gets this text. */
const type = (page: Page, text: string): Promise<void> => page.keyboard.insertText(text)

async function typeInto(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(dialog(page).getByRole('textbox', { name: label }).first())
  await type(page, text)
}

/** From the menu of the only row of the list. */
async function choose(page: Page, entry: string): Promise<void> {
  const list = page.getByRole('grid')
  await tabTo(list)
  await expect(list).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+F10')
  await menuTo(page, entry)
  await page.keyboard.press('Enter')
}

test('an OpenID Connect provider is added, tried and turned on', async ({ context, server }) => {
  const op = await openTestProvider()
  try {
    op.signIn({ sub: 'keys-1', preferred_username: 'key.board', name: '金建', email: 'key@example.com' })
    const page = await signedIn(context, server, 'admin', 'admin/sign-in')
    await tabTo(page.getByRole('button', { name: '添加登录方式' }))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await typeInto(page, /^中文名称/, '键盘登录')
    await typeInto(page, /^英文名称/, 'Keyboard')
    await typeInto(page, /^颁发者地址/, op.issuer)
    await typeInto(page, /^客户端 ID/, 'drive')
    await tabTo(dialog(page).getByLabel('客户端密钥', { exact: true }))
    await type(page, 'client-secret-of-the-drive')
    await page.keyboard.press('Enter')
    await expect(toast(page, '已保存“键盘登录”')).toBeVisible()

    // The addresses that the provider wants are there now, each with a button that copies it.
    const edit = page.getByRole('dialog', { name: '编辑登录方式' })
    const callback = (await edit.getByText(/\/pub\/sso\/callback\//).innerText()).trim()
    await tabTo(edit.getByRole('button', { name: /^复制回调地址/ }))
    await page.keyboard.press('Escape')
    await expect(edit).toHaveCount(0)
    await op.setClients([
      { client_id: 'drive', client_secret: 'client-secret-of-the-drive', redirect_uris: [callback] },
    ])

    const row = page.getByRole('row', { name: /键盘登录/ })
    await expect(row).toContainText('停用')
    const opened = context.waitForEvent('page')
    await choose(page, '测试登录')
    const tab = await opened
    await expect(tab.getByRole('dialog', { name: '测试结果' })).toContainText('将创建账号')
    await tab.close()
    await page.bringToFront()
    await choose(page, '启用')
    await expect(row).toContainText('启用')

    // Away again, by the question that follows.
    await choose(page, '移除')
    const question = page.getByRole('alertdialog')
    await tabTo(question.getByRole('button', { name: '移除' }))
    await page.keyboard.press('Enter')
    await expect(row).toHaveCount(0)
  } finally {
    await op.close()
  }
})

test('a directory is tried and added', async ({ context, server }) => {
  const slapd = await Slapd.start(company({ divisions: 1, departmentsEach: 2, people: 12 }))
  try {
    const page = await signedIn(context, server, 'admin', 'admin/platforms')
    await tabTo(page.getByRole('button', { name: '添加目录' }))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await typeInto(page, /^ID/, 'keys')
    await typeInto(page, /^名称/, '键盘目录')
    await typeInto(page, /^LDAP 地址/, slapd.url)
    await typeInto(page, /^Base DN/, BASE)
    await typeInto(page, /^绑定用户/, ADMIN_DN)
    await tabTo(dialog(page).getByLabel(/^密码/).first())
    await type(page, ADMIN_PASSWORD)
    await typeInto(page, /^CA 证书/, slapd.ca)
    await tabTo(dialog(page).getByRole('button', { name: '测试连接' }))
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toContainText('连接成功：3 个部门')
    await tabTo(dialog(page).getByRole('button', { name: '添加', exact: true }))
    await page.keyboard.press('Enter')
    await expect(toast(page, '已保存“键盘目录”')).toBeVisible()
  } finally {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    for (const { directoryId } of (await admin.call(queryDirectories, {})).list)
      await admin.call(removeDirectory, { directoryId, people: 'freeze' })
    await slapd.stop()
  }
})

test('an IP rule is made for links', async ({ context, server }) => {
  const page = await signedIn(context, server, 'admin', 'admin/whitelist')
  try {
    await tabTo(page.getByRole('button', { name: '新建规则' }).first())
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeVisible()
    await tabTo(dialog(page).getByRole('combobox', { name: /^适用范围/ }))
    await page.keyboard.press('Enter')
    const links = page.getByRole('option', { name: '外链访问' })
    await expect(links).toBeVisible()
    await page.keyboard.press('End')
    await expect(links).toBeFocused()
    await page.keyboard.press('Enter')
    await typeInto(page, /^允许的地址/, '198.51.100.0/24')
    await tabTo(dialog(page).getByRole('radio', { name: /^试运行/ }))
    await page.keyboard.press('ArrowDown')
    await expect(dialog(page).getByRole('radio', { name: /^停用/ })).toBeChecked()
    await tabTo(dialog(page).getByRole('button', { name: '创建' }))
    await page.keyboard.press('Enter')
    await expect(toast(page, '规则已保存')).toBeVisible()
    await expect(page.getByRole('row', { name: /外链访问/ })).toContainText('198.51.100.0/24')
  } finally {
    const admin = await signIn(server.origin, 'admin', PASSWORD)
    for (const { ruleId } of (await admin.call(queryIpRules, {})).rules)
      await admin.call(removeIpRule, { ruleId })
  }
})
