import { currentUser } from '@clouddisk/contract/accounts'
import { acknowledge, publishPolicy } from '@clouddisk/contract/policies'
import { pathOf } from '@clouddisk/contract/route'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Page } from '@playwright/test'
import { type Person, signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { PASSWORD, type Server, startServer } from '../support/server.ts'
import {
  anotherBrowser,
  test as base,
  expect,
  preset,
  signedIn,
  signInByCall,
  speak,
} from '../support/test.ts'

/** Agreements, policies, usage rules and notices: what is published asks everybody, so these tests have a server of their own. */

const test = base.extend<object, { server: Server; admin: Person }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads the wanted fixtures from the pattern
    async ({}, use) => {
      const server = await startServer()
      await server.acknowledge('admin')
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  admin: [
    async ({ server }, use) => use(await signIn(server.origin, 'admin', PASSWORD)),
    { scope: 'worker' },
  ],
})

const PAGES = [
  { path: 'userServiceAgreement', title: '用户协议', other: 'userServiceAgreementEnglish' },
  { path: 'userServiceAgreementEnglish', title: 'User agreement', other: 'userServiceAgreement' },
  { path: 'privacyPolicy', title: '隐私政策', other: 'privacyPolicyEnglish' },
  { path: 'privacyPolicyEnglish', title: 'Privacy policy', other: 'privacyPolicy' },
] as const

const rules = (page: Page) => page.getByRole('dialog', { name: '请先阅读并同意使用规范' })
const agree = (page: Page) => rules(page).getByRole('button', { name: '同意' })

/** Somebody who has agreed to nothing yet, and has seen the tour unless said otherwise. */
async function newcomer(server: Server, name: string, tour = false): Promise<string> {
  await server.cli('user', 'add', name, '--password', PASSWORD)
  if (!tour) await (await signIn(server.origin, name, PASSWORD)).call(saveSettings, { showLeadTip: false })
  return name
}

/** Signs in by the form. */
async function enter(page: Page, server: Server, name: string): Promise<void> {
  await page.goto(`${server.origin}/disk/login`)
  await page.getByLabel('账号').fill(name)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('agreements and policies are pages without menu and header, readable without a session (R27) (R34)', {
  tag: '@core',
}, async ({ page, server }) => {
  for (const { path, title, other } of PAGES) {
    await page.goto(`${server.origin}/disk/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title} - `))
    for (const part of ['banner', 'contentinfo'] as const) await expect(page.getByRole(part)).toHaveCount(0)
    await expect(page.getByRole('link', { name: /个人文件|Personal files/ })).toHaveCount(0)
    await page.getByRole('link', { name: /^(English|中文)$/ }).click()
    await expect(page).toHaveURL(`${server.origin}/disk/${other}`)
  }
  await page.goto(`${server.origin}/disk/PolicyList/`)
  await expect(page).toHaveURL(`${server.origin}/disk/policylist`)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['用户协议', '隐私政策', '使用规范'])
  await page.getByRole('link', { name: '使用规范 English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Usage rules' })).toBeVisible()
})

test('the sign-in page leads to agreement and privacy policy (R42)', async ({ page, server, context }) => {
  await page.goto(`${server.origin}/disk/login`)
  for (const title of ['用户协议', '隐私政策']) {
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: title }).click()
    await expect((await opened).getByRole('heading', { level: 1, name: title })).toBeVisible()
  }
})

