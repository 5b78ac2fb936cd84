import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, createClient } from '@clouddisk/client/http/call'
import { digests } from '@clouddisk/client/uploads/digests'
import { hashBlob, proveBlob } from '@clouddisk/client/uploads/hash'
import type { FinishedRecord } from '@clouddisk/client/uploads/ports'
import { createUploadQueue } from '@clouddisk/client/uploads/runner'
import { type FileToUpload, isFailed, type UploadQueue, waitsForSpace } from '@clouddisk/client/uploads/state'
import { memoryStorage, systemPorts } from '@clouddisk/client/uploads/system'
import { fetchTransport } from '@clouddisk/client/uploads/transport'
import { createFolder } from '@clouddisk/contract/files'
import { LIMITS } from '@clouddisk/contract/limits'
import type { Reply } from '@clouddisk/contract/route'
import { uploadFiles } from '@clouddisk/contract/uploads'
import type { Person, Tree } from '../../../server/test/person.ts'
import { bytesOf, type Random } from '../../../server/test/random.ts'

/** Somebody whose files go up by the client's own upload queue, and who never touches what has begun. */

/** Bytes: these go together with others where that is wished for; by themselves; in several parts. */
const SMALL_MAX = 60_000
const MIDDLE = { from: 300_000, to: 1_500_000 }
const LARGE = { from: 9_000_000, to: 18_000_000 }
/** How often somebody has a file of several parts, unless told otherwise. */
const LARGE_CHANCE = 0.4
const SMALL = { from: 3, to: 9 }
const LATE_MS = 120_000
const AT_ONCE = 3

/** How small files go up: many in a call, as the page has it, or each by itself, as the client has it unless told otherwise. */
export type Small = 'together' | 'alone'

/** What was told to be saved. */
export interface Kept {
  readonly instanceId: string
  readonly seed: number
  readonly size: number
}

interface Wanted {
  readonly path: readonly string[]
  readonly name: string
  readonly seed: number
  readonly size: number
}

export class Uploader {
  readonly person: Person
  readonly #queue: UploadQueue
  readonly #wanted = new Map<string, Wanted>()
  readonly #folders = new Map<string, Wanted[]>()
  readonly #random: Random
  readonly #largeChance: number
  #open: Wanted[] = []
  #folderId = ''
  #failure: string | undefined
  #known: Wanted | undefined
  /** Ids of all that came with others. */
  readonly #together = new Set<string>()
  readonly kept: Kept[] = []
  bytes = 0
  instant = 0
  /** Of those that were told to be saved, how many came with others. */
  together = 0

