import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { saveDlpRule } from '@clouddisk/contract/dlp'
import { copyInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink, queryLinkCheck } from '@clouddisk/contract/links'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CIcap, hasCIcap } from '../../../../test/c-icap.ts'
import { type IcapBehaviour, IcapServer } from '../../../../test/icap-server.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkLinks } from '../../links/review/check-links.ts'
import { IcapClient } from './client.ts'
import { type IcapLimits, IcapScans } from './icap-scans.ts'

/** Content goes to an ICAP server, and what it objects to is blocked. */

let server: IcapServer
let world: World
let owner: Person
beforeAll(async () => {
  server = await IcapServer.start()
  world = await openWorld({ CLOUDDISK_ICAP_URL: server.url })
  owner = await world.person()
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
  await server.stop()
})

/** As a client that has asked nothing yet. */
const check = (behaviour: IcapBehaviour, content: string) => {
  server.behaviour = behaviour
  const bytes = Buffer.from(content)
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000)
  }
  const file = { name: '报告 1.txt', size: bytes.length, bytes: pieces }
  return new IcapClient(server.url).check(file, new AbortController().signal)
}

it.each([
  ['RESPMOD', undefined],
  ['RESPMOD', 0],
  ['RESPMOD', 4],
  ['RESPMOD', 1024],
  ['REQMOD', undefined],
  ['REQMOD', 1024],
] as const)('sends all of a file by %s, with a preview of %s bytes', async (method, preview) => {
  const behaviour = { method, ...(preview !== undefined && { preview }), says: 'infection' } as const
  for (const content of ['a', 'abcd', '长'.repeat(5000), 'x'.repeat(1024)]) {
    expect(await check(behaviour, content)).toBeUndefined()
    expect(server.bodies.at(-1)).toBe(content)
    expect(await check(behaviour, `${content} EICAR`)).toBe('Eicar-Test')
    expect(server.bodies.at(-1)).toBe(`${content} EICAR`)
  }
})

it('understands each way of objecting, and takes a fault for no answer', async () => {
  expect(await check({ method: 'RESPMOD', says: 'violations' }, 'EICAR')).toBe('Customer list')
  expect(await check({ method: 'RESPMOD', says: 'page' }, 'EICAR')).toBe('blocked')
  expect(await check({ method: 'REQMOD', says: 'page' }, 'EICAR')).toBe('blocked')
  await expect(check({ method: 'RESPMOD', says: 'fault' }, 'a')).rejects.toThrow('answers 500')
})

const linkTo = async (name: string, content: string) => {
  const { instanceId } = await owner.upload('0', name, Buffer.from(content))
  const { shareId } = await owner.call(createOrUpdateLink, { instanceIds: [instanceId], code: '' })
  return vi.waitFor(
    async () => {
      await checkLinks(world.ctx)
      const found = await owner.call(queryLinkCheck, { shareId })
      expect(found.review).not.toBe('scanning')
      return { instanceId, ...found }
    },
    { timeout: 20_000, interval: 50 },
  )
}

it('keeps links closed to files that it objects to, without any rule, and copies where a rule applies', async () => {
  server.behaviour = { method: 'RESPMOD', says: 'infection' }
  expect(await linkTo('a.txt', 'clean')).toMatchObject({ review: 'passed' })
  const { instanceId, ...bad } = await linkTo('b.txt', 'EICAR')
  expect(bad).toMatchObject({
    review: 'blocked',
    list: [
      { instanceName: 'b.txt', matches: [{ rule: 'ICAP: Eicar-Test', level: 'high', action: 'block' }] },
    ],
  })
  const group = await world.group(owner)
  const copy = () => owner.call(copyInstances, { instances: [instanceId], targeParentId: group.rootId })
  await copy()
  const admin = await world.admin('superAdmin')
  const rule = { name: 'x', kind: 'words', level: 'low', action: 'block', enabled: true } as const
  await admin.call(saveDlpRule, { ...rule, terms: ['x'], places: ['transfer'] })
  await expect(copy()).rejects.toMatchObject({
    code: 110008,
    details: { list: [{ name: 'b.txt', rule: 'ICAP: Eicar-Test' }] },
  })
})

it('sends files to review while it does not answer', async () => {
  server.behaviour = { method: 'RESPMOD', says: 'fault' }
  expect(await linkTo('c.txt', 'another')).toMatchObject({
    review: 'waiting',
    list: [{ verdict: 'review', unreadable: ['unchecked'] }],
  })
})

