import { createFolder, removeInstances } from '@clouddisk/contract/files'
import { createGroup } from '@clouddisk/contract/groups'
import { saveSettings } from '@clouddisk/contract/settings'
import type { Locator, Page } from '@playwright/test'
import { faultsOf } from '../support/axe.ts'
import {
  changeRecord,
  type FakeHostOptions,
  hostCalls,
  record,
  tell,
  withHost,
} from '../support/fake-host.ts'
import { row as fileRow, main, toast } from '../support/files.ts'
import { hold, isCall } from '../support/hold.ts'
import { test as base, expect, signedIn } from '../support/test.ts'

/** The transfer list of the desktop client (A§2), with a client that stands for the real one. */

const test = base.extend<{ open: (options: FakeHostOptions) => Promise<Page> }>({
  open: async ({ context, server, person }, use) => {
    await use(async (options) => {
      await withHost(context, options)
      return signedIn(context, server, person, 'clientTransList')
    })
  },
})

const MB = 1024 * 1024
const tab = (page: Page, name: string): Locator => page.getByRole('tab', { name: new RegExp(`^${name}`) })
const row = (page: Page, name: string): Locator => main(page).getByRole('row').filter({ hasText: name })
const commands = async (page: Page) => (await hostCalls(page, 'execCmd')).map(({ input }) => input)
const act = async (page: Page, name: string, action: string) => {
  await row(page, name).hover()
  await row(page, name)
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click()
}
const CELLS = { status: 1, time: 2, type: 3 }
const cell = (page: Page, name: string, column: keyof typeof CELLS): Locator =>
  row(page, name).getByRole('gridcell').nth(CELLS[column])

const upload = record({ fileName: '合同.pdf', status: 'running', finishedPartsSize: 5 * MB })
const paused = record({ fileName: '报表.xlsx', status: 'pause', finishedPartsSize: MB })
const failed = record({
  fileName: '影片.mp4',
  status: 'error',
  errmsg: 'words of the client',
  error: {
    code: '302',
    name: null,
    errcode: null,
    message: null,
    details: {},
    traceId: null,
    retryable: true,
  },
})
const download = record({ type: 'downloadFile', fileName: '方案.docx', status: 'running' })
const done = record({ fileName: '完成.txt', status: 'finished', fileSize: 2 * MB })
const doneDown = record({ type: 'downloadFile', fileName: '下好.zip', status: 'finished' })

test.describe('on entry (R62)', () => {
  for (const [what, records, name] of [
    ['an active upload', [download, upload, done], '上传'],
    ['else an active download', [download, paused, done], '下载'],
    ['else the list that has something', [done], '已完成'],
    ['else uploads', [], '上传'],
  ] as const)
    test(`${what} decides`, async ({ open }) => {
      const page = await open({ records })
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    })
})

test('on entry what local sync sends is the list that has something, while it is on (R62)', {
  tag: '@core',
}, async ({ context, open, api }) => {
  await api.call(saveSettings, { localSync: true })
  const sending = record({ fileName: '同步.txt', status: 'running', isLocalSync: true, localSyncId: 1 })
  // Whether it is on may be known later than what there is.
  const settings = await hold(context, isCall('user/querySettings'))
  const list = context.waitForEvent('response', (response) =>
    /client-transfers-route-.*\.js/.test(response.url()),
  )
  const page = await open({ records: [sending] })
  await (await list).finished()
  await expect(main(page).getByRole('status').or(tab(page, '上传'))).toBeVisible()
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
  await settings.release()
  await expect(tab(page, '本地同步')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, '同步.txt')).toBeVisible()
})

