import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { nameIn } from '../support/files.ts'
import { expect, signedIn, test, type Words } from '../support/test.ts'

/** Text files in the preview: logs, tables, documents. */

const open = (page: Page, name: string) => nameIn(page, name).dblclick()
const dialog = (page: Page) => page.getByRole('dialog').first()
const find = (page: Page) => page.getByRole('textbox', { name: '查找' })
/** The rows that are drawn, with their line numbers. */
const lines = (page: Page) => dialog(page).locator('[data-row]')

const LINES = 1_000_000
/** 60 MB, of which one line in the middle says something else. */
const log = () =>
  Buffer.from(
    Array.from(
      { length: LINES },
      (_, n) => `2026-11-26 09:00:00 INFO  request ${n + 1} answered${n === 612_344 ? ' 超时' : ' in 12 ms'}`,
    ).join('\n'),
  )

test('a log of 60 MB is there at once, and so are its end, its lines and what is looked for', async ({
  drive,
  api,
}) => {
  const bytes = log()
  expect(bytes.length).toBeGreaterThan(55_000_000)
  await api.upload('0', 'server.log', bytes)
  await open(drive, 'server.log')
  await expect(lines(drive).first()).toHaveText(/^1.* request 1 answered in 12 ms$/)
  await drive.getByRole('button', { name: '跳到末尾' }).click()
  await expect(lines(drive).last()).toContainText(`request ${LINES} answered`)
  // The number comes with the index.
  await expect(lines(drive).last()).toHaveText(new RegExp(`^${LINES}`))
  await expect(lines(drive).last()).toBeInViewport()

  await drive.getByRole('button', { name: '转到行' }).click()
  await drive.getByRole('spinbutton', { name: '行号' }).fill('500000')
  await drive.keyboard.press('Enter')
  await expect(lines(drive).first()).toHaveText(/^500000.*request 500000 /)

  await drive.keyboard.press('Control+f')
  await find(drive).fill('超时')
  await expect(drive.getByText('1 / 1', { exact: true })).toBeVisible()
  await expect(dialog(drive).locator('mark')).toHaveText('超时')
  await expect(dialog(drive).locator('[data-row]', { has: drive.locator('mark') })).toHaveText(/^612345/)
  await find(drive).fill('INFO')
  // Every line of 60 MB is found: as long as that takes on a busy machine.
  await expect(drive.getByText('/ 1,000,000')).toBeVisible({ timeout: 60_000 })
  await drive.keyboard.press('Escape')
  await expect(find(drive)).toBeHidden()
  await drive.keyboard.press('Home')
  await expect(lines(drive).first()).toHaveText(/^1.* request 1 answered/)
  // What is drawn is what is in view.
  expect(await lines(drive).count()).toBeLessThan(100)
})

const GBK = Buffer.from('d0d5c3fb2cb2bfc3c50d0ad5c5c8fd2c22d1d0b7a2b2bf0d0ab6fed7e9220d0a', 'hex')

test('a table of an old program is a table, and its text', async ({ drive, api }) => {
  await api.upload('0', '名单.csv', GBK)
  await open(drive, '名单.csv')
  const table = drive.getByRole('table', { name: /名单/ })
  await expect(table.getByRole('columnheader')).toHaveText(['姓名', '部门'])
  await expect(table.getByRole('cell')).toHaveText(['张三', '研发部\r\n二组'])
  await drive.getByRole('radio', { name: '原文' }).click()
  await expect(dialog(drive).locator('.cm-line')).toHaveText(['姓名,部门', '张三,"研发部', '二组"', ''])
})

