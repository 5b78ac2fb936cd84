import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { putFile as send } from '@clouddisk/client/uploads/put-file'
import { logout } from '@clouddisk/contract/accounts'
import { errorNameOf } from '@clouddisk/contract/errors'
import { createFolder } from '@clouddisk/contract/files'
import { removeMembers } from '@clouddisk/contract/groups'
import { LIMITS } from '@clouddisk/contract/limits'
import { pathOf } from '@clouddisk/contract/route'
import { putFile, queryOpenUploads, type SavedInstance } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { newMasterKey } from '../../objects/encrypted/master-keys.ts'
import { StoreFull } from '../../objects/port.ts'

let world: World
let person: Person
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  expect(await world.doctor()).toEqual([])
})

const sha256 = (bytes: Uint8Array, form: 'hex' | 'base64' = 'hex') =>
  createHash('sha256').update(bytes).digest(form)
const pathTo = (input: Record<string, string>) => `${pathOf(putFile)}?${new URLSearchParams(input)}`

/** The file, or the name of the refusal. */
async function put(
  who: Person,
  input: Record<string, string>,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<SavedInstance | string> {
  const answer = await who.fetch(pathTo(input), { method: 'PUT', body, headers })
  const { errcode, data } = (await answer.json()) as { errcode: number; data: SavedInstance }
  return errcode === 0 ? data : (errorNameOf(errcode) ?? String(errcode))
}
/** A call whose body the caller writes. */
function sendTo(input: Record<string, string>, who: Person, size: number): ClientRequest {
  const request = httpRequest(new URL(pathTo(input), world.baseUrl), {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, 'content-length': size },
  })
  return request.on('error', () => undefined)
}
/** The name of the refusal; undefined if there is none. */
async function refusalOf(request: ClientRequest): Promise<string | undefined> {
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  return errorNameOf((JSON.parse(await text(answer)) as { errcode: number }).errcode)
}
const usedBy = async ({ user }: Person) =>
  world.ctx.db.reader
    .selectFrom('space')
    .select(['used', 'reserved'])
    .where('person_id', '=', user.userId)
    .executeTakeFirstOrThrow()
/** Objects that no row names. */
async function strayObjects(): Promise<string[]> {
  const stray: string[] = []
  for await (const { key } of world.ctx.stores.home.objects()) {
    const row = await world.ctx.db.reader
      .selectFrom('blob')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirst()
    if (!row) stray.push(key)
  }
  return stray
}

