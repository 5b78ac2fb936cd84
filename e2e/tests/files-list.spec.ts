import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import type { Page } from '@playwright/test'
import { signIn } from '../../server/test/person.ts'
import {
  centerOf,
  expectChosen,
  expectNames,
  heading,
  list,
  nameIn,
  openFolder,
  row,
} from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD, startServer } from '../support/server.ts'
import { expect, newPerson, signedIn, signInByCall, test } from '../support/test.ts'

const bytes = (count: number) => Buffer.alloc(count, 'x')
const path = (page: Page) => page.getByRole('navigation', { name: '路径' })

test('a double click opens, the path and Back lead out, the folder and the scroll are kept (R52)', {
  tag: '@core',
}, async ({ drive, api }) => {
  const folders = Array.from({ length: 80 }, (_, index) => ({ instanceName: `第 ${index + 1} 章` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: '手册', children: folders })
  await openFolder(drive, '手册')
  await expect(row(drive, '第 1 章')).toBeVisible()
  const grid = list(drive)
  await grid.evaluate((element) => element.scrollTo({ top: 2000 }))
  await expect(row(drive, '第 50 章')).toBeVisible()
  const scrolled = await grid.evaluate((element) => element.scrollTop)

  await openFolder(drive, '第 50 章')
  await expect(drive.getByText('文件夹是空的')).toBeVisible()
  await expect(path(drive)).toContainText('手册')
  await drive.goBack()
  await expect(heading(drive)).toHaveText('手册')
  await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(scrolled)

  await drive.goForward()
  await expect(heading(drive)).toHaveText('第 50 章')
  await drive.reload()
  await expect(heading(drive)).toHaveText('第 50 章')
  await path(drive).getByRole('button', { name: '手册' }).click()
  await expect(heading(drive)).toHaveText('手册')
  await drive.keyboard.press('Backspace')
  await expect(heading(drive)).toHaveText('个人文件')
})

test('another page and back: the personal files are as they were left', async ({ drive, api }) => {
  const folders = Array.from({ length: 60 }, (_, index) => ({ instanceName: `f${index + 1}` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: 'many', children: folders })
  await openFolder(drive, 'many')
  await expect(row(drive, 'f1')).toBeVisible()
  await list(drive).evaluate((element) => element.scrollTo({ top: 1500 }))
  await nameIn(drive, 'f40').click()
  await drive.getByRole('link', { name: '回收站' }).click()
  await expect(heading(drive)).toHaveText('回收站')
  await drive.getByRole('link', { name: '个人文件' }).click()
  await expect(heading(drive)).toHaveText('many')
  await expect(row(drive, 'f40')).toBeInViewport()
  await expectChosen(drive, ['f40'])
})

test('columns sort both ways, as people read names; the choice is kept', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload('0', 'file10.txt', bytes(10))
  await api.upload('0', 'File2.txt', bytes(300))
  await api.upload('0', '北京.docx', bytes(20))
  await api.upload('0', '安徽.docx', bytes(30))
  await expectNames(drive, ['资料', 'File2.txt', 'file10.txt', '安徽.docx', '北京.docx'])
  const header = (name: string) => drive.getByRole('columnheader', { name })
  await header('名称').getByRole('button').click()
  await expect(header('名称')).toHaveAttribute('aria-sort', 'descending')
  await expectNames(drive, ['资料', '北京.docx', '安徽.docx', 'file10.txt', 'File2.txt'])
  await header('大小').getByRole('button').click()
  await expect(header('大小')).toHaveAttribute('aria-sort', 'descending')
  await expectNames(drive, ['资料', 'File2.txt', '安徽.docx', '北京.docx', 'file10.txt'])
  await header('大小').getByRole('button').click()
  await expect(header('大小')).toHaveAttribute('aria-sort', 'ascending')
  await expect(header('名称')).toHaveAttribute('aria-sort', 'none')
  await expectNames(drive, ['资料', 'file10.txt', '北京.docx', '安徽.docx', 'File2.txt'])
  await header('大小').getByRole('button').click()
  await expect(header('大小')).toHaveAttribute('aria-sort', 'descending')
  await drive.getByRole('button', { name: '排序: 大小' }).click()
  await drive.getByRole('menuitemradio', { name: '类型' }).click()
  await expectNames(drive, ['资料', '安徽.docx', '北京.docx', 'File2.txt', 'file10.txt'])
  await drive.reload()
  await expectNames(drive, ['资料', '安徽.docx', '北京.docx', 'File2.txt', 'file10.txt'])
})

test('columns are hidden and shown, and that is kept', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', bytes(1))
  await drive.getByRole('button', { name: '排序: 名称' }).click()
  await drive.getByRole('menuitem', { name: '显示列' }).click()
  await drive.getByRole('menuitemcheckbox', { name: '类型' }).click()
  await expect(drive.getByRole('columnheader', { name: '类型' })).toBeAttached()
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Escape')
  await drive.reload()
  await expect(drive.getByRole('columnheader', { name: '类型' })).toBeVisible()
  await expect(row(drive, 'a.txt')).toContainText('TXT 文件')
})