it('is not given files above the limit, which go to review', async () => {
  server.behaviour = { method: 'RESPMOD', says: 'infection' }
  const { icapLimits } = world.ctx.config
  onTestFinished(() => void Object.assign(world.ctx.config, { icapLimits }))
  Object.assign(world.ctx.config, { icapLimits: { ...icapLimits, bytesMax: 10 } })
  expect(await linkTo('d.txt', 'ten bytes.')).toMatchObject({ review: 'passed' })
  expect(await linkTo('e.txt', 'eleven byte')).toMatchObject({
    review: 'waiting',
    list: [{ verdict: 'review', unreadable: ['too_large'] }],
  })
  expect(server.bodies).not.toContain('eleven byte')
})

describe('the scans of a server', () => {
  const LONG = { ms: 60_000, signal: new AbortController().signal }
  const AT_ONCE = { ms: 0, signal: new AbortController().signal }
  beforeEach(() => {
    server.behaviour = { method: 'RESPMOD', says: 'infection' }
    server.bodies.splice(0)
    server.heldMax = 0
  })
  afterEach(() => server.release())

  const scansOf = (limits: Partial<IcapLimits> = {}) => {
    const scans = new IcapScans(server.url, { concurrency: 4, seconds: 60, ...limits })
    onTestFinished(() => scans.close())
    return (text: string, wait: Parameters<IcapScans['ask']>[2]) => {
      const bytes = Buffer.from(text)
      const sha256 = createHash('sha256').update(bytes).digest()
      const pieces = async function* () {
        yield bytes
      }
      return scans.ask({ sha256, size: bytes.length }, pieces, wait)
    }
  }

  it('are a few at a time', async () => {
    const ask = scansOf({ concurrency: 2 })
    const all = ['1', '2', '3', '4', '5'].map((no) => ask(`HOLD ${no}`, LONG))
    await expect.poll(() => server.heldCount).toBeGreaterThanOrEqual(2)
    // By the time that another one is answered the others would have come.
    await check(server.behaviour, 'free')
    const answered = Promise.all(all)
    const isOver = answered.then(() => true)
    const round = () => {
      server.release()
      return Promise.race([isOver, setImmediate(false)])
    }
    await expect.poll(round, { timeout: 20_000 }).toBe(true)
    expect(server.heldMax).toBe(2)
    expect(await answered).toEqual(all.map(() => ({ state: 'checked', objection: undefined })))
  })

  it('are shared by those who wait for the same content', async () => {
    const ask = scansOf()
    const both = [ask('HOLD EICAR', LONG), ask('HOLD EICAR', LONG)]
    await expect.poll(() => server.heldCount).toBe(1)
    await check(server.behaviour, 'free')
    server.release()
    const found = { state: 'checked', objection: 'Eicar-Test' }
    expect(await Promise.all(both)).toEqual([found, found])
    expect(server.bodies).toEqual(['HOLD EICAR', 'free'])
  })

  it('go on without those who stopped waiting, and are answered when they ask again', async () => {
    const ask = scansOf()
    expect(await ask('HOLD EICAR', AT_ONCE)).toBeUndefined()
    await expect.poll(() => server.heldCount).toBe(1)
    expect(await ask('HOLD EICAR', AT_ONCE)).toBeUndefined()
    server.release()
    await expect.poll(() => ask('HOLD EICAR', AT_ONCE)).toMatchObject({ objection: 'Eicar-Test' })
    expect(server.bodies).toEqual(['HOLD EICAR'])
  })

  it('end after the time for one, whatever the server does', async () => {
    const ask = scansOf({ seconds: 1 })
    const outcome = await ask('HOLD', LONG)
    expect(outcome).toMatchObject({ state: 'failed', error: { message: 'no verdict within 1 s' } })
    server.release()
    await expect(ask('free', LONG)).resolves.toMatchObject({ state: 'checked' })
  })
})

it.skipIf(!hasCIcap)('is understood by c-icap, where it is installed, for files of any size', async () => {
  const real = await CIcap.start()
  try {
    const client = new IcapClient(real.url)
    for (const size of [1, 1023, 1024, 1025, 3_000_000]) {
      const bytes = Buffer.alloc(size, 'x')
      const pieces = async function* () {
        for (let at = 0; at < size; at += 65_536) yield bytes.subarray(at, at + 65_536)
      }
      const file = { name: 'a b.txt', size, bytes: pieces }
      expect(await client.check(file, new AbortController().signal), String(size)).toBeUndefined()
    }
  } finally {
    await real.stop()
  }
})
