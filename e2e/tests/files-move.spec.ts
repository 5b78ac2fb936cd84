import { batchCreateFolder, createFolder } from '@clouddisk/contract/files'
import {
  centerOf,
  choose,
  drag,
  expectNames,
  heading,
  list,
  menuOf,
  nameIn,
  openFolder,
  row,
  toast,
} from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { expect, signedIn, test } from '../support/test.ts'
import { question } from '../support/transfers.ts'

const bytes = (count: number) => Buffer.alloc(count, 'x')

test('cut and paste moves, copy and paste copies as often as one likes', { tag: '@core' }, async ({
  drive,
  api,
}) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  await api.upload('0', 'a.txt', bytes(3))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+c')
  await expect(toast(drive, /已复制 1 项，可粘贴到目标文件夹/)).toBeVisible()
  await drive.keyboard.press('Control+v')
  await expect(row(drive, 'a (1).txt')).toBeVisible()
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+x')
  await openFolder(drive, '归档')
  await drive.keyboard.press('Control+v')
  await expect(row(drive, 'a.txt')).toBeVisible()
  expect(await api.tree()).toEqual({ 归档: { 'a.txt': 3 }, 'a (1).txt': 3 })
})

test('dragging onto a folder moves, with Ctrl it copies, into itself it says why not', async ({
  drive,
  api,
}) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload('0', name, bytes(1))
  await nameIn(drive, 'a.txt').click()
  await nameIn(drive, 'b.txt').click({ modifiers: ['Control'] })
  const both = await drag(drive, 'a.txt', row(drive, '归档'))
  await expect(drive.getByText('移动到“归档”')).toBeVisible()
  await both.drop()
  await expectNames(drive, ['归档', 'c.txt'])
  await expect(toast(drive, '已移动 2 项到“归档”')).toBeVisible()

  await drive.keyboard.down('Control')
  const copy = await drag(drive, 'c.txt', row(drive, '归档'))
  await expect(drive.getByText('复制到“归档”')).toBeVisible()
  await copy.drop()
  await drive.keyboard.up('Control')
  await expect
    .poll(() => api.tree())
    .toEqual({
      归档: { 'a.txt': 1, 'b.txt': 1, 'c.txt': 1 },
      'c.txt': 1,
    })

  const itself = await drag(drive, '归档', row(drive, '归档'))
  await expect(drive.getByText('不能移到自身里')).toBeVisible()
  await drive.keyboard.press('Escape')
  await itself.drop()
  await expectNames(drive, ['归档', 'c.txt'])
})

test('a drag that begins before its part has come is where the pointer is once it comes', async ({
  context,
  server,
  person,
  api,
}) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  await api.upload('0', 'a.txt', bytes(1))
  const part = await hold(context, (request) => /\/drag-part-[^/]*\.js$/.test(request.url()))
  const page = await signedIn(context, server, person)
  await expect(row(page, 'a.txt')).toBeVisible()
  const begun = await drag(page, 'a.txt', row(page, '归档'))
  await part.arrived
  await part.release()
  await expect(page.getByText('移动到“归档”')).toBeVisible()
  await begun.drop()
  await expectNames(page, ['归档'])
})

test('dragging also goes to the path, the recycle bin and the favorites, and folders spring open', async ({
  drive,
  api,
}) => {
  const tree = await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '外',
    children: [{ instanceName: '内' }],
  })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await api.upload(tree.instanceId ?? '', name, bytes(1))
  await openFolder(drive, '外')
  const up = drive.getByRole('navigation', { name: '路径' }).getByRole('button', { name: '个人文件' })
  await (await drag(drive, 'a.txt', up)).drop()
  await expectNames(drive, ['内', 'b.txt', 'c.txt'])
  await (await drag(drive, 'b.txt', drive.getByRole('link', { name: '我的收藏' }))).drop()
  await expect(row(drive, 'b.txt').getByRole('img', { name: '已收藏' })).toBeVisible()
  await (await drag(drive, 'b.txt', drive.getByRole('link', { name: '回收站' }))).drop()
  await question(drive).getByRole('button', { name: '移入回收站' }).click()
  await expectNames(drive, ['内', 'c.txt'])

  const spring = await drag(drive, 'c.txt', row(drive, '内'))
  await expect(heading(drive)).toHaveText('内')
  const grid = await centerOf(drive.getByText('文件夹是空的'))
  await drive.mouse.move(grid.x, grid.y, { steps: 3 })
  await spring.drop()
  await expectNames(drive, ['c.txt'])
  expect(await api.tree()).toEqual({ 外: { 内: { 'c.txt': 1 } }, 'a.txt': 1 })
})