test('the filter narrows the folder, marks what it found and says when there is nothing', async ({
  drive,
  api,
}) => {
  for (const name of ['预算 2026.xlsx', '预算说明.docx', '合同.pdf']) await api.upload('0', name, bytes(1))
  await expect(row(drive, '合同.pdf')).toBeVisible()
  const filter = drive.getByRole('searchbox', { name: '筛选当前文件夹' })
  await filter.fill('预算')
  await expectNames(drive, ['预算 2026.xlsx', '预算说明.docx'])
  await expect(drive.locator('mark').first()).toHaveText('预算')
  await expect(drive.getByText('找到 2 项')).toBeVisible()
  await filter.fill('没有这个')
  await expect(drive.getByText('没有找到“没有这个”')).toBeVisible()
  await drive.getByRole('button', { name: '清除筛选' }).click()
  await expect(row(drive, '合同.pdf')).toBeVisible()
})

test('a server that is away is told of above the page, until it is back', async ({
  context,
  desk,
  problems,
}) => {
  problems.expect(NO_NETWORK, /dynamically imported module|part of the page did not load/)
  const folder = desk.at('data')
  const before = await startServer({}, folder)
  const drive = await signedIn(context, before, await newPerson(before))
  await expect(drive.getByText('文件夹是空的')).toBeVisible()
  const banner = drive.getByRole('status').filter({ hasText: '连不上服务器，正在重试' })
  await expect(banner).toBeHidden()
  // Nothing is asked meanwhile: the live stream tells.
  await before.stop('SIGKILL')
  await expect(banner).toBeVisible()
  // A page that cannot be fetched is said to be missing; a reload would leave the browser's own error page.
  await drive.getByRole('link', { name: '我的收藏' }).click()
  await expect(drive.getByRole('alert')).toContainText('部分页面没有加载成功')
  await expect(banner).toBeVisible()
  const after = await startServer({ PORT: new URL(before.origin).port }, folder)
  await expect(banner).toBeHidden({ timeout: 30_000 })
  await drive.getByRole('button', { name: '重新加载' }).click()
  await expect(drive.getByText('还没有收藏')).toBeVisible()
  await drive.getByRole('link', { name: '个人文件' }).click()
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await drive.getByRole('textbox', { name: '新文件夹名称' }).press('Enter')
  await expect(row(drive, '新建文件夹')).toBeVisible()
  await drive.close()
  await after.stop()
})

test('a folder tells how large what is in it is', async ({ drive, api }) => {
  const outer = await api.call(createFolder, { parentId: '0', instanceName: '外' })
  const inner = await api.call(createFolder, { parentId: outer.instanceId, instanceName: '内' })
  await api.call(createFolder, { parentId: '0', instanceName: '空' })
  await api.upload(inner.instanceId, 'a.bin', bytes(3 * 1024 * 1024))
  await drive.reload()
  await expect(row(drive, '外')).toContainText('3.00 MB')
  await expect(row(drive, '空')).toContainText('—')
})

test('rows are chosen by click, Ctrl, Shift, box, frame and keyboard', async ({ drive, api }) => {
  const names = ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt']
  for (const name of names) await api.upload('0', name, bytes(1))
  await nameIn(drive, '2.txt').click()
  await expectChosen(drive, ['2.txt'])
  await nameIn(drive, '4.txt').click({ modifiers: ['Control'] })
  await expectChosen(drive, ['2.txt', '4.txt'])
  await nameIn(drive, '2.txt').click({ modifiers: ['Control'] })
  await expectChosen(drive, ['4.txt'])
  await nameIn(drive, '4.txt').click()
  await nameIn(drive, '2.txt').click({ modifiers: ['Shift'] })
  await expectChosen(drive, ['2.txt', '3.txt', '4.txt'])
  await expect(drive.getByRole('toolbar', { name: '对所选项目的操作' })).toContainText('已选 3 项')
  await row(drive, '5.txt').getByRole('checkbox').click()
  await expectChosen(drive, ['2.txt', '3.txt', '4.txt', '5.txt'])
  await drive.keyboard.press('Escape')
  await expectChosen(drive, [])
  await drive.getByRole('checkbox', { name: '全选' }).click()
  await expectChosen(drive, names)
  await drive.getByRole('checkbox', { name: '全选' }).click()
  await expectChosen(drive, [])

  // A frame from beside the names over three rows.
  const from = await row(drive, '2.txt').boundingBox()
  const to = await row(drive, '4.txt').boundingBox()
  if (!from || !to) throw new Error('not drawn')
  await drive.mouse.move(from.x + from.width * 0.6, from.y + 10)
  await drive.mouse.down()
  await drive.mouse.move(to.x + to.width * 0.7, to.y + 10, { steps: 4 })
  await expectChosen(drive, ['2.txt', '3.txt', '4.txt'])
  await drive.mouse.up()
  await expectChosen(drive, ['2.txt', '3.txt', '4.txt'])

  await drive.keyboard.press('Escape')
  await list(drive).focus()
  await drive.keyboard.press('Home')
  await drive.keyboard.press('Space')
  await drive.keyboard.press('Shift+ArrowDown')
  await expectChosen(drive, ['1.txt', '2.txt'])
  await drive.keyboard.press('End')
  await drive.keyboard.press('Space')
  await expectChosen(drive, ['1.txt', '2.txt', '5.txt'])
  await drive.keyboard.press('Control+a')
  await expectChosen(drive, names)
})

