import type { ProofRequest } from '@clouddisk/contract/uploads'
import { expect, test } from 'vitest'
import { checkReply, groupOf, itemWith, MachineWorld, MD5, SHA256 } from '../../test/machine-world.ts'
import { fromStored, toStored } from './items.ts'
import { canRemove } from './state.ts'

/** The queue as a whole: slots, pause, delete, network, session, reload (R107-R115, R117). */

const hash = (world: MachineWorld, uid?: string) =>
  world.reply(world.expectPending('hash', uid === undefined ? {} : { uid }), {
    type: 'hashed',
    fMd5: MD5,
    sha256: SHA256,
  })
const checked = (world: MachineWorld, fields = {}) => {
  const check = world.expectPending('check')
  return world.reply(check, { type: 'checked', withHashes: check.withHashes, reply: checkReply(fields) })
}
function sending(world = new MachineWorld({ partBytes: 10 })): MachineWorld {
  world.add({ uid: 'a', fileSize: 35 })
  checked(world)
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  return world
}
const kinds = (world: MachineWorld) => world.notices.map(({ kind }) => kind)

test('one file at a time holds the slot, the others stay ready', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 }, { uid: 'b', fileSize: 35 }, { uid: 'c', fileSize: 35 })
  expect(['a', 'b', 'c'].map((uid) => world.status(uid))).toEqual(['checking', 'ready', 'ready'])
  world.fail(world.expectPending('check'), { kind: 'refused', name: 'not_permitted' })
  expect(['a', 'b', 'c'].map((uid) => world.status(uid))).toEqual(['error', 'checking', 'ready'])
})

test('the limit is configurable', () => {
  const world = new MachineWorld({ iUploadLimit: 2 })
  world.add({ uid: 'a' }, { uid: 'b' }, { uid: 'c' })
  expect(['a', 'b', 'c'].map((uid) => world.status(uid))).toEqual(['checking', 'checking', 'ready'])
})

test('the next file in line is hashed ahead without the slot, and only the next', () => {
  const world = sending()
  world.add({ uid: 'b' }, { uid: 'c' })
  hash(world, 'a')
  checked(world)
  expect(world.pendingOf('hash')).toMatchObject([{ uid: 'b' }])
  hash(world, 'b')
  expect(world.item('b')).toMatchObject({ status: 'ready', checkProcess: 100 })
  expect(world.pendingOf('hash')).toEqual([])
})

test('hashing ahead can be switched off', () => {
  const world = new MachineWorld({ partBytes: 10, hashAhead: false })
  world.add({ uid: 'a', fileSize: 35 }, { uid: 'b' })
  hash(world, 'a')
  expect(world.pendingOf('hash')).toEqual([])
})

test('pause cancels all requests, frees the slot and keeps confirmed parts; resume lists the parts and continues', () => {
  const world = sending()
  world.add({ uid: 'b', fileSize: 35 })
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e1' })
  world.send({ type: 'pause', uids: ['a'] })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'user', iMaxSuccessNum: 1 })
  expect(world.cancelled.map(({ type }) => type).sort()).toEqual(['hash', 'part', 'part', 'part'])
  expect(world.status('b')).toBe('checking')
  world.send({ type: 'resume', uids: ['a'] })
  expect(world.status('a')).toBe('ready')
  world.send({ type: 'remove', uids: ['b'] })
  expect(world.status('a')).toBe('uploading')
  const listed = [
    { partNumber: 1, etag: 'e1', size: 10 },
    { partNumber: 3, etag: 'e3', size: 10 },
  ]
  world.reply(world.expectPending('list'), { type: 'listed', parts: listed })
  expect(world.pendingOf('part').map((effect) => 'part' in effect && effect.part)).toEqual([2, 4])
})

test('results of cancelled tasks and repeated results are ignored', () => {
  const world = sending()
  const first = world.expectPending('part', { part: 1 })
  world.reply(first, { type: 'sent', etag: 'e1' })
  const before = world.state
  world.reply(first, { type: 'sent', etag: 'e1' })
  expect(world.state).toBe(before)
  world.send({ type: 'pause', uids: ['a'] })
  const paused = world.state
  for (const late of [...world.cancelled]) world.fail(late, { kind: 'network' })
  expect(world.state).toBe(paused)
})

