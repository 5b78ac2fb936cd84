import { expect, it } from 'vitest'
import { CALL_ANSWERS, OPENING_CALLS, PRESETS } from './answers.ts'
import { INPUTS, VISITOR_ROUTES } from './calls.ts'

it('has a line for every call of a visitor, and no other', () => {
  const names = VISITOR_ROUTES.map(({ name }) => name).toSorted()
  expect([...Object.keys(CALL_ANSWERS), ...OPENING_CALLS].toSorted()).toEqual(names)
  expect(Object.keys(INPUTS).toSorted()).toEqual(names)
  for (const line of Object.values(CALL_ANSWERS))
    expect(line.trim().split(/\s+/)).toHaveLength(Object.keys(PRESETS).length)
})
