import { readFile } from 'node:fs/promises'
import { createFolder } from '@clouddisk/contract/files'
import { queryOpenUploads } from '@clouddisk/contract/uploads'
import { sha256Of } from '../../server/test/person.ts'
import { sha256OfFile } from '../support/desk.ts'
import { dragFiles, dropFiles } from '../support/drop.ts'
import { heading, list, nameIn, type openFolder, row, toast } from '../support/files.ts'
import { hold, isCall, isPart } from '../support/hold.ts'
import { NO_NETWORK } from '../support/problems.ts'
import { PASSWORD } from '../support/server.ts'
import { expect, newPerson, signedIn, signInByCall, test } from '../support/test.ts'
import {
  expectUploadsDone,
  openTab,
  openTransfers,
  panel,
  question,
  rowButton,
  transfer,
} from '../support/transfers.ts'

const MB = 1024 * 1024

test('files chosen with the picker arrive byte for byte', { tag: '@core' }, async ({ drive, api, desk }) => {
  const paths = [await desk.file('年度 报告（终稿）.docx', 300_000), await desk.file('a.txt', 'hello')]
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(paths)
  await expect(row(drive, '年度 报告（终稿）.docx')).toBeVisible()
  await expect(row(drive, 'a.txt')).toBeVisible()
  for (const item of await api.list())
    expect(await api.download(item.instanceId)).toEqual(await readFile(desk.at(item.instanceName)))
  await openTab(drive, '已完成')
  await expect(panel(drive).getByRole('grid', { name: '传输记录' })).toContainText('年度 报告（终稿）.docx')
})

test('a folder chosen with the picker says that its empty folders are not among it', async ({
  drive,
  desk,
}) => {
  await desk.file('项目/一/a.txt', 'a')
  await desk.emptyFolder('项目/空')
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '更多上传方式' }).click()
  await drive.getByRole('menuitem', { name: '上传文件夹' }).click()
  await (await chooser).setFiles(desk.at('项目'))
  await expect(toast(drive, '不含空的子文件夹')).toBeVisible()
  await expect(row(drive, '项目')).toBeVisible()
})

test('a folder chosen with the picker comes with its tree', async ({ drive, api, desk }) => {
  await desk.file('项目/一/a.txt', 'a')
  await desk.file('项目/二/三/b.txt', 'bb')
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '更多上传方式' }).click()
  await drive.getByRole('menuitem', { name: '上传文件夹' }).click()
  await (await chooser).setFiles(desk.at('项目'))
  await expect(row(drive, '项目')).toBeVisible()
  await expectUploadsDone(drive)
  expect(await api.tree()).toEqual({ 项目: { 一: { 'a.txt': 1 }, 二: { 三: { 'b.txt': 2 } } } })
})

test('what is dropped arrives: files, and folders five levels deep with an empty one', {
  tag: '@core',
}, async ({ drive, api, desk }) => {
  await desk.file('市场部/2026/华东/上海/浦东/方案.docx', 5000)
  await desk.file('市场部/2026/华东/上海/报价.xlsx', 70_000)
  await desk.file('市场部/说明.txt', '说明')
  await desk.emptyFolder('市场部/2026/待定')
  const picture = await desk.file('图.png', 20_000)
  const drag = await dragFiles(drive, [desk.at('市场部'), picture], list(drive))
  await expect(drive.getByText('松开即可上传到“个人文件”')).toBeVisible()
  await drag.drop()
  await expect(row(drive, '市场部')).toBeVisible()
  await expect(row(drive, '图.png')).toBeVisible()
  await expectUploadsDone(drive)
  expect(await api.tree()).toEqual({
    市场部: {
      2026: { 华东: { 上海: { 浦东: { '方案.docx': 5000 }, '报价.xlsx': 70_000 } }, 待定: {} },
      '说明.txt': 6,
    },
    '图.png': 20_000,
  })
})

test('a folder’s row takes what is dropped on it', async ({ drive, api, desk }) => {
  await api.call(createFolder, { parentId: '0', instanceName: '收件' })
  const file = await desk.file('a.txt', 'a')
  const drag = await dragFiles(drive, [file], row(drive, '收件'))
  await expect(drive.getByText('松开即可上传到“收件”')).toBeVisible()
  await drag.drop()
  await expectUploadsDone(drive)
  await expect.poll(() => api.tree()).toEqual({ 收件: { 'a.txt': 1 } })
})

