import { LIMITS } from '@clouddisk/contract/limits'
import { expect, test } from 'vitest'
import { checkReply, MachineWorld, MD5, SHA256 } from '../../test/machine-world.ts'
import type { Failure } from './messages.ts'

/** Fewer parts are sent at a time after losses, and more again after successes. */

function sending(partsInFlight: number, reply: Parameters<typeof checkReply>[0] = {}): MachineWorld {
  const world = new MachineWorld({ partBytes: 10, partsInFlight })
  world.add({ uid: 'a', fileSize: 1000 })
  world.reply(world.expectPending('hash'), { type: 'hashed', fMd5: MD5, sha256: SHA256 })
  for (let asked = 0; asked < 2; asked++) {
    const check = world.expectPending('check')
    world.reply(check, { type: 'checked', withHashes: check.withHashes, reply: checkReply(reply) })
  }
  world.reply(world.expectPending('init'), { type: 'initiated', uploadId: 'up' })
  return world
}
const goingUp = (world: MachineWorld): number => world.pendingOf('part').length
const sendParts = (world: MachineWorld, count: number): void => {
  for (let n = 0; n < count; n++) {
    const [part] = world.pendingOf('part')
    if (part) world.reply(part, { type: 'sent', etag: 'e' })
  }
}
/** Fails all parts in flight, then ends their waits. */
function lose(world: MachineWorld, failure: Partial<Failure>): void {
  for (const part of world.pendingOf('part')) world.fail(part, failure)
  for (const probe of world.pendingOf('probe')) world.reply(probe, { type: 'probed', reachable: true })
  for (const wait of world.pendingOf('wait')) world.reply(wait, { type: 'waitEnded' })
}

test('after timeouts the number is halved, once for all parts in flight', () => {
  const world = sending(5)
  expect(goingUp(world)).toBe(5)
  for (const left of [2, 1, 1]) {
    lose(world, { kind: 'timeout' })
    expect(goingUp(world)).toBe(left)
  }
})

test.each<Partial<Failure>>([{ kind: 'server' }, { kind: 'unavailable' }, { kind: 'network' }])(
  'after $kind the number drops by one, once for all parts in flight',
  (failure) => {
    const world = sending(3)
    for (const left of [2, 1, 1]) {
      lose(world, failure)
      expect(goingUp(world)).toBe(left)
    }
  },
)

test('after four successful rounds the number rises by one, up to the maximum', () => {
  const world = sending(3)
  expect(goingUp(world)).toBe(3)
  lose(world, { kind: 'timeout' })
  expect(goingUp(world)).toBe(1)
  sendParts(world, 3)
  expect(goingUp(world)).toBe(1)
  sendParts(world, 1)
  expect(goingUp(world)).toBe(2)
  sendParts(world, 7)
  expect(goingUp(world)).toBe(2)
  sendParts(world, 1)
  expect(goingUp(world)).toBe(3)
  sendParts(world, 40)
  expect(goingUp(world)).toBe(3)
})

test('a refusal by the server does not change the number', () => {
  const world = sending(3)
  const [part] = world.pendingOf('part')
  if (part) world.fail(part, { kind: 'parts' })
  expect(world.state.partConcurrency).toBeNull()
})

test('going offline resets the number', () => {
  const world = sending(3)
  lose(world, { kind: 'timeout' })
  world.send({ type: 'online', online: false })
  world.send({ type: 'online', online: true })
  world.reply(world.expectPending('list'), { type: 'listed', parts: [] })
  expect(goingUp(world)).toBe(3)
})

test('a changed maximum applies', () => {
  const world = sending(3)
  lose(world, { kind: 'timeout' })
  world.send({ type: 'configure', settings: { partsInFlight: 5 } })
  sendParts(world, 4 + 8 + 12)
  expect(goingUp(world)).toBe(4)
  world.send({ type: 'configure', settings: { partsInFlight: 2 } })
  sendParts(world, 4)
  expect(goingUp(world)).toBe(2)
})

test('one part at a time if a part takes two seconds at the granted rate', () => {
  expect(goingUp(sending(3, { syncSpeed: 5 }))).toBe(1)
  expect(goingUp(sending(3, { syncSpeed: 6 }))).toBe(3)
  expect(goingUp(sending(3, { syncSpeed: 0 }))).toBe(3)
})

test('a changed speed limit applies from the next part on', () => {
  const world = sending(3, { syncSpeed: 5 })
  const arriveAt = (syncSpeed: number) => {
    const [part] = world.pendingOf('part')
    if (part) world.reply(part, { type: 'sent', etag: 'e', syncSpeed })
  }
  arriveAt(LIMITS.syncSpeed)
  expect(goingUp(world)).toBe(3)
  arriveAt(5)
  expect(goingUp(world)).toBe(2)
  expect(world.item('a').syncSpeed).toBe(5)
  sendParts(world, 2)
  expect(goingUp(world)).toBe(1)
})
