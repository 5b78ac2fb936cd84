import { expect, test } from 'vitest'
import { ApiError } from '../http/errors.ts'
import { AuthorizationError, ExternalStoreError, failureOf, ObjectCallError } from './errors.ts'

const answer = (status: number, code: string) => new ObjectCallError(status, code, '')

test.each([
  [507, 'InsufficientStorage'],
  [507, ''],
  [403, 'QuotaExceeded'],
])('a full store answers %i %s', (status, code) => {
  const full = { kind: 'refused', name: 'disk_full' }
  expect(failureOf(answer(status, code), 'part')).toMatchObject(full)
  expect(failureOf(new ExternalStoreError('', { cause: answer(status, code) }), 'part')).toMatchObject(full)
})

const call = (name: string, httpStatus: number) =>
  Object.assign(new ApiError({ code: 0, message: '', httpStatus }), { name })

test.each([
  ['the server’s object call with an unavailable store', answer(503, 'ServiceUnavailable'), true],
  ['the server’s object call that is throttled', answer(503, 'SlowDown'), false],
  ['the server’s object call behind a failing proxy', answer(502, ''), false],
  ['an external store', new ExternalStoreError('', { cause: answer(503, 'SlowDown') }), true],
  ['a call that needed the store', call('store_away', 503), true],
  ['one of many files that did', call('store_away', 200), true],
  ['a call for an object’s authorization that did', unauthorized(call('store_away', 503)), true],
  ['a server that is too busy', call('unavailable', 503), false],
  ['a proxy without servers', call('unknown', 503), false],
])('%s is unavailable, and so is displayed', (_, error, store) => {
  expect(failureOf(error, 'part')).toMatchObject({ kind: 'unavailable', store })
})

function unauthorized(cause: Error): Error {
  return new AuthorizationError('', { cause })
}
