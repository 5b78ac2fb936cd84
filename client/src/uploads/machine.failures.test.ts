import { expect, test } from 'vitest'
import { checkReply, MachineWorld, MD5, SHA256 } from '../../test/machine-world.ts'
import type { Effect, Failure } from './messages.ts'
import { partConcurrencyOf } from './part-concurrency.ts'
import { isDeferred, isFailed, isStoreUnavailable } from './state.ts'

/** Retries, backoff, timeouts, lost sessions, and the codes of A§8 (R105, R107, R112, C21). */

const hash = (world: MachineWorld) =>
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
const checked = (world: MachineWorld, fields = {}) => {
  const check = world.expectPending('check')
  return world.reply(check, { type: 'checked', withHashes: check.withHashes, reply: checkReply(fields) })
}
function sending(world = new MachineWorld({ partBytes: 10 })): MachineWorld {
  world.add({ uid: 'a', fileSize: 35 })
  hash(world)
  // A check without hashes was started just before.
  checked(world)
  checked(world)
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  return world
}
const sendAll = (world: MachineWorld) => {
  for (let part = world.pendingOf('part')[0]; part; part = world.pendingOf('part')[0]) {
    world.reply(part, { type: 'sent', etag: 'e' })
  }
}
const whole = [1, 2, 3, 4].map((partNumber) => ({ partNumber, etag: 'e', size: partNumber === 4 ? 5 : 10 }))
function merging(world = sending()): MachineWorld {
  sendAll(world)
  return world
}
function completing(world = merging()): MachineWorld {
  world.reply(world.expectPending('list'), { type: 'listed', parts: whole })
  return world
}
function saving(world = completing()): MachineWorld {
  world.reply(world.expectPending('complete'), { type: 'completed' })
  return world
}
/** Fails a step until it is not retried any more. */
function failUntilOver(
  world: MachineWorld,
  type: Effect['type'],
  failure: Partial<Failure>,
  part?: number,
): number {
  for (let tries = 1; ; tries++) {
    world.fail(world.expectPending(type, part === undefined ? {} : { part }), failure)
    const wait = world.pendingOf('wait')[0]
    if (!wait) return tries
    world.endWait(wait)
  }
}

test('a 5xx is retried three times, after 1, 2 and 4 seconds plus jitter', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  hash(world)
  const waits = [1000, 2000, 4000].map((ms) => {
    world.fail(world.expectPending('check'), { kind: 'server' })
    const wait = world.expectPending('wait')
    world.endWait(wait)
    return [wait.ms, wait.jitterMs, ms]
  })
  expect(waits).toEqual([
    [1000, 1000, 1000],
    [2000, 2000, 2000],
    [4000, 4000, 4000],
  ])
  world.fail(world.expectPending('check'), { kind: 'server' })
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code: '202' } })
})

test('an unavailable server is retried without limit, at least twice a minute', () => {
  const world = new MachineWorld({ partBytes: 1000 })
  world.add({ uid: 'a' })
  hash(world)
  const waits = Array.from({ length: 8 }, () => {
    world.fail(world.expectPending('check'), { kind: 'unavailable', name: 'unavailable' })
    const wait = world.expectPending('wait')
    world.endWait(wait)
    return { ms: wait.ms, putOff: isDeferred(world.item('a')) }
  })
  expect(waits.map(({ ms }) => ms)).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 16_000, 16_000])
  expect(waits.map(({ putOff }) => putOff)).toEqual([false, ...Array(7).fill(true)])
  expect(world.status('a')).toBe('checking')
  world.reply(world.expectPending('check'), { type: 'checked', withHashes: true, reply: checkReply() })
  expect(isDeferred(world.item('a'))).toBe(false)
})

