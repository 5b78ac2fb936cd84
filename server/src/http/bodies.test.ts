import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { currentUser } from '@clouddisk/contract/accounts'
import { codeOf } from '@clouddisk/contract/errors'
import { createFolder, queryNamesakes, removeInstances } from '@clouddisk/contract/files'
import { pathOf } from '@clouddisk/contract/route'
import { FILES_TYPE, uploadFiles } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, sha256Of } from '../../test/person.ts'
import { openWorld, type World } from '../../test/world.ts'
import { freeze, unfreeze } from '../features/accounts/accounts.ts'
import { MAX_CONCURRENT_LARGE_BODIES } from './mount.ts'

/** How large bodies may be, and how many of them are held in memory. */

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
})
afterAll(() => world.close())

it('refuses a list that is too long with its limit, in every encoding', async () => {
  const ids = Array.from({ length: 2000 }, () => randomUUID())
  const form = new URLSearchParams(ids.map((id): [string, string] => ['instanceIds', id]))
  const bodies = [JSON.stringify({ instanceIds: ids }), JSON.stringify({ instanceIds: ids.join(',') }), form]
  for (const body of bodies) {
    const json = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
    const answer = await person.fetch(pathOf(removeInstances), { method: 'POST', headers: json, body })
    expect(await answer.json()).toMatchObject({ errcode: codeOf('too_many_items'), data: { limit: 1000 } })
  }
})

const BODY = JSON.stringify({ parentId: '0', names: ['one'], filler: 'x'.repeat(1_000_000) })

/** A large question whose body has not come yet. */
function ask(who: Person): { out: ClientRequest; answer: Promise<number | undefined> } {
  const out = request(world.baseUrl + pathOf(queryNamesakes), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(BODY),
    },
  })
  out.flushHeaders()
  out.on('error', () => undefined)
  const answer = once(out, 'response').then(([response]: IncomingMessage[]) => {
    response?.resume()
    return response?.statusCode
  })
  // Of those that are given up nobody waits for an answer.
  answer.catch(() => undefined)
  return { out, answer }
}

it('large bodies of one person are read two at a time, and few wait for that', async () => {
  const other = await world.person()
  const all = Array.from({ length: 8 }, () => ask(person))
  const refused: number[] = []
  for (const { answer } of all) void answer.then((status) => status === 429 && refused.push(status))
  await expect.poll(() => refused.length).toBe(2)
  // Small ones, and those of others, do not wait.
  expect(await person.call(queryNamesakes, { parentId: '0', names: ['one'] })).toBeDefined()
  const theirs = ask(other)
  theirs.out.end(BODY)
  expect(await theirs.answer).toBe(200)
  expect(refused).toHaveLength(2)
  for (const { out } of all) out.end(BODY)
  const statuses = await Promise.all(all.map(({ answer }) => answer))
  expect(statuses.filter((status) => status === 200)).toHaveLength(6)
})

/** Its head is on the way. */
async function connected(out: ClientRequest): Promise<void> {
  const socket = out.socket ?? (await once(out, 'socket'))[0]
  if (socket.connecting) await once(socket, 'connect')
}

it('large bodies of all people together are read so many at a time, and the others wait for their turn', async () => {
  const people = await Promise.all(
    Array.from({ length: MAX_CONCURRENT_LARGE_BODIES / 2 }, () => world.person()),
  )
  const halfway = people.flatMap((who) => [ask(who), ask(who)])
  await Promise.all(halfway.map(({ out }) => connected(out)))
  const last = await world.person()
  const small = async () => {
    for (let n = 0; n < 10; n++)
      expect(await last.call(queryNamesakes, { parentId: '0', names: ['one'] })).toBeDefined()
  }
  await small()
  const waiting = ask(last)
  let answered = false
  void waiting.answer.then(() => (answered = true))
  waiting.out.end(BODY)
  await small()
  expect(answered).toBe(false)
  halfway[0]?.out.destroy()
  expect(await waiting.answer).toBe(200)
  for (const { out } of halfway) out.destroy()
})

it('a call is not made whose person was frozen while its body was on its way', async () => {
  const file = { instanceName: 'late.txt', fSize: 1, parentId: '0', sha256: sha256Of(Buffer.from('x')) }
  const json = Buffer.from(JSON.stringify({ batchId: randomUUID(), files: [file] }))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(json.length)
  const calls = [
    [createFolder, 'application/json', Buffer.from('{"instanceName":"late"}')],
    [uploadFiles, FILES_TYPE, Buffer.concat([length, json, Buffer.from('x')])],
  ] as const
  for (const [route, type, body] of calls) {
    const late = await world.person()
    const out = request(world.baseUrl + pathOf(route), {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${late.token}`,
        'content-type': type,
        'content-length': body.length,
        expect: '100-continue',
      },
    })
    out.flushHeaders()
    await once(out, 'continue')
    out.write(body.subarray(0, 10))
    await late.call(currentUser, {})
    await freeze(world.ctx, late.user.userName)
    out.end(body.subarray(10))
    const [response] = (await once(out, 'response')) as [IncomingMessage]
    response.resume()
    expect(response.statusCode).toBe(401)
    await unfreeze(world.ctx, late.user.userName)
    expect(await (await world.again(late)).list()).toEqual([])
  }
})
