import { linkPerson, removeIdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { pagePeople } from '@clouddisk/contract/admin-people'
import { pathOf } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import { querySignInOptions } from '@clouddisk/contract/sign-in'
import type { Page } from '@playwright/test'
import { openTestProvider, type TestProvider } from '../../server/test/oidc-provider.ts'
import { signIn as apiOf } from '../../server/test/person.ts'
import { providerInput } from '../../server/test/provider-input.ts'
import { faultsOf } from '../support/axe.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** Sign-in through a real OpenID Connect provider, in a real browser. */

let op: TestProvider
test.beforeAll(async () => {
  op = await openTestProvider()
})
test.afterAll(() => op.close())

/** Providers that are left would change the sign-in page of the tests that follow on the same server. */
let added: { server: Server; providerId: string }[] = []
test.afterEach(async () => {
  for (const { server, providerId } of added) {
    const admin = await apiOf(server.origin, 'admin', PASSWORD)
    await admin.call(removeIdentityProvider, { providerId })
  }
  added = []
})

async function addProvider(server: Server, changes: Parameters<typeof providerInput>[1] = {}) {
  const admin = await apiOf(server.origin, 'admin', PASSWORD)
  const provider = await admin.call(saveIdentityProvider, providerInput(op.issuer, changes))
  added.push({ server, providerId: provider.providerId })
  await op.setClients([
    {
      client_id: 'drive',
      client_secret: 'client-secret-of-the-drive',
      redirect_uris: [provider.addresses.callback],
      post_logout_redirect_uris: [provider.addresses.signedOut],
    },
  ])
  return provider
}

/** Somebody new agrees to the usage rules, and has seen the tour. */
async function settleIn(page: Page, server: Server, account: string): Promise<void> {
  await server.acknowledge(account)
  await page.request.post(server.origin + pathOf(saveSettings), {
    headers: { 'x-requested-with': 'XMLHttpRequest', origin: server.origin },
    data: { showLeadTip: false },
  })
  await page.reload()
}

test('an administrator adds a provider, tries it, and somebody signs in by its button (R2)', {
  tag: '@core',
}, async ({ browser, context, server, problems }) => {
  op.signIn({ sub: 'e2e-1', preferred_username: 'han.meimei', name: '韩梅梅', email: 'han@example.com' })
  const page = await signedIn(context, server, 'admin', 'admin/sign-in')
  await expect(page.getByText('还没有登录方式')).toBeVisible()
  await expect(page.getByText(`${server.origin}/disk/login?local=1`)).toBeVisible()
  expect(await faultsOf(page), 'no providers').toEqual([])
  await page.getByRole('button', { name: '添加登录方式' }).click()
  const drawer = page.getByRole('dialog', { name: '添加登录方式' })
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer.getByLabel('中文名称')).toBeFocused()
  await drawer.getByLabel('中文名称').fill('公司账号')
  await drawer.getByLabel('英文名称').fill('Company account')
  await drawer.getByLabel('颁发者地址（Issuer）').fill('http://sso.example.com')
  await drawer.getByLabel('客户端 ID').fill('drive')
  await drawer.getByLabel('客户端密钥', { exact: true }).fill('client-secret-of-the-drive')
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(drawer.getByText(/请填写以 https:\/\/ 开头的地址/)).toBeVisible()
  problems.expect(/status of 400/)
  await drawer.getByLabel('颁发者地址（Issuer）').fill(op.issuer)
  expect(await faultsOf(page), 'the form of a provider').toEqual([])
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存“公司账号”')).toBeVisible()

  // What a new provider needs at the other side is shown at once.
  const edit = page.getByRole('dialog', { name: '编辑登录方式' })
  const callback = (await edit.getByText(/\/pub\/sso\/callback\//).innerText()).trim()
  await expect(edit.getByText('已保存，留空则不变')).toBeVisible()
  await page.keyboard.press('Escape')
  await op.setClients([
    { client_id: 'drive', client_secret: 'client-secret-of-the-drive', redirect_uris: [callback] },
  ])

  const tab = context.waitForEvent('page')
  await page.getByRole('row', { name: /公司账号/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '测试登录' }).click()
  const tried = await tab
  const result = tried.getByRole('dialog', { name: '测试结果' })
  await expect(result.getByText('将创建账号')).toBeVisible()
  await expect(result.getByText('han.meimei').first()).toBeVisible()
  expect(await faultsOf(tried), 'what came back').toEqual([])
  await tried.close()

  // A new provider isn't shown to anybody before it was tried.
  await page.getByRole('row', { name: /公司账号/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '启用' }).click()
  await expect(page.getByRole('row', { name: /公司账号/ })).toContainText('启用')

  const other = await anotherBrowser(browser, problems)
  const visitor = await other.newPage()
  await visitor.goto(`${server.origin}/disk/recycleBin`)
  await expect(visitor.getByRole('button', { name: '使用公司账号登录' })).toBeVisible()
  expect(await faultsOf(visitor), 'a sign-in page with a provider').toEqual([])
  await visitor.getByRole('button', { name: '使用公司账号登录' }).click()
  await expect(visitor).toHaveURL(`${server.origin}/disk/recycleBin`)
  await settleIn(visitor, server, 'han.meimei')
  await expect(visitor.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()

  // Nobody with this name could sign in with a password.
  await page.getByRole('row', { name: /公司账号/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '已关联账号' }).click()
  const people = page.getByRole('dialog', { name: /与“公司账号”关联的账号/ })
  await expect(people.getByText('韩梅梅')).toBeVisible()
  expect(await faultsOf(page), 'linked accounts').toEqual([])
  await people.getByRole('button', { name: '解除 韩梅梅 的关联' }).click()
  await page.getByRole('button', { name: '解除关联' }).click()
  await expect(people.getByText('没有关联的账号')).toBeVisible()
  // The session that the provider opened has ended.
  await visitor.reload()
  await expect(visitor).toHaveURL(/\/disk\/login\?service=/)
})

test('an administrator puts providers in order, and sees in a person’s drawer how they sign in', async ({
  context,
  server,
}) => {
  const first = await addProvider(server, { zh: '甲', en: 'Alpha' })
  await addProvider(server, { zh: '乙', en: 'Beta' })
  const admin = await apiOf(server.origin, 'admin', PASSWORD)
  const buttons = async () => (await admin.call(querySignInOptions, {})).providers.map(({ zh }) => zh)
  const page = await signedIn(context, server, 'admin', 'admin/sign-in')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  const rows = page.getByRole('row').filter({ hasText: /^[甲乙]/ })
  await expect(rows).toHaveText([/^甲/, /^乙/])
  await row('乙').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: '下移' })).toHaveCount(0)
  await page.getByRole('menuitem', { name: '上移' }).click()
  await expect(rows).toHaveText([/^乙/, /^甲/])
  expect((await buttons()).filter((zh) => '甲乙'.includes(zh))).toEqual(['乙', '甲'])
  await row('乙').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '下移' }).click()
  await expect(rows).toHaveText([/^甲/, /^乙/])

  await server.addPerson('linked_one', { realName: '林可' })
  const { list } = await admin.call(pagePeople, { keyword: 'linked_one' })
  const userId = list[0]?.userId ?? ''
  await admin.call(linkPerson, { providerId: first.providerId, userId, subject: 'e2e-drawer' })
  await page.goto(`${server.origin}/disk/admin/users?q=linked_one`)
  await page.getByRole('row', { name: /林可/ }).dblclick()
  const drawer = page.getByRole('dialog')
  await expect(drawer.getByText('甲', { exact: true })).toBeVisible()
  await expect(drawer.getByText('尚未登录过', { exact: true })).toBeVisible()
  expect(await faultsOf(page), 'how a person signs in').toEqual([])
  await drawer.getByRole('button', { name: '解除 甲 的关联' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '解除关联' }).click()
  await expect(drawer.getByText('甲', { exact: true })).toHaveCount(0)
})