test('without space on the server it stops with one notice, and continues when there is space', () => {
  const world = sending()
  const full = { kind: 'refused', name: 'disk_full' } as const
  world.fail(world.expectPending('part', { part: 1 }), full)
  const notices = () => world.notices.filter(({ kind }) => kind === 'uploadFailed').length
  for (let time = 0; time < 3; time++) {
    expect(world.item('a')).toMatchObject({ status: 'error', error: { name: 'disk_full' } })
    expect(notices()).toBe(1)
    world.endWait(world.expectPending('wait'))
    world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
    if (time < 2) world.fail(world.expectPending('part', { part: 1 }), full)
  }
  expect(world.status('a')).toBe('uploading')
})

test('each part has a retry counter of its own, which a success resets', () => {
  const world = sending()
  for (const part of [1, 2, 3]) world.fail(world.expectPending('part', { part }), { kind: 'server' })
  expect(world.status('a')).toBe('uploading')
  for (const wait of world.pendingOf('wait')) world.endWait(wait)
  expect(world.item('a').work.tries).toEqual({ 'part 1': 1, 'part 2': 1, 'part 3': 1 })
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e' })
  expect(world.item('a').work.tries).toEqual({ 'part 2': 1, 'part 3': 1 })
})

test('a part that waits for a retry counts as one of the three', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'server' })
  expect(world.pendingOf('part')).toHaveLength(2)
  world.reply(world.expectPending('part', { part: 2 }), { type: 'sent', etag: 'e' })
  const goingUp = () => world.pendingOf('part').map((effect) => 'part' in effect && effect.part)
  expect(goingUp()).toEqual([3])
  world.endWait()
  expect(goingUp()).toEqual([3, 1])
})

test('a part that times out on every retry is onTimeout [303], and a retry continues from there', () => {
  const world = sending(new MachineWorld({ partBytes: 10, partsInFlight: 1 }))
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e' })
  const tries = failUntilOver(world, 'part', { kind: 'timeout' }, 2)
  expect(tries).toBe(4)
  const item = world.item('a')
  expect(item).toMatchObject({ status: 'onTimeout', error: { code: '303', details: { part: 2 } } })
  expect(isFailed(item)).toBe(true)
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  world.reply(world.expectPending('list'), { type: 'listed', parts: whole.slice(0, 1) })
  expect(world.pendingOf('part').map((effect) => 'part' in effect && effect.part)).toEqual([2])
})

test('a session ended by an administrator fails, and a retry starts a new upload', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'refused', name: 'upload_ended' })
  expect(world.item('a')).toMatchObject({ status: 'error', error: { name: 'upload_ended' }, objectKey: null })
  expect(world.pendingOf('part')).toEqual([])
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  expect(world.expectPending('check').item.objectKey).toBeNull()
})

test('a missing response starts a probe; going offline is no retry', () => {
  const world = sending()
  for (let round = 0; round < 10; round++) {
    const [effect] = [...world.pendingOf('part'), ...world.pendingOf('list')]
    if (!effect) throw new Error('nothing under way')
    world.fail(effect, { kind: 'network' })
    expect(world.pendingOf('wait')).toEqual([])
    world.reply(world.expectPending('probe'), { type: 'probed', reachable: false })
    expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'offline' })
    const again = world.expectPending('probe')
    expect(again.ms).toBe(3000)
    world.reply(again, { type: 'probed', reachable: true })
    expect(world.status('a')).toBe('uploading')
  }
  expect(world.item('a').work.tries).toEqual({})
  expect(new Set(world.notices.map(({ kind }) => kind))).toEqual(
    new Set(['networkDisconnected', 'networkConnected']),
  )
})