  constructor(person: Person, random: Random, largeChance = LARGE_CHANCE) {
    this.person = person
    this.#largeChance = largeChance
    this.#random = random
    const client = createClient({
      baseUrl: person.baseUrl,
      token: () => person.token,
      language: () => 'en-US',
    })
    this.#queue = createUploadQueue(
      {
        ...systemPorts,
        api: this.#watched(client),
        network: { reachable: (signal) => client.reachable(signal) },
        hasher: { hash: hashBlob, digests, prove: proveBlob },
        transport: fetchTransport(),
        storage: memoryStorage(),
        hooks: {
          notify: (notice) => {
            if (notice.kind === 'signedOut' || notice.kind === 'nameTaken' || notice.kind === 'storageFailed')
              this.#failure ??= `the queue says ${notice.kind}`
          },
          refresh: () => undefined,
          allEnded: () => undefined,
          finished: (record) => this.#finished(record),
        },
      },
      { settings: { iUploadLimit: AT_ONCE } },
    )
    this.#queue.setUser(person.user.userId)
  }

  /** The client's calls; what comes in one with others is remembered. */
  #watched({ call }: Client): Client['call'] {
    return async (route, input, options) => {
      const reply = await call(route, input, options)
      if (route.name === uploadFiles.name)
        for (const { file } of (reply as Reply<typeof uploadFiles>).list)
          if (file) this.#together.add(file.instanceId)
      return reply
    }
  }

  /** Puts files into the queue, all for a new folder. */
  async begin(name: string, small: Small): Promise<void> {
    this.#queue.configure({ smallFilesMax: small === 'together' ? LIMITS.smallFilesMax : 0 })
    const made = await this.person.call(createFolder, { parentId: '0', instanceName: name })
    this.#folderId = made.instanceId
    this.#open = this.#wishes()
    this.#folders.set(made.instanceId, this.#open)
    const files = this.#open.map(fileOf)
    const uids = this.#queue.add({ parentId: made.instanceId, uploadTo: name, files })
    for (const [n, uid] of uids.entries()) {
      const wanted = this.#open[n]
      if (wanted) this.#wanted.set(uid, wanted)
    }
  }

  #wishes(): Wanted[] {
    const random = this.#random
    const wish = (name: string, size: number, path: readonly string[] = []): Wanted => ({
      path,
      name,
      size,
      seed: random.int(0x7fff_ffff),
    })
    const wishes = Array.from({ length: random.between(SMALL.from, SMALL.to) }, (_, n) =>
      wish(`small ${n}`, random.between(1, SMALL_MAX)),
    )
    wishes.push(wish('middle', random.between(MIDDLE.from, MIDDLE.to)))
    if (random.chance(this.#largeChance)) wishes.push(wish('large', random.between(LARGE.from, LARGE.to)))
    // Content that is stored already, by somebody who has it: it need not be sent again.
    if (this.#known) wishes.push({ ...this.#known, name: 'again' })
    if (random.chance(0.5)) wishes.push(wish('deep', random.between(1, SMALL_MAX), ['tree', 'below']))
    this.#known = wishes.find(({ name }) => name === 'middle')
    return wishes
  }

  #finished({ id, fileId }: FinishedRecord): void {
    const wanted = this.#wanted.get(id)
    if (!wanted) return
    this.#wanted.delete(id)
    this.kept.push({ instanceId: fileId, seed: wanted.seed, size: wanted.size })
    this.bytes += wanted.size
    if (this.#together.has(fileId)) this.together++
    if (this.#queue.snapshot().items.find(({ uid }) => uid === id)?.instant) this.instant++
  }

  get acknowledged(): number {
    return this.kept.length
  }

  /** Whether something has not been told to be saved yet. */
  get isWaiting(): boolean {
    return this.#wanted.size > 0
  }

  /** Ends when everything that has begun is saved; nobody helps. */
  async settle(): Promise<void> {
    for (const late = Date.now() + LATE_MS; this.#wanted.size > 0; await delay(20)) {
      const { items, groups } = this.#queue.snapshot()
      const failed =
        items.find((item) => isFailed(item) && !waitsForSpace(item)) ??
        groups.find(({ status }) => status === 'failed')
      const why = this.#failure ?? (failed && JSON.stringify(failed))
      assert.equal(why, undefined, 'an upload did not go on by itself')
      assert.ok(
        Date.now() < late,
        `uploads do not end: ${JSON.stringify(items.filter(({ uid }) => this.#wanted.has(uid)))}`,
      )
    }
    assert.deepEqual(await this.person.tree(this.#folderId), treeOf(this.#open))
  }

  /** All folders, as they were told to be. */
  async expectAll(): Promise<void> {
    for (const [folderId, wishes] of this.#folders)
      assert.deepEqual(await this.person.tree(folderId), treeOf(wishes))
  }

  stop(): Promise<void> {
    return this.#queue.stop()
  }
}

function treeOf(wishes: readonly Wanted[]): Tree {
  const tree: Tree = {}
  for (const { path, name, size } of wishes) {
    let folder = tree
    for (const piece of path) {
      folder[piece] ??= {}
      folder = folder[piece] as Tree
    }
    folder[name] = size
  }
  return tree
}

const fileOf = ({ path, name, seed, size }: Wanted): FileToUpload => ({
  file: new Blob([new Uint8Array(bytesOf(seed, size))]),
  name,
  path,
  lastModified: 1_700_000_000_000,
})
