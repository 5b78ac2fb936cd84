import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { DigestCache } from './digest-cache.ts'

it('keeps no more memory than the hashes take', async () => {
  const cache = new DigestCache()
  const pool = Buffer.alloc(64 * 1024)
  const hash = (name: string, at: number) => {
    const digest = createHash(name).update('content').digest()
    digest.copy(pool, at)
    return pool.subarray(at, at + digest.length)
  }
  const digest = { size: 7, sha256: hash('sha256', 0), crc32: 1, md5: hash('md5', 100) }
  cache.set('one', Promise.resolve(digest))
  const found = await cache.find('one', { md5: true })
  expect(found).toEqual(digest)
  expect([found?.sha256.buffer.byteLength, found?.md5?.buffer.byteLength]).toEqual([32, 16])
})

it('forgets a digest that failed', async () => {
  const cache = new DigestCache()
  const failed = Promise.reject(new Error('the disk is gone'))
  cache.set('one', failed)
  await expect(cache.find('one', {})).rejects.toThrow('the disk is gone')
  expect(cache.has('one')).toBe(false)
})
