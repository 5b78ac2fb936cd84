import assert from 'node:assert/strict'
import { sha256Of } from '../../../server/test/person.ts'
import { beneath } from '../../../server/test/stores/beneath.ts'
import type { Kept } from './files.ts'
import type { Site, World } from './world.ts'

/** What lies in the buckets, beside the servers. */

/** An object that holds the content of a file. */
export interface Place {
  readonly instanceId: string
  readonly bucket: string
  readonly key: string
  readonly isCopy: boolean
  readonly sha256: string
}

/** Where the current content of files lies: content and copies. */
export async function placesOf({ machines }: World, files: readonly Pick<Kept, 'instanceId'>[]) {
  const { rows } = await machines.database.query<Place>(
    `select f.id as "instanceId", o.bucket, o.key, o.state = 'copy' as "isCopy", encode(b.sha256, 'hex') as sha256
     from file f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
       join blob o on o.id = b.id or (o.duplicate_of = b.id and o.state = 'copy')
     where f.id = any($1::uuid[])`,
    [files.map(({ instanceId }) => instanceId)],
  )
  return rows
}

/** Every copy that is called verified holds the bytes of its content. @returns how many. */
export async function expectCopiesWhole({ machines, a, b }: World, since = new Date(0)): Promise<number> {
  const { rows } = await machines.database.query<{ bucket: string; key: string; sha256: string }>(
    `select c.bucket, c.key, encode(b.sha256, 'hex') as sha256 from blob c join blob b on b.id = c.duplicate_of
     where c.state = 'copy' and c.state_since >= $1`,
    [since],
  )
  for (const { ceph, place } of [a, b]) {
    const bucket = beneath({ ...place, endpoint: ceph.reach.endpoint })
    try {
      const names = await bucket.names()
      for (const row of rows.filter((one) => one.bucket === place.bucket)) {
        const name = names.find((one) => one.endsWith(row.key))
        assert.ok(name, `the copy ${row.key} is not in its bucket`)
        assert.equal(sha256Of(await bucket.get(name)), row.sha256, `the copy ${row.key}`)
      }
    } finally {
      bucket.close()
    }
  }
  return rows.length
}

/** Other bytes of an object: put in its place by the store's own call, or beneath its gateway, which takes them for those that came. */
export async function spoil({ ceph, place }: Site, { key }: Place, way: 'put' | 'rot'): Promise<void> {
  const bucket = beneath({ ...place, endpoint: ceph.reach.endpoint })
  try {
    const name = (await bucket.names()).find((one) => one.endsWith(key))
    assert.ok(name, key)
    const bytes = Buffer.from(await bucket.get(name))
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    if (way === 'rot') await ceph.rot(place.bucket, name, bytes)
    else await bucket.put(name, bytes)
  } finally {
    bucket.close()
  }
}
