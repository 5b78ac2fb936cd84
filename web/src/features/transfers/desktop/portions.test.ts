import { folderTrees } from '@clouddisk/client/uploads/folder-trees'
import type { FileToUpload } from '@clouddisk/client/uploads/state'
import type { DesktopInput, TransferCounts } from '@clouddisk/contract/desktop'
import { LIMITS } from '@clouddisk/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPortions, continuePortions, forgetWaitingFiles, waitingFiles } from './portions.ts'

const calls: { input: DesktopInput<'addTask'>; files: readonly File[] }[] = []
let counts: TransferCounts

beforeEach(() => {
  calls.length = 0
  counts = { upload: 0, download: 0, finished: 0, uploading: 0, downloading: 0 }
  vi.stubGlobal('clouddiskHost', {
    countTransfers: async () => counts,
    addTask: async (input: DesktopInput<'addTask'>, files: readonly File[]) => {
      calls.push({ input, files })
      counts = { ...counts, upload: counts.upload + files.length, uploading: 1 }
      return { ids: files.map(({ name }) => name) }
    },
  })
})
afterEach(() => {
  forgetWaitingFiles()
  vi.unstubAllGlobals()
})

const file = (name: string, change: Partial<FileToUpload<File>> = {}): FileToUpload<File> => ({
  file: new File(['a'], name),
  name,
  lastModified: 0,
  path: [],
  ...change,
})
const request = (files: FileToUpload<File>[]) => ({ parentId: 'folder', uploadTo: '合同', files })

test('files come with their folders, and with what differs from the file on this computer', async () => {
  const files = [
    file('a.txt', { path: ['照片', '外景'] }),
    file('b.txt', { name: 'c.txt', conflict: 'newVersion' }),
  ]
  await addPortions({ ...request(files), inGroup: true, fileSharingId: 'share' }, LIMITS)
  const target = { parentId: 'folder', position: '合同', inGroup: true, fileSharingId: 'share' }
  expect(calls[0]?.input.tasks).toEqual([
    { type: 'uploadFile', file: 0, path: ['照片', '外景'], ...target },
    { type: 'uploadFile', file: 1, path: [], ...target, name: 'c.txt', conflict: 'newVersion' },
  ])
  expect(calls[0]?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

test('5,000 files go in portions of 2,000, each as soon as there is room for it', async () => {
  await addPortions(request(Array.from({ length: 5000 }, (_, n) => file(`${n}.txt`))), LIMITS)
  expect(calls.map(({ files }) => files.length)).toEqual([2000])
  expect(waitingFiles()).toBe(3000)

  continuePortions({ ...counts, upload: 1500 })
  await vi.waitFor(() => expect(waitingFiles()).toBe(3000))
  expect(calls).toHaveLength(1)

  counts = { ...counts, upload: 0, uploading: 0 }
  continuePortions(counts)
  await vi.waitFor(() => expect(waitingFiles()).toBe(1000))
  counts = { ...counts, upload: 0, uploading: 0 }
  continuePortions(counts)
  await vi.waitFor(() => expect(waitingFiles()).toBe(0))
  const names = calls.flatMap(({ files }) => files.map(({ name }) => name))
  expect(names).toEqual(Array.from({ length: 5000 }, (_, n) => `${n}.txt`))
})

test('what the client refuses is not tried again', async () => {
  vi.stubGlobal('clouddiskHost', {
    countTransfers: async () => counts,
    addTask: async () => {
      throw new Error('refused')
    },
  })
  await expect(addPortions(request([file('a.txt')]), LIMITS)).rejects.toThrow('refused')
  expect(waitingFiles()).toBe(0)
})

test('paths of folders become trees', () => {
  expect(folderTrees([['a'], ['a', 'b'], ['a', 'c', 'd'], ['e']])).toEqual([
    {
      instanceName: 'a',
      children: [
        { instanceName: 'b', children: [] },
        { instanceName: 'c', children: [{ instanceName: 'd', children: [] }] },
      ],
    },
    { instanceName: 'e', children: [] },
  ])
})
