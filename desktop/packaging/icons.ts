import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { ROOT } from './build.ts'

/** The product's logo in the forms that systems want. */

export const LOGO = join(ROOT, 'web/public/favicon.svg')

export const pngOf = async (size: number): Promise<Buffer> =>
  sharp(await readFile(LOGO), { density: (72 * size) / 28 })
    .resize(size, size)
    .png({ compressionLevel: 9 })
    .toBuffer()

export async function writePng(path: string, size: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, await pngOf(size))
}

/** Windows: a directory of PNG files, which it reads since Vista. */
export async function writeIco(path: string): Promise<void> {
  const pictures = await Promise.all(
    [16, 24, 32, 48, 64, 256].map(async (size) => ({ size, png: await pngOf(size) })),
  )
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let offset = head.length
  for (const [at, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * at
    // 0 stands for 256.
    head.writeUInt8(size % 256, entry)
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(offset, entry + 12)
    offset += png.length
  }
  await writeFile(path, Buffer.concat([head, ...pictures.map(({ png }) => png)]))
}

/** macOS: PNG files, each with the name of its size. */
export async function writeIcns(path: string): Promise<void> {
  const sizes = [
    ['ic07', 128],
    ['ic08', 256],
    ['ic09', 512],
    ['ic10', 1024],
  ] as const
  const entries = await Promise.all(sizes.map(async ([name, size]) => chunk(name, await pngOf(size))))
  await writeFile(path, chunk('icns', Buffer.concat(entries)))
}

function chunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32BE(content.length + 8, 4)
  return Buffer.concat([head, content])
}
