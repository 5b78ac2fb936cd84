import { ApiError, NetworkError } from '@clouddisk/client/http/errors'
import { codeOf } from '@clouddisk/contract/errors'
import { expect, test } from 'vitest'
import { deviceName, isHandheld } from '../../lib/device-name.ts'
import { passwordErrors } from './password-form.tsx'
import { signInError } from './sign-in-error.ts'

const refused = (name: Parameters<typeof codeOf>[0], message: string, details: object = {}) =>
  new ApiError({ code: codeOf(name), message, details, httpStatus: 200 })

test('a refused sign-in stands under the field that it is about', () => {
  expect(signInError(refused('wrong_credentials', '账号或密码错误，还可以试 4 次。', { left: 4 }))).toEqual({
    field: 'password',
    text: '账号或密码错误，还可以试 4 次。',
  })
  expect(signInError(refused('account_frozen', '账号已冻结。'))).toMatchObject({ field: 'userName' })
  expect(signInError(refused('too_many_tries', '输错次数过多', { retryAfter: 30 }))).toMatchObject({
    wait: 30,
  })
})

test('no answer is said to be the network’s doing', () => {
  expect(signInError(new NetworkError('x')).text).toContain('网络')
})

test('a new password is long, mixed and typed twice', () => {
  expect(passwordErrors('old', 'New-pass-1', 'New-pass-1')).toEqual({})
  expect(Object.keys(passwordErrors('', '', ''))).toEqual(['old', 'next'])
  expect(Object.keys(passwordErrors('old', 'short-1', 'short-1'))).toEqual(['next'])
  expect(Object.keys(passwordErrors('old', 'New-pass-1', 'New-pass-2'))).toEqual(['again'])
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Edge 142 · Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    'Safari 26 · macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145 · Linux'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', undefined],
])('%s', (agent, name) => {
  expect(deviceName(agent)).toBe(name)
})

test('what is held in the hand looks so', () => {
  expect(
    isHandheld('Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/26.0 Mobile Safari'),
  ).toBe(true)
  expect(isHandheld('Mozilla/5.0 (Windows NT 10.0)')).toBe(false)
})
