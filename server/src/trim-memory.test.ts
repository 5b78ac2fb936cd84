import { expect, it } from 'vitest'
import { atRest } from './trim-memory.ts'

/** Seconds of processor time that pass between the calls, and whether memory was given back at each. */
function trims(spent: readonly number[]): boolean[] {
  let cpu = 100
  let count = 0
  const look = atRest(
    () => cpu,
    () => {
      count++
      cpu += 0.1
    },
  )
  return spent.map((seconds) => {
    const before = count
    cpu += seconds
    look()
    return count > before
  })
}

it('gives memory back once after work, when the process rests', () => {
  expect(trims([30, 20, 0.2, 0.2, 0.2])).toEqual([false, false, true, false, false])
})

it('does nothing while the process works, or has hardly worked', () => {
  expect(trims([10, 1, 10, 1])).toEqual([false, false, false, false])
  expect(trims([3, 0.2, 0.2])).toEqual([false, false, false])
})

it('does so again after more work', () => {
  expect(trims([6, 0.1, 6, 0.1])).toEqual([false, true, false, true])
})