test('the dialog moves to a chosen or a new folder, and refuses without one (R47)', async ({
  drive,
  api,
}) => {
  await api.call(batchCreateFolder, {
    parentId: '0',
    instanceName: '项目',
    children: [{ instanceName: '甲方' }],
  })
  await api.upload('0', 'a.txt', bytes(1))
  await menuOf(drive, 'a.txt')
  await choose(drive, '移动到…')
  const dialog = drive.getByRole('dialog', { name: '移动到' })
  await dialog.getByRole('button', { name: '移动到此处' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请选择目标文件夹。')
  // Its search finds folders that were not expanded.
  const search = dialog.getByRole('searchbox', { name: '搜索文件夹' })
  await search.fill('没有这个')
  await expect(dialog.getByText('没有找到“没有这个”')).toBeVisible()
  await search.fill('jiafang')
  await dialog.getByRole('button', { name: /甲方/ }).click()
  await expect(dialog.getByText('目标：个人文件 / 项目 / 甲方')).toBeVisible()
  await search.fill('')
  const tree = dialog.getByRole('tree', { name: '文件夹' })
  await tree.getByRole('treeitem', { name: '项目' }).click()
  await expect(dialog.getByText('目标：个人文件 / 项目')).toBeVisible()
  await dialog.getByRole('button', { name: '新建文件夹' }).click()
  const field = dialog.getByRole('textbox', { name: '新文件夹名称' })
  await expect(field).toBeVisible()
  await expect(tree.getByRole('treeitem', { name: '甲方' })).toBeVisible()
  await field.fill('甲方')
  await expect(dialog.getByRole('alert').filter({ hasText: '已有同名文件夹' })).toBeVisible()
  await field.fill('乙方')
  await drive.keyboard.press('Enter')
  await expect(dialog.getByText('目标：个人文件 / 项目 / 乙方')).toBeVisible()
  await dialog.getByRole('button', { name: '移动到此处' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => api.tree()).toEqual({ 项目: { 甲方: {}, 乙方: { 'a.txt': 1 } } })
})

test('a taken name is asked about; one answer holds for all', async ({ drive, api }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    await api.upload('0', name, bytes(1))
    await api.upload(folder.instanceId, name, bytes(2))
  }
  await expect(row(drive, 'c.txt')).toBeVisible()
  await nameIn(drive, 'a.txt').click()
  await nameIn(drive, 'c.txt').click({ modifiers: ['Shift'] })
  await (await drag(drive, 'a.txt', row(drive, '归档'))).drop()
  const dialog = drive.getByRole('dialog', { name: '“归档”里已有同名项' })
  await expect(dialog.getByRole('radiogroup', { name: '怎么处理“a.txt”' })).toBeVisible()
  await dialog.getByRole('radio', { name: '跳过' }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expect(dialog.getByRole('radiogroup', { name: '怎么处理“b.txt”' })).toBeVisible()
  await dialog.getByRole('radio', { name: '保留两份' }).click()
  await dialog.getByRole('checkbox', { name: '对其余 1 个执行相同操作' }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expectNames(drive, ['归档', 'a.txt'])
  await expect
    .poll(() => api.tree())
    .toEqual({
      归档: { 'a.txt': 2, 'b.txt': 2, 'b (1).txt': 1, 'c.txt': 2, 'c (1).txt': 1 },
      'a.txt': 1,
    })
})

test('a move and a deletion are undone by Ctrl+Z, and by their message (R233)', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  await api.upload('0', 'a.txt', bytes(1))
  await (await drag(drive, 'a.txt', row(drive, '归档'))).drop()
  await expectNames(drive, ['归档'])
  await expect.poll(() => api.tree()).toEqual({ 归档: { 'a.txt': 1 } })
  await drive.keyboard.press('Control+z')
  await expectNames(drive, ['归档', 'a.txt'])

  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Delete')
  await question(drive)
    .getByRole('checkbox', { name: /不再询问/ })
    .click()
  await question(drive).getByRole('button', { name: '移入回收站' }).click()
  await expectNames(drive, ['归档'])
  const undo = drive.getByRole('region', { name: '通知' }).getByRole('button', { name: '撤销' })
  await undo.last().click()
  await expectNames(drive, ['归档', 'a.txt'])

  await nameIn(drive, '归档').click()
  await drive.keyboard.press('Control+a')
  await drive.keyboard.press('Delete')
  await expectNames(drive, [])
  await expect.poll(() => api.tree()).toEqual({})
  await drive.keyboard.press('Control+z')
  await expectNames(drive, ['归档', 'a.txt'])
})

test('Ctrl+Z takes back the copy that came last, then the move before it, and says which', async ({
  drive,
  api,
}) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  await api.upload('0', 'a.txt', bytes(1))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+x')
  await expect(toast(drive, /已剪切 1 项/)).toBeVisible()
  await openFolder(drive, '归档')
  await drive.keyboard.press('Control+v')
  await expect(toast(drive, /已剪切 1 项/)).toBeHidden()
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('Control+c')
  await drive.keyboard.press('Control+v')
  await expectNames(drive, ['a (1).txt', 'a.txt'])
  await drive.keyboard.press('Control+z')
  await expect(toast(drive, '已撤销复制“a.txt”，副本已移入回收站')).toBeVisible()
  await expectNames(drive, ['a.txt'])
  expect(await api.tree()).toEqual({ 归档: { 'a.txt': 1 } })
  await drive.keyboard.press('Control+z')
  await expect(toast(drive, '已撤销移动“a.txt”')).toBeVisible()
  expect(await api.tree()).toEqual({ 归档: {}, 'a.txt': 1 })
})

test('of many short messages the newest two are shown, clear of the path and the bar above the list', async ({
  drive,
  api,
}) => {
  for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) await api.upload('0', name, bytes(1))
  for (const name of ['1.txt', '2.txt', '3.txt', '4.txt']) {
    await nameIn(drive, name).click()
    await drive.keyboard.press('Control+c')
    await drive.keyboard.press('Control+v')
    await expect(row(drive, name.replace('.txt', ' (1).txt'))).toBeVisible()
  }
  const region = drive.getByRole('region', { name: '通知' })
  const told = region.getByText(/^已复制 1 项到/)
  const shown = told.filter({ visible: true })
  await expect(shown.last()).toBeVisible()
  expect(await shown.count()).toBeLessThanOrEqual(2)
  // Looked at in one step: they come and go by themselves.
  const tops = () => shown.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  await expect.poll(async () => (await tops()).at(-1) ?? 0).toBeGreaterThan(700)
})

test('Ctrl+Z pressed before the server has answered takes back just that', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', bytes(1))
  await nameIn(drive, 'a.txt').click()
  await drive.keyboard.press('F2')
  await drive.getByRole('textbox', { name: '名称' }).fill('b.txt')
  await drive.keyboard.press('Enter')
  await expect.poll(() => api.tree()).toEqual({ 'b.txt': 1 })
  const removal = await hold(drive, isCall('instance/remove'))
  await drive.keyboard.press('Delete')
  await question(drive).getByRole('button', { name: '移入回收站' }).click()
  await removal.arrived
  await expectNames(drive, [])
  await drive.keyboard.press('Control+z')
  await removal.release()
  await expectNames(drive, ['b.txt'])
  expect(await api.tree()).toEqual({ 'b.txt': 1 })
})

