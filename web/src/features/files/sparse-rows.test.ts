import type { Instance } from '@clouddisk/contract/files'
import { expect, test } from 'vitest'
import { beginPending } from '../../lib/pending.ts'
import type { FolderPage } from './folder-query.ts'
import { PAGE_SIZE } from './page-input.ts'
import { hasHoles, pagesOf, sparseRows } from './sparse-rows.ts'

const row = (instanceId: string) => ({ instanceId, instanceName: instanceId }) as Instance
const page = (pageNo: number, askedAt: number, ...ids: string[]) => ({
  pageNo,
  page: { list: ids.map(row), askedAt } as unknown as FolderPage,
})
const ids = (rows: readonly (Instance | undefined)[]) => rows.map((one) => one?.instanceId)

test('pages stand in their places, the rest is open', () => {
  const rows = sparseRows([page(1, 0, 'a', 'b'), page(2, 0, 'x')], PAGE_SIZE + 3, 'F')
  expect(rows).toHaveLength(PAGE_SIZE + 3)
  expect(rows[1]?.instanceId).toBe('b')
  expect(rows[2]).toBeUndefined()
  expect(rows[PAGE_SIZE]?.instanceId).toBe('x')
  expect(hasHoles(rows, 0, 1)).toBe(false)
  expect(hasHoles(rows, PAGE_SIZE, 0)).toBe(true)
})

test('a row is never in two places: the later answer is right', () => {
  const rows = sparseRows([page(2, 1, 'a', 'c'), page(1, 2, 'b', 'a')], PAGE_SIZE + 2, 'F')
  expect(ids(rows).filter((id) => id === 'a')).toHaveLength(1)
  expect(rows[1]?.instanceId).toBe('a')
})

test('rows beyond the total are not shown', () => {
  expect(ids(sparseRows([page(1, 0, 'a', 'b', 'c')], 2, 'F'))).toEqual(['a', 'b'])
})

test('what is pending is gone from its list at once, and the rest closes up', () => {
  const change = beginPending({
    hides: [{ list: 'F', ids: ['b'] }],
    patches: [['c', { instanceName: 'renamed' }]],
  })
  const rows = sparseRows([page(1, 0, 'a', 'b', 'c')], 3, 'F')
  expect(rows.map((one) => one?.instanceName)).toEqual(['a', 'renamed'])
  expect(ids(sparseRows([page(1, 0, 'a', 'b')], 2, 'other'))).toEqual(['a', 'b'])
  change.release()
  expect(ids(sparseRows([page(1, 0, 'a', 'b', 'c')], 3, 'F'))).toEqual(['a', 'b', 'c'])
})

test('pages of a range', () => {
  expect(pagesOf(0, PAGE_SIZE - 1)).toEqual([1])
  expect(pagesOf(-5, PAGE_SIZE)).toEqual([1, 2])
})
