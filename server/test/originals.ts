import iconv from 'iconv-lite'
import sharp from 'sharp'
import { programPath } from '../src/conversion/protection.ts'
import { rawZip } from './make-archives.ts'
import { docx } from './make-docx.ts'
import { makeMedia, moving, noise } from './make-media.ts'
import { manyPagesPdf } from './pdfs.ts'
import { bytesOf } from './random.ts'

/** Files whose bytes are looked for in what was sent. */

export const hasFfmpeg = (await programPath('ffmpeg')) !== undefined

const chinese = (seed: number) =>
  [...bytesOf(seed, 8000)]
    .map((byte, n) => (n % 40 === 39 ? '\n' : String.fromCodePoint(0x4e00 + byte * 7 + (n % 5))))
    .join('')
const noisy = (seed: number) =>
  sharp(bytesOf(seed, 300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })

export const film = (seed: number) =>
  makeMedia('film.mp4', [
    ...moving(seed),
    ...noise(seed),
    '-c:v',
    'libx264',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
  ])

/** How a file of each type is made, and another one like it. */
export const ORIGINALS: Readonly<Record<string, (seed: number) => Buffer | Promise<Buffer>>> = {
  'a.pdf': (seed) => manyPagesPdf({ pages: 4 + seed }),
  'b.docx': (seed) => docx(chinese(seed).split('\n')),
  'c.jpg': (seed) =>
    noisy(seed)
      .jpeg()
      .withExif({ IFD0: { Model: `Camera ${seed}` } })
      .toBuffer(),
  'd.png': (seed) => noisy(seed).png().toBuffer(),
  'e.txt': (seed) => iconv.encode(chinese(seed), 'gb18030'),
  'f.zip': (seed) => rawZip([{ name: Buffer.from('合同.txt'), content: bytesOf(seed, 9000) }]),
  ...(hasFfmpeg && {
    'g.mp4': film,
    'h.mp3': (seed: number) =>
      makeMedia('song.mp3', [...noise(seed), '-metadata', `title=${'title '.repeat(30)}${seed}`]),
  }),
}
