import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atLeast, type Figure, type Line, type Unit } from '../figures.ts'
import { cpuOf, type Interleaved, interleave, newSeed, type Stage } from '../stage.ts'

/** Large and small files, up and down, beside nginx's dav module, which neither hashes nor syncs nor asks who it is. */

const MiB = 1024 * 1024
const LARGE = 1024 * MiB
const PART = 8 * MiB
const PARTS_IN_FLIGHT = 3
const SMALL = 10 * 1024
const SMALL_FILES = 300
const SMALL_IN_FLIGHT = 4
const BATCHED_FILES = 1000
const TOGETHER = 50
const BATCHES_IN_FLIGHT = 2
/** A server that has just been started compiles what it runs often; these are its first few thousand calls. */
const SMALL_WARM_UPS = 5

export const rate = (bytes: number, ms: number): number => bytes / MiB / (ms / 1000)

/** Every real server has been idle for as long before somebody uploads; V8 shrinks its heap's limits meanwhile. */
const IDLE_MS = 20_000

/** What a turn of an upload comes to. */
interface Turn {
  readonly rate: number
  /** Seconds of the server's processor time. */
  readonly cpu: number
}

export const figuresOf = (
  name: string,
  unit: Unit,
  { ours, others }: Interleaved<Turn>,
  line?: Line,
): Figure[] => [
  {
    name,
    unit,
    ours: ours.map(({ rate }) => rate),
    other: { name: 'nginx', values: others.map(({ rate }) => rate) },
    ...(line && { line }),
  },
  {
    name: '… the server’s processor time',
    unit: 's',
    ours: ours.map(({ cpu }) => cpu),
    other: { name: 'nginx', values: others.map(({ cpu }) => cpu) },
  },
]

export async function uploads(stage: Stage): Promise<Figure[]> {
  await delay(IDLE_MS)
  const upload = () => ({ seed: newSeed(), size: LARGE, partSize: PART, width: PARTS_IN_FLIGHT })
  const measured = await interleave(
    stage,
    async () => {
      const ask = () => stage.productLoad.ask.upload(upload())
      const { result, cpu } = await cpuOf(stage.product.pid, ask)
      return { rate: rate(LARGE, result.ms), cpu }
    },
    async () => {
      const input = upload()
      const { result, cpu } = await cpuOf(stage.nginx.pid, () => stage.nginxLoad.ask.upload(input))
      await forget(stage, String(input.seed))
      return { rate: rate(LARGE, result.ms), cpu }
    },
  )
  return [
    ...figuresOf('upload 1 GiB, 8 MiB parts, 3 in flight', 'MiB/s', measured, atLeast(0.9)),
    ...(await durableUploads(stage, upload)),
  ]
}

/** Beside nginx whose file is on the disk too before the clock stops: what durability costs on this disk by itself. */
async function durableUploads(
  stage: Stage,
  upload: () => { seed: number; size: number; partSize: number; width: number },
): Promise<Figure[]> {
  const { ours, others } = await interleave(
    stage,
    async () => rate(LARGE, (await stage.productLoad.ask.upload(upload())).ms),
    async () => {
      const input = upload()
      const { ms } = await stage.nginxLoad.ask.upload(input)
      const begun = performance.now()
      await syncBelow(join(stage.folder, 'nginx', 'files', String(input.seed)))
      const all = ms + performance.now() - begun
      await forget(stage, String(input.seed))
      return rate(LARGE, all)
    },
  )
  const other = { name: 'nginx, then synced', values: others }
  return [{ name: '… beside nginx made durable', unit: 'MiB/s', ours, other }]
}

async function syncBelow(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name), 'r+')
    await file.datasync()
    await file.close()
  }
}

/** Three clients at once, each with a file of its own. */
export async function threeClients(stage: Stage): Promise<Figure[]> {
  const CLIENTS = 3
  const size = LARGE / 2
  const all = async (ask: Stage['productLoad']['ask'] | Stage['nginxLoad']['ask']) => {
    const seeds = Array.from({ length: CLIENTS }, newSeed)
    const ms = await ask.uploads({ seeds, size, partSize: PART, width: PARTS_IN_FLIGHT })
    return { seeds, rate: rate(CLIENTS * size, ms) }
  }
  const measured = await interleave(
    stage,
    async () => {
      const { result, cpu } = await cpuOf(stage.product.pid, () => all(stage.productLoad.ask))
      return { rate: result.rate, cpu }
    },
    async () => {
      const { result, cpu } = await cpuOf(stage.nginx.pid, () => all(stage.nginxLoad.ask))
      for (const seed of result.seeds) await forget(stage, String(seed))
      return { rate: result.rate, cpu }
    },
  )
  return figuresOf('three clients, 512 MiB each at once', 'MiB/s', measured, atLeast(0.9))
}

