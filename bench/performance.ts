import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openDatabase } from '@clouddisk/server/db/database'
import { checkFileConsistency } from '@clouddisk/server/features/files/doctor'
import type { Pool } from 'pg'
import { type Age, age } from './age.ts'
import { addClients } from './data/clients.ts'
import { type Company, fillCompany } from './data/company.ts'
import { fillLibrary, type Library } from './data/library.ts'
import { fillMillion, type Million } from './data/million.ts'
import type { Blob } from './data/tree.ts'
import type { Figure } from './figures.ts'
import { aged } from './scenes/aged.ts'
import { archives } from './scenes/archives.ts'
import { ceph, findCeph } from './scenes/ceph.ts'
import { chromium } from './scenes/chromium.ts'
import { crowds } from './scenes/crowds.ts'
import { desktop } from './scenes/desktop.ts'
import { encrypted } from './scenes/encrypted.ts'
import { memory } from './scenes/memory.ts'
import { members, received, rights } from './scenes/people.ts'
import { findSoffice, previews } from './scenes/previews.ts'
import { search } from './scenes/search.ts'
import { smallDownloads } from './scenes/small-downloads.ts'
import { emptyStarts, fullStarts } from './scenes/starts.ts'
import { thumbnails } from './scenes/thumbnails.ts'
import { batchedFiles, downloads, putFiles, smallFiles, threeClients, uploads } from './scenes/transfers.ts'
import { changes, list, pages } from './scenes/tree.ts'
import { visitors } from './scenes/visitors.ts'
import { loadNginx, loadProduct } from './sides/loader.ts'
import { startNginx } from './sides/nginx.ts'
import { findChromium } from './sides/page.ts'
import { ADMIN, attachDatabase, startProduct } from './sides/product.ts'
import { newSeed, type Stage } from './stage.ts'

/** The whole programme, in the order in which one thing does not disturb the next. */

type Scene = (stage: Stage) => Promise<Figure[]>
type TreeScene = (stage: Stage, million: Million) => Promise<Figure[]>
type LibraryScene = (stage: Stage, library: Library) => Promise<Figure[]>
type PeopleScene = (stage: Stage, company: Company) => Promise<Figure[]>

const TRANSFERS: Record<string, Scene> = {
  memory,
  upload: uploads,
  aged,
  three: threeClients,
  download: downloads,
  small: smallFiles,
  put: putFiles,
  batched: batchedFiles,
  fetch: smallDownloads,
  crowds,
  visitors,
  thumbnails,
  preview: previews,
  zip: archives,
  encrypted,
  chromium,
  desktop,
  ceph,
}
const TREE: Record<string, TreeScene> = { page: pages, list, change: changes }
const PEOPLE: Record<string, PeopleScene> = { rights, received, members }
const LIBRARY: Record<string, LibraryScene> = { search }
export const SCENES = { start: emptyStarts, ...TRANSFERS, ...TREE, ...PEOPLE, ...LIBRARY }

/** Programs that a scene does not go without; looked for before anything is measured. */
const NEEDS: Record<string, () => void> = { chromium: findChromium, ceph: findCeph, preview: findSoffice }

export interface Programme {
  readonly folder: string
  readonly rounds: number
  /** Names of scenes; none stands for all. */
  readonly only: readonly string[]
  /** What the server that is measured lives through before. */
  readonly age: Age | undefined
  say(line: string): void
  report(figures: readonly Figure[]): void
}

export async function perform(programme: Programme): Promise<void> {
  const { folder, rounds, only, say, report } = programme
  const wanted = (name: string) => only.length === 0 || only.includes(name)
  const named = <T>(scenes: Record<string, T>) => Object.entries(scenes).filter(([name]) => wanted(name))
  for (const [name, find] of Object.entries(NEEDS)) if (wanted(name)) find()
  if (wanted('start')) {
    say('start …')
    report(await emptyStarts({ folder, rounds }))
  }
  const transfers = named(TRANSFERS)
  const tree = named(TREE)
  const people = named(PEOPLE)
  const libraries = named(LIBRARY)
  if (transfers.length + tree.length + people.length + libraries.length > 0) {
    await onStage(programme, async (stage) => {
      for (const [name, scene] of transfers) {
        say(`${name} …`)
        report(await scene(stage))
      }
      const million = tree.length + people.length > 0 ? await fill(stage) : undefined
      for (const [name, scene] of tree) {
        say(`${name} …`)
        if (million) report(await scene(stage, million))
      }
      const company = people.length > 0 ? await settle(stage) : undefined
      for (const [name, scene] of people) {
        say(`${name} …`)
        if (company) report(await scene(stage, company))
      }
      const library = libraries.length > 0 ? await stock(stage) : undefined
      for (const [name, scene] of libraries) {
        say(`${name} …`)
        if (library) report(await scene(stage, library))
      }
    })
  }
  if (wanted('start') && tree.length > 0) report(await fullStarts(dataDirOf(folder), rounds))
}

