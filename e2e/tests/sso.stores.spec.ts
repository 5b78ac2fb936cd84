import { type IdentityProvider, saveIdentityProvider } from '@clouddisk/contract/admin-identity'
import { pathOf } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Page } from '@playwright/test'
import { LemonLdap } from '../../server/test/lemonldap.ts'
import { signIn as apiOf } from '../../server/test/person.ts'
import { providerInput } from '../../server/test/provider-input.ts'
import { faultsOf } from '../support/axe.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Sign-in through LemonLDAP::NG by each of its protocols, in a real browser that takes it for another site. */

let lemon: LemonLdap
test.beforeAll(async () => {
  lemon = await LemonLdap.start()
})
test.afterAll(() => lemon?.stop())

const adminOf = (server: Server) => apiOf(server.origin, 'admin', PASSWORD)

/** Its form, and what comes after; `account` is its password too. */
async function signInThere(page: Page, account: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${lemon.url}/`))
  await page.locator('#userfield').fill(account)
  await page.locator('#passwordfield').fill(account)
  await page.getByRole('button', { name: 'Connect' }).click()
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

/** From the sign-in page to the recycle bin, and out again. */
async function throughAndOut(page: Page, server: Server, name: string, account: string): Promise<void> {
  await page.goto(`${server.origin}/disk/recycleBin`)
  await page.getByRole('button', { name: `使用${name}登录` }).click()
  await signInThere(page, account)
  await expect(page).toHaveURL(`${server.origin}/disk/recycleBin`)
  await settleIn(page, server, account)
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
  await page.getByRole('banner').getByRole('button').last().click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
}

/** Signed out there too: the form is shown again. */
async function isSignedOutThere(page: Page): Promise<void> {
  await page.goto(lemon.url)
  await expect(page.locator('#passwordfield')).toBeVisible()
}

test('an administrator reads the metadata of LemonLDAP::NG, and somebody signs in by SAML', async ({
  browser,
  context,
  server,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/sign-in')
  await page.getByRole('button', { name: '添加登录方式' }).click()
  const drawer = page.getByRole('dialog', { name: '添加登录方式' })
  await drawer.getByRole('combobox', { name: '协议' }).click()
  await page.getByRole('option', { name: 'SAML 2.0' }).click()
  await drawer.getByLabel('中文名称').fill('统一认证')
  await drawer.getByLabel('英文名称').fill('Company SSO')
  await drawer.getByLabel('元数据的地址').fill(lemon.samlMetadataUrl)
  await drawer.getByRole('button', { name: '读取元数据' }).click()
  await expect(drawer.getByLabel('登录服务的实体 ID')).toHaveValue(lemon.samlMetadataUrl)
  await expect(drawer.getByLabel('签名证书')).toHaveValue(/BEGIN CERTIFICATE/)
  await drawer.getByLabel('账号', { exact: true }).fill('uid')
  await drawer.getByRole('switch', { name: '在登录页显示' }).click()
  expect(await faultsOf(page), 'the form of a SAML provider').toEqual([])
  await drawer.getByRole('button', { name: '保存' }).click()
  await expect(page.getByText('已保存“统一认证”')).toBeVisible()

  const edit = page.getByRole('dialog', { name: '编辑登录方式' })
  const download = page.waitForEvent('download')
  await edit.getByRole('link', { name: '下载元数据' }).click()
  const metadata = await (await (await download).createReadStream()).toArray()
  await lemon.configure({ saml: { metadata: Buffer.concat(metadata).toString() } })

  const other = await browser.newContext()
  const person = await other.newPage()
  await throughAndOut(person, server, '统一认证', 'dwho')
  await expect(person).toHaveURL(/\/disk\/login/)
  await isSignedOutThere(person)
  await other.close()
})

test('somebody signs in by CAS, and out', async ({ page, server }) => {
  const admin = await adminOf(server)
  const {
    oidc: _oidc,
    secrets: _secrets,
    ...plain
  } = providerInput('', { zh: '校园', mapping: { account: 'uid' } })
  const cas: IdentityProvider = await admin.call(saveIdentityProvider, {
    ...plain,
    kind: 'cas',
    cas: { serverUrl: lemon.casUrl, subjectAttribute: '', renew: false, singleLogout: true },
  })
  await lemon.configure({ cas: { service: cas.addresses.callback } })
  await throughAndOut(page, server, '校园', 'rtyler')
  await isSignedOutThere(page)
})

test('somebody signs in by OpenID Connect, and out', async ({ page, server }) => {
  const admin = await adminOf(server)
  const input = providerInput(lemon.url, { zh: '门户' })
  const { oidc: settings } = input
  const oidc = await admin.call(saveIdentityProvider, {
    ...input,
    ...(settings && { oidc: { ...settings, clientAuth: 'post' } }),
  })
  await lemon.configure({
    oidc: {
      clientId: 'drive',
      clientSecret: 'client-secret-of-the-drive',
      redirectUris: [oidc.addresses.callback],
      postLogoutRedirectUris: [oidc.addresses.signedOut],
    },
  })
  await throughAndOut(page, server, '门户', 'msmith')
  await expect(page).toHaveURL(/\/disk\/login/)
  await isSignedOutThere(page)
})
