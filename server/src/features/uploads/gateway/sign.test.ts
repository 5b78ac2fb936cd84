import { createSecretKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { readObjectCall } from './object-call.ts'
import { ObjectSigner } from './sign.ts'

const T0 = new Date('2026-03-01T10:00:00.400Z')
let now = T0
const signer = new ObjectSigner(createSecretKey(Buffer.alloc(32, 1)), () => now)
const URI = '/disk/0199-key?partNumber=2&uploadId=u1'
const callOf = (verb: string, uri: string) =>
  readObjectCall(verb, uri) ?? expect.fail(`no call: ${verb} ${uri}`)
const signed = () => {
  now = T0
  return signer.sign({ call: callOf('PUT', URI), holder: 'person-1', contentType: 'image/png' })
}
const verdict = (
  change: { verb?: string; uri?: string; type?: string; authorization?: string; date?: string } = {},
) => {
  const { authorization, date } = { ...signed(), ...change }
  return signer.verify(
    callOf(change.verb ?? 'PUT', change.uri ?? URI),
    change.type ?? 'image/png',
    authorization,
    date,
  )
}

it('opens the very call it was issued for', () => {
  expect(verdict()).toEqual({ holder: 'person-1' })
})

it('takes the spelling of the query lightly, and what A§7 puts beside the call', () => {
  expect(verdict({ uri: '/disk/0199-key?uploadId=u1&partNumber=2' })).toEqual({ holder: 'person-1' })
  expect(verdict({ uri: `${URI}&token=x&t=17` })).toEqual({ holder: 'person-1' })
})

it('takes Date where a program sends that', () => {
  expect(verdict({ date: 'Sun, 01 Mar 2026 10:00:00 GMT' })).toEqual({ holder: 'person-1' })
})

it.each([
  { verb: 'GET' },
  { verb: 'DELETE' },
  { uri: '/disk/0199-key?partNumber=3&uploadId=u1' },
  { uri: '/disk/0199-key?partNumber=2&uploadId=u2' },
  { uri: '/disk/0199-other?partNumber=2&uploadId=u1' },
  { uri: '/other/0199-key?partNumber=2&uploadId=u1' },
  { uri: `${URI}&max-parts=1` },
  { type: '' },
  { date: '20260301T100001Z' },
])('opens nothing else: %o', (change) => {
  expect(verdict(change)).toBe('wrong')
})

it('is bound to its owner and to our key', () => {
  const { authorization, date } = signed()
  expect(verdict({ authorization: authorization.replace('person-1', 'person-2') })).toBe('wrong')
  const other = new ObjectSigner(createSecretKey(Buffer.alloc(32, 2)), () => now)
  expect(other.verify(callOf('PUT', URI), 'image/png', authorization, date)).toBe('wrong')
})

it('must be begun within ten minutes', () => {
  const { authorization, date } = signed()
  const at = (ms: number) => {
    now = new Date(T0.getTime() + ms)
    return signer.verify(callOf('PUT', URI), 'image/png', authorization, date)
  }
  expect(at(599_000)).toEqual({ holder: 'person-1' })
  expect(at(601_000)).toBe('expired')
})

it.each([
  { authorization: '' },
  { authorization: 'AWS a:b' },
  { authorization: 'CLOUDDISK-HMAC-SHA256 Credential=a, Signature=00' },
  { date: '' },
  { date: 'yesterday' },
  { date: '20261399T999999Z' },
])('reads nothing into garbage: %o', (change) => {
  expect(verdict(change)).toBe('malformed')
})

it.each([
  ['PUT', '/b/k', 'upload'],
  ['PUT', '/b/k?partNumber=1&uploadId=u', 'uploadPartObject'],
  ['POST', '/b/k?uploads', 'initmultipartUpload'],
  ['POST', '/b/k?uploadId=u', 'mergeMultiPartObject'],
  ['GET', '/b/k?uploadId=u', 'getAlreadySucessPartInfo'],
  ['DELETE', '/b/k?uploadId=u', 'abortMultipartUpload'],
] as const)('knows %s %s as %s', (verb, uri, action) => {
  expect(readObjectCall(verb, uri)?.action).toBe(action)
})

it.each([
  ['GET', '/b/k'],
  ['HEAD', '/b/k'],
  ['DELETE', '/b/k'],
  ['POST', '/b/k'],
  ['PUT', '/b/k?uploadId=u'],
  ['PUT', '/b'],
  ['PUT', '/b/'],
  ['PUT', '//k'],
  ['PUT', '/b/../k'],
  ['PUT', '/b/k/l'],
  ['PUT', ''],
])('knows no call %s %s', (verb, uri) => {
  expect(readObjectCall(verb, uri)).toBeUndefined()
})
