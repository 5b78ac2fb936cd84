import { LIMITS } from '@clouddisk/contract/limits'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { hold } from '../support/hold.ts'
import { PHONE } from '../support/phone.ts'
import type { Server } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, preset, signInByCall, test, type Words } from '../support/test.ts'

/** The guided tour of a new person, and the hint at hidden groups (A§2, A§9). */

const WORDS = {
  'zh-CN': {
    titles: ['从这里找到所有文件', '共享给同事，不用再发附件', '建一个群组，一起管文件'],
    skip: '跳过',
    next: '下一步',
    tryNow: '立即体验',
    newGroup: '新建群组',
  },
  'en-US': {
    titles: [
      'Your files start here',
      'Share with colleagues, skip the attachments',
      'Start a group, keep files together',
    ],
    skip: 'Skip',
    next: 'Next',
    tryNow: 'Try now',
    newGroup: 'New group',
  },
} as const

/** The page of a person who has never been here. */
async function newcomersPage(
  context: BrowserContext,
  server: Server,
  stored: Record<string, string> = {},
): Promise<Page> {
  await signInByCall(context, server, await newPerson(server, { newcomer: true }), true)
  const page = await context.newPage()
  await preset(page, stored)
  await page.goto(`${server.origin}/disk/`)
  await expect(page.getByRole('main')).toBeVisible()
  return page
}

const card = (page: Page, language: Words, step: 0 | 1 | 2): Locator =>
  page.getByRole('dialog', { name: WORDS[language].titles[step] })
const button = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** Whether the lit part of the page is around the element. */
const expectLit = (page: Page, element: Locator): Promise<void> =>
  expect(async () => {
    const [lit, box] = await Promise.all([
      page.locator('[data-spotlight]').boundingBox(),
      element.boundingBox(),
    ])
    if (!lit || !box) throw new Error('not drawn')
    expect(lit.x).toBeLessThanOrEqual(box.x)
    expect(lit.y).toBeLessThanOrEqual(box.y)
    expect(lit.x + lit.width).toBeGreaterThanOrEqual(box.x + box.width)
    expect(lit.y + lit.height).toBeGreaterThanOrEqual(box.y + box.height)
    // No more than a frame around it.
    expect(lit.height).toBeLessThanOrEqual(box.height + 12)
  }).toPass({ timeout: 10_000 })

