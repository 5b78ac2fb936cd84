import { expect, test } from 'vitest'
import { session } from '../testing/sessions.ts'
import { assignFiles } from './assign-files.ts'

const SIZE = 100
const file = (name: string, lastModified: number, size = SIZE) => ({
  file: new File([new Uint8Array(size)], name),
  name,
  lastModified,
  path: [],
})
const told = (chosen: ReturnType<typeof assignFiles>) =>
  chosen.map(({ session: { objectKey }, file: { lastModified }, same }) => [objectKey, lastModified, same])

test('name and size must agree, in whatever case the name is written', () => {
  const left = [session('a', { instanceName: 'A.TXT', lastModified: 1 })]
  expect(told(assignFiles(left, [file('b.txt', 1), file('a.txt', 1, 99)]))).toEqual([])
  expect(told(assignFiles(left, [file('a.txt', 1)]))).toEqual([['a', 1, true]])
})

test('files of one name are told apart by their times, and none takes the place of the other', () => {
  const left = [session('monday', { lastModified: 1 }), session('tuesday', { lastModified: 2 })]
  expect(told(assignFiles(left, [file('a.txt', 1)]))).toEqual([['monday', 1, true]])
  expect(told(assignFiles(left, [file('a.txt', 3)]))).toEqual([])
  expect(told(assignFiles(left, [file('a.txt', 2), file('a.txt', 1)]))).toEqual([
    ['monday', 1, true],
    ['tuesday', 2, true],
  ])
})

test('one file goes on with one of its sessions, the one of which most came', () => {
  const left = [
    session('less', { lastModified: 1, receivedSize: 10 }),
    session('more', { lastModified: 1, receivedSize: 90 }),
  ]
  expect(told(assignFiles(left, [file('a.txt', 1)]))).toEqual([['more', 1, true]])
})

test('a file of another time is told to be so; where none is known it is the same', () => {
  expect(told(assignFiles([session('a', { lastModified: 1 })], [file('a.txt', 2)]))).toEqual([
    ['a', 2, false],
  ])
  expect(told(assignFiles([session('a', { lastModified: null })], [file('a.txt', 2)]))).toEqual([
    ['a', 2, true],
  ])
})