test('a fault is said on the sign-in page, with its trace ID', async ({ page, server }) => {
  await addProvider(server, { zh: '拒绝', rules: { create: false } })
  op.signIn({ sub: 'e2e-2', preferred_username: 'nobody.here', name: 'Nobody' })
  await page.goto(`${server.origin}/disk/login?local=1`)
  await page.getByRole('button', { name: '使用拒绝登录' }).click()
  await expect(page.getByRole('alert')).toContainText('你还没有云盘账号')
  await expect(page.getByRole('alert')).toContainText(/追踪编号：[\w-]{8,}/)
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  expect(await faultsOf(page), 'a fault of a provider').toEqual([])
})

test('people link a provider in their settings, and unlink it', async ({ drive, server }) => {
  await addProvider(server, { zh: '关联用', rules: { create: false } })
  op.signIn({ sub: 'e2e-3', preferred_username: 'some.body', name: 'Some Body' })
  await drive.goto(`${server.origin}/disk/personalFile#account-settings`)
  await drive.reload()
  const settings = drive.getByRole('dialog', { name: '设置' })
  const row = settings.getByText('关联用登录').locator('..').locator('..')
  await row.getByRole('button', { name: '关联' }).click()
  await expect(drive).toHaveURL(/\/disk\/personalFile/)
  await expect(row.getByText(/已关联/)).toBeVisible()
  await row.getByRole('button', { name: '解除' }).click()
  await drive
    .getByRole('alertdialog', { name: /解除与“关联用”的关联/ })
    .getByRole('button', { name: '解除' })
    .click()
  await expect(row.getByText(/未关联/)).toBeVisible()
})

test('an automatic provider is gone to at once, but not after signing out, nor to the local form', async ({
  page,
  server,
}) => {
  await addProvider(server, { zh: '自动', automatic: true })
  op.signIn({ sub: 'e2e-4', preferred_username: 'auto.matic', name: 'Auto Matic' })
  await page.goto(`${server.origin}/disk/login?local=1`)
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await page.goto(`${server.origin}/disk/login?service=/disk/recycleBin`)
  await expect(page).toHaveURL(`${server.origin}/disk/recycleBin`)
  await settleIn(page, server, 'auto.matic')
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  // The provider asks whether to sign out there too.
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page).toHaveURL(/\/disk\/login/)
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await page.goto(`${server.origin}/disk/personalFile`)
  await expect(page).toHaveURL(/\/disk\/login/)
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
})
