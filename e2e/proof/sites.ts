import assert from 'node:assert/strict'
import { Random } from '../../server/test/random.ts'
import { damage, full, killCopier, outage, smallSizes } from './sites/breaks.ts'
import { editAtBoth } from './sites/edits.ts'
import { folderNamed, writeFiles } from './sites/files.ts'
import { type Both, compareReading, syncMany } from './sites/near.ts'
import { proveRounds } from './sites/rounds.ts'
import { syncTo } from './sites/sync.ts'
import { openWorld, type World } from './sites/world.ts'

/**
 * Two sites with a server and a store each: synced files are read at the other site as fast as where they were written, and no
 * acknowledged change is lost when a store, a line or a server fails.
 */

const EDITED = 8

interface SitesOptions {
  readonly seed: number
  /** Small files that are synced. */
  readonly files: number
  readonly rounds: number
  readonly say: (line: string) => void
}

export async function proveSites(options: SitesOptions): Promise<void> {
  const { seed } = options
  const world = await openWorld()
  const stop = () => void world.close().finally(() => process.exit(130))
  process.once('SIGINT', stop).once('SIGTERM', stop)
  try {
    await prove(world, options)
  } catch (error) {
    throw new Error(`sites, seed ${seed}\n${world.machines.logs()}`, { cause: error })
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop)
    await world.close()
  }
}

async function prove(world: World, { seed, files, rounds, say }: SitesOptions): Promise<void> {
  const atA = await world.person('anna_reads', world.a)
  const both: Both = { atA, atB: atA.at(world.b.server.baseUrl) }
  const ofB = await world.person('berta_reads', world.b)
  const slow = files > 0 ? await proveParts(world, both, { seed, files, say }) : []
  const people = { ofA: both, ofB: { atA: ofB.at(world.a.server.baseUrl), atB: ofB } }
  await proveRounds(world, people, { seed, rounds, say })
  assert.deepEqual(slow, [])
}

/** One fault after the other. @returns what was read too slowly. */
async function proveParts(
  world: World,
  both: Both,
  { seed, files, say }: Omit<SitesOptions, 'rounds'>,
): Promise<string[]> {
  const random = new Random(seed)
  const synced = await syncMany(world, both, random, { files, say })
  const slow = await compareReading(world, both, synced, random, say)
  await outage(world, both, synced, say)
  await full(world, both, random, say)
  await damage(world, both, synced, random, say)
  const folderId = await folderNamed(both.atA, 'edited')
  const edited = await writeFiles(both.atA, folderId, smallSizes(random, EDITED), random)
  await syncTo(both.atA, folderId, world.b, 'twoWay')
  const compared = await editAtBoth(both, { folderId, files: edited }, random)
  say(`sites: edits at both sites at once: ${compared} contents are there, as versions, files or restored`)
  await killCopier(world, both, random, say)
  return slow
}