test('columns say what a transfer is and how far it has come (R61, R63)', async ({ open }) => {
  const page = await open({ records: [upload, paused, failed, done, doneDown] })
  const heads = main(page).getByRole('columnheader')
  await expect(heads.filter({ hasText: /文件名|状态|完成时间|传输类型/ })).toHaveCount(4)
  await expect(row(page, '合同.pdf')).toContainText('5.00 / 10.00 MB')
  await tell(page, {
    myType: 'progress',
    id: upload.id,
    progress: 62.45,
    finishedPartsSize: 6.25 * MB,
    rate: 3 * MB,
  })
  await expect(cell(page, '合同.pdf', 'status')).toContainText('62.4%')
  await expect(cell(page, '合同.pdf', 'status')).toContainText('3.00 MB/s')
  await expect(row(page, '合同.pdf')).toContainText('6.25 / 10.00 MB')
  await tell(page, { myType: 'reading', id: upload.id, progress: 10, finishedPartsSize: MB })
  await expect(cell(page, '合同.pdf', 'status')).toContainText('10.0%正在校验')
  await expect(cell(page, '报表.xlsx', 'status')).toContainText('10.0%已暂停')
  await expect(cell(page, '影片.mp4', 'status')).toContainText('[302] 上传失败。请检查网络后重试。')
  await expect(cell(page, '影片.mp4', 'type')).toHaveText('上传')
  expect(await faultsOf(page)).toEqual([])
  await tab(page, '已完成').click()
  await expect(row(page, '完成.txt')).toContainText('2.00 MB')
  await expect(cell(page, '完成.txt', 'time')).toHaveText(/\d{2}:\d{2}/)
  await expect(cell(page, '下好.zip', 'type')).toHaveText('下载')
  expect(await faultsOf(page)).toEqual([])
})

test('what local sync sends has a tab while local sync is on, and is followed (R61, R63, R66)', async ({
  open,
  api,
}) => {
  const sending = Array.from({ length: 100 }, (_, n) =>
    record({
      fileName: `同步 ${n}.txt`,
      status: n === 0 ? 'running' : 'waiting',
      isLocalSync: true,
      localSyncId: 1,
    }),
  )
  const page = await open({ records: [upload, ...sending] })
  await expect(row(page, '合同.pdf')).toBeVisible()
  await expect(tab(page, '本地同步')).toHaveCount(0)
  await api.call(saveSettings, { localSync: true })
  await expect(tab(page, '本地同步')).toHaveText('本地同步99+')
  await tab(page, '本地同步').click()
  const id = sending[0]?.id ?? ''
  await tell(page, { myType: 'progress', id, progress: 30, finishedPartsSize: 3 * MB, rate: MB })
  await expect(cell(page, '同步 0.txt', 'status')).toContainText('30.0%1.00 MB/s')
  await expect(main(page).getByRole('button', { name: /全部/ })).toHaveCount(0)
  await page.evaluate(() => {
    const { fakeHost } = globalThis as unknown as { fakeHost: { records: unknown[] } }
    fakeHost.records = []
  })
  const none = { upload: 0, download: 0, finished: 0, uploading: 0, downloading: 0, waiting: 0 }
  await tell(page, { myType: 'listChanged', counts: { ...none, pending: 0, localSync: 0 } })
  await expect(main(page).getByText('没有正在同步的文件')).toBeVisible()
  await expect(tab(page, '本地同步')).toHaveText('本地同步0')
  await api.call(saveSettings, { localSync: false })
  await expect(tab(page, '上传')).toHaveAttribute('aria-selected', 'true')
})

test('the client’s own words stand where the page has none', async ({ open }) => {
  const page = await open({
    records: [record({ type: 'downloadFile', fileName: 'a.bin', status: 'error', errmsg: '磁盘已满。' })],
  })
  await expect(cell(page, 'a.bin', 'status')).toHaveText('磁盘已满。')
})