describe.each([
  ['few bytes', 10_240],
  ['many bytes', 300_000],
])('a file of %s in one call', (_name, size) => {
  beforeAll(async () => {
    person = await world.person()
  })

  it('is there when it is answered, as it was sent', async () => {
    const bytes = randomBytes(size)
    const lastModified = Date.UTC(2020, 1, 2)
    const { instanceId: parentId } = await person.call(createFolder, { instanceName: 'in here' })
    const saved = await send(person, { parentId, instanceName: '报告 1%.txt', lastModified }, bytes)
    expect(saved).toMatchObject({ instanceName: '报告 1%.txt', fileSize: size, outcome: 'created', parentId })
    expect((await person.download(saved.instanceId)).equals(bytes)).toBe(true)
    expect(await usedBy(person)).toEqual({ used: size, reserved: 0 })
    expect(await person.call(queryOpenUploads, {})).toEqual([])
  })

  it('may be of any content type, or of none', async () => {
    const bytes = randomBytes(size)
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
    ])
      expect(
        await put(person, { instanceName: type.replace('/', ' ') }, bytes, { 'content-type': type }),
      ).toMatchObject({
        fileSize: size,
      })
    const bare = sendTo({ instanceName: 'bare' }, person, size)
    bare.end(bytes)
    const [answer] = await once(bare, 'response')
    expect(answer.statusCode).toBe(200)
    answer.resume()
  })

  it('is compared with the hash that is given, by a field or a header', async () => {
    const bytes = randomBytes(size)
    const wrong = sha256(randomBytes(1))
    const before = await usedBy(person)
    const name = (n: string) => ({ instanceName: `hashed ${n}` })
    expect(await put(person, { ...name('0'), sha256: wrong }, bytes)).toBe('hash_mismatch')
    expect(await put(person, name('0'), bytes, { 'x-content-sha256': wrong })).toBe('hash_mismatch')
    const digest = (of: Uint8Array) => ({ 'content-digest': `md5=:AAAA:, sha-256=:${sha256(of, 'base64')}:` })
    expect(await put(person, name('0'), bytes, digest(randomBytes(1)))).toBe('hash_mismatch')
    expect(await put(person, name('0'), bytes, { 'x-content-sha256': 'abc' })).toBe('bad_field')
    expect(await put(person, name('0'), bytes, { 'content-digest': 'sha-256=:abc:' })).toBe('bad_field')
    expect(await put(person, { ...name('0'), sha256: wrong }, bytes, digest(bytes))).toBe('bad_field')
    expect(await usedBy(person)).toEqual(before)
    expect(await strayObjects()).toEqual([])
    expect(await put(person, { ...name('1'), sha256: sha256(bytes).toUpperCase() }, bytes)).toMatchObject({
      fileSize: size,
    })
    expect(await put(person, name('2'), bytes, { 'x-content-sha256': sha256(bytes) })).toMatchObject({
      fileSize: size,
    })
    expect(await put(person, name('3'), bytes, digest(bytes))).toMatchObject({ fileSize: size })
  })

  it('handles a name collision as the call asks', async () => {
    const owner = await world.person()
    const one = async (conflict: string) =>
      put(owner, { instanceName: 'same.txt', conflict }, randomBytes(size))
    expect(await one('fail')).toMatchObject({ outcome: 'created' })
    expect(await one('fail')).toBe('name_taken')
    expect(await one('newVersion')).toMatchObject({ outcome: 'newVersion' })
    expect(await one('skip')).toMatchObject({ outcome: 'skipped' })
    expect(await one('keepBoth')).toMatchObject({ outcome: 'renamed', instanceName: 'same (1).txt' })
    expect(await usedBy(owner)).toEqual({ used: 3 * size, reserved: 0 })
    expect(await strayObjects()).toEqual([])
  })

  it('uses what is stored already', async () => {
    const bytes = randomBytes(size)
    const ids = [
      await put(person, { instanceName: 'once' }, bytes),
      await put(person, { instanceName: 'twice' }, bytes),
    ]
    const { rows } = await world.ctx.db.pool.query(
      `select distinct v.blob_id from file_version v where v.file_id = any($1::uuid[])`,
      [ids.map((one) => (typeof one === 'string' ? one : one.instanceId))],
    )
    expect(rows).toHaveLength(1)
  })

  it('is refused where it does not fit, and changes nothing', async () => {
    const poor = await world.person(`poor_${size}`, { capacity: size - 1 })
    expect(await put(poor, { instanceName: 'too much' }, randomBytes(size))).toBe('quota_full')
    expect(await usedBy(poor)).toEqual({ used: 0, reserved: 0 })
    expect(await strayObjects()).toEqual([])
    expect(await poor.tree()).toEqual({})
  })

  it('is refused in the folder of another, and by its name', async () => {
    const { instanceId: parentId } = await person.call(createFolder, { instanceName: `mine ${size}` })
    const stranger = await world.person()
    expect(await put(stranger, { parentId, instanceName: 'intruder' }, randomBytes(size))).toBe('not_found')
    expect(await put(person, { instanceName: 'a/b' }, randomBytes(size))).toBe('bad_field')
    expect(await put(person, {}, randomBytes(size))).toBe('bad_field')
    expect(await strayObjects()).toEqual([])
  })

  it('is the same file if it is sent again with the same id', async () => {
    const bytes = randomBytes(size)
    const batchId = randomUUID()
    const first = await put(person, { instanceName: 'again', batchId }, bytes)
    const second = await put(person, { instanceName: 'again', batchId: batchId.toUpperCase() }, bytes)
    expect(first).toMatchObject({ outcome: 'created' })
    expect(second).toMatchObject({ instanceId: (first as SavedInstance).instanceId })
    expect(await put(person, { instanceName: 'other', batchId }, bytes)).toBe('bad_field')
  })

  it('is not saved if its sender signs out while it comes', async () => {
    const sender = await world.person()
    const bytes = randomBytes(size)
    const sending = sendTo({ instanceName: 'late' }, sender, size)
    sending.write(bytes.subarray(0, size - 1))
    await sender.fetch(pathOf(logout))
    sending.end(bytes.subarray(size - 1))
    const [answer] = await once(sending, 'response')
    expect(answer.statusCode).toBe(401)
    answer.resume()
    expect(await usedBy(sender)).toEqual({ used: 0, reserved: 0 })
  })
})

it('of no length, or of too much of it, is refused by a name for that', async () => {
  const who = await world.person()
  const head = async (headers: Record<string, string>) => {
    const request = httpRequest(new URL(pathTo({ instanceName: 'x' }), world.baseUrl), {
      method: 'PUT',
      headers: { authorization: `Bearer ${who.token}`, ...headers },
    })
    request.on('error', () => undefined)
    request.write('x')
    const [answer] = await once(request, 'response')
    let text = ''
    for await (const chunk of answer) text += chunk
    request.destroy()
    return [answer.statusCode, errorNameOf((JSON.parse(text) as { errcode: number }).errcode)]
  }
  expect(await head({ 'transfer-encoding': 'chunked' })).toEqual([411, 'length_missing'])
  expect(await head({ 'content-length': String(LIMITS.putFileBytes + 1) })).toEqual([
    200,
    'too_large_at_once',
  ])
})

