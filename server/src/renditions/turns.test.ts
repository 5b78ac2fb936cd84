import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { previewInstance } from '@clouddisk/contract/previews'
import { MINUTE } from '@clouddisk/contract/time'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { docx } from '../../test/make-docx.ts'
import type { Person } from '../../test/person.ts'
import { askThumbnail } from '../../test/thumbnail.ts'
import { openWorld, type World } from '../../test/world.ts'
import { type Conversion, Conversions } from '../conversion/conversions.ts'
import { mediaConverters } from '../features/previews/convert/media.ts'
import { officeConverters } from '../features/previews/convert/office.ts'
import { thumbnailConverters } from '../features/thumbnails/converters.ts'
import { Renditions } from './renditions.ts'

/** Requests wait until `work` begins; one conversion at a time, which only notes whose turn it is. */

let world: World
let [many, few]: Person[] = []
let renditions: Renditions | undefined
beforeEach(async () => {
  world = await openWorld({ CLOUDDISK_CONVERSIONS: '1' })
  many = await world.person()
  few = await world.person()
  await world.ctx.renditions.close()
})
afterEach(async () => {
  await renditions?.close()
  renditions = undefined
  await world.close()
})

const CONVERTERS = [...thumbnailConverters, ...officeConverters, ...mediaConverters]

type Noted = (label: string, conversion: Conversion) => Promise<void>

/** Begins to work. `noted` gets the label of each file. */
function work(noted: Noted): void {
  const make = async (conversion: Conversion) => {
    const { input, output } = conversion.folder
    await noted(/label (.*)/.exec(await readFile(input, 'latin1'))?.[1] ?? '', conversion)
    const path = join(output, 'made')
    await writeFile(path, 'made')
    return { path }
  }
  const { ctx } = world
  renditions = new Renditions(
    ctx,
    new Conversions(ctx.config),
    CONVERTERS.map((converter) => ({ ...converter, make })),
  )
  renditions.start()
}

/** What is made, in this order. */
async function order(count: number): Promise<string[]> {
  const made: string[] = []
  work(async (label) => void made.push(label))
  await vi.waitFor(() => expect(made).toHaveLength(count), { timeout: 20_000 })
  return made
}

const upload = async (person: Person | undefined, name: string, start = ''): Promise<string> =>
  (await person?.upload('0', name, Buffer.from(`${start}label ${name}`)))?.instanceId ?? ''

/** Asks for the thumbnail of a new picture; each request is later than the one before. */
async function ask(person: Person | undefined, name: string): Promise<void> {
  const id = await upload(person, `${name}.png`)
  if (person) expect((await askThumbnail(person, id)).status).toBe(202)
  world.advance(1000)
}

async function open(person: Person | undefined, name: string): Promise<string> {
  const instanceId = await upload(person, name, 'II*\0')
  expect(await person?.call(previewInstance, { instanceId })).toMatchObject({ state: 'converting' })
  world.advance(1000)
  return instanceId
}

it('go to people in turn, the newest of each first, however many somebody asks for', async () => {
  for (const n of [1, 2, 3, 4, 5]) await ask(many, `many ${n}`)
  for (const n of [1, 2]) await ask(few, `few ${n}`)
  for (const n of [6, 7]) await ask(many, `many ${n}`)
  expect(await order(9)).toEqual(
    ['many 7', 'few 2', 'many 6', 'few 1', 'many 5', 'many 4', 'many 3', 'many 2', 'many 1'].map(
      (name) => `${name}.png`,
    ),
  )
})

it('come to an open preview before thumbnails, but not to one that was closed', async () => {
  await open(many, 'closed.tif')
  world.advance(MINUTE)
  for (const n of [1, 2]) await ask(few, `few ${n}`)
  await open(many, 'open.tif')
  for (const n of [3, 4]) await ask(few, `few ${n}`)
  expect(await order(6)).toEqual([
    'open.tif',
    'few 4.png',
    'closed.tif',
    'few 3.png',
    'few 2.png',
    'few 1.png',
  ])
})

it('come to thumbnails too while previews are opened all the time', async () => {
  await ask(few, 'thumbnail')
  for (const n of [1, 2, 3, 4, 5]) await open(many, `preview ${n}.tif`)
  const made = await order(6)
  expect(made.indexOf('thumbnail.png')).toBe(3)
})

it('tell how many come before', async () => {
  const before = async (instanceId: string) =>
    (await few?.call(previewInstance, { instanceId }))?.waitingBefore
  const first = await open(few, 'first.tif')
  expect(await before(first)).toBe(0)
  for (const n of [1, 2, 3]) await open(many, `many ${n}.tif`)
  // Only the first of another person.
  expect(await before(first)).toBe(1)
  await open(few, 'second.tif')
  world.advance(MINUTE)
  expect(await before(first)).toBe(0)
})

it('tell the share that is done', async () => {
  const instanceId = await open(few, 'scan.tif')
  const { promise: end, resolve } = Promise.withResolvers<void>()
  work(async (_, { report }) => {
    report(0.4)
    await end
  })
  const preview = () => few?.call(previewInstance, { instanceId })
  await vi.waitFor(async () => expect(await preview()).toMatchObject({ progress: 0.4 }), { timeout: 20_000 })
  expect(await preview()).not.toHaveProperty('waitingBefore')
  resolve()
  await vi.waitFor(async () => expect(await preview()).toMatchObject({ state: 'ready' }), { timeout: 20_000 })
})

it('are in a lane of their own for Office files and for videos', async () => {
  const ids = [
    await upload(many, 'film.mkv'),
    (await many?.upload('0', 'letter.docx', docx(['label letter'])))?.instanceId ?? '',
    await upload(few, 'picture.png'),
  ]
  const [film = '', letter = '', picture = ''] = ids
  const states = async () =>
    Promise.all(
      [film, letter].map(async (instanceId) => (await many?.call(previewInstance, { instanceId }))?.state),
    )
  expect(await states()).toEqual(['converting', 'converting'])
  if (few) await askThumbnail(few, picture)
  const { promise: end, resolve } = Promise.withResolvers<void>()
  work(async (label) => {
    if (label === 'film.mkv') await end
  })
  const kinds = ['mp4', 'pdf of docx', 'thumbnail picture s']
  const { pool } = world.ctx.db
  const made = async () =>
    (await pool.query<{ kind: string }>(`select kind from rendition where state = 'ready' order by kind`))
      .rows
  const of = (list: string[]) => list.map((kind) => ({ kind }))
  await vi.waitFor(async () => expect(await made()).toEqual(of(kinds.slice(1))), { timeout: 20_000 })
  resolve()
  await vi.waitFor(async () => expect(await made()).toEqual(of(kinds)), { timeout: 20_000 })
})
