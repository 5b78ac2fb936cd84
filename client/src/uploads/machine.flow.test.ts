import { expect, test } from 'vitest'
import { checkReply, groupOf, itemWith, MachineWorld, MD5, SHA256 } from '../../test/machine-world.ts'
import { withOpenSession } from './items.ts'
import { countsOf } from './state.ts'

/** One file and one folder from ready to success (R101-R106, R108, R115). */

const hash = (world: MachineWorld) =>
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
const checked = (world: MachineWorld, fields = {}) => {
  const check = world.expectPending('check')
  return world.reply(check, { type: 'checked', withHashes: check.withHashes, reply: checkReply(fields) })
}
const saved = { instanceId: 'file-1', instanceName: 'a.bin', outcome: 'created' }
const save = (world: MachineWorld) =>
  world.reply(world.expectPending('save'), { type: 'saved', reply: saved })
const parts = (...numbers: number[]) =>
  numbers.map((partNumber) => ({ partNumber, etag: `e${partNumber}`, size: partNumber === 4 ? 5 : 10 }))

/** A file of 35 bytes in parts of 10, with a session and a started multipart upload. */
function sending(world = new MachineWorld({ partBytes: 10 })): MachineWorld {
  world.add({ uid: 'a', fileSize: 35 })
  checked(world)
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  return world
}
const sendAll = (world: MachineWorld) => {
  for (let part = world.pendingOf('part')[0]; part; part = world.pendingOf('part')[0]) {
    world.reply(part, { type: 'sent', etag: 'e' })
  }
}

test('a small file is hashed, checked with its hashes, put, saved and leaves the list', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a', fileSize: 100 })
  expect(world.status('a')).toBe('checking')
  expect(world.pendingOf('check')).toHaveLength(0)
  hash(world)
  expect(world.expectPending('check').withHashes).toBe(true)
  checked(world, { partSize: 1000 })
  expect(world.status('a')).toBe('uploading')
  world.reply(world.expectPending('put'), { type: 'sent', etag: 'e' })
  expect(world.status('a')).toBe('merging')
  const effects = save(world)
  expect(world.status('a')).toBe('success')
  expect(effects.map(({ type }) => type)).toEqual(['finished', 'refresh', 'wait', 'allEnded'])
  expect(countsOf(world.state)).toEqual({ current: 1, total: 1 })
  world.endWait()
  expect(world.status('a')).toBe('gone')
  expect(world.pending).toEqual([])
})

test('the finished record has the file, its folder and its times (R77)', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a', fileSize: 100, uploadTo: 'Files/Plans', addedAt: 5 })
  hash(world)
  checked(world, { partSize: 1000 })
  world.reply(world.expectPending('put'), { type: 'sent', etag: 'e' })
  const record = save(world).find((effect) => effect.type === 'finished')?.record
  expect(record).toEqual({
    id: 'a',
    filename: 'a.bin',
    fileSize: 100,
    transferType: 'upload',
    parentNames: 'Files/Plans',
    parentId: '0',
    fileId: 'file-1',
    taskAddTime: 5,
    finishedTime: world.now,
  })
})

test('a large file is uploaded while it is hashed, three parts at a time', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 })
  expect(world.expectPending('check').withHashes).toBe(false)
  checked(world)
  expect(world.pendingOf('hash')).toHaveLength(1)
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  expect(world.pendingOf('part')).toMatchObject([
    { part: 1, offset: 0, length: 10 },
    { part: 2, offset: 10, length: 10 },
    { part: 3, offset: 20, length: 10 },
  ])
  world.reply(world.expectPending('part', { part: 2 }), { type: 'sent', etag: 'e2' })
  expect(world.expectPending('part', { part: 4 })).toMatchObject({ offset: 30, length: 5 })
  expect(world.pendingOf('part')).toHaveLength(3)
})

test('when the hashes are ready the check is repeated with them and the object key', () => {
  const world = sending()
  hash(world)
  const check = world.expectPending('check')
  expect(check).toMatchObject({ withHashes: true, item: { objectKey: 'key-1', fMd5: MD5, sha256: SHA256 } })
  checked(world)
  expect(world.status('a')).toBe('uploading')
  expect(world.pendingOf('check')).toHaveLength(0)
})

test("'1' in the middle cancels the parts, proves the content and discards the parts", () => {
  const world = sending()
  hash(world)
  const proof = { ranges: [[0, 35]], nonce: 'n' }
  checked(world, { uploadflag: '1', fId: 'f-9', proof })
  expect(world.pendingOf('part')).toEqual([])
  expect(world.expectPending('second')).toMatchObject({ fId: 'f-9', proof })
  const effects = world.reply(world.expectPending('second'), { type: 'saved', reply: saved })
  expect(effects).toContainEqual(expect.objectContaining({ type: 'recycle', task: null }))
  expect(world.item('a')).toMatchObject({ status: 'success', instant: true, percentage: 100 })
})