test('an item can be neither paused nor deleted during its save', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  hash(world)
  checked(world, { partSize: 1000 })
  world.reply(world.expectPending('put'), { type: 'sent', etag: 'e' })
  expect(canRemove(world.item('a'))).toBe(false)
  world.send({ type: 'pause', uids: ['a'] })
  world.send({ type: 'remove', uids: ['a'] })
  expect(world.status('a')).toBe('merging')
})

test('delete cancels requests, discards the parts and then removes the item', () => {
  const world = sending()
  const effects = world.send({ type: 'remove', uids: ['a'] })
  expect(effects.map(({ type }) => type)).toEqual(['cancel', 'recycle'])
  expect(world.status('a')).toBe('deleted')
  world.reply(world.expectPending('recycle'), { type: 'recycled' })
  expect(world.status('a')).toBe('gone')
})

test('deleting an item without a session just removes it from the list', () => {
  const world = new MachineWorld()
  world.add({ uid: 'a' }, { uid: 'b' })
  world.send({ type: 'remove', uids: ['a', 'b'] })
  expect(world.state.items).toEqual([])
  expect(world.pending).toEqual([])
})

test('parts of a file deleted offline are discarded when the network is back', () => {
  const world = sending()
  world.send({ type: 'online', online: false })
  world.send({ type: 'remove', uids: ['a'] })
  expect(world.pendingOf('recycle')).toEqual([])
  world.send({ type: 'online', online: true })
  expect(world.pendingOf('recycle')).toHaveLength(1)
})

test('deleting the last file of a folder upload ends the upload of the folder', () => {
  const world = new MachineWorld()
  const item = itemWith({ uid: 'a', uploadType: 2, groupId: 'g', path: ['x'], parentId: null })
  world.send({ type: 'add', items: [item], groups: [groupOf('g', [['x']])] })
  world.send({ type: 'remove', uids: ['a'] })
  expect(world.state.groups).toEqual([])
  expect(world.pendingOf('folders')).toEqual([])
})

test('network loss pauses active items and shows a notice, as does its return, which resumes them', () => {
  const world = sending()
  world.add({ uid: 'b', fileSize: 35 })
  world.send({ type: 'online', online: false })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'offline' })
  expect(world.status('b')).toBe('ready')
  expect(world.pendingOf('part')).toEqual([])
  world.send({ type: 'online', online: true })
  expect(world.status('a')).toBe('uploading')
  expect(world.pendingOf('list')).toHaveLength(1)
  expect(kinds(world)).toEqual(['networkDisconnected', 'networkConnected'])
})

test('hashing continues offline', () => {
  const world = sending()
  world.send({ type: 'online', online: false })
  hash(world)
  expect(world.item('a')).toMatchObject({ status: 'pause', fMd5: MD5 })
})

test('an upload added or resumed offline warns and starts when the network is back', () => {
  const world = new MachineWorld()
  world.send({ type: 'online', online: false })
  world.add({ uid: 'a' })
  expect(world.status('a')).toBe('ready')
  world.send({ type: 'pause', uids: ['a'] })
  world.send({ type: 'resume', uids: ['a'] })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'offline' })
  expect(kinds(world)).toEqual(['networkDisconnected', 'networkFault', 'networkFault'])
  world.send({ type: 'online', online: true })
  expect(world.status('a')).toBe('checking')
})

test('items paused by the user stay paused when the network is back', () => {
  const world = sending()
  world.send({ type: 'pause', uids: ['a'] })
  world.send({ type: 'online', online: false })
  world.send({ type: 'online', online: true })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'user' })
})

test('an item paused offline does not resume automatically', () => {
  const world = sending()
  world.send({ type: 'online', online: false })
  world.send({ type: 'pauseAll' })
  world.send({ type: 'online', online: true })
  expect(world.status('a')).toBe('pause')
})

test('a 401 pauses everything with one notice, and signing in as the same user resumes it', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'signedOut', step: 'auth' })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'signedOut' })
  expect(kinds(world)).toEqual(['signedOut'])
  world.send({ type: 'user', userId: 'lin' })
  expect(world.status('a')).toBe('uploading')
})

