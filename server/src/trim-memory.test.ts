import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Hasher } from './objects/hasher.ts'
import { atRest, trimMemory } from './trim-memory.ts'

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

it('collects garbage, beside a thread too, and goes on', async () => {
  const hasher = new Hasher()
  const hashed = () => hasher.digest(import.meta.filename, statSync(import.meta.filename).size)
  try {
    const before = await hashed()
    const garbage = new WeakRef({ of: 'this turn' })
    await setImmediate()
    trimMemory()
    expect(garbage.deref()).toBeUndefined()
    expect(await hashed()).toEqual(before)
  } finally {
    await hasher.close()
  }
})
