import { spawnSync } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { newBucket, settingsOf } from '../../server/test/stores/bucket.ts'
import { startCeph } from '../../server/test/stores/ceph.ts'
import { atLeast, type Figure } from '../figures.ts'
import type { ProductTasks } from '../load/protocol.ts'
import { type Loader, loadBucket, loadProduct } from '../sides/loader.ts'
import { freePort, Unavailable } from '../sides/processes.ts'
import { ADMIN, attachDatabase, startProduct } from '../sides/product.ts'
import { interleave, newSeed, type Stage } from '../stage.ts'

/** Bytes that go straight to a real gateway of Ceph, from begun to saved, beside what the SDK's uploader does there. */

const MiB = 1024 * 1024
const SIZE = 512 * MiB
const PART = 8 * MiB
const PARTS_IN_FLIGHT = 3
/** A store that is nearly full takes nothing, and what is removed there goes hours later: room for all that comes. */
const SPARE = 2
const ROOM = 20 * 1024 * MiB
const LOOK_MS = 250

export function findCeph(): void {
  if (spawnSync('radosgw', ['--version']).status === 0) return
  throw new Unavailable(
    'Ceph and its gateway are what is sent to straight, and they are not here. ' +
      'Install them (Debian: apt-get install ceph radosgw).',
  )
}

export async function ceph(stage: Stage): Promise<Figure[]> {
  const folder = join(stage.folder, 'ceph')
  await mkdir(join(folder, 'product'), { recursive: true })
  const turns = 2 * (stage.rounds + 1)
  const store = startCeph(join(folder, 'store'), await freePort(), Math.max(ROOM, SPARE * turns * SIZE))
  const cleanup: (() => Promise<unknown>)[] = [() => store.stop()]
  const opened = <T>(thing: T, close: (thing: T) => Promise<unknown>): T => {
    cleanup.push(() => close(thing))
    return thing
  }
  try {
    await store.ready
    const place = await newBucket(store.reach)
    const dataDir = join(folder, 'product', 'data')
    const settings = { ...settingsOf(place), CLOUDDISK_S3_UPLOADS: 'direct' }
    const product = opened(await startProduct(dataDir, settings), (one) => one.close())
    const pool = opened(await attachDatabase(dataDir), (one) => one.end())
    const load = opened(loadProduct(product.origin), (one) => one.close())
    const sdk = opened(loadBucket(place.endpoint), (one) => one.close())
    await load.ask.signIn(ADMIN)
    await sdk.ask.open(place)
    const { ours, others } = await interleave(
      stage,
      () => straight(load, pool),
      async () => {
        const { ms, file } = await sdk.ask.upload(content())
        await sdk.ask.remove({ file })
        return rate(ms)
      },
    )
    const other = { name: 'the SDK’s uploader', values: others }
    return [{ name: 'straight to Ceph, 512 MiB', unit: 'MiB/s', ours, other, line: atLeast(0.9) }]
  } finally {
    for (const close of cleanup.reverse()) await close()
  }
}

const content = () => ({ seed: newSeed(), size: SIZE, partSize: PART, width: PARTS_IN_FLIGHT })
const rate = (ms: number): number => SIZE / MiB / (ms / 1000)

async function straight(load: Loader<ProductTasks>, pool: Pool): Promise<number> {
  const sent = await load.ask.upload(content())
  if (!sent.straight) throw new Error('the bytes went through the server')
  await allRead(pool)
  return rate(sent.ms)
}

/** The server reads what came past it once it is saved: nobody else is to pay for that. */
async function allRead(pool: Pool): Promise<void> {
  const waiting = () => pool.query("select from blob where state = 'unverified'")
  while ((await waiting()).rowCount !== 0) await delay(LOOK_MS)
}
