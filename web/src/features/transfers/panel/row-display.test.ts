import { expect, test } from 'vitest'
import { failure, GB, group, inGroup, item, MB, roomless, sent, stateOf } from '../testing/items.ts'
import { groupDisplay } from './group-display.ts'
import { itemDisplay } from './row-display.ts'
import type { UploadGroupRow } from './upload-rows.ts'
import { uploadTotals } from './upload-totals.ts'

test('waiting: grey words with the place in line', () => {
  expect(itemDisplay(item('a', { fileSize: 3 * MB }), { at: 2, behind: false })).toMatchObject({
    bar: null,
    head: '等待中',
    headTone: 'muted',
    caption: '等待上传 · 第 2 位',
    amount: '3.00 MB',
  })
})

test.each([
  [{}, '等待其他文件上传 · 第 2 位'],
  [{ sha256: 'h' }, '等待其他文件上传 · 已校验，第 2 位'],
] as const)('waiting behind another %o: told that an upload is in progress', (change, caption) => {
  expect(itemDisplay(item('a', change), { at: 2, behind: true })).toMatchObject({ head: '等待中', caption })
})

test('checking: grey bar and percent', () => {
  const look = itemDisplay(item('a', { status: 'checking', checkProcess: 38 }), null)
  expect(look).toMatchObject({ bar: { tone: 'neutral', value: 0.38 }, head: '38.0%' })
})

test('uploading: blue bar, rate, time left, and the unit once', () => {
  const change = { status: 'uploading', ...sent(2 * GB, 3.2 * GB, 18.4 * MB, 68) } as const
  expect(itemDisplay(item('a', change), null)).toMatchObject({
    bar: { tone: 'info' },
    head: '62.5%',
    caption: '18.40 MB/s · 剩余 68 秒',
    amount: '2.00 / 3.20 GB',
  })
})

test('what the server has no time for says so in place of a rate', () => {
  const { work } = item('a')
  const uploading = item('a', { status: 'uploading', ...sent(1, 2, 10) })
  const putOff = { ...uploading, work: { ...work, tries: { 'part 1 away': 2 } } }
  expect(itemDisplay(putOff, null)).toMatchObject({
    caption: '服务器暂无响应，正在重试',
    captionTone: 'warn',
  })
  expect(uploadTotals(stateOf([putOff, item('b')])).postponed).toBe(true)
  expect(uploadTotals(stateOf([putOff, uploading])).postponed).toBe(false)
})

test('what waits for its store says so, and not that it is the server', () => {
  const put = (change: Parameters<typeof item>[1], tries: Record<string, number>) =>
    item('a', { ...change, work: { ...item('a').work, tries } })
  const uploading = { status: 'uploading', ...sent(1, 2, 10) } as const
  const storeAway = put(uploading, { 'part 1 store away': 2, 'part 2 store away': 1 })
  const words = { caption: '存储暂无响应，恢复后自动继续', captionTone: 'warn' }
  expect(itemDisplay(storeAway, null)).toMatchObject(words)
  expect(itemDisplay(put({ status: 'merging' }, { 'complete store away': 3 }), null)).toMatchObject(words)
  const grouped = folder([inGroup('g', 'a', { ...uploading, work: storeAway.work }), inGroup('g', 'b')])
  expect(groupDisplay(grouped)).toMatchObject(words)
  const totals = (...items: Parameters<typeof stateOf>[0]) => uploadTotals(stateOf(items))
  expect(totals(storeAway, item('b'))).toMatchObject({ postponed: true, storeUnavailable: true })
  const both = put(uploading, { 'part 1 store away': 2, 'part 2 away': 2 })
  expect(itemDisplay(both, null)).toMatchObject({ caption: '服务器暂无响应，正在重试' })
  expect(totals(storeAway, both)).toMatchObject({ postponed: true, storeUnavailable: false })
  expect(totals(storeAway, item('b', uploading))).toMatchObject({ postponed: false, storeUnavailable: false })
})

test.each([
  [200, '0.2 KB/s'],
  [512.4 * 1024, '512.4 KB/s'],
  [1023 * 1024, '1023.0 KB/s'],
  [3 * GB, '3.00 GB/s'],
])('a rate of %i bytes never falls below KB', (speed, caption) => {
  expect(itemDisplay(item('a', { status: 'uploading', ...sent(1, 2, speed) }), null)).toMatchObject({
    caption,
  })
})

