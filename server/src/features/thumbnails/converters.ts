import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ThumbnailFamily } from '@clouddisk/contract/thumbnail-types'
import { THUMBNAIL_SIDES, type ThumbnailSize } from '@clouddisk/contract/thumbnails'
import { MINUTE } from '@clouddisk/contract/time'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../conversion/limits.ts'
import type { Converter, MadeFile } from '../../renditions/converter.ts'
import type { ThumbnailAnswer, ThumbnailTask } from './thumbnail-task.ts'
import { extractFrame, readRarePicture } from './with-ffmpeg.ts'

/** The converters of thumbnails, one for each family of files and size. */

const MB = 1024 ** 2

const LIMITS: ConversionLimits = {
  wallMs: 5 * MINUTE,
  cpuSeconds: 30,
  memoryBytes: 768 * MB,
  outputBytes: 64 * MB,
  outputFiles: 8,
}

const SCRIPT = {
  script: fileURLToPath(new URL('./thumbnail-process.ts', import.meta.url)),
  limits: LIMITS,
}

/** Larger pictures have no thumbnail (C section 3). */
const BYTES_MAX = 200 * MB
/** Of a video only one frame is read, but the whole file is copied. */
const VIDEO_BYTES_MAX = 2048 * MB

/** A larger Office file is not converted for its thumbnail alone, only once somebody opens its preview. */
const CONVERTED_BYTES_MAX = 20 * MB

const SIZES = Object.keys(THUMBNAIL_SIDES) as ThumbnailSize[]
const FAMILIES = ['picture', 'video', 'audio', 'pdf'] as const

/** Of Office files there is one for each extension, as there is a PDF. */
export const thumbnailKind = (family: ThumbnailFamily, size: ThumbnailSize, ext: string): string =>
  `thumbnail ${family === 'office' ? ext.toLowerCase() : family} ${size}`

/** A picture that browsers do not show, as a WebP that they do. */
export const PICTURE_KIND = 'picture'
const PICTURE_SIDE = 4096

const pictureConverter: Converter = {
  kind: PICTURE_KIND,
  version: 1,
  maxBytes: BYTES_MAX,
  make: (conversion) => makeThumbnail(conversion, 'picture', PICTURE_SIDE),
}

export const thumbnailConverters: readonly Converter[] = [
  ...FAMILIES.flatMap((family) =>
    SIZES.map((size) => ({
      kind: thumbnailKind(family, size, ''),
      version: 1,
      maxBytes: family === 'video' ? VIDEO_BYTES_MAX : BYTES_MAX,
      make: (conversion: Conversion) => makeThumbnail(conversion, family, THUMBNAIL_SIDES[size]),
    })),
  ),
  pictureConverter,
]

/** A picture of any type, upright and without metadata, as a WebP that fits in a square. */
export async function scalePicture(
  conversion: Conversion,
  side: number,
  pixelsMax?: number,
): Promise<{ path: string; width: number; height: number }> {
  const { path, meta } = await scale(conversion, { family: 'picture', side, pixelsMax })
  return { path, width: Number(meta?.width), height: Number(meta?.height) }
}

/** Thumbnails of the first page of a PDF that is made from Office files. */
export const officeThumbnails = (ext: string, pdfKind: string, maxBytes: number): readonly Converter[] =>
  SIZES.map((size) => ({
    kind: thumbnailKind('office', size, ext),
    version: 1,
    maxBytes,
    from: { kind: pdfKind, maxBytes: CONVERTED_BYTES_MAX },
    make: (conversion) => makeThumbnail(conversion, 'pdf', THUMBNAIL_SIDES[size]),
  }))

async function makeThumbnail(
  conversion: Conversion,
  family: (typeof FAMILIES)[number],
  side: number,
): Promise<MadeFile> {
  if (family !== 'video') return scale(conversion, { family, side })
  const frame = await extractFrame(conversion, side, LIMITS)
  return scale(conversion, { family: 'picture', side, input: frame })
}

async function scale(
  conversion: Conversion,
  {
    family,
    side,
    pixelsMax,
    input = conversion.folder.input,
  }: Pick<ThumbnailTask, 'family' | 'side' | 'pixelsMax'> & { input?: string },
): Promise<MadeFile> {
  const output = join(conversion.folder.output, 'thumbnail.webp')
  const task: ThumbnailTask = { family, side, pixelsMax, input, output }
  const answer = (await conversion.ask(SCRIPT, task)) as ThumbnailAnswer
  if ('reason' in answer) throw new ConversionFailed(answer.reason, answer.message)
  if ('width' in answer) return { path: output, meta: { width: answer.width, height: answer.height } }
  // What ffmpeg has read is a PNG.
  if (input !== conversion.folder.input) throw new ConversionFailed('broken')
  const picture = await readRarePicture(conversion, answer.decoder, LIMITS)
  return scale(conversion, { family, side, input: picture })
}