const dataDirOf = (folder: string): string => join(folder, 'clouddisk', 'data')

async function onStage(programme: Programme, play: (stage: Stage) => Promise<void>): Promise<void> {
  const { folder, rounds, say } = programme
  const cleanup: (() => Promise<unknown>)[] = []
  const opened = <T>(thing: T, close: () => Promise<unknown>): T => {
    cleanup.push(close)
    return thing
  }
  try {
    await mkdir(join(folder, 'nginx'))
    const nginx = await startNginx(join(folder, 'nginx'))
    opened(nginx, () => nginx.close())
    const product = await startProduct(dataDirOf(folder))
    opened(product, () => product.close())
    const pool: Pool = await attachDatabase(dataDirOf(folder))
    opened(pool, () => pool.end())
    // Reading the text of generated files would go on beside what is measured.
    await pool.query(`insert into instance_metadata (name, value) values ('content_search', 'false')`)
    const nginxLoad = loadNginx(nginx.origin)
    opened(nginxLoad, () => nginxLoad.close())
    const productLoad = loadProduct(product.origin)
    opened(productLoad, () => productLoad.close())
    const owner = await productLoad.ask.signIn(ADMIN)
    const clients = await addClients(pool, owner.personId)
    const aged = programme.age !== undefined
    if (programme.age) await age({ say, product, productLoad, clients }, programme.age)
    await play({ folder, rounds, say, nginx, product, pool, nginxLoad, productLoad, owner, clients, aged })
  } finally {
    for (const close of cleanup.reverse()) await close()
  }
}

const CONTENTS = 8

/** A few contents which are really uploaded, for generated files to share. */
async function contents({ pool, owner, productLoad }: Stage): Promise<Blob[]> {
  const folder = await productLoad.ask.createFolder({ parentId: owner.rootId, name: 'Contents' })
  for (let n = 1; n <= CONTENTS; n++)
    await productLoad.ask.smallFiles({ seed: newSeed(), count: 1, size: 100 * n ** 3, width: 1, folder })
  const { rows } = await pool.query<{ id: string; size: number }>(
    `select b.id, b.size from file f join file_version v on v.id = f.version_id join blob b on b.id = v.blob_id
     where f.parent_id = $1`,
    [folder],
  )
  return rows
}

/** A million files in groups; `doctor` must find nothing to say. */
async function stock(stage: Stage): Promise<Library> {
  const { pool, owner, say } = stage
  say('stocking the library …')
  const library = await fillLibrary(pool, owner, await contents(stage))
  const faults = await checkFileConsistency(openDatabase(pool).reader)
  if (faults.length > 0) throw new Error(`the library is not sound: ${JSON.stringify(faults.slice(0, 3))}`)
  return library
}

/** A million files that share a few contents which were really uploaded; `doctor` must find nothing to say. */
async function fill(stage: Stage): Promise<Million> {
  const { pool, owner, say } = stage
  say('filling the table …')
  const blobs = await contents(stage)
  const spaces = await pool.query<{ id: string }>('select id from space where person_id = $1', [
    owner.personId,
  ])
  const million = await fillMillion(
    pool,
    { personId: owner.personId, spaceId: spaces.rows[0]?.id ?? '', rootId: owner.rootId },
    blobs,
  )
  const faults = await checkFileConsistency(openDatabase(pool).reader)
  if (faults.length > 0) throw new Error(`the table is not sound: ${JSON.stringify(faults.slice(0, 3))}`)
  return million
}

/** A company around the million files; `doctor` must find nothing to say of it either. */
async function settle(stage: Stage): Promise<Company> {
  const { pool, owner, say } = stage
  say('settling the company …')
  const spaces = await pool.query<{ id: string }>('select id from space where person_id = $1', [
    owner.personId,
  ])
  const company = await fillCompany(pool, { personId: owner.personId, spaceId: spaces.rows[0]?.id ?? '' })
  const faults = await checkFileConsistency(openDatabase(pool).reader)
  if (faults.length > 0) throw new Error(`the company is not sound: ${JSON.stringify(faults.slice(0, 3))}`)
  return company
}
