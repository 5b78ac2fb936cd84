import { expect, test } from 'vitest'
import { type Awaited, FAILURE, groupOf, itemWith, MD5, SHA256, World } from '../../test/machine-world.ts'
import { fromStored, toStored } from './items.ts'
import type { Failure } from './messages.ts'
import { isPutOff, type UploadSettings } from './state.ts'

/** Small files that go up together in one call. */

const TOGETHER = { partBytes: 1000, smallFileBytes: 200, smallFilesMax: 3, smallFilesBytes: 1000 }

function three(settings: Partial<UploadSettings> = {}): World {
  const world = new World({ ...TOGETHER, ...settings })
  world.send({ type: 'add', items: ['a', 'b', 'c'].map((uid) => itemWith({ uid })), groups: [] })
  return world
}
const uidsIn = ({ items }: Awaited<'many'>) => items.map(({ uid }) => uid)
const placesIn = ({ items }: Awaited<'many'>) => items.map(({ work }) => work.batch?.no)
const saved = (uid: string) => ({
  uid,
  reply: { instanceId: `file-${uid}`, instanceName: uid, outcome: 'created' },
})
const missed = (uid: string, failure: Partial<Failure>) => ({ uid, failure: { ...FAILURE, ...failure } })
const answer = (world: World, ...results: { uid: string }[]) =>
  world.reply(world.want('many'), { type: 'manyEnded', results })
const states = (world: World, ...uids: string[]) => uids.map((uid) => world.status(uid))

test('small files behind the one whose turn has come go with it, up to the limits, in one slot', () => {
  const world = new World(TOGETHER)
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
  const many = world.want('many')
  expect(uidsIn(many)).toEqual(['a', 'b', 'c'])
  expect(placesIn(many)).toEqual([0, 1, 2])
  expect(many.batchId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(states(world, 'a', 'b', 'c', 'd')).toEqual(['checking', 'checking', 'checking', 'ready'])
  expect(world.wants('check')).toEqual([])
  const effects = answer(world, saved('a'), saved('b'), saved('c'))
  expect(effects.filter(({ type }) => type === 'finished')).toHaveLength(3)
  expect(world.item('b')).toMatchObject({ status: 'success', instanceId: 'file-b', percentage: 100 })
  expect(world.state.done).toBe(3)
  expect(world.status('large')).toBe('checking')
})

test('bytes of them all are bounded; one alone goes the plain way; none where the server has no such limits', () => {
  const world = three({ smallFilesBytes: 250 })
  expect(uidsIn(world.want('many'))).toEqual(['a', 'b'])
  answer(world, saved('a'), saved('b'))
  expect(world.status('c')).toBe('checking')
  expect(world.want('hash').uid).toBe('c')
  expect(three({ smallFilesMax: 0 }).wants('many')).toEqual([])
})

test('files of one dropped folder go together, whichever of its folders they lie in', () => {
  const world = new World(TOGETHER)
  const inside = (uid: string, path: string[]) =>
    itemWith({ uid, uploadType: 2, groupId: 'g', path, parentId: null })
  world.send({
    type: 'add',
    items: [inside('a', ['x']), inside('b', ['x', 'y'])],
    groups: [groupOf('g', [['x'], ['x', 'y']])],
  })
  const children = [{ instanceName: 'y', instanceId: '11' }]
  world.reply(world.want('folders'), {
    type: 'foldersMade',
    tree: { instanceName: 'x', instanceId: '10', children },
  })
  expect(world.want('many').items.map(({ parentId }) => parentId)).toEqual(['10', '11'])
})

test('bytes sent are counted file by file', () => {
  const world = three()
  const { task } = world.want('many')
  world.send({ type: 'progress', sent: [{ uid: 'a', task, bytes: 150 }] })
  const percentages = ['a', 'b', 'c'].map((uid) => world.item(uid).percentage)
  expect(percentages).toEqual([100, 50, 0])
  expect(states(world, 'a', 'b', 'c')).toEqual(['uploading', 'uploading', 'uploading'])
})

test('what is refused of it has the answer of the plain way, and is asked anew in no batch of before', () => {
  const world = three({ hashAhead: false })
  answer(
    world,
    saved('a'),
    missed('b', { kind: 'refused', name: 'name_taken', errcode: 40901, message: 'taken' }),
    missed('c', { kind: 'unreadable' }),
  )
  expect(world.item('b')).toMatchObject({ status: 'error', errorMsg: 'taken', error: { name: 'name_taken' } })
  expect(world.item('c')).toMatchObject({ error: { code: 'fileMissing' }, needsFile: true })
  expect(world.notices.map(({ kind }) => kind)).toEqual(['nameTaken', 'uploadFailed'])
  world.send({ type: 'retry', uids: ['b'], conflict: 'newVersion' })
  expect(world.want('hash').uid).toBe('b')
})

test('a lost answer is learned by the very same batch, and so after a reload', () => {
  const world = three()
  const first = world.want('many')
  world.fails(first, { kind: 'network' })
  world.reply(world.want('probe'), { type: 'probed', reachable: true })
  world.wakes(world.want('waitMany'))
  const second = world.want('many')
  expect([second.batchId, uidsIn(second), placesIn(second)]).toEqual([
    first.batchId,
    uidsIn(first),
    placesIn(first),
  ])

  const again = new World(TOGETHER)
  const items = world.state.items.map(toStored).map((item) => fromStored(item, item.uid !== 'a'))
  again.send({ type: 'restore', userId: 'lin', items, groups: [] })
  expect(again.want('askMany').batchId).toBe(first.batchId)
  again.reply(again.want('askMany'), { type: 'manyAsked', came: [] })
  expect(again.item('a')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: true })
  expect(again.item('b')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: false })
  again.add({ uid: 'd' })
  again.send({ type: 'remove', uids: ['d'] })
  again.send({ type: 'resumeAll' })
  const third = again.want('many')
  expect([third.batchId, uidsIn(third), placesIn(third)]).toEqual([first.batchId, ['b', 'c'], [1, 2]])
})

