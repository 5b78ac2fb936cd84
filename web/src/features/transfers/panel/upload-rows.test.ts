import { expect, test } from 'vitest'
import { group, inGroup, item, sent, stateOf } from '../testing/items.ts'
import { GroupTotalsTracker } from './group-totals.ts'
import { groupSentBytes, groupStatus, rowUids, uploadRows } from './upload-rows.ts'

const rowsOf = (state: ReturnType<typeof stateOf>, open: string[] = []) => {
  const tracker = new GroupTotalsTracker()
  tracker.follow(state)
  return uploadRows(state, (id) => tracker.totals(id), new Set(open))
}

test('a folder upload is one row where its first file stands, and opens', () => {
  const state = stateOf([item('a'), inGroup('照片', 'p1'), inGroup('照片', 'p2'), item('b')], [group('照片')])
  expect(rowsOf(state).map(({ key }) => key)).toEqual(['a', 'folder:照片', 'b'])
  expect(rowsOf(state, ['照片']).map(({ key }) => key)).toEqual(['a', 'folder:照片', 'p1', 'p2', 'b'])
})

test('places count what waits, through folders as well', () => {
  const state = stateOf(
    [item('a', { status: 'uploading' }), item('b'), inGroup('照片', 'p1'), inGroup('照片', 'p2'), item('c')],
    [group('照片')],
  )
  const behind = (at: number) => ({ at, behind: true })
  expect(rowsOf(state).map(({ place }) => place)).toEqual([null, behind(1), behind(2), behind(4)])
})

test('what waits for anything but another file is not behind one', () => {
  expect(rowsOf(stateOf([item('a', { status: 'pause' }), item('b')])).at(1)?.place).toEqual({
    at: 1,
    behind: false,
  })
})

test('a deleted item is not shown', () => {
  expect(rowsOf(stateOf([item('a', { status: 'deleted' })]))).toEqual([])
})

test('a folder without files is shown while it is made', () => {
  expect(rowsOf(stateOf([], [group('空', { status: 'creating' })]))).toMatchObject([{ key: 'folder:空' }])
  expect(rowsOf(stateOf([], [group('空')]))).toEqual([])
})

test('a chosen folder stands for its files, each once', () => {
  const state = stateOf([inGroup('照片', 'p1'), inGroup('照片', 'p2')], [group('照片')])
  const rows = rowsOf(state, ['照片'])
  expect(rowUids(rows, new Set(['folder:照片', 'p1']))).toEqual(['p1', 'p2'])
})

test.each([
  [['uploading', 'error', 'pause'], 'uploading'],
  [['ready', 'error'], 'waiting'],
  [['pause', 'error'], 'pause'],
  [['error', 'success'], 'error'],
  [['success'], 'success'],
] as const)('a folder with files %j is %s', (statuses, expected) => {
  const items = statuses.map((status, n) => inGroup('照片', `p${n}`, { status }))
  expect(groupStatus({ group: group('照片'), items })).toBe(expected)
})

test('finished files count on when they have left the list, removed ones do not', () => {
  const tracker = new GroupTotalsTracker()
  const three = ['p1', 'p2', 'p3'].map((uid) => inGroup('照片', uid))
  tracker.follow(stateOf(three, [group('照片')]))
  const [one, two, removed] = three
  if (!one || !two || !removed) throw new Error('three files')
  const done = { ...one, status: 'success' as const }
  tracker.follow(stateOf([done, two, { ...removed, status: 'deleted' }], [group('照片')]))
  const half = { ...two, ...sent(50, 100) }
  tracker.follow(stateOf([half], [group('照片')]))
  const totals = tracker.totals('照片')
  expect(totals).toEqual({ count: 2, size: 200, doneCount: 1, doneSize: 100 })
  expect(groupSentBytes({ items: [half], totals })).toBe(150)
})

test('a folder upload that is through is forgotten', () => {
  const tracker = new GroupTotalsTracker()
  tracker.follow(stateOf([inGroup('照片', 'p1')], [group('照片')]))
  tracker.follow(stateOf([]))
  expect(tracker.totals('照片').count).toBe(0)
})
