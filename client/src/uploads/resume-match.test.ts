import { expect, test } from 'vitest'
import { createItem, fromStored, toStored } from './items.ts'
import { matchResumable } from './resume-match.ts'
import type { FileToUpload, FolderGroup, UploadItem } from './state.ts'

const waiting = (uid: string, change: Partial<UploadItem> = {}, hasFile = false): UploadItem => ({
  ...fromStored(
    toStored(
      createItem({
        uid,
        name: 'a.bin',
        fileSize: 3,
        lastModified: 1000,
        uploadType: 1,
        groupId: null,
        path: [],
        parentId: 'here',
        uploadTo: 'Here',
        instanceType: 'NetDisk_0',
        fileSharingId: null,
        linkPath: null,
        loginMethod: 'sso',
        conflict: 'keepBoth',
        addedAt: 0,
        hasHandle: false,
      }),
    ),
    hasFile,
  ),
  ...change,
})
const group = (groupId: string, name: string, folders: string[][]): FolderGroup => ({
  groupId,
  name,
  parentId: 'here',
  fileSharingId: null,
  linkPath: null,
  folders,
  status: 'created',
  ids: {},
  error: null,
  task: null,
  tries: 0,
})
const file = (name = 'a.bin', size = 3, lastModified = 1000, path: string[] = []): FileToUpload => ({
  file: new Blob([new Uint8Array(size)]),
  name,
  lastModified,
  path,
})
const again = (
  items: UploadItem[],
  files: FileToUpload[],
  { groups = [] as FolderGroup[], folders = [] as string[][], parentId = 'here' } = {},
) => matchResumable({ items, groups }, { parentId, files, folders })

test('the same file for the same folder matches an item, each item once', () => {
  const [one, two] = [file(), file()]
  const { matched: found, files } = again([waiting('w')], [one, two])
  expect(found).toEqual(new Map([['w', one]]))
  expect(files).toEqual([two])
})

test('another name, size, time or folder is another file', () => {
  const items = [waiting('w')]
  for (const other of [
    file('b.bin'),
    file('a.bin', 4),
    file('a.bin', 3, 1001),
    file('a.bin', 3, 1000, ['x']),
  ])
    expect(again(items, [other]).files).toEqual([other])
  expect(again(items, [file()], { parentId: 'there' }).matched.size).toBe(0)
})

test('running items, and items paused by the user with their file, are not matched', () => {
  const items = [
    waiting('runs', { status: 'uploading', pauseReason: null, needsFile: false }),
    waiting('paused', { pauseReason: 'user' }, true),
  ]
  expect(again(items, [file()]).matched.size).toBe(0)
  expect(again([waiting('readable', {}, true)], [file()]).matched.size).toBe(1)
  expect(again([waiting('failed', { status: 'error', pauseReason: null })], [file()]).matched.size).toBe(1)
})

test('files of a folder match their items, also if the folder got a number, and its folders are not new', () => {
  const inside = (uid: string, path: string[]) =>
    waiting(uid, { groupId: 'g', uploadType: 2, parentId: null, path })
  const folders = [['照片 (1)'], ['照片 (1)', '一'], ['照片 (1)', '空']]
  const items = [inside('top', ['照片 (1)']), inside('one', ['照片 (1)', '一'])]
  const one = file('a.bin', 3, 1000, ['照片', '一'])
  const top = file('a.bin', 3, 1000, ['照片'])
  const fresh = file('b.bin', 3, 1000, ['照片', '新'])
  const met = [['照片'], ['照片', '一'], ['照片', '空'], ['照片', '新'], ['别的']]
  expect(
    again(items, [one, top, fresh], { groups: [group('g', '照片 (1)', folders)], folders: met }),
  ).toEqual({
    matched: new Map([
      ['one', one],
      ['top', top],
    ]),
    files: [fresh],
    folders: [['照片', '新'], ['别的']],
  })
  const other = file('a.bin', 3, 1000, ['照片 2'])
  expect(again(items, [other], { groups: [group('g', '照片 (1)', folders)] }).files).toEqual([other])
})

test('a renamed file is matched by its original name', () => {
  const renamed = waiting('u', {
    name: 'a-b.bin',
    path: ['(2024)'],
    groupId: 'g',
    parentId: null,
    source: { name: 'a|b.bin', path: ['[2024]'] },
  })
  const chosen = file('a|b.bin', 3, 1000, ['[2024]'])
  const { matched: found } = matchResumable(
    { items: [renamed], groups: [group('g', '(2024)', [['(2024)']])] },
    { parentId: 'here', files: [chosen], folders: [['[2024]']] },
  )
  expect(found.get('u')).toBe(chosen)
})

test('subfolders of a renamed folder are not new when it is chosen again', () => {
  const root = '[2024] photos'
  const renamed = waiting('u', {
    path: ['(2024) photos', 'in-ner', 'deep'],
    groupId: 'g',
    parentId: null,
    source: { name: 'a.bin', path: [root, 'in|ner', 'deep'] },
  })
  const made = [
    ['(2024) photos'],
    ['(2024) photos', 'in-ner'],
    ['(2024) photos', 'in-ner', 'deep'],
    ['(2024) photos', 'in-ner', 'empty'],
  ]
  const met = [[root], [root, 'in|ner'], [root, 'in|ner', 'deep'], [root, 'in|ner', 'empty']]
  const chosen = file('a.bin', 3, 1000, [root, 'in|ner', 'deep'])
  const found = again([renamed], [chosen], {
    groups: [group('g', '(2024) photos', made)],
    folders: [...met, [root, 'in|ner', 'new']],
  })
  expect(found.matched.get('u')).toBe(chosen)
  expect(found.folders).toEqual([[root, 'in|ner', 'new']])
})
