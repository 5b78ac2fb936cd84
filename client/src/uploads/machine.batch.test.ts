import { expect, test } from 'vitest'
import {
  FAILURE,
  groupOf,
  itemWith,
  MachineWorld,
  MD5,
  type PendingEffect,
  SHA256,
} from '../../test/machine-world.ts'
import { fromStored, toStored } from './items.ts'
import type { Failure } from './messages.ts'
import { isDeferred, type UploadSettings } from './state.ts'

/** Small files that are sent in one call. */

const BATCHES = { partBytes: 1000, smallFileBytes: 200, smallFilesMax: 3, smallFilesBytes: 1000 }

function three(settings: Partial<UploadSettings> = {}): MachineWorld {
  const world = new MachineWorld({ ...BATCHES, ...settings })
  world.send({ type: 'add', items: ['a', 'b', 'c'].map((uid) => itemWith({ uid })), groups: [] })
  return world
}
const uidsIn = ({ items }: PendingEffect<'batch'>) => items.map(({ uid }) => uid)
const placesIn = ({ items }: PendingEffect<'batch'>) => items.map(({ work }) => work.batch?.no)
const saved = (uid: string) => ({
  uid,
  reply: { instanceId: `file-${uid}`, instanceName: uid, outcome: 'created' },
})
const failedFile = (uid: string, failure: Partial<Failure>) => ({ uid, failure: { ...FAILURE, ...failure } })
const answer = (world: MachineWorld, ...results: { uid: string }[]) =>
  world.reply(world.expectPending('batch'), { type: 'batchSent', results })
const states = (world: MachineWorld, ...uids: string[]) => uids.map((uid) => world.status(uid))

test('small files are sent with the first ready one, up to the limits, in one slot', () => {
  const world = new MachineWorld(BATCHES)
  world.send({
    type: 'add',
    items: [
      itemWith({ uid: 'a' }),
      itemWith({ uid: 'large', fileSize: 201 }),
      itemWith({ uid: 'elsewhere', parentId: '9' }),
      itemWith({ uid: 'shared', fileSharingId: 's' }),
      itemWith({ uid: 'link', linkPath: 'l' }),
      ...['b', 'c', 'd'].map((uid) => itemWith({ uid })),
    ],
    groups: [],
  })
  const batch = world.expectPending('batch')
  expect(uidsIn(batch)).toEqual(['a', 'b', 'c'])
  expect(placesIn(batch)).toEqual([0, 1, 2])
  expect(batch.batchId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(states(world, 'a', 'b', 'c', 'd')).toEqual(['checking', 'checking', 'checking', 'ready'])
  expect(world.pendingOf('check')).toEqual([])
  const effects = answer(world, saved('a'), saved('b'), saved('c'))
  expect(effects.filter(({ type }) => type === 'finished')).toHaveLength(3)
  expect(world.item('b')).toMatchObject({ status: 'success', instanceId: 'file-b', percentage: 100 })
  expect(world.state.done).toBe(3)
  expect(world.status('large')).toBe('checking')
})

test('a batch has a size limit; a single file is sent without one; no batches if the server sends no limits', () => {
  const world = three({ smallFilesBytes: 250 })
  expect(uidsIn(world.expectPending('batch'))).toEqual(['a', 'b'])
  answer(world, saved('a'), saved('b'))
  expect(world.status('c')).toBe('checking')
  expect(world.expectPending('hash').uid).toBe('c')
  expect(three({ smallFilesMax: 0 }).pendingOf('batch')).toEqual([])
})

test('files of one dropped folder form a batch across its subfolders', () => {
  const world = new MachineWorld(BATCHES)
  const inside = (uid: string, path: string[]) =>
    itemWith({ uid, uploadType: 2, groupId: 'g', path, parentId: null })
  world.send({
    type: 'add',
    items: [inside('a', ['x']), inside('b', ['x', 'y'])],
    groups: [groupOf('g', [['x'], ['x', 'y']])],
  })
  const children = [{ instanceName: 'y', instanceId: '11' }]
  world.reply(world.expectPending('folders'), {
    type: 'foldersCreated',
    tree: { instanceName: 'x', instanceId: '10', children },
  })
  expect(world.expectPending('batch').items.map(({ parentId }) => parentId)).toEqual(['10', '11'])
})

test('bytes sent are attributed to the files in order', () => {
  const world = three()
  const { task } = world.expectPending('batch')
  world.send({ type: 'progress', sent: [{ uid: 'a', task, bytes: 150 }] })
  const percentages = ['a', 'b', 'c'].map((uid) => world.item(uid).percentage)
  expect(percentages).toEqual([100, 50, 0])
  expect(states(world, 'a', 'b', 'c')).toEqual(['uploading', 'uploading', 'uploading'])
})

test('a refused file fails as if sent alone, and its retry gets a new batch', () => {
  const world = three({ hashAhead: false })
  answer(
    world,
    saved('a'),
    failedFile('b', { kind: 'refused', name: 'name_taken', errcode: 40901, message: 'taken' }),
    failedFile('c', { kind: 'unreadable' }),
  )
  expect(world.item('b')).toMatchObject({ status: 'error', errorMsg: 'taken', error: { name: 'name_taken' } })
  expect(world.item('c')).toMatchObject({ error: { code: 'fileMissing' }, needsFile: true })
  expect(world.notices.map(({ kind }) => kind)).toEqual(['nameTaken', 'uploadFailed'])
  world.send({ type: 'retry', uids: ['b'], conflict: 'newVersion' })
  expect(world.expectPending('hash').uid).toBe('b')
})

test('after a lost response the same batch is repeated, also after a reload', () => {
  const world = three()
  const first = world.expectPending('batch')
  world.fail(first, { kind: 'network' })
  world.reply(world.expectPending('probe'), { type: 'probed', reachable: true })
  world.endWait(world.expectPending('waitBatch'))
  const second = world.expectPending('batch')
  expect([second.batchId, uidsIn(second), placesIn(second)]).toEqual([
    first.batchId,
    uidsIn(first),
    placesIn(first),
  ])

  const again = new MachineWorld(BATCHES)
  const items = world.state.items.map(toStored).map((item) => fromStored(item, item.uid !== 'a'))
  again.send({ type: 'restore', userId: 'lin', items, groups: [] })
  expect(again.expectPending('queryBatch').batchId).toBe(first.batchId)
  again.reply(again.expectPending('queryBatch'), { type: 'batchQueried', results: [] })
  expect(again.item('a')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: true })
  expect(again.item('b')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: false })
  again.add({ uid: 'd' })
  again.send({ type: 'remove', uids: ['d'] })
  again.send({ type: 'resumeAll' })
  const third = again.expectPending('batch')
  expect([third.batchId, uidsIn(third), placesIn(third)]).toEqual([first.batchId, ['b', 'c'], [1, 2]])
})

