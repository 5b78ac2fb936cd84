import { expect, test } from 'vitest'
import { refusedNames, withNewNames } from './refused-names.ts'

const selection = {
  files: [
    { name: 'a|b.txt', path: ['假期', '[2024] photos'] },
    { name: 'a-b.txt', path: ['假期', '[2024] photos'] },
    { name: 'fine.txt', path: ['假期'] },
    { name: 'con.txt', path: [] },
  ],
  folders: [
    ['假期'],
    ['假期', '[2024] photos'],
    ['假期', '[2024] photos', 'sub.'],
    ['假期', '(2024) photos'],
  ],
}

test('refused names of files and folders at every depth, each with a free name', () => {
  const found = refusedNames(selection)
  expect(
    found.map(({ kind, path, name, fault, suggestion }) => [kind, path.join('/'), name, fault, suggestion]),
  ).toEqual([
    ['folder', '假期', '[2024] photos', 'name_characters', '(2024) photos (1)'],
    ['folder', '假期/[2024] photos', 'sub.', 'name_trailing_dot', 'sub'],
    ['file', '假期/[2024] photos', 'a|b.txt', 'name_characters', 'a-b (1).txt'],
    ['file', '', 'con.txt', 'name_reserved', 'con_.txt'],
  ])
  expect(found[0]?.siblings).toEqual(new Set(['(2024) photos', 'fine.txt']))
})

test('folders that only occur in paths of files are checked as well', () => {
  expect(refusedNames({ files: selection.files.slice(0, 1), folders: [] }).map(({ name }) => name)).toEqual([
    '[2024] photos',
    'a|b.txt',
  ])
})

test('new names apply to paths, and a renamed file keeps its original name', () => {
  const names = new Map(refusedNames(selection).map(({ key, suggestion }) => [key, suggestion]))
  const { files, folders } = withNewNames(selection, names)
  expect(files[0]).toEqual({
    name: 'a-b (1).txt',
    path: ['假期', '(2024) photos (1)'],
    source: { name: 'a|b.txt', path: ['假期', '[2024] photos'] },
  })
  expect(files[1]).toMatchObject({ name: 'a-b.txt', path: ['假期', '(2024) photos (1)'] })
  expect(files[2]).toBe(selection.files[2])
  expect(folders).toEqual([
    ['假期'],
    ['假期', '(2024) photos (1)'],
    ['假期', '(2024) photos (1)', 'sub'],
    ['假期', '(2024) photos'],
  ])
})

test('leaving out a folder leaves out its content', () => {
  const names = new Map(refusedNames(selection).map(({ key }) => [key, null]))
  expect(withNewNames(selection, names)).toEqual({
    files: [selection.files[2]],
    folders: [['假期'], ['假期', '(2024) photos']],
  })
})