test('merging: striped, with the parts', () => {
  const look = itemDisplay(item('a', { status: 'merging', partCount: 24, iMaxSuccessNum: 24 }), null)
  expect(look).toMatchObject({ bar: { tone: 'striped' }, head: '合并', caption: '正在合并分片 · 24/24' })
})

test.each([
  [
    { pauseReason: 'user', objectKey: 'k', resumableUntil: new Date(2026, 10, 27, 12).toISOString() },
    '已暂停 · 11-27 前可续传',
  ],
  [{ pauseReason: 'user' }, '已暂停'],
  [{ pauseReason: 'offline' }, '网络已断开，恢复后自动继续'],
  [{ pauseReason: 'signedOut' }, '登录已过期，重新登录后自动继续'],
  [{ pauseReason: 'restored', needsFile: true }, '已暂停 · 选择同一文件即可续传'],
] as const)('paused %o: amber, %s', (change, caption) => {
  const look = itemDisplay(item('a', { status: 'pause', ...change }), null)
  expect(look).toMatchObject({ bar: { tone: 'warn' }, headTone: 'warn', caption, captionTone: 'warn' })
})

test('failed: red with code, cause and remedy; a bar where something was sent', () => {
  const error = failure('303', { details: { part: 6 } })
  const look = itemDisplay(item('a', { status: 'onTimeout', error, ...sent(45, 100) }), null)
  expect(look).toMatchObject({
    bar: { tone: 'danger', value: 0.45 },
    head: '失败',
    error: { code: '303', cause: '第 6 片上传超时，已传的 45% 已保留。', remedy: '请检查网络后重试。' },
  })
  expect(itemDisplay(item('a', { status: 'error', error: failure('102') }), null).bar).toBeNull()
})

test('without room: amber, for it goes on by itself; so does a folder of nothing else', () => {
  const words = {
    bar: { tone: 'warn' },
    head: '等待空间',
    headTone: 'warn',
    error: { code: null, cause: '服务器存储已满。', remedy: '腾出空间后自动继续，也可以联系管理员。' },
  }
  const [a, b] = [inGroup('g', 'a', roomless(sent(45, 100))), inGroup('g', 'b', roomless())]
  expect(itemDisplay(a, null)).toMatchObject(words)
  expect(groupDisplay(folder([a, b]))).toMatchObject(words)
  const other = inGroup('g', 'c', { status: 'error', error: failure('305') })
  expect(groupDisplay(folder([a, other]))).toMatchObject({ head: '失败', headTone: 'danger' })
  const { work } = item('a')
  expect(itemDisplay({ ...a, needsFile: true, work }, null)).toMatchObject({
    head: '失败',
    headTone: 'danger',
  })
})

test.each([
  [{ instant: true, outcome: 'created' }, '已完成 · 秒传'],
  [{ outcome: 'renamed', savedName: 'a (1).txt' }, '已完成 · 已存为“a (1).txt”'],
  [{ outcome: 'newVersion' }, '已完成 · 已存为新版本'],
  [{ outcome: 'skipped' }, '已跳过 · 已有同名文件'],
  [{ outcome: 'created' }, '已完成'],
] as const)('done %o: a tick and %s', (change, caption) => {
  expect(itemDisplay(item('a', { status: 'success', ...change }), null)).toMatchObject({
    head: 'done',
    caption,
  })
})

const folder = (items: UploadGroupRow['items']): UploadGroupRow => ({
  kind: 'group',
  key: 'folder:g',
  group: group('g'),
  items,
  totals: { count: 4, size: 400, doneCount: 2, doneSize: 200 },
  place: null,
  open: false,
})

test('a folder going up counts files and bytes that are through', () => {
  const look = groupDisplay(
    folder([inGroup('g', 'a', { status: 'uploading', ...sent(50, 100, 10) }), inGroup('g', 'b')]),
  )
  expect(look).toMatchObject({
    head: '62.5%',
    amount: '2/4 个文件 · 250 / 400 B',
    caption: '0.0 KB/s · 剩余 15 秒',
  })
})

test('a folder names the one file that failed, and counts several', () => {
  const bad = (uid: string) => inGroup('g', uid, { status: 'error', error: failure('102') })
  expect(groupDisplay(folder([bad('a')])).error).toMatchObject({
    code: '102',
    cause: 'a.txt: 浏览器内存不足，校验失败。',
  })
  expect(groupDisplay(folder([bad('a'), bad('b')])).error).toMatchObject({
    code: null,
    cause: '2 个文件失败',
  })
})
