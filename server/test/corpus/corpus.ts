import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programPath } from '../../src/conversion/protection.ts'

/**
 * Files of every extension in B§9, made by real programs. Each program is called as often as it has kinds to make; files of
 * programs that are not installed are left out.
 */

export interface CorpusFile {
  readonly name: string
  readonly bytes: Buffer
}

const run = promisify(execFile)

/** All that the installed programs make, in `folder`, which is empty before. */
export async function makeCorpus(folder: string): Promise<CorpusFile[]> {
  const names = [...(await makeTexts(folder)), ...(await makeMedia(folder)), ...(await makeOffice(folder))]
  return Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })))
}

const GREETING = '季度报告 Quarterly report\n第二行\n'
const ROWS = '名称,数量\n苹果,12\n梨,7\n'

async function makeTexts(folder: string): Promise<string[]> {
  const files: Record<string, Buffer> = {
    'plain.txt': Buffer.from(GREETING),
    'gb18030.txt': Buffer.from('bcbeb6c8b1a8b8e60a', 'hex'),
    'utf16.txt': Buffer.from(`\ufeff${GREETING}`, 'utf16le'),
    'server.log': Buffer.from('2026-11-26 09:00:00 INFO  started\n'.repeat(500)),
    'readme.md': Buffer.from('# 标题\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'),
    'table.csv': Buffer.from(ROWS),
    'code.json': Buffer.from('{"a": [1, 2, 3]}'),
    'code.ts': Buffer.from('export const answer: number = 42\n'),
    'page.html': Buffer.from(`<!doctype html><meta charset="utf-8"><h1>季度报告</h1>`),
    'drawing.svg': Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="60"><circle cx="40" cy="30" r="20"/></svg>',
    ),
  }
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
  return Object.keys(files)
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=176x144:rate=10']
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=1:sample_rate=44100']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']

const STILL = ['-f', 'lavfi', '-i', 'testsrc=size=160x120', '-frames:v', '1']

/** ffmpeg's arguments for each video, sound and picture of B§9. */
const MEDIA: Readonly<Record<string, readonly string[]>> = {
  'film.mp4': [...PICTURE, ...SOUND, ...H264, '-c:a', 'aac'],
  'film.wmv': [...PICTURE, ...SOUND],
  'film.mkv': [...PICTURE, ...SOUND, ...H264],
  'film.mpg': [...PICTURE, ...SOUND, '-r', '25'],
  'film.264': [...PICTURE, ...H264, '-f', 'h264'],
  'film.ts': [...PICTURE, ...SOUND, ...H264, '-f', 'mpegts'],
  'film.mov': [...PICTURE, ...SOUND, ...H264],
  'film.3gp': [...PICTURE, '-c:v', 'h263', '-an'],
  'film.avi': [...PICTURE, ...SOUND, '-c:v', 'mpeg4'],
  'film.ogg': [...PICTURE, '-c:v', 'libtheora'],
  'film.webm': [...PICTURE, '-c:v', 'libvpx'],
  'film.flv': [...PICTURE, ...SOUND, '-c:v', 'flv'],
  'film.rmvb': [...PICTURE, '-c:v', 'rv20', '-f', 'rm'],
  'film.asf': [...PICTURE, ...SOUND, '-f', 'asf'],
  'song.mp3': SOUND,
  'song.wma': SOUND,
  'song.wav': SOUND,
  'song.aac': SOUND,
  'song.m4a': SOUND,
  'song.flac': SOUND,
  'moving.gif': PICTURE,
  ...Object.fromEntries(
    'png jpg jpeg bmp gif tif tiff pcx webp tga'.split(' ').map((ext) => [`picture.${ext}`, STILL]),
  ),
}

async function makeMedia(folder: string): Promise<string[]> {
  if (!(await programPath('ffmpeg'))) return []
  for (const [name, args] of Object.entries(MEDIA))
    await run('ffmpeg', ['-v', 'error', ...args, join(folder, name)])
  return Object.keys(MEDIA)
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns'
/** A presentation of two slides as LibreOffice reads it from one XML file. */
const SLIDES = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="${ODF}:office:1.0" xmlns:draw="${ODF}:drawing:1.0" xmlns:text="${ODF}:text:1.0"
 xmlns:svg="${ODF}:svg-compatible:1.0" office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.presentation">
<office:body><office:presentation>${['年度计划', 'Second slide']
  .map(
    (line, n) =>
      `<draw:page draw:name="s${n}"><draw:frame svg:x="2cm" svg:y="2cm" svg:width="20cm" svg:height="4cm"><draw:text-box><text:p>${line}</text:p></draw:text-box></draw:frame></draw:page>`,
  )
  .join('')}</office:presentation></office:body></office:document>`

const OFFICE = {
  letter: { source: 'letter.txt', text: GREETING, kinds: 'doc docx odt rtf pdf' },
  budget: { source: 'budget.csv', text: ROWS, kinds: 'xls xlsx ods' },
  slides: { source: 'slides.fodp', text: SLIDES, kinds: 'ppt pptx odp' },
}

async function makeOffice(folder: string): Promise<string[]> {
  if (!(await programPath('soffice'))) return []
  const made: string[] = []
  const profile = join(folder, 'profile')
  await mkdir(profile)
  for (const [name, { source, text, kinds }] of Object.entries(OFFICE)) {
    await writeFile(join(folder, source), text)
    for (const kind of kinds.split(' ')) {
      const args = [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', kind]
      if (source.endsWith('.csv')) args.push('--infilter=CSV:44,34,76')
      if (source.endsWith('.txt')) args.push('--infilter=Text (encoded):UTF8,LF,,,')
      await run('soffice', [...args, '--outdir', folder, join(folder, source)])
      made.push(`${name}.${kind}`)
    }
  }
  return made
}
