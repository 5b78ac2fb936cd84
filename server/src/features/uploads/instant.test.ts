import { createHash, randomBytes } from 'node:crypto'
import { mkdir, rename, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import { DAY } from '@clouddisk/contract/time'
import * as contract from '@clouddisk/contract/uploads'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import * as transfer from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { examineObjects } from '../../objects/scrub.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
  expect(await examineObjects(world.ctx.db.reader, world.ctx.stores)).toEqual([])
})
afterAll(() => world.close())

const KB = 1024
const ask = (person: Person, bytes: Uint8Array, more: object = {}) =>
  person.call(contract.checkUploadAble, {
    fSize: bytes.length,
    instanceName: 'copy.bin',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...more,
  })
const second = (person: Person, fileId: string, more: object = {}) =>
  person.call(contract.secondUpload, { fileId, instanceName: 'copy.bin', ...more })
const asked = (reply: contract.UploadCheck) => reply.proof ?? expect.fail('no proof was asked for')
const refused = { name: 'proof_refused' }

describe('instant upload', () => {
  it.each([0, 10, 191 * KB, 192 * KB, 700 * KB])('of %d bytes asks for proof, and takes it', async (size) => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(size)
    await owner.upload('0', 'original.bin', bytes)
    const reply = await ask(other, bytes)
    expect(reply.uploadflag).toBe('1')
    const { ranges } = asked(reply)
    if (size < 192 * KB) expect(ranges).toEqual([[0, size]])
    else {
      expect(ranges).toHaveLength(3)
      for (const [offset, length] of ranges) {
        expect(length).toBeGreaterThanOrEqual(64 * KB)
        expect(offset + length).toBeLessThanOrEqual(size)
      }
    }
    const saved = await second(other, reply.fId, {
      proof: transfer.proofOf(bytes, asked(reply)),
      lastModified: 5,
    })
    expect(saved).toMatchObject({ outcome: 'created', instanceName: 'copy.bin', fileSize: size })
    expect((await other.download(saved.instanceId)).equals(bytes)).toBe(true)
  })

  it('asks nothing of one who may read the content already', async () => {
    const person = await world.person()
    const bytes = randomBytes(300 * KB)
    await person.upload('0', 'original.bin', bytes)
    const reply = await ask(person, bytes)
    expect(reply).toMatchObject({ uploadflag: '1' })
    expect(reply.proof).toBeUndefined()
    expect((await second(person, reply.fId)).outcome).toBe('created')
  })

  it('is offered to nobody, the owner included, while the bytes cannot be had', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(300 * KB)
    await owner.upload('0', 'original.bin', bytes)
    const stored = join(world.ctx.config.dataDir, 'objects', 'stored')
    await rename(stored, `${stored}.away`)
    await mkdir(stored)
    try {
      for (const one of [owner, other]) expect(await ask(one, bytes)).toMatchObject({ uploadflag: '3' })
    } finally {
      await rmdir(stored)
      await rename(`${stored}.away`, stored)
    }
    expect(await ask(owner, bytes)).toMatchObject({ uploadflag: '1' })
  })

  it('is offered so many times only before something is claimed', async () => {
    const person = await world.person()
    const bytes = randomBytes(100)
    await person.upload('0', 'original.bin', bytes)
    const reply = await ask(person, bytes)
    const limit = world.ctx.config.limits.openUploadsMax
    await sql`
      insert into upload_offer (id, person_id, blob_id, expires_at)
      select gen_random_uuid(), person_id, blob_id, expires_at
      from upload_offer, generate_series(2, ${limit}::int) where person_id = ${person.user.userId}`.execute(
      world.ctx.db.reader,
    )
    await expect(ask(person, bytes)).rejects.toMatchObject({ name: 'too_many_uploads', details: { limit } })
    expect((await second(person, reply.fId)).outcome).toBe('created')
    expect((await ask(person, bytes)).uploadflag).toBe('1')
  })

  it('tells nobody that MD5 alone is known', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(100)
    await owner.upload('0', 'original.bin', bytes)
    const fMd5 = createHash('md5').update(bytes).digest('hex')
    expect((await ask(other, bytes, { sha256: '', fMd5 })).uploadflag).toBe('3')
  })

  it('needs size and hash to fit', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(100)
    await owner.upload('0', 'original.bin', bytes)
    expect((await ask(other, bytes, { fSize: 99 })).uploadflag).toBe('3')
  })

  it('throws away what was sent while hashing', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(9 * KB * KB)
    await owner.upload('0', 'original.bin', bytes)
    const opened = await ask(other, bytes, { sha256: '' })
    const uploadId = await transfer.initiate(other, opened)
    await transfer.putPart(other, opened, uploadId, 1, bytes)
    const reply = await ask(other, bytes, { objectKey: opened.objectKey })
    expect(reply.uploadflag).toBe('1')
    expect(await world.ctx.stores.home.received(opened.objectKey)).toBeUndefined()
    expect(await other.call(contract.queryOpenUploads, {})).toEqual([])
    await second(other, reply.fId, { proof: transfer.proofOf(bytes, asked(reply)) })
  })

  it('asks for the same ranges until they are answered, with another nonce each time', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(700 * KB)
    await owner.upload('0', 'original.bin', bytes)
    const { instanceId } = await other.call(createFolder, { instanceName: 'elsewhere' })
    const first = asked(await ask(other, bytes))
    const again = asked(await ask(other, bytes))
    const elsewhere = asked(await ask(other, bytes, { parentId: instanceId }))
    expect(again.ranges).toEqual(first.ranges)
    expect(elsewhere.ranges).toEqual(first.ranges)
    expect(new Set([first.nonce, again.nonce, elsewhere.nonce]).size).toBe(3)
  })

  it('asks for the same ranges after a wrong answer, and offers nothing after five within a day', async () => {
    const [owner, third] = [await world.person(), await world.person()]
    let other = await world.person()
    const bytes = randomBytes(700 * KB)
    await owner.upload('0', 'original.bin', bytes)
    const ranges: unknown[] = []
    const replies: contract.UploadCheck[] = []
    for (let wrong = 1; wrong <= 5; wrong++) {
      const { instanceId: parentId } = await other.call(createFolder, { instanceName: `${wrong}` })
      replies.push(await ask(other, bytes, { parentId }))
      const reply = await ask(other, bytes)
      ranges.push(asked(reply).ranges)
      const proof = transfer.proofOf(randomBytes(700 * KB), asked(reply))
      await expect(second(other, reply.fId, { proof })).rejects.toMatchObject(refused)
    }
    expect(new Set(ranges.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(asked(await ask(third, bytes)).ranges).not.toEqual(ranges[0])
    expect((await ask(other, bytes)).uploadflag).toBe('3')
    const [earlier] = replies
    const parentId = (await other.list()).find(({ instanceName }) => instanceName === '1')?.instanceId
    const proof = transfer.proofOf(bytes, asked(earlier ?? expect.fail('no reply')))
    await expect(second(other, earlier?.fId ?? '', { proof, parentId })).rejects.toMatchObject(refused)
    world.advance(DAY + 1000)
    other = await world.again(other)
    const later = await ask(other, bytes)
    expect((await second(other, later.fId, { proof: transfer.proofOf(bytes, asked(later)) })).outcome).toBe(
      'created',
    )
  })

  it('takes a proof once, for that person, content and parent, within ten minutes', async () => {
    const [owner, other, third] = [await world.person(), await world.person(), await world.person()]
    const bytes = randomBytes(1000)
    await owner.upload('0', 'original.bin', bytes)
    const { instanceId: parentId } = await other.call(createFolder, { instanceName: 'elsewhere' })
    const reply = await ask(other, bytes)
    const proof = transfer.proofOf(bytes, asked(reply))
    await expect(second(third, reply.fId, { proof })).rejects.toMatchObject(refused)
    await expect(second(other, reply.fId, { proof, parentId })).rejects.toMatchObject(refused)
    await expect(second(other, owner.user.userId, { proof })).rejects.toMatchObject(refused)
    await expect(second(other, 'garbage', { proof })).rejects.toMatchObject(refused)
    world.advance(601_000)
    await expect(second(other, reply.fId, { proof })).rejects.toMatchObject(refused)
  })

  it.each(['a wrong proof', 'no proof', 'another hash'])('is over with %s', async (kind) => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(1000)
    await owner.upload('0', 'original.bin', bytes)
    const reply = await ask(other, bytes)
    const proof = transfer.proofOf(bytes, asked(reply))
    const wrong = {
      'a wrong proof': { proof: transfer.proofOf(randomBytes(1000), asked(reply)) },
      'no proof': {},
      'another hash': { proof: createHash('sha256').update(bytes).digest('hex') },
    }[kind]
    await expect(second(other, reply.fId, wrong)).rejects.toMatchObject(refused)
    await expect(second(other, reply.fId, { proof })).rejects.toMatchObject(refused)
    expect(await other.list()).toEqual([])
  })

  it('is charged, and refused where there is no space', async () => {
    const [owner, other] = [await world.person(), await world.person(undefined, { capacity: 1500 })]
    const bytes = randomBytes(1000)
    await owner.upload('0', 'original.bin', bytes)
    const reply = await ask(other, bytes)
    await second(other, reply.fId, { proof: transfer.proofOf(bytes, asked(reply)) })
    expect(await ask(other, bytes)).toMatchObject({ uploadflag: '2', missing: 500, fId: '' })
  })

  it('is refused where the space was taken meanwhile, and skipped all the same', async () => {
    const person = await world.person(undefined, { capacity: 2500 })
    const bytes = randomBytes(1000)
    await person.upload('0', 'copy.bin', bytes)
    const { fId } = await ask(person, bytes)
    await person.upload('0', 'more', randomBytes(1000))
    await expect(second(person, fId)).rejects.toMatchObject({ name: 'quota_full' })
    expect((await second(person, fId, { conflict: 'skip' })).outcome).toBe('skipped')
  })

  it('keeps the open upload, whose space is set aside, where there is no more', async () => {
    const [owner, other] = [await world.person(), await world.person(undefined, { capacity: 1500 })]
    const bytes = randomBytes(1000)
    await owner.upload('0', 'original.bin', bytes)
    const opened = await ask(other, bytes, { sha256: '' })
    expect(await ask(other, bytes)).toMatchObject({ uploadflag: '2', missing: 500 })
    const reply = await ask(other, bytes, { objectKey: opened.objectKey })
    expect(reply.uploadflag).toBe('1')
    await second(other, reply.fId, { proof: transfer.proofOf(bytes, asked(reply)) })
  })

  it('claimed again, its answer lost, answers the same file', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const bytes = randomBytes(1000)
    await owner.upload('0', 'original.bin', bytes)
    const reply = await ask(other, bytes)
    const claim = () => second(other, reply.fId, { proof: transfer.proofOf(bytes, asked(reply)) })
    const first = await claim()
    expect((await claim()).instanceId).toBe(first.instanceId)
    const { fId } = await ask(other, bytes)
    const both = await Promise.all([second(other, fId), second(other, fId)])
    expect(both[0].instanceId).toBe(both[1].instanceId)
    expect(await other.list()).toHaveLength(2)
  })
})

