/** The video track of a media file, read from as few bytes as possible. */

interface PictureTrack {
  /** The format's common name; undefined if unknown. */
  readonly format: string | undefined
}

/** Reads some bytes of the file; fewer at its end. */
type ReadBytes = (at: number, length: number) => Promise<Uint8Array>

/** The first video track; undefined if there is none, or the file cannot be parsed. */
export async function pictureTrackOf(ext: string, read: ReadBytes): Promise<PictureTrack | undefined> {
  switch (ext.toLowerCase()) {
    case 'mp4':
      return pictureInMovie(await movieBox(read))
    case 'ogg':
      return named(/theora/, latin1(await read(0, HEAD)))
    case 'webm':
      return named(/V_[A-Z0-9_/]+/, latin1(await read(0, HEAD)))
    default:
      return undefined
  }
}

/** Containers other than MP4 describe their tracks within these first bytes. */
const HEAD = 64 * 1024
const MOVIE_MAX = 16 * 1024 * 1024
const BOXES_MAX = 32

const latin1 = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** The `moov` box of an MP4 (ISO/IEC 14496-12), which is before or after the content. */
async function movieBox(read: ReadBytes): Promise<string> {
  let at = 0
  for (let n = 0; n < BOXES_MAX; n++) {
    const head = await read(at, 16)
    if (head.length < 16) return ''
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
    const short = view.getUint32(0)
    const size = short === 1 ? Number(view.getBigUint64(8)) : short
    if (latin1(head.subarray(4, 8)) === 'moov') return latin1(await read(at, Math.min(size, MOVIE_MAX)))
    if (size < 8) return ''
    at += size
  }
  return ''
}

/** The sample description, which names the format, follows the handler of a video track. */
function pictureInMovie(movie: string): PictureTrack | undefined {
  for (let at = movie.indexOf('hdlr'); at >= 0; at = movie.indexOf('hdlr', at + 4)) {
    if (movie.slice(at + 12, at + 16) !== 'vide') continue
    const description = movie.indexOf('stsd', at)
    const code = description < 0 ? '' : movie.slice(description + 16, description + 20)
    return { format: FORMATS[code] }
  }
  return undefined
}

const named = (pattern: RegExp, head: string): PictureTrack | undefined => {
  const code = pattern.exec(head)?.[0]
  return code === undefined ? undefined : { format: FORMATS[code] }
}

/** By codec id. */
const FORMATS: Record<string, string> = {
  hvc1: 'HEVC',
  hev1: 'HEVC',
  vvc1: 'VVC',
  av01: 'AV1',
  mp4v: 'MPEG-4',
  theora: 'Theora',
}

/** MIME types of formats that not all browsers play. */
const MIME_TYPES: Record<string, string> = {
  HEVC: 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  VVC: 'video/mp4; codecs="vvc1.1.L51.CQA.O1+3"',
  AV1: 'video/mp4; codecs="av01.0.04M.08"',
  'MPEG-4': 'video/mp4; codecs="mp4v.20.8"',
  Theora: 'video/ogg; codecs="theora"',
}

/** Whether the browser reports that it cannot play the format. */
export function isUnsupported({ format }: PictureTrack): boolean {
  const type = format === undefined ? undefined : MIME_TYPES[format]
  return type !== undefined && document.createElement('video').canPlayType(type) === ''
}
