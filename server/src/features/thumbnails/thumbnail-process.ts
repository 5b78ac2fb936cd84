import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Declined, type ThumbnailAnswer, type ThumbnailTask } from './thumbnail-task.ts'

/**
 * The thumbnail process (conversion/warm-script.ts): reads tasks from its input, writes WebP files, and answers each task
 * with a line. What crashes or hangs it costs this process only.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = () => undefined

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as ThumbnailTask)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function answerTo({ family, input, output, side, pixelsMax }: ThumbnailTask): Promise<ThumbnailAnswer> {
  try {
    const bytes = await pictureOf(family, input, side)
    const { scalePicture } = await import('./scale-picture.ts')
    return await scalePicture(bytes, output, side, pixelsMax)
  } catch (error) {
    const message = error instanceof Error ? error.message.slice(0, 300) : String(error)
    return { reason: error instanceof Declined ? error.reason : 'broken', message }
  }
}

async function pictureOf(family: ThumbnailTask['family'], input: string, side: number): Promise<Buffer> {
  if (family === 'audio') return coverOf(input)
  const bytes = await readFile(input)
  if (family === 'picture') return bytes
  const { drawFirstPage } = await import('./draw-pdf.ts')
  return drawFirstPage(bytes, side)
}

async function coverOf(input: string): Promise<Buffer> {
  const { parseFile, selectCover } = await import('music-metadata')
  const { common } = await parseFile(input, { duration: false })
  const cover = selectCover(common.picture)
  if (!cover) throw new Declined('unsupported', 'has no cover')
  return Buffer.from(cover.data)
}