describe('content that very many have', () => {
  it('is still known to be one’s own', async () => {
    const crowded = await openWorld()
    try {
      const [owner, other] = [await crowded.person(), await crowded.person()]
      const bytes = randomBytes(100)
      await owner.upload('0', 'original.bin', bytes)
      const stranger = await ask(other, bytes)
      expect(stranger.proof).toBeDefined()
      await second(other, stranger.fId, { proof: transfer.proofOf(bytes, asked(stranger)) })
      await sql`
        insert into file_version (id, file_id, no, blob_id, size, created_by)
        select gen_random_uuid(), v.file_id, n, v.blob_id, v.size, v.created_by
        from file_version v, generate_series(2, 1200) as n where v.created_by = ${owner.user.userId}`.execute(
        crowded.ctx.db.reader,
      )
      for (const person of [owner, other]) {
        const reply = await ask(person, bytes)
        expect(reply).toMatchObject({ uploadflag: '1' })
        expect(reply.proof).toBeUndefined()
      }
    } finally {
      await crowded.close()
    }
  })
})

describe('who may profit from whose content', () => {
  it.each([
    ['user', '1', '3'],
    ['off', '3', '3'],
  ])('%s: the owner is answered %s, another %s', async (dedup, own, others) => {
    const narrow = await openWorld({ CLOUDDISK_DEDUP: dedup })
    try {
      const [owner, other] = [await narrow.person(), await narrow.person()]
      const bytes = randomBytes(1000)
      await owner.upload('0', 'original.bin', bytes)
      expect((await ask(owner, bytes)).uploadflag).toBe(own)
      expect((await ask(other, bytes)).uploadflag).toBe(others)
      await other.upload('0', 'same.bin', bytes, { hashes: 'after' })
      expect(await narrow.ctx.db.reader.selectFrom('blob').select('id').execute()).toHaveLength(2)
      const blob = await narrow.ctx.db.reader
        .selectFrom('blob')
        .select('id')
        .orderBy('created_at')
        .executeTakeFirstOrThrow()
      await expect(second(other, blob.id)).rejects.toMatchObject(refused)
    } finally {
      await narrow.close()
    }
  })
})