test('usage rules are agreed to once, by their button or not at all (R12) (R253)', async ({
  page,
  server,
  browser,
  problems,
}) => {
  const name = await newcomer(server, 'newcomer_1')
  await enter(page, server, name)
  await expect(agree(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(rules(page)).toBeVisible()
  await rules(page).getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/disk\/login/)

  await enter(page, server, name)
  await agree(page).click()
  await expect(rules(page)).toHaveCount(0)
  await page.getByRole('button', { name: '上传' }).first().click()
  await page.keyboard.press('Escape')
  const calls: string[] = []
  page.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await expect(rules(page)).toHaveCount(0)
  expect(calls.filter((path) => /polic|acknowledge/.test(path))).toEqual([])

  const other = await (await anotherBrowser(browser, problems)).newPage()
  await enter(other, server, name)
  await expect(other.getByRole('main')).toBeVisible()
  await expect(rules(other)).toHaveCount(0)
})

test('after a restore, agreed rules are agreed to again by themselves, others of the same number are not (R12) (R253)', async ({
  page,
  server,
}) => {
  const name = await newcomer(server, 'newcomer_restored')
  const [asked] = (await signIn(server.origin, name, PASSWORD)).user.toAcknowledge
  await enter(page, server, name)
  await agree(page).click()
  await expect(rules(page)).toHaveCount(0)
  // What a restored server asks for: it does not know of the agreement.
  let toAcknowledge = [asked]
  await page.route(`**${pathOf(currentUser)}*`, async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, toAcknowledge } } })
  })
  const agreed = page.waitForResponse(`**${pathOf(acknowledge)}`)
  await page.reload()
  await agreed
  await expect(rules(page)).toHaveCount(0)
  toAcknowledge = [asked && { ...asked, publishTime: '2026-01-02T03:04:05.678Z' }]
  await page.reload()
  await expect(agree(page)).toBeVisible()
})

test('new usage rules ask in open pages, and a click in one answers in all (R12)', async ({
  context,
  server,
  person,
  admin,
}) => {
  await signInByCall(context, server, person)
  const [one, two] = [await context.newPage(), await context.newPage()]
  const outside: string[] = []
  context.on('request', (request) => {
    if (!request.url().startsWith(server.origin)) outside.push(request.url())
  })
  for (const page of [one, two]) {
    const follows = page.waitForResponse((response) => response.url().includes('/changes/stream'))
    await page.goto(`${server.origin}/disk/`)
    await follows
  }
  await admin.call(publishPolicy, {
    kind: 'usageRules',
    textZh:
      '## 第一条\n\n<img src=x onerror="window.owned=1">只用本人账号 [详情](javascript:alert(1)) [官网](https://example.com)\n\n![横幅](https://pictures.example/a.png) ![](JaVaScRiPt:alert(1)) [文件](file:///etc/passwd) <data:text/html,x>',
    textEn: '## One\n\nYour own account only.',
  })
  for (const page of [one, two]) await expect(rules(page)).toContainText('只用本人账号')
  await expect(rules(one).getByText('使用规范已更新')).toBeVisible()
  await expect(rules(one).getByText(/^版本 \d+，[-\d]+ [\d:]+ 发布$/)).toBeVisible()
  // Markdown is shown, HTML and scripts are not.
  await expect(rules(one).getByText('<img src=x')).toBeVisible()
  await expect(rules(one).locator('img')).toHaveCount(0)
  await expect(rules(one).getByRole('link')).toHaveCount(1)
  await expect(rules(one).getByRole('link', { name: '官网' })).toHaveAttribute('rel', /noopener/)
  // Pictures of other sites are named, not fetched: such a site would learn who reads.
  await expect(rules(one).getByRole('button', { name: '横幅' })).toContainText('pictures.example')
  expect(outside).toEqual([])
  expect(await one.evaluate(() => 'owned' in window)).toBe(false)
  await agree(one).click()
  for (const page of [one, two]) await expect(rules(page)).toHaveCount(0)
})

test('usage rules that are published while a page opens are asked for in it (R12)', async ({
  context,
  server,
  person,
  admin,
}) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  let follow = () => {}
  const held = new Promise<void>((resolve) => {
    follow = resolve
  })
  const begins = page.waitForRequest((request) => request.url().includes('/changes/stream'))
  await page.route('**/changes/stream*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${server.origin}/disk/`)
  await begins
  await admin.call(publishPolicy, { kind: 'usageRules', textZh: '刚刚发布', textEn: 'Just now' })
  follow()
  await expect(rules(page)).toContainText('刚刚发布')
  await agree(page).click()
  await expect(rules(page)).toHaveCount(0)
})

