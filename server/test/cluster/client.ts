import assert from 'node:assert/strict'
import { getArchiveUrl, getDownloadUrl } from '@clouddisk/contract/downloads'
import {
  createFolder,
  type Instance,
  moveInstances,
  pageInstances,
  removeInstances,
  renameInstance,
} from '@clouddisk/contract/files'
import { pageNotifications } from '@clouddisk/contract/notifications'
import type { Reply } from '@clouddisk/contract/route'
import { createShare } from '@clouddisk/contract/shares'
import type { Person } from '../person.ts'
import { bytesOf, type Random } from '../random.ts'
import { readZipBytes } from '../read-zip.ts'
import { callFiles, openUpload, putAll, type Received, save, smallFilesBody } from '../transfer.ts'
import { type Caller, isPassing, patient, patiently, type Tally } from './patient.ts'

/** One person at work, and what its drive must hold by what was answered. */

interface Held {
  readonly instanceId: string
  readonly folderId: string
  readonly name: string
  readonly seed: number
  readonly size: number
}

const WEIGHTS = {
  upload: 8,
  uploadFiles: 4,
  list: 5,
  download: 5,
  move: 2,
  rename: 2,
  share: 1,
  zip: 1,
  remove: 1,
}
type Deed = keyof typeof WEIGHTS

const FOLDERS = 3
const SMALL_MAX = 200_000
/** More than one part, now and then. */
const LARGE = 9 * 1024 * 1024
/** In one call. */
const TOGETHER = { from: 2, to: 8 }
const PAUSE_MS = 250

export class BusyClient {
  readonly person: Person
  readonly #caller: Caller
  readonly #tally: Tally
  readonly #random: Random
  readonly #folders: string[] = []
  readonly #held = new Map<string, Held>()
  #names = 0
  deeds = 0
  bytes = 0
  /** Ids of all that it ever uploaded. */
  readonly created: string[] = []
  /** Of these, how many came many in a call. */
  together = 0
  /** How many of its shares somebody has been told of. */
  readonly told = new Map<string, number>()

  constructor(person: Person, random: Random, tally: Tally) {
    this.person = person
    this.#random = random
    this.#tally = tally
    this.#caller = patient(person, tally)
  }

  async begin(): Promise<void> {
    for (let n = 0; n < FOLDERS; n++) {
      const made = await this.#caller.call(createFolder, { parentId: '0', instanceName: `folder ${n}` })
      this.#folders.push(made.instanceId)
    }
  }

