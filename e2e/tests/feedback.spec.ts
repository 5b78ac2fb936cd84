import { answerFeedback, createFeedback, pageAllFeedback } from '@clouddisk/contract/feedback'
import type { Locator, Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { dropFiles } from '../support/drop.ts'
import { list, toast } from '../support/files.ts'
import { PHONE } from '../support/phone.ts'
import { PASSWORD, type Server } from '../support/server.ts'
import { anotherBrowser, expect, newPerson, signedIn, signInByCall, speak, test } from '../support/test.ts'
import { openTransfers, transfer } from '../support/transfers.ts'

/** Feedback from the help menu to an administrator and back. */

const dialog = (page: Page, name = '用户反馈'): Locator => page.getByRole('dialog', { name })
const asAdmin = (server: Server) => signIn(server.origin, 'admin', PASSWORD)

async function open(page: Page, menu = '帮助', entry = '用户反馈'): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  await expect(dialog(page, entry)).toBeVisible()
}

const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('feedback is sent with a picture and the facts shown, answered, and its sender notified (R36)', {
  tag: '@core',
}, async ({ browser, drive, server, person, problems }) => {
  await open(drive)
  const form = dialog(drive)
  await form.getByRole('radio', { name: '建议' }).click()
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByRole('textbox', { name: '内容' })).toBeFocused()
  await expect(form).toContainText('请填写内容。')
  await form.getByRole('textbox', { name: '内容' }).fill('希望列表可以按标签筛选')
  await expect(form).toContainText('11 / 2000')
  await form.locator('input[type=file]').setInputFiles({
    name: '截图.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('GIF89a'),
  })
  await expect(form.getByRole('alert')).toContainText('只支持 PNG、JPG 和 WebP 图片。')
  await form.locator('input[type=file]').setInputFiles({
    name: '截图.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PICTURE, 'base64'),
  })
  await expect(form).toContainText('截图.png')
  await expect(form.getByRole('definition').filter({ hasText: '/disk/personalFile' })).toBeVisible()
  await form.getByRole('button', { name: '提交' }).click()
  await expect(toast(drive, '反馈已提交')).toBeVisible()
  const sent = form.getByRole('listitem')
  await expect(sent).toContainText('希望列表可以按标签筛选')
  await expect(sent).toContainText('待处理')
  await expect.poll(() => sent.getByRole('img').evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(1)

  // The administrator finds it, reads the facts and answers.
  const console = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    'admin',
    `admin/feedback?q=${person}`,
  )
  await expect(console.getByRole('link', { name: '用户反馈' })).toHaveAttribute('aria-current', 'page')
  await console
    .getByRole('grid', { name: '反馈列表' })
    .getByRole('row')
    .filter({ hasText: '希望列表' })
    .dblclick()
  const panel = console.getByRole('dialog')
  await expect(panel).toContainText('/disk/personalFile')
  await expect
    .poll(() => panel.getByRole('img').evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBe(1)
  await panel.getByRole('textbox', { name: '回复' }).fill('已加入计划，下个版本提供。')
  await panel.getByRole('button', { name: '回复' }).click()
  await expect(toast(console, '已回复')).toBeVisible()
  await expect(console.getByRole('grid').getByRole('row').filter({ hasText: '希望列表' })).toContainText(
    '已回复',
  )

  // The dialog that is still open shows it, and the bell leads to it.
  await expect(sent).toContainText('已加入计划，下个版本提供。')
  await drive.keyboard.press('Escape')
  await drive.getByRole('button', { name: '通知，1 条未读' }).click()
  const notice = drive.getByRole('dialog', { name: '通知', exact: true }).getByRole('listitem')
  await expect(notice).toContainText('管理员回复了你的反馈')
  await notice.getByRole('button', { name: /^打开/ }).click()
  await expect(dialog(drive).getByRole('listitem')).toContainText('已回复')
  await dialog(drive).getByRole('button', { name: '关闭', exact: true }).last().click()
  await expect(drive).toHaveURL(/\/disk\/help$/)
})

