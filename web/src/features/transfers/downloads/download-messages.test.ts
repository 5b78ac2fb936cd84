import { checkDownload, type DownloadContext } from '@clouddisk/client/downloads/check'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { expect, test } from 'vitest'
import { GB } from '../testing/items.ts'
import { downloadQuestion, modeAsSet } from './download-messages.ts'

const file = (n: number, fileSize = 1): DownloadItem => ({
  instanceId: String(n),
  classifierId: 'File',
  fileSize,
  instanceName: `${n}.txt`,
  folderPath: '',
})
const folder: DownloadItem = { ...file(0, 0), classifierId: 'Folder', instanceName: '合同' }
const files = (count: number) => Array.from({ length: count }, (_, n) => file(n))
const question = (items: DownloadItem[], zip = true, context: DownloadContext = {}) =>
  downloadQuestion(checkDownload(items, { ...context, archive: zip }), 50, zip)

test('a few files begin without a question', () => {
  expect(question(files(50))).toBeUndefined()
})

test('a folder is offered as a ZIP, with why', () => {
  expect(question([folder, file(1)])).toMatchObject({
    options: {
      title: '下载为 ZIP',
      text: expect.stringContaining('网页不能直接下载文件夹'),
      confirmText: '下载为 ZIP',
    },
    confirm: 'zip',
  })
})

test('without ZIPs the files go on, and a folder alone leads nowhere', () => {
  expect(question([folder, file(1)], false)).toMatchObject({ confirm: 'files' })
  const alone = question([folder], false)
  expect(alone?.options.cancelText).toBeNull()
  expect(alone?.confirm).toBeUndefined()
})

test('more than fifty are asked about: one ZIP, or one by one', () => {
  expect(question(files(51))).toMatchObject({ confirm: 'zip', cancel: 'files' })
  expect(question(files(51), false)).toMatchObject({ confirm: 'files' })
})

test('files over 80 GB are named and left out', () => {
  expect(question([file(1), file(2, 80 * GB + 1)])).toMatchObject({
    options: { list: [{ label: '2.txt', value: '80.00 GB' }], confirmText: '下载其余 1 个' },
    confirm: 'files',
  })
  expect(question([file(2, 80 * GB + 1)])?.options.cancelText).toBeNull()
})

test('more than 2000, with those in line, are refused', () => {
  expect(question(files(2001))?.options.text).toBe('一次最多下载 2000 个文件，已选 2001 个。请分批下载。')
  expect(question(files(1), true, { queued: 2000 })?.options.cancelText).toBeNull()
})

test('the desktop client comes first where it is offered (R124, R125, R133, C7, C8)', () => {
  const client = { url: '/client.exe', tipBytes: 500 * 1024 ** 2 }
  const ask = (items: DownloadItem[], zip = true, more = client) =>
    downloadQuestion(checkDownload(items, { archive: zip }), 50, zip, more)
  expect(ask(files(51))).toMatchObject({
    options: {
      confirmText: '用客户端下载',
      otherText: '下载为 ZIP',
      cancelText: '逐个下载',
      text: expect.stringContaining('桌面客户端'),
    },
    confirm: 'client',
    other: 'zip',
    cancel: 'files',
  })
  expect(ask(files(51), false)).toMatchObject({ confirm: 'client', other: 'files' })
  expect(ask([folder])).toMatchObject({ confirm: 'client', other: 'zip' })
  const alone = ask([folder], false)
  expect(alone).toMatchObject({ options: { confirmText: '用客户端下载' }, confirm: 'client' })
  expect(alone?.other).toBeUndefined()
  expect(alone?.options.cancelText).not.toBeNull()
  const large = [file(1, 400 * 1024 ** 2), file(2, 100 * 1024 ** 2)]
  expect(ask(large)).toMatchObject({
    options: { title: '下载 500.00 MB？', otherText: '用浏览器下载' },
    confirm: 'client',
    other: 'files',
  })
  expect(ask(large.slice(1))).toBeUndefined()
  expect(ask(large, true, { ...client, tipBytes: Number.POSITIVE_INFINITY })).toBeUndefined()
  // Refusals stay, and come first.
  expect(ask(files(2001))?.confirm).toBeUndefined()
  expect(ask([file(1), file(2, 80 * GB + 1)])).toMatchObject({ confirm: 'files' })
})

test('several files come as the settings say, without a question where nothing else is to be said', () => {
  const mode = (items: DownloadItem[], as: Parameters<typeof modeAsSet>[1], zip = true) =>
    modeAsSet(checkDownload(items, { archive: zip }), as, zip)
  expect(mode(files(60), 'ask')).toBeUndefined()
  expect(mode(files(60), 'zip')).toBe('zip')
  expect(mode(files(2), 'zip')).toBe('zip')
  expect(mode([folder, file(1)], 'zip')).toBe('zip')
  expect(mode(files(60), 'files')).toBe('files')
  expect(mode(files(1), 'zip')).toBeUndefined()
  expect(mode(files(2), 'zip', false)).toBeUndefined()
  expect(mode([folder, file(1)], 'files')).toBeUndefined()
  expect(mode([file(1), file(2), file(3, 80 * GB + 1)], 'zip')).toBeUndefined()
  expect(mode(files(2001), 'zip')).toBeUndefined()
})
