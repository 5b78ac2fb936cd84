import type { BrowserContext, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { passkeyOrigin, virtualAuthenticator } from '../support/passkeys.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { openSettings, settings } from '../support/settings.ts'
import { expect, signedIn, test } from '../support/test.ts'

/** Passkeys in Chromium with its virtual authenticator, which is of one page. */

const atName = (server: Server): Server => ({ ...server, origin: passkeyOrigin(server.origin) })

async function openSecurity(page: Page): Promise<void> {
  await openSettings(page)
  await settings(page).getByRole('tab', { name: '登录与安全' }).click()
}

/** The virtual authenticator chooses by itself in the autofill; without it, one has the button. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })

/** Adds a passkey in the settings, the first of the person. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await openSecurity(page)
  await settings(page).getByRole('button', { name: '添加', exact: true }).click()
  await page.getByLabel('通行密钥名称').fill(name)
  await page.getByRole('button', { name: '继续' }).click()
  await page.getByRole('button', { name: '复制', exact: true }).click()
  await page.getByRole('button', { name: '已保存' }).click()
  await expect(settings(page).getByText(name)).toBeVisible()
}

/** Somebody who is signed in, with a passkey of this name. */
async function withPasskey(
  context: BrowserContext,
  numbered: Server,
  person: string,
  name: string,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
) {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const server = atName(numbered)
  const page = await signedIn(context, server, person)
  await prepare(page)
  const authenticator = await virtualAuthenticator(page)
  await addPasskey(page, name)
  return { page, server, authenticator }
}

async function signOut(page: Page, context: BrowserContext, server: Server): Promise<void> {
  await context.clearCookies()
  await page.goto(`${server.origin}/disk/login`)
  await expect(page.getByLabel('账号')).toBeVisible()
}

const fillPassword = async (page: Page, person: string) => {
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a passkey is added, signs in without the password, is the second factor of one, and is removed', {
  tag: '@core',
}, async ({ context, server: numbered, person, problems }) => {
  const { page, server, authenticator } = await withPasskey(
    context,
    numbered,
    person,
    '办公电脑',
    withoutAutofill,
  )
  await page.getByRole('button', { name: '重命名“办公电脑”' }).click()
  await page.getByLabel('通行密钥名称').fill('家里的电脑')
  await page.keyboard.press('Enter')
  await expect(settings(page).getByText('家里的电脑')).toBeVisible()

  await signOut(page, context, server)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile$/)

  await signOut(page, context, server)
  await fillPassword(page, person)
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
  await page.getByRole('button', { name: '使用通行密钥', exact: true }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile$/)

  await openSecurity(page)
  await page.getByRole('button', { name: '移除“家里的电脑”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect(settings(page).getByText('家里的电脑')).toBeHidden()
  await signOut(page, context, server)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '无法使用此通行密钥' })).toBeVisible()
  await authenticator.remove()
  problems.expect(/./)
})

test('a passkey whose device has not checked its user does not sign in by itself', async ({
  context,
  server: numbered,
  person,
  problems,
}) => {
  const { page, server, authenticator } = await withPasskey(
    context,
    numbered,
    person,
    '手机',
    withoutAutofill,
  )
  await signOut(page, context, server)
  await authenticator.setUserVerified(false)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '没有使用通行密钥' })).toBeVisible()
  problems.expect(/./)
})

test('its screens pass the audit', async ({ context, server: numbered, person }) => {
  const { page, server } = await withPasskey(context, numbered, person, '办公电脑')
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  await page.bringToFront()
  const look = auditor(page, wardrobe, 'zh-CN')
  await look.check('settings with a passkey')
  await settings(page).getByRole('button', { name: '添加', exact: true }).click()
  await look.check('adding a passkey')
})

test('a passkey that is chosen in the autofill of the account field signs in', async ({
  context,
  server: numbered,
  person,
  problems,
}) => {
  const { page, server } = await withPasskey(context, numbered, person, '办公电脑')
  await context.clearCookies()
  await page.goto(`${server.origin}/disk/login`)
  await expect(page).toHaveURL(/\/disk\/personalFile$/)
  await expect(page.getByRole('main')).toBeVisible()
  problems.expect(/./)
})
