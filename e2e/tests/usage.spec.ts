import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import type { Locator, Page } from '@playwright/test'
import type { Person } from '../../server/test/person.ts'
import { auditor } from '../support/axe.ts'
import { choose, dblclickSecondRow, either, menuOf, row, toast } from '../support/files.ts'
import { PHONE, phoneRow } from '../support/phone.ts'
import { anotherBrowser, expect, signedIn, test } from '../support/test.ts'

/** What fills a space, and how much chosen items are. */

const put = (api: Person, name: string, size: number, parent = '0') =>
  api.upload(parent, name, Buffer.alloc(size, `${name} ${size} `), { conflict: 'newVersion' })

async function furnish(api: Person): Promise<{ photos: string }> {
  const { instanceId: photos } = await api.call(createFolder, { parentId: '0', instanceName: '照片' })
  await put(api, '海.jpg', 4000, photos)
  await put(api, '山.jpg', 3000, photos)
  await put(api, '报告.docx', 2000)
  await put(api, '报告.docx', 2500)
  await put(api, '备份.zip', 500)
  const { instanceId: gone } = await put(api, '旧.mp4', 700)
  await api.call(removeInstances, { instanceIds: [gone] })
  return { photos }
}
const main = (page: Page): Locator => page.getByRole('main')
const part = (page: Page, name: string): Locator =>
  main(page).getByRole('button', { name: new RegExp(`^${name}`) })

async function openUsage(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('link', { name: /个人|Personal/ })
    .click()
  await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(/空间占用|Storage used/)
  await expect(part(page, '图片|Pictures')).toBeVisible()
}

test('is shown by kind, with the largest files, which can be located, opened and deleted', {
  tag: '@core',
}, async ({ drive, api }) => {
  await furnish(api)
  await openUsage(drive)
  await expect(part(drive, '图片')).toContainText('6.84 KB')
  await expect(part(drive, '文档')).toContainText('2.44 KB')
  await expect(part(drive, '历史版本')).toContainText('1.95 KB')
  await expect(part(drive, '回收站')).toContainText('700 B')
  const grid = main(drive).getByRole('grid', { name: '最大的文件' })
  await expect(grid.getByRole('row').nth(1)).toContainText('报告.docx')
  await expect(grid.getByRole('row').nth(2)).toContainText('海.jpg')
  await expect(grid.getByRole('row').nth(2)).toContainText('个人文件 / 照片')
  // By what a file takes with its versions, which the head says.
  const head = (name: string) => grid.getByRole('columnheader', { name, exact: true })
  await expect(head('占用空间')).toHaveAttribute('aria-sort', 'descending')
  await expect(head('大小')).not.toHaveAttribute('aria-sort')
  await expect(main(drive)).toContainText('共 4 个文件')
  // One kind alone, and all again, in both ways.
  const only = main(drive).getByRole('button', { name: /^只看压缩包/ })
  await part(drive, '压缩包').click()
  await expect(grid.getByRole('row')).toHaveCount(2)
  await expect(row(drive, '备份.zip')).toBeVisible()
  await expect(part(drive, '压缩包')).toHaveAttribute('aria-pressed', 'true')
  await expect(only).toBeVisible()
  await part(drive, '压缩包').click()
  await expect(row(drive, '山.jpg')).toBeVisible()
  await expect(only).toBeHidden()
  await part(drive, '压缩包').click()
  await only.click()
  await expect(row(drive, '山.jpg')).toBeVisible()
  expect(new URL(drive.url()).searchParams.has('kind')).toBe(false)
  // What takes nothing has no part.
  await expect(part(drive, '音频')).toHaveCount(0)
  await menuOf(drive, '海.jpg')
  await choose(drive, '删除')
  await drive.getByRole('alertdialog').getByRole('button', { name: '移入回收站' }).click()
  await expect(row(drive, '海.jpg')).toHaveCount(0)
  await expect(part(drive, '图片')).toContainText('2.93 KB')
  await menuOf(drive, '山.jpg')
  await choose(drive, '打开所在位置')
  await expect(main(drive).getByRole('heading', { level: 1 })).toHaveText('照片')
  await expect(row(drive, '山.jpg')).toHaveAttribute('aria-selected', 'true')
})

test('a double click opens the file under the mouse, and the tabs have no scroll bar', async ({
  drive,
  api,
}) => {
  for (const [number, size] of [
    ['一', 30],
    ['二', 20],
    ['三', 10],
  ] as const)
    await api.upload('0', `第${number}.txt`, Buffer.from(`第${number}个文件 `.repeat(size)))
  await drive.goto(`${new URL(drive.url()).origin}/disk/personalFile/usage`)
  await expect(row(drive, '第三.txt')).toBeVisible()
  const tabs = main(drive).getByRole('tablist')
  expect(
    await tabs.evaluate((list) => [
      list.scrollHeight - list.clientHeight,
      list.getBoundingClientRect().width - list.clientWidth,
    ]),
  ).toEqual([0, 0])
  const name = await dblclickSecondRow(drive)
  expect(name).toBe('第二.txt')
  await expect(drive.getByText('第二个文件')).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(drive.getByText('第二个文件')).toBeHidden()
  // What can be done with the selection stands in the place of the tabs, until it is cleared.
  await expect(main(drive).getByRole('toolbar')).toBeVisible()
  await expect(tabs).toBeHidden()
  await drive.keyboard.press('Escape')
  await expect(tabs).toBeVisible()
})

