import fc from 'fast-check'
import { expect, test } from 'vitest'
import { item, stateOf } from '../testing/items.ts'
import { applyStateChange, diffStates } from './state-change.ts'

const a = item('a')
const b = item('b')

test('an item that changed is told alone, without the order', () => {
  const before = stateOf([a, b])
  const moved = { ...b, percentage: 50 }
  const change = diffStates(before, stateOf([a, moved]))
  expect(change.items).toEqual([moved])
  expect(change.order).toBeNull()
})

test('what the other tab shows is what this one has, whatever came, went, moved or changed', () => {
  const states = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.nat(100)), { maxLength: 10 })
    .map((list) => {
      const seen = new Map(list.map(([n, percentage]) => [n, percentage]))
      return stateOf([...seen].map(([n, percentage]) => item(`u${n}`, { percentage })))
    })
  fc.assert(
    fc.property(states, states, (before, after) => {
      expect(applyStateChange(before, diffStates(before, after))).toEqual(after)
    }),
  )
})
