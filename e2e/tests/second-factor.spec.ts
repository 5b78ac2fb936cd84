import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { freshCodes, shownSecret } from '../support/second-factor.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { openSettings } from '../support/settings.ts'
import { anotherBrowser, expect, test } from '../support/test.ts'

/** Codes of an authenticator app: set up in the settings, asked for at the next sign-in. */

const code = (page: Page) => page.getByLabel('验证码')

async function signInWithPassword(page: Page, server: Server, person: string): Promise<void> {
  await page.goto(`${server.origin}/disk/login`)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '二次验证' })).toBeVisible()
}

/** Sets up an app in the settings. */
async function setUp(page: Page): Promise<{ codes: ReturnType<typeof freshCodes>; recovery: string[] }> {
  await openSettings(page)
  await page.getByRole('tab', { name: '登录与安全' }).click()
  await page.getByRole('button', { name: '设置', exact: true }).click()
  const codes = freshCodes(await shownSecret(page))
  await code(page).fill(codes.next())
  await page.getByRole('button', { name: '开启' }).click()
  const list = page.getByRole('list', { name: '恢复码' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  return { codes, recovery: await list.getByRole('listitem').allInnerTexts() }
}

test('an app is set up in the settings, and asked for at sign-in; a recovery code helps without it', async ({
  drive,
  browser,
  server,
  person,
  problems,
}) => {
  const { codes, recovery } = await setUp(drive)
  const saved = drive.getByRole('button', { name: '已保存' })
  await expect(saved).toHaveAttribute('aria-disabled', 'true')
  const file = drive.waitForEvent('download')
  await drive.getByRole('button', { name: '下载', exact: true }).click()
  expect((await file).suggestedFilename()).toBe('企业云盘恢复码.txt')
  await saved.click()
  await expect(drive.getByText('还剩 10 个可用')).toBeVisible()
  await expect(drive.getByText('已开启')).toBeVisible()

  problems.expect(/status of 403/)
  const page = await (await anotherBrowser(browser, problems)).newPage()
  await signInWithPassword(page, server, person)
  // Nothing else opens meanwhile, and a reload asks again.
  await page.goto(`${server.origin}/disk/recycleBin`)
  await expect(page).toHaveURL(/\/disk\/login\?service=/)
  await code(page).fill('000000')
  await expect(page.getByText(/验证码错误或已使用过，还可以试 4 次/)).toBeVisible()
  await code(page).fill(codes.next())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/disk\/recycleBin$/)
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()

  const third = await (await anotherBrowser(browser, problems)).newPage()
  await signInWithPassword(third, server, person)
  await third.getByRole('button', { name: /使用恢复码/ }).click()
  await third.getByLabel('恢复码').fill(recovery[0] ?? '')
  await third.keyboard.press('Enter')
  await expect(third).toHaveURL(/\/disk\/personalFile$/)
})

test('a sign-in that is not finished is given up for another account', async ({
  drive,
  browser,
  server,
  person,
  problems,
}) => {
  await setUp(drive)
  const page = await (await anotherBrowser(browser, problems)).newPage()
  await signInWithPassword(page, server, person)
  await page.getByRole('button', { name: '切换账号' }).click()
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible()
  await page.goto(`${server.origin}/disk/`)
  await expect(page).toHaveURL(/\/disk\/login/)
})

test('its screens pass the audit', async ({ drive, browser, server, person, context, problems }) => {
  const wardrobe = await context.newPage()
  await wardrobe.goto(`${server.origin}/disk/`)
  const look = auditor(drive, wardrobe, 'zh-CN')
  await openSettings(drive)
  await drive.getByRole('tab', { name: '登录与安全' }).click()
  await expect(drive.getByText('未开启')).toBeVisible()
  await look.check('settings without a second factor')
  await drive.keyboard.press('Escape')
  await setUp(drive)
  await look.check('recovery codes')
  const elsewhere = await anotherBrowser(browser, problems)
  const page = await elsewhere.newPage()
  await signInWithPassword(page, server, person)
  const other = await elsewhere.newPage()
  await other.goto(`${server.origin}/disk/login`)
  await auditor(page, other, 'zh-CN').check('second factor at sign-in')
})
