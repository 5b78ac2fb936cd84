import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { logout } from '@clouddisk/contract/accounts'
import { createFolder, moveInstances, removeInstances } from '@clouddisk/contract/files'
import { encodeName } from '@clouddisk/contract/names'
import { pathOf } from '@clouddisk/contract/route'
import { DAY } from '@clouddisk/contract/time'
import { clearTrash } from '@clouddisk/contract/trash'
import * as contract from '@clouddisk/contract/uploads'
import { queryCapacityDetail } from '@clouddisk/contract/usage'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { collect } from '../../../test/object-store-conformance.ts'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { examineObjects } from '../../objects/scrub.ts'
import type { OpenUploadRow } from './open-uploads.ts'
import { uploadByKey } from './store.ts'

const MB = 1024 * 1024
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  expect(await examineObjects(world.ctx.db.reader, world.ctx.stores)).toEqual([])
})
afterAll(() => world.close())

const check = (person: Person, more: object = {}) =>
  person.call(contract.checkUploadAble, { fSize: 10, instanceName: 'a.txt', ...more })
const upload = (name: string, bytes: Uint8Array, more: transfer.NewContent = {}): transfer.Upload => ({
  parentId: '0',
  name,
  bytes,
  ...more,
})
const space = async (person: Person) => {
  const { usedSize, reservedSize } = await person.call(queryCapacityDetail, {})
  return { usedSize, reservedSize }
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const nothing = { usedSize: 0, reservedSize: 0 }

it('a save whose answer was lost is answered alike by a server that has not heard of it yet', async () => {
  const person = await world.person()
  const bytes = randomBytes(1000)
  await person.upload('0', 'here before.bin', bytes)
  const wanted = upload('a.bin', bytes, { hashes: 'after' })
  const opened = await transfer.openUpload(person, wanted)
  const { ctx } = world
  const row = (await uploadByKey(ctx.db.reader, opened.objectKey)) as OpenUploadRow
  await transfer.putAll(person, opened, bytes)
  const first = await transfer.save(person, wanted, opened)
  // Equal content was here, so what came goes; the other server's memory holds the session as open.
  await expect.poll(() => ctx.stores.of(opened.bucketName).stat(opened.objectKey)).toBeUndefined()
  ctx.uploadSessions.remember(row)
  expect(await transfer.save(person, wanted, opened)).toEqual(first)
  expect((await person.list()).map((item) => item.instanceName).sort()).toEqual(['a.bin', 'here before.bin'])
})

describe('an authorization', () => {
  it('ends with its session; the upload goes on after signing in again', async () => {
    const person = await world.person()
    const bytes = randomBytes(10)
    const wanted = upload('a.bin', bytes)
    const opened = await transfer.openUpload(person, wanted)
    const call = { verb: 'PUT', action: 'upload', body: bytes } as const
    const { url, init } = await transfer.authorize(person, opened, call)
    await person.fetch(pathOf(logout))
    const refused = await fetch(url, init)
    expect(refused.status).toBe(403)
    expect(await refused.text()).toContain('<Code>AccessDenied</Code>')
    const again = await world.again(person)
    await transfer.expectOk(transfer.putObject(again, opened, bytes))
    await transfer.save(again, wanted, opened)
    expect(await again.tree()).toEqual({ 'a.bin': 10 })
  })
})

describe('the check', () => {
  it('opens a session and sets its space aside; files have no shards (R197)', async () => {
    const person = await world.person()
    const reply = await check(person, { fSize: 10, lastModified: 1 })
    expect(reply).toMatchObject({
      uploadflag: '3',
      bucketName: world.ctx.stores.home.bucket,
      cloudProvider: 'disk',
      partSize: 8 * MB,
      syncSpeed: 100 * MB,
      storeEncryption: false,
      storeShards: false,
    })
    expect(reply.objectKey).not.toBe('')
    expect(Date.parse(reply.expireTime) - Date.now()).toBeGreaterThan(6.9 * DAY)
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 10 })
  })

  it('lets parts grow with the file', async () => {
    const person = await world.person(undefined, { capacity: null })
    expect(await check(person, { fSize: 85_899_345_920 })).toMatchObject({
      uploadflag: '3',
      partSize: 10 * MB,
    })
  })

  it('answers the same session when it is asked again', async () => {
    const person = await world.person()
    const { objectKey } = await check(person)
    expect(await check(person, { objectKey, sha256: sha256(randomBytes(10)) })).toMatchObject({
      uploadflag: '3',
      objectKey,
    })
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 10 })
    await expect(check(person, { objectKey, fSize: 11 })).rejects.toMatchObject({ name: 'bad_field' })
    await expect(check(person, { objectKey: 'no-such' })).rejects.toMatchObject({ name: 'upload_gone' })
    const other = await world.person()
    await expect(check(other, { objectKey })).rejects.toMatchObject({ name: 'upload_gone' })
  })

  it('answers the session of a check whose answer was lost, while nothing has come', async () => {
    const person = await world.person(undefined, { capacity: 2 * MB })
    const bytes = randomBytes(1.5 * MB)
    const same = { fSize: bytes.length, lastModified: 1_600_000_000_000 }
    const first = await check(person, same)
    const hash = { sha256: sha256(bytes) }
    expect(await check(person, { ...same, ...hash })).toEqual(first)
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: bytes.length })
    const others = [{ lastModified: 1 }, { lastModified: undefined }, { instanceName: 'b' }, { fSize: 9 }]
    const small = { ...same, fSize: 10 }
    const { objectKey } = await check(person, small)
    for (const other of others)
      expect((await check(person, { ...small, ...other })).objectKey).not.toBe(objectKey)
    expect((await check(person, small)).objectKey).toBe(objectKey)
    await transfer.putObject(person, { ...first, objectKey }, randomBytes(10))
    expect((await check(person, small)).objectKey).not.toBe(objectKey)
    await (await world.person()).upload('0', 'a.txt', bytes)
    const offered = await check(person, { ...same, ...hash })
    expect(offered.uploadflag).toBe('1')
    expect((await space(person)).reservedSize).toBeLessThan(100)
  })

  it('says how much space is missing, and reserves nothing', async () => {
    const person = (await world.person(undefined, { capacity: 1000 })).speaking('en-US')
    await check(person, { fSize: 400 })
    expect(await check(person, { fSize: 601 })).toMatchObject({
      uploadflag: '2',
      missing: 1,
      errcode: 50002,
      objectKey: '',
      message: expect.stringContaining('1 B more needed'),
    })
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 400 })
    expect((await check(person, { fSize: 600 })).uploadflag).toBe('3')
  })

  it('never reserves a byte too much, however many ask at once', async () => {
    const person = await world.person(undefined, { capacity: 1000 })
    const replies = await Promise.all(Array.from({ length: 16 }, () => check(person, { fSize: 99 })))
    expect(replies.filter((reply) => reply.uploadflag === '3')).toHaveLength(10)
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 990 })
  })

  it.each([
    ['a:b', 20001],
    ['CON.txt', 20001],
    [' a', 20001],
    ['a.', 20001],
    ['x'.repeat(256), 20001],
    ['..', 20001],
  ])('answers 4 with the reason for the name %j', async (instanceName, errcode) => {
    const person = await world.person()
    const reply = await check(person, { instanceName })
    expect(reply).toMatchObject({ uploadflag: '4', errcode, message: expect.stringMatching(/./) })
    expect(await space(person)).toEqual(nothing)
  })

  it('answers 4 above 80 GB, and where the namesake must not be', async () => {
    const person = await world.person(undefined, { capacity: null })
    expect(await check(person, { fSize: 85_899_345_921 })).toMatchObject({ uploadflag: '4', errcode: 40915 })
    await person.upload('0', 'A.TXT', randomBytes(3))
    expect(await check(person, { conflict: 'fail' })).toMatchObject({ uploadflag: '4', errcode: 40901 })
    expect((await check(person, { conflict: 'keepBoth' })).uploadflag).toBe('3')
  })

  it('takes empty files, or answers 4 where the server is set not to', async () => {
    expect((await check(await world.person(), { fSize: 0 })).uploadflag).toBe('3')
    const strict = await openWorld({ CLOUDDISK_EMPTY_FILES: 'off' })
    try {
      const person = await strict.person()
      const refused = await check(person, { fSize: 0, instanceName: 'hollow.txt' })
      expect(refused).toMatchObject({ uploadflag: '4', errcode: 40916 })
      expect(refused.message).toContain('hollow.txt')
      expect((await check(person, { fSize: 1 })).uploadflag).toBe('3')
    } finally {
      await strict.close()
    }
  })

  it('counts no upload whose time is over, and lets calls at one moment pass the bound by a few at most', async () => {
    const person = await world.person()
    const limit = world.ctx.config.limits.openUploadsMax
    await check(person, { fSize: 1 })
    const fill = (count: number, name: string, ends: string) =>
      sql`
      insert into upload (key, bucket, person_id, space_id, parent_id, name, size, part_size, conflict, expires_at)
      select key || ${name}::text || n, bucket, person_id, space_id, parent_id, name, 0, part_size, conflict,
        ${ends}::timestamptz
      from (select * from upload where person_id = ${person.user.userId} limit 1) as one,
        generate_series(1, ${count}::int) as n`.execute(world.ctx.db.reader)
    await fill(limit, 'over', '2020-01-01')
    await fill(limit - 2, 'open', '2999-01-01')
    const tried = await Promise.allSettled(
      Array.from({ length: 40 }, (_, at) =>
        person.call(contract.checkUploadAble, { instanceName: `${at}.bin`, fSize: 1 }),
      ),
    )
    const opened = tried.filter(({ status }) => status === 'fulfilled').length
    expect(opened).toBeGreaterThanOrEqual(1)
    // One was left; so many calls of one person run at a time.
    expect(opened).toBeLessThanOrEqual(6)
    const refused = tried.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const error of refused) expect(error).toMatchObject({ name: 'too_many_uploads' })
  })

  it('refuses more open uploads than one person may have', async () => {
    const person = await world.person()
    const limit = world.ctx.config.limits.openUploadsMax
    await check(person, { fSize: 1 })
    await sql`
      insert into upload (key, bucket, person_id, space_id, parent_id, name, size, part_size, conflict, expires_at)
      select key || n, bucket, person_id, space_id, parent_id, name, 0, part_size, conflict, expires_at
      from upload, generate_series(2, ${limit}::int) as n where person_id = ${person.user.userId}`.execute(
      world.ctx.db.reader,
    )
    await expect(check(person)).rejects.toMatchObject({ name: 'too_many_uploads', details: { limit } })
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 1 })
  })

  it('reads a name in either spelling, and refuses what is neither', async () => {
    const person = await world.person()
    const fName = encodeName('报告 ~.txt')
    expect((await person.call(contract.checkUploadAble, { fSize: 1, fName })).uploadflag).toBe('3')
    const wrong: [object, string][] = [
      [{}, 'instanceName'],
      [{ fName: 'not base64!' }, 'fName'],
      [{ fName: `${fName}_d` }, 'fName'],
      [
        { fName: Buffer.from([0xff, 0xfe]).toString('base64').replaceAll('/', '_x').replaceAll('=', '_d') },
        'fName',
      ],
    ]
    for (const [name, field] of wrong) {
      await expect(person.call(contract.checkUploadAble, { fSize: 1, ...name })).rejects.toMatchObject({
        name: 'bad_field',
        details: { field },
      })
    }
    await expect(check(person, { fSize: -1 })).rejects.toMatchObject({ details: { field: 'fSize' } })
    await expect(check(person, { sha256: 'xyz' })).rejects.toMatchObject({ details: { field: 'sha256' } })
  })

  it('knows only folders that the person may upload to', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const file = await person.upload('0', 'a', randomBytes(3))
    await expect(check(person, { parentId: file.instanceId })).rejects.toMatchObject({ name: 'is_a_file' })
    await expect(check(other, { parentId: file.parentId })).rejects.toMatchObject({ name: 'not_found' })
    await expect(check(person, { parentId: 'nowhere' })).rejects.toMatchObject({ name: 'not_found' })
  })
})