test('typing goes to the name that begins so, also by pinyin', async ({ drive, api }) => {
  for (const name of ['apple.txt', 'banana.txt', '财务报表.xlsx', '合同.pdf'])
    await api.upload('0', name, bytes(1))
  await expect(row(drive, '合同.pdf')).toBeVisible()
  await list(drive).focus()
  const at = () =>
    list(drive).evaluate((grid) => {
      const active = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
      return active?.querySelector('[title]')?.getAttribute('title')
    })
  await drive.keyboard.type('ban')
  await expect.poll(at).toBe('banana.txt')
  await drive.keyboard.press('Home')
  await drive.keyboard.type('ht')
  await expect.poll(at).toBe('合同.pdf')
  await drive.keyboard.press('Home')
  await drive.keyboard.type('cwb')
  await expect.poll(at).toBe('财务报表.xlsx')
})

test('tiles show the same folder and act alike; the choice is kept', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '图片' })
  for (const name of ['a.png', 'b.png', 'c.png']) await api.upload('0', name, bytes(1))
  await drive.getByRole('radio', { name: '网格' }).click()
  await expect(row(drive, 'b.png')).toHaveRole('gridcell')
  await nameIn(drive, 'a.png').click()
  await nameIn(drive, 'b.png').click({ modifiers: ['Shift'] })
  await expectChosen(drive, ['a.png', 'b.png'])
  await drive.keyboard.press('Escape')
  await drive.keyboard.press('Home')
  await drive.keyboard.press('ArrowRight')
  await drive.keyboard.press('Space')
  await expectChosen(drive, ['a.png'])
  await drive.keyboard.press('F2')
  await drive.getByRole('textbox', { name: '名称' }).fill('z.png')
  await drive.keyboard.press('Enter')
  await expect(row(drive, 'z.png')).toBeVisible()
  await drive.reload()
  await expect(row(drive, 'z.png')).toHaveRole('gridcell')
  await openFolder(drive, '图片')
})

test('a folder of thousands is there to its end, and chosen whole', async ({ drive, api }) => {
  const folders = Array.from({ length: 900 }, (_, index) => ({ instanceName: `n${index + 1}` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: 'big', children: folders })
  await openFolder(drive, 'big')
  await expect(drive.getByText('900 个文件夹', { exact: true })).toBeVisible()
  await list(drive).focus()
  await drive.keyboard.press('End')
  await expect(row(drive, 'n900')).toBeInViewport()
  await drive.keyboard.press('Control+a')
  await expect(drive.getByRole('toolbar', { name: '对所选项目的操作' })).toContainText('已选 900 项')
})

test('properties tell of one, of several and of a folder’s content (R53)', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload(folder.instanceId, 'x.bin', bytes(2048))
  await api.upload('0', 'a.txt', Buffer.from('hello'))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Alt+Enter')
  const panel = drive.getByRole('complementary', { name: '属性' })
  await expect(panel).toContainText('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824')
  await expect(panel).toContainText('TXT 文件')
  await nameIn(drive, '资料').click()
  await expect(panel).toContainText(/内容\s*1 个文件/)
  await expect(panel).toContainText('2.00 KB')
  await drive.keyboard.press('Control+a')
  await expect(panel).toContainText('已选 2 项')
  await panel.getByRole('button', { name: '关闭' }).click()
  await expect(panel).toBeHidden()
})

