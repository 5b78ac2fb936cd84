import { expect, test } from 'vitest'
import { dayOf, dayText } from './date-field.tsx'

test.each([
  ['2027-06-30', '2027-06-30'],
  ['2027/6/3', '2027-06-03'],
  [' 2028.02.29 ', '2028-02-29'],
])('%s is a day', (text, wanted) => {
  const day = dayOf(text)
  expect(day && dayText(day)).toBe(wanted)
})

test.each(['', '2027-02-29', '2027-13-01', '2027-00-10', '2027-6', 'tomorrow', '27-06-30'])(
  '%j is none',
  (text) => {
    expect(dayOf(text)).toBeUndefined()
  },
)
