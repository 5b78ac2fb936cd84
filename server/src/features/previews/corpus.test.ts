// @module-tag long
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { EXTENSIONS } from '@clouddisk/contract/filetypes'
import { type Preview, previewInstance } from '@clouddisk/contract/previews'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CorpusFile, makeCorpus } from '../../../test/corpus/corpus.ts'
import { makeHostileFiles } from '../../../test/corpus/hostile.ts'
import type { Person } from '../../../test/person.ts'
import { openWorld, type World } from '../../../test/world.ts'

/** Files of every extension in B§9 are shown or refused as they should be. */

let world: World
let person: Person
let folder: string
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-corpus-'))
})
afterAll(async () => {
  expect(await world.doctor()).toEqual([])
  await world.close()
  await rm(folder, { recursive: true })
})

/** Longer than all conversions together may take. */
const CORPUS_MS = 600_000

/** Asks for all of them at once, and again until each conversion is over. */
async function previewsOf(files: readonly CorpusFile[]): Promise<Map<string, Preview>> {
  const uploaded: { name: string; instanceId: string }[] = []
  for (const { name, bytes } of files)
    uploaded.push({ name, instanceId: (await person.upload('0', name, bytes)).instanceId })
  const ask = async () =>
    new Map(
      await Promise.all(
        uploaded.map(
          async ({ name, instanceId }) => [name, await person.call(previewInstance, { instanceId })] as const,
        ),
      ),
    )
  const converting = async () => [...(await ask())].filter(([, { state }]) => state === 'converting')
  await expect.poll(converting, { timeout: CORPUS_MS, interval: 1000 }).toEqual([])
  return ask()
}

const shown = ({ kind, state, couldBePlay, reason }: Partial<Preview>) => ({
  kind,
  state,
  couldBePlay,
  reason,
})
const ready = (kind: Preview['kind']) => shown({ kind, state: 'ready', couldBePlay: kind === 'video' })

const KINDS: Readonly<Record<string, Preview['kind']>> = {
  ...Object.fromEntries(
    'png jpg jpeg bmp gif tif tiff pcx webp tga svg'.split(' ').map((ext) => [ext, 'picture']),
  ),
  ...Object.fromEntries(
    'mp4 wmv mkv mpg 264 ts mov 3gp avi ogg webm flv rmvb asf'.split(' ').map((ext) => [ext, 'video']),
  ),
  ...Object.fromEntries('mp3 wma wav aac m4a flac'.split(' ').map((ext) => [ext, 'audio'])),
  ...Object.fromEntries(
    'doc docx odt rtf pdf xls xlsx ods ppt pptx odp'.split(' ').map((ext) => [ext, 'pdf']),
  ),
  ...Object.fromEntries('txt log md csv json'.split(' ').map((ext) => [ext, 'text'])),
  html: 'html',
}
const expectedOf = (name: string) =>
  ready(name === 'code.ts' ? 'text' : (KINDS[extname(name).slice(1)] ?? 'none'))

describe('a file of each kind', { timeout: CORPUS_MS }, () => {
  it('is shown, by itself or converted', async () => {
    const files = await makeCorpus(folder)
    const previews = await previewsOf(files)
    for (const [name, preview] of previews) expect([name, shown(preview)]).toEqual([name, expectedOf(name)])
    for (const [name, { url = '' }] of previews) {
      const response = await fetch(url)
      expect([name, response.status, (await response.arrayBuffer()).byteLength > 0]).toEqual([
        name,
        200,
        true,
      ])
    }
  })
})

describe('a file that is broken, mislabelled or hostile', { timeout: CORPUS_MS }, () => {
  it('is refused, or shown as what it is', async () => {
    const files = await makeHostileFiles(folder)
    const previews = await previewsOf(files)
    for (const { name, expected } of files) expect([name, previews.get(name)]).toMatchObject([name, expected])
  })
})

it('the table of extensions is covered', () => {
  const archives = EXTENSIONS.archive[1].split(' ')
  const all = Object.values(EXTENSIONS).flatMap(([, list]) => list.split(' '))
  expect(all.filter((ext) => !KINDS[ext] && !archives.includes(ext))).toEqual([])
})