test('signing in as another user clears the list and cancels everything', () => {
  const world = sending()
  world.send({ type: 'add', items: [], groups: [groupOf('g', [['x']])] })
  world.send({ type: 'user', userId: 'wu' })
  expect(world.state).toMatchObject({ items: [], groups: [], userId: 'wu' })
  expect(world.pending).toEqual([])
})

test('pause all and resume all', () => {
  const world = sending()
  world.add({ uid: 'b' }, { uid: 'c' })
  world.send({ type: 'pauseAll' })
  expect(['a', 'b', 'c'].map((uid) => world.status(uid))).toEqual(['pause', 'pause', 'pause'])
  world.send({ type: 'resumeAll' })
  expect(['a', 'b', 'c'].map((uid) => world.status(uid))).toEqual(['uploading', 'ready', 'ready'])
})

test('a reload restores unfinished items as paused, and resuming lists their parts', () => {
  const world = sending()
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e1' })
  hash(world)
  const stored = JSON.parse(JSON.stringify(world.state.items.map(toStored)))
  const reloaded = new MachineWorld({ partBytes: 10 })
  reloaded.send({ type: 'restore', userId: 'lin', items: [fromStored(stored[0], true)], groups: [] })
  expect(reloaded.item('a')).toMatchObject({
    status: 'pause',
    pauseReason: 'restored',
    needsFile: false,
    objectKey: 'key-1',
    uploadId: 'up',
    fMd5: MD5,
    resumableUntil: '2026-12-01T00:00:00.000Z',
  })
  reloaded.send({ type: 'resume', uids: ['a'] })
  expect(reloaded.pendingOf('list')).toHaveLength(1)
  expect(reloaded.expectPending('check').withHashes).toBe(true)
})

test('an instant upload whose response was lost is repeated after a reload, and nothing else', () => {
  const world = sending()
  hash(world, 'a')
  checked(world, { uploadflag: '1', fId: 'f-9' })
  const stored = toStored(world.item('a'))
  const reloaded = new MachineWorld({ partBytes: 10 })
  reloaded.send({ type: 'restore', userId: 'lin', items: [fromStored(stored, true)], groups: [] })
  reloaded.send({ type: 'resume', uids: ['a'] })
  expect(reloaded.pending).toMatchObject([{ type: 'second', fId: 'f-9' }])
})

test('a restored item without its file does not resume until the file is attached', () => {
  const world = sending()
  const stored = toStored(world.item('a'))
  const reloaded = new MachineWorld({ partBytes: 10 })
  reloaded.send({ type: 'restore', userId: 'lin', items: [fromStored(stored, false)], groups: [] })
  reloaded.send({ type: 'resumeAll' })
  expect(reloaded.item('a')).toMatchObject({ status: 'pause', needsFile: true })
  reloaded.send({ type: 'resume', uids: ['a'] })
  expect(reloaded.item('a').error?.code).toBe('missingFileInformation')
  reloaded.send({ type: 'attach', uid: 'a', lastModified: 7 })
  expect(reloaded.item('a')).toMatchObject({ status: 'uploading', needsFile: false, error: null })
  expect(reloaded.pendingOf('list')).toHaveLength(1)
})

test('an instant upload that needs a proof waits for its file after a reload', () => {
  const proof: ProofRequest = { ranges: [[0, 10]], nonce: 'n' }
  const hashed = { ...itemWith({ uid: 'a' }), objectKey: 'key', fMd5: 'm', sha256: 's' }
  const claims = { ...hashed, work: { ...hashed.work, second: { fId: 'f', proof } } }
  expect(fromStored(toStored(claims), false)).toMatchObject({ needsFile: true, status: 'pause' })
})

test('a fully stored item that the user paused stays paused and needs no file', () => {
  const item = { ...itemWith({ uid: 'a' }), objectKey: 'key', fMd5: 'm', sha256: 's' }
  const paused = { ...item, status: 'pause', pauseReason: 'user' } as const
  const whole = {
    ...paused,
    uploadInfo: { ...item.uploadInfo, currentSize: item.fileSize },
    work: { ...item.work, parts: 'unknown' },
  } as const
  expect(fromStored(toStored(whole), false)).toMatchObject({ needsFile: false, status: 'pause' })
})

