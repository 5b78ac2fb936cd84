import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { batchCreateFolder, createFolder, pageInstances } from '@clouddisk/contract/files'
import { previewInstance } from '@clouddisk/contract/previews'
import { docx } from '../../server/test/make-docx.ts'
import type { Person } from '../../server/test/person.ts'
import { numbered, photo } from '../../server/test/photo.ts'
import { askThumbnail } from '../../server/test/thumbnail.ts'
import { Product } from './product.ts'

/**
 * Lists are answered within 100 ms (99th percentile) while 200 conversions wait or run: Office files, videos where ffmpeg is
 * installed, and photos. Needs a machine that does nothing else.
 */

const OFFICE = 60
const VIDEOS = 40
const WAITING = 200
const LISTS = 500
const ROWS = 1000
const P99_MS = 100

export async function proveListsWhileConverting(say: (line: string) => void): Promise<void> {
  const product = await Product.prepare()
  try {
    await product.start()
    const [reader, other] = [await product.person('reader', null), await product.person('other', null)]
    const children = Array.from({ length: ROWS }, (_, n) => ({ instanceName: `row ${n}` }))
    const { instanceId: folder } = await reader.call(createFolder, { parentId: '0', instanceName: 'many' })
    await reader.call(batchCreateFolder, { parentId: folder, instanceName: 'rows', children })
    const [rows] = await reader.list(folder)
    const list = () => reader.call(pageInstances, { parentId: rows?.instanceId ?? '', pageSize: 100 })
    await measure(list, 50)
    say(`waiting: nothing converts: ${told(await measure(list, LISTS))}`)
    await request(product, other)
    const times = await measure(list, LISTS)
    const [{ left } = {}] = await product.sql(
      `select count(*)::integer as left from rendition where state in ('queued', 'running')`,
    )
    say(`waiting: ${WAITING} conversions asked for, ${left} left at the end: ${told(times)}`)
    assert.ok(Number(left) > 0, 'all conversions ended before the lists')
    assert.ok(percentile(times, 0.99) < P99_MS, told(times))
  } finally {
    await product.remove()
  }
}

/** Uploads files and asks for their conversions. */
async function request(product: Product, person: Person): Promise<void> {
  const [film, picture] = [await makeFilm(product.dataDir), await photo()]
  for (let n = 0; n < WAITING; n++) {
    if (n < OFFICE)
      await preview(person, `${n}.docx`, docx(Array.from({ length: 200 }, (_, line) => `第 ${n}-${line} 行`)))
    else if (n < OFFICE + VIDEOS && film)
      await preview(person, `${n}.mkv`, Buffer.concat([film, Buffer.from(`${n}`)]))
    else {
      const { instanceId } = await person.upload('0', `${n}.jpg`, numbered(picture, n))
      await askThumbnail(person, instanceId)
    }
  }
}

async function preview(person: Person, name: string, bytes: Buffer): Promise<void> {
  const { instanceId } = await person.upload('0', name, bytes)
  await person.call(previewInstance, { instanceId })
}

/** Half a minute that browsers do not play; undefined without ffmpeg. */
async function makeFilm(folder: string): Promise<Buffer | undefined> {
  const path = join(folder, 'film.mkv')
  const source = ['-f', 'lavfi', '-i', 'testsrc=duration=30:size=1280x720:rate=25']
  try {
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, '-c:v', 'mpeg4', '-b:v', '2M', path])
    return await readFile(path)
  } catch {
    return undefined
  }
}

async function measure(call: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const begun = performance.now()
    await call()
    times.push(performance.now() - begun)
  }
  return times.toSorted((a, b) => a - b)
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const told = (sorted: readonly number[]): string =>
  `${sorted.length} lists of a folder of ${ROWS}, median ${percentile(sorted, 0.5).toFixed(1)} ms, 99th percentile ${percentile(sorted, 0.99).toFixed(1)} ms`
