import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect, inject, it } from 'vitest'
import { sha256Of } from '../../../test/person.ts'
import { newBucket } from '../../../test/stores/bucket.ts'
import { newId } from '../../db/ids.ts'
import type { MultipartUpload } from '../port.ts'
import { S3Store } from './s3.ts'

const PART = 5 * 1024 * 1024
const ROUNDS = 3

/** Of one upload that comes to two servers, also in the same moment: who asks again asks another server. */
it('completes an upload once, by whichever server, with parts received by both', async () => {
  const place = await newBucket(inject('s3'))
  const stores = [new S3Store(place), new S3Store(place)] as const
  const [one, other] = stores
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const bytes = randomBytes(2 * PART + 7)
      const plan = { size: bytes.length, partSize: PART }
      const key = newId()
      const upload: MultipartUpload = { key, uploadId: await one.begin(key, plan), ...plan }
      const put = (store: S3Store, n: number) => {
        const part = bytes.subarray((n - 1) * PART, n * PART)
        return store.putPart(upload, n, part.length, Readable.from([part]))
      }
      const parts = await Promise.all([put(one, 1), put(other, 2), put(one, 3), put(other, 3)])
      const refs = parts.slice(0, 3)
      const made = await Promise.all([...stores, ...stores].map((store) => store.complete(upload, refs)))
      expect(new Set(made.map(({ etag }) => etag)).size).toBe(1)
      expect(await other.complete(upload, refs)).toEqual(made[0])
      const sealed = await Promise.all([one.seal(key), other.seal(key)])
      expect(sealed[0]).toEqual(sealed[1])
      const { sha256 } = await other.digest(sealed[0], { fresh: true })
      expect(sha256.toString('hex')).toBe(sha256Of(bytes))
    }
  } finally {
    for (const store of stores) await store.close()
  }
})