test('is freed: old versions, the recycle bin', async ({ drive, api }) => {
  await furnish(api)
  await openUsage(drive)
  await part(drive, '历史版本').click()
  await expect(main(drive).getByRole('columnheader', { name: '历史版本占用' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(row(drive, '报告.docx')).toContainText('1.95 KB')
  await menuOf(drive, '报告.docx')
  await choose(drive, '删除历史版本…')
  await drive.getByRole('alertdialog').getByRole('button', { name: '删除历史版本' }).click()
  await expect(toast(drive, '已删除 1 个历史版本，释放 1.95 KB')).toBeVisible()
  await expect(main(drive)).toContainText('没有历史版本')
  await part(drive, '回收站').click()
  await expect(main(drive)).toContainText('回收站有 1 项，共 700 B')
  await main(drive).getByRole('button', { name: '清空回收站' }).click()
  await drive.getByRole('alertdialog').getByRole('button', { name: '清空' }).click()
  await expect(main(drive)).toContainText('回收站是空的')
  const now = await api.call(queryCapacityDetail, {})
  expect(now).toMatchObject({ usedSize: 10_000, versionsSize: 0, recycleSize: 0 })
})

test('shows the largest folders, and those of a group to its manager', async ({
  drive,
  api,
  server,
  browser,
  problems,
}) => {
  const { photos } = await furnish(api)
  expect(photos).toBeTruthy()
  await drive.goto(`${server.origin}/disk/personalFile/usage?show=folders`)
  await expect(main(drive).getByRole('grid', { name: '最大的文件夹' })).toContainText('照片')
  await phoneRow(drive, '照片').dblclick()
  await expect(row(drive, '海.jpg')).toBeVisible()
  const group = await api.call(createGroup, {
    groupName: `品牌 ${api.user.userName}`,
    description: '',
    capacity: 1,
  })
  await put(api, '标志.png', 1234, group.rootId)
  const again = await signedIn(await anotherBrowser(browser, problems), server, api.user.userName)
  await again.goto(`${server.origin}/disk/groupFile?folder=${group.rootId}`)
  await main(again)
    .getByRole('button', { name: /^“品牌.*的操作$/ })
    .click()
  await choose(again, '空间占用')
  await expect(main(again).getByRole('heading', { level: 1 })).toContainText('品牌')
  await expect(row(again, '标志.png')).toBeVisible()
  await expect(part(again, '图片')).toContainText('1.21 KB')
})

test('is shown for the selected items together, and updated live (R53)', async ({ drive, api }) => {
  const { photos } = await furnish(api)
  await expect(row(drive, '照片')).toBeVisible()
  await menuOf(drive, '照片')
  await choose(drive, '大小…')
  const dialog = drive.getByRole('dialog', { name: '大小详情' })
  await expect(dialog).toContainText('6.84 KB（7,000 字节）')
  await expect(dialog).toContainText('占用空间')
  // A folder without folders in it names none.
  await expect(dialog.getByText('文件夹', { exact: true })).toHaveCount(0)
  await expect(dialog.getByRole('listitem')).toHaveText(/图片2 个文件6.84 KB/)
  await put(api, '歌.mp3', 1000, photos)
  await expect(dialog).toContainText('7.81 KB（8,000 字节）')
  await expect(dialog).toContainText('音频')
})

for (const language of ['zh-CN', 'en-US'] as const)
  test(`is in order for assistive technology, and on a phone, in ${language}`, async ({
    api,
    server,
    browser,
    problems,
  }) => {
    await furnish(api)
    const context = await anotherBrowser(browser, problems)
    const wardrobe = await context.newPage()
    await wardrobe.goto(`${server.origin}/disk/error/404`)
    await wardrobe.evaluate((spoken) => localStorage.setItem('clouddisk.language', spoken), language)
    const page = await signedIn(context, server, api.user.userName)
    await openUsage(page)
    const audit = auditor(page, wardrobe, language)
    await audit.check('files')
    for (const [zh, en] of [
      ['最大的文件夹', 'Largest folders'],
      ['历史版本', 'Old versions'],
      ['回收站', 'Recycle bin'],
      ['正在上传', 'Uploads'],
    ] as const) {
      await main(page)
        .getByRole('tab', { name: either(zh, en) })
        .click()
      await audit.check(en)
    }
    await page.goto(`${server.origin}/disk/personalFile`)
    await menuOf(page, '照片')
    await choose(page, '大小…', 'Size…')
    await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible()
    await audit.check('size of a folder')
    const hand = await anotherBrowser(browser, problems, PHONE)
    const phone = await signedIn(hand, server, api.user.userName)
    await phone.goto(`${server.origin}/disk/personalFile/usage`)
    await expect(phoneRow(phone, '海.jpg')).toContainText('3.91 KB')
  })