test('a notice is shown after the usage rules, once a person, and is in the help menu afterwards (R36)', async ({
  page,
  server,
  admin,
  browser,
  problems,
}) => {
  await admin.call(publishPolicy, { kind: 'publicNotice', titleEn: 'Fire drill', textEn: 'Today at *noon*.' })
  await admin.call(publishPolicy, {
    kind: 'publicNotice',
    titleZh: '停机维护',
    textZh: '周六 20:00 **停机**。',
    endTime: '2099-01-01T00:00:00Z',
  })
  const name = await newcomer(server, 'newcomer_2', true)
  await enter(page, server, name)
  await agree(page).click()
  const notice = page.getByRole('dialog', { name: '停机维护' })
  await expect(notice).toContainText('周六 20:00 停机。')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await notice.getByRole('button', { name: '知道了' }).click()
  await expect(notice).toHaveCount(0)
  // The tour comes last.
  await page.getByRole('dialog').getByRole('button', { name: '跳过' }).click()

  const context = await anotherBrowser(browser, problems)
  await signInByCall(context, server, name)
  const english = await context.newPage()
  await speak(english, 'en-US')
  await english.goto(`${server.origin}/disk/`)
  await expect(english.getByRole('main')).toBeVisible()
  await expect(english.getByRole('dialog')).toHaveCount(0)
  await english.getByRole('button', { name: 'Help' }).click()
  await english.getByRole('menuitem', { name: 'Notices' }).click()
  const notices = english.getByRole('dialog', { name: 'Notices' })
  await expect(notices.getByRole('button', { expanded: true })).toContainText('停机维护')
  await expect(notices.getByRole('note')).toHaveText('This notice is only in Chinese.')
  await notices.getByRole('button', { name: 'Fire drill' }).click()
  await expect(notices.getByText('Today at noon.')).toBeVisible()
  await notices.getByRole('button', { name: 'Close' }).last().click()

  await english.getByRole('button', { name: 'Help' }).click()
  const opened = context.waitForEvent('page')
  await english.getByRole('menuitem', { name: 'User agreement' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: 'User agreement' })).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`questions and pages are accessible in ${language} (R27)`, async ({ context, server, admin }) => {
    test.slow()
    const page = await context.newPage()
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const audit = auditor(page, wardrobe, language)
    for (const path of ['userServiceAgreement', 'privacyPolicyEnglish', 'policylist']) {
      await page.goto(`${server.origin}/disk/${path}`)
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
      await audit.check(path)
      await page.setViewportSize({ width: 390, height: 844 })
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect(inner).toBeLessThanOrEqual(outer ?? 0)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
    await admin.call(publishPolicy, { kind: 'publicNotice', titleZh: '公告标题', textZh: '正文' })
    const name = await newcomer(server, `reader_${language.slice(0, 2)}`)
    const answer = await context.request.post(`${server.origin}/disk/api/user/login`, {
      data: { userName: name, password: PASSWORD },
      headers: { 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(answer.ok()).toBe(true)
    await page.goto(`${server.origin}/disk/`)
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    const answerOf = (text: string) => page.getByRole('dialog').getByRole('button', { name: text })
    for (const text of [say('同意', 'Agree'), say('知道了', 'Got it')]) {
      await expect(answerOf(text)).toBeVisible()
      await audit.check(text)
      await answerOf(text).press('Enter')
      await expect(answerOf(text)).toHaveCount(0)
    }
    await page.getByRole('button', { name: say('帮助', 'Help') }).click()
    await page.getByRole('menuitem', { name: say('公告', 'Notices') }).press('Enter')
    await expect(page.getByRole('dialog').getByRole('button', { expanded: true })).toBeVisible()
    await audit.check('notices')
  })

test('a text is printed whole, in black on white (R27)', async ({ page, server }) => {
  await preset(page, { 'clouddisk.theme': 'dark' })
  await page.goto(`${server.origin}/disk/userServiceAgreement`)
  await expect(page.getByRole('heading', { level: 2 }).last()).toBeAttached()
  await page.emulateMedia({ media: 'print' })
  const look = await page.evaluate(() => {
    const frame = document.querySelector('.policy-page')
    const text = document.querySelector('.policy-page p')
    return {
      whole:
        frame !== null &&
        frame.scrollHeight <= frame.clientHeight &&
        document.body.clientHeight >= frame.clientHeight,
      color: text && getComputedStyle(text).color,
    }
  })
  expect(look).toEqual({ whole: true, color: 'rgb(0, 0, 0)' })
  await expect(page.getByRole('navigation')).toBeHidden()
})

test('an administrator publishes a notice, withdraws it, and uses an earlier text again (R12) (R36)', async ({
  context,
  server,
  admin,
  problems,
}) => {
  const page = await signedIn(context, server, 'admin', 'admin/texts')
  const main = page.getByRole('main')
  const dialog = page.getByRole('dialog')
  await main.getByRole('button', { name: '发布公告' }).click()
  await dialog.getByRole('textbox', { name: '中文标题' }).fill('消防演习')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog.getByRole('textbox', { name: '中文正文' })).toBeFocused()
  await dialog.getByRole('textbox', { name: '中文正文' }).fill('今天 **14:00**')
  await expect(dialog.getByRole('region', { name: '中文正文的预览' }).getByText('14:00')).toHaveCSS(
    'font-weight',
    '700',
  )
  await dialog.getByRole('textbox', { name: '有效期至' }).fill('2020-01-01')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(dialog.getByText('请填写今天或以后的日期')).toBeVisible()
  await dialog.getByRole('textbox', { name: '有效期至' }).fill('2099-01-01')
  problems.expect(/400/)
  // What the server refuses is said at its field, and what was written stays.
  await page.route('**/admin/policy/publish', (route) =>
    route.fulfill({
      status: 400,
      json: { errcode: 20001, errmsg: '中文标题已被使用', data: { field: 'titleZh', reason: 'name' } },
    }),
  )
  await dialog.getByRole('button', { name: '发布' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click()
  const title = dialog.getByRole('textbox', { name: '中文标题' })
  await expect(title).toBeFocused()
  await expect(title).toHaveAccessibleDescription('中文标题已被使用')
  await expect(title).toHaveValue('消防演习')
  await page.unroute('**/admin/policy/publish')
  await title.fill('消防演习 ')
  await dialog.getByRole('button', { name: '发布' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('所有人都会看到它')
  await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click()
  // The administrator is shown it too.
  await page.getByRole('dialog', { name: '消防演习' }).getByRole('button', { name: '知道了' }).click()
  const row = main.getByRole('listitem').filter({ hasText: '消防演习' })
  await expect(row).toContainText('当前')
  await expect(row).toContainText('2099-01-01 23:59 前有效')

  await row.getByRole('button', { name: '撤回“消防演习”' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '撤回' }).click()
  await expect(row).toContainText('已撤回')
  await expect(row.getByRole('button', { name: '撤回“消防演习”' })).toHaveCount(0)

  await admin.call(publishPolicy, { kind: 'userAgreement', textZh: '第二版正文', textEn: 'Second text' })
  await page.reload()
  await main.getByRole('button', { name: '用户协议的历史版本' }).click()
  await expect(dialog.getByText('第二版正文')).toBeVisible()
  await dialog.getByRole('combobox', { name: '版本' }).click()
  await page.getByRole('option', { name: /^版本 1 / }).click()
  await expect(dialog.getByRole('heading', { name: '1. 账号' })).toBeVisible()
  await dialog.getByRole('button', { name: '再次使用' }).click()
  await expect(dialog.getByRole('textbox', { name: '中文正文' })).toHaveValue(/账号由公司开通/)
  await dialog.getByRole('button', { name: '发布' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '发布' }).click()
  await expect(main.getByRole('region', { name: '用户协议' })).toContainText('版本 3')
  await page.goto(`${server.origin}/disk/userServiceAgreement?version=2`)
  await expect(page.getByText('第二版正文')).toBeVisible()
  await page.getByRole('link', { name: '查看当前版本' }).click()
  await expect(page.getByRole('heading', { name: '1. 账号' })).toBeVisible()
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`the administration of texts is accessible in ${language} (R12)`, async ({ context, server }) => {
    test.slow()
    await signInByCall(context, server, 'admin')
    const page = await context.newPage()
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const audit = auditor(page, wardrobe, language)
    const say = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    await page.goto(`${server.origin}/disk/admin/texts`)
    const edit = page.getByRole('button', { name: say('编辑使用规范', 'Edit Usage rules') })
    await expect(edit).toBeVisible()
    await audit.check('texts')
    await edit.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeVisible()
    await audit.check('editor')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page
      .getByRole('button', { name: say('使用规范的历史版本', 'Versions of Usage rules') })
      .press('Enter')
    await expect(page.getByRole('dialog').getByRole('article')).toBeVisible()
    await audit.check('versions')
  })

test('on a phone the menu has notices and the user agreement (R36)', async ({ context, server, person }) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/disk/`)
  const menu = page.getByRole('button', { name: '打开菜单' })
  await menu.click()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: '用户协议' }).click()
  await expect((await opened).getByRole('heading', { level: 1, name: '用户协议' })).toBeVisible()
  await menu.click()
  await page.getByRole('button', { name: '公告' }).click()
  await expect(page.getByRole('dialog', { name: '公告' })).toBeVisible()
})

test('on a phone the menu shows the tour again, and that of the administration has the help (R36)', async ({
  browser,
  context,
  server,
  person,
  problems,
}) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${server.origin}/disk/`)
  await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('button', { name: '重看新手引导' }).click()
  await expect(page.getByRole('dialog', { name: '从这里找到所有文件' })).toContainText('1 / 3')

  const other = await anotherBrowser(browser, problems, { viewport: { width: 390, height: 844 } })
  const admin = await signedIn(other, server, 'admin', 'admin/users')
  await admin.getByRole('button', { name: '打开菜单' }).click()
  await expect(admin.getByRole('button', { name: '帮助文档' })).toBeVisible()
  await admin.getByRole('button', { name: '用户反馈' }).click()
  await expect(admin.getByRole('dialog', { name: '用户反馈' })).toBeVisible()
})

test('new usage rules lie over an open sheet, menu or question, which cannot be used below them (R12)', async ({
  browser,
  server,
  person,
  admin,
  problems,
}) => {
  const user = await signIn(server.origin, person, PASSWORD)
  await user.upload('0', '合同.txt', Buffer.from('a'))
  const context = await anotherBrowser(browser, problems, PHONE)
  await signInByCall(context, server, person)
  const page = await context.newPage()
  const publish = (text: string) =>
    admin.call(publishPolicy, { kind: 'usageRules', textZh: text, textEn: text })
  const follows = page.waitForResponse((response) => response.url().includes('/changes/stream'))
  await page.goto(`${server.origin}/disk/personalFile`)
  await follows
  const more = phoneRow(page, '合同.txt').getByRole('button', { name: /更多/ })
  await more.tap()
  const sheet = page.getByRole('dialog', { name: '合同.txt' })
  await expect(sheet.getByRole('button', { name: '重命名' })).toBeVisible()
  await publish('第一次')
  await expect(rules(page)).toContainText('第一次')
  await agree(page).tap()
  await expect(rules(page)).toHaveCount(0)

  if (!(await page.getByRole('dialog').isVisible())) await more.tap()
  await page.getByRole('dialog').getByRole('button', { name: '属性' }).tap()
  const details = page.getByRole('dialog', { name: '属性' })
  await details.getByRole('tab', { name: /^评论/ }).tap()
  const field = details.getByRole('textbox', { name: '写评论' })
  await field.fill('还没写完')
  await publish('第二次')
  await expect(rules(page)).toContainText('第二次')
  // Of the whole screen, nothing but the rules is under the finger or has the keyboard.
  const outside = await rules(page).evaluate((dialog) => {
    const points = [0.05, 0.3, 0.6, 0.95].flatMap((x) => [0.05, 0.5, 0.95].map((y) => [x, y] as const))
    return points.filter(
      ([x, y]) => !dialog.contains(document.elementFromPoint(x * innerWidth, y * innerHeight)),
    )
  })
  expect(outside).toEqual([])
  await page.keyboard.press('Tab')
  await expect(rules(page).locator(':focus')).toHaveCount(1)
  await agree(page).tap()
  await expect(rules(page)).toHaveCount(0)
})
