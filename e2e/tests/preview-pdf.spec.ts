import { createFolder } from '@clouddisk/contract/files'
import { createShare } from '@clouddisk/contract/shares'
import type { Locator, Page } from '@playwright/test'
import { manyPagesPdf } from '../../server/test/pdfs.ts'
import { signIn } from '../../server/test/person.ts'
import { nameIn } from '../support/files.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, test } from '../support/test.ts'

const preview = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('document') })
const pageIn = (shown: Locator, number: number) => shown.locator(`.page[data-page-number="${number}"]`)
const textOf = (shown: Locator, number: number) => pageIn(shown, number).locator('.textLayer')
/** Whether anything is drawn on a page. */
const isDrawn = (shown: Locator, number: number) =>
  pageIn(shown, number)
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
      return pixels.some((value, index) => index % 4 === 0 && value < 100)
    })

test('a PDF of many pages opens by its ranges, and draws the pages in view alone', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  const long = manyPagesPdf({
    pages: 300,
    text: (page) => `Page ${page} ${page % 100 === 7 ? 'needle' : 'hay'}`,
    outline: ['First part', 'Second part'],
  })
  // The table of a large file is at its end: what lies between is not fetched.
  const filler = Buffer.from(`%${' '.repeat(6_000_000)}\n`)
  const at = long.indexOf('xref\n')
  const bytes = Buffer.concat([
    long.subarray(0, at),
    filler,
    Buffer.from(
      long
        .subarray(at)
        .toString('latin1')
        .replace(/startxref\n\d+/, `startxref\n${at + filler.length}`),
      'latin1',
    ),
  ])
  await api.upload('0', '长文档.pdf', bytes)
  let fetched = 0
  drive.on('response', (response) => {
    if (response.url().includes('/disk/d/')) fetched += Number(response.headers()['content-length'] ?? 0)
  })
  await nameIn(drive, '长文档.pdf').dblclick()
  const shown = preview(drive)
  await expect(textOf(shown, 1)).toContainText('Page 1 hay')
  expect(fetched).toBeLessThan(2_000_000)
  await expect.poll(() => isDrawn(shown, 1)).toBe(true)
  const number = shown.getByRole('textbox', { name: '页码' })
  await expect(shown).toContainText('/ 300')

  // By the keys alone: pages, zoom, search.
  await drive.keyboard.press('End')
  await expect(textOf(shown, 300)).toContainText('Page 300')
  await expect(number).toHaveValue('300')
  await drive.keyboard.press('PageUp')
  await drive.keyboard.press('PageUp')
  await expect(number).not.toHaveValue('300')
  await number.fill('150')
  await number.press('Enter')
  await expect(textOf(shown, 150)).toContainText('Page 150')
  expect(await shown.locator('.page canvas').count()).toBeLessThan(25)

  const scale = shown.getByRole('toolbar').locator('output')
  const before = await scale.textContent()
  await shown.getByRole('document').focus()
  await drive.keyboard.press('+')
  await expect(scale).not.toHaveText(before ?? '')
  await drive.keyboard.press('0')
  await shown.getByRole('button', { name: '旋转' }).click()
  await expect
    .poll(() => pageIn(shown, 150).evaluate((page) => page.clientWidth > page.clientHeight))
    .toBe(true)

  await drive.keyboard.press('Control+f')
  const field = shown.getByRole('textbox', { name: '在文档中查找' })
  await expect(field).toBeFocused()
  await field.fill('needle')
  await expect(shown).toContainText(/第 \d 处，共 3 处/)
  await expect(shown.locator('.highlight.selected')).toHaveText('needle')
  const found = () => shown.getByRole('search').getByRole('status').textContent()
  const one = await found()
  await field.press('Enter')
  await expect.poll(found).not.toBe(one)
  await field.fill('nowhere')
  await expect(shown).toContainText('没有找到')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(shown).toBeVisible()

  // Thumbnails and the outline.
  const side = shown.getByRole('complementary', { name: '侧边栏' })
  await side
    .getByRole('button', { name: /^第 \d+ 页$/, exact: false })
    .first()
    .waitFor()
  expect(await side.getByRole('button').count()).toBeLessThan(20)
  await side.getByRole('radio', { name: '目录' }).click()
  await side.getByRole('button', { name: 'Second part' }).click()
  await expect(number).toHaveValue('2')
  await drive.keyboard.press('Escape')
  await expect(shown).toBeHidden()
})

test('Chinese is shown without fonts of the file, and can be chosen and copied', async ({ drive, api }) => {
  await api.upload('0', '合同.pdf', manyPagesPdf({ pages: 1, chinese: '场地租赁合同' }))
  await nameIn(drive, '合同.pdf').dblclick()
  const shown = preview(drive)
  await expect(textOf(shown, 1)).toContainText('场地租赁合同')
  const line = textOf(shown, 1).getByText('场地租赁合同')
  await line.evaluate((element) => getSelection()?.selectAllChildren(element))
  expect(await drive.evaluate(() => String(getSelection()))).toBe('场地租赁合同')
})

test('two fingers on the screen zoom', async ({ drive, api }) => {
  await api.upload('0', 'zoom.pdf', manyPagesPdf({ pages: 1 }))
  await nameIn(drive, 'zoom.pdf').dblclick()
  const shown = preview(drive)
  await expect(textOf(shown, 1)).toContainText('Page 1')
  const width = () => pageIn(shown, 1).evaluate((page) => page.clientWidth)
  const before = await width()
  await shown.getByRole('document').evaluate((target) => {
    const touch = (identifier: number, clientX: number) =>
      new Touch({ identifier, target, clientX, clientY: 400 })
    for (const spread of [50, 100])
      target.dispatchEvent(
        new TouchEvent('touchmove', {
          cancelable: true,
          touches: [touch(1, 600 - spread), touch(2, 600 + spread)],
        }),
      )
  })
  await expect.poll(width).toBeGreaterThan(before * 1.8)
})

