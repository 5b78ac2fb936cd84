import type { Browser, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { PHONE } from '../support/phone.ts'
import type { Problems } from '../support/problems.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, signedIn, signInByCall, test } from '../support/test.ts'

/** A browser shows a code; a phone that is signed in confirms. */

/** What the code says, as a phone's camera would read it: the page's answer has it. */
async function showCode(page: Page, server: Server): Promise<string> {
  await page.goto(`${server.origin}/disk/login`)
  const answer = page.waitForResponse(/generateQrId/)
  await page.getByRole('button', { name: '扫码登录' }).click()
  const { data } = (await (await answer).json()) as { data: { url: string } }
  await expect(page.getByRole('img', { name: '登录二维码' })).toBeVisible()
  return data.url
}

const phoneOf = (browser: Browser, problems: Problems) => anotherBrowser(browser, problems, PHONE)

test('a phone lets the browser in that shows the code (R54, R213)', { tag: '@core' }, async ({
  page,
  browser,
  server,
  person,
  problems,
}) => {
  const url = await showCode(page, server)
  const phone = await signedIn(await phoneOf(browser, problems), server, person)
  await phone.goto(url)
  await expect(phone.getByRole('heading', { name: '登录到另一台设备？' })).toBeVisible()
  await expect(phone.getByText('127.0.0.1')).toBeVisible()
  await expect(page.getByText('已扫描，请在手机上确认。')).toBeVisible()
  await phone.getByRole('button', { name: '确认登录' }).click()
  await expect(phone.getByRole('heading', { name: '已确认' })).toBeVisible()
  await expect(page).toHaveURL(/\/disk\/personalFile$/)
  await expect(page.getByRole('main')).toBeVisible()
})

test('a phone turns it away, and a used code says so', async ({
  page,
  browser,
  server,
  person,
  problems,
}) => {
  const url = await showCode(page, server)
  const phone = await signedIn(await phoneOf(browser, problems), server, person)
  await phone.goto(url)
  await phone.getByRole('button', { name: '不是我' }).click()
  await expect(phone.getByRole('heading', { name: '已拒绝' })).toBeVisible()
  await expect(page.getByText('已在手机上拒绝。')).toBeVisible()
  await phone.goto(url)
  await expect(phone.getByRole('heading', { name: '二维码已失效' })).toBeVisible()
  await page.getByRole('button', { name: '刷新二维码' }).click()
  await expect(page.getByText('已在手机上拒绝。')).toBeHidden()
})

test('a phone that is not signed in signs in first, and comes back to the code', async ({
  page,
  browser,
  server,
  person,
  problems,
}) => {
  const url = await showCode(page, server)
  const phone = await (await phoneOf(browser, problems)).newPage()
  await phone.goto(url)
  await phone.getByLabel('账号').fill(person)
  await phone.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('button', { name: '确认登录' })).toBeVisible()
})

test('its screens pass the audit', async ({ page, context, browser, server, person, problems }) => {
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/login`)
  await page.bringToFront()
  const url = await showCode(page, server)
  await auditor(page, wardrobe, 'zh-CN').check('code at sign-in')
  const held = await phoneOf(browser, problems)
  await signInByCall(held, server, person)
  const phone = await held.newPage()
  await phone.goto(url)
  await expect(phone.getByRole('button', { name: '确认登录' })).toBeVisible()
  const other = await held.newPage()
  await other.goto(`${server.origin}/disk/`)
  await phone.bringToFront()
  await auditor(phone, other, 'zh-CN').check('question on the phone')
})
