import { LIMITS, partSizeFor } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { checkReply, MachineWorld, MD5, SHA256 } from '../../test/machine-world.ts'

/** Resumes a file of 80 GB with 8,192 parts, of which the store has all but four. */

const SIZE = LIMITS.fileBytesMax
const PART = partSizeFor(SIZE)
const COUNT = SIZE / PART
/** The first part, those with the offsets 2^31 and 2^32, and the last. */
const MISSING = [1, 205, 410, COUNT]

test('only the missing parts of 80 GB are sent, at their offsets, and all parts are joined', () => {
  const world = new MachineWorld({ partsInFlight: MISSING.length })
  world.add({ uid: 'a', fileSize: SIZE })
  const check = world.expectPending('check')
  world.reply(check, { type: 'checked', withHashes: false, reply: checkReply({ partSize: PART }) })
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'network' })
  world.send({ type: 'pause', uids: ['a'] })
  world.send({ type: 'resume', uids: ['a'] })
  const there = Array.from({ length: COUNT }, (_, n) => ({ partNumber: n + 1, etag: 'e', size: PART }))
  const parts = there.filter(({ partNumber }) => !MISSING.includes(partNumber))
  world.reply(world.expectPending('list'), { type: 'listed', parts })
  expect(world.pendingOf('part')).toMatchObject(
    MISSING.map((part) => ({ part, offset: (part - 1) * PART, length: PART })),
  )
  expect(world.expectPending('part', { part: COUNT })).toMatchObject({ offset: 85_888_860_160 })
  expect(world.item('a').uploadInfo.currentSize).toBe(SIZE - MISSING.length * PART)
  for (const part of MISSING) world.reply(world.expectPending('part', { part }), { type: 'sent', etag: 'e' })
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
  const again = world.expectPending('check')
  world.reply(again, { type: 'checked', withHashes: true, reply: checkReply({ partSize: PART }) })
  world.reply(world.expectPending('list'), { type: 'listed', parts: there })
  const { parts: all } = world.expectPending('complete')
  expect(all.map(({ partNumber }) => partNumber)).toEqual(there.map(({ partNumber }) => partNumber))
  expect(all.reduce((sum, { size }) => sum + size, 0)).toBe(SIZE)
})
