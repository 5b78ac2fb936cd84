import { checkDownload } from '@clouddisk/client/downloads/check'
import type { DownloadItem } from '@clouddisk/contract/downloads'
import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { archiveQuestion, planDownload } from './download-plan.ts'

const file = (n: number, fileSize = 1): DownloadItem => ({
  instanceId: String(n),
  classifierId: 'File',
  fileSize,
  instanceName: `${n}.txt`,
  folderPath: '',
})
const folder: DownloadItem = { ...file(0, 0), classifierId: 'Folder', instanceName: '合同' }
const files = (count: number) => Array.from({ length: count }, (_, n) => file(n))
const huge = file(9, LIMITS.fileBytesMax + 1)
const plan = (items: DownloadItem[], zip = true) =>
  planDownload(checkDownload(items, { publicPage: true, shared: true, archive: zip }), zip)

test('one file goes by itself, several and folders as a ZIP', () => {
  expect(plan([file(1)])).toEqual({ kind: 'files', files: [file(1)] })
  expect(plan(files(2))).toMatchObject({ kind: 'archive', items: files(2), hasFolders: false })
  expect(plan([folder])).toMatchObject({ kind: 'archive', items: [folder], hasFolders: true })
})

test('2000 files are taken, 2001 are refused', () => {
  expect(plan(files(2000)).kind).toBe('archive')
  expect(plan(files(2001))).toMatchObject({
    kind: 'refused',
    question: { text: '一次最多下载 2000 个文件，已选 2001 个。请分批下载。', cancelText: null },
  })
})

test('a file over 80 GB is refused alone, and left out of a selection', () => {
  expect(plan([huge])).toMatchObject({ kind: 'refused', question: { list: [{ label: '9.txt' }] } })
  expect(plan([file(1), huge, folder])).toMatchObject({
    kind: 'archive',
    items: [folder, file(1)],
    skipped: [huge],
  })
  expect(plan([file(1), huge])).toMatchObject({ kind: 'files', files: [file(1)], question: {} })
})

test('without ZIPs files go one by one, more than fifty after a question, folders not at all', () => {
  expect(plan(files(50), false)).toEqual({ kind: 'files', files: files(50) })
  expect(plan(files(51), false)).toMatchObject({ kind: 'files', question: { title: '下载 51 个文件？' } })
  expect(plan([folder], false)).toMatchObject({ kind: 'refused' })
  expect(plan([folder, file(1)], false)).toMatchObject({ kind: 'files', files: [file(1)], question: {} })
})

test('a ZIP is asked about with folders, with more than fifty files, and where something is left out', () => {
  const question = (fileCount: number, hasFolders = false, skipped: DownloadItem[] = []) =>
    archiveQuestion({ hasFolders, skipped }, { fileCount, fileSize: 2048 }, LIMITS.publicFilesPrompt)
  expect(question(50)).toBeUndefined()
  expect(question(51)).toMatchObject({
    title: '下载 51 个文件？',
    text: '共 51 个文件（2.00 KB），打包成一个 ZIP 下载。',
    confirmText: '下载为 ZIP',
  })
  expect(question(1, true)).toMatchObject({ title: '下载为 ZIP' })
  expect(question(1, false, [huge])).toMatchObject({ type: 'warning', list: [{ label: '9.txt' }] })
})
