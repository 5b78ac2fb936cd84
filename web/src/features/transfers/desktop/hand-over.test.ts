import { folderTrees } from '@clouddisk/client/uploads/folder-trees'
import type { FileToUpload } from '@clouddisk/client/uploads/state'
import type { DesktopInput } from '@clouddisk/contract/desktop'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { handOver } from './hand-over.ts'

const calls: { input: DesktopInput<'addTask'>; files: readonly File[] }[] = []

beforeEach(() => {
  calls.length = 0
  vi.stubGlobal('clouddiskHost', {
    addTask: async (input: DesktopInput<'addTask'>, files: readonly File[]) => {
      calls.push({ input, files })
      return { ids: files.map(({ name }) => name) }
    },
  })
})
afterEach(() => {
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
  await handOver({ ...request(files), inGroup: true, fileSharingId: 'share' })
  const target = { parentId: 'folder', position: '合同', inGroup: true, fileSharingId: 'share' }
  expect(calls[0]?.input.tasks).toEqual([
    { type: 'uploadFile', file: 0, path: ['照片', '外景'], ...target },
    { type: 'uploadFile', file: 1, path: [], ...target, name: 'c.txt', conflict: 'newVersion' },
  ])
  expect(calls[0]?.files.map(({ name }) => name)).toEqual(['a.txt', 'b.txt'])
})

test('5,000 files go in three calls, and wait in the client', async () => {
  await handOver(request(Array.from({ length: 5000 }, (_, n) => file(`${n}.txt`))))
  expect(calls.map(({ files }) => files.length)).toEqual([2000, 2000, 1000])
  expect(calls.every(({ input }) => input.wait)).toBe(true)
  const names = calls.flatMap(({ files }) => files.map(({ name }) => name))
  expect(names).toEqual(Array.from({ length: 5000 }, (_, n) => `${n}.txt`))
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
