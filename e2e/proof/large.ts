import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { getDownloadUrl } from '@clouddisk/contract/downloads'
import { partSizeFor } from '@clouddisk/contract/limits'
import type { Person } from '../../server/test/person.ts'
import { newBucket, settingsOf } from '../../server/test/stores/bucket.ts'
import { startCeph } from '../../server/test/stores/ceph.ts'
import { freePort } from '../../server/test/stores/reach.ts'
import { forgetPeak, peakBytes } from '../support/resident.ts'
import { type Sent, send } from './large/client.ts'
import { bytesAt, SeededFile } from './large/seeded.ts'
import { freeBytes, takenBytes } from './large/volume.ts'
import { Product } from './product.ts'

/**
 * One file of many gigabytes, which no disk but the server's ever has: it goes up by the client's own queue and comes
 * down again whole and in pieces, the server's memory does not grow with it, and the disk holds it once.
 */

export interface LargeOptions {
  readonly seed: number
  /** Of the file on disk, GiB. */
  readonly gib: number
  /** One of `PLACES`; all where there is none. */
  readonly on?: string | undefined
  /** Everything is written below it. */
  readonly dir: string
  readonly say: (line: string) => void
}

const MiB = 1024 ** 2
const GiB = 1024 ** 3
/** Of the file in a bucket, GiB. */
const IN_BUCKET = 3
/**
 * What the server's memory may come to beyond what it was for a file of one GiB on the same way: what is garbage goes late,
 * and makes it rise and fall by some 80 MiB whatever the size.
 */
const GROWTH = 96 * MiB
/** The database, logs, and what the store keeps free. */
const BESIDE = 2 * GiB
const PIECE = MiB

const PLACES = ['disk', 'direct', 'proxied'] as const
type Place = (typeof PLACES)[number]

export async function proveLarge({ seed, gib, on, dir, say }: LargeOptions): Promise<void> {
  if (!Number.isInteger(gib) || gib < 1) throw new Error('--gib takes a number from 1')
  const places = on === undefined ? PLACES : PLACES.filter((place) => place === on)
  if (places.length === 0) throw new Error(`--on takes one of ${PLACES.join(', ')}`)
  if (places.includes('disk')) {
    await mustHave(dir, (gib + 1) * GiB)
    const product = await Product.prepare(undefined, { dir })
    await toAndFro({ product, seed, size: gib * GiB, place: 'disk', say })
  }
  const inBuckets = places.filter((place) => place !== 'disk')
  if (inBuckets.length > 0) await onCeph(inBuckets, { seed, dir, say })
}

async function onCeph(
  places: readonly Place[],
  { seed, dir, say }: Pick<LargeOptions, 'seed' | 'dir' | 'say'>,
): Promise<void> {
  const size = IN_BUCKET * GiB
  await mustHave(dir, places.length * (GiB + size))
  const store = startCeph(await mkdtemp(join(dir, 'clouddisk-ceph-')), await freePort())
  try {
    await store.ready
    for (const place of places) {
      const settings = { ...settingsOf(await newBucket(store.reach)), CLOUDDISK_S3_UPLOADS: place }
      const product = await Product.prepare(undefined, { dir, settings })
      const origin = place === 'direct' ? store.reach.endpoint : product.baseUrl
      await toAndFro({ product, seed: seed + 1, size, place, origin, say })
    }
  } finally {
    await store.stop()
  }
}

/** Rather than to fail an hour later. */
async function mustHave(dir: string, bytes: number): Promise<void> {
  const free = await freeBytes(dir)
  if (free < bytes + BESIDE)
    throw new Error(
      `${gibs(bytes + BESIDE)} GiB free are needed in ${dir}, there are ${gibs(free)}; --dir names another place, --gib a smaller file`,
    )
}

interface Journey {
  readonly product: Product
  readonly seed: number
  readonly size: number
  readonly place: Place
  /** Who has to take the bytes, where that is not the server. */
  readonly origin?: string
  readonly say: (line: string) => void
}

/** What the server's memory came to, within each GiB of a way and behind the last. */
interface Peaks {
  readonly up: readonly number[]
  readonly down: readonly number[]
}

/** A file of one GiB first: the large one may take no more memory than that. */
async function toAndFro(journey: Journey): Promise<void> {
  const { product, place, seed } = journey
  const say = (line: string) => journey.say(`large, ${place}: ${line}`)
  try {
    await product.start()
    const person = await product.person('archivist', null)
    const first = await oneFile({ ...journey, say, seed: seed + 1, size: GiB }, person)
    const large = await oneFile({ ...journey, say }, person)
    // The process keeps for a while what one way has taken: either way begins on that.
    const small = [...first.up, ...first.down]
    for (const way of ['up', 'down'] as const) mustBeFlat(way, small, large[way])
    assert.deepEqual(await product.faults(), [])
  } catch (error) {
    throw new Error(`large, ${place}\n${product.log()}`, { cause: error })
  } finally {
    await product.remove()
  }
}

