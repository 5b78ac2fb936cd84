import { randomBytes, randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bodyOf } from '../../../test/object-store-conformance.ts'
import { openSmallStore, type SmallStore, triesEncryption } from '../../../test/small-store.ts'
import { newId } from '../../db/ids.ts'
import { S3Bucket } from './bucket.ts'
import { S3Store } from './s3.ts'

let small: SmallStore
beforeEach(async () => {
  small = await openSmallStore()
})
afterEach(() => small.close())

const ENCRYPTION = { cipher: 'AES256', keyId: undefined } as const
const isTrial = (call: string): boolean => /^PUT .*\/probe\//.test(call)
const trials = (): number => small.calls.filter(isTrial).length
const openBucket = () => new S3Bucket({ ...small.place, encryption: ENCRYPTION })
const openStore = () => new S3Store({ ...small.place, encryption: ENCRYPTION })

/** Whether it writes over what is there is tried as well, by whoever writes, who needs to know. */
const hang = () => {
  small.instead = (call, headers) => (triesEncryption(call, headers) ? 'nothing' : undefined)
}

it('does not wait for the probe of a store that accepts no objects', async () => {
  const store = openStore()
  hang()
  await store.check()
  await store.check()
  // Asked by both, and tried once.
  await expect.poll(trials).toBe(1)
  await store.begin(newId(), { size: 9, partSize: 9 })
  await store.putObject(newId(), 9, bodyOf(randomBytes(9)))
  expect(store.encryptedBy).toBeUndefined()
  small.letGo()
  await expect.poll(() => store.encryptedBy).toBe('store')
  await store.close()
  expect(small.names().filter((name) => name.startsWith('probe/'))).toEqual([])
})

it('fails if the store accepts no objects, and is repeated', async () => {
  const bucket = openBucket()
  hang()
  const late = new AbortController()
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
  const trial = bucket.encrypts()
  await expect.poll(trials).toBe(1)
  late.abort()
  await expect(trial).rejects.toThrow()
  clock.mockRestore()
  small.letGo()
  expect(await bucket.encrypts()).toBe(true)
  bucket.close()
})

it('is closed all the same while a trial hangs', async () => {
  const store = openStore()
  hang()
  await store.check()
  await expect.poll(trials).toBe(1)
  const began = performance.now()
  await store.close()
  expect(performance.now() - began).toBeLessThan(4000)
})

it.each([
  [507, 'QuotaExceeded'],
  [403, 'QuotaExceeded'],
  [400, 'RequestTimeout'],
  [403, 'RequestTimeTooSkewed'],
  [400, 'ThrottlingException'],
  [400, 'KMS.DisabledException'],
] as const)('is tried again after what passes (%s %s)', async (status, code) => {
  const bucket = openBucket()
  small.instead = (call) => (isTrial(call) ? [status, code] : undefined)
  await expect(bucket.encrypts()).rejects.toThrow()
  small.letGo()
  expect(await bucket.encrypts()).toBe(true)
  const before = trials()
  expect(await bucket.encrypts()).toBe(true)
  expect(trials()).toBe(before)
  bucket.close()
})

it('is tried again where what it was tried on was gone before it was looked at', async () => {
  const bucket = openBucket()
  small.instead = (call) => (call.startsWith('HEAD') ? [404, 'NotFound'] : undefined)
  await expect(bucket.encrypts()).rejects.toThrow()
  small.letGo()
  expect(await bucket.encrypts()).toBe(true)
  bucket.close()
})

it.each([
  [501, 'NotImplemented'],
  [400, 'InvalidArgument'],
] as const)('is known of a store that refuses the wish (%s %s)', async (status, code) => {
  const bucket = openBucket()
  small.instead = (call) => (isTrial(call) ? [status, code] : undefined)
  expect(await bucket.encrypts()).toBe(false)
  small.letGo()
  const before = trials()
  expect(await bucket.encrypts()).toBe(false)
  expect(trials()).toBe(before)
  bucket.close()
})

it('leaves nothing for good where what it was tried on could not be removed', async () => {
  const store = openStore()
  small.instead = (call) => (call.startsWith('DELETE') ? [503, 'SlowDown'] : undefined)
  await store.probeEncryption()
  small.letGo()
  const others = new S3Bucket(small.place)
  await others.overwrite('probe/of another', Buffer.alloc(0))
  await others.overwrite(`probe/${randomUUID()}`, Buffer.from('no trial'))
  expect(small.names()).toHaveLength(3)
  // The small store says of all that it is from 1970.
  await store.deleteUntracked(new Date(0))
  expect(small.names()).toHaveLength(3)
  await store.deleteUntracked(new Date(1))
  expect(small.names()).toHaveLength(2)
  expect(small.names()).toContain('probe/of another')
  await store.close()
  others.close()
})
