import assert from 'node:assert/strict'
import { bytesOf, type Random } from '../../../server/test/random.ts'
import { beneath } from '../../../server/test/stores/beneath.ts'
import { attempt, expectDamaged, expectWhole, until } from './reader.ts'
import type { Kept, Uploader } from './uploader.ts'
import type { World } from './world.ts'

/**
 * Objects are spoiled in the bucket, beneath the servers: by its own calls, and by other bytes on Ceph's disk that the
 * gateway takes for those that came. Nothing of them is given out as if it were right, and `scrub` names each, and no other.
 */

const WAYS = ['other bytes', 'cut short', 'gone', 'rotten beneath the gateway'] as const
type Way = (typeof WAYS)[number]
/** Of each way. */
const PLANTED = 2
/** What goes up in one part lies as one object whose bytes can be put back as they were. */
const SIZE_MAX = 4 * 1024 * 1024

interface Planted extends Kept {
  readonly way: Way
  readonly owner: Uploader
  readonly blobId: string
  /** In the bucket. */
  readonly name: string
}

/** How many. */
export async function plantFaults(
  world: World,
  uploaders: readonly Uploader[],
  random: Random,
): Promise<number> {
  const bucket = beneath(world.place)
  try {
    const chosen = await choose(world, uploaders, random, await bucket.names())
    for (const one of chosen) await spoil(one)
    assert.deepEqual(
      (await world.machines.faults()).map(({ id }) => id).sort(),
      chosen.map((one) => one.blobId).sort(),
      'scrub finds what was planted, and nothing else',
    )
    for (const one of chosen) {
      const given = await attempt(one.owner.person, one)
      assert.equal(given, false, `${one.instanceId} (${one.way}) was given out`)
    }
    for (const one of chosen)
      if (one.way === 'rotten beneath the gateway') await expectDamaged(one.owner.person, one)
    for (const one of chosen) await bucket.put(one.name, bytesOf(one.seed, one.size))
    await until(async () => {
      await world.machines.readAgain()
      for (const one of chosen) await expectWhole(one.owner.person, [one])
    })
    assert.deepEqual(await world.machines.faults(), [], 'nothing is wrong once all is as it was')
    return chosen.length
  } finally {
    bucket.close()
  }

  async function spoil({ way, name, seed, size }: Planted): Promise<void> {
    const bytes = bytesOf(seed, size)
    const other = Buffer.from(bytes)
    const at = random.int(size)
    other[at] = (other[at] ?? 0) ^ (1 << random.int(8))
    if (way === 'gone') await bucket.remove(name)
    else if (way === 'rotten beneath the gateway') await world.ceph.rot(world.place.bucket, name, other)
    else await bucket.put(name, way === 'cut short' ? bytes.subarray(0, random.int(size)) : other)
  }
}

/** Content that lies in the bucket once, and is nobody's else. */
async function choose(
  { machines }: World,
  uploaders: readonly Uploader[],
  random: Random,
  names: readonly string[],
): Promise<Planted[]> {
  const chosen: Planted[] = []
  for (const way of WAYS)
    for (let n = 0; n < PLANTED; n++) {
      const owner = random.pick(uploaders)
      const able = owner.kept.filter(
        (kept) =>
          kept.size > 0 &&
          kept.size <= SIZE_MAX &&
          chosen.every(({ seed }) => seed !== kept.seed) &&
          owner.kept.filter(({ seed }) => seed === kept.seed).length === 1,
      )
      const kept = random.pick(able)
      const { rows } = await machines.database.query<{ id: string; key: string }>(
        `select b.id, b.key from blob b join file_version v on v.blob_id = b.id where v.file_id = $1`,
        [kept.instanceId],
      )
      const [row] = rows
      const name = names.find((one) => row && one.endsWith(row.key))
      if (!row || !name) throw new Error(`${kept.instanceId} lies nowhere`)
      chosen.push({ ...kept, way, owner, blobId: row.id, name })
    }
  return chosen
}
