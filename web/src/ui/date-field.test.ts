import { expect, test } from 'vitest'
import { formatDayInput, parseDay } from './date-field.tsx'

test.each([
  ['2027-06-30', '2027-06-30'],
  ['2027/6/3', '2027-06-03'],
  [' 2028.02.29 ', '2028-02-29'],
])('%s is a day', (text, wanted) => {
  const day = parseDay(text)
  expect(day && formatDayInput(day)).toBe(wanted)
})

test.each(['', '2027-02-29', '2027-13-01', '2027-00-10', '2027-6', 'tomorrow', '27-06-30'])(
  '%j is none',
  (text) => {
    expect(parseDay(text)).toBeUndefined()
  },
)
