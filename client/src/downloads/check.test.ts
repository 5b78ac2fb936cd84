import type { DownloadItem } from '@clouddisk/contract/downloads'
import { expect, test } from 'vitest'
import { checkDownload } from './check.ts'

const GB80 = 85_899_345_920
const file = (fileSize: number, id = 'a'): DownloadItem => ({
  instanceId: id,
  classifierId: 'File',
  fileSize,
  instanceName: `${id}.txt`,
  folderPath: '',
})
const folder: DownloadItem = { ...file(0, 'f'), classifierId: 'Folder' }
const files = (count: number) => Array.from({ length: count }, (_, n) => file(1, String(n)))

test.each([
  [GB80 - 1, 1, []],
  [GB80, 1, []],
  [GB80 + 1, 0, ['moreThan80GB']],
])('a file of %i bytes: %i go, warnings %j', (size, count, kinds) => {
  const decision = checkDownload([file(size)])
  expect(decision.files).toHaveLength(count)
  expect(decision.warnings.map(({ kind }) => kind)).toEqual(kinds)
})

test('a file that is too large is skipped, the others are accepted', () => {
  expect(checkDownload([file(GB80 + 1, 'big'), file(1, 'small')])).toMatchObject({
    files: [{ instanceId: 'small' }],
    warnings: [{ kind: 'moreThan80GB', items: [{ instanceId: 'big' }] }],
  })
})

test.each([
  [1999, 0, true],
  [2000, 0, true],
  [2001, 0, false],
  [1, 1999, true],
  [1, 2000, false],
])('%i files with %i in the queue: %s', (count, queued, goes) => {
  const decision = checkDownload(files(count), { queued })
  expect(decision.files.length > 0).toBe(goes)
  if (!goes) expect(decision.warnings).toEqual([{ kind: 'downloadTooMuch', limit: 2000, count }])
})

test('a folder yields a warning, and offers a ZIP if available (R133)', () => {
  expect(checkDownload([folder, file(1)], { archive: true })).toMatchObject({
    files: [{ instanceId: 'a' }],
    warnings: [{ kind: 'folderNotSupport', offerArchive: true }],
  })
  expect(checkDownload([folder], { shared: true }).warnings).toMatchObject([
    { kind: 'folderNotSupportShare', offerArchive: false },
  ])
})

test.each([
  [50, true, null],
  [51, true, { kind: 'limit50Files', count: 51 }],
  [51, false, null],
])('%i files on a public page (%s) ask: %j', (count, publicPage, confirm) => {
  expect(checkDownload(files(count), { publicPage }).confirm).toEqual(confirm)
})
