import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashBlob, md5Blob, proveBlob, sha256Blob } from './hash.ts'

/** Compares with node:crypto, for sizes around the slice boundaries. */

const MB = 1024 * 1024
const sizes = [0, 1, 2 * MB - 1, 2 * MB, 2 * MB + 1, 20 * MB, 20 * MB + 3, 41 * MB]
const hex = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest('hex')

test.each(sizes)('hashes %i bytes as node:crypto does', async (size) => {
  const bytes = randomBytes(size)
  const blob = new Blob([bytes])
  const expected = { md5: hex('md5', bytes), sha256: hex('sha256', bytes) }
  expect(await hashBlob(blob)).toEqual(expected)
  expect(await sha256Blob(blob)).toBe(expected.sha256)
  expect(await md5Blob(blob)).toBe(expected.md5)
})

test('reports progress up to the last byte', async () => {
  const seen: number[] = []
  await hashBlob(new Blob([randomBytes(41 * MB)]), { onProgress: (bytes) => seen.push(bytes) })
  expect(seen).toEqual([20 * MB, 40 * MB, 41 * MB])
})

test('stops at the next slice when aborted', async () => {
  const stop = new AbortController()
  const seen: number[] = []
  const hashing = hashBlob(new Blob([randomBytes(41 * MB)]), {
    signal: stop.signal,
    onProgress: (bytes) => {
      seen.push(bytes)
      stop.abort(new Error('enough'))
    },
  })
  await expect(hashing).rejects.toThrow('enough')
  expect(seen).toEqual([20 * MB])
})

test('proves possession over the ranges in their order, then the nonce', async () => {
  const bytes = randomBytes(300_000)
  const ranges: [number, number][] = [
    [200_000, 65_536],
    [0, 65_536],
    [100_000, 70_000],
  ]
  const proof = await proveBlob(new Blob([bytes]), { ranges, nonce: 'Schlüssel' })
  const expected = createHash('sha256')
  for (const [offset, length] of ranges) expected.update(bytes.subarray(offset, offset + length))
  expect(proof).toBe(expected.update('Schlüssel', 'utf8').digest('hex'))
})