function reloaded(): MachineWorld {
  const stored = JSON.parse(JSON.stringify(three().state.items.map(toStored)))
  const world = new MachineWorld(BATCHES)
  const items = stored.map((item: (typeof stored)[0]) => fromStored(item, false))
  world.send({ type: 'restore', userId: 'lin', items, groups: [] })
  return world
}

test('after a reload saved files finish, and pending ones are queried again', () => {
  const world = reloaded()
  const asked = world.expectPending('queryBatch')
  expect(asked.items.map(({ uid }) => uid)).toEqual(['a', 'b', 'c'])
  world.reply(asked, {
    type: 'batchQueried',
    results: [
      { ...saved('a'), isOpen: false },
      { uid: 'b', isOpen: true },
    ],
  })
  expect(world.item('a')).toMatchObject({ status: 'success', instanceId: 'file-a' })
  expect(world.item('c')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: true })
  world.endWait(world.expectPending('waitBatch'))
  world.reply(world.expectPending('queryBatch'), {
    type: 'batchQueried',
    results: [{ ...saved('b'), isOpen: false }],
  })
  expect(world.status('b')).toBe('success')
  world.send({ type: 'attach', uid: 'c', lastModified: 7 })
  expect(placesIn(world.expectPending('batch'))).toEqual([2])
})

test.each([
  ['is silent', { kind: 'server' }],
  ['knows no such call', { kind: 'refused', name: 'no_such_route', errcode: 404 }],
] as const)('after a reload all items wait for their files if the server %s', (_, failure) => {
  const world = reloaded()
  world.fail(world.expectPending('queryBatch'), failure)
  for (let tries = 0; world.pendingOf('waitBatch').length > 0 && tries < 5; tries++) {
    world.endWait(world.expectPending('waitBatch'))
    world.fail(world.expectPending('queryBatch'), failure)
  }
  for (const uid of ['a', 'b', 'c'])
    expect(world.item(uid)).toMatchObject({ status: 'pause', needsFile: true, error: null })
})

test('after a reload an item paused by the user is queried when it resumes', () => {
  const before = three()
  before.send({ type: 'pauseAll' })
  const world = new MachineWorld(BATCHES)
  const items = before.state.items.map(toStored).map((item) => fromStored(item, false))
  world.send({ type: 'restore', userId: 'lin', items, groups: [] })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'user', needsFile: false })
  world.send({ type: 'resumeAll' })
  expect(world.expectPending('queryBatch').items).toHaveLength(3)
})

