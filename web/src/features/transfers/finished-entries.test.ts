import { expect, test } from 'vitest'
import { groupFinished, withOpenFolders } from './finished-entries.ts'
import type { FinishedRow } from './ports/database.ts'

const row = (id: string, folderId?: string): FinishedRow => ({
  id,
  filename: `${id}.txt`,
  fileSize: 1,
  transferType: 'upload',
  parentNames: '',
  parentId: 'p',
  fileId: id,
  taskAddTime: 0,
  finishedTime: 0,
  userId: 'u',
  zip: false,
  ...(folderId && {
    folder: { id: folderId, name: folderId, parentId: 'p', instanceId: 'i', parentNames: '' },
  }),
})

const rows = [row('e', 'photos'), row('d'), row('c', 'photos'), row('b', 'other'), row('a')]

test('the files of a folder upload are one line where its newest file stands', () => {
  const entries = groupFinished(rows)
  expect(entries.map(({ id }) => id)).toEqual(['folder photos', 'd', 'folder other', 'a'])
  expect(entries[0]).toMatchObject({ kind: 'folder', rows: [{ id: 'e' }, { id: 'c' }] })
})

test('an open folder is followed by its files', () => {
  const ids = withOpenFolders(groupFinished(rows), new Set(['folder photos'])).map(({ id }) => id)
  expect(ids).toEqual(['folder photos', 'e', 'c', 'd', 'folder other', 'a'])
})
