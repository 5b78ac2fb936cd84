import { expect, test } from 'vitest'
import { type Portion, takePortion } from './portions.ts'
import type { FileToUpload, UploadRequest } from './state.ts'

const file = (place: string, size = 1): FileToUpload => {
  const pieces = place.split('/')
  return {
    file: { size } as Blob,
    name: pieces.at(-1) ?? '',
    lastModified: 0,
    path: pieces.slice(0, -1),
  }
}
const folder = (name: string, count: number) => Array.from({ length: count }, (_, n) => file(`${name}/${n}`))
const upload = (...files: FileToUpload[]): UploadRequest => ({
  parentId: '0',
  uploadTo: '',
  files,
  emptyFolders: [['empty']],
})

/** Number of files of each top folder, by portion. */
function portions(all: UploadRequest, files: number, free = files, bytes = 1e9): string[] {
  const lines: string[] = []
  for (let rest: UploadRequest | null = all, now = free; rest; now = files) {
    const taken: Portion<Blob> = takePortion(rest, { files, free: now, bytes })
    const roots = Map.groupBy(taken.portion.files, ({ path, name }) => path[0] ?? name)
    lines.push([...roots].map(([root, inside]) => `${root}×${inside.length}`).join(' '))
    rest = taken.rest
  }
  return lines
}

test('folders that fit into a portion are not divided', () => {
  expect(portions(upload(...folder('a', 6), ...folder('b', 5), ...folder('c', 4)), 10)).toEqual([
    'a×6',
    'b×5 c×4',
  ])
})

test('a folder that fits into no portion is divided by its subfolders', () => {
  const large = [...folder('a/x', 7), ...folder('a/y', 6), ...folder('a/z', 2)]
  expect(portions(upload(...large, file('b')), 10)).toEqual(['a×7', 'a×8 b×1'])
  expect(portions(upload(...folder('a', 25)), 10)).toEqual(['a×10', 'a×10', 'a×5'])
})

test('single files fill a portion to its limit', () => {
  expect(
    takePortion(upload(...folder('a', 9), file('b'), file('c')), { files: 10, free: 10, bytes: 99 }).rest
      ?.files,
  ).toHaveLength(1)
})

test('a portion takes what the queue can take, and at least one file', () => {
  expect(portions(upload(...folder('a', 6)), 10, 4)).toEqual(['a×4', 'a×2'])
  expect(portions(upload(file('a'), file('b')), 10, 0)).toEqual(['a×1', 'b×1'])
})

test('a portion stays below the size of a batch; a single file may be larger', () => {
  expect(portions(upload(file('a', 40), file('b', 40), file('c', 100)), 10, 10, 60)).toEqual([
    'a×1',
    'b×1',
    'c×1',
  ])
})

test('empty folders come with the first portion alone', () => {
  const { portion, rest } = takePortion(upload(...folder('a', 3)), { files: 2, free: 2, bytes: 99 })
  expect([portion.emptyFolders, rest?.emptyFolders]).toEqual([[['empty']], []])
})
