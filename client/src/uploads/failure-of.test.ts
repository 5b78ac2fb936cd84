import { expect, test } from 'vitest'
import { BesideError, failureOf, ObjectError } from './failure-of.ts'

const answer = (status: number, code: string) => new ObjectError(status, code, '')

test.each([
  [507, 'InsufficientStorage'],
  [507, ''],
  [403, 'QuotaExceeded'],
])('a store without room says so by %i %s', (status, code) => {
  const full = { kind: 'refused', name: 'disk_full' }
  expect(failureOf(answer(status, code), 'part')).toMatchObject(full)
  expect(failureOf(new BesideError('', { cause: answer(status, code) }), 'part')).toMatchObject(full)
})