test('501 files are told the limit, 51 are asked about, and empty ones are listed and left out', async ({
  drive,
  api,
  desk,
}) => {
  for (let index = 0; index < 501; index++) await desk.file(`many/f${index}.txt`, 'x')
  await dropFiles(drive, [desk.at('many')], list(drive))
  await expect(question(drive)).toContainText('一次选的文件太多')
  await expect(question(drive)).toContainText('一次最多 500 个文件，已选 501 个')
  await question(drive).getByRole('button', { name: '取消' }).click()

  for (let index = 0; index < 51; index++) await desk.file(`fifty-one/f${index}.txt`, `${index}`)
  await desk.file('fifty-one/empty.txt', '')
  await dropFiles(drive, [desk.at('fifty-one')], list(drive))
  await expect(question(drive)).toContainText('用网页上传 51 个文件？')
  await expect(question(drive)).toContainText('empty.txt')
  await expect(question(drive)).toContainText('空文件')
  await question(drive).getByRole('button', { name: '取消' }).click()
  await dropFiles(drive, [desk.at('fifty-one')], list(drive))
  await question(drive).getByRole('button', { name: '继续用网页上传' }).click()
  const wanted = Object.fromEntries(
    Array.from({ length: 51 }, (_, index) => [`f${index}.txt`, `${index}`.length]),
  )
  await expect.poll(() => api.tree(), { timeout: 30_000 }).toEqual({ 'fifty-one': wanted })
})

test('an empty selection and an empty file say so and nothing is sent', async ({ drive, api, desk }) => {
  await dropFiles(drive, [await desk.file('nothing.txt', '')], list(drive))
  await expect(question(drive)).toContainText('没有可上传的文件')
  await expect(question(drive)).toContainText('nothing.txt')
  await question(drive).getByRole('button', { name: '知道了' }).click()
  expect(await api.tree()).toEqual({})
})

