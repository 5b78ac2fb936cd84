import { expect, test } from 'vitest'
import { checkReply, groupOf, itemWith, MachineWorld } from '../../test/machine-world.ts'
import { fromStored, toStored } from './items.ts'
import { canPause, waitsForSpace } from './state.ts'

/** Items without space on the server: retried automatically, also after a reload (R107, R117). */

const FULL = { kind: 'refused', name: 'disk_full' } as const

function sending(world = new MachineWorld({ partBytes: 10 })): MachineWorld {
  world.add({ uid: 'a', fileSize: 35 })
  const check = world.expectPending('check')
  world.reply(check, { type: 'checked', withHashes: check.withHashes, reply: checkReply() })
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  return world
}
function withoutRoom(): MachineWorld {
  const world = sending()
  world.fail(world.expectPending('part', { part: 1 }), FULL)
  return world
}
function reloaded(before: MachineWorld, hasFile: boolean): MachineWorld {
  const stored = JSON.parse(JSON.stringify(before.state.items.map(toStored)))
  const world = new MachineWorld({ partBytes: 10 })
  const items = [fromStored(stored[0], hasFile)]
  world.send({ type: 'restore', userId: 'lin', items, groups: before.state.groups })
  return world
}

test('after a reload it is retried automatically, without another notice', () => {
  const world = reloaded(withoutRoom(), true)
  expect(world.item('a')).toMatchObject({ status: 'error', error: { name: 'disk_full' } })
  expect(waitsForSpace(world.item('a'))).toBe(true)
  world.endWait()
  world.fail(world.expectPending('list'), FULL)
  expect(waitsForSpace(world.item('a'))).toBe(true)
  expect(world.notices).toEqual([])
  world.endWait()
  world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
  expect(world.status('a')).toBe('uploading')
})

test('an item that has lost its file waits for the user instead', () => {
  const world = reloaded(withoutRoom(), false)
  expect(world.item('a')).toMatchObject({ status: 'pause', pauseReason: 'restored', error: null })
  expect([waitsForSpace(world.item('a')), world.pending]).toEqual([false, []])
  world.send({ type: 'attach', uid: 'a', lastModified: 7 })
  expect(world.status('a')).toBe('uploading')
})

test('folders that found no space are not created automatically', () => {
  const before = new MachineWorld()
  const item = itemWith({ uid: 'a', uploadType: 2, groupId: 'g', path: ['x'], parentId: null })
  before.send({ type: 'add', items: [item], groups: [groupOf('g', [['x']])] })
  before.fail(before.expectPending('folders'), FULL)
  const world = reloaded(before, true)
  expect(world.item('a')).toMatchObject({ status: 'error', error: { name: 'disk_full' } })
  expect([waitsForSpace(world.item('a')), world.pending]).toEqual([false, []])
})

test('while it waits the queue has not ended, and the end is reported once', () => {
  const world = sending()
  const ended = () => world.log.filter(({ type }) => type === 'allEnded').length
  for (let time = 0; time < 3; time++) {
    world.fail(world.expectPending('part', { part: 1 }), FULL)
    expect([world.status('a'), ended()]).toEqual(['error', 0])
    world.endWait()
    world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
  }
  world.fail(world.expectPending('part', { part: 1 }), { kind: 'refused', name: 'not_permitted' })
  expect([world.status('a'), ended()]).toEqual(['error', 1])
})

test('attaching the file ends the wait for space', () => {
  const world = withoutRoom()
  world.send({ type: 'attach', uid: 'a', lastModified: 7 })
  expect([world.status('a'), waitsForSpace(world.item('a'))]).toEqual(['uploading', false])
  expect(world.pendingOf('wait')).toEqual([])
})

test('the user can pause and resume it like an active upload', () => {
  const world = withoutRoom()
  expect(canPause(world.item('a'))).toBe(true)
  world.send({ type: 'pause', uids: ['a'] })
  const paused = { status: 'pause', pauseReason: 'user', error: null, errorMsg: null }
  expect(world.item('a')).toMatchObject(paused)
  expect([waitsForSpace(world.item('a')), world.pending]).toEqual([false, []])
  world.send({ type: 'resume', uids: ['a'] })
  world.fail(world.expectPending('list'), FULL)
  world.send({ type: 'pauseAll' })
  expect(world.item('a')).toMatchObject(paused)
})
