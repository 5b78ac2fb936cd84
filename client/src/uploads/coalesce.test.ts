import { expect, test } from 'vitest'
import { FakeClock } from '../../test/fake-clock.ts'
import { coalesceProgress, coalesceRefreshes, type TaskProgress } from './coalesce.ts'

test('progress is reported at most ten times a second, with the latest values', async () => {
  const clock = new FakeClock()
  const reported: TaskProgress[][] = []
  const progress = coalesceProgress(clock, (sent) => reported.push(sent))
  for (let ms = 0; ms < 1000; ms += 10) {
    progress.note({ uid: 'a', task: 1, bytes: ms })
    progress.note({ uid: 'a', task: 2, bytes: ms })
    await clock.advance(10)
  }
  expect(reported.length).toBeLessThanOrEqual(10)
  expect(reported[0]).toEqual([
    { uid: 'a', task: 1, bytes: 90 },
    { uid: 'a', task: 2, bytes: 90 },
  ])
})

test('a finished task is not reported again', async () => {
  const clock = new FakeClock()
  const reported: TaskProgress[][] = []
  const progress = coalesceProgress(clock, (sent) => reported.push(sent))
  progress.note({ uid: 'a', task: 1, bytes: 1 })
  progress.drop(1)
  await clock.advance(1000)
  expect(reported).toEqual([])
})

test('many files of one folder refresh it once, after the last due time of the first', async () => {
  const clock = new FakeClock()
  const refreshed: string[] = []
  const refresh = coalesceRefreshes(clock, (parentIds) => refreshed.push(...parentIds))
  refresh('p', 3000)
  await clock.advance(2000)
  refresh('p', 3000)
  refresh('q', 0)
  await clock.advance(1000)
  expect(refreshed).toEqual(['q', 'p'])
  refresh('p', 3000)
  await clock.advance(3000)
  expect(refreshed).toEqual(['q', 'p', 'p'])
})
