import { createItem, lengthOfPart, offsetOfPart, withSession } from '@clouddisk/client/uploads/items'
import { LIMITS, partSizeFor } from '@clouddisk/contract/limits'
import type { UploadCheck } from '@clouddisk/contract/uploads'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { partCountOf, partRangeOf } from './port.ts'

/** How a file is cut into parts, as both sides reckon it: up to the largest there may be, past all numbers of 32 bits. */

const MiB = 1024 ** 2
/** What S3 takes: parts of a file, and bytes of any but the last. */
const PARTS_MAX = 10_000
const PART_MIN = 5 * MiB
const PART_MAX = 5 * 1024 ** 3

const LARGEST = LIMITS.fileBytesMax
/** Where parts begin to grow: 9,000 of 8 MiB, of 9 MiB. */
const STEPS = [8, 9].map((size) => LIMITS.partCountTarget * size * MiB)
const EDGES = [8 * MiB, 16 * MiB, 2 ** 31, 2 ** 32, ...STEPS, 2 ** 36, LARGEST]
const AROUND = EDGES.flatMap((edge) => [edge - 1, edge, edge + 1]).filter((size) => size <= LARGEST)
const WHOLE_PARTS = fc.nat(LIMITS.partCountTarget).map((count) => (count + 1) * 8 * MiB)

/** The client's reckoning, from what the server answers to its check; where that says nothing, from its own rule. */
function itemOf(size: number, partSize: number, own: number) {
  const item = createItem({
    uid: 'a',
    name: 'a.bin',
    fileSize: size,
    lastModified: 0,
    uploadType: 1,
    groupId: null,
    path: [],
    parentId: '0',
    uploadTo: '',
    instanceType: 'NetDisk_0',
    fileSharingId: null,
    linkPath: null,
    loginMethod: 'sso',
    conflict: 'keepBoth',
    addedAt: 0,
    hasHandle: false,
  })
  const reply: UploadCheck = {
    uploadflag: '3',
    objectKey: 'k',
    bucketName: 'b',
    fId: '',
    storeEncryption: false,
    storeShards: false,
    syncSpeed: 1,
    partSize,
    cloudProvider: 'disk',
    expireTime: '',
  }
  return withSession(item, reply, own)
}

/** Every part of it, on both sides. */
function mustAddUp(size: number): void {
  const plan = { size, partSize: partSizeFor(size) }
  const item = itemOf(size, plan.partSize, 1)
  const count = partCountOf(plan)
  expect([item.partCount, item.partSize]).toEqual([count, plan.partSize])
  expect(count).toBeLessThanOrEqual(PARTS_MAX)
  expect(plan.partSize % MiB).toBe(0)
  expect(plan.partSize).toBeGreaterThanOrEqual(PART_MIN)
  expect(plan.partSize).toBeLessThanOrEqual(PART_MAX)
  let end = 0
  let same = true
  for (let n = 1; n <= count; n++) {
    const range = partRangeOf(plan, n)
    const [position, length] = [offsetOfPart(item, n), lengthOfPart(item, n)]
    same &&= range?.position === end && range.position === position && range.length === length
    same &&= length > 0 && (n === count ? length <= plan.partSize : length === plan.partSize)
    end += length
  }
  expect(same).toBe(true)
  expect(end).toBe(size)
  for (const none of [0, -1, 1.5, count + 1]) expect(partRangeOf(plan, none)).toBeUndefined()
}

it.each(AROUND)(
  'a file of %d bytes is cut into parts that are all of it, once, alike on both sides',
  mustAddUp,
)

it('and so is one of any size', () => {
  const sizes = fc.oneof(fc.integer({ min: 5 * MiB, max: LARGEST }), WHOLE_PARTS)
  fc.assert(fc.property(sizes, mustAddUp), { numRuns: 60 })
})

it('of 80 GB it is 8,192 parts of 10 MiB, and no part of a smaller file is larger', () => {
  expect(partCountOf({ size: LARGEST, partSize: partSizeFor(LARGEST) })).toBe(8192)
  fc.assert(
    fc.property(fc.nat(LARGEST), fc.nat(LARGEST), (a, b) => {
      const [small, large] = a < b ? [a, b] : [b, a]
      expect(partSizeFor(small)).toBeLessThanOrEqual(partSizeFor(large))
    }),
  )
})

it('an empty file is one part of nothing; a client whom the server tells no size takes its own', () => {
  expect(partRangeOf({ size: 0, partSize: 8 * MiB }, 1)).toEqual({ position: 0, length: 0 })
  expect(itemOf(0, 8 * MiB, 1)).toMatchObject({ partCount: 1, lastPartSize: 0 })
  expect(itemOf(17 * MiB, 0, 8 * MiB)).toMatchObject({ partCount: 3, partSize: 8 * MiB, lastPartSize: MiB })
})
