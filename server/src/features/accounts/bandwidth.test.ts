// @module-tag long
import { randomBytes } from 'node:crypto'
import { currentUser } from '@clouddisk/contract/accounts'
import { updatePerson } from '@clouddisk/contract/admin-people'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import {
  checkUploadAble,
  queryOpenUploads,
  queryUploadAuth,
  recycleObject,
} from '@clouddisk/contract/uploads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StillClock, useBandwidthClock } from '../../../test/pace-clock.ts'
import type { Person } from '../../../test/person.ts'
import { openUpload, putAll, putObject, save, sendFiles } from '../../../test/transfer.ts'
import { openWorld, type World } from '../../../test/world.ts'
import type { Environment } from '../../config/config.ts'

/** How fast a person's transfers go, by a clock that stands: what has come by then came without waiting. */

const KB = 1024
const RATE = 64 * KB
/** What passes without waiting: a quarter of a second's, and what was on its way when the first had to wait. */
const AT_ONCE = RATE / 4

let world: World
let clock: StillClock
let admin: Person
async function open(env: Environment = {}): Promise<void> {
  world = await openWorld(env)
  clock = new StillClock()
  useBandwidthClock(world.ctx, clock)
  admin = await world.admin()
}
beforeEach(() => open())
afterEach(() => world.close())

const limit = (person: Person, speedLimit: number) =>
  admin.call(updatePerson, { userId: person.user.userId, speedLimit })

async function limited(speedLimit = RATE): Promise<Person> {
  const person = await world.person()
  await limit(person, speedLimit)
  return person
}

/** A download that is under way: how much of it has come, and all of it in the end. */
function downloading(address: string) {
  const chunks: Uint8Array[] = []
  const reading = (async () => {
    for await (const chunk of (await fetch(address)).body ?? []) chunks.push(chunk)
    return Buffer.concat(chunks)
  })()
  return { arrived: () => chunks.reduce((sum, chunk) => sum + chunk.length, 0), whole: () => reading }
}

/** Moves the clock on until something has ended; answers how long that took by it, in ms. */
async function until(work: Promise<unknown>): Promise<number> {
  const begin = clock.now()
  let ended = false
  const end = work.finally(() => {
    ended = true
  })
  while (!ended) {
    await Promise.race([clock.awaited(), end.catch(() => undefined)])
    clock.next()
  }
  await end
  return clock.now() - begin
}

const secondsOf = (bytes: number): number => (bytes / RATE) * 1000

