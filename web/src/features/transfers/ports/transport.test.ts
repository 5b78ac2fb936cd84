import { NetworkError } from '@clouddisk/client/http/errors'
import { PageTooOldError } from '@clouddisk/client/uploads/errors'
import type { ObjectRequest, Transport } from '@clouddisk/client/uploads/ports'
import { expect, test, vi } from 'vitest'
import { browserTransport } from './transport.ts'

const STORE = 'https://s3.example.com'

const send = vi.fn<Transport['send']>(() => Promise.reject(new NetworkError('no answer')))
function setUp() {
  send.mockClear()
  const page = new EventTarget()
  const transport = browserTransport({ send }, page)
  return {
    put: (origin: string) => transport.send(request(origin), watch),
    forbid: (violation: Partial<SecurityPolicyViolationEvent>) =>
      page.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), violation)),
  }
}
const watch = { signal: new AbortController().signal, onProgress: () => {} }
const request = (origin: string): ObjectRequest => ({
  method: 'PUT',
  url: `${origin}/bucket/key?partNumber=1`,
  headers: {},
  body: new Blob(['x']),
  timeoutMs: 1000,
})
const forbidden = {
  effectiveDirective: 'connect-src',
  disposition: 'enforce',
  blockedURI: `${STORE}/bucket/key?partNumber=1`,
} as const

test('a store that the page may not talk to is told as that, and is not tried again', async () => {
  const { put, forbid } = setUp()
  send.mockImplementationOnce(async () => {
    forbid(forbidden)
    throw new NetworkError('no answer')
  })
  await expect(put(STORE)).rejects.toThrow(PageTooOldError)
  await expect(put(STORE)).rejects.toThrow(PageTooOldError)
  expect(send).toHaveBeenCalledTimes(1)
  await expect(put('https://other.example.com')).rejects.toThrow(NetworkError)
})

test.each([{ effectiveDirective: 'img-src' }, { disposition: 'report' }, { blockedURI: 'inline' }] as const)(
  'no other word of the policy counts: %o',
  async (change) => {
    const { put, forbid } = setUp()
    forbid({ ...forbidden, ...change })
    await expect(put(STORE)).rejects.toThrow(NetworkError)
    expect(send).toHaveBeenCalledTimes(1)
  },
)
