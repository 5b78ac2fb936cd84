import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import * as contract from '@clouddisk/contract/admin-storage'
import { pageLogs } from '@clouddisk/contract/audit'
import { copyInstances, createFolder } from '@clouddisk/contract/files'
import type { Input } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { checkUploadAble, recycleObject } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { blobOf } from '../../../test/blob.ts'
import type { Person } from '../../../test/person.ts'
import { newBucket } from '../../../test/stores/bucket.ts'
import { openUpload } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { collectGarbage, collectUntracked } from '../../content/collect.ts'
import { enqueueOverdue } from '../../content/verify.ts'
import type { S3Location } from '../../objects/s3/client.ts'
import { readAllObjects } from '../../objects/scrub.ts'
import { collectUploads } from '../uploads/jobs.ts'

const DISK = 'clouddisk'

describe('buckets that an administrator adds', () => {
  let world: World
  let admin: Person
  let place: S3Location
  /** Every answer that the administrator was given. */
  const answered: string[] = []
  beforeAll(async () => {
    world = await openWorld()
    admin = await world.admin('storageAdmin')
    const { call } = admin
    admin = {
      ...admin,
      call: async (route, input, options) => {
        const reply = await call(route, input, options)
        answered.push(JSON.stringify(reply))
        return reply
      },
    }
    place = await newBucket(inject('s3'))
  })
  afterAll(() => world.close())

  const given = ({ bucket, endpoint, accessKey, secretKey }: S3Location) =>
    ({ bucketName: bucket, endpoint, accessKey, secretKey, uploads: 'proxied' }) as const
  const add = async (at: S3Location, more: Partial<Input<typeof contract.createBucket>> = {}) => {
    const { bucket } = await admin.call(contract.createBucket, { ...given(at), ...more })
    if (!bucket) throw new Error('it was not added')
    return bucket
  }
  const bucketNamed = async (name: string) =>
    (await admin.call(contract.queryBuckets, {})).list.find(({ bucketName }) => bucketName === name)
  const bucketOf = async (instanceId: string) =>
    (
      await world.ctx.db.reader
        .selectFrom('file_version')
        .innerJoin('blob', 'blob.id', 'file_version.blob_id')
        .select('blob.bucket')
        .where('file_id', '=', instanceId)
        .executeTakeFirstOrThrow()
    ).bucket
  const home = (person: Person, bucketName?: string) =>
    admin.call(contract.setBucketHome, {
      principals: [{ principalType: 'user', principalId: person.user.userId }],
      ...(bucketName && { bucketName }),
    })

  it('are tried before they are saved, and said to be wrong in words', async () => {
    const wrong = await admin
      .speaking('en-US')
      .call(contract.createBucket, { ...given(place), bucketName: 'not-there' })
    expect(wrong).toEqual({
      bucket: null,
      findings: [
        {
          step: 'reach',
          stepText: 'Connect to the bucket',
          outcome: 'wrong',
          reason: 'no_bucket',
          says: 'The bucket not-there doesn’t exist. Create it, or check its name.',
        },
      ],
    })
    expect(await bucketNamed('not-there')).toBeUndefined()
    const { bucket, findings } = await admin.call(contract.createBucket, {
      ...given(place),
      cloudName: 'East',
      cloudUser: 'drive',
      distributionDomain: 'cdn.example.com',
      keyPairId: 'K2JCJMDEHXQW5F',
      acceleration: true,
      provider: 'ceph',
      capacity: 1_000_000,
    })
    expect(findings.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'reach fine',
      'write fine',
      'read fine',
      'parts fine',
      'overwrite fine',
      'content fine',
    ])
    expect(bucket).toMatchObject({
      bucketName: place.bucket,
      source: 'added',
      driver: 's3',
      state: 'active',
      isDefault: false,
      answers: true,
      cloudName: 'East',
      distributionDomain: 'cdn.example.com',
      keyPairId: 'K2JCJMDEHXQW5F',
      acceleration: true,
      capacity: 1_000_000,
      used: 0,
    })
    // What changes nothing of how it is reached is not tried, and what is not said stays.
    const changed = await admin.call(contract.updateBucket, {
      bucketId: bucket?.bucketId ?? '',
      distributionDomain: '',
      acceleration: false,
    })
    expect(changed).toMatchObject({
      findings: [],
      bucket: { distributionDomain: '', keyPairId: 'K2JCJMDEHXQW5F', acceleration: false },
    })
    await expect(add(place)).rejects.toMatchObject({ name: 'name_taken' })
    expect(await bucketNamed(DISK)).toMatchObject({ source: 'environment', isDefault: true, driver: 'disk' })
  })

  it('take what comes into the spaces whose home they are, beside the default; copies stay where they are', async () => {
    const [here, there] = [await world.person(), await world.person()]
    await home(there, place.bucket)
    const [bytes, other] = [randomBytes(100_000), randomBytes(200_000)]
    const onDisk = await here.upload('0', 'here.bin', bytes)
    const inBucket = await there.upload('0', 'there.bin', other)
    expect([await bucketOf(onDisk.instanceId), await bucketOf(inBucket.instanceId)]).toEqual([
      DISK,
      place.bucket,
    ])
    const again = await there.upload('0', 'again.bin', bytes)
    expect(await bucketOf(again.instanceId)).toBe(DISK)
    const folder = await there.call(createFolder, { parentId: '0', instanceName: 'copies' })
    await there.call(copyInstances, { instances: inBucket.instanceId, targeParentId: folder.instanceId })
    expect((await there.download(inBucket.instanceId)).equals(other)).toBe(true)
    expect((await here.download(onDisk.instanceId)).equals(bytes)).toBe(true)
    expect(await bucketNamed(place.bucket)).toMatchObject({ used: 200_000, objects: 1, homes: 1 })

    expect(await admin.call(contract.pageBucketHomes, {})).toMatchObject({
      total: 1,
      list: [{ principalType: 'user', account: there.user.userName, bucketName: place.bucket }],
    })
    await home(there)
    const back = await there.upload('0', 'back.bin', randomBytes(1000))
    expect(await bucketOf(back.instanceId)).toBe(DISK)
  })

  it('are a department’s people’s home, and its groups’, unless they have one of their own', async () => {
    const top = await world.department('Top')
    const below = await world.department('Below', top)
    const person = await world.person(undefined, { department: below })
    await admin.call(contract.setBucketHome, {
      principals: [{ principalType: 'department', principalId: top }],
      bucketName: place.bucket,
    })
    expect(await bucketOf((await person.upload('0', 'a.bin', randomBytes(1000))).instanceId)).toBe(
      place.bucket,
    )
    await home(person, DISK)
    expect(await bucketOf((await person.upload('0', 'b.bin', randomBytes(1000))).instanceId)).toBe(DISK)
    await home(person)
    await admin.call(contract.setBucketHome, {
      principals: [{ principalType: 'department', principalId: top }],
    })
    expect((await admin.call(contract.pageBucketHomes, {})).total).toBe(0)
  })

  it('pass on what they have no room for, or take nothing new, and refuse where nobody takes it', async () => {
    const person = await world.person()
    const small = await add(await newBucket(inject('s3')), { capacity: 10_000 })
    await home(person, small.bucketName)
    const at = async (name: string, size: number) =>
      bucketOf((await person.upload('0', name, randomBytes(size))).instanceId)
    expect(await at('fits', 6000)).toBe(small.bucketName)
    expect(await at('does not', 6000)).toBe(DISK)
    expect(await at('fits too', 4000)).toBe(small.bucketName)
    world.advance(60_000)
    expect(await at('full', 1)).toBe(DISK)
    const change = (more: object) =>
      admin.call(contract.updateBucket, { bucketId: small.bucketId ?? '', ...more })
    expect((await change({ capacity: 'unlimited', state: 'readonly' })).bucket).toMatchObject({
      capacity: null,
      state: 'readonly',
    })
    expect(await at('closed', 10)).toBe(DISK)
    await expect(home(person, small.bucketName)).rejects.toMatchObject({ name: 'bucket_closed' })
    await expect(
      admin.call(contract.makeDefaultBucket, { bucketName: small.bucketName }),
    ).rejects.toMatchObject({ name: 'bucket_closed' })

    await change({ state: 'active', capacity: 10_001 })
    await admin.call(contract.makeDefaultBucket, { bucketName: small.bucketName })
    expect((await bucketNamed(DISK))?.isDefault).toBe(false)
    await expect(change({ state: 'readonly' })).rejects.toMatchObject({ name: 'bucket_is_default' })
    const check = () =>
      person.call(checkUploadAble, { fSize: 5000, instanceName: 'x', parentId: '0', category: '' } as never)
    await expect(check()).rejects.toMatchObject({ name: 'storage_full' })
    await admin.call(contract.makeDefaultBucket, { bucketName: DISK })
    expect((await check()).bucketName).toBe(DISK)
    await home(person)
  })

  it('are emptied by a move, and retired once nothing names them', async () => {
    const person = await world.person()
    const old = await add(await newBucket(inject('s3')))
    const bucketId = old.bucketId ?? ''
    await home(person, old.bucketName)
    const bytes = randomBytes(50_000)
    const { instanceId } = await person.upload('0', 'moved.bin', bytes)
    const retire = () => admin.call(contract.retireBucket, { bucketId })
    await expect(retire()).rejects.toMatchObject({ name: 'bucket_in_use' })
    const unfinished = { parentId: '0', name: 'unfinished', bytes: randomBytes(9_000_000) }
    const opened = await openUpload(person, unfinished)
    const { userName } = person.user
    const inEnglish = admin.speaking('en-US').call(contract.retireBucket, { bucketId })
    await expect(inEnglish).rejects.toThrow(
      new RegExp(
        `is still in use\\. 1 object in it: move .* 1 unfinished upload of ${userName}: wait for them to finish.* automatically by \\d.* UTC\\. Home of 1 space or department: `,
      ),
    )
    await person.call(recycleObject, { objectKey: opened.objectKey, bucketName: opened.bucketName })
    await home(person)
    await admin.call(contract.updateBucket, { bucketId, state: 'readonly' })
    const way = { from: old.bucketName, to: place.bucket }
    await expect(
      admin.call(contract.beginContentMove, { from: DISK, to: place.bucket }),
    ).rejects.toMatchObject({ name: 'bucket_is_default' })
    await world.jobs.start()
    expect(await admin.call(contract.beginContentMove, { ...way, bytesPerSecond: 100_000 })).toMatchObject(
      way,
    )
    await expect(admin.call(contract.beginContentMove, way)).rejects.toMatchObject({ name: 'move_running' })
    const move = async () => (await admin.call(contract.queryContentMove, {})).move
    await expect.poll(async () => (await move())?.state, { timeout: 10_000 }).toBe('done')
    expect(await move()).toMatchObject({ objects: 1, bytes: 50_000, failed: 0, leftObjects: 0 })
    expect(await admin.call(contract.stopContentMove, {})).toEqual({ stopped: false })
    await world.jobs.stop()
    expect((await person.download(instanceId)).equals(bytes)).toBe(true)
    // What was left behind goes a day later.
    await expect(retire()).rejects.toMatchObject({ name: 'bucket_in_use' })
    await world.ctx.db.pool.query('delete from blob where bucket = $1 and sha256 is null', [old.bucketName])
    await retire()
    expect(await bucketNamed(old.bucketName)).toBeUndefined()
    const { rows } = await world.ctx.db.pool.query('select state, credentials from bucket where id = $1', [
      bucketId,
    ])
    expect(rows).toEqual([{ state: 'retired', credentials: null }])
    await expect(retire()).rejects.toMatchObject({ name: 'no_such_bucket' })
    expect(await world.doctor()).toEqual([])
  })

  it('are not another installation’s, nor another bucket than before', async () => {
    const foreign = await newBucket(inject('s3'))
    const other = await openWorld({})
    try {
      const boss = await other.admin('storageAdmin')
      await boss.call(contract.createBucket, given(foreign))
      await boss.call(contract.makeDefaultBucket, { bucketName: foreign.bucket })
      await (await other.person()).upload('0', 'theirs.bin', randomBytes(10))
    } finally {
      await other.close()
    }
    const { bucket, findings } = await admin.call(contract.createBucket, given(foreign))
    expect([bucket, findings.at(-1)]).toMatchObject([
      null,
      { step: 'content', outcome: 'wrong', says: expect.stringContaining('clouddisk-installation') },
    ])
    // One that was led there behind our back.
    const ours = await add(await newBucket(inject('s3')))
    const lead = (name: string, to: string) =>
      world.ctx.db.pool.query(
        `update bucket set name = $2, updated_at = updated_at + interval '1 second' where name = $1`,
        [name, to],
      )
    await lead(ours.bucketName, foreign.bucket)
    await world.ctx.stores.refresh()
    expect(await bucketNamed(foreign.bucket)).toMatchObject({ answers: false, whyNot: 'foreign' })
    await lead(foreign.bucket, ours.bucketName)
    await world.ctx.stores.refresh()
    expect(await bucketNamed(ours.bucketName)).toMatchObject({ answers: true, whyNot: null })
  })

  it('that are away keep nobody from the rest: their content is unavailable until they are back', async () => {
    const door = createServer((_request, response) => response.writeHead(503).end())
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    const { port } = door.address() as { port: number }
    const person = await world.person()
    await home(person, place.bucket)
    const bytes = randomBytes(1000)
    const { instanceId } = await person.upload('0', 'away.bin', bytes)
    await home(person)
    const before = await world.ctx.db.pool.query('select endpoint from bucket where name = $1', [
      place.bucket,
    ])
    const lead = async (endpoint: string) => {
      await world.ctx.db.pool.query(
        `update bucket set endpoint = $1, updated_at = updated_at + interval '1 second' where name = $2`,
        [endpoint, place.bucket],
      )
      await world.ctx.stores.refresh()
    }
    await lead(`http://127.0.0.1:${port}`)
    await expect(person.download(instanceId)).rejects.toThrow(/503.*"errcode":99004/)
    expect(await bucketNamed(place.bucket)).toMatchObject({ answers: false, whyNot: 'away' })
    const kept = await person.upload('0', 'kept.bin', randomBytes(1000))
    expect((await person.download(kept.instanceId)).length).toBe(1000)
    // What lies there alone is sent anew by others, and kept where it can be had.
    const other = await world.person()
    const again = await other.upload('0', 'again.bin', bytes)
    expect(await bucketOf(again.instanceId)).toBe(DISK)
    expect((await other.download(again.instanceId)).equals(bytes)).toBe(true)
    expect((await fetch(new URL('/readyz', world.baseUrl))).status).toBe(200)
    // More than one look takes up waits there to be read, and one that can be read waits no longer for that.
    const { key } = await blobOf(world, kept.instanceId)
    const sent = await world.ctx.db.pool.query<{ sent_by: string }>(
      `update blob b set state = 'unverified', sent_by = v.created_by, created_at = '2026-01-02'
       from file_version v where v.blob_id = b.id and b.key = $1 returning b.sent_by`,
      [key],
    )
    await world.ctx.db.pool.query(
      `insert into blob (id, sha256, size, bucket, key, state, sent_by, created_at)
       select gen_random_uuid(), sha256(n::text::bytea), 1, $1, gen_random_uuid()::text, 'unverified', $2, '2026-01-01'
       from generate_series(1, 150) n`,
      [place.bucket, sent.rows[0]?.sent_by],
    )
    await enqueueOverdue(world.ctx)
    await world.jobs.start()
    const state = async () => (await blobOf(world, kept.instanceId)).state
    await expect.poll(state, { timeout: 20_000 }).toBe('live')
    await world.jobs.stop()
    await world.ctx.db.pool.query(`delete from blob where sent_by is not null`)
    await collectUploads(world.ctx)
    await collectGarbage(world.ctx)
    expect(await collectUntracked(world.ctx)).toBe(0)
    expect((await readAllObjects(world.ctx.db.reader, world.ctx.stores)).faults).toEqual([
      { check: 'every bucket answers', id: place.bucket, says: 'does not answer' },
    ])
    await lead(before.rows[0].endpoint)
    expect((await person.download(instanceId)).length).toBe(1000)
    door.close()
  })

  it('are heard of by every server, with keys that only this installation opens', async () => {
    const late = await add(await newBucket(inject('s3')))
    const { rows } = await world.ctx.db.pool.query<{ credentials: Buffer }>(
      'select credentials from bucket where name = $1',
      [late.bucketName],
    )
    expect(rows[0]?.credentials.toString('latin1')).not.toContain(place.secretKey)
    // Changed behind this server's back, as another server would.
    await world.ctx.db.pool.query(`update bucket set state = 'readonly' where name = $1`, [late.bucketName])
    await world.ctx.db.pool.query(
      `update bucket set updated_at = updated_at + interval '1 second' where name = $1`,
      [late.bucketName],
    )
    await expect.poll(() => world.ctx.stores.stateOf(late.bucketName)).toBe('readonly')
    await world.ctx.db.pool.query(
      `update bucket b set credentials = o.credentials, updated_at = b.updated_at + interval '1 second'
       from bucket o where b.name = $1 and o.name = $2`,
      [late.bucketName, place.bucket],
    )
    await world.ctx.stores.refresh()
    expect(await bucketNamed(late.bucketName)).toMatchObject({ answers: false })
  })

  it('are told of in the log, and their keys nowhere', async () => {
    const { list } = await (await world.admin('auditor')).call(pageLogs, { pageSize: 1000 })
    const actions = new Set(list.map(({ action }) => action))
    for (const action of ['added', 'changed', 'madeDefault', 'retired', 'homesSet'])
      expect(actions).toContain(`bucket.${action}`)
    expect(actions).toContain('content.moveBegun')
    expect(answered.length).toBeGreaterThan(20)
    for (const text of [JSON.stringify(list), ...answered]) {
      expect(text).not.toContain(place.secretKey)
      expect(text).not.toContain(place.accessKey)
    }
    world.advance(DAY)
  })
})