test('a pasted picture goes into the feedback, not into the folder; facts can be left out (R36)', async ({
  drive,
  server,
  person,
}) => {
  await open(drive)
  const form = dialog(drive)
  await form.getByRole('textbox', { name: '内容' }).fill('见图')
  await drive.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (one) => one.charCodeAt(0))
    const clipboardData = new DataTransfer()
    clipboardData.items.add(new File([bytes], '粘贴.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, PICTURE)
  await expect(form).toContainText('粘贴.png')
  await form.getByRole('button', { name: '移除图片' }).click()
  await expect(form).not.toContainText('粘贴.png')
  await form.getByRole('checkbox', { name: '发送以下信息' }).click()
  await expect(form.getByRole('definition')).toHaveCount(0)
  await form.getByRole('button', { name: '提交' }).click()
  await expect(form.getByRole('listitem')).toContainText('见图')
  const admin = await asAdmin(server)
  const [one] = (await admin.call(pageAllFeedback, { keyword: person })).list
  expect(one).toMatchObject({ text: '见图', hasPicture: false })
  expect(one).not.toHaveProperty('browser')
  await drive.keyboard.press('Escape')
  await expect(drive.getByRole('main')).toContainText('文件夹是空的')
})

test('the last error of an upload is among the facts, without the name of the file (R36)', async ({
  context,
  server,
  desk,
  problems,
}) => {
  problems.expect(/507|400|409|413/)
  const page = await signedIn(context, server, await newPerson(server, { capacity: 1024 ** 2 }))
  await dropFiles(page, [await desk.file('large.bin', 9 * 1024 ** 2)], list(page))
  await openTransfers(page)
  await expect(transfer(page, 'large.bin')).toContainText('[002]')
  await open(page)
  const fact = dialog(page).getByRole('definition').filter({ hasText: '[002]' })
  await expect(fact).toContainText('空间')
  await expect(fact).not.toContainText('large')
})

test('an administrator sorts feedback by state, on a phone too (R36)', async ({
  browser,
  server,
  api,
  problems,
}) => {
  const { feedbackId } = await api.call(createFeedback, { kind: 'question', text: '怎么申请扩容？' })
  const phone = await signedIn(
    await anotherBrowser(browser, problems, PHONE),
    server,
    'admin',
    `admin/feedback?q=${api.user.userName}`,
  )
  await expect(phone.getByRole('grid').getByRole('row')).toContainText('提问 · 怎么申请扩容？')
  const admin = await asAdmin(server)
  await admin.call(answerFeedback, { feedbackId, answer: '在空间占用页面申请。', shownAnswer: '' })
  await phone.goto(`${server.origin}/disk/admin/feedback?q=${api.user.userName}&state=new`)
  await expect(phone.getByRole('heading', { name: '没有符合条件的反馈' })).toBeVisible()
  expect(await phone.getByRole('main').evaluate((main) => main.scrollWidth)).toBeLessThanOrEqual(390)
})

test('an answer that another administrator gave meanwhile is shown before it is replaced (R36)', async ({
  browser,
  server,
  api,
  problems,
}) => {
  const { feedbackId } = await api.call(createFeedback, { kind: 'question', text: '怎么申请扩容？' })
  const page = await signedIn(
    await anotherBrowser(browser, problems),
    server,
    'admin',
    `admin/feedback?q=${api.user.userName}`,
  )
  await page.getByRole('grid').getByRole('row').filter({ hasText: '怎么申请' }).dblclick()
  // By its name: a message is a dialog too.
  const panel = page.getByRole('dialog', { name: api.user.userRealName })
  await panel.getByRole('textbox', { name: '回复' }).fill('请联系部门管理员。')
  const admin = await asAdmin(server)
  await admin.call(answerFeedback, { feedbackId, answer: '在空间占用页面申请。', shownAnswer: '' })
  await panel.getByRole('button', { name: '回复', exact: true }).click()
  await expect(panel.getByRole('alert')).toContainText('刚刚回复了这条反馈')
  await expect(panel.getByRole('alert')).toContainText('在空间占用页面申请。')
  await expect(panel.getByRole('textbox', { name: '回复' })).toHaveValue('请联系部门管理员。')
  await panel.getByRole('button', { name: '修改回复' }).click()
  await expect(panel).toBeHidden()
  const [one] = (await admin.call(pageAllFeedback, { keyword: api.user.userName })).list
  expect(one?.answer).toBe('请联系部门管理员。')
})

for (const language of ['zh-CN', 'en-US'] as const) {
  const zh = language === 'zh-CN'
  test(`nothing is wrong with feedback for axe: ${language} (R36)`, async ({
    context,
    server,
    api,
    person,
  }) => {
    await api.call(createFeedback, { kind: 'problem', text: 'Upload stops at 45%' })
    await signInByCall(context, server, person)
    const page = await context.newPage()
    await speak(page, language)
    await page.goto(`${server.origin}/disk/`)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await page.bringToFront()
    const { check } = auditor(page, wardrobe, language)
    const name = zh ? '用户反馈' : 'Feedback'
    await open(page, zh ? '帮助' : 'Help', name)
    await check('writing')
    await dialog(page, name)
      .getByRole('button', { name: zh ? '提交' : 'Send' })
      .click()
    await check('mistakes')
    await dialog(page, name)
      .getByRole('tab', { name: zh ? '我的反馈' : 'Sent' })
      .click()
    await expect(dialog(page, name).getByRole('listitem')).toBeVisible()
    await check('what was sent')
  })

  test(`nothing is wrong with the administrators’ feedback for axe: ${language} (R36)`, async ({
    context,
    server,
    api,
  }) => {
    await api.call(createFeedback, { kind: 'problem', text: 'Upload stops at 45%', browser: 'Firefox' })
    await signInByCall(context, server, 'admin')
    const page = await context.newPage()
    await speak(page, language)
    await page.goto(`${server.origin}/disk/admin/feedback?q=${api.user.userName}`)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await page.bringToFront()
    const { check } = auditor(page, wardrobe, language)
    const row = page.getByRole('grid').getByRole('row').filter({ hasText: 'Upload stops' })
    await expect(row).toBeVisible()
    await check('the list', 'main')
    await row.dblclick()
    await expect(page.getByRole('dialog')).toContainText('Firefox')
    await check('the panel')
  })
}
