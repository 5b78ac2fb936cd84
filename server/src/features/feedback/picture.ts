import { readFile, writeFile } from 'node:fs/promises'
import { FEEDBACK_PER_DAY } from '@clouddisk/contract/feedback'
import { DAY, SECOND } from '@clouddisk/contract/time'
import { LRUCache } from 'lru-cache'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed } from '../../conversion/limits.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { scalePicture } from '../thumbnails/converters.ts'

/** Pictures of feedback are drawn anew in a confined process: what is kept has nothing but the pixels. */

const MB = 1024 ** 2
const BYTES_MAX = MB
/** Pixels of the longer side; smaller ones where it is too many bytes. */
const SIDES = [2048, 1440, 960] as const
/** Screens have fewer. */
const PIXELS_MAX = 25_000_000
/** So that one picture does not hold up the thumbnails of others; time for a process to start is in it. */
const TOTAL_MS = 20 * SECOND

const drawing = new ConcurrencyLimiter(1, 4)

/** The first bytes of PNG, JPEG and WebP. */
const isTaken = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

/** The picture as a WebP of at most a megabyte. A person's pictures are drawn one after the other. */
export function redrawn(
  ctx: Context,
  { personId }: Actor,
  bytes: Buffer,
  isGone: () => boolean,
): Promise<Buffer> {
  if (!isTaken(bytes)) refuseField('picture', 'picture')
  return drawing.run(personId, isGone, async () => {
    try {
      return await ctx.conversions.convert((conversion) => scaleToFit(conversion, bytes), {
        totalMs: TOTAL_MS,
      })
    } catch (error) {
      if (!(error instanceof ConversionFailed)) throw error
      if (error.reason === 'stopped') refuse('unavailable')
      countRefused(personId, ctx.now())
      return refuseField('picture', error.reason === 'too_large' ? 'picture_pixels' : 'picture')
    }
  })
}

const refused = new LRUCache<string, readonly Date[]>({ max: 10_000, ttl: DAY })

const countRefused = (personId: string, at: Date): void =>
  void refused.set(personId, [...(refused.get(personId) ?? []), at].slice(-FEEDBACK_PER_DAY))

/** When pictures of the person were refused after work on them, the earliest first. */
export const refusedPictures = (personId: string, since: Date): Date[] =>
  (refused.get(personId) ?? []).filter((at) => at > since)

async function scaleToFit(conversion: Conversion, bytes: Buffer): Promise<Buffer> {
  await writeFile(conversion.folder.input, bytes)
  for (const side of SIDES) {
    const { path } = await scalePicture(conversion, side, PIXELS_MAX)
    const webp = await readFile(path)
    if (webp.length <= BYTES_MAX) return webp
  }
  throw new ConversionFailed('output')
}