test('notices tell whether the network or the server is lost or restored', () => {
  const world = sending()
  const lose = () => {
    const [effect] = [...world.pendingOf('part'), ...world.pendingOf('list')]
    if (!effect) throw new Error('nothing under way')
    world.fail(effect, { kind: 'network' })
    world.reply(world.expectPending('probe'), { type: 'probed', reachable: false })
  }
  const notices = () =>
    world.notices.splice(0).map((notice) => [notice.kind, 'of' in notice ? notice.of : undefined])
  lose()
  world.send({ type: 'pause', uids: ['a'] })
  world.send({ type: 'resume', uids: ['a'] })
  world.reply(world.expectPending('probe'), { type: 'probed', reachable: true })
  expect(notices()).toEqual([
    ['networkDisconnected', 'server'],
    ['networkFault', 'server'],
    ['networkConnected', 'server'],
  ])
  world.send({ type: 'online', online: false })
  world.send({ type: 'online', online: true })
  expect(notices()).toEqual([
    ['networkDisconnected', 'network'],
    ['networkConnected', 'network'],
  ])
  // The server is not probed when the network is back.
  lose()
  world.send({ type: 'online', online: false })
  world.send({ type: 'online', online: true })
  expect(notices()).toEqual([
    ['networkDisconnected', 'server'],
    ['networkConnected', 'network'],
  ])
})

test('an external store that does not respond is retried without limit while the server does', () => {
  const world = sending()
  const lose = () => {
    for (const part of world.pendingOf('part')) world.fail(part, { kind: 'network', store: true })
    world.reply(world.expectPending('probe'), { type: 'probed', reachable: true })
  }
  const rounds = Array.from({ length: 8 }, () => {
    lose()
    const waits = world.pendingOf('wait')
    const { ms } = world.expectPending('wait')
    const round = {
      ms,
      unavailable: isStoreUnavailable(world.item('a')),
      width: partConcurrencyOf(world.state),
    }
    for (const wait of waits) world.endWait(wait)
    return round
  })
  expect(rounds.map(({ ms }) => ms)).toEqual([1000, 2000, 4000, 8000, 16_000, 16_000, 16_000, 16_000])
  expect(rounds.map(({ unavailable }) => unavailable)).toEqual([false, ...Array(7).fill(true)])
  expect(rounds.map(({ width }) => width)).toEqual([2, ...Array(7).fill(1)])
  expect(world.status('a')).toBe('uploading')
  expect(world.notices).toEqual([])
  sendAll(world)
  expect([isDeferred(world.item('a')), isStoreUnavailable(world.item('a'))]).toEqual([false, false])
  expect(world.pendingOf('list')).toHaveLength(1)
})

test('a sent part shows that the store is available again, also for deferred parts', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 3 }), { kind: 'server' })
  for (let round = 0; round < 3; round++) {
    for (const part of world.pendingOf('part')) world.fail(part, { kind: 'unavailable', store: true })
    for (const wait of world.pendingOf('wait')) world.endWait(wait)
  }
  expect(isStoreUnavailable(world.item('a'))).toBe(true)
  world.reply(world.expectPending('part', { part: 1 }), { type: 'sent', etag: 'e' })
  expect(isDeferred(world.item('a'))).toBe(false)
  expect(world.item('a').work.tries).toEqual({ 'part 3': 1 })
})

test('an item that waits for a store can be paused and deleted, and is paused offline like any other', () => {
  const world = sending()
  const lose = (part: number, reachable: boolean) => {
    world.fail(world.expectPending('part', { part }), { kind: 'network', store: true })
    world.reply(world.expectPending('probe'), { type: 'probed', reachable })
  }
  lose(1, true)
  world.send({ type: 'pause', uids: ['a'] })
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'user', work: { tries: {} } })
  expect(world.pending).toEqual([])
  world.send({ type: 'resume', uids: ['a'] })
  world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
  lose(1, false)
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'offline' })
  world.reply(world.expectPending('probe'), { type: 'probed', reachable: true })
  world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
  lose(1, true)
  world.send({ type: 'remove', uids: ['a'] })
  expect(world.pending.map(({ type }) => type)).toEqual(['recycle'])
})

