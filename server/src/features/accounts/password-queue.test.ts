import { describe, expect, it } from 'vitest'
import { AdmissionGate } from './password-queue.ts'

const refuse = (): never => {
  throw new Error('full')
}

describe('the admission gate', () => {
  it('reads the limit again if a call has left since the limit was read', async () => {
    const gate = new AdmissionGate(10)
    let limit = 1
    const read = () => Promise.resolve(limit)
    const leave = await gate.enter('key', read, refuse)
    const reading = Promise.withResolvers<number>()
    let reads = 0
    const second = gate.enter('key', () => (reads++ === 0 ? reading.promise : read()), refuse)
    // The first call fails: there is no slot left, but the second has read the limit before.
    limit = 0
    leave()
    reading.resolve(1)
    let isInside = false
    void second.then(() => {
      isInside = true
    })
    await new Promise(setImmediate)
    expect(reads).toBe(2)
    expect(isInside).toBe(false)
  })
})