test("'1' at once sends and discards nothing", () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  hash(world)
  checked(world, { uploadflag: '1' })
  const effects = world.reply(world.expectPending('second'), { type: 'saved', reply: saved })
  expect(effects.map(({ type }) => type)).not.toContain('recycle')
  expect(world.item('a').instant).toBe(true)
})

test('after a refused proof the content is sent in a new session, without another instant upload', () => {
  const world = sending()
  hash(world)
  checked(world, { uploadflag: '1' })
  const effects = world.fail(world.expectPending('second'), { kind: 'refused', name: 'proof_refused' })
  expect(effects).toContainEqual(expect.objectContaining({ type: 'recycle' }))
  expect(world.expectPending('check')).toMatchObject({
    withHashes: false,
    item: { objectKey: null, fMd5: MD5 },
  })
  checked(world, { objectKey: 'key-2' })
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up-2' })
  expect(world.pendingOf('check')).toEqual([])
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3, 4) })
  world.reply(world.expectPending('complete'), { type: 'completed' })
  expect(world.expectPending('save').item).toMatchObject({ objectKey: 'key-2', fMd5: MD5, sha256: SHA256 })
})

test('merging lists the parts, completes them, waits for the hash and saves', () => {
  const world = sending()
  sendAll(world)
  expect(world.status('a')).toBe('merging')
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(4, 2, 1, 3) })
  expect(world.expectPending('complete').parts.map(({ partNumber }) => partNumber)).toEqual([1, 2, 3, 4])
  world.reply(world.expectPending('complete'), { type: 'completed' })
  expect(world.pendingOf('save')).toEqual([])
  hash(world)
  expect(world.pendingOf('check')).toEqual([])
  save(world)
  expect(world.status('a')).toBe('success')
})

test('the parts are not joined during a check with the hashes', () => {
  const world = sending()
  hash(world)
  sendAll(world)
  expect(world.pendingOf('list')).toEqual([])
  checked(world)
  expect(world.pendingOf('list')).toHaveLength(1)
})

test('parts that are missing in the listing are sent again, and those alone', () => {
  const world = sending()
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 4) })
  expect(world.status('a')).toBe('uploading')
  expect(world.pendingOf('part')).toMatchObject([{ part: 3 }])
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3, 4) })
  expect(world.pendingOf('complete')).toHaveLength(1)
})

test('a part of the wrong size does not count', () => {
  const world = sending()
  sendAll(world)
  const wrong = parts(1, 2, 3, 4).map((part) => (part.partNumber === 2 ? { ...part, size: 9 } : part))
  world.reply(world.expectPending('list'), { type: 'listed', parts: wrong })
  expect(world.pendingOf('part')).toMatchObject([{ part: 2 }])
})

test('after two resume attempts the part information is lost', () => {
  const world = sending()
  for (let attempt = 0; attempt < 2; attempt++) {
    sendAll(world)
    world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3) })
    expect(world.status('a')).toBe('uploading')
  }
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3) })
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code: 'lostPartInformation' } })
})

test('a part that the file does not have is out of bounds', () => {
  const world = sending()
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3, 4, 5) })
  expect(world.item('a').error?.code).toBe('arrayOutOfBounds')
})

test('an empty hash is computed once more, then it is an error; an error can be retried', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  const empty = () => world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: '', sha256: '' })
  empty()
  expect(world.status('a')).toBe('checking')
  empty()
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code: '101', retryable: true } })
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  hash(world)
  expect(world.pendingOf('check')).toHaveLength(1)
})

test.each([
  ['d41d8cd98f00b204e9800998ecf8427e', SHA256],
  [MD5, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
])('the hash of empty content for a non-empty file is [102] (%s)', (fMd5, sha256) => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5, sha256 })
  expect(world.item('a').error?.code).toBe('102')
})

test('no space is [002] with the missing bytes; a refusal has the server’s message', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  hash(world)
  checked(world, { uploadflag: '2', errcode: 50002, message: 'full', missing: 42 })
  expect(world.item('a')).toMatchObject({
    status: 'error',
    errorMsg: 'full',
    error: { code: '002', name: 'quota_full', details: { missing: 42 }, retryable: true },
  })
  world.add({ uid: 'b' })
  hash(world)
  checked(world, { uploadflag: '4', errcode: 30403, message: 'no' })
  expect(world.item('b')).toMatchObject({
    errorMsg: 'no',
    error: { code: 'refused', name: 'not_permitted', retryable: false },
  })
})

test('a taken name with the policy fail asks, and continues with the answer', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a', conflict: 'fail' })
  hash(world)
  checked(world, { uploadflag: '4', errcode: 40901 })
  expect(world.notices).toMatchObject([{ kind: 'nameTaken', item: { uid: 'a' } }])
  world.send({ type: 'retry', uids: ['a'], conflict: 'newVersion' })
  expect(world.expectPending('check').item.conflict).toBe('newVersion')
})