test('if the server has discarded the batch, each file is sent alone', () => {
  const world = three({ hashAhead: false })
  answer(world, failedFile('a', { kind: 'gone' }), saved('b'), failedFile('c', { kind: 'gone' }))
  expect(states(world, 'a', 'b', 'c')).toEqual(['checking', 'success', 'ready'])
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
  expect(world.expectPending('check').item.uid).toBe('a')
})

test('if a batch is refused each file is sent alone, and a server without the call gets no more batches', () => {
  const full = three()
  full.fail(full.expectPending('batch'), { kind: 'refused', name: 'quota_full' })
  expect(states(full, 'a', 'b', 'c')).toEqual(['checking', 'ready', 'ready'])
  full.add({ uid: 'd' }, { uid: 'e' })
  full.send({ type: 'remove', uids: ['a', 'b', 'c'] })
  expect(uidsIn(full.expectPending('batch'))).toEqual(['d', 'e'])

  const old = three()
  old.fail(old.expectPending('batch'), { kind: 'refused', name: 'no_such_route', errcode: 404 })
  old.add({ uid: 'd' }, { uid: 'e' })
  old.send({ type: 'remove', uids: ['a', 'b', 'c'] })
  expect(old.pendingOf('batch')).toEqual([])
  expect(old.expectPending('hash').uid).toBe('d')
})

test('a paused or deleted item leaves the batch, the others continue, and it keeps its number when it resumes', () => {
  const world = three()
  const first = world.expectPending('batch')
  world.send({ type: 'pause', uids: ['b'] })
  expect(world.cancelled).toContain(first)
  expect(placesIn(world.expectPending('batch'))).toEqual([0, 2])
  const effects = world.send({ type: 'remove', uids: ['c'] })
  // The request may have succeeded; the refreshed list will show it.
  expect(effects).toContainEqual({ type: 'refresh', parentId: '0', ms: 0 })
  expect(uidsIn(world.expectPending('batch'))).toEqual(['a'])
  world.send({ type: 'resume', uids: ['b'] })
  expect(world.status('b')).toBe('ready')
  answer(world, saved('a'))
  expect(world.expectPending('batch').batchId).toBe(first.batchId)
  expect(placesIn(world.expectPending('batch'))).toEqual([1])
})

test('without network or session the whole batch pauses, and resumes unchanged', () => {
  const world = three()
  const { batchId } = world.expectPending('batch')
  world.send({ type: 'online', online: false })
  expect(states(world, 'a', 'b', 'c')).toEqual(['pause', 'pause', 'pause'])
  expect(world.pendingOf('batch')).toEqual([])
  world.send({ type: 'online', online: true })
  expect(world.expectPending('batch')).toMatchObject({ batchId })
  world.fail(world.expectPending('batch'), { kind: 'signedOut' })
  expect(states(world, 'a', 'b', 'c')).toEqual(['pause', 'pause', 'pause'])
  world.send({ type: 'user', userId: 'lin' })
  expect(uidsIn(world.expectPending('batch'))).toEqual(['a', 'b', 'c'])
})

test.each([
  ['unavailable', ['error', 'error', 'error']],
  ['internal', ['checking', 'ready', 'ready']],
] as const)('retried three times; then %s', (name, expected) => {
  const world = three()
  const first = world.expectPending('batch')
  for (let tries = 0; tries < 3; tries++) {
    world.fail(world.expectPending('batch'), { kind: 'server', name })
    world.endWait(world.expectPending('waitBatch'))
  }
  world.fail(world.expectPending('batch'), { kind: 'server', name })
  expect(states(world, 'a', 'b', 'c')).toEqual(expected)
  world.send({ type: 'retry', uids: ['a', 'b', 'c'], conflict: null })
  if (name === 'unavailable') expect(world.expectPending('batch').batchId).toBe(first.batchId)
})

test('late and repeated results are ignored', () => {
  const world = three()
  const first = world.expectPending('batch')
  answer(world, saved('a'), failedFile('b', { kind: 'refused', name: 'not_permitted' }), saved('c'))
  const before = world.state
  world.reply(first, { type: 'batchSent', results: [saved('b')] })
  world.fail(first, { kind: 'network' })
  expect(world.state).toBe(before)
})

test('a batch is deferred and retried without limit while the server is unavailable', () => {
  const world = three()
  const putOff = Array.from({ length: 5 }, () => {
    world.fail(world.expectPending('batch'), { kind: 'unavailable', name: 'unavailable' })
    world.endWait(world.expectPending('waitBatch'))
    return isDeferred(world.item('a'))
  })
  expect(putOff).toEqual([false, true, true, true, true])
  answer(world, saved('a'), saved('b'), saved('c'))
  expect(states(world, 'a', 'b', 'c')).toEqual(['success', 'success', 'success'])
})
