import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLinks } from '@clouddisk/contract/links'
import type { Page } from '@playwright/test'
import { auditor } from '../support/axe.ts'
import { toast } from '../support/files.ts'
import { folderRow, heading, link, newFolder, rows, visit } from '../support/link-visit.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { test as base, expect } from '../support/test.ts'

/** Uploads by visitors of links, in their page. */

const test = base.extend<{ box: string }>({
  /** A folder with a file that visitors who may upload only do not see. */
  box: async ({ api }, use) => {
    const id = await newFolder(api, '0', '投稿箱')
    await api.upload(id, '名单.txt', Buffer.from('of the owner'))
    await use(id)
  },
})

const area = (page: Page) => page.getByRole('region', { name: '上传' })
const unfinished = (page: Page) => page.getByRole('list', { name: '未完成的上传' }).getByRole('listitem')

async function choose(page: Page, name: string, files: Parameters<Page['setInputFiles']>[1]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    area(page).getByRole('button', { name, exact: true }).click(),
  ])
  await chooser.setFiles(files as string)
}
const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

test(
  'who may upload only adds files and folders, and sees these alone',
  { tag: '@core' },
  async ({ page, server, api, box }, testInfo) => {
    await visit(page, server, await link(api, [box], { perms: ['upload'] }))
    await expect(heading(page)).toHaveText('投稿箱')
    await expect(area(page)).toContainText('你只能看到自己上传的文件')
    await expect(page.getByText('名单.txt')).toHaveCount(0)

    await choose(page, '选择文件', [textFile('作品.txt', 'my work'), textFile('名单.txt', 'mine')])
    await expect(rows(page)).toHaveText([/作品\.txt.*7 B/, /名单\.txt.*4 B/])
    await expect(page.getByText('(1)')).toHaveCount(0)
    await expect(page.getByRole('checkbox')).toHaveCount(0)

    const folder = join(testInfo.outputDir, '照片')
    await mkdir(join(folder, '原图'), { recursive: true })
    await writeFile(join(folder, 'a.txt'), 'a')
    await writeFile(join(folder, '原图', 'b.txt'), 'bb')
    await choose(page, '选择文件夹', folder)
    await expect(folderRow(page, '照片')).toBeVisible()
    await folderRow(page, '照片').click()
    await expect(rows(page)).toHaveText([/a\.txt/, /原图/])
    await expect
      .poll(() => api.tree(box))
      .toEqual({
        '名单.txt': 12,
        '名单 (1).txt': 4,
        '作品.txt': 7,
        照片: { 'a.txt': 1, 原图: { 'b.txt': 2 } },
      })

    // Another visitor sees nothing of it.
    await page.context().clearCookies()
    await page.goBack()
    await page.reload()
    await expect(heading(page)).toHaveText('投稿箱')
    await expect(rows(page)).toHaveCount(0)
  },
)

test('a file that stopped goes on after a reload', async ({ page, server, api, box, problems }, testInfo) => {
  problems.expect(NO_NETWORK)
  await visit(page, server, await link(api, [box], { perms: ['upload'] }))
  // Larger than one part, so that a part is stored before the line is cut.
  const content = Buffer.alloc(17 * 1024 * 1024, 'x')
  const file = join(testInfo.outputDir, '大文件.bin')
  await mkdir(testInfo.outputDir, { recursive: true })
  await writeFile(file, content)
  await page.route(/partNumber=[23]&/, (route) => route.abort('internetdisconnected'))
  await choose(page, '选择文件', file)
  await expect(unfinished(page)).toContainText('大文件.bin')
  await page.waitForResponse((response) => /partNumber=1&/.test(response.url()) && response.ok())
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute(/partNumber=[23]&/)
  await expect(area(page)).toContainText('重新选择即可从断点继续')
  const again: string[] = []
  page.on('request', (request) => {
    const part = /partNumber=(\d+)&/.exec(request.url())?.[1]
    if (part && request.method() === 'PUT') again.push(part)
  })
  await choose(page, '重新选择文件', file)
  await expect(rows(page)).toHaveText([/大文件\.bin.*17/])
  await expect(unfinished(page)).toHaveCount(0)
  expect(again).not.toContain('1')
  expect(await api.tree(box)).toMatchObject({ '大文件.bin': content.length })
})

test('pauses, resumes and cancels; a link that is stopped says so', async ({
  page,
  server,
  api,
  box,
  problems,
}) => {
  // Content that is on its way when the link is stopped.
  problems.expect(/status of 403 .*\/disk\/objects\//)
  const made = await link(api, [box], { perms: ['upload'] })
  await visit(page, server, made)
  // Held until the test lets it go.
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/disk/api/link/upload', async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  const file = { name: '一.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(1000, 'x') }
  await choose(page, '选择文件', [file, { ...file, name: '二.bin' }])
  const second = unfinished(page).filter({ hasText: '二.bin' })
  await second.getByRole('button', { name: '暂停“二.bin”' }).click()
  await expect(second).toContainText('已暂停')
  await second.getByRole('button', { name: '继续“二.bin”' }).click()
  await second.getByRole('button', { name: '取消“二.bin”' }).click()
  await expect(unfinished(page)).toHaveCount(1)
  await api.call(removeLinks, { shareIds: [made.shareId] })
  release()
  await expect(heading(page)).toHaveText('分享已停止')
  expect(await api.tree(box)).toEqual({ '名单.txt': 12 })
})

test('who may change the folder uploads, makes folders and renames', async ({ page, server, api, box }) => {
  const inner = await newFolder(api, box, '已审')
  await visit(page, server, await link(api, [box], { perms: ['view', 'modify'] }))
  await folderRow(page, '已审').click()
  await expect(heading(page)).toHaveText('已审')
  await choose(page, '选择文件', [textFile('稿件.txt', 'text')])
  await expect(rows(page)).toHaveText([/稿件\.txt/])

  await area(page).getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await expect(dialog.getByLabel('文件夹名称')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('请输入名称。')
  await dialog.getByLabel('文件夹名称').fill('第一期')
  await page.keyboard.press('Enter')
  await expect(toast(page, '已创建“第一期”')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)

  await rows(page).filter({ hasText: '第一期' }).getByRole('checkbox').check()
  await page.getByRole('button', { name: '重命名' }).click()
  const renaming = page.getByRole('dialog', { name: '重命名' })
  await renaming.getByLabel('新名称').fill('第二期')
  await page.keyboard.press('Enter')
  await expect(folderRow(page, '第二期')).toBeVisible()
  expect(await api.tree(inner)).toEqual({ '稿件.txt': 4, 第二期: {} })
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`is accessible (${language})`, async ({ page, context, server, api, box }) => {
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const { check } = auditor(page, wardrobe, language)
    const label = (zh: string, en: string) => (language === 'zh-CN' ? zh : en)
    await page.route('**/disk/api/link/upload', () => undefined)
    await visit(page, server, await link(api, [box], { perms: ['upload'] }))
    const choose = page.getByRole('button', { name: label('选择文件', 'Choose files'), exact: true })
    await expect(choose).toBeVisible()
    await check('an empty upload page', 'body')
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.click()])
    await chooser.setFiles([textFile('a.txt', 'a'), textFile('b.txt', 'b')])
    const pause = page.getByRole('button', { name: label('暂停“b.txt”', 'Pause b.txt') })
    await pause.click()
    await expect(page.getByRole('button', { name: label('继续“b.txt”', 'Resume b.txt') })).toBeVisible()
    await check('uploads on their way', 'body')
    await page.getByRole('button', { name: label('新建文件夹', 'New folder') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await check('a new folder')
  })