test('folders are created first, then their files are sent', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  const inside = (uid: string, path: string[]) =>
    itemWith({ uid, uploadType: 2, groupId: 'g', path, parentId: null })
  world.send({
    type: 'add',
    items: [inside('a', ['photos']), inside('b', ['photos', 'Été'])],
    groups: [groupOf('g', [['photos'], ['photos', 'Été']])],
  })
  expect([world.status('a'), world.status('b')]).toEqual(['ready', 'ready'])
  expect(world.pendingOf('check')).toEqual([])
  const tree = {
    instanceName: 'Photos',
    instanceId: '10',
    children: [{ instanceName: 'ÉTÉ', instanceId: '11' }],
  }
  world.reply(world.expectPending('folders'), { type: 'foldersCreated', tree })
  expect(world.item('a')).toMatchObject({ parentId: '10', status: 'checking' })
  expect(world.item('b').parentId).toBe('11')
  hash(world)
  checked(world, { partSize: 1000 })
  world.reply(world.expectPending('put'), { type: 'sent', etag: 'e' })
  const refreshes = save(world).filter(({ type }) => type === 'refresh')
  expect(refreshes).toEqual([
    { type: 'refresh', parentId: '10', ms: 3000 },
    { type: 'refresh', parentId: '0', ms: 3000 },
  ])
})

test('a folder upload without files creates its folders and ends', () => {
  const world = new MachineWorld()
  world.send({ type: 'add', items: [], groups: [groupOf('g', [['empty']])] })
  const effects = world.reply(world.expectPending('folders'), {
    type: 'foldersCreated',
    tree: { instanceName: 'empty', instanceId: '10' },
  })
  expect(effects.map(({ type }) => type)).toEqual(['refresh', 'allEnded'])
  expect(world.state.groups).toEqual([])
})

test('files fail if their folders cannot be created, and a retry creates them', () => {
  const world = new MachineWorld()
  const item = itemWith({ uid: 'a', uploadType: 2, groupId: 'g', path: ['x'], parentId: null })
  world.send({ type: 'add', items: [item], groups: [groupOf('g', [['x']])] })
  world.fail(world.expectPending('folders'), { kind: 'refused', name: 'not_permitted' })
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code: 'folderNotCreated' } })
  expect(world.notices).toMatchObject([{ kind: 'foldersFailed', name: 'x' }])
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  expect(world.pendingOf('folders')).toHaveLength(1)
})

test('progress has percentage, speed and remaining time of the last five seconds', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35_000 })
  checked(world, { partSize: 10_000 })
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  const { task } = world.expectPending('part', { part: 1 })
  for (const bytes of [0, 1000, 2000]) {
    world.send({ type: 'progress', sent: [{ uid: 'a', task, bytes }] })
    world.now += 1000
  }
  expect(world.item('a').uploadInfo).toMatchObject({ currentSize: 2000, speed: 1000, left: 33 })
  expect(world.item('a').percentage).toBeCloseTo(5.714, 2)
  const hashing = world.expectPending('hash')
  world.send({ type: 'progress', sent: [{ uid: 'a', task: hashing.task, bytes: 17_500 }] })
  expect(world.item('a')).toMatchObject({ checkProcess: 50, hashedBytes: 17_500 })
})

test('under a low rate buffered bytes do not count as speed, and the remaining time follows the rate', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 100_000 })
  checked(world, { partSize: 10_000, syncSpeed: 1000 })
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  const { task } = world.expectPending('part', { part: 1 })
  const at = (seconds: number, bytes: number) => {
    world.now += seconds * 1000
    world.send({ type: 'progress', sent: [{ uid: 'a', task, bytes }] })
    return world.item('a').uploadInfo
  }
  at(0, 0)
  expect(at(1, 9000)).toMatchObject({ speed: 1000, left: 91 })
  expect(at(8, 9000)).toMatchObject({ speed: 1000, left: 91 })
  expect(at(3, 10_000).speed).toBeCloseTo(833, 0)
})

test('an upload of another device is listed, and only missing parts are sent', () => {
  const world = new MachineWorld({ partBytes: 10 })
  const expireTime = '2026-12-01T00:00:00.000Z'
  const left = { objectKey: 'left', bucketName: 'b', partSize: 10, syncSpeed: 7, expireTime }
  const item = withOpenSession(itemWith({ uid: 'a', fileSize: 35 }), left)
  expect(item.syncSpeed).toBe(7)
  world.send({ type: 'add', items: [item], groups: [] })
  expect(world.pendingOf('check')).toEqual([])
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 4) })
  expect(world.pendingOf('part')).toMatchObject([{ part: 3, offset: 20, length: 10 }])
  hash(world)
  expect(world.expectPending('check').item.objectKey).toBe('left')
  checked(world, { objectKey: 'left', syncSpeed: 5 })
  expect(world.item('a').syncSpeed).toBe(5)
  sendAll(world)
  world.reply(world.expectPending('list'), { type: 'listed', parts: parts(1, 2, 3, 4) })
  world.reply(world.expectPending('complete'), { type: 'completed' })
  save(world)
  expect(world.status('a')).toBe('success')
})