  async work(isOver: () => boolean, others: readonly BusyClient[]): Promise<void> {
    while (!isOver()) {
      const deed = this.#held.size === 0 ? 'upload' : this.#random.weighted(WEIGHTS)
      try {
        await this.#deeds[deed](others)
      } catch (error) {
        throw new Error(`${this.person.user.userName} could not ${deed}`, { cause: error })
      }
      this.deeds++
      await new Promise((resolve) => setTimeout(resolve, this.#random.int(PAUSE_MS)))
    }
  }

  readonly #deeds: Record<Deed, (others: readonly BusyClient[]) => Promise<void>> = {
    upload: () => this.#upload(),
    uploadFiles: () => this.#uploadFiles(),
    list: () => this.#list(),
    download: () => this.#download(this.#random.pick([...this.#held.values()])),
    move: () => this.#move(),
    rename: () => this.#rename(),
    share: (others) => this.#share(others),
    zip: () => this.#zip(),
    remove: () => this.#remove(),
  }

  async #upload(): Promise<void> {
    const folderId = this.#random.pick(this.#folders)
    const size = this.#random.chance(0.05) ? LARGE : this.#random.int(SMALL_MAX)
    const seed = this.#random.int(0x7fff_ffff)
    const bytes = bytesOf(seed, size)
    const lastModified = Date.now()
    const upload = { parentId: folderId, name: `file ${++this.#names}`, bytes, lastModified }
    const check = await openUpload(this.#caller, upload)
    const received: Received = { parts: new Map(), complete: false }
    await patiently(this.#tally, isPassing, () => putAll(this.#caller, check, bytes, received))
    const { instanceId } = await save(this.#caller, upload, check)
    this.#hold({ instanceId, folderId, name: upload.name, seed, size })
  }

  /** Many small ones in one call, which answers the same files however often it is made. */
  async #uploadFiles(): Promise<void> {
    const folderId = this.#random.pick(this.#folders)
    const files = Array.from({ length: this.#random.between(TOGETHER.from, TOGETHER.to) }, () => ({
      name: `file ${++this.#names}`,
      seed: this.#random.int(0x7fff_ffff),
      size: this.#random.int(SMALL_MAX),
    }))
    const sent = files.map(({ name, seed, size }) => ({
      parentId: folderId,
      instanceName: name,
      bytes: bytesOf(seed, size),
      lastModified: Date.now(),
    }))
    const { list } = await callFiles(this.#caller, smallFilesBody(sent))
    assert.deepEqual(
      list.map(({ errcode, file }) => file?.outcome ?? errcode),
      files.map(() => 'created'),
    )
    for (const [n, { file }] of list.entries()) {
      const about = files[n]
      if (file && about) this.#hold({ instanceId: file.instanceId, folderId, ...about })
    }
    this.together += files.length
  }

  #hold(held: Held): void {
    this.bytes += held.size
    this.created.push(held.instanceId)
    this.#held.set(held.instanceId, held)
  }

  async #list(): Promise<void> {
    const folderId = this.#random.pick(this.#folders)
    const names = (await this.#itemsOf(folderId)).map((item) => item.instanceName)
    assert.deepEqual(names.sort(), this.#namesIn(folderId))
  }

  #namesIn(folderId: string): string[] {
    const here = [...this.#held.values()].filter((held) => held.folderId === folderId)
    return here.map((held) => held.name).sort()
  }

  async #itemsOf(parentId: string): Promise<Instance[]> {
    const all: Instance[] = []
    for (let cursor: string | undefined; ; ) {
      const page: Reply<typeof pageInstances> = await this.#caller.call(pageInstances, {
        parentId,
        pageSize: 200,
        ...(cursor ? { cursor } : {}),
      })
      all.push(...page.list)
      cursor = page.nextCursor
      if (!cursor) return all
    }
  }

  async #download({ instanceId, seed, size }: Held): Promise<void> {
    const url = await this.#caller.call(getDownloadUrl, { instanceId })
    const bytes = await this.#fetched(url)
    assert.ok(bytes.equals(bytesOf(seed, size)), `${instanceId} is not what was uploaded`)
  }

  /** As browsers do, a download that was cut off is begun again. */
  #fetched(url: string): Promise<Buffer> {
    return patiently(this.#tally, isPassing, async () => {
      this.#tally.calls++
      const response = await fetch(url)
      if (!response.ok) throw new Error(`a download answered ${response.status}`)
      return Buffer.from(await response.arrayBuffer())
    })
  }

  async #move(): Promise<void> {
    const held = this.#random.pick([...this.#held.values()])
    const folderId = this.#random.pick(this.#folders.filter((id) => id !== held.folderId))
    const moved = await this.#caller.call(moveInstances, {
      instanceIds: [held.instanceId],
      targeParentId: folderId,
    })
    assert.deepEqual(
      moved.list.map((line) => line.errcode),
      [0],
    )
    this.#held.set(held.instanceId, { ...held, folderId })
  }

  async #rename(): Promise<void> {
    const held = this.#random.pick([...this.#held.values()])
    const name = `name ${++this.#names}`
    await this.#caller.call(renameInstance, { instanceId: held.instanceId, instanceName: name })
    this.#held.set(held.instanceId, { ...held, name })
  }

  async #share(others: readonly BusyClient[]): Promise<void> {
    const { instanceId } = this.#random.pick([...this.#held.values()])
    const other = this.#random.pick(others.filter((one) => one !== this))
    const given = `${instanceId} ${other.person.user.userId}`
    if (this.told.has(given)) return
    await this.#caller.call(createShare, {
      instanceIds: [instanceId],
      members: [{ principalType: 'user', principalId: other.person.user.userId, role: 'viewer' }],
    })
    this.told.set(given, 1)
  }

  async #zip(): Promise<void> {
    const folderId = this.#random.pick(this.#folders)
    const names = this.#namesIn(folderId)
    if (names.length === 0) return
    const { url } = await this.#caller.call(getArchiveUrl, { instanceIds: [folderId] })
    const files = readZipBytes(await this.#fetched(url)).filter(({ path }) => !path.endsWith('/'))
    assert.deepEqual(files.map(({ path }) => path.replace(/^.*\//, '')).sort(), names)
  }

  async #remove(): Promise<void> {
    const { instanceId } = this.#random.pick([...this.#held.values()])
    const removed = await this.#caller.call(removeInstances, { instanceIds: [instanceId] })
    assert.deepEqual(
      removed.list.map((line) => line.errcode),
      [0],
    )
    this.#held.delete(instanceId)
  }

  /** Everything that was answered is there, under its name and byte for byte, and nothing else. */
  async verify(): Promise<number> {
    for (const folderId of this.#folders) {
      const items = await this.#itemsOf(folderId)
      assert.deepEqual(items.map((item) => item.instanceName).sort(), this.#namesIn(folderId))
    }
    for (const held of this.#held.values()) await this.#download(held)
    return this.#held.size
  }

  /** Notifications of shares that came here, by what was shared. */
  async heardOf(): Promise<Map<string, number>> {
    const heard = new Map<string, number>()
    for (let cursor: string | undefined; ; ) {
      const page: Reply<typeof pageNotifications> = await this.#caller.call(pageNotifications, {
        pageSize: 100,
        ...(cursor ? { cursor } : {}),
      })
      for (const { kind, data } of page.list)
        if (kind === 'share.given')
          heard.set(data.instanceId ?? '', (heard.get(data.instanceId ?? '') ?? 0) + 1)
      cursor = page.nextCursor
      if (!cursor) return heard
    }
  }
}
