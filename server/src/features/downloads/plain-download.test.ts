import { randomBytes } from 'node:crypto'
import { downloadInstance } from '@clouddisk/contract/downloads'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

const path = (instanceId: string) => `${pathOf(downloadInstance)}?instanceId=${instanceId}`
const header = (answer: Response, name: string) => answer.headers.get(name)
const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())
const refusalOf = async (answer: Response) => {
  const { errcode } = (await answer.json()) as { errcode: number }
  return [answer.status, errcode]
}
const recorded = async (name: string) => {
  await world.ctx.auditSealer.seal()
  return world.ctx.db.reader
    .selectFrom('audit_log')
    .select(['object_name as name', 'action', 'result', 'behaviour', 'actor_id as actorId'])
    .where('object_name', 'like', name)
    .where('action', '=', 'file.downloaded')
    .execute()
}

describe('a download in one call', () => {
  it.each([0, 1, 10_240, 65_536, 65_537, 3_000_000])('brings all of %d bytes', async (size) => {
    const bytes = randomBytes(size)
    const file = await person.upload('0', `${size} 字节.html`, bytes)
    const answer = await person.fetch(path(file.instanceId))
    expect([answer.status, header(answer, 'content-length')]).toEqual([200, String(size)])
    expect((await bytesOf(answer)).equals(bytes)).toBe(true)
    expect(header(answer, 'content-type')).toBe('application/octet-stream')
    expect(header(answer, 'content-disposition')).toMatch(/^attachment; .*%E5%AD%97%E8%8A%82\.html$/)
    expect(header(answer, 'content-security-policy')).toMatch(/^default-src 'none'.* sandbox$/)
    expect(header(answer, 'cache-control')).toBe('private, no-cache')
    expect(header(answer, 'x-content-type-options')).toBe('nosniff')
  })

  it('understands ranges, conditions and HEAD', async () => {
    const file = await person.upload('0', 'ranges.bin', Buffer.from('0123456789'))
    const ask = (headers: Record<string, string>, method = 'GET') =>
      person.fetch(path(file.instanceId), { method, headers })
    const etag = header(await ask({}), 'etag') ?? ''
    const part = await ask({ range: 'bytes=2-4', 'if-range': etag })
    expect([part.status, header(part, 'content-range')]).toEqual([206, 'bytes 2-4/10'])
    expect((await bytesOf(part)).toString()).toBe('234')
    expect((await ask({ range: 'bytes=2-4', 'if-range': '"another"' })).status).toBe(200)
    expect((await ask({ range: 'bytes=10-' })).status).toBe(416)
    expect((await ask({ 'if-none-match': etag })).status).toBe(304)
    const head = await ask({}, 'HEAD')
    expect([head.status, header(head, 'content-length')]).toEqual([200, '10'])
    expect((await ask({}, 'POST')).status).toBe(405)
  })

  it('is of the current version', async () => {
    const file = await person.upload('0', 'versions.txt', Buffer.from('first'))
    await person.upload('0', 'versions.txt', Buffer.from('second'), { conflict: 'newVersion' })
    expect((await bytesOf(await person.fetch(path(file.instanceId)))).toString()).toBe('second')
  })

  it('is refused for a folder, without a right, and without a session', async () => {
    const { instanceId: folder } = await person.call(createFolder, { instanceName: 'a folder' })
    const file = await person.upload('0', 'mine', randomBytes(1))
    const stranger = await world.person()
    expect(await refusalOf(await person.fetch(path(folder)))).toEqual([200, codeOf('is_a_folder')])
    expect(await refusalOf(await person.fetch(path('nothing')))).toEqual([200, codeOf('not_found')])
    expect(await refusalOf(await stranger.fetch(path(file.instanceId)))).toEqual([200, codeOf('not_found')])
    const inLink = await person.fetch(`${path(file.instanceId)}&linkPath=abc`)
    expect((await refusalOf(inLink))[1]).not.toBe(0)
    const anybody = await fetch(`${world.baseUrl}${path(file.instanceId)}`)
    expect(await refusalOf(anybody)).toEqual([401, codeOf('not_signed_in')])
  })

  it('is recorded before its bytes are sent, once for each file of many that are asked for at once', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `together-${n}.bin`)
    const files = await Promise.all(names.map((name) => person.upload('0', name, randomBytes(100))))
    const answers = await Promise.all(files.map(({ instanceId }) => person.fetch(path(instanceId))))
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    const rows = await recorded('together-%')
    expect(rows.map(({ name }) => name).sort()).toEqual([...names].sort())
    expect(rows[0]).toMatchObject({
      result: 'ok',
      behaviour: 'downloadInstance',
      actorId: person.user.userId,
    })
  })
})
