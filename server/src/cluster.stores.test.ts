// @module-tag long
import { expect, inject, it } from 'vitest'
import { proveRolling } from '../test/cluster/rolling.ts'
import { newBucket } from '../test/stores/bucket.ts'

/** A short piece; `npm run proof -- --only rolling` is the whole. It waits for servers to leave, start and be forgiven. */
const lines: string[] = []

it('takes any call at any server, also while they are restarted one after the other', async () => {
  await proveRolling({
    place: await newBucket(inject('s3')),
    seed: 20_261_123,
    clients: 6,
    restarts: 1,
    settings: { CLOUDDISK_DRAIN_SECONDS: '1', CLOUDDISK_S3_UPLOADS: 'proxied' },
    failSeconds: 3,
    say: (line) => void lines.push(line),
  })
  expect(lines.at(-1)).toContain('none failed')
}, 300_000)
