import type { Change } from '@clouddisk/contract/changes'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createRefresher } from './changes.ts'

const change = (kind: Change['kind'], parentIds: string[], instanceId: string | null = 'x'): Change => ({
  kind,
  parentIds,
  instanceId,
  actorId: null,
  time: '2026-11-20T00:00:00.000Z',
})
const told = (...changes: Change[]) => ({ changes, gap: false })

let queries: QueryClient
let asked: string[]

/** A list on the screen: asked for again when it is out of date. */
async function show(queryKey: readonly unknown[], data: unknown = {}): Promise<void> {
  const queryFn = async () => {
    asked.push(queryKey.join('/'))
    return data
  }
  new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {})
  await vi.waitFor(() => expect(asked).toContain(queryKey.join('/')))
}

beforeEach(() => {
  vi.useRealTimers()
  queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  asked = []
})

test('a change asks again for the folders it concerns, and for no other', async () => {
  await show(['folder', 'A', 'instanceName'])
  await show(['folder', 'B', 'instanceName'])
  asked = []
  createRefresher(queries, () => 0)(told(change('folder.created', ['A'])))
  await vi.waitFor(() => expect(asked).toEqual(['folder/A/instanceName']))
})

test('the root is asked for as 0 and found by its id', async () => {
  await show(['folder', '0', 'instanceName'], { parent: { instanceId: 'root-id' } })
  asked = []
  createRefresher(queries, () => 0)(told(change('file.created', ['root-id'])))
  await vi.waitFor(() => expect(asked).toContain('folder/0/instanceName'))
})

test('deleting also concerns the recycle bin, favorites and the space used', async () => {
  for (const key of ['trash', 'favorites', 'capacity', 'jobs']) await show([key])
  asked = []
  createRefresher(queries, () => 0)(told(change('file.trashed', ['A'])))
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['capacity', 'favorites', 'trash']))
})

test('many changes are one question, and none is asked while another is under way', async () => {
  let answer = () => {}
  let count = 0
  const queryFn = () => {
    count++
    return new Promise((resolve) => {
      answer = () => resolve({})
    })
  }
  new QueryObserver(queries, { queryKey: ['folder', 'A'], queryFn }).subscribe(() => {})
  answer()
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  const refresh = createRefresher(queries, () => 0)
  for (let n = 0; n < 100; n++) refresh(told(change('file.created', ['A'])))
  await vi.waitFor(() => expect(count).toBe(2))
  refresh(told(change('file.created', ['A'])))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(count).toBe(2)
  answer()
  await vi.waitFor(() => expect(count).toBe(3))
  answer()
})

test('after a gap everything is asked for again', async () => {
  for (const key of ['folder', 'trash', 'favorites', 'capacity', 'session']) await show([key, 'A'])
  asked = []
  createRefresher(queries, () => 0)({ changes: [], gap: true })
  await vi.waitFor(() =>
    expect(asked.toSorted()).toEqual(['capacity/A', 'favorites/A', 'folder/A', 'session/A', 'trash/A']),
  )
})

test('a share that ends is gone from lists, and the folders it led to are asked for again', async () => {
  for (const key of ['shares', 'favorites', 'trash']) await show([key])
  await show(['folder', 'below', 'instanceName'])
  asked = []
  createRefresher(queries, () => 0)(told(change('share.ended', [])))
  await vi.waitFor(() =>
    expect(asked.toSorted()).toEqual(['favorites', 'folder/below/instanceName', 'shares']),
  )
})
