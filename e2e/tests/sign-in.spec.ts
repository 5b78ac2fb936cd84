import { signIn as apiOf } from '../../server/test/person.ts'
import { PASSWORD } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, test } from '../support/test.ts'

test('signs in, says what is wrong, and comes back to where one wanted to go', { tag: '@core' }, async ({
  page,
  server,
  person,
}) => {
  await page.goto(`${server.origin}/disk/recycleBin`)
  await expect(page).toHaveURL(/\/disk\/login\?service=/)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入账号')).toBeVisible()
  await expect(page.getByLabel('账号')).toBeFocused()
  await page.getByLabel('账号').fill(person)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入密码')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/账号或密码错误/)).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/disk\/recycleBin$/)
  await expect(page.getByRole('heading', { name: '回收站', exact: true })).toBeVisible()
})

test('another language keeps the account that was typed, and the settings say what they are', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/disk/login`)
  await page.getByLabel('账号').fill('lin_xiao')
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByLabel('Account')).toHaveValue('lin_xiao')
  await page.getByRole('button', { name: 'Advanced' }).click()
  await expect(page.getByText(/A region is your account’s data center/)).toBeVisible()
  await expect(page.getByText('Authorized use only. Activity may be audited.')).toBeVisible()
})

test('the header shows the used space of a person without a quota (R11)', async ({ context, server }) => {
  const person = await newPerson(server, { capacity: null })
  const api = await apiOf(server.origin, person, PASSWORD)
  await api.upload('0', 'a.bin', Buffer.alloc(2 * 1024 * 1024))
  const drive = await signedIn(context, server, person)
  await expect(drive.getByRole('banner')).toContainText('已用 2.00 MB · 不限空间')
})

test('a return address elsewhere is not followed', async ({ page, server, person }) => {
  await page.goto(`${server.origin}/disk/login?service=${encodeURIComponent('https://evil.example/disk/')}`)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${server.origin}/disk/personalFile`)
})

test('many wrong tries make one wait, and the wait counts down', async ({
  page,
  server,
  person,
  problems,
}) => {
  problems.expect(/status of 429/)
  await page.clock.install()
  await page.goto(`${server.origin}/disk/login`)
  await page.getByLabel('账号').fill(person)
  const password = page.getByLabel('密码', { exact: true })
  await expect(async () => {
    await password.fill('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/输错次数过多/)).toBeVisible({ timeout: 1000 })
  }).toPass()
  const locked = page.getByRole('button', { name: /\d+ 秒后重试/ })
  await expect(locked).toHaveAttribute('aria-disabled', 'true')
  // The button itself counts; a second number beside it would stand still.
  await locked.hover()
  await page.clock.runFor(2000)
  await expect(page.getByText('输错次数过多，请稍候')).toBeVisible()
  await expect(page.getByText(/^\d+ 秒后重试/)).toHaveCount(1)
  await page.clock.fastForward('30:00')
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

test('an error page says what happened and leads back and home (R24, R239)', async ({ drive, server }) => {
  for (const [type, title] of [
    ['403', '没有访问权限'],
    ['404', '页面不存在'],
    ['500', '服务器出错了'],
  ]) {
    await drive.goto(`${server.origin}/disk/error/${type}`)
    await expect(drive.getByRole('heading', { name: title ?? '' })).toBeVisible()
  }
  await drive
    .getByRole('link', { name: '回到首页' })
    .or(drive.getByRole('button', { name: '回到首页' }))
    .click()
  await expect(drive).toHaveURL(/\/disk\/personalFile$/)
})

test('the language is switched from the menu, reloads the page and is kept', async ({ drive, person }) => {
  await drive.evaluate(() => Object.assign(window, { before: true }))
  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '语言' }).click()
  await drive.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(drive.getByRole('link', { name: 'Recycle bin' })).toBeVisible()
  expect(await drive.evaluate(() => 'before' in window)).toBe(false)
  await drive.reload()
  await expect(drive.locator('html')).toHaveAttribute('lang', 'en-US')
  await expect(drive.getByRole('link', { name: 'Personal files' })).toBeVisible()
})

test('the language chosen once follows the person to another browser', async ({
  drive,
  browser,
  server,
  person,
  problems,
}) => {
  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '语言' }).click()
  await drive.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(drive.locator('html')).toHaveAttribute('lang', 'en-US')
  const other = await anotherBrowser(browser, problems)
  const page = await signedIn(other, server, person)
  await expect(page.getByRole('link', { name: 'Recycle bin' })).toBeVisible()
  await other.close()
})

test('skin and mode are chosen from the menu and kept (R9)', async ({ drive, person }) => {
  const pick = async (entry: string, choice: string) => {
    await drive.getByRole('button', { name: person }).click()
    await drive.getByRole('menuitem', { name: entry }).click()
    await drive.getByRole('menuitemradio', { name: choice, exact: true }).click()
  }
  await pick('皮肤', '蓝白')
  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '设置' }).click()
  await drive.getByRole('dialog', { name: '设置' }).getByRole('combobox', { name: '外观' }).click()
  await drive.getByRole('option', { name: '深色' }).click()
  const html = drive.locator('html')
  await expect(html).toHaveAttribute('data-skin', 'light')
  await expect(html).toHaveAttribute('data-theme', 'dark')
  await drive.reload()
  await expect(html).toHaveAttribute('data-skin', 'light')
  await expect(html).toHaveAttribute('data-theme', 'dark')
})

