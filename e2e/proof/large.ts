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
/** What the server's memory may have grown by since the first GiB. */
const GROWTH = 64 * MiB
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
    await mustHave(dir, gib * GiB)
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
  await mustHave(dir, places.length * size)
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

async function toAndFro(journey: Journey): Promise<void> {
  const { product, place } = journey
  const said = { ...journey, say: (line: string) => journey.say(`large, ${place}: ${line}`) }
  try {
    await product.start()
    const person = await product.person('archivist', null)
    const sent = await up(said, person)
    await down(said, person, sent)
    await pieces(said, person, sent)
    assert.deepEqual(await product.faults(), [])
  } catch (error) {
    throw new Error(`large, ${place}\n${product.log()}`, { cause: error })
  } finally {
    await product.remove()
  }
}

async function up({ product, seed, size, place, origin, say }: Journey, person: Person): Promise<Sent> {
  const flat = new Flat(product.pid)
  const empty = await takenBytes(product.dataDir)
  let most = 0
  const look = async () => {
    most = Math.max(most, (await takenBytes(product.dataDir)) - empty)
  }
  let looked = 0
  const begun = performance.now()
  const sent = await send(person, 'large.bin', new SeededFile(seed, size), async (bytes) => {
    flat.at(bytes)
    if (bytes < looked + GiB) return
    looked += GiB
    await look()
  })
  const ms = performance.now() - begun
  await look()
  assert.deepEqual([...sent.hosts], [origin ?? product.baseUrl])
  assert.equal(sent.partSize, partSizeFor(size))
  assert.equal(sent.parts, Math.ceil(size / sent.partSize))
  assert.deepEqual(await person.tree(), { 'large.bin': size })
  say(`${gibs(size)} GiB up and saved, ${speed(size, ms)}, ${sent.parts} parts of ${sent.partSize / MiB} MiB`)
  flat.prove('up', say)
  say(`the data directory came to ${gibs(most)} GiB`)
  const once = (place === 'disk' ? size : 0) + BESIDE
  assert.ok(most < once, `${gibs(most)} GiB on the disk, where ${gibs(once)} are enough`)
  return sent
}

async function down(
  { product, size, say }: Journey,
  person: Person,
  { instanceId, hashes }: Sent,
): Promise<void> {
  const flat = new Flat(product.pid)
  const begun = performance.now()
  const response = await fetch(await person.call(getDownloadUrl, { instanceId }))
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-length'), String(size))
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    hash.update(chunk)
    bytes += chunk.length
    flat.at(bytes)
  }
  const ms = performance.now() - begun
  assert.equal(bytes, size)
  assert.equal(hash.digest('hex'), hashes.sha256)
  say(`${gibs(size)} GiB down, ${speed(size, ms)}, SHA-256 ${hashes.sha256} as it went up`)
  flat.prove('down', say)
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

/** That memory does not grow with what has gone through: the kernel's own highest mark, at the first GiB and now. */
class Flat {
  readonly #pid: number
  #first: number | undefined

  constructor(pid: number) {
    this.#pid = pid
    forgetPeak(pid)
  }

  at(bytes: number): void {
    if (bytes >= GiB) this.#first ??= peakBytes(this.#pid)
  }

  prove(way: string, say: (line: string) => void): void {
    const [first, last] = [this.#first ?? Number.NaN, peakBytes(this.#pid)]
    const words = `most memory of the server on the way ${way}: ${mibs(first)} MiB in the first GiB, ${mibs(last)} in all`
    say(words)
    assert.ok(last - first <= GROWTH, `${words}; ${mibs(GROWTH)} more are allowed`)
  }
}

const mibs = (bytes: number): string => (bytes / MiB).toFixed(0)
const gibs = (bytes: number): string => (bytes / GiB).toFixed(2)
const speed = (bytes: number, ms: number): string =>
  `${(ms / 1000).toFixed(0)} s, ${(bytes / MiB / (ms / 1000)).toFixed(0)} MiB/s`