export async function downloads(stage: Stage): Promise<Figure[]> {
  const content = { seed: newSeed(), size: LARGE, partSize: PART }
  const here = await stage.productLoad.ask.upload({ ...content, width: PARTS_IN_FLIGHT })
  const there = await stage.nginxLoad.ask.uploadWhole(content)
  // Both give back what they were given; checked once, so that hashing is not what is measured.
  await stage.productLoad.ask.download(here)
  await stage.nginxLoad.ask.download(there)
  const { ours, others } = await interleave(
    stage,
    async () => whole(await stage.productLoad.ask.download({ file: here.file })),
    async () => whole(await stage.nginxLoad.ask.download({ file: there.file })),
  )
  await forget(stage, 'whole')
  return [
    {
      name: 'download 1 GiB',
      unit: 'MiB/s',
      ours,
      other: { name: 'nginx', values: others },
      line: atLeast(0.9),
    },
  ]
}

function whole({ ms, bytes }: { ms: number; bytes: number }): number {
  if (bytes !== LARGE) throw new Error(`${bytes} bytes came back of ${LARGE}`)
  return rate(LARGE, ms)
}

export async function smallFiles(stage: Stage): Promise<Figure[]> {
  const files = { count: SMALL_FILES, size: SMALL, width: SMALL_IN_FLIGHT }
  const perSecond = (ms: number) => SMALL_FILES / (ms / 1000)
  const measured = await interleave(
    stage,
    async () => {
      const seed = newSeed()
      const folder = await newFolder(stage, `small ${seed}`)
      const ask = () => stage.productLoad.ask.smallFiles({ ...files, seed, folder })
      const { result, cpu } = await cpuOf(stage.product.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    async () => {
      const seed = newSeed()
      const folder = `small-${seed}`
      const ask = () => stage.nginxLoad.ask.smallFiles({ ...files, seed, folder })
      const { result, cpu } = await cpuOf(stage.nginx.pid, ask)
      await forget(stage, folder)
      return { rate: perSecond(result), cpu }
    },
    SMALL_WARM_UPS,
  )
  return figuresOf('300 files of 10 KiB, 4 at a time, whole sequence', 'files/s', measured, atLeast(0.2))
}

/** The same files as clients send many of them: some in each call, beside nginx that is sent one by one. */
export async function batchedFiles(stage: Stage): Promise<Figure[]> {
  const files = { count: BATCHED_FILES, size: SMALL }
  const perSecond = (ms: number) => BATCHED_FILES / (ms / 1000)
  const measured = await interleave(
    stage,
    async () => {
      const seed = newSeed()
      const folder = await newFolder(stage, `batched ${seed}`)
      const batches = { ...files, seed, folder, width: BATCHES_IN_FLIGHT, together: TOGETHER }
      const { result, cpu } = await cpuOf(stage.product.pid, () => stage.productLoad.ask.batches(batches))
      return { rate: perSecond(result), cpu }
    },
    async () => {
      const seed = newSeed()
      const folder = `batched-${seed}`
      const one = { ...files, seed, folder, width: SMALL_IN_FLIGHT }
      const { result, cpu } = await cpuOf(stage.nginx.pid, () => stage.nginxLoad.ask.smallFiles(one))
      await forget(stage, folder)
      return { rate: perSecond(result), cpu }
    },
    SMALL_WARM_UPS,
  )
  const name = `${BATCHED_FILES} files of 10 KiB, ${TOGETHER} in a call, beside one by one`
  return figuresOf(name, 'files/s', measured, atLeast(0.6))
}

export const newFolder = (stage: Stage, name: string): Promise<string> =>
  stage.productLoad.ask.createFolder({ parentId: stage.owner.rootId, name })

export const forget = (stage: Stage, name: string): Promise<void> =>
  rm(join(stage.folder, 'nginx', 'files', name), { recursive: true, force: true })
