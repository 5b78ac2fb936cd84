import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Conversion } from '../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../conversion/limits.ts'

/** What needs ffmpeg on the server: frames of videos, and pictures of formats that are seldom today. */

/** Nothing but the file itself is opened: playlists and lists of files name others. */
const SAFE = ['-v', 'error', '-protocol_whitelist', 'file']
const CONTAINERS = 'mov,matroska,webm,avi,asf,flv,mpegts,mpeg,mpegvideo,h264,hevc,ogg,rm'
const PIXELS_MAX = '100000000'

/** Where a frame says more than the black or the title at the beginning. */
const POSITION = 0.1

/** A PNG file with one frame, of at most `side` pixels. */
export async function extractFrame(
  { folder, run }: Conversion,
  side: number,
  limits: ConversionLimits,
): Promise<string> {
  const source = [...SAFE, '-format_whitelist', CONTAINERS]
  const probed = await run(
    'ffprobe',
    [
      ...source,
      '-select_streams',
      'v:0',
      '-show_entries',
      'format=duration:stream=width,height',
      '-of',
      'json',
      folder.input,
    ],
    limits,
  )
  const { streams = [], format } = JSON.parse(probed) as Probed
  if (streams.length === 0) throw new ConversionFailed('unsupported', 'has no video')
  const frame = join(folder.output, 'frame.png')
  const size = `scale='min(${side},iw)':'min(${side},ih)':force_original_aspect_ratio=decrease`
  const duration = Number(format?.duration)
  // A position behind the last frame yields none: the first one will do.
  for (const position of Number.isFinite(duration) ? [duration * POSITION, 0] : [0]) {
    const input = ['-ss', position.toFixed(3), '-max_pixels', PIXELS_MAX, '-i', folder.input]
    const output = ['-map', '0:v:0', '-frames:v', '1', '-vf', size, '-y', frame]
    await run('ffmpeg', ['-nostdin', '-threads', '1', ...source, ...input, ...output], limits)
    if (existsSync(frame)) return frame
  }
  throw new ConversionFailed('broken', 'has no frame')
}

interface Probed {
  readonly streams?: readonly { readonly width?: number; readonly height?: number }[]
  readonly format?: { readonly duration?: string }
}

/** The picture as a PNG file. */
export async function readRarePicture(
  { folder, run }: Conversion,
  decoder: string,
  limits: ConversionLimits,
): Promise<string> {
  const picture = join(folder.output, 'picture.png')
  const input = ['-f', 'image2', '-pattern_type', 'none', '-c:v', decoder, '-max_pixels', PIXELS_MAX]
  await run(
    'ffmpeg',
    ['-nostdin', '-threads', '1', ...SAFE, ...input, '-i', folder.input, '-frames:v', '1', '-y', picture],
    limits,
  )
  if (!existsSync(picture)) throw new ConversionFailed('broken', 'has no picture')
  return picture
}