test('a table of 100,000 records and 60 columns draws what is in view', async ({ drive, api }) => {
  const head = Array.from({ length: 60 }, (_, n) => `c${n + 1}`).join(';')
  const body = Array.from({ length: 100_000 }, (_, n) => `${n + 1};${'x;'.repeat(58)}end ${n + 1}`)
  await api.upload('0', 'big.csv', Buffer.from([head, ...body].join('\n')))
  await open(drive, 'big.csv')
  const table = drive.getByRole('table', { name: /big/ })
  await expect(table.getByRole('columnheader', { name: 'c1', exact: true })).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await drive.getByRole('button', { name: '跳到末尾' }).click()
  await expect(table.getByRole('rowheader').last()).toHaveText('100001')
  await table.getByRole('row').last().hover()
  await drive.mouse.wheel(20_000, 0)
  await expect(table.getByRole('cell', { name: 'end 100000', exact: true })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'c60', exact: true })).toBeVisible()
})

const HOSTILE = `# 标题

<script>document.title = 'owned'</script>
<img src="x" onerror="document.title='owned'">

![追踪](https://tracker.example/pixel.png) [脚本](javascript:document.title='owned') [网页](https://example.org/)

| a | b |
| - | - |
| 1 | 2 |

[跳转](#第二节)
${'\n段落\n'.repeat(80)}
## 第二节

<iframe src="https://tracker.example/"></iframe>
`

test('a document is shown as it was meant; nothing of it runs, and no request leaves', async ({
  drive,
  api,
}) => {
  const asked: string[] = []
  drive.context().on('request', (request) => asked.push(request.url()))
  await api.upload('0', '说明.md', Buffer.from(HOSTILE))
  await open(drive, '说明.md')
  const preview = dialog(drive)
  await expect(preview.getByRole('heading', { name: '标题' })).toBeVisible()
  await expect(preview.getByRole('cell', { name: '2' })).toBeVisible()
  await expect(preview.getByText("<script>document.title = 'owned'</script>")).toBeVisible()
  await expect(preview.getByRole('link', { name: '脚本' })).toHaveCount(0)
  await expect(preview.getByRole('link', { name: '网页' })).toHaveAttribute('rel', 'noopener noreferrer')
  await preview.getByRole('link', { name: '跳转' }).click()
  await expect(preview.getByRole('heading', { name: '第二节' })).toBeInViewport()
  await preview.getByRole('button', { name: /tracker\.example/ }).click()
  await expect(drive.getByRole('alertdialog')).toContainText('tracker.example')
  await drive.getByRole('alertdialog').getByRole('button', { name: '取消' }).click()
  await drive.getByRole('radio', { name: '原文' }).click()
  await expect(preview.locator('.cm-line').first()).toHaveText('# 标题')
  expect(await drive.title()).not.toContain('owned')
  const { origin } = new URL(drive.url())
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('blob:'))).toEqual([])
})

for (const language of ['zh-CN', 'en-US'] as const satisfies Words[])
  test(`text, tables and documents are accessible in ${language}`, async ({
    context,
    server,
    person,
    api,
  }) => {
    await api.upload('0', 'a.ts', Buffer.from('// note\nexport const a: number = 1\nconst s = "text"\n'))
    await api.upload('0', 'b.csv', Buffer.from('a,b\n1,2\n'))
    await api.upload(
      '0',
      'c.md',
      Buffer.from('# One\n\nText with `code` and a [link](https://example.org).\n'),
    )
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await signedIn(context, server, person)
    const { check } = auditor(page, wardrobe, language)
    await page.bringToFront()
    for (const [name, shown] of [
      ['a.ts', '.cm-line'],
      ['b.csv', 'td'],
      ['c.md', 'h1'],
    ] as const) {
      await open(page, name)
      await expect(dialog(page).locator(shown).first()).toBeVisible()
      if (name === 'a.ts') await page.keyboard.press('Control+f')
      await check(name)
      if (name === 'a.ts') await page.getByRole('button', { name: /^(关闭查找|Close find)$/ }).click()
      if (name === 'a.ts') {
        await page.getByRole('button', { name: /^(编辑|Edit)$/ }).click()
        await expect(dialog(page).locator('.cm-content[contenteditable=true]')).toBeVisible()
        await check('editor')
        await page.getByRole('button', { name: /^(完成|Done)$/ }).click()
      }
      await page.getByRole('button', { name: /^(关闭预览|Close preview)$/ }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