test('a protected file asks for its password, and says when it is wrong', async ({ drive, api }) => {
  const bytes = manyPagesPdf({ pages: 1, text: () => 'secret words', password: 'open-sesame' })
  await api.upload('0', '保密.pdf', bytes)
  await nameIn(drive, '保密.pdf').dblclick()
  const dialog = drive.getByRole('dialog')
  await expect(dialog).toContainText('文件有密码保护')
  const field = dialog.getByRole('textbox', { name: '密码' })
  await expect(field).toBeFocused()
  await field.fill('wrong')
  await field.press('Enter')
  await expect(dialog).toContainText('密码不正确')
  await field.fill('open-sesame')
  await field.press('Enter')
  await expect(textOf(preview(drive), 1)).toContainText('secret words')
})

test('a broken file says so', async ({ drive, api }) => {
  await api.upload('0', '坏.pdf', Buffer.from('%PDF-1.7\nand then nothing that anybody could read'))
  await nameIn(drive, '坏.pdf').dblclick()
  await expect(drive.getByRole('dialog')).toContainText('无法打开文件')
})

test('no script of the file runs, and its links leave only after a question', async ({
  drive,
  api,
  context,
}) => {
  const outside: string[] = []
  await context.route(/example\.com/, (route) => {
    outside.push(route.request().url())
    return route.fulfill({ body: 'outside' })
  })
  await api.upload(
    '0',
    '链接.pdf',
    manyPagesPdf({
      pages: 2,
      link: 'https://example.com/away',
      script: 'app.alert\\("owned"\\); this.submitForm\\("https://example.com/js"\\)',
    }),
  )
  await nameIn(drive, '链接.pdf').dblclick()
  const shown = preview(drive)
  const link = shown.getByRole('link', { name: 'https://example.com/away' })
  await expect(link).toBeVisible()
  expect(await link.getAttribute('href')).toBe(null)
  await link.click()
  const question = drive.getByRole('alertdialog')
  await expect(question).toContainText('https://example.com/away')
  await question.getByRole('button', { name: '取消' }).click()
  expect(outside).toEqual([])
  await link.click()
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    question.getByRole('button', { name: '打开链接' }).click(),
  ])
  await expect(opened.locator('body')).toContainText('outside')
  expect(outside).toEqual(['https://example.com/away'])
})

test('an address that has expired is renewed while the document is read', async ({ drive, api }) => {
  await api.upload('0', '久.pdf', manyPagesPdf({ pages: 3000, text: (page) => `Page ${page}` }))
  await nameIn(drive, '久.pdf').dblclick()
  const shown = preview(drive)
  await expect(textOf(shown, 1)).toContainText('Page 1')
  const addresses = new Set<string>()
  await drive.route('**/disk/d/**', (route) => {
    const url = route.request().url()
    if (addresses.size === 0) addresses.add(url)
    return addresses.has(url) ? route.abort('connectionreset') : route.continue()
  })
  const number = shown.getByRole('textbox', { name: '页码' })
  await number.fill('1500')
  await number.press('Enter')
  await expect(textOf(shown, 1500)).toContainText('Page 1500')
})

test('printing a PDF needs the permission to download', async ({ drive, api, server }) => {
  await api.upload('0', '打印.pdf', manyPagesPdf({ pages: 3 }))
  const owner = await signIn(server.origin, await newPerson(server), PASSWORD)
  const { instanceId } = await owner.call(createFolder, { instanceName: '只能看' })
  await owner.upload(instanceId, '只看.pdf', manyPagesPdf({ pages: 1 }))
  await owner.call(createShare, {
    instanceIds: [instanceId],
    members: [{ principalType: 'user', principalId: api.user.userId, role: 'viewer' }],
  })
  // The window that the browser prints by cannot be seen by a test: what would be on paper is.
  await drive.evaluate(() => {
    const append = document.body.append.bind(document.body)
    document.body.append = (...nodes) => {
      append(...nodes)
      for (const node of nodes)
        if (node instanceof HTMLIFrameElement && node.contentWindow)
          node.contentWindow.print = () => {
            document.title = `printed ${node.contentDocument?.images.length}`
          }
    }
  })
  await nameIn(drive, '打印.pdf').dblclick()
  const shown = preview(drive)
  await expect(textOf(shown, 1)).toContainText('Page 1')
  await shown.getByRole('button', { name: '打印' }).click()
  await shown.getByRole('spinbutton', { name: '从第几页' }).fill('2')
  await shown.getByRole('spinbutton', { name: '到第几页' }).press('Enter')
  await expect(drive).toHaveTitle('printed 2')
  await drive.keyboard.press('Escape')
  await expect(shown).toBeHidden()

  await drive.getByRole('link', { name: /^内部共享/ }).click()
  await nameIn(drive, '只能看').dblclick()
  await nameIn(drive, '只看.pdf').dblclick()
  await expect(shown.getByRole('img', { name: '第 1 页' })).toBeVisible({ timeout: 60_000 })
  await expect(shown.getByRole('button', { name: '打印' })).toHaveCount(0)
})