describe('an upload', () => {
  it.each([0, 1, 10_000, 3 * MB])('of %d bytes in one piece arrives', async (size) => {
    const person = await world.person()
    const bytes = randomBytes(size)
    const saved = await person.upload('0', 'a.bin', bytes, { lastModified: 1_600_000_000_000 })
    expect(saved).toMatchObject({
      instanceName: 'a.bin',
      fileSize: size,
      fileType: 'bin',
      outcome: 'created',
    })
    expect(await person.download(saved.instanceId)).toEqual(bytes)
    expect(await space(person)).toEqual({ usedSize: size, reservedSize: 0 })
  })

  it('in parts arrives', async () => {
    const person = await world.person()
    const bytes = randomBytes(17 * MB + 5)
    const saved = await person.upload('0', 'big.bin', bytes)
    expect((await person.download(saved.instanceId)).equals(bytes)).toBe(true)
  })

  it('is saved once, however often it is saved', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(100), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const saves = await Promise.all(Array.from({ length: 5 }, () => transfer.save(person, wanted, opened)))
    const later = await transfer.save(person, { ...wanted, name: 'other.txt' }, opened)
    expect(new Set([...saves, later].map((saved) => saved.instanceId)).size).toBe(1)
    expect(later).toEqual(saves[0])
    expect(await space(person)).toEqual({ usedSize: 100, reservedSize: 0 })
  })

  it('keeps its own bytes where a row of them was left behind', async () => {
    const person = await world.person()
    for (const conflict of ['keepBoth', 'skip'] as const) {
      const wanted = upload('left.txt', randomBytes(100), { hashes: 'after', conflict })
      const opened = await transfer.openUpload(person, wanted)
      await transfer.putAll(person, opened, wanted.bytes)
      await sql`
        insert into blob (id, sha256, size, bucket, key, state) values (gen_random_uuid(),
          ${createHash('sha256').update(wanted.bytes).digest()}, 100, ${opened.bucketName}, ${opened.objectKey},
          'live')`.execute(world.ctx.db.reader)
      const saved = await transfer.save(person, wanted, opened)
      if (conflict === 'skip') expect(saved.outcome).toBe('skipped')
      else expect((await person.download(saved.instanceId)).equals(wanted.bytes)).toBe(true)
    }
  })

  it('is verified by MD5 where nothing better is told, and not at all without either', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(100), { hashes: 'never' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const input = transfer.saveInput(wanted, opened)
    await expect(person.call(contract.saveUpload, input)).rejects.toMatchObject({
      details: { field: 'sha256' },
    })
    await person.call(contract.saveUpload, { ...input, fMd5: md5(wanted.bytes).toUpperCase() })
  })

  it.each(['sha256', 'fMd5'] as const)(
    'with a wrong %s makes no file, and can be saved rightly then',
    async (field) => {
      const person = await world.person()
      const wanted = upload('a.txt', randomBytes(100), { hashes: 'never' })
      const opened = await transfer.openUpload(person, wanted)
      await transfer.putAll(person, opened, wanted.bytes)
      const hash = field === 'sha256' ? sha256(randomBytes(9)) : md5(randomBytes(9))
      const save = person.call(contract.saveUpload, { ...transfer.saveInput(wanted, opened), [field]: hash })
      await expect(save).rejects.toMatchObject({ name: 'hash_mismatch' })
      expect(await person.list()).toEqual([])
      expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 100 })
      await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject({ name: 'bad_field' })
      const again = { ...wanted, hashes: 'after' } as const
      const { instanceId } = await transfer.save(person, again, opened)
      expect((await person.download(instanceId)).equals(wanted.bytes)).toBe(true)
      expect(await space(person)).toEqual({ usedSize: 100, reservedSize: 0 })
    },
  )

  it('with a wrong hash is discarded by its owner', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(100), { hashes: 'never' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const save = person.call(contract.saveUpload, {
      ...transfer.saveInput(wanted, opened),
      sha256: sha256(randomBytes(9)),
    })
    await expect(save).rejects.toMatchObject({ name: 'hash_mismatch' })
    await transfer.discard(person, opened)
    expect(await space(person)).toEqual(nothing)
    expect(await world.ctx.stores.home.received(opened.objectKey)).toBeUndefined()
    const again = transfer.save(person, { ...wanted, hashes: 'after' }, opened)
    await expect(again).rejects.toMatchObject({ name: 'upload_gone' })
  })

  it('is refused where it tells of other parts than it was to be sent in', async () => {
    const person = await world.person()
    const wanted = upload('a.bin', randomBytes(17 * MB), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const input = transfer.saveInput(wanted, opened)
    const told = { partSize: 8 * MB, partNum: 3, lastPartSize: MB }
    for (const wrong of [{ partNum: 99 }, { partNum: 0 }, { partSize: 9 * MB }, { lastPartSize: 8 * MB }]) {
      const [field] = Object.keys(wrong)
      const save = person.call(contract.saveUpload, { ...input, ...told, ...wrong })
      await expect(save).rejects.toMatchObject({ name: 'bad_field', details: { field } })
    }
    const saved = await person.call(contract.saveUpload, { ...input, ...told })
    // Answered again, by the same rule.
    expect(await person.call(contract.saveUpload, { ...input, ...told })).toEqual(saved)
    const other = person.call(contract.saveUpload, { ...input, partNum: 99 })
    await expect(other).rejects.toMatchObject({ details: { field: 'partNum' } })
  })

  it('is of the type of the folder that it comes into, whatever it is told to be', async () => {
    const person = await world.person()
    const { rootId, groupId } = await world.group(person)
    for (const told of ['2', '0'] as const) {
      const wanted = {
        ...upload(`told ${told}.txt`, randomBytes(100), { hashes: 'after' }),
        parentId: rootId,
      }
      const category = `NetDisk_${told}` as const
      const more = { parentId: rootId, category, instanceType: told }
      const opened = await check(person, { ...more, fSize: 100, instanceName: wanted.name })
      await transfer.putAll(person, opened, wanted.bytes)
      const saved = await person.call(contract.saveUpload, { ...transfer.saveInput(wanted, opened), ...more })
      expect(saved).toMatchObject({ instanceType: '2', groupId })
    }
    for (const [field, wrong] of [
      ['category', 'NetDisk_7'],
      ['category', '2'],
    ])
      await expect(check(person, { [field ?? '']: wrong })).rejects.toMatchObject({ details: { field } })
    const save = { bucketName: 'b', objectKey: 'k', fSize: 1, instanceName: 'a', instanceType: '1' }
    await expect(person.call(contract.saveUpload, save as never)).rejects.toMatchObject({
      details: { field: 'instanceType' },
    })
  })

  it('cannot be saved before all of it is there', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(9 * MB), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    const refused = { name: 'parts_missing' }
    await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject(refused)
    const uploadId = await transfer.initiate(person, opened)
    const etags: string[] = []
    for (const part of [1, 2]) {
      await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject(refused)
      const put = await transfer.putPart(person, opened, uploadId, part, wanted.bytes)
      etags.push(put.headers.get('etag') ?? '')
    }
    await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject(refused)
    expect((await transfer.complete(person, opened, uploadId, etags)).status).toBe(200)
    await transfer.save(person, wanted, opened)
  })

  it('refuses a save that is about something else', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const wanted = upload('a.txt', randomBytes(100), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const input = transfer.saveInput(wanted, opened)
    const wrong: [object, object][] = [
      [{ fSize: 101 }, { details: { field: 'fSize' } }],
      [{ bucketName: 'other' }, { name: 'upload_gone' }],
      [{ objectKey: 'other' }, { name: 'upload_gone' }],
      [{ instanceName: 'a/b' }, { name: 'bad_field' }],
      [{ parentId: other.user.userId }, { name: 'not_found' }],
    ]
    for (const [change, refusal] of wrong) {
      await expect(person.call(contract.saveUpload, { ...input, ...change })).rejects.toMatchObject(refusal)
    }
    await expect(other.call(contract.saveUpload, { ...input, parentId: '0' })).rejects.toMatchObject({
      name: 'upload_gone',
    })
    await person.call(contract.saveUpload, input)
  })

  it.each(['its folder was moved into another space', 'its bucket is configured no more'])(
    'is gone at the check where %s',
    async (why) => {
      const person = await world.person()
      const { instanceId } = await person.call(createFolder, { parentId: '0', instanceName: 'work' })
      const wanted = { ...upload('a.bin', randomBytes(100), { hashes: 'after' }), parentId: instanceId }
      const { objectKey } = await transfer.openUpload(person, wanted)
      const isMoved = why.startsWith('its folder')
      if (isMoved) {
        const { rootId } = await world.group(person)
        await person.call(moveInstances, { instanceIds: [instanceId], targeParentId: rootId })
      } else {
        const upload = world.ctx.db.reader.updateTable('upload').where('key', '=', objectKey)
        await upload.set({ bucket: 'of-another-day' }).execute()
      }
      const asked = { parentId: instanceId, instanceName: 'a.bin', fSize: 100, objectKey }
      const refused = { name: 'upload_gone' }
      await expect(person.call(contract.checkUploadAble, asked)).rejects.toMatchObject(refused)
      // What may come back with its bucket is kept.
      expect(await space(person)).toEqual({ usedSize: 0, reservedSize: isMoved ? 0 : 100 })
      if (!isMoved) await transfer.discard(person, { objectKey, bucketName: 'of-another-day' })
    },
  )

  it('once saved is answered again to whoever has its content, and to nobody who has other', async () => {
    const person = await world.person()
    const wanted = upload('a.bin', randomBytes(100), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const { instanceId } = await transfer.save(person, wanted, opened)
    const other = { ...wanted, bytes: randomBytes(100) }
    await expect(transfer.save(person, other, opened)).rejects.toMatchObject({ name: 'upload_gone' })
    await person.upload('0', 'a.bin', randomBytes(7), { conflict: 'newVersion' })
    expect(await transfer.save(person, wanted, opened)).toMatchObject({ instanceId })
    expect(await person.tree()).toEqual({ 'a.bin': 7 })

    const skipping = { ...wanted, bytes: randomBytes(50), conflict: 'skip' } as const
    const second = await transfer.openUpload(person, skipping)
    await transfer.putAll(person, second, skipping.bytes)
    for (let time = 0; time < 2; time++)
      expect(await transfer.save(person, skipping, second)).toMatchObject({ outcome: 'skipped', instanceId })
  })

  it('meets a namesake as it was told to', async () => {
    const person = await world.person()
    const first = await person.upload('0', 'a.txt', randomBytes(10))
    const both = await person.upload('0', 'A.txt', randomBytes(20))
    expect(both).toMatchObject({ outcome: 'renamed', instanceName: 'A (1).txt' })
    const skipped = await person.upload('0', 'a.txt', randomBytes(30), { conflict: 'skip' })
    expect(skipped).toMatchObject({ outcome: 'skipped', instanceId: first.instanceId, fileSize: 10 })
    const version = await person.upload('0', 'a.txt', randomBytes(40), { conflict: 'newVersion' })
    expect(version).toMatchObject({
      outcome: 'newVersion',
      instanceId: first.instanceId,
      versionNo: 2,
      fileSize: 40,
    })
    expect(await person.tree()).toEqual({ 'a.txt': 40, 'A (1).txt': 20 })
    expect(await space(person)).toEqual({ usedSize: 70, reservedSize: 0 })
  })

  it('finds out at the save that the name was taken meanwhile', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(10), { conflict: 'fail', hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    await person.upload('0', 'a.txt', randomBytes(5))
    await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject({ name: 'name_taken' })
    const kept = await transfer.save(person, { ...wanted, conflict: 'keepBoth' }, opened)
    expect(kept.outcome).toBe('renamed')
  })

  it('stores equal content once', async () => {
    const person = await world.person()
    const bytes = randomBytes(5000)
    const saved = []
    for (const name of ['a', 'b']) saved.push(await person.upload('0', name, bytes, { hashes: 'after' }))
    expect(await space(person)).toEqual({ usedSize: 10_000, reservedSize: 0 })
    const blobs = await world.ctx.db.reader
      .selectFrom('blob')
      .select('key')
      .where('sha256', '=', Buffer.from(sha256(bytes), 'hex'))
      .execute()
    expect(blobs).toHaveLength(1)
    for (const { instanceId } of saved) expect(await person.download(instanceId)).toEqual(bytes)
  })

  it('stays what was verified, whatever else was under way', async () => {
    const person = await world.person()
    const [wrong, right] = [randomBytes(1000), randomBytes(1000)]
    const wanted = upload('a.bin', right, { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    const uploadId = await transfer.initiate(person, opened)
    const etag = (await transfer.putPart(person, opened, uploadId, 1, wrong)).headers.get('etag') ?? ''
    expect((await transfer.putObject(person, opened, right)).status).toBe(409)
    // Its body is waited for.
    const { url, init } = await transfer.authorize(person, opened, {
      verb: 'POST',
      action: 'mergeMultiPartObject',
      query: `?uploadId=${uploadId}`,
      contentType: 'application/xml',
    })
    const body = `<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>${etag}</ETag></Part></CompleteMultipartUpload>`
    const late = request(url, {
      method: 'POST',
      headers: {
        ...(init.headers as Record<string, string>),
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    const answered = once(late, 'response')
    late.flushHeaders()
    await once(late, 'continue')
    await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject({ name: 'parts_missing' })
    await transfer.discard(person, opened)
    late.end(body)
    const [response] = (await answered) as [IncomingMessage]
    expect(response.statusCode).toBe(404)
    response.resume()
    const saved = await person.upload('0', 'a.bin', right)
    expect(await person.download(saved.instanceId)).toEqual(right)
  })

  it('can be discarded, once and only by its owner', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const wanted = upload('a.txt', randomBytes(10), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    await transfer.discard(other, opened)
    expect(await space(person)).toEqual({ usedSize: 0, reservedSize: 10 })
    await transfer.discard(person, opened)
    await transfer.discard(person, opened)
    expect(await space(person)).toEqual(nothing)
    await expect(transfer.save(person, wanted, opened)).rejects.toMatchObject({ name: 'upload_gone' })
    await expect(transfer.putObject(person, opened, wanted.bytes)).rejects.toMatchObject({
      name: 'upload_gone',
    })
    await transfer.discard(person, { bucketName: 'x', objectKey: 'never-was' })
  })

  it('lets no object call through once it is discarded, with however fresh an authorization', async () => {
    const person = await world.person()
    const bytes = randomBytes(10)
    const opened = await transfer.openUpload(person, upload('a', bytes))
    const { url, init } = await transfer.authorize(person, opened, {
      verb: 'PUT',
      action: 'upload',
      body: bytes,
    })
    await transfer.discard(person, opened)
    expect((await fetch(url, init)).status).toBe(404)
    expect(await world.ctx.stores.home.received(opened.objectKey)).toBeUndefined()
  })

  it('is not harmed by a discard after its save', async () => {
    const person = await world.person()
    const wanted = upload('a.txt', randomBytes(10), { hashes: 'after' })
    const opened = await transfer.openUpload(person, wanted)
    await transfer.putAll(person, opened, wanted.bytes)
    const saved = await transfer.save(person, wanted, opened)
    await transfer.discard(person, opened)
    expect(await person.download(saved.instanceId)).toEqual(wanted.bytes)
    expect(await space(person)).toEqual({ usedSize: 10, reservedSize: 0 })
  })

  it('is listed with what has arrived, until it ends', async () => {
    const person = await world.person()
    const bytes = randomBytes(9 * MB)
    const lastModified = Date.UTC(2024, 1, 29)
    const opened = await transfer.openUpload(
      person,
      upload('a.bin', bytes, { lastModified, conflict: 'newVersion' }),
    )
    await transfer.openUpload(person, upload('b.bin', bytes))
    const uploadId = await transfer.initiate(person, opened)
    await transfer.putPart(person, opened, uploadId, 2, bytes)
    const list = await person.call(contract.queryOpenUploads, {})
    expect(list.map((item) => [item.instanceName, item.fileSize, item.receivedSize])).toEqual([
      ['b.bin', 9 * MB, 0],
      ['a.bin', 9 * MB, MB],
    ])
    expect(list[0]).toMatchObject({
      receiveTime: null,
      quietSeconds: 0,
      folderPath: '个人文件',
      lastModified: null,
      conflict: 'keepBoth',
    })
    expect(list[1]).toMatchObject({
      objectKey: opened.objectKey,
      expireTime: opened.expireTime,
      receiveTime: expect.any(String),
      lastModified,
      conflict: 'newVersion',
    })
    expect(await (await world.person()).call(contract.queryOpenUploads, {})).toEqual([])
    await transfer.discard(person, opened)
    expect(await person.call(contract.queryOpenUploads, {})).toHaveLength(1)
  })

  it('is authorized call by call', async () => {
    const person = await world.person()
    const opened = await transfer.openUpload(person, upload('a', randomBytes(10)))
    const { bucketName, objectKey } = opened
    const input = {
      httpVerb: 'PUT',
      bucketName,
      objectKey,
      resourceUri: `/${bucketName}/${objectKey}`,
      action: 'upload',
      contentType: 'image/png',
    } as const
    const auth = await person.call(contract.queryUploadAuth, input)
    expect(auth.host).toBe(`${world.baseUrl}/disk/objects`)
    expect(auth.headers).toEqual({
      authorization: auth.authorization,
      'x-amz-date': auth.date,
      'content-type': 'image/png',
    })
    const wrong: [object, object][] = [
      [{ httpVerb: 'GET' }, { details: { field: 'resourceUri' } }],
      [{ action: 'uploadPartObject' }, { details: { field: 'action' } }],
      [{ resourceUri: `/${bucketName}/other` }, { details: { field: 'resourceUri' } }],
      [{ resourceUri: '/..' }, { details: { field: 'resourceUri' } }],
      [{ objectKey: 'other' }, { name: 'upload_gone' }],
      [{ bucketName: 'other' }, { name: 'upload_gone' }],
    ]
    for (const [change, refusal] of wrong) {
      await expect(person.call(contract.queryUploadAuth, { ...input, ...change })).rejects.toMatchObject(
        refusal,
      )
    }
  })
})

describe('space', () => {
  it('is given back by emptying the bin, and taken by nobody twice', async () => {
    const person = await world.person(undefined, { capacity: 100 })
    const { instanceId } = await person.upload('0', 'a', randomBytes(60))
    await expect(person.upload('0', 'b', randomBytes(60))).rejects.toMatchObject({ name: 'quota_full' })
    await person.call(removeInstances, { instanceIds: [instanceId] })
    await person.call(clearTrash, {})
    await person.upload('0', 'b', randomBytes(60))
    expect(await space(person)).toEqual({ usedSize: 60, reservedSize: 0 })
  })
})

it('leaves nothing under way', async () => {
  const open = await world.ctx.db.reader
    .selectFrom('upload')
    .select('key')
    .where('state', '=', 'open')
    .execute()
  const keys = new Set(open.map((row) => row.key))
  const incoming = await collect(world.ctx.stores.home.incoming())
  expect(incoming.filter(({ key }) => !keys.has(key))).toEqual([])
})
