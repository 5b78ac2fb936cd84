import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { failure, item, roomless, sent, stateOf } from '../testing/items.ts'
import { UploadRun } from './upload-run.ts'
import { countUnfinished, resumableUploads, uploadTotals } from './upload-totals.ts'

test('the time for all counts what goes up and what waits, not what rests', () => {
  const state = stateOf([
    item('a', { status: 'uploading', ...sent(50, 100, 10, 5) }),
    item('b', { ...sent(0, 150) }),
    item('c', { status: 'pause', pauseReason: 'user', ...sent(0, 1000) }),
    item('d', { status: 'error', ...sent(0, 1000) }),
  ])
  expect(uploadTotals(state)).toMatchObject({
    running: 2,
    paused: 1,
    failed: 1,
    resumable: 1,
    rate: 10,
    left: 20,
  })
})

test('without a rate nothing is said of the time', () => {
  expect(uploadTotals(stateOf([item('a')])).left).toBeNull()
})

test('what goes on by itself is not waiting for the person', () => {
  const state = stateOf([item('a', { status: 'pause', pauseReason: 'offline' })])
  expect(uploadTotals(state)).toMatchObject({ paused: 1, resumable: 0 })
})

test('what waits for the person is told apart from what goes on by itself, and from what lost its file', () => {
  const state = stateOf([
    item('a', { status: 'pause', pauseReason: 'user' }),
    item('b', { status: 'pause', pauseReason: 'restored', needsFile: true }),
    item('c', { status: 'pause', pauseReason: 'offline' }),
    item('d', { status: 'uploading' }),
  ])
  const { items, lost } = resumableUploads(state)
  expect(items.map(({ uid }) => uid)).toEqual(['a', 'b'])
  expect(lost).toBe(1)
})

test('what goes on once there is room has not failed, and is lost with the page', () => {
  const full = { status: 'error', error: failure('305', { name: 'storage_full' }) } as const
  const state = stateOf([
    item('a', roomless()),
    item('b', roomless(full)),
    item('c', { status: 'error', error: failure('305', { name: 'not_found' }) }),
    item('d', { ...full, needsFile: true }),
    item('e'),
  ])
  expect(uploadTotals(state)).toMatchObject({ failed: 2, waitingForSpace: 2, running: 1 })
  expect(countUnfinished(state)).toBe(3)
})

test('a speed below the usual one is told, the usual one is not', () => {
  const [usual, own] = [item('a', { syncSpeed: LIMITS.syncSpeed }), item('b', { syncSpeed: 1000 })]
  expect(uploadTotals(stateOf([usual])).limit).toBeNull()
  expect(uploadTotals(stateOf([usual, own])).limit).toBe(1000)
  expect(uploadTotals(stateOf([])).limit).toBeNull()
})

test('several together are no faster than the limit', () => {
  const going = ['a', 'b'].map((uid) =>
    item(uid, { status: 'uploading', syncSpeed: 10, ...sent(50, 100, 10, 5) }),
  )
  expect(uploadTotals(stateOf(going))).toMatchObject({ rate: 10, left: 10, limit: 10 })
})

test('the share is of what runs, is pending or was uploaded in this run, not of what rests', () => {
  const run = new UploadRun()
  const half = item('b', { status: 'uploading', ...sent(50, 100, 10) })
  const resting = [
    item('c', { status: 'pause', pauseReason: 'user', ...sent(0, 1000) }),
    item('d', { status: 'error', ...sent(900, 1000) }),
  ]
  run.follow(stateOf([item('a', { status: 'success', ...sent(100, 100) }), half, ...resting]), 1)
  // What is done has left the list.
  const state = stateOf([half, ...resting])
  run.follow(state, 1)
  expect(uploadTotals(state, { uploaded: run.bytes, pending: 100 })).toMatchObject({ share: 0.5, left: 15 })
  run.follow(stateOf(resting), 1)
  expect(run.bytes).toBe(100)
  run.follow(stateOf(resting), 0)
  expect(run.bytes).toBe(0)
})
