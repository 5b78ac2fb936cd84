import { expect, it } from 'vitest'
import { Refusal } from '../errors/refusal.ts'
import { readInstant } from './instant.ts'

const refusal = (text: string) => {
  try {
    readInstant('endTime', text)
  } catch (error) {
    if (error instanceof Refusal) return error.details
    throw error
  }
}

it.each([
  ['2027-01-31T10:00:00Z', '2027-01-31T10:00:00.000Z'],
  ['2028-02-29T10:00:00.123Z', '2028-02-29T10:00:00.123Z'],
  ['2027-01-31T10:00:00+08:00', '2027-01-31T02:00:00.000Z'],
  ['2027-01-31T10:00-05:30', '2027-01-31T15:30:00.000Z'],
])('%s is a moment', (text, moment) => {
  expect(readInstant('endTime', text).toISOString()).toBe(moment)
})

it.each([
  '9000',
  '1 2 2030',
  '2027-1-1',
  '2027-01-01',
  '2027-01-01 10:00',
  '2027-01-01T10:00:00',
  '2027-02-29T10:00:00Z',
  '2027-13-01T10:00:00Z',
  '2027-01-01T24:00:00Z',
  '2027-01-01T10:60:00Z',
  '2027-01-01T10:00:00+99:00',
  '10000-01-01T00:00:00Z',
  'soon',
])('%s is none', (text) => {
  expect(refusal(text)).toEqual({ field: 'endTime', reason: 'format' })
})

it('is of the years 1970 to 9999', () => {
  expect(refusal('1969-12-31T23:59:59Z')).toEqual({ field: 'endTime', reason: 'range' })
})
