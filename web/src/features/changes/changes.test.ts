import { ACTIVITY_KINDS } from '@clouddisk/contract/activity'
import { CHANGE_KINDS, type Change } from '@clouddisk/contract/changes'
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

test('a folder that is loading for the first time when a change arrives is loaded again', async () => {
  const answers: ((data: object) => void)[] = []
  const queryFn = () => new Promise<object>((resolve) => answers.push(resolve))
  for (const id of ['0', 'A', 'B'])
    new QueryObserver(queries, { queryKey: ['folder', id, 'instanceName'], queryFn }).subscribe(() => {})
  createRefresher(queries, () => 0)(told(change('file.created', ['A'])))
  await new Promise((done) => setTimeout(done))
  expect(answers).toHaveLength(3)
  for (const answer of answers.splice(0)) answer({ parent: { instanceId: 'some-id' } })
  // The root, requested as 0, may be the changed folder: its id is not known before the answer.
  await vi.waitFor(() => expect(answers).toHaveLength(2))
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

test('activity is asked for again after what it lists, and not after progress, notifications or visits', async () => {
  await show(['activity', 'A'])
  const listed: ReadonlySet<string> = new Set(ACTIVITY_KINDS)
  await show(['folder', 'A', 'instanceName'])
  for (const kind of CHANGE_KINDS) {
    asked = []
    // The folder is asked for in the same refetch: when it was, all that is stale was.
    createRefresher(queries, () => 0)(told(change(kind, []), change('favorite.added', ['A'])))
    await vi.waitFor(() => expect(asked).toContain('folder/A/instanceName'))
    expect([kind, asked.includes('activity/A')]).toEqual([kind, listed.has(kind)])
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  }
})

test('a new state of feedback is shown at once, with the notifications', async () => {
  await show(['notifications', 'feedback', 'sent'])
  asked = []
  createRefresher(queries, () => 0)(told(change('feedback.changed', [])))
  await vi.waitFor(() => expect(asked).toEqual(['notifications/feedback/sent']))
})

test('after a gap everything is asked for again', async () => {
  const all = ['activity', 'capacity', 'favorites', 'folder', 'session', 'trash'].map((key) => [key, 'A'])
  for (const key of all) await show(key)
  asked = []
  createRefresher(queries, () => 0)({ changes: [], gap: true })
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(all.map((key) => key.join('/'))))
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
