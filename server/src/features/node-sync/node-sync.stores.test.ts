import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endGroupSync, queryGroupSync, syncGroup } from '@clouddisk/contract/admin-group-sync'
import { updateAnyGroup } from '@clouddisk/contract/admin-groups'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import { createFolder } from '@clouddisk/contract/files'
import { createOrUpdateLink, queryLinkSyncStatus } from '@clouddisk/contract/links'
import {
  pageSyncedInstances,
  querySyncClusters,
  removeSync,
  runSync,
  syncInstances,
} from '@clouddisk/contract/node-sync'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { newBucket, settingsOf } from '../../../test/stores/bucket.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { openServerId } from '../../config/server-id.ts'
import { dropUselessCopies, verifyCopies } from '../../content/copies/copies.ts'
import { copiesOfContent } from '../../content/copies/store.ts'
import { scrubStep } from '../../content/scrub.ts'
import { newId } from '../../db/ids.ts'
import { StoreFull, StoreUnavailable } from '../../objects/port.ts'
import { runMove } from '../storage/move-content.ts'
import { insertMove, moveOf } from '../storage/moves.ts'
import { expireCopies } from './schedule.ts'

const DISK = 'clouddisk'

describe('items that are kept at two clusters (R22, R172)', () => {
  let world: World
  let person: Person
  let bucket: string
  const ids = { head: newId(), branch: newId(), empty: newId() }
  beforeAll(async () => {
    const place = await newBucket(inject('s3'))
    bucket = place.bucket
    world = await openWorld({ ...settingsOf(place), CLOUDDISK_STORAGE_DRIVER: 'disk' })
    person = await world.person()
    await world.jobs.start()
    const { pool } = world.ctx.db
    await pool.query(
      `insert into cluster (id, name, created_at, updated_at)
       values ($1, 'Head office', now(), now()), ($2, 'Branch', now(), now()), ($3, 'Empty', now(), now())`,
      [ids.head, ids.branch, ids.empty],
    )
    await pool.query(`insert into cluster_bucket (bucket, cluster_id) values ($1, $2), ($3, $4)`, [
      ...[DISK, ids.head],
      ...[bucket, ids.branch],
    ])
  })
  afterEach(async () => expect(await world.doctor()).toEqual([]))
  afterAll(() => world.close())

  /** The server becomes one of the cluster. */
  const moveTo = async (clusterId: string) => {
    const { pool } = world.ctx.db
    await pool.query(
      `insert into node (id, name, cluster_id, server_id, created_at, updated_at) values ($1, 'here', $2, $3, now(), now())
       on conflict (server_id) do update set cluster_id = excluded.cluster_id`,
      [newId(), clusterId, await openServerId(world.ctx.config.dataDir)],
    )
    await world.ctx.stores.refresh()
  }
  const anotherNode = () =>
    world.ctx.db.pool.query(
      `insert into node (id, name, cluster_id, created_at, updated_at) values ($1, 'there', $2, now(), now())
       on conflict do nothing`,
      [newId(), ids.branch],
    )
  /** When the jobs have done what is due. */
  const finished = (instanceId: string) =>
    expect
      .poll(async () => (await stateOf(instanceId))?.clusters.map(({ status }) => status), {
        timeout: 30_000,
      })
      .toEqual(['finished'])
  const runAgain = async (instanceId: string) => {
    await person.call(runSync, { instanceIds: [instanceId] })
    await finished(instanceId)
  }
  const sync = async (instanceId: string, direction: 'oneWay' | 'twoWay' = 'oneWay') => {
    const choice = { clusterIds: [ids.branch], direction, mode: 'syncAndSave' as const }
    const { list } = await person.call(syncInstances, { instanceIds: [instanceId], ...choice })
    expect(list.map(({ errmsg }) => errmsg)).toEqual([''])
    await finished(instanceId)
  }
  const copiesOf = async (instanceId: string) => {
    const { id } = await blobOf(world, instanceId)
    return copiesOfContent(world.ctx.db.reader, id)
  }
  const stateOf = async (instanceId: string) =>
    (await person.call(pageSyncedInstances, {})).list.find((one) => one.instanceId === instanceId)

  it('need two nodes, and a cluster with a bucket (R158)', async () => {
    const { instanceId } = await person.upload('0', 'alone.txt', Buffer.from('alone'))
    const choice = { direction: 'oneWay', mode: 'sync' } as const
    await moveTo(ids.head)
    const first = person.call(syncInstances, {
      instanceIds: [instanceId],
      clusterIds: [ids.branch],
      ...choice,
    })
    await expect(first).rejects.toMatchObject({ code: 40983 })
    await anotherNode()
    const second = person.call(syncInstances, {
      instanceIds: [instanceId],
      clusterIds: [ids.empty],
      ...choice,
    })
    await expect(second).rejects.toMatchObject({ code: 40984, message: expect.stringContaining('Empty') })
    const third = person.call(syncInstances, { instanceIds: [instanceId], clusterIds: [newId()], ...choice })
    await expect(third).rejects.toMatchObject({ code: 20001 })
    // Where it is already is no second place.
    const { list } = await person.call(syncInstances, {
      ...{ instanceIds: [instanceId], clusterIds: [ids.head] },
      ...choice,
    })
    expect(list).toMatchObject([{ errcode: 40983 }])
    expect((await person.call(pageSyncedInstances, {})).list).toEqual([])
    expect(await person.call(querySyncClusters, {})).toMatchObject({
      nodes: 2,
      list: [
        { clusterName: 'Branch', hasBucket: true },
        { clusterName: 'Empty', hasBucket: false },
        { clusterName: 'Head office', hasBucket: true },
      ],
    })
  })

  it('say of a link whether what it opens is at the other cluster (R173)', async () => {
    const folder = (await person.call(createFolder, { parentId: '0', instanceName: 'for partners' }))
      .instanceId
    const one = await person.upload(folder, 'offer.bin', randomBytes(1000))
    const other = await person.upload('0', 'only here.bin', randomBytes(1000))
    const { shareId } = await person.call(createOrUpdateLink, { instanceIds: [one.instanceId] })
    const mixed = await person.call(createOrUpdateLink, { instanceIds: [one.instanceId, other.instanceId] })
    const states = async (asker = person) => {
      const { list } = await asker.call(queryLinkSyncStatus, { shareIds: [shareId, mixed.shareId] })
      return new Map(list.map((link) => [link.shareId, link.status]))
    }
    expect([...(await states()).values()]).toEqual(['notStarted', 'notStarted'])
    await sync(folder)
    expect((await states()).get(shareId)).toBe('finished')
    expect((await states()).get(mixed.shareId)).toBe('notStarted')
    expect((await states(await world.person())).size).toBe(0)
    await person.call(removeSync, { instanceIds: [folder] })
    expect((await states()).get(shareId)).toBe('notStarted')
  })

  it('are copied with all that lies below them, verified, and say so', async () => {
    const folder = (await person.call(createFolder, { parentId: '0', instanceName: 'plans' })).instanceId
    const inner = (await person.call(createFolder, { parentId: folder, instanceName: 'old' })).instanceId
    const one = await person.upload(folder, 'a.bin', randomBytes(100_000))
    const two = await person.upload(inner, 'b.bin', randomBytes(12 * 1024 * 1024))
    const other = await person.upload('0', 'not synced.bin', randomBytes(1000))
    await sync(folder)
    for (const { instanceId } of [one, two])
      expect(await copiesOf(instanceId)).toMatchObject([{ bucket, verifiedAt: expect.any(Date) }])
    expect(await copiesOf(other.instanceId)).toEqual([])
    expect(await stateOf(folder)).toMatchObject({
      instanceName: 'plans',
      classifierId: 'Folder',
      status: 'finished',
      canChange: true,
      clusters: [{ clusterName: 'Branch', files: 2, filesDone: 2, bytesDone: 100_000 + 12 * 1024 * 1024 }],
    })
    const later = await person.upload(inner, 'c.bin', randomBytes(1000))
    await runAgain(folder)
    expect(await copiesOf(later.instanceId)).toHaveLength(1)
    expect(await stateOf(folder)).toMatchObject({ clusters: [{ files: 1, filesDone: 1 }] })
  })

  it('are read at the nearest cluster, and anywhere else where that fails', async () => {
    const bytes = randomBytes(3 * 1024 * 1024)
    const { instanceId } = await person.upload('0', 'near.bin', bytes)
    await sync(instanceId)
    const { key } = await blobOf(world, instanceId)
    await moveTo(ids.branch)
    // Without its bytes on the disk: they come from the branch.
    const disk = world.ctx.stores.of(DISK)
    const kept = await person.download(instanceId)
    expect(kept.equals(bytes)).toBe(true)
    const open = disk.open.bind(disk)
    disk.open = () => Promise.reject(new Error('the disk was read'))
    try {
      expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    } finally {
      disk.open = open
    }
    // Without its copy: they come from the disk, and the copy is made again.
    await world.ctx.stores.of(bucket).remove(key)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    await expect.poll(() => copiesOf(instanceId)).toEqual([])
    await runAgain(instanceId)
    expect(await copiesOf(instanceId)).toHaveLength(1)
    await moveTo(ids.head)
  })

  it('are served on where the default bucket does not answer and one of the cluster does (R172)', async () => {
    const status = async () => (await fetch(new URL('/readyz', world.baseUrl))).status
    const disk = world.ctx.stores.of(DISK)
    const check = disk.check.bind(disk)
    disk.check = () => Promise.reject(new StoreUnavailable())
    try {
      await expect.poll(status).toBe(503)
      await moveTo(ids.branch)
      await expect.poll(status).toBe(200)
    } finally {
      disk.check = check
      await moveTo(ids.head)
    }
  })

  it('are mended from their copy', async () => {
    const bytes = randomBytes(100_000)
    const { instanceId } = await person.upload('0', 'mended.bin', bytes)
    await sync(instanceId)
    const before = await blobOf(world, instanceId)
    await world.ctx.stores.of(DISK).remove(before.key)
    // At the head office, too, the copy is read meanwhile.
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    const found = async () =>
      (await sql`select kind from corruption where blob_id = ${before.id}`.execute(world.ctx.db.reader)).rows
    await expect.poll(found).toEqual([{ kind: 'missing' }])
    await sql`update corruption set detected_at = now() - interval '2 days', checked_at = now() - interval '2 days',
      confirmed_at = now() - interval '2 days' where blob_id = ${before.id}`.execute(world.ctx.db.reader)
    await sql`update blob set state = 'quarantined' where id = ${before.id}`.execute(world.ctx.db.reader)
    // Until it is mended, too.
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    await scrubStep(world.ctx)
    const after = await blobOf(world, instanceId)
    expect(after).toMatchObject({ bucket: DISK, state: 'live' })
    expect(after.key).not.toBe(before.key)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it('whose bytes are wrong are read at another cluster by the first who asks', async () => {
    const bytes = randomBytes(10_000)
    const { instanceId } = await person.upload('0', 'rotten.bin', bytes)
    await sync(instanceId)
    const { id, key } = await blobOf(world, instanceId)
    const folder = join(world.ctx.config.dataDir, 'objects', 'stored')
    const names = await readdir(folder, { recursive: true })
    const path = join(folder, names.find((name) => name.endsWith(key)) ?? '')
    const stored = await readFile(path)
    await writeFile(path, stored.fill(0, 0, 1).fill(1, 1, 2))
    const reads = await Promise.all([1, 2].map(() => person.download(instanceId)))
    expect(reads.map((read) => read.equals(bytes))).toEqual([true, true])
    await sql`update corruption set detected_at = now() - interval '2 days', checked_at = now() - interval '2 days',
      confirmed_at = now() - interval '2 days' where blob_id = ${id}`.execute(world.ctx.db.reader)
    await scrubStep(world.ctx)
    expect((await blobOf(world, instanceId)).key).not.toBe(key)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it('have copies that are read again, and dropped where they differ', async () => {
    const { instanceId } = await person.upload('0', 'read again.bin', randomBytes(1000))
    await sync(instanceId)
    const [copy] = await copiesOf(instanceId)
    await sql`update blob set verified_at = now() - interval '100 days' where id = ${copy?.id ?? ''}`.execute(
      world.ctx.db.reader,
    )
    await verifyCopies(world.ctx)
    expect((await copiesOf(instanceId))[0]?.verifiedAt.getTime()).toBeGreaterThan(Date.now() - 60_000)
    await sql`update blob set verified_at = now() - interval '100 days' where id = ${copy?.id ?? ''}`.execute(
      world.ctx.db.reader,
    )
    await world.ctx.stores.of(bucket).remove(copy?.key ?? '')
    await verifyCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
  })

  it('lose their copies when the sync ends, and stay themselves', async () => {
    const bytes = randomBytes(1000)
    const { instanceId } = await person.upload('0', 'ended.bin', bytes)
    await sync(instanceId)
    await person.call(removeSync, { instanceIds: [instanceId] })
    expect(await stateOf(instanceId)).toBeUndefined()
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })

  it('keep their copies while these are needed for a repair', async () => {
    const bytes = randomBytes(1000)
    const { instanceId } = await person.upload('0', 'damaged.bin', bytes)
    await sync(instanceId)
    const { id, key } = await blobOf(world, instanceId)
    const { pool } = world.ctx.db
    // Found while the branch did not answer, so that nothing was repaired yet.
    await world.ctx.stores.of(DISK).remove(key)
    await pool.query(
      `insert into corruption (blob_id, kind, message, detected_at, checked_at, confirmed_at)
       values ($1, 'missing', 'are missing', now() - interval '2 days', now() - interval '2 days', now() - interval '2 days')`,
      [id],
    )
    await pool.query(`update blob set state = 'quarantined' where id = $1`, [id])
    await person.call(removeSync, { instanceIds: [instanceId] })
    await expireCopies(world.ctx)
    await pool.query(`delete from cluster_bucket where bucket = $1`, [bucket])
    await dropUselessCopies(world.ctx)
    expect(await copiesOf(instanceId)).toHaveLength(1)
    await pool.query(`insert into cluster_bucket (bucket, cluster_id) values ($1, $2)`, [bucket, ids.branch])
    await scrubStep(world.ctx)
    expect(await blobOf(world, instanceId)).toMatchObject({ bucket: DISK, state: 'live' })
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
  })

  it('say why a run failed, and go on with the next one', async () => {
    const { instanceId } = await person.upload('0', 'failed.bin', randomBytes(1000))
    const store = world.ctx.stores.of(bucket)
    const put = store.putObject.bind(store)
    const failWith = async (error: Error) => {
      store.putObject = () => Promise.reject(error)
      await person.call(runSync, { instanceIds: [instanceId] })
      await expect
        .poll(async () => (await stateOf(instanceId))?.clusters[0]?.reason, { timeout: 30_000 })
        .toBe(reasonOf(error))
    }
    const reasonOf = (error: Error) =>
      error instanceof StoreFull ? 'full' : error instanceof StoreUnavailable ? 'unreachable' : 'stopped'
    await sync(instanceId)
    await sql`update blob set state = 'orphaned', duplicate_of = null, verified_at = null
      where id = ${(await copiesOf(instanceId))[0]?.id ?? ''}`.execute(world.ctx.db.reader)
    await store.remove((await blobOf(world, instanceId)).key)
    try {
      for (const error of [new StoreUnavailable(), new StoreFull(), new Error('unexpected')])
        await failWith(error)
      expect(await stateOf(instanceId)).toMatchObject({
        status: 'failed',
        clusters: [{ retryTime: expect.any(String) }],
      })
    } finally {
      store.putObject = put
    }
    await runAgain(instanceId)
    expect(await copiesOf(instanceId)).toHaveLength(1)
  })

  it('have copies for the storage cycle of their bucket in the mode “sync only”', async () => {
    const { instanceId } = await person.upload('0', 'cycle.bin', randomBytes(1000))
    const { pool } = world.ctx.db
    await pool.query(`update cluster_bucket set storage_cycle = 7 where bucket = $1`, [bucket])
    const choice = { direction: 'oneWay', mode: 'sync' } as const
    await person.call(syncInstances, { instanceIds: [instanceId], clusterIds: [ids.branch], ...choice })
    await finished(instanceId)
    const [copy] = await copiesOf(instanceId)
    await pool.query(`update blob set state_since = now() - interval '8 days' where id = $1`, [copy?.id])
    await pool.query(`update file_version set created_at = now() - interval '8 days' where file_id = $1`, [
      instanceId,
    ])
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
    await runAgain(instanceId)
    expect(await copiesOf(instanceId)).toEqual([])
  })

  it('are copied when they are asked for at a cluster that does not read at others (R243)', async () => {
    const bytes = randomBytes(100_000)
    const { instanceId } = await person.upload('0', 'elsewhere.bin', bytes)
    const { pool } = world.ctx.db
    const readAtOthers = async (clusterId: string, reads: boolean) => {
      await pool.query(`update cluster set remote_reads = $2 where id = $1`, [clusterId, reads])
      await moveTo(clusterId)
    }
    const wait = { code: 50042, message: expect.stringContaining('约 1 分钟') }
    await readAtOthers(ids.branch, false)
    await expect(person.call(getDownloadUrl, { instanceId })).rejects.toMatchObject(wait)
    await expect.poll(() => copiesOf(instanceId), { timeout: 30_000 }).toMatchObject([{ bucket }])
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    // It stays for the storage cycle of the bucket, which is 7 days, and goes then.
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toHaveLength(1)
    await pool.query(`update requested_copy set keep_until = now() - interval '1 day'`)
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
    // Of several files in one archive, too.
    const { url } = await person.call(getArchiveUrl, { instanceIds: [instanceId] })
    expect(await (await fetch(url)).json()).toMatchObject({ errcode: 50042 })
    await expect.poll(() => copiesOf(instanceId), { timeout: 30_000 }).toHaveLength(1)

    // A cluster without a bucket has nothing to wait for.
    await readAtOthers(ids.empty, false)
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    await readAtOthers(ids.branch, true)
    const other = await person.upload('0', 'read there.bin', bytes)
    expect((await person.download(other.instanceId)).equals(bytes)).toBe(true)
    await moveTo(ids.head)
  })

  it('are all files of a group, which its administrators sync (R149)', async () => {
    const { groupId, rootId } = await world.group(person)
    const { instanceId } = await person.upload(rootId, 'in the group.bin', randomBytes(1000))
    const admin = await world.admin()
    expect(await admin.call(queryGroupSync, { groupId })).toEqual({ sync: null })
    const modes = { direction: 'oneWay', mode: 'syncAndSave' } as const
    const choice = { clusterIds: [ids.branch], ...modes }
    await expect(person.call(syncGroup, { groupId, ...choice })).rejects.toMatchObject({ httpStatus: 403 })
    expect(await admin.call(syncGroup, { groupId, ...choice })).toMatchObject({
      status: expect.stringMatching(/waiting|syncing|finished/),
      clusters: [{ clusterName: 'Branch' }],
    })
    await expect
      .poll(async () => (await admin.call(queryGroupSync, { groupId })).sync, { timeout: 30_000 })
      .toMatchObject({ status: 'finished', clusters: [{ files: 1, filesDone: 1 }] })
    expect(await copiesOf(instanceId)).toHaveLength(1)
    // Its members, whatever they may do with files, neither end nor change what administrators have set up.
    const ofRoot = { instanceIds: [rootId], ...choice, mode: 'sync' as const }
    for (const call of [syncInstances, removeSync])
      expect((await person.call(call, ofRoot)).list).toMatchObject([{ instanceId: rootId, errcode: 30403 }])
    expect((await admin.call(queryGroupSync, { groupId })).sync).toMatchObject({ mode: 'syncAndSave' })
    expect(await stateOf(rootId)).toMatchObject({ canChange: false })
    // Who owns it is given no other group.
    const other = await world.person()
    const theirs = await world.group(other)
    await expect(
      admin.call(updateAnyGroup, { groupId: theirs.groupId, ownerId: person.user.userId }),
    ).rejects.toMatchObject({ name: 'handover_synced_group' })
    await admin.call(endGroupSync, { groupId })
    await admin.call(endGroupSync, { groupId })
    expect(await admin.call(queryGroupSync, { groupId })).toEqual({ sync: null })
    await expireCopies(world.ctx)
    expect(await copiesOf(instanceId)).toEqual([])
    await admin.call(updateAnyGroup, { groupId: theirs.groupId, ownerId: person.user.userId })
  })

  it('are nobody else’s', async () => {
    const { instanceId } = await person.upload('0', 'mine.bin', randomBytes(10))
    const stranger = await world.person()
    const choice = { clusterIds: [ids.branch], direction: 'oneWay', mode: 'sync' } as const
    for (const call of [syncInstances, removeSync, runSync])
      expect((await stranger.call(call, { instanceIds: [instanceId], ...choice })).list).toMatchObject([
        { errcode: 90000 },
      ])
    expect((await stranger.call(pageSyncedInstances, {})).list).toEqual([])
  })

  it('move into a bucket that holds their copies', async () => {
    const bytes = randomBytes(100_000)
    const { instanceId } = await person.upload('0', 'moved.bin', bytes)
    await sync(instanceId)
    const id = await insertMove(world.ctx, { from: DISK, to: bucket, bytesPerSecond: null })
    await runMove(world.ctx, id ?? '')
    expect(await moveOf(world.ctx, id ?? '')).toMatchObject({ state: 'done', failed: 0 })
    expect(await blobOf(world, instanceId)).toMatchObject({ bucket, state: 'live' })
    expect(await copiesOf(instanceId)).toEqual([])
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
  })
})