test('the last unavailable service is the one displayed', () => {
  const world = sending(new MachineWorld({ partBytes: 10, partsInFlight: 1 }))
  const failPart = (store: boolean) => {
    world.fail(world.expectPending('part', { part: 1 }), { kind: 'unavailable', store })
    const wait = world.expectPending('wait')
    world.endWait(wait)
    return [wait.ms, isDeferred(world.item('a')), isStoreUnavailable(world.item('a'))]
  }
  expect([failPart(false), failPart(false), failPart(true), failPart(false)]).toEqual([
    [1000, false, false],
    [2000, true, false],
    [4000, true, true],
    [8000, true, false],
  ])
})

test('a missing response of the server’s own store counts as a retry if the server is reachable', () => {
  const world = sending(new MachineWorld({ partBytes: 10, partsInFlight: 1 }))
  for (let tries = 0; tries < 4; tries++) {
    world.fail(world.expectPending('part', { part: 1 }), { kind: 'network' })
    world.reply(world.expectPending('probe'), { type: 'probed', reachable: true })
    const wait = world.pendingOf('wait')[0]
    if (wait) world.endWait(wait)
  }
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code: '305' } })
})

test('an offline event of the browser ends the probe', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'network' })
  const probe = world.expectPending('probe')
  world.send({ type: 'online', online: false })
  world.reply(probe, { type: 'probed', reachable: false })
  expect(world.pendingOf('probe')).toEqual([])
  world.send({ type: 'online', online: true })
  expect(world.status('a')).toBe('uploading')
})

const steps: [string, () => MachineWorld, Effect['type'], Partial<Failure>, string][] = [
  ['authorization', sending, 'part', { kind: 'server', step: 'auth' }, '201'],
  ['authorization to merge', completing, 'complete', { kind: 'server', step: 'auth' }, '203'],
  ['a part', sending, 'part', { kind: 'server' }, '305'],
  ['the list', merging, 'list', { kind: 'server' }, '304'],
  ['the merge', completing, 'complete', { kind: 'server' }, 'fragmentInfoNotSaved'],
  ['the save', saving, 'save', { kind: 'server' }, 'fragmentInfoNotSaved'],
  ['space at save', saving, 'save', { kind: 'refused', name: 'quota_full' }, '002'],
  ['a rule at save', saving, 'save', { kind: 'refused', name: 'sensitive_content' }, 'security'],
  ['the parent at save', saving, 'save', { kind: 'refused', name: 'not_found' }, 'refused'],
  ['other content', saving, 'save', { kind: 'refused', name: 'hash_mismatch' }, '202'],
  ['the file', sending, 'part', { kind: 'unreadable' }, 'fileMissing'],
  ['the page', sending, 'part', { kind: 'pageTooOld', store: true }, 'pageTooOld'],
]
test.each(steps)('each failure has its code: %s', (_, prepare, type, failure, code) => {
  const world = prepare()
  failUntilOver(world, type, failure)
  expect(world.item('a')).toMatchObject({ status: 'error', error: { code } })
  expect(world.notices.at(-1)).toMatchObject({ kind: 'uploadFailed', error: { code } })
})

test('a failed start of a multipart upload is [301], a direct upload [302]', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 }, { uid: 'b', fileSize: 5 })
  checked(world)
  failUntilOver(world, 'init', { kind: 'server' })
  expect(world.item('a').error?.code).toBe('301')
  hash(world)
  checked(world)
  failUntilOver(world, 'put', { kind: 'server' })
  expect(world.item('b').error?.code).toBe('302')
})

test('failed hashing is [101], out of memory [102]; both stop the upload', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 }, { uid: 'b', fileSize: 35 })
  checked(world)
  world.fail(world.expectPending('hash'), { kind: 'hash' })
  expect(world.item('a').error?.code).toBe('101')
  expect(world.pendingOf('init').filter((effect) => 'item' in effect && effect.item.uid === 'a')).toEqual([])
  world.fail(world.expectPending('hash'), { kind: 'memory' })
  expect(world.item('b').error?.code).toBe('102')
})

