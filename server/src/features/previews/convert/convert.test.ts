// @module-tag long
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { previewInstance } from '@clouddisk/contract/previews'
import ExcelJS from 'exceljs'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { docx } from '../../../../test/make-docx.ts'
import type { Person } from '../../../../test/person.ts'
import { openWorld, type World } from '../../../../test/world.ts'
import { Conversions } from '../../../conversion/conversions.ts'
import { programPath } from '../../../conversion/protection.ts'
import { mediaConverters } from './media.ts'
import { byBuiltIn } from './office.ts'

const run = promisify(execFile)

let world: World
let person: Person
let folder: string
const hasFfmpeg = (await programPath('ffmpeg')) !== undefined
beforeAll(async () => {
  world = await openWorld()
  person = await world.person()
  folder = await mkdtemp(join(tmpdir(), 'clouddisk-convert-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

/** Longer than any conversion may take. */
const CONVERSION_MS = 930_000

const open = async (name: string, bytes: Buffer) => {
  const { instanceId } = await person.upload('0', name, bytes)
  return () => person.call(previewInstance, { instanceId })
}
/** Asks again until the conversion is over. */
async function converted(name: string, bytes: Buffer) {
  const ask = await open(name, bytes)
  await expect.poll(async () => (await ask()).state, { timeout: CONVERSION_MS }).not.toBe('converting')
  return ask()
}
const contentOf = async (url = '') => Buffer.from(await (await fetch(url)).arrayBuffer())

/** The text of a PDF, as a reader would select it. */
async function textOf(pdf: Buffer): Promise<string> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const document = await getDocument({ data: new Uint8Array(pdf), useSystemFonts: false }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('')
}

const makeMedia = async (name: string, args: readonly string[]): Promise<Buffer> => {
  const path = join(folder, name)
  await run('ffmpeg', ['-v', 'error', ...args, '-y', path])
  return readFile(path)
}
const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=320x240:rate=10']
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1']

describe('a file that browsers do not show', { timeout: CONVERSION_MS }, () => {
  it('becomes a PDF if it is of Office, with its Chinese text', async () => {
    const letter = await converted('信.docx', docx(['重庆银行季度报告', 'Quarterly report']))
    expect(letter).toMatchObject({ kind: 'pdf', state: 'ready', couldBePlay: false })
    const response = await fetch(letter.url ?? '', { headers: { range: 'bytes=0-4' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([206, 'application/pdf'])
    expect(await textOf(await contentOf(letter.url))).toContain('重庆银行季度报告')
    const book = new ExcelJS.Workbook()
    book.addWorksheet('预算').addRow(['合计', 12_345])
    const sheet = await converted('budget.xlsx', Buffer.from(await book.xlsx.writeBuffer()))
    expect(await textOf(await contentOf(sheet.url))).toMatch(/合计.*12345/)
  })

  it('is converted once for its content', async () => {
    const bytes = docx(['once'])
    const first = await converted('one.docx', bytes)
    const second = await (await open('two.docx', bytes))()
    expect(second.state).toBe('ready')
    const tags = await Promise.all(
      [first, second].map(async ({ url = '' }) => (await fetch(url)).headers.get('etag')),
    )
    expect(new Set(tags).size).toBe(1)
    const { ctx } = world
    const { rows } = await ctx.db.pool.query(`select bucket, key from blob where id = $1`, [
      tags[0]?.slice(1, -1),
    ])
    await ctx.stores.of(rows[0].bucket).remove(rows[0].key)
    // What is lost is made again.
    expect((await fetch(first.url ?? '')).status).toBe(503)
    expect(await textOf(await contentOf((await converted('three.docx', bytes)).url))).toContain('once')
  })

  it('is told to be broken where it is', async () => {
    expect(await converted('broken.docx', docx(['x']).subarray(0, 300))).toMatchObject({
      state: 'failed',
      reason: 'broken',
    })
  })

  it('shows no file of the machine that it names', async () => {
    const path = join(folder, 'red.png')
    const red = sharp({ create: { width: 200, height: 100, channels: 3, background: 'red' } })
    await writeFile(path, await red.png().toBuffer())
    const field = `{\\field{\\*\\fldinst INCLUDEPICTURE "${pathToFileURL(path)}" \\\\d}{\\fldrslt}}`
    const letter = await converted('letter.rtf', Buffer.from(`{\\rtf1\\ansi before ${field} after}`))
    const pdf = await contentOf(letter.url)
    expect(await textOf(pdf)).toContain('before')
    expect(pdf.toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/)
  })

  it('becomes a picture, a video or sound that they know', async () => {
    const drawing = sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    const scan = await converted('scan.tif', await drawing.tiff().toBuffer())
    expect(scan).toMatchObject({ kind: 'picture', state: 'ready' })
    expect(await sharp(await contentOf(scan.url)).metadata()).toMatchObject({ format: 'webp', width: 60 })
    if (!hasFfmpeg) return
    for (const [name, args] of [
      ['film.avi', ['-c:v', 'mpeg4']],
      ['film.mkv', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']],
      ['film.wmv', []],
    ] as const) {
      const film = await converted(name, await makeMedia(name, [...PICTURE, ...SOUND, ...args]))
      expect([name, film]).toMatchObject([name, { kind: 'video', state: 'ready', couldBePlay: true }])
      await writeFile(join(folder, 'made.mp4'), await contentOf(film.url))
      const shown = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0']
      const { stdout } = await run('ffprobe', [...shown, join(folder, 'made.mp4')])
      expect([name, stdout.trim().split('\n')]).toEqual([name, ['h264', 'aac']])
    }
    const song = await converted('song.wma', await makeMedia('song.wma', SOUND))
    expect(song).toMatchObject({ kind: 'audio', state: 'ready' })
  })
})

it.runIf(hasFfmpeg)('a video tells how much of it is done', { timeout: CONVERSION_MS }, async () => {
  const conversions = new Conversions({ conversions: 1, dataDir: folder })
  const film = await makeMedia('film.avi', [...PICTURE, ...SOUND, '-c:v', 'mpeg4'])
  const shares: number[] = []
  try {
    await conversions.convert(
      async (conversion) => {
        await writeFile(conversion.folder.input, film)
        await mediaConverters[0]?.make(conversion)
      },
      { onProgress: (share) => shares.push(share) },
    )
  } finally {
    await conversions.close()
  }
  expect(shares.at(-1)).toBeCloseTo(1, 0)
})

it('Office files are converted without LibreOffice being installed', { timeout: CONVERSION_MS }, async () => {
  const conversions = new Conversions({ conversions: 1, dataDir: folder })
  try {
    const pdf = await conversions.convert(async (conversion) => {
      const { path, output } = conversion.folder
      const task = { source: join(path, 'a.docx'), pdf: join(output, 'a.pdf'), ext: 'docx' }
      await writeFile(task.source, docx(['采购清单']))
      await byBuiltIn(conversion, task)
      return readFile(task.pdf)
    })
    expect(await textOf(pdf)).toContain('采购清单')
  } finally {
    await conversions.close()
  }
})