function reloaded(): World {
  const stored = JSON.parse(JSON.stringify(three().state.items.map(toStored)))
  const world = new World(TOGETHER)
  const items = stored.map((item: (typeof stored)[0]) => fromStored(item, false))
  world.send({ type: 'restore', userId: 'lin', items, groups: [] })
  return world
}

test('after a reload what has become files ends without them, and what may still do so is asked about again', () => {
  const world = reloaded()
  const asked = world.want('askMany')
  expect(asked.items.map(({ uid }) => uid)).toEqual(['a', 'b', 'c'])
  world.reply(asked, {
    type: 'manyAsked',
    came: [
      { ...saved('a'), isOpen: false },
      { uid: 'b', isOpen: true },
    ],
  })
  expect(world.item('a')).toMatchObject({ status: 'success', instanceId: 'file-a' })
  expect(world.item('c')).toMatchObject({ status: 'pause', pauseReason: 'restored', needsFile: true })
  world.wakes(world.want('waitMany'))
  world.reply(world.want('askMany'), { type: 'manyAsked', came: [{ ...saved('b'), isOpen: false }] })
  expect(world.status('b')).toBe('success')
  world.send({ type: 'attach', uid: 'c', lastModified: 7 })
  expect(placesIn(world.want('many'))).toEqual([2])
})

test.each([
  ['is silent', { kind: 'server' }],
  ['knows no such call', { kind: 'refused', name: 'no_such_route', errcode: 404 }],
] as const)('after a reload all wait for their files where the server %s', (_, failure) => {
  const world = reloaded()
  world.fails(world.want('askMany'), failure)
  for (let tries = 0; world.wants('waitMany').length > 0 && tries < 5; tries++) {
    world.wakes(world.want('waitMany'))
    world.fails(world.want('askMany'), failure)
  }
  for (const uid of ['a', 'b', 'c'])
    expect(world.item(uid)).toMatchObject({ status: 'pause', needsFile: true, error: null })
})

test('after a reload what its person had paused is asked about when it goes on', () => {
  const before = three()
  before.send({ type: 'pauseAll' })
  const world = new World(TOGETHER)
  const items = before.state.items.map(toStored).map((item) => fromStored(item, false))
  world.send({ type: 'restore', userId: 'lin', items, groups: [] })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'user', needsFile: false })
  world.send({ type: 'resumeAll' })
  expect(world.want('askMany').items).toHaveLength(3)
})

