import { saveDlpRule } from '@clouddisk/contract/dlp'
import { copyInstances } from '@clouddisk/contract/files'
import { createOrUpdateLink, queryLinkCheck } from '@clouddisk/contract/links'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CIcap, hasCIcap } from '../../../../test/c-icap.ts'
import { type IcapBehaviour, IcapServer } from '../../../../test/icap-server.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { checkLinks } from '../../links/review/check-links.ts'
import { IcapClient } from './client.ts'

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
  return new IcapClient(server.url).check({ name: '报告 1.txt', size: bytes.length, bytes: pieces })
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

it.skipIf(!hasCIcap)('is understood by c-icap, where it is installed, for files of any size', async () => {
  const real = await CIcap.start()
  try {
    const client = new IcapClient(real.url)
    for (const size of [1, 1023, 1024, 1025, 3_000_000]) {
      const bytes = Buffer.alloc(size, 'x')
      const pieces = async function* () {
        for (let at = 0; at < size; at += 65_536) yield bytes.subarray(at, at + 65_536)
      }
      expect(await client.check({ name: 'a b.txt', size, bytes: pieces }), String(size)).toBeUndefined()
    }
  } finally {
    await real.stop()
  }
})
