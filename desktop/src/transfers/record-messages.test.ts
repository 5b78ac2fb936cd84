import type { DesktopMessage, TransferRecord } from '@clouddisk/contract/desktop'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FollowedRecord, RecordMessages } from './record-messages.ts'

/** Messages to the page about transfers (R118). */

let messages: DesktopMessage[]
let rounds: boolean[]
let records: FollowedRecord[]
let told: RecordMessages

beforeEach(() => {
  vi.useFakeTimers()
  messages = []
  rounds = []
  records = []
  told = new RecordMessages({
    records: () => records,
    post: (message) => messages.push(message),
    onRound: (isListChanged) => rounds.push(isListChanged),
  })
})
afterEach(() => {
  told.stop()
  vi.useRealTimers()
})

const followed = (change: Partial<TransferRecord>, more: Partial<FollowedRecord> = {}): FollowedRecord => ({
  record: {
    ...{
      id: 'a',
      type: 'uploadFile',
      instanceId: null,
      fileName: 'a.bin',
      fileSize: 100,
      position: 'Reports',
    },
    ...{ localPath: '/a.bin', parentId: 'p', inGroup: false, fileSharingId: null, status: 'running' },
    ...{ finishedPartsSize: 0, progress: 0, rate: 0, errmsg: null, error: null, taskAddTime: 1 },
    ...{ finishedTime: null, isLocalSync: false, localSyncId: null },
    ...change,
  },
  isReading: false,
  parts: 0,
  ...more,
})

/** Messages of one round. */
function round(...now: FollowedRecord[]): DesktopMessage[] {
  records = now
  messages.length = 0
  told.tellSoon()
  told.tellSoon()
  vi.advanceTimersByTime(300)
  return [...messages]
}

it('tells of reading, progress, finished parts, a pause and an error', () => {
  const reading = { progress: 50, finishedPartsSize: 50 }
  expect(round(followed(reading, { isReading: true }))).toEqual([{ myType: 'reading', id: 'a', ...reading }])
  const sent = { progress: 10, finishedPartsSize: 10, rate: 5 }
  expect(round(followed(sent))).toEqual([{ myType: 'progress', id: 'a', ...sent }])
  expect(round(followed(sent))).toEqual([])
  const part = { progress: 20, finishedPartsSize: 20, rate: 5 }
  expect(round(followed(part, { parts: 1 }))).toEqual([
    { myType: 'partFinish', id: 'a', finishedPartsSize: 20 },
    { myType: 'progress', id: 'a', ...part },
  ])
  expect(round(followed({ ...part, status: 'pause' }, { parts: 1 }))).toEqual([
    { myType: 'jobFinish', id: 'a', isFinish: false, msg: 'jobPause' },
  ])
  expect(round(followed({ ...part, status: 'error', errmsg: 'full' }, { parts: 1 }))).toEqual([
    { myType: 'jobFinish', id: 'a', isFinish: false, msg: 'full' },
  ])
  expect(round()).toEqual([])
  expect(rounds).toEqual([true, false, false, false, true, true, true])
})

it('tells that nothing comes any more', () => {
  const sent = { progress: 10, finishedPartsSize: 10 }
  expect(round(followed({ ...sent, rate: 5 }))).toHaveLength(1)
  records = [followed({ ...sent, rate: 0 })]
  messages.length = 0
  vi.advanceTimersByTime(1000)
  expect(messages).toEqual([{ myType: 'progress', id: 'a', ...sent, rate: 0 }])
  vi.advanceTimersByTime(10_000)
  expect(messages).toHaveLength(1)
  expect(vi.getTimerCount()).toBe(0)
})

it('leaves the end of what a local sync sends to the end of its run', () => {
  const sync = { isLocalSync: true, localSyncId: 1 }
  expect(round(followed({ ...sync, finishedPartsSize: 1 }))).toHaveLength(1)
  expect(round(followed({ ...sync, status: 'error', errmsg: 'x' }))).toEqual([])
  expect(rounds).toEqual([true, true])
})
