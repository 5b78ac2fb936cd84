import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { moveInstances, pageInstances, removeInstances } from '@clouddisk/contract/files'
import { clearTrash } from '@clouddisk/contract/trash'
import { Product } from './product.ts'
import type { Answers, CrowdTasks } from './protocol.ts'
import { abreast, type Wire } from './wire.ts'

/** Several people who are signed in and work at the same time. */

const MiB = 1024 * 1024
const PART = 8 * MiB
const SMALL = 10 * 1024
/** Files that each has before the work begins. */
const FILES = 20
const PAGE = 100
const LARGE_FILES = [16 * MiB, 64 * MiB, 128 * MiB]
const sizeOf = (seed: number): number => LARGE_FILES[seed % LARGE_FILES.length] ?? PART
/** Of large files that go up in a day, evenly over it: what is deleted stays on the disk until the next. Bytes. */
const LARGE_A_DAY = 5 * 1024 * MiB

interface Client {
  readonly product: Product
  readonly rootId: string
  /** Two folders of small files, which are moved between them. */
  readonly folders: readonly [string, string]
  /** Large files, the oldest first. */
  readonly large: string[]
}

type Act = (client: Client, seed: number) => Promise<unknown>

export class Crowd implements Answers<CrowdTasks> {
  readonly #origin: string
  readonly #wireTo: (origin: string) => Wire
  #clients: Client[] = []
  #seed = 0

  constructor(origin: string, wireTo: (origin: string) => Wire) {
    this.#origin = origin
    this.#wireTo = wireTo
  }

  open = async ({ names, password, seed }: { names: readonly string[]; password: string; seed: number }) => {
    this.#seed = seed * 1_000_000
    this.#clients = []
    for (const userName of names) {
      const product = new Product(this.#origin, this.#wireTo)
      const { rootId } = await product.signIn({ userName, password })
      const newFolder = (name: string) =>
        product.createFolder({ parentId: rootId, name: `${name} ${this.#newSeed()}` })
      const folders = [await newFolder('here'), await newFolder('there')] as const
      const client = { product, rootId, folders, large: [] }
      await product.batches({
        seed: this.#newSeed(),
        count: FILES,
        size: SMALL,
        width: 1,
        folder: folders[0],
        together: FILES,
      })
      this.#clients.push(client)
    }
  }

  work = async ({ kind, width, count }: { kind: 'up' | 'down' | 'mixed'; width: number; count: number }) => {
    const clients = this.#clients.slice(0, width)
    if (clients.length < width) throw new Error(`${clients.length} of ${width} people are there`)
    let free = [...clients]
    return abreast(count, width, async (n) => {
      const client = free.pop()
      if (!client) throw new Error('all are at work')
      const act = kind === 'up' ? sendSmall : kind === 'down' ? fetchSmall : MIXED[n % MIXED.length]
      await act?.(client, this.#newSeed())
      free = [client, ...free]
    })
  }

  lists = async ({ count }: { count: number }) => {
    const [client] = this.#clients
    if (!client) throw new Error('no client has signed in')
    return client.product.pages({ parentId: client.folders[0], pageSize: PAGE, count })
  }

  live = async ({ seconds }: { seconds: number }) => {
    const begin = performance.now()
    const passed = () => (performance.now() - begin) / (seconds * 1000)
    let acts = 0
    let large = 0
    const fits = (bytes: number) => {
      if (large + bytes > LARGE_A_DAY * passed()) return false
      large += bytes
      return true
    }
    const days = this.#clients.map(async (client, who) => {
      for (let n = who; passed() < 1; n++) {
        const seed = this.#newSeed()
        const act = DAY[n % DAY.length]
        await (act === sendLarge && !fits(sizeOf(seed)) ? fetchLarge : act)?.(client, seed)
        acts++
      }
    })
    await Promise.all(days)
    return acts
  }

  #newSeed(): number {
    return ++this.#seed
  }
}

const list: Act = ({ product, folders }) =>
  product.call(pageInstances, { parentId: folders[0], pageSize: PAGE })

const sendSmall: Act = ({ product, folders }, seed) =>
  product.smallFiles({ seed, count: 1, size: SMALL, width: 1, folder: folders[1] })

async function first({ product }: Client, parentId: string): Promise<string | undefined> {
  const { list } = await product.call(pageInstances, { parentId, pageSize: PAGE })
  return list[0]?.instanceId
}

async function fetchSmall({ product, folders }: Client, seed: number): Promise<void> {
  const { list } = await product.call(pageInstances, { parentId: folders[0], pageSize: PAGE })
  const file = list[seed % list.length]
  if (!file) throw new Error('there is no file to read')
  await product.fetchUrl(await product.call(getDownloadUrl, { instanceId: file.instanceId }))
}

/** The file that has just been sent goes where the others are. */
async function move(client: Client, seed: number): Promise<void> {
  const { product, folders } = client
  const file = await first(client, folders[1])
  if (file === undefined) return void (await sendSmall(client, seed))
  await product.call(moveInstances, { instances: file, targeParentId: folders[0], conflict: 'keepBoth' })
}

async function remove(client: Client): Promise<void> {
  const file = await first(client, client.folders[1])
  if (file !== undefined) await client.product.call(removeInstances, { instanceIds: file })
}

async function sendLarge({ product, large }: Client, seed: number): Promise<void> {
  large.push((await product.upload({ seed, size: sizeOf(seed), partSize: PART, width: 3 })).file)
  if (large.length < 3) return
  await product.call(removeInstances, { instanceIds: large.shift() ?? '' })
  await product.call(clearTrash, {})
}

async function fetchLarge({ product, large }: Client): Promise<void> {
  const file = large.at(-1)
  if (file !== undefined) await product.download({ file })
}

const MIXED: readonly Act[] = [list, sendSmall, list, fetchSmall]
const DAY: readonly Act[] = [
  list,
  sendSmall,
  list,
  fetchSmall,
  list,
  sendSmall,
  move,
  list,
  sendLarge,
  list,
  fetchSmall,
  sendSmall,
  remove,
  list,
  fetchLarge,
]