test('what changed while the page was starting shows, too', async ({ context, server, person, api }) => {
  await signInByCall(context, server, person)
  const page = await context.newPage()
  const feed = await hold(page, isCall('changes/stream'))
  await page.goto(`${server.origin}/disk/`)
  await expect(page.getByText('文件夹是空的')).toBeVisible()
  await feed.arrived
  await api.upload('0', 'meanwhile.txt', bytes(1))
  await feed.release()
  await expect(row(page, 'meanwhile.txt')).toBeVisible()
})

test('what another window does shows by itself', async ({ drive, api, context, server }) => {
  const other = await context.newPage()
  await other.goto(`${server.origin}/disk/`)
  await expect(heading(other)).toHaveText('个人文件')
  await drive.bringToFront()
  await drive.getByRole('button', { name: '新建文件夹' }).click()
  await drive.getByRole('textbox', { name: '新文件夹名称' }).fill('共同')
  await drive.keyboard.press('Enter')
  await expect(row(other, '共同')).toBeVisible()
  const created = await api.upload('0', 'from-elsewhere.txt', bytes(5))
  await expect(row(drive, 'from-elsewhere.txt')).toBeVisible()
  await expect(row(other, 'from-elsewhere.txt')).toBeVisible()
  expect(created.outcome).toBe('created')
})

test('a folder that is gone, and one that cannot be read, say so and what to do (R230, R239)', async ({
  drive,
  server,
  problems,
}) => {
  await drive.goto(`${server.origin}/disk/personalFile?folder=0191d5c2-0000-7000-8000-000000000000`)
  const cannot = drive.getByText('可能已被移动或删除，或者你没有权限查看。')
  await expect(cannot).toBeVisible()
  await drive.getByRole('button', { name: '返回个人文件' }).click()
  await expect(heading(drive)).toHaveText('个人文件')
  // What is somebody else's is told alike: whether it is there is not for everybody to know.
  const other = await signIn(server.origin, await newPerson(server), PASSWORD)
  const { instanceId } = await other.call(createFolder, { parentId: '0', instanceName: '别人的' })
  await drive.goto(`${server.origin}/disk/personalFile?folder=${instanceId}`)
  await expect(cannot).toBeVisible()
  await drive.getByRole('button', { name: '返回个人文件' }).click()
  await expect(heading(drive)).toHaveText('个人文件')

  problems.expect(/status of 500/)
  let broken = true
  const asked = Promise.withResolvers<void>()
  const repaired = Promise.withResolvers<void>()
  await drive.route('**/disk/api/instance/page*', async (route) => {
    if (broken)
      return route.fulfill({
        status: 500,
        json: { errcode: 90001, errmsg: '内部错误', data: null, traceId: 'abc123' },
      })
    asked.resolve()
    await repaired.promise
    return route.continue()
  })
  await drive.reload()
  await expect(drive.getByText('无法加载文件夹')).toBeVisible()
  await expect(drive.getByText(/追踪编号：abc123/)).toBeVisible()
  broken = false
  await drive.getByRole('button', { name: '重试' }).click()
  await asked.promise
  // What is said stays until something else can be said.
  await expect(drive.getByText('无法加载文件夹')).toBeVisible()
  repaired.resolve()
  await expect(drive.getByText('文件夹是空的')).toBeVisible()
})

test('without network a banner stands over the page until it is back (R233)', async ({
  drive,
  context,
  api,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  await context.setOffline(true)
  await expect(drive.getByText('网络已断开，传输已暂停，恢复后自动继续。').first()).toBeVisible()
  await api.upload('0', 'meanwhile.txt', bytes(1))
  await context.setOffline(false)
  await expect(drive.getByText('网络已断开，传输已暂停，恢复后自动继续。')).toHaveCount(0)
  await expect(row(drive, 'meanwhile.txt')).toBeVisible()
})

test('the menu of a row and of the empty space open by pointer and by Shift+F10', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', bytes(1))
  await nameIn(drive, 'a.txt').click({ button: 'right' })
  const menu = drive.getByRole('menu')
  await expect(menu.getByRole('menuitem', { name: '重命名' })).toBeVisible()
  await drive.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(list(drive)).toBeFocused()
  await drive.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem', { name: '删除' })).toBeVisible()
  const box = await menu.boundingBox()
  const at = await centerOf(row(drive, 'a.txt'))
  expect(Math.abs((box?.y ?? 0) - at.y)).toBeLessThan(120)
  await drive.keyboard.press('Escape')
  const grid = await list(drive).boundingBox()
  if (!grid) throw new Error('not drawn')
  await drive.mouse.click(grid.x + grid.width / 2, grid.y + grid.height - 40, { button: 'right' })
  await expect(menu.getByRole('menuitem', { name: '新建文件夹' })).toBeVisible()
})
