import { join } from 'node:path'
import { HOUR } from '@clouddisk/contract/time'
import type { Conversion } from '../../../conversion/conversions.ts'
import { ConversionFailed, type ConversionLimits } from '../../../conversion/limits.ts'
import type { Converter, MadeFile } from '../../../renditions/converter.ts'

/**
 * Videos and sound to mp4 and m4a, where ffmpeg is installed (C23): those that browsers do not play, and all for those who may only
 * view them.
 */

const MB = 1024 ** 2
const GB = 1024 * MB

const LIMITS: ConversionLimits = {
  wallMs: HOUR,
  cpuSeconds: 3600,
  memoryBytes: 1536 * MB,
  outputBytes: 4 * GB,
  outputFiles: 2,
}

export const VIDEO_KIND = 'mp4'
export const AUDIO_KIND = 'm4a'
/** Encoded anew whatever they are, with nothing of the file but picture and sound. */
export const VIEWED_VIDEO_KIND = 'mp4 to view'
export const VIEWED_AUDIO_KIND = 'm4a to view'

/** Nothing but the file itself is opened: playlists and lists of files name others. */
const INPUT = [
  '-nostdin',
  '-v',
  'error',
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  'mov,matroska,webm,avi,asf,flv,mpegts,mpeg,mpegvideo,h264,hevc,ogg,rm,mp3,wav,aac,flac,aiff,amr,xwma',
]

async function toMp4(conversion: Conversion): Promise<MadeFile> {
  const { streams: codecs = [], format } = await probe(conversion)
  const video = codecs.find(({ codec_type: type }) => type === 'video')
  if (!video) throw new ConversionFailed('unsupported', 'has no video')
  const audio = codecs.find(({ codec_type: type }) => type === 'audio')
  const isPlayed = video.codec_name === 'h264' && video.pix_fmt === 'yuv420p'
  return convert(conversion, 'preview.mp4', format, [
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...(isPlayed ? ['-c:v', 'copy'] : [...H264, '-vf', FITTING]),
    ...(audio?.codec_name === 'aac' ? ['-c:a', 'copy'] : AAC),
    ...FASTSTART,
  ])
}

const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '25', '-pix_fmt', 'yuv420p']
/** At most full HD; sides are even, as the format wants. */
const FITTING =
  "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2"
const AAC = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']

/**
 * At most 720 lines, or columns where it is upright, and frames at even times: their times are not those of the file either. What is
 * encoded a second time in the same blocks may become the same bytes again, so the blocks begin two pixels further.
 */
const VIEWED_FITTING = [
  "scale='if(gte(iw,ih),min(1280,iw),min(720,iw))':'if(gte(iw,ih),min(720,ih),min(1280,ih))'",
  ":force_original_aspect_ratio=decrease:force_divisible_by=2,fps=fps='if(gt(source_fps,0),min(30,source_fps),30)'",
  ",crop='if(gt(iw,16),iw-4,iw)':'if(gt(ih,16),ih-4,ih)'",
].join('')

/** As of the picture's blocks: those of the sound begin some milliseconds later. */
const VIEWED_SOUND = ['-af', 'adelay=5:all=1,volume=-0.3dB', ...AAC]

/** Titles, places, chapters and subtitles are left out, and so is what encoders write of themselves. */
const NOTHING_ELSE = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn', '-fflags', '+bitexact']
const WITHOUT_NOTES = ['-bsf:v', 'filter_units=remove_types=6']
/** Players begin before all of it is there. */
const FASTSTART = ['-movflags', '+faststart', '-f', 'mp4']

async function toViewedMp4(conversion: Conversion): Promise<MadeFile> {
  const { streams = [], format } = await probe(conversion)
  if (!streams.some(({ codec_type: type }) => type === 'video'))
    throw new ConversionFailed('unsupported', 'has no video')
  const video = ['-map', '0:v:0', ...H264, '-bf', '0', '-vf', VIEWED_FITTING, ...WITHOUT_NOTES]
  const audio = ['-map', '0:a:0?', ...VIEWED_SOUND]
  return convert(conversion, 'viewed.mp4', format, [...video, ...audio, ...NOTHING_ELSE, ...FASTSTART])
}

async function toViewedM4a(conversion: Conversion): Promise<MadeFile> {
  const { streams = [], format } = await probe(conversion)
  if (!streams.some(({ codec_type: type }) => type === 'audio'))
    throw new ConversionFailed('unsupported', 'has no sound')
  const audio = ['-map', '0:a:0', '-vn', ...VIEWED_SOUND]
  return convert(conversion, 'viewed.m4a', format, [...audio, ...NOTHING_ELSE, ...FASTSTART])
}

async function toM4a(conversion: Conversion): Promise<MadeFile> {
  const { format } = await probe(conversion)
  const output = ['-map', '0:a:0', '-vn', ...AAC, ...FASTSTART]
  return convert(conversion, 'preview.m4a', format, output)
}

async function convert(
  { folder, run, report }: Conversion,
  name: string,
  format: Probed['format'],
  output: readonly string[],
): Promise<MadeFile> {
  const path = join(folder.output, name)
  const duration = Number(format?.duration) * MICROSECONDS
  const onLine = (line: string) => {
    const done = Number(/^out_time_us=(\d+)/.exec(line)?.[1])
    if (done / duration >= 0) report(done / duration)
  }
  const progress = ['-progress', 'pipe:1', '-threads', '1']
  await run('ffmpeg', [...INPUT, ...progress, '-i', folder.input, ...output, '-y', path], LIMITS, onLine)
  return { path }
}

const MICROSECONDS = 1e6

interface Probed {
  readonly streams?: readonly Stream[]
  readonly format?: { readonly duration?: string }
}

interface Stream {
  readonly codec_type?: string
  readonly codec_name?: string
  readonly pix_fmt?: string
}

async function probe({ folder, run }: Conversion): Promise<Probed> {
  const [, ...input] = INPUT
  const shown = ['-show_entries', 'format=duration:stream=codec_type,codec_name,pix_fmt', '-of', 'json']
  return JSON.parse(await run('ffprobe', [...input, ...shown, folder.input], LIMITS)) as Probed
}

export const mediaConverters: readonly Converter[] = [
  { kind: VIDEO_KIND, version: 1, maxBytes: 8 * GB, lane: 'media', make: toMp4 },
  { kind: AUDIO_KIND, version: 1, maxBytes: 200 * MB, lane: 'media', make: toM4a },
  {
    kind: VIEWED_VIDEO_KIND,
    version: 1,
    maxBytes: 8 * GB,
    lane: 'media',
    isForViewOnly: true,
    make: toViewedMp4,
  },
  {
    kind: VIEWED_AUDIO_KIND,
    version: 1,
    // A video may have sound alone.
    maxBytes: 8 * GB,
    lane: 'media',
    isForViewOnly: true,
    make: toViewedM4a,
  },
]