it('that breaks off reserves nothing any more', async () => {
  const who = await world.person()
  const request = sendTo({ instanceName: 'broken' }, who, 300_000)
  request.write(randomBytes(200_000))
  await expect.poll(() => usedBy(who)).toEqual({ used: 0, reserved: 300_000 })
  request.destroy()
  await expect.poll(() => usedBy(who)).toEqual({ used: 0, reserved: 0 })
})

it('is not saved if its sender may not upload there any more when it is there', async () => {
  const [owner, editor] = [await world.person(), await world.person()]
  const { groupId, rootId } = await world.group(owner, [[editor, 'editor']])
  const ofGroup = () =>
    world.ctx.db.reader
      .selectFrom('space')
      .select(['used', 'reserved'])
      .where('root_id', '=', rootId)
      .executeTakeFirstOrThrow()
  const bytes = randomBytes(300_000)
  const sending = sendTo({ parentId: rootId, instanceName: 'late' }, editor, bytes.length)
  sending.write(bytes.subarray(0, 200_000))
  await expect.poll(ofGroup).toEqual({ used: 0, reserved: 300_000 })
  await owner.call(removeMembers, { groupId, principalIds: [editor.user.userId] })
  sending.end(bytes.subarray(200_000))
  expect(await refusalOf(sending)).toBe('not_found')
  expect(await ofGroup()).toEqual({ used: 0, reserved: 0 })
  expect(await strayObjects()).toEqual([])
})

it.each([10_240, 300_000])('of %d bytes is refused by name where the disk is full', async (size) => {
  const who = await world.person()
  const full = vi.spyOn(world.ctx.stores.home, 'putObject').mockRejectedValue(new StoreFull())
  try {
    expect(await put(who, { instanceName: 'no room' }, randomBytes(size))).toBe('disk_full')
  } finally {
    full.mockRestore()
  }
  expect(await usedBy(who)).toEqual({ used: 0, reserved: 0 })
  expect(await put(who, { instanceName: 'room again' }, randomBytes(size))).toMatchObject({ fileSize: size })
})

it('is refused beside sixty-four others of the same person, which go on', async () => {
  const who = await world.person()
  const bytes = randomBytes(70_000)
  const others = Array.from({ length: 64 }, (_, n) => {
    const other = sendTo({ instanceName: `file ${n}` }, who, bytes.length)
    other.write(bytes.subarray(0, 10_000))
    return other
  })
  const saved = others.map(refusalOf)
  await expect.poll(() => usedBy(who), { timeout: 10_000 }).toEqual({ used: 0, reserved: 64 * bytes.length })
  expect(await put(who, { instanceName: 'one more' }, bytes)).toBe('too_many_calls')
  for (const other of others) other.end(bytes.subarray(10_000))
  expect(new Set(await Promise.all(saved))).toEqual(new Set([undefined]))
  expect((await usedBy(who)).reserved).toBe(0)
})

it('sent again with the id of a file that was saved is refused if it has other content', async () => {
  const who = await world.person()
  const [bytes, others] = [randomBytes(100_000), randomBytes(100_000)]
  const again = { instanceName: 'again', batchId: randomUUID() }
  const saved = await put(who, again, bytes)
  expect(await put(who, { ...again, sha256: sha256(others) }, others)).toBe('bad_field')
  expect(await put(who, { ...again, sha256: sha256(bytes) }, bytes)).toMatchObject({
    instanceId: (saved as SavedInstance).instanceId,
  })
})

it.each([66, 100, 120, 300, 1000])('of %d KiB comes whole through a limited speed', async (kib) => {
  const slow = await world.person()
  await world.ctx.db.reader
    .updateTable('person')
    .set({ speed_limit: 2048 * 1024 })
    .where('id', '=', slow.user.userId)
    .execute()
  const sender = await world.again(slow)
  const bytes = randomBytes(kib * 1024)
  const { instanceId } = (await put(sender, { instanceName: 'slow' }, bytes)) as SavedInstance
  expect((await sender.download(instanceId)).equals(bytes)).toBe(true)
})

it('comes whole where content is encrypted', async () => {
  const encrypted = await openWorld({ CLOUDDISK_ENCRYPTION_KEY: newMasterKey() })
  try {
    const who = await encrypted.person()
    for (const kib of [66, 100, 1000]) {
      const bytes = randomBytes(kib * 1024)
      const { instanceId } = await send(who, { instanceName: `${kib}` }, bytes)
      expect((await who.download(instanceId)).equals(bytes)).toBe(true)
    }
  } finally {
    await encrypted.close()
  }
})