test('signs out, and signing in again leads back', async ({ drive, server, person }) => {
  await drive.goto(`${server.origin}/disk/myCollect`)
  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '退出登录' }).click()
  await expect(drive).toHaveURL(/\/disk\/login/)
  expect((await drive.request.get(`${server.origin}/disk/api/user/currentUser`)).status()).toBe(401)
  await drive.getByLabel('账号').fill(person)
  await drive.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await drive.keyboard.press('Enter')
  await expect(drive).toHaveURL(/\/disk\/myCollect$/)
})

test('a password that an administrator gave is changed before anything else', async ({ page, server }) => {
  const person = await newPerson(server)
  await server.cli('user', 'passwd', person, '--password', PASSWORD, '--must-change')
  await page.goto(`${server.origin}/disk/personalFile`)
  await page.getByLabel('账号').fill(person)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '设置新密码' })).toBeVisible()
  await page.getByLabel('原密码').fill(PASSWORD)
  await page.getByLabel('新密码', { exact: true }).fill('short')
  await page.getByLabel('确认新密码').fill('other')
  await page.getByRole('button', { name: '保存并继续' }).click()
  await expect(page.getByText('两次输入不一致')).toBeVisible()
  await page.getByLabel('新密码', { exact: true }).fill('Better-horse-8')
  await page.getByLabel('确认新密码').fill('Better-horse-8')
  await page.getByRole('button', { name: '保存并继续' }).click()
  await expect(page).toHaveURL(/\/disk\/personalFile$/)
  await expect(page.getByRole('heading', { name: '个人文件' })).toBeVisible()
})

test('the password is changed from the menu; the old one no longer opens (R56)', async ({
  drive,
  server,
  person,
}) => {
  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = drive.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill('not this one')
  await dialog.getByLabel('新密码', { exact: true }).fill('Better-horse-8')
  await dialog.getByLabel('确认新密码').fill('Better-horse-8')
  // What was typed goes only where that is meant.
  await drive.keyboard.press('Escape')
  await drive.getByRole('alertdialog').getByRole('button', { name: '继续编辑' }).click()
  await expect(dialog.getByLabel('新密码', { exact: true })).toHaveValue('Better-horse-8')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog.getByLabel('原密码')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('原密码').fill(PASSWORD)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  const login = (password: string) =>
    drive.request.post(`${server.origin}/disk/api/user/login`, {
      data: { userName: person, password },
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    })
  expect(((await (await login(PASSWORD)).json()) as { errcode: number }).errcode).not.toBe(0)
  expect(((await (await login('Better-horse-8')).json()) as { errcode: number }).errcode).toBe(0)
})

test('a session that ran out says so, and leads back (R231, C9)', async ({ drive, server }) => {
  await drive.route('**/disk/api/user/currentUser*', (route) =>
    route.fulfill({
      status: 401,
      json: { errcode: 401, errmsg: '登录已过期。', data: { reason: 'timed_out' }, traceId: 't' },
    }),
  )
  await drive.goto(`${server.origin}/disk/recycleBin`)
  await expect(
    drive.getByRole('status').filter({ hasText: '登录已过期，重新登录后会回到这里' }),
  ).toBeVisible()
  const url = new URL(drive.url())
  expect([url.pathname, url.searchParams.get('service')]).toEqual(['/disk/login', '/disk/recycleBin'])
})

test('revoking a device ends the other window', async ({ drive, browser, server, person, problems }) => {
  const other = await anotherBrowser(browser, problems)
  const elsewhere = await signedIn(other, server, person)
  await expect(elsewhere.getByRole('heading', { name: '个人文件' })).toBeVisible()

  await drive.getByRole('button', { name: person }).click()
  await drive.getByRole('menuitem', { name: '登录设备' }).click()
  const dialog = drive.getByRole('dialog', { name: '登录设备' })
  await expect(dialog.getByText('当前设备')).toBeVisible()
  await dialog.getByRole('button', { name: '退出其他设备' }).click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '退出其他设备' }).click()
  const others = dialog.getByRole('button', { name: '退出其他设备' })
  await expect(others).toHaveAccessibleDescription('没有其他登录设备')

  // It is told by the live stream, without anything being asked there.
  await expect(elsewhere).toHaveURL(/\/disk\/login\?service=/)
  // Files were open there, which going back must not show.
  await elsewhere.goBack()
  await expect(elsewhere).toHaveURL(/\/disk\/login\?service=/)
  await expect(
    elsewhere.getByRole('status').filter({ hasText: '此设备已在其他设备或由管理员退出登录' }),
  ).toBeVisible()
  await elsewhere.getByRole('button', { name: 'English' }).click()
  await expect(elsewhere.getByText(/This device was signed out/)).toBeVisible()
  await elsewhere.getByRole('button', { name: '中文' }).click()
  await elsewhere.getByLabel('账号').fill(person)
  await elsewhere.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere).toHaveURL(/\/disk\/personalFile$/)
  await expect(dialog).toBeVisible()
  await other.close()
})