describe('a person with a speed limit', () => {
  it('downloads no faster than it, all that it downloads together, and others as fast as they can', async () => {
    const [slow, quick] = [await limited(), await world.person()]
    const bytes = randomBytes(300 * KB)
    await limit(slow, 0)
    const file = await slow.upload('0', 'a.bin', bytes)
    const theirs = await quick.upload('0', 'a.bin', bytes)
    await limit(slow, RATE)
    const address = await slow.call(getDownloadUrl, { instanceId: file.instanceId })
    const [first, second] = [downloading(address), downloading(address)]
    await clock.awaited()
    // All of another's comes while nothing more of these can.
    expect(await quick.download(theirs.instanceId)).toEqual(bytes)
    expect(first.arrived() + second.arrived()).toBeLessThanOrEqual(AT_ONCE)
    const ms = await until(Promise.all([first.whole(), second.whole()]))
    expect(await first.whole()).toEqual(bytes)
    expect(await second.whole()).toEqual(bytes)
    expect(ms).toBeGreaterThanOrEqual(secondsOf(2 * bytes.length - AT_ONCE) - 1)
    expect(ms).toBeLessThan(secondsOf(2 * bytes.length) * 1.5)
  })

  it('downloads archives no faster either', async () => {
    const slow = await world.person()
    const bytes = randomBytes(100 * KB)
    const file = await slow.upload('0', 'a.bin', bytes)
    await limit(slow, RATE)
    const { url } = await slow.call(getArchiveUrl, { instanceIds: file.instanceId })
    const archive = downloading(url)
    const ms = await until(archive.whole())
    expect(ms).toBeGreaterThanOrEqual(secondsOf(bytes.length - AT_ONCE) - 1)
  })

  it('uploads no faster than it, several parts together, and others as fast as they can', async () => {
    const [slow, quick] = [await limited(), await world.person()]
    const bytes = randomBytes(300 * KB)
    const uploads = await Promise.all(
      ['a.bin', 'b.bin'].map(async (name) => {
        const upload = { parentId: '0', name, bytes, hashes: 'after' as const }
        return { upload, check: await openUpload(slow, upload) }
      }),
    )
    expect(uploads.map(({ check }) => check.syncSpeed)).toEqual([RATE, RATE])
    expect((await slow.call(queryOpenUploads, {})).map(({ syncSpeed }) => syncSpeed)).toEqual([RATE, RATE])
    let put = 0
    const sending = Promise.all(
      uploads.map(async ({ check }) => {
        await putAll(slow, check, bytes)
        put++
      }),
    )
    await clock.awaited()
    await quick.upload('0', 'a.bin', bytes)
    expect(put).toBe(0)
    const ms = await until(sending)
    // One chunk of each has come before it is known how long it is.
    expect(ms).toBeGreaterThanOrEqual(secondsOf(2 * bytes.length - AT_ONCE) - 1)
    expect(ms).toBeLessThan(secondsOf(2 * bytes.length) * 1.5)
    for (const { upload, check } of uploads) await save(slow, upload, check)
    expect(await slow.tree()).toEqual({ 'a.bin': bytes.length, 'b.bin': bytes.length })
  })

  it('uploads many small files no faster either, and keeps nobody waiting meanwhile', async () => {
    const [slow, quick] = [await limited(), await world.person()]
    const files = Array.from({ length: 10 }, () => ({ bytes: randomBytes(30 * KB) }))
    const sending = sendFiles(slow, files)
    await clock.awaited()
    expect((await sendFiles(quick, files)).every(({ errcode }) => errcode === 0)).toBe(true)
    expect(await slow.list()).toEqual([])
    const ms = await until(sending)
    expect(ms).toBeGreaterThanOrEqual(secondsOf(10 * 30 * KB - AT_ONCE) - 1)
    expect(await slow.list()).toHaveLength(10)
  })

  it('goes on at once when it is lifted, and transfers that run are held when one is given', async () => {
    const person = await limited()
    const bytes = randomBytes(40 * 1024 * KB)
    await limit(person, 0)
    const { instanceId } = await person.upload('0', 'large.bin', bytes)
    await limit(person, RATE)
    const address = await person.call(getDownloadUrl, { instanceId })
    const first = downloading(address)
    await clock.awaited()
    await limit(person, 0)
    expect((await first.whole()).equals(bytes)).toBe(true)
    expect(clock.now()).toBe(0)

    const response = await fetch(address)
    const reader = response.body?.getReader()
    await limit(person, RATE)
    let read = 0
    // Each call gives the server its turn: the limit is in force long before all is read.
    while (!clock.isAwaited) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) break
      read += value?.length ?? 0
      await person.call(currentUser, {})
    }
    expect(clock.isAwaited).toBe(true)
    expect(read).toBeLessThan(bytes.length)
    await reader?.cancel()
  })

  it('has a part that is held ended with its upload', async () => {
    const slow = await limited()
    const upload = { parentId: '0', name: 'a.bin', bytes: randomBytes(200 * KB), hashes: 'after' as const }
    const check = await openUpload(slow, upload)
    const sending = putObject(slow, check, upload.bytes)
    await clock.awaited()
    await slow.call(recycleObject, { objectKey: check.objectKey, bucketName: check.bucketName })
    expect((await sending).status).toBe(404)
  })
})

describe('a speed limit for everybody', () => {
  it('holds for each person by itself, and the tighter one counts', async () => {
    await world.close()
    await open({ CLOUDDISK_BANDWIDTH_LIMIT: '128K' })
    const [plain, slower] = [await world.person(), await limited(RATE)]
    const speed = async (who: Person) =>
      (await who.call(checkUploadAble, { parentId: '0', instanceName: 'a.bin', fSize: 10 })).syncSpeed
    expect(await speed(plain)).toBe(128 * KB)
    expect(await speed(slower)).toBe(RATE)
    await limit(slower, 1024 * KB)
    expect(await speed(slower)).toBe(128 * KB)
    const begun = await openUpload(slower, { parentId: '0', name: 'b.bin', bytes: randomBytes(KB) })
    await limit(slower, RATE)
    const resourceUri = `/${begun.bucketName}/${begun.objectKey}`
    const call = { httpVerb: 'PUT', action: 'upload', resourceUri } as const
    expect(await slower.call(queryUploadAuth, { ...begun, ...call })).toMatchObject({ syncSpeed: RATE })
    const bytes = randomBytes(200 * KB)
    const ms = await until(plain.upload('0', 'a.bin', bytes, { hashes: 'after' }))
    expect(ms).toBeGreaterThanOrEqual(((bytes.length - 32 * KB) / (128 * KB)) * 1000 - 1)
  })
})
