// @module-tag long
import { randomBytes } from 'node:crypto'
import { createClient } from '@clouddisk/client/http/call'
import { digests } from '@clouddisk/client/uploads/digests'
import { hashBlob, proveBlob } from '@clouddisk/client/uploads/hash'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import type { OpenSession, UploadItem, UploadQueue } from '@clouddisk/client/uploads/state'
import { memoryStorage, systemPorts } from '@clouddisk/client/uploads/system'
import { fetchTransport } from '@clouddisk/client/uploads/transport'
import { queryOpenUploads, queryUploadAuth } from '@clouddisk/contract/uploads'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** One person's upload on two devices, each with a queue as the page has it: none of its bytes is lost, none doubled. */

const MB = 1024 * 1024
const SIZE = 20 * MB
/** Kept back on the first device, so that it stops with the others there. */
const LAST_PART = '3'

let world: World
const queues: UploadQueue[] = []
beforeAll(async () => {
  world = await openWorld()
})
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop()
  expect(await world.doctor()).toEqual([])
})
afterAll(() => world.close())

type Api = Parameters<typeof createUploadQueue>[0]['api']

class Device {
  readonly queue: UploadQueue

  /** @param before each authorization of a part, by its number. */
  constructor(person: Person, before: (partNum: string | undefined) => Promise<void> = async () => {}) {
    const client = createClient({ baseUrl: person.baseUrl, token: () => person.token })
    const api: Api = async (route, input, options) => {
      if (route.name === queryUploadAuth.name) await before((input as { partNum?: string }).partNum)
      return client.call(route, input, options)
    }
    this.queue = createUploadQueue({
      ...systemPorts,
      api,
      network: client,
      hasher: { hash: hashBlob, digests, prove: proveBlob },
      transport: fetchTransport(),
      storage: memoryStorage(),
      hooks: { notify: () => {}, refresh: () => {}, allEnded: () => {}, finished: () => {} },
    })
    queues.push(this.queue)
    this.queue.setUser(person.user.userId)
  }

  get item(): UploadItem {
    const [item] = this.queue.snapshot().items
    if (!item) throw new Error('nothing was added')
    return item
  }

  add(bytes: Buffer<ArrayBuffer>, session?: OpenSession): void {
    const file = { file: new Blob([bytes]), name: 'a.bin', lastModified: 1000, path: [] }
    this.queue.add({ parentId: '0', uploadTo: '', files: [{ ...file, ...(session && { session }) }] })
  }

  until(holds: (item: UploadItem) => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!holds(this.item)) return
        leave()
        resolve()
      }
      const leave = this.queue.subscribe(look)
      look()
    })
  }

  async saved(): Promise<string> {
    await this.until(({ status }) => status === 'success' || status === 'error')
    expect(this.item).toMatchObject({ status: 'success', error: null })
    return this.item.instanceId ?? ''
  }
}

/** A device that stopped before the last part, and what the server keeps of its upload. */
async function stopped(person: Person, bytes: Buffer<ArrayBuffer>) {
  const stops = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const device = new Device(person, async (partNum) => {
    if (partNum !== LAST_PART) return
    stops.resolve()
    await goesOn.promise
  })
  device.add(bytes)
  await stops.promise
  await device.until(({ iMaxSuccessNum }) => iMaxSuccessNum === 2)
  device.queue.pause([device.item.uid])
  goesOn.resolve()
  const [left] = await person.call(queryOpenUploads, {})
  if (!left) throw new Error('nothing is left')
  return { left, goOn: () => device.queue.resume([device.item.uid]), device }
}

it('what one has left the other finishes, and the first finds it there', async () => {
  const person = await world.person()
  const bytes = randomBytes(SIZE)
  const { left, goOn, device } = await stopped(person, bytes)
  const other = new Device(person)
  other.add(bytes, left)
  const instanceId = await other.saved()
  goOn()
  expect(await device.saved()).toBe(instanceId)
  expect(await person.tree()).toEqual({ 'a.bin': SIZE })
  expect((await person.download(instanceId)).equals(bytes)).toBe(true)
})

it('of equal content that was here already there is one file too', async () => {
  const person = await world.person()
  const bytes = randomBytes(SIZE)
  const { left, goOn, device } = await stopped(person, bytes)
  await person.upload('0', 'elsewhere.bin', bytes)
  const other = new Device(person)
  other.add(bytes, left)
  const instanceId = await other.saved()
  goOn()
  expect(await device.saved()).toBe(instanceId)
  expect(await person.tree()).toEqual({ 'a.bin': SIZE, 'elsewhere.bin': SIZE })
})

it('other bytes under the same name, size and time are a file of their own', async () => {
  const person = await world.person()
  const bytes = randomBytes(SIZE)
  const others = Buffer.from(bytes)
  others.writeUInt8(others.readUInt8(SIZE - 1) ^ 1, SIZE - 1)
  const { left, goOn, device } = await stopped(person, bytes)
  const other = new Device(person)
  other.add(others, left)
  const second = await other.saved()
  goOn()
  const first = await device.saved()
  expect((await person.download(first)).equals(bytes)).toBe(true)
  expect((await person.download(second)).equals(others)).toBe(true)
  expect(await person.tree()).toEqual({ 'a.bin': SIZE, 'a (1).bin': SIZE })
})