test('a refused move comes back with the reason', async ({ drive, api }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '归档' })
  const moved = await api.upload('0', 'a.txt', bytes(1))
  await expect(row(drive, 'a.txt')).toBeVisible()
  await drive.route('**/disk/api/instance/move', (route) =>
    route.fulfill({
      json: {
        errcode: 0,
        errmsg: '',
        traceId: 't',
        data: { list: [{ instanceId: moved.instanceId, errcode: 30403, errmsg: '没有移动的权限。' }] },
      },
    }),
  )
  await (await drag(drive, 'a.txt', row(drive, '归档'))).drop()
  await expect(drive.getByText('没有移动的权限。').first()).toBeVisible()
  await expectNames(drive, ['归档', 'a.txt'])
})

test('a large copy runs in the background and tells how far it is', async ({ drive, api }) => {
  const children = Array.from({ length: 250 }, (_, index) => ({ instanceName: `d${index}` }))
  await api.call(batchCreateFolder, { parentId: '0', instanceName: '大', children })
  const target = await api.call(createFolder, { parentId: '0', instanceName: '目标' })
  await expect(row(drive, '目标')).toBeVisible()
  const asks = await hold(drive, (request) =>
    /\/disk\/api\/job\/[^/]+$/.test(new URL(request.url()).pathname),
  )
  await nameIn(drive, '大').click()
  await drive.keyboard.press('Control+c')
  await openFolder(drive, '目标')
  await drive.keyboard.press('Control+v')
  const card = drive.getByRole('list', { name: '后台任务' })
  await expect(card).toContainText('正在复制 1 项到“目标”')
  await expect(card).toContainText('等待开始…')
  await asks.release()
  await expect(toast(drive, '已复制 1 项到“目标”')).toBeVisible()
  await expect(row(drive, '大')).toBeVisible()
  await expect(card).toBeHidden()
  const copied = await api.list((await api.list(target.instanceId))[0]?.instanceId)
  expect(copied).toHaveLength(250)
})

test('the list says at once what was asked, before the server has answered', async ({ drive, api }) => {
  await api.upload('0', 'a.txt', bytes(1))
  await nameIn(drive, 'a.txt').click()
  const rename = await hold(drive, isCall('instance/rename'))
  await drive.keyboard.press('F2')
  await drive.getByRole('textbox', { name: '名称' }).fill('b.txt')
  await drive.keyboard.press('Enter')
  await rename.arrived
  await expectNames(drive, ['b.txt'])
  await expect(list(drive)).toBeFocused()
  await rename.release()
  await expect.poll(() => api.tree()).toEqual({ 'b.txt': 1 })
})
