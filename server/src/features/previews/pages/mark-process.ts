import { createInterface } from 'node:readline'
import sharp from 'sharp'
import { drawMark } from './draw-mark.ts'
import { withRoom } from './page-size.ts'
import { answerFailed, type MarkAnswer, type MarkTask } from './page-task.ts'

/**
 * The mark process (conversion/warm-script.ts): burns the reader's name into a page. Apart from the server, since what reads pages
 * that were made of hostile files might be attacked by them.
 */

// Libraries must not write between the answers.
console.log = console.info = console.warn = () => undefined

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

const QUALITY = 84
/** Behind what is transparent: white drawings and black ones are visible on it. */
const BEHIND = '#c4c9d0'
const MARGIN = '#ffffff'

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await answerTo(JSON.parse(line) as MarkTask)
  process.stdout.write(`${JSON.stringify(answer)}\n`)
}

async function answerTo({ input, output, width: most, mark }: MarkTask): Promise<MarkAnswer> {
  try {
    const { data, info } = await sharp(input)
      .resize({ width: most, withoutEnlargement: true })
      .flatten({ background: BEHIND })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = withRoom(info)
    const [left, top] = [Math.floor((width - info.width) / 2), Math.floor((height - info.height) / 2)]
    await sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
      .extend({
        left,
        top,
        right: width - info.width - left,
        bottom: height - info.height - top,
        background: MARGIN,
      })
      .composite([{ input: drawMark(mark, width, height), raw: { width, height, channels: 4 } }])
      .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
      .toFile(output)
    return { done: true }
  } catch (error) {
    return answerFailed(error)
  }
}
