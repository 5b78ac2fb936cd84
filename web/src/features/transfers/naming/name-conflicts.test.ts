import { expect, test } from 'vitest'
import {
  applyChoices,
  type ConflictChoice,
  conflictChoices,
  findNameConflicts,
  freeName,
  type NameConflict,
  numberedNames,
  topLevelNames,
} from './name-conflicts.ts'

const files = [
  { name: '预算.xlsx', path: [] },
  { name: 'a.jpg', path: ['照片'] },
  { name: 'b.jpg', path: ['照片', '外景'] },
]

test('asked about are files and folders that go into the target itself', () => {
  expect(topLevelNames(files, [['空'], ['照片', '空']])).toEqual({
    files: ['预算.xlsx'],
    folders: ['照片', '空'],
  })
})

test('a file and a folder may meet either', () => {
  const taken = [
    { name: '照片', instanceId: '1', instanceName: '照片', classifierId: 'File' as const },
    { name: '预算.xlsx', instanceId: '2', instanceName: '预算.XLSX', classifierId: 'File' as const },
  ]
  expect(findNameConflicts({ files: ['预算.xlsx'], folders: ['照片', '空'] }, taken)).toEqual([
    { kind: 'folder', name: '照片', taken: 'file' },
    { kind: 'file', name: '预算.xlsx', taken: 'file' },
  ])
})

test.each<[Pick<NameConflict, 'kind' | 'taken'>, ConflictChoice['what'][]]>([
  [{ kind: 'file', taken: 'file' }, ['keepBoth', 'newVersion', 'skip']],
  [{ kind: 'file', taken: 'folder' }, ['keepBoth', 'skip']],
  [{ kind: 'folder', taken: 'folder' }, ['merge', 'keepBoth', 'skip']],
  [{ kind: 'folder', taken: 'file' }, ['keepBoth', 'skip']],
])('%o may be answered by %j', (conflict, choices) => {
  expect(conflictChoices(conflict)).toEqual(choices)
})

const apply = (choices: [string, ConflictChoice][], renamed: [string, string][] = []) =>
  applyChoices(files, [['照片', '空']], new Map(choices), new Map(renamed))

test('without a question everything goes on as it was', () => {
  expect(apply([])).toEqual({ files, empties: [['照片', '空']] })
})

test('a skipped folder takes its files and empty folders along, a skipped file only itself', () => {
  expect(apply([['folder 照片', { what: 'skip' }]])).toEqual({ files: [files[0]], empties: [] })
  expect(apply([['file 预算.xlsx', { what: 'skip' }]]).files).toHaveLength(2)
})

test('merging decides for the files inside, a new version for the file', () => {
  const { files: chosen } = apply([
    ['folder 照片', { what: 'merge', inside: 'skip' }],
    ['file 预算.xlsx', { what: 'newVersion' }],
  ])
  expect(chosen.map(({ conflict }) => conflict)).toEqual(['newVersion', 'skip', 'skip'])
})

test('keeping both folders moves everything into the new one', () => {
  const { files: chosen, empties } = apply([['folder 照片', { what: 'keepBoth' }]], [['照片', '照片 (2)']])
  expect(chosen.map(({ path }) => path)).toEqual([[], ['照片 (2)'], ['照片 (2)', '外景']])
  expect(empties).toEqual([['照片 (2)', '空']])
})

test('the first free number is taken, whatever the case of the others', () => {
  const taken = ['Photos (1)', 'photos (2)'].map((name) => ({
    name: name.replace('photos', 'Photos'),
    instanceId: name,
    instanceName: name,
    classifierId: 'Folder' as const,
  }))
  expect(numberedNames('Photos')[0]).toBe('Photos (1)')
  expect(freeName('Photos', taken)).toBe('Photos (3)')
})