test('the server that has discarded it takes each by itself, one after the other', () => {
  const world = three({ hashAhead: false })
  answer(world, missed('a', { kind: 'gone' }), saved('b'), missed('c', { kind: 'gone' }))
  expect(states(world, 'a', 'b', 'c')).toEqual(['checking', 'success', 'ready'])
  world.reply(world.want('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
  expect(world.want('check').item.uid).toBe('a')
})

test('refused as a whole each goes by itself, and a server that has no such call is not asked again', () => {
  const full = three()
  full.fails(full.want('many'), { kind: 'refused', name: 'quota_full' })
  expect(states(full, 'a', 'b', 'c')).toEqual(['checking', 'ready', 'ready'])
  full.add({ uid: 'd' }, { uid: 'e' })
  full.send({ type: 'remove', uids: ['a', 'b', 'c'] })
  expect(uidsIn(full.want('many'))).toEqual(['d', 'e'])

  const old = three()
  old.fails(old.want('many'), { kind: 'refused', name: 'no_such_route', errcode: 404 })
  old.add({ uid: 'd' }, { uid: 'e' })
  old.send({ type: 'remove', uids: ['a', 'b', 'c'] })
  expect(old.wants('many')).toEqual([])
  expect(old.want('hash').uid).toBe('d')
})

test('one that is paused or deleted is left out, the others go on at once, and it comes back to its place', () => {
  const world = three()
  const first = world.want('many')
  world.send({ type: 'pause', uids: ['b'] })
  expect(world.cancelled).toContain(first)
  expect(placesIn(world.want('many'))).toEqual([0, 2])
  const effects = world.send({ type: 'remove', uids: ['c'] })
  // It may have arrived all the same: the list will show it.
  expect(effects).toContainEqual({ type: 'refresh', parentId: '0', ms: 0 })
  expect(uidsIn(world.want('many'))).toEqual(['a'])
  world.send({ type: 'resume', uids: ['b'] })
  expect(world.status('b')).toBe('ready')
  answer(world, saved('a'))
  expect(world.want('many').batchId).toBe(first.batchId)
  expect(placesIn(world.want('many'))).toEqual([1])
})

test('without network or session it stops whole, and goes on as it was', () => {
  const world = three()
  const { batchId } = world.want('many')
  world.send({ type: 'online', online: false })
  expect(states(world, 'a', 'b', 'c')).toEqual(['pause', 'pause', 'pause'])
  expect(world.wants('many')).toEqual([])
  world.send({ type: 'online', online: true })
  expect(world.want('many')).toMatchObject({ batchId })
  world.fails(world.want('many'), { kind: 'signedOut' })
  expect(states(world, 'a', 'b', 'c')).toEqual(['pause', 'pause', 'pause'])
  world.send({ type: 'user', userId: 'lin' })
  expect(uidsIn(world.want('many'))).toEqual(['a', 'b', 'c'])
})

test.each([
  ['unavailable', ['error', 'error', 'error']],
  ['internal', ['checking', 'ready', 'ready']],
] as const)('tried three times more; then %s', (name, expected) => {
  const world = three()
  const first = world.want('many')
  for (let tries = 0; tries < 3; tries++) {
    world.fails(world.want('many'), { kind: 'server', name })
    world.wakes(world.want('waitMany'))
  }
  world.fails(world.want('many'), { kind: 'server', name })
  expect(states(world, 'a', 'b', 'c')).toEqual(expected)
  world.send({ type: 'retry', uids: ['a', 'b', 'c'], conflict: null })
  if (name === 'unavailable') expect(world.want('many').batchId).toBe(first.batchId)
})

test('late and repeated answers change nothing', () => {
  const world = three()
  const first = world.want('many')
  answer(world, saved('a'), missed('b', { kind: 'refused', name: 'not_permitted' }), saved('c'))
  const before = world.state
  world.reply(first, { type: 'manyEnded', results: [saved('b')] })
  world.fails(first, { kind: 'network' })
  expect(world.state).toBe(before)
})

test('a batch that the server has no time for is known as put off, and tried as often as it takes', () => {
  const world = three()
  const putOff = Array.from({ length: 5 }, () => {
    world.fails(world.want('many'), { kind: 'away', name: 'unavailable' })
    world.wakes(world.want('waitMany'))
    return isPutOff(world.item('a'))
  })
  expect(putOff).toEqual([false, true, true, true, true])
  answer(world, saved('a'), saved('b'), saved('c'))
  expect(states(world, 'a', 'b', 'c')).toEqual(['success', 'success', 'success'])
})
