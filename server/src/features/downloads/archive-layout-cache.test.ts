import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { getArchiveUrl } from '@clouddisk/contract/downloads'
import { batchCreateFolder, createFolder, renameInstance } from '@clouddisk/contract/files'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { readZipBytes } from '../../../test/read-zip.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

/** How often everything below some items is read while `work` runs. */
async function laid(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    const texts = query.mock.calls.map(([asked]) => String((asked as { text?: string }).text ?? asked))
    return texts.filter((text) => text.includes('recursive down')).length
  } finally {
    query.mockRestore()
  }
}

const names = async (address: string) => {
  const answer = await fetch(address)
  return readZipBytes(Buffer.from(await answer.arrayBuffer()))
    .map((entry) => entry.path)
    .sort()
}

describe('an archive that is asked for again', () => {
  it('is laid out once, whatever piece of it is asked for', async () => {
    const owner = await world.person()
    const { instanceId } = await owner.call(batchCreateFolder, {
      instanceName: 'top',
      children: [{ instanceName: 'a' }, { instanceName: 'b' }],
    })
    const { url } = await owner.call(getArchiveUrl, { instanceIds: [instanceId ?? ''] })
    const { url: again } = await owner.call(getArchiveUrl, { instanceIds: [instanceId ?? ''] })
    const piece = (address: string) => fetch(address, { headers: { range: 'bytes=0-0' } })
    const asked = async () => {
      for (const answer of await Promise.all([piece(url), piece(url), piece(again)]))
        expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 1])
      expect(await names(url)).toEqual(['top/', 'top/a/', 'top/b/'])
    }
    expect(await laid(asked)).toBe(1)
    expect(await laid(asked)).toBe(0)
  })

  it('is laid out once while somebody else has long been writing', async () => {
    const other = await world.ctx.db.pool.connect()
    try {
      await other.query('begin; select pg_current_xact_id()')
      const owner = await world.person()
      const { instanceId } = await owner.call(createFolder, { instanceName: 'top' })
      const { url } = await owner.call(getArchiveUrl, { instanceIds: [instanceId] })
      expect(await laid(() => names(url))).toBe(1)
      expect(await laid(() => names(url))).toBe(0)
    } finally {
      await other.query('rollback')
      other.release()
    }
  })

  it('is laid out anew once anything in it has changed', async () => {
    const owner = await world.person()
    const { instanceId } = await owner.call(createFolder, { instanceName: 'top' })
    const { url } = await owner.call(getArchiveUrl, { instanceIds: [instanceId] })
    expect(await names(url)).toEqual(['top/'])
    const inner = await owner.call(createFolder, { parentId: instanceId, instanceName: 'inner' })
    expect(await names(url)).toEqual(['top/', 'top/inner/'])
    await owner.call(renameInstance, { instanceId: inner.instanceId, instanceName: 'other' })
    expect(await names(url)).toEqual(['top/', 'top/other/'])
    await owner.upload(inner.instanceId, 'x.txt', Buffer.from('x'))
    expect(await names(url)).toEqual(['top/', 'top/other/', 'top/other/x.txt'])
  })

  it('is laid out anew for all who ask at that moment', async () => {
    const owner = await world.person()
    const children = Array.from({ length: 2000 }, (_, n) => ({ instanceName: `folder ${n}` }))
    const { instanceId = '' } = await owner.call(batchCreateFolder, { instanceName: 'wide', children })
    const { url } = await owner.call(getArchiveUrl, { instanceIds: [instanceId] })
    for (let round = 1; round <= 3; round++) {
      await owner.call(createFolder, { parentId: instanceId, instanceName: `more ${round}` })
      const heads = await Promise.all(Array.from({ length: 8 }, () => fetch(url, { method: 'HEAD' })))
      expect(heads.map((head) => head.status)).toEqual(Array(8).fill(200))
      expect(new Set(heads.map((head) => head.headers.get('etag'))).size).toBe(1)
      expect(await names(url)).toHaveLength(2001 + round)
    }
  })

  it('comes whole where it has thousands of entries', async () => {
    const owner = await world.person()
    const children = Array.from({ length: 2500 }, (_, n) => ({ instanceName: `folder ${n}` }))
    const { instanceId } = await owner.call(batchCreateFolder, { instanceName: 'wide', children })
    const { url } = await owner.call(getArchiveUrl, { instanceIds: [instanceId ?? ''] })
    expect(await names(url)).toHaveLength(2501)
  })
})

describe('many archives at once', () => {
  /** An answer that has begun and that nobody reads. */
  const begin = (address: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const request = get(address, { agent: false }, (answer) => resolve(answer.pause()))
      request.on('error', reject)
    })

  async function large(owner: Person): Promise<string> {
    const file = await owner.upload('0', 'large.bin', randomBytes(30_000_000))
    return (await owner.call(getArchiveUrl, { instanceIds: [file.instanceId] })).url
  }

  it('are eight of one person, and take nothing from another', async () => {
    const [owner, other] = [await world.person(), await world.person()]
    const address = await large(owner)
    const slow = await Promise.all(Array.from({ length: 8 }, () => begin(address)))
    expect(slow.map((answer) => answer.statusCode)).toEqual(Array(8).fill(200))
    const refused = await fetch(address, { headers: { 'accept-language': 'en' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(await refused.json()).toMatchObject({ errcode: 20429 })
    const { instanceId } = await other.call(createFolder, { instanceName: 'mine' })
    const { url } = await other.call(getArchiveUrl, { instanceIds: [instanceId] })
    expect(await names(url)).toEqual(['mine/'])
    for (const answer of slow) answer.destroy()
    await expect.poll(async () => (await fetch(address, { method: 'HEAD' })).status).toBe(200)
  })
})
