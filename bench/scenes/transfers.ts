import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { atLeast, atMost, type Figure, type Line, type Unit } from '../figures.ts'
import { cpuOf, type Interleaved, interleave, newSeed, type Stage } from '../stage.ts'

/** Large and small files, up and down, beside nginx's dav module, which neither hashes nor asks who it is. */

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

const newLarge = (size = LARGE) => ({ seed: newSeed(), size, partSize: PART, width: PARTS_IN_FLIGHT })

/** MiB a second of 1 GiB up. */
export const sendLarge = async (ask: Stage['productLoad']['ask']): Promise<number> =>
  rate(LARGE, (await ask.upload(newLarge())).ms)

/** Ours is compared with its SHA-256 and on the disk when it is answered; nginx's file is synced before its clock stops. */
export async function uploads(stage: Stage): Promise<Figure[]> {
  await delay(IDLE_MS)
  const { ours, others } = await interleave(
    stage,
    async () => {
      const { result, cpu } = await cpuOf(stage.product.pid, () => sendLarge(stage.productLoad.ask))
      return { rate: result, cpu }
    },
    async () => {
      const input = newLarge()
      const { result, cpu } = await cpuOf(stage.nginx.pid, async () => {
        const { ms } = await stage.nginxLoad.ask.upload(input)
        const begun = performance.now()
        await syncBelow(join(stage.folder, 'nginx', 'files', String(input.seed)))
        return ms + performance.now() - begun
      })
      await forget(stage, String(input.seed))
      return { rate: rate(LARGE, result), cpu }
    },
  )
  const [speed, work] = figuresOf('upload 1 GiB, durable', 'MiB/s', { ours, others }, atLeast(0.8))
  return speed && work ? [speed, { ...work, line: atMost(2.6), absolute: true }] : []
}

async function syncBelow(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name), 'r+')
    await file.datasync()
    await file.close()
  }
}

/** Three clients at once, each with a file of its own, beside one. */
export async function threeClients(stage: Stage): Promise<Figure[]> {
  const CLIENTS = 3
  const size = LARGE / 2
  const { ask } = stage.productLoad
  const send = async (clients: number) => {
    const seeds = Array.from({ length: clients }, newSeed)
    const ms = await ask.uploads({ seeds, size, partSize: PART, width: PARTS_IN_FLIGHT })
    return rate(clients * size, ms)
  }
  const { ours, others } = await interleave(
    stage,
    () => send(CLIENTS),
    () => send(1),
  )
  const other = { name: 'one client', values: others }
  return [{ name: 'three clients, 512 MiB each at once', unit: 'MiB/s', ours, other, line: atLeast(1.2) }]
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
      line: atLeast(0.95),
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
    () => smallByNginx(stage, files, perSecond),
    SMALL_WARM_UPS,
  )
  return figuresOf('300 files of 10 KiB, 4 at a time, whole sequence', 'files/s', measured, atLeast(0.12))
}

/** The same files, each in one call, as scripts send them. */
export async function putFiles(stage: Stage): Promise<Figure[]> {
  const files = { count: SMALL_FILES, size: SMALL, width: SMALL_IN_FLIGHT }
  const perSecond = (ms: number) => SMALL_FILES / (ms / 1000)
  const measured = await interleave(
    stage,
    async () => {
      const seed = newSeed()
      const folder = await newFolder(stage, `put ${seed}`)
      const ask = () => stage.productLoad.ask.puts({ ...files, seed, folder })
      const { result, cpu } = await cpuOf(stage.product.pid, ask)
      return { rate: perSecond(result), cpu }
    },
    () => smallByNginx(stage, files, perSecond),
    SMALL_WARM_UPS,
  )
  return figuresOf('300 files of 10 KiB, 4 at a time, one call each', 'files/s', measured, atLeast(0.3))
}

async function smallByNginx(
  stage: Stage,
  files: { count: number; size: number; width: number },
  perSecond: (ms: number) => number,
): Promise<Turn> {
  const seed = newSeed()
  const folder = `small-${seed}`
  const ask = () => stage.nginxLoad.ask.smallFiles({ ...files, seed, folder })
  const { result, cpu } = await cpuOf(stage.nginx.pid, ask)
  await forget(stage, folder)
  return { rate: perSecond(result), cpu }
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
