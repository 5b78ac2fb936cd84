import { createHash, randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { digests } from './digests.ts'
import { isUnreadable } from './errors.ts'

afterEach(() => vi.unstubAllGlobals())

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test.each([
  ['by the browser itself', () => {}],
  ['without TLS', () => vi.stubGlobal('crypto', {})],
])('of each content in order, and of one that cannot be read why: %s', async (_, prepare) => {
  prepare()
  const contents = [randomBytes(1000), Buffer.alloc(0), randomBytes(70_000)]
  const gone = new Blob(['x'])
  gone.arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
  const shorter = new Blob(['xyz'])
  shorter.arrayBuffer = async () => new ArrayBuffer(2)
  const said = await digests([...contents.map((bytes) => new Blob([bytes])), gone, shorter])
  expect(said.slice(0, 3)).toEqual(contents.map((bytes) => ({ sha256: sha256(bytes) })))
  // As posted from a worker.
  for (const digest of structuredClone(said.slice(3)))
    expect('error' in digest && isUnreadable(Object.assign(new Error(), digest.error))).toBe(true)
})
