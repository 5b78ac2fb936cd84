import { readFile, writeFile } from 'node:fs/promises'
import type { Context } from '../../context.ts'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed } from '../../conversion/limits.ts'
import { refuse, refuseField } from '../../errors/refusal.ts'
import { scalePicture } from '../thumbnails/converters.ts'

/** Pictures of feedback are drawn anew in a confined process: what is kept has nothing but the pixels. */

const MB = 1024 ** 2
const BYTES_MAX = MB
/** Pixels of the longer side; smaller ones where it is too many bytes. */
const SIDES = [2048, 1440, 960] as const

/** The first bytes of PNG, JPEG and WebP. */
const isTaken = (bytes: Buffer): boolean =>
  bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')) ||
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')

/** The picture as a WebP of at most a megabyte. */
export async function redrawn(ctx: Context, bytes: Buffer): Promise<Buffer> {
  if (!isTaken(bytes)) refuseField('picture', 'picture')
  try {
    return await ctx.conversions.convert((conversion) => scaleToFit(conversion, bytes))
  } catch (error) {
    if (!(error instanceof ConversionFailed)) throw error
    if (error.reason === 'stopped') refuse('unavailable')
    return refuseField('picture', 'picture')
  }
}

async function scaleToFit(conversion: Conversion, bytes: Buffer): Promise<Buffer> {
  await writeFile(conversion.folder.input, bytes)
  for (const side of SIDES) {
    const { path } = await scalePicture(conversion, side)
    const webp = await readFile(path)
    if (webp.length <= BYTES_MAX) return webp
  }
  throw new ConversionFailed('too_large')
}
