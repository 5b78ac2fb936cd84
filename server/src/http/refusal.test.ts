import { expect, test } from 'vitest'
import { StoreAway } from '../objects/port.ts'
import { asRefusal } from './refusal.ts'

const lost = () => new Error('Connection terminated unexpectedly')
const told = (...errors: unknown[]) => asRefusal(new AggregateError(errors))?.refused

test('of several that fail at once the first is told', () => {
  expect(asRefusal(lost())?.refused).toBe('unavailable')
  expect(told(lost(), new StoreAway())).toBe('unavailable')
  expect(told(new AggregateError([new StoreAway(), lost()]), lost())).toBe('store_away')
})

test('none is told to come again where one of them is our fault', () => {
  expect(told(lost(), new TypeError('x is undefined'))).toBeUndefined()
})
