import assert from 'node:assert/strict'
import type { Person } from '../../../server/test/person.ts'
import type { Random } from '../../../server/test/random.ts'
import { folderNamed, type Kept, readFiles, writeFiles } from './files.ts'
import { seenUntil, syncTo } from './sync.ts'
import { ROUND_TRIP_MS, type World } from './world.ts'

/** What is synced is read at the other site as quickly as where it was written. */

const SMALL = { from: 200, to: 40_000 }
const LARGE = { files: 8, bytes: 12 * 1024 * 1024 }
const FAR_FILES = 60
/** What is read at one site before the other one's turn, and how often all is read: load of the machine falls on both alike. */
const SMALL_TURNS = { portion: 50, turns: 2 }
const LARGE_TURNS = { portion: 1, turns: 4 }
const AT_LEAST = 0.9
/** What a server asks of a store by itself meanwhile; reading a portion there takes many times as much. */
const IDLE_BYTES = 30_000

export interface Synced {
  readonly folderId: string
  readonly files: readonly Kept[]
}

/** The same person, at each site. */
export interface Both {
  readonly atA: Person
  readonly atB: Person
}

export async function syncMany(
  { b }: World,
  { atA }: Both,
  random: Random,
  { files: count, say }: { readonly files: number; readonly say: (line: string) => void },
): Promise<Synced> {
  const folderId = await folderNamed(atA, 'synced')
  const sizes = Array.from({ length: count }, () => random.between(SMALL.from, SMALL.to))
  const large = Array.from({ length: LARGE.files }, () => LARGE.bytes)
  let begun = Date.now()
  const files = await writeFiles(atA, folderId, [...sizes, ...large], random)
  say(`sites: ${files.length} files of ${mb(sumOf(files))} written at A in ${seconds(begun)}`)
  begun = Date.now()
  await syncTo(atA, folderId, b)
  const { seen, targets } = await seenUntil(atA, folderId, 'finished')
  assert.deepEqual(
    targets.map(({ filesDone, bytesDone }) => ({ filesDone, bytesDone })),
    [{ filesDone: files.length, bytesDone: sumOf(files) }],
  )
  say(`sites: synced to B in ${seconds(begun)}; states seen: ${seen.join(', ')}`)
  return { folderId, files }
}

/**
 * Small files, then large ones; and some that have no copy at B, for the difference.
 * @returns which kinds of files were read below the limit. They fail the proof at its end, so that the other parts still run.
 */
export async function compareReading(
  world: World,
  both: Both,
  { files }: Synced,
  random: Random,
  say: (line: string) => void,
): Promise<string[]> {
  const slow: string[] = []
  const small = files.filter(({ size }) => size <= SMALL.to)
  const large = files.filter(({ size }) => size > SMALL.to)
  for (const [what, some, { portion, turns }] of [
    ['small', small, SMALL_TURNS],
    ['large', large, LARGE_TURNS],
  ] as const) {
    const { a, b } = await inTurns(world, both, some, { portion, turns })
    const [rateA, rateB] = [(some.length * turns) / a, (some.length * turns) / b]
    const ratio = rateB / rateA
    const mbs = (ms: number) => `${((sumOf(some) * turns) / ms / 1000).toFixed(1)} MB/s`
    say(
      `sites: ${what}: A ${(rateA * 1000).toFixed(0)} files/s (${mbs(a)}), B ${(rateB * 1000).toFixed(0)} files/s (${mbs(b)}): B at ${ratio.toFixed(2)} of A`,
    )
    if (ratio < AT_LEAST) slow.push(`${what} files at B are read at ${ratio.toFixed(2)} of A`)
  }
  const folderId = await folderNamed(both.atA, 'not synced')
  const sizes = Array.from({ length: FAR_FILES }, () => random.between(SMALL.from, SMALL.to))
  const far = await writeFiles(both.atA, folderId, sizes, random)
  const ms = await readFiles(both.atB, far)
  say(
    `sites: without a copy: B ${((far.length / ms) * 1000).toFixed(0)} files/s over ${ROUND_TRIP_MS} ms there and back`,
  )
  return slow
}

/** Portion by portion, A first and B first in turn. @returns ms that each took. */
async function inTurns(
  { a: siteA }: World,
  { atA, atB }: Both,
  files: readonly Kept[],
  { portion, turns }: { readonly portion: number; readonly turns: number },
) {
  let [a, b] = [0, 0]
  const readB = async (some: readonly Kept[]) => {
    const before = siteA.line.sent
    b += await readFiles(atB, some)
    const sent = siteA.line.sent - before
    assert.ok(sent < IDLE_BYTES, `what has a copy at B was asked of A's store: ${sent} bytes were sent there`)
  }
  for (let turn = 0; turn < turns; turn++)
    for (let at = 0; at < files.length; at += portion) {
      const some = files.slice(at, at + portion)
      const isFirst = (turn + at / portion) % 2 === 0
      if (isFirst) a += await readFiles(atA, some)
      await readB(some)
      if (!isFirst) a += await readFiles(atA, some)
    }
  return { a, b }
}

const sumOf = (files: readonly Kept[]): number => files.reduce((sum, { size }) => sum + size, 0)
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
const seconds = (begun: number): string => `${((Date.now() - begun) / 1000).toFixed(1)} s`
