import { expect, test } from 'vitest'
import { nextFilesEntry } from './files-entry.ts'

const visits = () => new Map<string, string>()

test('each entry of the history is an open folder of its own', () => {
  const known = visits()
  const root = nextFilesEntry(undefined, {}, 'k1', true, known)
  expect(root).toEqual({ historyKey: 'k1', entryKey: 'k1' })
  const folder = nextFilesEntry(root, { folder: 'a' }, 'k2', false, known)
  expect(folder).toEqual({ folder: 'a', historyKey: 'k2', entryKey: 'k2' })
  expect(nextFilesEntry(folder, {}, 'k1', false, known).entryKey).toBe('k1')
})

test('nothing changed is the same object', () => {
  const known = visits()
  const entry = nextFilesEntry(undefined, { folder: 'a' }, 'k1', true, known)
  expect(nextFilesEntry(entry, { folder: 'a' }, 'k1', false, known)).toBe(entry)
})

test('coming back by the menu finds the folder as it was left, and so does Back later', () => {
  const known = visits()
  const left = nextFilesEntry(undefined, { folder: 'a' }, 'k1', true, known)
  const back = nextFilesEntry(left, { folder: 'a' }, 'k5', true, known)
  expect(back).toMatchObject({ historyKey: 'k5', entryKey: 'k1' })
  const deeper = nextFilesEntry(back, { folder: 'b' }, 'k6', false, known)
  expect(deeper.entryKey).toBe('k6')
  expect(nextFilesEntry(deeper, { folder: 'a' }, 'k5', false, known).entryKey).toBe('k1')
})

test('coming back to a chosen item keeps the choice without asking for it again', () => {
  const left = nextFilesEntry(undefined, { folder: 'a', select: 'x' }, 'k1', true, visits())
  expect(nextFilesEntry(left, { folder: 'a' }, 'k2', true, visits())).toMatchObject({
    select: 'x',
    entryKey: 'k1',
  })
})

test('another item in the same folder is asked for anew', () => {
  const known = visits()
  const left = nextFilesEntry(undefined, { folder: 'a', select: 'x' }, 'k1', true, known)
  expect(nextFilesEntry(left, { folder: 'a', select: 'y' }, 'k2', true, known)).toMatchObject({
    select: 'y',
    entryKey: 'k2',
  })
})
