import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Sources of ffmpeg's: pictures and sound that are nowhere still or silent. @param seed other ones with another */
export const moving = (seed: number, size = '320x240', seconds = 2): readonly string[] => [
  '-f',
  'lavfi',
  '-i',
  `mandelbrot=size=${size}:rate=10:start_scale=${1 + seed / 7},trim=duration=${seconds}`,
]
export const noise = (seed: number, seconds = 2): readonly string[] => [
  '-f',
  'lavfi',
  '-i',
  `anoisesrc=seed=${seed}:duration=${seconds}:amplitude=0.3`,
]

const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'clouddisk-media-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A file of ffmpeg's; its type is that of the name. */
export const makeMedia = (name: string, args: readonly string[]): Promise<Buffer> =>
  inFolder(async (folder) => {
    const path = join(folder, name)
    await run('ffmpeg', ['-v', 'error', ...args, '-y', path])
    return readFile(path)
  })

export interface Media {
  readonly streams: readonly {
    readonly codec_name: string
    readonly width?: number
    readonly height?: number
  }[]
  readonly format: { readonly tags?: Readonly<Record<string, string>> }
  readonly chapters: readonly unknown[]
}

/** What ffprobe says of a file. */
export const probeMedia = (bytes: Buffer): Promise<Media> =>
  inFolder(async (folder) => {
    const path = join(folder, 'media')
    await writeFile(path, bytes)
    const shown = [
      '-show_entries',
      'format_tags:stream=codec_name,width,height',
      '-show_chapters',
      '-of',
      'json',
    ]
    const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, path])
    return JSON.parse(stdout) as Media
  })
