import { randomBytes, randomUUID } from 'node:crypto'
import { createClient } from '@clouddisk/client/http/call'
import { querySessions } from '@clouddisk/contract/accounts'
import { pageAdminSessions } from '@clouddisk/contract/admin-sessions'
import { DEVICE_HEADER, type DeviceInfo, deviceHeader, LOCAL_SYNC_SOURCE } from '@clouddisk/contract/devices'
import { pageInstances } from '@clouddisk/contract/files'
import { HOUR } from '@clouddisk/contract/time'
import { createToken, pageAdminTokens, pageTokens } from '@clouddisk/contract/tokens'
import { checkUploadAble, saveUpload } from '@clouddisk/contract/uploads'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, personOf } from '../../../test/person.ts'
import { putAll, saveInput, sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import { deleteExpiredSessions } from './jobs.ts'

/** The server shows the computer of a desktop client, and the last run of its local sync (G12, R223). */

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const computer = (more: Partial<DeviceInfo> = {}): DeviceInfo => ({
  id: randomUUID(),
  name: '李雷的电脑',
  system: 'Windows 11 Pro',
  version: '0.1.0',
  ...more,
})

/** Makes a call as the desktop client of this computer. */
const introduce = (person: Pick<Person, 'token'>, device: DeviceInfo | string, path = querySessions) =>
  createClient({
    baseUrl: world.baseUrl,
    token: () => person.token,
    headers: () => ({ [DEVICE_HEADER]: typeof device === 'string' ? device : deviceHeader(device) }),
  }).call(path, {})

const clientOf = async (person: Person) => (await person.call(querySessions, {}))[0]?.client

const synced = { sourceType: LOCAL_SYNC_SOURCE }
const small = (instanceName: string, size = 100) => ({ bytes: randomBytes(size), instanceName })

describe('the computer of a session (G12)', () => {
  it('is what the client says of it, a browser has none', async () => {
    const person = await world.person()
    expect(await clientOf(person)).toBeNull()
    const device = computer()
    await introduce(person, device)
    const { id, ...shown } = device
    expect(await clientOf(person)).toEqual({ ...shown, localSync: null })
    await introduce(person, { ...device, version: '0.2.0' })
    expect(await clientOf(person)).toMatchObject({ name: '李雷的电脑', version: '0.2.0' })
    // A session stays with its first computer.
    await introduce(person, computer({ name: 'other' }))
    expect(await clientOf(person)).toMatchObject({ name: '李雷的电脑' })
    const admin = await world.admin()
    const { list } = await admin.call(pageAdminSessions, { device: '李雷' })
    expect(list).toMatchObject([{ userId: person.user.userId, client: { name: '李雷的电脑' } }])
  })

  it('is not noted where the header says something else', async () => {
    const person = await world.person()
    const { id } = computer()
    for (const header of [
      'nothing',
      deviceHeader(computer({ id: 'x' })),
      deviceHeader(computer({ name: 'a\u0000b' })),
      deviceHeader(computer({ name: 'x'.repeat(121) })),
      `id=${id}&name=a`,
    ])
      await introduce(person, header)
    expect(await clientOf(person)).toBeNull()
  })

  it('is known again at the next sign-in, of another person it is another', async () => {
    const [person, other] = [await world.person(), await world.person()]
    const device = computer()
    await introduce(person, device)
    await introduce(other, device)
    await sendFiles(person, [small('a.txt')], synced)
    const again = await world.again(person)
    await introduce(again, device)
    expect(await clientOf(again)).toMatchObject({ localSync: { uploaded: 1, failed: 0 } })
    expect(await clientOf(other)).toMatchObject({ localSync: null })
  })

  it('is that of the last use with an access token', async () => {
    const person = await world.person()
    const { token } = await person.call(createToken, { name: 'headless', scope: 'write' })
    const shown = async () => (await person.call(pageTokens, {})).list[0]
    expect(await shown()).toMatchObject({ client: null })
    const [one, two] = [computer({ name: 'one' }), computer({ name: 'two' })]
    for (const device of [one, two]) {
      await createClient({
        baseUrl: world.baseUrl,
        token: () => token,
        headers: () => ({ [DEVICE_HEADER]: deviceHeader(device) }),
      }).call(pageInstances, {})
    }
    await sendFiles(personOf(world.baseUrl, token, person.user), [small('a.txt')], synced)
    expect(await shown()).toMatchObject({ client: { name: 'two', localSync: { uploaded: 1 } } })
    const admin = await world.admin()
    expect(await admin.call(pageAdminTokens, { userId: person.user.userId })).toMatchObject({
      list: [{ client: { name: 'two' } }],
    })
  })

  it('is forgotten three months after its last session', async () => {
    const person = await world.person()
    await introduce(person, computer())
    const devices = async () =>
      (
        await world.ctx.db.reader
          .selectFrom('device')
          .select('id')
          .where('person_id', '=', person.user.userId)
          .execute()
      ).length
    world.advance(89 * 24 * HOUR)
    await deleteExpiredSessions(world.ctx)
    expect(await devices()).toBe(1)
    world.advance(2 * 24 * HOUR)
    await deleteExpiredSessions(world.ctx)
    expect(await devices()).toBe(0)
  })
})

describe('the last run of a local sync (G12, R223)', () => {
  it('counts what its uploads save and what is refused, and nothing of other uploads', async () => {
    const person = await world.person(undefined, { capacity: 10_000 })
    await introduce(person, computer())
    const run = async () => (await clientOf(person))?.localSync
    await sendFiles(person, [small('by hand.txt')])
    expect(await run()).toBeNull()
    await sendFiles(person, [small('a.txt'), small('b.txt'), small('bad:name.txt')], synced)
    const begun = await run()
    expect(begun).toMatchObject({ time: begun?.startTime, uploaded: 2, failed: 1 })
    world.advance(HOUR / 2)

    const bytes = randomBytes(5000)
    const upload = { parentId: person.user.rootId, name: 'c.bin', bytes }
    const checked = await person.call(checkUploadAble, {
      ...{ parentId: upload.parentId, instanceName: upload.name, fSize: bytes.length },
      ...synced,
    })
    await putAll(person, checked, bytes)
    await person.call(saveUpload, { ...saveInput(upload, checked), ...synced })
    const full = { instanceName: 'd.bin', parentId: '0', fSize: 50_000 }
    expect(await person.call(checkUploadAble, { ...full, ...synced })).toMatchObject({ uploadflag: '2' })
    await expect(
      person.call(checkUploadAble, { ...full, parentId: randomUUID(), ...synced }),
    ).rejects.toMatchObject({ name: 'not_found' })
    const ended = await run()
    expect(ended).toMatchObject({ startTime: begun?.startTime, uploaded: 3, failed: 3 })
    expect(Date.parse(ended?.time ?? '') - Date.parse(begun?.time ?? '')).toBeGreaterThanOrEqual(HOUR / 2)

    await person.upload('0', 'e.bin', randomBytes(10))
    world.advance(HOUR + 1)
    await sendFiles(person, [small('f.txt')], synced)
    const next = await run()
    expect(next).toMatchObject({ startTime: next?.time, uploaded: 1, failed: 0 })
    expect(Date.parse(next?.time ?? '') - Date.parse(ended?.time ?? '')).toBeGreaterThan(HOUR)
  })

  it('is kept of no session that has not introduced a computer', async () => {
    const person = await world.person()
    await sendFiles(person, [small('a.txt')], synced)
    expect(await clientOf(person)).toBeNull()
    expect(await person.list()).toHaveLength(1)
  })
})