test('unconfirmed bytes do not count as stored after a reload', () => {
  const world = sending()
  hash(world, 'a')
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e1' })
  for (const effect of world.pendingOf('part'))
    if (effect.type === 'part')
      world.send({ type: 'progress', sent: [{ uid: 'a', task: effect.task, bytes: effect.length }] })
  expect(world.item('a').uploadInfo.currentSize).toBe(35)
  const stored = toStored(world.item('a'))
  expect(stored.uploadInfo.currentSize).toBe(10)
  expect(fromStored(stored, false)).toMatchObject({ status: 'pause', needsFile: true })
})

test('a second reload keeps what was stored of an item that was not resumed', () => {
  const stored = toStored(sending().item('a'))
  const known = { ...stored, percentage: 60, uploadInfo: { ...stored.uploadInfo, currentSize: 21 } }
  expect(toStored(fromStored(known, false))).toMatchObject({
    percentage: 60,
    uploadInfo: { currentSize: 21 },
  })
})

test('an item that turns out to be incomplete waits for its file', () => {
  const world = sending()
  hash(world, 'a')
  const stored = toStored(world.item('a'))
  const whole = { ...stored, uploadInfo: { ...stored.uploadInfo, currentSize: 35 } }
  const reloaded = new MachineWorld({ partBytes: 10 })
  reloaded.send({ type: 'restore', userId: 'lin', items: [fromStored(whole, false)], groups: [] })
  reloaded.reply(reloaded.expectPending('list'), {
    type: 'listed',
    parts: [{ partNumber: 1, etag: 'e1', size: 10 }],
  })
  reloaded.fail(reloaded.expectPending('part', { part: 2 }), { kind: 'noFile' })
  expect(reloaded.item('a')).toMatchObject({
    status: 'pause',
    pauseReason: 'restored',
    needsFile: true,
    error: null,
  })
  expect(reloaded.notices).toEqual([])
  reloaded.send({ type: 'attach', uid: 'a', lastModified: 7 })
  expect(reloaded.item('a')).toMatchObject({ status: 'uploading', needsFile: false })
})

test('a file with another time starts over and discards the session', () => {
  const world = sending()
  hash(world)
  const reloaded = new MachineWorld({ partBytes: 10 })
  const item = fromStored(toStored(world.item('a')), false)
  reloaded.send({ type: 'restore', userId: 'lin', items: [item], groups: [] })
  const effects = reloaded.send({ type: 'attach', uid: 'a', lastModified: 8 })
  expect(effects).toContainEqual(
    expect.objectContaining({ type: 'recycle', item: expect.objectContaining({ objectKey: 'key-1' }) }),
  )
  expect(reloaded.item('a')).toMatchObject({ objectKey: null, fMd5: null, lastModified: 8 })
  expect(reloaded.expectPending('check').withHashes).toBe(false)
})

test('another user’s stored queue is not restored', () => {
  const world = new MachineWorld()
  world.send({ type: 'restore', userId: 'wu', items: [itemWith({ uid: 'x' })], groups: [] })
  expect(world.state.items).toEqual([])
})

test('the end of all transfers is reported once, and not when the user ended them', () => {
  const world = new MachineWorld()
  world.add({ uid: 'a' }, { uid: 'b' })
  const ended = () => world.log.filter(({ type }) => type === 'allEnded').length
  world.fail(world.expectPending('hash', { uid: 'a' }), { kind: 'hash' })
  expect(ended()).toBe(0)
  world.fail(world.expectPending('hash', { uid: 'b' }), { kind: 'hash' })
  expect(ended()).toBe(1)
  world.add({ uid: 'c' })
  world.send({ type: 'remove', uids: ['c'] })
  expect(ended()).toBe(1)
})

test('a conflict policy for all applies to unsaved items', () => {
  const world = sending()
  world.add({ uid: 'b' })
  world.send({ type: 'setConflict', uids: ['a', 'b'], conflict: 'skip' })
  expect([world.item('a').conflict, world.item('b').conflict]).toEqual(['skip', 'skip'])
})