test('a file of many parts is paused, goes on where it was and arrives whole', { tag: '@core' }, async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('大文件.bin', 64 * MB)
  const parts = await hold(drive, isPart, 3)
  const sent = new Set<string>()
  drive.on('requestfinished', (request) => {
    if (isPart(request)) sent.add(new URL(request.url()).searchParams.get('partNumber') ?? '')
  })
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  await openTransfers(drive)
  await rowButton(drive, '大文件.bin', '暂停').click()
  await expect(transfer(drive, '大文件.bin')).toContainText('已暂停')
  await expect(transfer(drive, '大文件.bin')).toContainText(/前可续传/)
  await parts.release()
  const before = new Set(sent)
  expect(before.size).toBeGreaterThan(0)
  sent.clear()
  await rowButton(drive, '大文件.bin', '继续').click()
  await expect(row(drive, '大文件.bin')).toBeVisible({ timeout: 60_000 })
  expect([...sent].filter((part) => before.has(part))).toEqual([])
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('a server that is away is told as such, not as the network', async ({
  drive,
  desk,
  context,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  await openTransfers(drive)
  await context.route('**/*', (route) => route.abort('connectionrefused'))
  await parts.release()
  await expect(transfer(drive, 'big.bin')).toContainText('连不上服务器，恢复后自动继续')
  await expect(drive.getByText('连不上服务器，传输已暂停，恢复后自动继续。').first()).toBeVisible()
  await context.unroute('**/*')
  await expect(drive.getByText('已重新连上服务器，1 个任务继续上传')).toBeVisible()
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
})

test('uploads pause with a message when the network is lost, and resume when it is back (R233)', async ({
  drive,
  api,
  desk,
  context,
  problems,
}) => {
  problems.expect(NO_NETWORK)
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  await openTransfers(drive)
  await context.setOffline(true)
  await expect(transfer(drive, 'big.bin')).toContainText('网络已断开，恢复后自动继续')
  await parts.release()
  await context.setOffline(false)
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('a reload in the middle warns, and the file dropped before goes on', async ({ drive, api, desk }) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  const warned = drive.waitForEvent('dialog')
  void drive.reload().catch(() => undefined)
  const warning = await warned
  expect(warning.type()).toBe('beforeunload')
  await warning.accept()
  await parts.release()
  await drive.waitForLoadState()
  await openTransfers(drive)
  const again = rowButton(drive, 'big.bin', '继续')
  // Where the browser still lets the page read the file it goes on by itself.
  await expect(again.or(row(drive, 'big.bin'))).toBeVisible({ timeout: 30_000 })
  if (await again.isVisible()) {
    await again.click()
    const pick = question(drive).getByRole('button', { name: '选择文件' })
    await expect(pick.or(row(drive, 'big.bin'))).toBeVisible({ timeout: 30_000 })
    if (await pick.isVisible()) {
      const [chooser] = await Promise.all([drive.waitForEvent('filechooser'), pick.click()])
      await chooser.setFiles(path)
    }
  }
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('a picked file is picked again after a reload and goes on where it was; another is refused', async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const other = await desk.file('other/big.bin', 1 * MB)
  const parts = await hold(drive, isPart, 3)
  const chooser = drive.waitForEvent('filechooser')
  await drive.getByRole('button', { name: '上传', exact: true }).click()
  await (await chooser).setFiles(path)
  await parts.arrived
  await expect
    .poll(async () => (await api.call(queryOpenUploads, {}))[0]?.receivedSize ?? 0)
    .toBeGreaterThan(0)
  const [open] = await api.call(queryOpenUploads, {})
  drive.once('dialog', (dialog) => void dialog.accept())
  await drive.reload()
  await parts.release()
  await openTransfers(drive)
  await expect(transfer(drive, 'big.bin')).toContainText('选择同一文件')
  const pickAgain = async (file: string) => {
    await transfer(drive, 'big.bin').click()
    await drive.keyboard.press('Enter')
    const next = drive.waitForEvent('filechooser')
    await question(drive).getByRole('button', { name: '选择文件' }).click()
    await (await next).setFiles(file)
  }
  await pickAgain(other)
  await expect(toast(drive, /没有找到“big\.bin”，或大小不同/)).toBeVisible()
  await pickAgain(path)
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
  expect(open?.instanceName).toBe('big.bin')
})

test('another tab shows the queue, and goes on with it when the first is closed', async ({
  drive,
  api,
  desk,
  context,
  server,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(context, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  const other = await context.newPage()
  await other.goto(`${server.origin}/disk/`)
  await openTransfers(other)
  await expect(transfer(other, 'big.bin')).toContainText('33.3%')
  await expect(panel(other)).toContainText('由另一个标签页传输')
  await drive.close()
  await parts.release()
  await expect(row(other, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('what waits for room is paused with all, and goes on by itself in the tab that takes over', async ({
  drive,
  api,
  desk,
  context,
  server,
  problems,
}) => {
  problems.expect(/507/)
  const path = await desk.file('big.bin', 24 * MB)
  let isFull = true
  await context.route(/partNumber=/, (route) =>
    isFull
      ? route.fulfill({ status: 507, body: '<Error><Code>InsufficientStorage</Code></Error>' })
      : route.continue(),
  )
  await dropFiles(drive, [path], list(drive))
  await openTransfers(drive)
  await expect(transfer(drive, 'big.bin')).toContainText('等待空间')
  await panel(drive).getByRole('button', { name: '全部暂停' }).click()
  await expect(transfer(drive, 'big.bin')).toContainText('已暂停')
  await panel(drive).getByRole('button', { name: '全部继续' }).click()
  await expect(transfer(drive, 'big.bin')).toContainText('等待空间')
  const other = await context.newPage()
  await other.goto(`${server.origin}/disk/`)
  await openTransfers(other)
  await expect(transfer(other, 'big.bin')).toContainText('等待空间')
  await drive.close()
  isFull = false
  await expect(row(other, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('known content is there at once, without its bytes being sent again', async ({ drive, api, desk }) => {
  const content = Buffer.alloc(20 * MB, 'known')
  await api.upload('0', 'first.bin', content)
  await expect(row(drive, 'first.bin')).toBeVisible()
  const path = await desk.file('second.bin', content)
  // Not one part gets through: only the proof can have made it a file.
  const parts = await hold(drive, isPart)
  await dropFiles(drive, [path], list(drive))
  await expect(row(drive, 'second.bin')).toBeVisible({ timeout: 30_000 })
  await openTab(drive, '上传')
  await expect(panel(drive)).toContainText('秒传')
  await parts.release()
  expect(await api.tree()).toEqual({ 'first.bin': 20 * MB, 'second.bin': 20 * MB })
})

test('taken names are asked about once for all, and folders merge', async ({ drive, api, desk }) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '资料' })
  await api.upload(folder.instanceId, 'in.txt', Buffer.from('old'))
  for (const name of ['a.txt', 'b.txt']) await api.upload('0', name, Buffer.from('old'))
  await expect(row(drive, 'b.txt')).toBeVisible()
  const a = await desk.file('a.txt', 'newer')
  const b = await desk.file('b.txt', 'newer!')
  await dropFiles(drive, [a, b], list(drive))
  const dialog = drive.getByRole('dialog', { name: /里已有同名项/ })
  await dialog.getByRole('radio', { name: /存为新版本/ }).click()
  await dialog.getByRole('checkbox', { name: '对其余 1 个执行相同操作' }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expectUploadsDone(drive)
  await expect.poll(() => api.tree()).toEqual({ 资料: { 'in.txt': 3 }, 'a.txt': 5, 'b.txt': 6 })

  await desk.file('资料/in.txt', 'new and longer')
  await desk.file('资料/more.txt', 'm')
  await dropFiles(drive, [desk.at('资料')], list(drive))
  await dialog.getByRole('radio', { name: /合并到已有文件夹/ }).click()
  await dialog.getByRole('button', { name: '继续' }).click()
  await expectUploadsDone(drive)
  await expect
    .poll(() => api.tree(folder.instanceId))
    .toEqual({ 'in.txt': 3, 'in (1).txt': 14, 'more.txt': 1 })
})

test('a session that ends in the middle: signed in again, it goes on', async ({
  drive,
  api,
  desk,
  context,
  person,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(context, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  await context.clearCookies()
  await parts.release()
  await expect(drive).toHaveURL(/\/disk\/login/, { timeout: 30_000 })
  await drive.getByLabel('账号').fill(person)
  await drive.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await drive.keyboard.press('Enter')
  await expect(heading(drive)).toHaveText('个人文件')
  await expect(row(drive, 'big.bin')).toBeVisible({ timeout: 60_000 })
  const [item] = await api.list()
  expect(sha256Of(await api.download(item?.instanceId ?? ''))).toBe(await sha256OfFile(path))
})

test('deleting an upload in the middle asks, and leaves nothing open at the server', async ({
  drive,
  api,
  desk,
}) => {
  const path = await desk.file('big.bin', 48 * MB)
  const parts = await hold(drive, isPart, 2)
  await dropFiles(drive, [path], list(drive))
  await parts.arrived
  expect(await api.call(queryOpenUploads, {})).toHaveLength(1)
  await openTransfers(drive)
  await rowButton(drive, 'big.bin', '删除').click()
  await expect(question(drive)).toContainText('删除上传“big.bin”？')
  await question(drive).getByRole('button', { name: '删除上传' }).click()
  await parts.release()
  await expect(transfer(drive, 'big.bin')).toBeHidden()
  await expect.poll(() => api.call(queryOpenUploads, {})).toEqual([])
  expect(await api.tree()).toEqual({})
})

test('a file that does not fit says how much is missing, and its row leaves no gap', async ({
  context,
  server,
  desk,
}) => {
  const person = await newPerson(server, { capacity: 3 * MB })
  const drive = await signedIn(context, server, person)
  const answers = await hold(drive, isCall('instance/checkUploadAble'))
  const paths = [await desk.file('big.bin', 5 * MB), await desk.file('next.bin', 5 * MB - 1)]
  await dropFiles(drive, paths, list(drive))
  await answers.arrived
  await openTransfers(drive)
  await expect(transfer(drive, 'big.bin')).toBeVisible()
  await answers.release()
  await expect(transfer(drive, 'big.bin')).toContainText('[002]')
  await expect(transfer(drive, 'big.bin')).toContainText('个人空间不足，还差 2.00 MB')
  await expect(transfer(drive, 'big.bin')).toContainText('请清空回收站后重试')
  await expect(transfer(drive, 'next.bin')).toContainText('[002]')
  const boxes = await panel(drive)
    .getByRole('row')
    .evaluateAll((rows) => rows.map((one) => one.getBoundingClientRect()))
  expect(boxes).toHaveLength(2)
  expect(boxes[1]?.top).toBe(boxes[0]?.bottom)
})

test('a name taken between the question and the upload is numbered, and both files stay', async ({
  drive,
  api,
  desk,
}) => {
  const save = await hold(drive, isCall('instance/checkUploadAble'))
  await dropFiles(drive, [await desk.file('a.txt', 'mine')], list(drive))
  await save.arrived
  await api.upload('0', 'a.txt', Buffer.from('theirs'))
  await save.release()
  await expectUploadsDone(drive)
  await expect.poll(() => api.tree()).toEqual({ 'a.txt': 6, 'a (1).txt': 4 })
})

test('the panel: tabs, choosing, info, minimise, pause all and resume all (R41)', async ({ drive, desk }) => {
  const parts = await hold(drive, isPart, 1)
  await dropFiles(drive, [await desk.file('1.bin', 20 * MB), await desk.file('2.bin', 20 * MB)], list(drive))
  await parts.arrived
  await openTransfers(drive)
  await expect(panel(drive).getByRole('tab', { name: /^上传 ?\(0\/2\)/ })).toBeVisible()
  await expect(transfer(drive, '2.bin')).toContainText('等待其他文件上传 · 已校验，第 1 位')
  await transfer(drive, '2.bin').getByRole('checkbox').click()
  await expect(
    panel(drive).getByRole('toolbar').getByRole('button', { name: '继续' }),
  ).toHaveAccessibleDescription('排队中，稍后自动开始')
  await transfer(drive, '2.bin').getByRole('checkbox').click()
  await panel(drive).getByRole('button', { name: '全部暂停' }).click()
  await expect(transfer(drive, '1.bin')).toContainText('已暂停')
  await expect(transfer(drive, '2.bin')).toContainText('已暂停')
  await transfer(drive, '1.bin').getByRole('checkbox').click()
  await panel(drive).getByRole('toolbar').getByRole('button', { name: '详情' }).click()
  await expect(panel(drive)).toContainText('每片 8.00 MB')
  await panel(drive).getByRole('button', { name: '返回列表' }).click()
  await panel(drive).getByRole('button', { name: '最小化' }).click()
  await expect(drive.getByText('2 个文件已暂停')).toBeVisible()
  await openTransfers(drive)
  await parts.release()
  await panel(drive).getByRole('button', { name: '全部继续' }).click()
  await expectUploadsDone(drive)
  await expect(row(drive, '2.bin')).toBeVisible()
  await openTab(drive, '已完成')
  await nameIn(drive, '1.bin').click()
  await expect(panel(drive).getByRole('grid', { name: '传输记录' }).getByRole('row')).toHaveCount(3)
  await openFolderOf(drive)
})

test('the list begins small, is in nobody’s way, minimises on Esc and goes when all is done', async ({
  drive,
  desk,
}) => {
  await drive.setViewportSize({ width: 1366, height: 768 })
  const parts = await hold(drive, isPart, 1)
  await dropFiles(drive, [await desk.file('1.bin', 20 * MB)], list(drive))
  await parts.arrived
  const small = drive.getByRole('region', { name: '传输列表' })
  await expect(small).toContainText('1.bin')
  await expect(panel(drive)).toBeHidden()
  await small.getByRole('button', { name: '打开传输列表' }).click()
  await expect(panel(drive)).toBeVisible()
  // A press that something else takes would not come through.
  for (const name of ['新建文件夹', '更多上传方式', '网格'])
    await drive
      .getByRole('main')
      .getByRole('button', { name })
      .or(drive.getByRole('radio', { name }))
      .first()
      .click({ trial: true })
  await list(drive).focus()
  await drive.keyboard.press('Escape')
  await expect(panel(drive)).toBeHidden()
  await expect(list(drive)).toBeFocused()
  await expect(small).toBeVisible()
  await drive.setViewportSize({ width: 390, height: 844 })
  await expect(small).toBeVisible()
  await drive.getByRole('main').getByRole('button', { name: '上传' }).last().click({ trial: true })
  await parts.release()
  await expect(small).toContainText('传输全部完成')
  await expect(small).toBeHidden()
})

/** The record of an upload leads to where it went. */
async function openFolderOf(drive: Parameters<typeof openFolder>[0]): Promise<void> {
  const record = panel(drive).getByRole('row').filter({ hasText: '1' }).last()
  await record.hover()
  await record.getByRole('button', { name: '打开所在位置' }).click()
  await expect(heading(drive)).toHaveText('个人文件')
}

test('another person on the same browser sees nothing of it', async ({ drive, desk, context, server }) => {
  const parts = await hold(context, isPart, 1)
  await dropFiles(drive, [await desk.file('secret.bin', 20 * MB)], list(drive))
  await parts.arrived
  await signInByCall(context, server, await newPerson(server))
  drive.once('dialog', (dialog) => void dialog.accept())
  await drive.goto(`${server.origin}/disk/`)
  await openTransfers(drive)
  await expect(panel(drive)).toContainText('没有正在上传的文件')
  await parts.release()
})