test('a lost session is restarted twice, then the upload fails', () => {
  const world = sending()
  for (const key of ['key-2', 'key-3']) {
    world.fail(world.expectPending('part', { part: 1 }), { kind: 'gone' })
    world.fail(world.expectPending('save'), { kind: 'gone' })
    expect(world.expectPending('check')).toMatchObject({ withHashes: true, item: { objectKey: null } })
    checked(world, { objectKey: key })
    world.reply(world.expectPending('init'), { type: 'initiated', uploadId: `up-${key}` })
  }
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'gone' })
  world.fail(world.expectPending('save'), { kind: 'gone' })
  expect(world.item('a').error?.code).toBe('lostPartInformation')
})

test('a session that another device has saved yields its file, and nothing is sent again', () => {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'gone' })
  expect(world.pendingOf('part')).toEqual([])
  world.reply(world.expectPending('save'), {
    type: 'saved',
    reply: { instanceId: 'file-1', instanceName: 'a.bin', outcome: 'created' },
  })
  expect(world.item('a')).toMatchObject({ status: 'success', instanceId: 'file-1' })
  expect(world.pendingOf('check')).toEqual([])
})

test('a session whose object is complete cannot be started: it is saved', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 })
  checked(world)
  world.fail(world.expectPending('init'), { kind: 'changed' })
  expect(world.pendingOf('recycle')).toEqual([])
  hash(world)
  expect(world.expectPending('save').item.objectKey).toBe('key-1')
})

test('after a lost response of a merge the next step is the save', () => {
  const world = completing()
  world.fail(world.expectPending('complete'), { kind: 'timeout' })
  world.endWait()
  world.fail(world.expectPending('complete'), { kind: 'gone' })
  expect(world.pendingOf('save')).toHaveLength(1)
})

test('if the store has other content, the upload starts over with new hashes and discards it', () => {
  const world = sending()
  const effects = world.fail(world.expectPending('part', { part: 1 }), { kind: 'changed' })
  expect(effects).toContainEqual(expect.objectContaining({ type: 'recycle' }))
  expect(world.item('a')).toMatchObject({ objectKey: null, fMd5: null, status: 'checking' })
})

test('content that does not match its hashes is discarded, so that a retry starts over', () => {
  const world = saving()
  world.fail(world.expectPending('save'), { kind: 'refused', name: 'hash_mismatch' })
  expect(world.item('a')).toMatchObject({ objectKey: null, fMd5: null, percentage: 0 })
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  expect(world.pendingOf('hash')).toHaveLength(1)
})

test('parts missing at save are listed and sent again', () => {
  const world = saving()
  world.fail(world.expectPending('save'), { kind: 'parts' })
  world.reply(world.expectPending('list'), { type: 'listed', parts: whole.slice(0, 3) })
  expect(world.pendingOf('part')).toMatchObject([{ part: 4 }])
})

test('a failed save is repeated without sending content', () => {
  const world = saving()
  failUntilOver(world, 'save', { kind: 'timeout' })
  world.send({ type: 'retry', uids: ['a'], conflict: null })
  expect(world.expectPending('save').item.objectKey).toBe('key-1')
})

test('a new session of the server replaces the old one', () => {
  const world = new MachineWorld({ partBytes: 10 })
  world.add({ uid: 'a', fileSize: 35 })
  checked(world)
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  hash(world)
  checked(world, { objectKey: 'key-2' })
  expect(world.item('a')).toMatchObject({ objectKey: 'key-2', uploadId: null, iMaxSuccessNum: 0 })
  expect(world.pendingOf('part')).toEqual([])
  expect(world.pendingOf('init')).toHaveLength(1)
})

test('a failed discard is abandoned after its retries', () => {
  const world = sending()
  world.send({ type: 'remove', uids: ['a'] })
  failUntilOver(world, 'recycle', { kind: 'server' })
  expect(world.status('a')).toBe('gone')
})