test('rows are paused, resumed and deleted (R64)', async ({ open }) => {
  const page = await open({ records: [upload, paused, failed] })
  await act(page, '合同.pdf', '暂停')
  await expect(cell(page, '合同.pdf', 'status')).toContainText('已暂停')
  await act(page, '报表.xlsx', '继续')
  await act(page, '影片.mp4', '继续')
  await expect(row(page, '影片.mp4')).not.toContainText('上传失败')
  await act(page, '影片.mp4', '删除')
  await expect(row(page, '影片.mp4')).toHaveCount(0)
  expect(await commands(page)).toEqual([
    { cmd: 'jobPause', ids: [upload.id], list: 'uploadFile' },
    { cmd: 'jobResume', ids: [paused.id], list: 'uploadFile' },
    { cmd: 'jobResume', ids: [failed.id], list: 'uploadFile' },
    { cmd: 'jobDelete', ids: [failed.id], list: 'uploadFile' },
  ])
  await main(page).getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(main(page).getByRole('grid').getByText('10.00 MB')).toHaveCount(1)
})

test('all are paused, resumed and deleted at once; the finished list is cleared (R65)', async ({ open }) => {
  const page = await open({ records: [upload, failed, done] })
  const press = (name: string) => main(page).getByRole('button', { name, exact: true }).click()
  await press('全部暂停')
  await press('全部继续')
  await press('全部删除')
  await page.getByRole('alertdialog').getByRole('button', { name: '全部删除' }).click()
  await expect(main(page).getByText('没有正在上传的文件')).toBeVisible()
  await expect(main(page).getByRole('button', { name: '全部暂停' })).toHaveAttribute('aria-disabled', 'true')
  await tab(page, '已完成').click()
  await expect(main(page).getByText('记录保留 30 天，到期自动清除。')).toBeVisible()
  await press('清空记录')
  await page.getByRole('alertdialog').getByRole('button', { name: '清空记录' }).click()
  await expect(main(page).getByText('还没有完成的传输')).toBeVisible()
  expect(await commands(page)).toEqual([
    { cmd: 'jobPause', list: 'uploadFile' },
    { cmd: 'jobResume', list: 'uploadFile' },
    { cmd: 'jobDelete', list: 'uploadFile' },
    { cmd: 'jobDelete', list: 'finished' },
  ])
})

test('counts are capped but those of finished ones, and the pager has all its parts (R66)', async ({
  open,
}) => {
  const many = (count: number, change: Parameters<typeof record>[0]) =>
    Array.from({ length: count }, () => record(change))
  const page = await open({
    records: [
      ...many(100, { status: 'pause' }),
      ...many(99, { type: 'downloadFile', status: 'pause' }),
      ...many(120, { status: 'finished' }),
    ],
  })
  await expect(tab(page, '上传')).toHaveText('上传99+')
  await expect(tab(page, '下载')).toHaveText('下载99')
  await expect(tab(page, '已完成')).toHaveText('已完成120')
  const pager = main(page).getByRole('navigation')
  await expect(pager).toContainText('100')
  await pager.getByRole('button', { name: '下一页' }).click()
  await expect
    .poll(async () => (await hostCalls(page, 'pageTransfers')).at(-1)?.input)
    .toMatchObject({
      pageNo: 2,
      pageSize: 20,
    })
  await pager.getByRole('combobox').click()
  await expect(page.getByRole('option')).toHaveText([10, 20, 30, 40, 50, 100].map((n) => `${n} 条/页`))
  await page.getByRole('option', { name: '50 条/页' }).click()
  await pager.getByLabel('跳转页码').fill('2')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await hostCalls(page, 'pageTransfers')).at(-1)?.input)
    .toEqual({
      list: 'uploadFile',
      pageNo: 2,
      pageSize: 50,
    })
})

