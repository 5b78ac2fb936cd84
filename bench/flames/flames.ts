import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProductTasks } from '../load/protocol.ts'
import { type Loader, loadProduct } from '../sides/loader.ts'
import { ADMIN, BY_NODE, startProduct } from '../sides/product.ts'
import { newSeed } from '../stage.ts'
import { addThread, newFlame, now, type Span, type Written } from './profile.ts'
import { draw } from './svg.ts'

/** Where the server's time goes under each kind of transfer, as pictures. */

const MiB = 1024 * 1024
const PART = 8 * MiB
const MAIN_THREAD = /\.0\.\d+\.cpuprofile$/

type Load = Loader<ProductTasks>['ask']
interface Kind {
  readonly name: string
  readonly title: string
  /** Lays out what it needs, and answers what is drawn. */
  readonly prepare: (load: Load, rootId: string) => Promise<() => Promise<unknown>>
}

const small = async (load: Load, rootId: string) => ({
  seed: newSeed(),
  size: 10 * 1024,
  folder: await load.createFolder({ parentId: rootId, name: `flames ${newSeed()}` }),
})

const KINDS: readonly Kind[] = [
  {
    name: 'upload',
    title: '2 GiB go up, 8 MiB parts, 3 in flight',
    prepare: async (load) => () =>
      load.upload({ seed: newSeed(), size: 2048 * MiB, partSize: PART, width: 3 }),
  },
  {
    name: 'download',
    title: '1 GiB comes down three times',
    prepare: async (load) => {
      const { file } = await load.upload({ seed: newSeed(), size: 1024 * MiB, partSize: PART, width: 3 })
      return async () => {
        for (let n = 0; n < 3; n++) await load.download({ file })
      }
    },
  },
  {
    name: 'small',
    title: '1,000 files of 10 KiB, 4 at a time, whole sequence',
    prepare: async (load, rootId) => {
      const files = await small(load, rootId)
      return () => load.smallFiles({ ...files, count: 1000, width: 4 })
    },
  },
  {
    name: 'batched',
    title: '5,000 files of 10 KiB, 50 in a call',
    prepare: async (load, rootId) => {
      const files = await small(load, rootId)
      return () => load.batches({ ...files, count: 5000, width: 2, together: 50 })
    },
  },
  {
    name: 'fetch',
    title: '1,000 files of 10 KiB come down, 4 at a time',
    prepare: async (load, rootId) => {
      const files = await small(load, rootId)
      await load.smallFiles({ ...files, count: 1000, width: 4 })
      return () => load.fetchAll({ ...files, count: 1000, width: 4 })
    },
  },
]

/** Draws one picture a kind into `into`. */
export async function drawFlames(folder: string, into: string, say: (line: string) => void): Promise<void> {
  const profiles = join(folder, 'profiles')
  await mkdir(into, { recursive: true })
  const product = await startProduct(
    join(folder, 'flames', 'data'),
    { NODE_OPTIONS: `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${profiles}` },
    BY_NODE,
  )
  const load = loadProduct(product.origin)
  const spans = new Map<Kind, Span>()
  try {
    const { rootId } = await load.ask.signIn(ADMIN)
    for (const kind of KINDS) {
      say(`${kind.name} …`)
      const work = await kind.prepare(load.ask, rootId)
      const begin = now()
      await work()
      spans.set(kind, { begin, end: now() })
    }
  } finally {
    await load.close()
    await product.close()
  }
  const threads = await threadsIn(profiles)
  for (const [kind, span] of spans) {
    const root = newFlame('all')
    for (const { name, written } of threads) addThread(root, written, name, span)
    const seconds = ((span.end - span.begin) / 1e6).toFixed(1)
    const busy = (root.total / 1e6).toFixed(1)
    await writeFile(
      join(into, `${kind.name}.svg`),
      draw(root, `${kind.title}: ${seconds} s, ${busy} s of them at work`),
    )
  }
}

async function threadsIn(folder: string): Promise<{ name: string; written: Written }[]> {
  const files = await readdir(folder)
  return Promise.all(
    files.map(async (file) => ({
      name: MAIN_THREAD.test(file) ? 'main thread' : 'worker thread',
      written: JSON.parse(await readFile(join(folder, file), 'utf8')) as Written,
    })),
  )
}