for (const language of ['zh-CN', 'en-US'] as const) {
  test(`three steps lead a new person to a new group: ${language} (R13, R43, R253)`, async ({
    context,
    server,
  }) => {
    const words = WORDS[language]
    const page = await newcomersPage(context, server, { 'clouddisk.language': language })
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/favicon.svg`)
    await page.bringToFront()
    const audit = auditor(page, wardrobe, language)

    await expect(card(page, language, 0)).toBeVisible()
    await expect(card(page, language, 0)).toContainText('1 / 3')
    await expect(button(page, words.skip)).toBeVisible()
    await expect(button(page, words.next)).toBeFocused()
    const entries = page
      .getByRole('navigation', { name: /主菜单|Main menu/, includeHidden: true })
      .getByRole('listitem', { includeHidden: true })
    await expect(entries).toHaveCount(7)
    await audit.check('tour, step 1')

    // The keyboard does not leave the card, and nothing below it can be pressed.
    for (let press = 0; press < 4; press++) await page.keyboard.press('Tab')
    await expect(card(page, language, 0).locator(':focus')).toHaveCount(1)

    await button(page, words.next).click()
    await expect(card(page, language, 1)).toBeVisible()
    await expectLit(page, page.locator('nav li a[href="/disk/fileShare"]'))
    await page.setViewportSize({ width: 1100, height: 700 })
    await expectLit(page, page.locator('nav li a[href="/disk/fileShare"]'))
    await page.setViewportSize({ width: 1440, height: 900 })
    await audit.check('tour, step 2')

    await button(page, words.next).click()
    await expect(card(page, language, 2)).toBeVisible()
    await expect(page).toHaveURL(/\/groupFile$/)
    const newGroup = page.locator('[data-tour=new-group]')
    await expect(newGroup).toHaveText(words.newGroup)
    await expectLit(page, newGroup)
    await audit.check('tour, step 3')
    await button(page, words.tryNow).click()
    const dialog = page.getByRole('dialog', { name: words.newGroup })
    await expect(dialog).toBeVisible()
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await expect(page.locator('[data-spotlight]')).toHaveCount(0)
  })
}

test('the tour is shown once, also in another browser, and again from the help menu (R13, R43, R253)', {
  tag: '@core',
}, async ({ browser, context, server, problems }) => {
  const person = await newPerson(server, { newcomer: true })
  await signInByCall(context, server, person, true)
  const page = await context.newPage()
  await page.goto(`${server.origin}/disk/`)
  await expect(card(page, 'zh-CN', 0)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(/\/personalFile$/)
  const flags = await page.evaluate(() =>
    Object.entries(localStorage).filter(([key]) => key.startsWith('showLeadTip')),
  )
  expect(flags.map(([, value]) => value)).toEqual(['false'])

  await page.clock.install()
  await page.reload()
  await expect(page.getByRole('main')).toBeVisible()
  await page.clock.runFor(5000)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // Another browser asks the server, which knows.
  const other = await anotherBrowser(browser, problems)
  await signInByCall(other, server, person, true)
  const elsewhere = await other.newPage()
  const asked = elsewhere.waitForResponse('**/user/querySettings*')
  await elsewhere.goto(`${server.origin}/disk/`)
  await asked
  await expect
    .poll(() =>
      elsewhere.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('showLeadTip'))),
    )
    .toBe(true)
  await expect(elsewhere.getByRole('dialog')).toHaveCount(0)

  await elsewhere.getByRole('button', { name: '帮助', exact: true }).click()
  await elsewhere.getByRole('menuitem', { name: '重看新手引导' }).click()
  await expect(card(elsewhere, 'zh-CN', 0)).toBeVisible()
  await button(elsewhere, '跳过').click()
  await expect(elsewhere.getByRole('dialog')).toHaveCount(0)
})

test('the tour starts a second after the page has loaded, and waits for what is being typed (R253)', async ({
  context,
  server,
}) => {
  const person = await newPerson(server, { newcomer: true })
  await signInByCall(context, server, person, true)
  const page = await context.newPage()
  const settings = await hold(page, (request) => request.url().includes('/user/querySettings'))
  await page.goto(`${server.origin}/disk/`)
  await page.getByRole('button', { name: '新建文件夹', exact: true }).first().click()
  const name = page.getByRole('textbox', { name: '名称' })
  await expect(name).toBeFocused()
  await settings.release()
  await page.waitForResponse('**/user/querySettings*')
  await name.fill('资料')
  await page.keyboard.press('Enter')
  await expect(nameIn(page, '资料')).toBeVisible()
  await expect(card(page, 'zh-CN', 0)).toBeVisible()
  // The page is drawn after it knows the person.
  const waited = await page.evaluate(() => {
    const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const find = (part: string) => requests.find(({ name }) => name.includes(part))
    return (find('/offer-tour')?.startTime ?? 0) - (find('/user/currentUser')?.responseEnd ?? 0)
  })
  expect(waited).toBeGreaterThanOrEqual(LIMITS.tourDelayMs)
})

test('on a phone the tour shows where the menu is, and leads to the new group (R43)', async ({
  browser,
  server,
  problems,
}) => {
  const context = await anotherBrowser(browser, problems, PHONE)
  const page = await newcomersPage(context, server, { 'clouddisk.theme': 'dark' })
  await expect(card(page, 'zh-CN', 0)).toBeVisible()
  await expectLit(page, page.getByRole('button', { name: '打开菜单', includeHidden: true }))
  await button(page, '下一步').tap()
  await expect(card(page, 'zh-CN', 1)).toBeVisible()
  await button(page, '下一步').tap()
  await expect(card(page, 'zh-CN', 2)).toBeVisible()
  await expectLit(page, page.locator('[data-tour=new-group]'))
  const box = await card(page, 'zh-CN', 2).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await button(page, '立即体验').tap()
  await expect(page.getByRole('dialog', { name: '新建群组' })).toBeVisible()
})