test('the location of a finished upload is its folder in the drive; a missing one is told (R67)', async ({
  open,
  api,
}) => {
  const folder = await api.call(createFolder, { parentId: '0', instanceName: '合同' })
  const { instanceId } = await api.upload(folder.instanceId, 'a.txt', Buffer.from('a'))
  const gone = await api.call(createFolder, { parentId: '0', instanceName: '旧' })
  await api.call(removeInstances, { instanceIds: [gone.instanceId] })
  const at = { status: 'finished', parentId: folder.instanceId } as const
  const page = await open({
    records: [
      record({ ...at, fileName: 'a.txt', instanceId }),
      record({ ...at, fileName: 'weg.txt', parentId: gone.instanceId }),
    ],
  })
  await act(page, 'weg.txt', '打开所在位置')
  await expect(toast(page, /文件夹已不存在/)).toBeVisible()
  await act(page, 'a.txt', '打开所在位置')
  await expect(page).toHaveURL(/\/disk\/personalFile\?/)
  const query = new URL(page.url()).searchParams
  expect(query.get('IndividualOrDepartment')).toBe('0')
  expect(query.get('form')).toBe('HikLinkTransList')
  expect(JSON.parse(query.get('breadcrumbList') ?? '')).toMatchObject([
    {},
    { instanceId: folder.instanceId, instanceName: '合同' },
  ])
  expect(query.get('fileAuth')?.split(',')).toContain('upload')
  await expect(fileRow(page, 'a.txt')).toHaveAttribute('aria-selected', 'true')
})

test('the location of a finished upload into a group is its folder there (R67)', async ({ open, api }) => {
  const { rootId } = await api.call(createGroup, { groupName: '位置组', capacity: 1 })
  const { instanceId } = await api.upload(rootId, 'g.txt', Buffer.from('g'))
  const page = await open({
    records: [record({ fileName: 'g.txt', status: 'finished', parentId: rootId, instanceId, inGroup: true })],
  })
  await act(page, 'g.txt', '打开所在位置')
  await expect(page).toHaveURL(/\/disk\/groupFile\?.*IndividualOrDepartment=0.*form=HikLinkTransList/)
  await expect(fileRow(page, 'g.txt')).toHaveAttribute('aria-selected', 'true')
})

test('the location of a download is its folder on this computer; a missing file is told (R67)', async ({
  open,
}) => {
  const page = await open({ records: [doneDown], found: false })
  await act(page, '下好.zip', '打开所在位置')
  await expect(toast(page, /本机上找不到这个文件/)).toBeVisible()
  expect((await hostCalls(page, 'openLocation'))[0]?.input).toEqual({ id: doneDown.id })
})

test('what the client changes shows without asking for it again and again', async ({ open }) => {
  const page = await open({ records: [upload] })
  await expect(row(page, '合同.pdf')).toBeVisible()
  const asked = (await hostCalls(page, 'pageTransfers')).length
  for (let progress = 51; progress < 60; progress++)
    await tell(page, { myType: 'progress', id: upload.id, progress, finishedPartsSize: 5 * MB, rate: MB })
  await expect(cell(page, '合同.pdf', 'status')).toContainText('59.0%')
  expect(await hostCalls(page, 'pageTransfers')).toHaveLength(asked)
  await changeRecord(page, upload.id, { status: 'finished', progress: 100, finishedTime: Date.now() })
  await tell(page, {
    myType: 'listChanged',
    counts: { upload: 0, download: 0, finished: 1, uploading: 0, downloading: 0, waiting: 0 },
  })
  await expect(row(page, '合同.pdf')).toHaveCount(0)
  await expect(tab(page, '已完成')).toHaveText('已完成1')
})

test('in a narrow window the tabs stay on one line, and a reason is read whole (R63)', async ({
  open,
  api,
}) => {
  await api.call(saveSettings, { localSync: true })
  const page = await open({ records: [failed] })
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('tab')).toHaveCount(4)
  const heights = await page.getByRole('tab').evaluateAll((tabs) =>
    tabs.map((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return range.getBoundingClientRect().height
    }),
  )
  expect(Math.max(...heights)).toBeLessThan(30)
  const reason = page.getByText('[302]').first()
  await expect(reason).toBeVisible()
  expect(await reason.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true)
  expect(await reason.evaluate((one) => one.scrollHeight <= one.clientHeight)).toBe(true)
})