function mustBeFlat(way: string, first: readonly number[], large: readonly number[]): void {
  const growth = Math.max(...large) - Math.max(...first)
  const message = `the large file took ${mibs(growth)} MiB more than that of one GiB on its way ${way}`
  assert.ok(growth <= GROWTH, `${message}; ${mibs(GROWTH)} are allowed`)
}

async function oneFile(journey: Journey, person: Person): Promise<Peaks> {
  const { product, say } = journey
  const marks = new Marks(product.pid)
  const sent = await up(journey, person, marks)
  const wayUp = marks.take()
  say(`most memory of the server within each GiB, and until it was saved: ${wayUp.map(mibs).join(' ')} MiB`)
  await down(journey, person, sent, marks)
  const wayDown = marks.take()
  say(`most memory of the server within each GiB of it: ${wayDown.map(mibs).join(' ')} MiB`)
  await pieces(journey, person, sent)
  return { up: wayUp, down: wayDown }
}

async function up(
  { product, seed, size, place, origin, say }: Journey,
  person: Person,
  marks: Marks,
): Promise<Sent> {
  const name = `${size}.bin`
  const empty = await takenBytes(product.dataDir)
  let most = 0
  const look = async () => {
    most = Math.max(most, (await takenBytes(product.dataDir)) - empty)
  }
  const begun = performance.now()
  const sent = await send(person, name, new SeededFile(seed, size), async (bytes) => {
    if (marks.at(bytes)) await look()
  })
  const ms = performance.now() - begun
  await look()
  assert.deepEqual([...sent.hosts], [origin ?? product.baseUrl])
  assert.equal(sent.partSize, partSizeFor(size))
  assert.equal(sent.parts, Math.ceil(size / sent.partSize))
  assert.equal((await person.tree())[name], size)
  say(`${gibs(size)} GiB up and saved, ${speed(size, ms)}, ${sent.parts} parts of ${sent.partSize / MiB} MiB`)
  say(`the data directory came to ${gibs(most)} GiB more`)
  const once = (place === 'disk' ? size : 0) + BESIDE
  assert.ok(most < once, `${gibs(most)} GiB on the disk, where ${gibs(once)} are enough`)
  return sent
}

async function down(
  { size, say }: Journey,
  person: Person,
  { instanceId, hashes }: Sent,
  marks: Marks,
): Promise<void> {
  const begun = performance.now()
  const response = await fetch(await person.call(getDownloadUrl, { instanceId }))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-length'), String(size))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    hash.update(chunk)
    bytes += chunk.length
    marks.at(bytes)
  }
  const ms = performance.now() - begun
  assert.equal(bytes, size)
  assert.equal(hash.digest('hex'), hashes.sha256)
  say(`${gibs(size)} GiB down, ${speed(size, ms)}, SHA-256 ${hashes.sha256} as it went up`)
}

/** At both ends, and where numbers of 32 bits end or begin anew. */
async function pieces({ seed, size, say }: Journey, person: Person, { instanceId }: Sent): Promise<void> {
  const edges = [2, 4, 8, 16].map((gib) => gib * GiB - PIECE / 2)
  const offsets = [0, 1, ...edges, size - PIECE].filter((offset) => offset + PIECE <= size)
  for (const offset of offsets) {
    const last = offset + PIECE - 1
    const url = await person.call(getDownloadUrl, { instanceId })
    const response = await fetch(url, { headers: { range: `bytes=${offset}-${last}` } })
    assert.equal(response.status, 206)
    assert.equal(response.headers.get('content-range'), `bytes ${offset}-${last}/${size}`)
    const piece = Buffer.from(await response.arrayBuffer())
    assert.ok(piece.equals(bytesAt(seed, offset, PIECE)), `other bytes came from ${offset}`)
  }
  say(`${offsets.length} ranges of ${PIECE / MiB} MiB as they went up, from ${offsets.join(', ')}`)
}

/** The kernel's own highest mark of a process, within each GiB that goes through it and behind the last. */
class Marks {
  readonly #pid: number
  #peaks: number[] = []

  constructor(pid: number) {
    this.#pid = pid
    forgetPeak(pid)
  }

  /** Whether another GiB is through. */
  at(bytes: number): boolean {
    if (bytes < (this.#peaks.length + 1) * GiB) return false
    this.#mark()
    return true
  }

  take(): number[] {
    this.#mark()
    const peaks = this.#peaks
    this.#peaks = []
    return peaks
  }

  #mark(): void {
    this.#peaks.push(peakBytes(this.#pid))
    forgetPeak(this.#pid)
  }
}

const mibs = (bytes: number): string => (bytes / MiB).toFixed(0)
const gibs = (bytes: number): string => (bytes / GiB).toFixed(2)
const speed = (bytes: number, ms: number): string =>
  `${(ms / 1000).toFixed(0)} s, ${(bytes / MiB / (ms / 1000)).toFixed(0)} MiB/s`
