import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { freshCodes, shownSecret } from '../support/second-factor.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { openSettings } from '../support/settings.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

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

test('an app is set up in the settings, and asked for at sign-in; a recovery code helps without it', {
  tag: '@core',
}, async ({ drive, browser, server, person, problems }) => {
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

test('an administrator says who needs one, and who has none sets it up at sign-in; a lost device is reset', async ({
  context,
  browser,
  server,
  person,
  problems,
}) => {
  const admin = await signedIn(context, server, 'admin', 'admin/second-factor')
  const choose = async (who: string) => {
    await admin.getByRole('button', { name: '修改', exact: true }).click()
    await admin.getByRole('radio', { name: who }).click()
    await admin.getByRole('button', { name: '保存' }).click()
    // The notice of an earlier change may still be shown.
    await expect(admin.getByText('二次验证要求已保存').last()).toBeVisible()
    await expect(admin.getByRole('radio', { name: who })).toBeHidden()
  }
  await choose('所有人')
  try {
    await admin.getByLabel('搜索账号或姓名').fill(person)
    await expect(admin.getByRole('row').filter({ hasText: person })).toContainText('需要但未设置')
    const page = await (await anotherBrowser(browser, problems)).newPage()
    await page.goto(`${server.origin}/disk/login`)
    await page.getByLabel('账号').fill(person)
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '开启二次验证' })).toBeVisible()
    await code(page).fill(freshCodes(await shownSecret(page)).next())
    await page.getByRole('button', { name: '开启' }).click()
    await page.getByRole('button', { name: '下载', exact: true }).click()
    await page.getByRole('button', { name: '已保存' }).click()
    await expect(page).toHaveURL(/\/disk\/personalFile$/)
  } finally {
    await choose('自愿：用户可自行开启')
  }
  await admin.reload()
  const row = admin.getByRole('row').filter({ hasText: person })
  await expect(row).toContainText('验证器应用')
  await row.hover()
  await row.getByRole('button', { name: '重置二次验证' }).click()
  await admin.getByRole('alertdialog').getByRole('button', { name: '重置二次验证' }).click()
  await expect(row).toContainText('未设置')
  const lost = await (await anotherBrowser(browser, problems)).newPage()
  await lost.goto(`${server.origin}/disk/login`)
  await lost.getByLabel('账号').fill(person)
  await lost.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await lost.keyboard.press('Enter')
  await expect(lost).toHaveURL(/\/disk\/personalFile$/)
})

test('a dangerous action asks who it is, once, and goes on by itself', async ({
  context,
  server,
  problems,
}) => {
  problems.expect(/status of 403/)
  const admin = await signedIn(context, server, 'admin', 'admin/second-factor')
  await server.confirmedEarlier('admin')
  await admin.getByRole('button', { name: '修改', exact: true }).click()
  await admin.getByRole('radio', { name: '管理员', exact: true }).click()
  await admin.getByRole('radio', { name: '自愿：用户可自行开启' }).click()
  await admin.getByRole('button', { name: '保存' }).click()
  const question = admin.getByRole('dialog', { name: '确认是你本人' })
  await question.getByLabel('密码', { exact: true }).fill('wrong')
  await admin.keyboard.press('Enter')
  await expect(question.getByText('原密码错误')).toBeVisible()
  await question.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await admin.keyboard.press('Enter')
  await expect(admin.getByText('二次验证要求已保存')).toBeVisible()
  await expect(question).toBeHidden()
})
