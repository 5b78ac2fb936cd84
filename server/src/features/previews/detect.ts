import { inlineOf } from '@clouddisk/contract/filetypes'

/** What content is, by its first bytes and the extension of its name. */

/** Bytes that detection looks at: drawings may begin with long comments. */
export const HEAD_BYTES = 64 * 1024
/** More would unpack archives to look inside them. */
const MAGIC_BYTES = 4100

/** The extension under which the content is shown, or `broken`; `isAudio` for sound in a container of videos. */
export type Detected = { readonly ext: string; readonly isAudio: boolean } | 'broken'

/** Names of the detector that our table of types has under another one. */
const ALIASES: Readonly<Record<string, string>> = {
  apng: 'png',
  ogv: 'ogg',
  oga: 'ogg',
  ogx: 'ogg',
  ogm: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  m4v: 'mp4',
  f4v: 'mp4',
  m4b: 'm4a',
  m4p: 'm4a',
  f4a: 'm4a',
  f4b: 'm4a',
  mp1: 'mp3',
  mp2: 'mp3',
}
/** Signatures long enough to count whatever the name says. */
const CERTAIN = new Set('png jpg gif webp avif pdf mp4 webm ogg wav flac m4a'.split(' '))
/** Players find the sound behind whatever precedes it. */
const WITHOUT_SIGNATURE = new Set(['mp3', 'aac'])
const AUDIO_VIDEO = new Set(['audio', 'video'])

/** @param ext of the name; kept where the content does not contradict it. */
export async function detect(name: string, head: Uint8Array): Promise<Detected> {
  const ext = name.toLowerCase()
  const named = inlineOf(ext)?.kind
  if (head.length === 0) return named === undefined || isText(named) ? as(ext) : 'broken'
  const { found, isAudio } = await magicOf(head)
  const text = looksLikeText(head)
  switch (named) {
    case undefined:
      return found !== undefined && CERTAIN.has(found) ? as(found, isAudio) : as(ext)
    case 'text':
    case 'html':
      if (text || found === undefined) return as(ext)
      return otherwise(found, isAudio)
    case 'pdf':
      return hasPdfHeader(head) ? as(ext) : otherwise(found, isAudio)
    case 'picture':
      if (ext === 'svg' && isDrawing(head)) return as(ext)
      return inlineOf(found ?? '')?.kind === 'picture'
        ? as(sameType(ext, found) ? ext : (found ?? ext))
        : otherwise(found, isAudio)
    case 'audio':
    case 'video':
      // Cameras write QuickTime's mark into files that play as mp4.
      if (ext === 'mp4' && found === 'mov') return as(ext)
      if (found === undefined) return WITHOUT_SIGNATURE.has(ext) && !text ? as(ext) : 'broken'
      return AUDIO_VIDEO.has(inlineOf(found)?.kind ?? '') ? as(found, isAudio) : otherwise(found, isAudio)
  }
}

const as = (ext: string, isAudio = false): Detected => ({ ext, isAudio })
const isText = (kind: string) => kind === 'text' || kind === 'html'
const sameType = (one: string, other = '') => inlineOf(one)?.contentType === inlineOf(other)?.contentType

/** Content that contradicts its name: shown as what it is, or told to be of a type without a preview. */
const otherwise = (found: string | undefined, isAudio: boolean): Detected =>
  found !== undefined && (CERTAIN.has(found) || MEDIA.has(found)) ? as(found, isAudio) : 'broken'
/** Pictures and videos that browsers do not show. */
const MEDIA = new Set('tif heic heif mov mkv avi flv asf wmv 3gp mpg mts'.split(' '))

async function magicOf(head: Uint8Array): Promise<{ found: string | undefined; isAudio: boolean }> {
  // Loaded by the first preview, as it makes starts slower.
  const { fileTypeFromBuffer } = await import('file-type')
  const type = await fileTypeFromBuffer(head.subarray(0, MAGIC_BYTES))
  if (!type) return { found: undefined, isAudio: false }
  return { found: ALIASES[type.ext] ?? type.ext, isAudio: type.mime.startsWith('audio/') }
}

/** Viewers look for the header in the first kilobyte. */
const hasPdfHeader = (head: Uint8Array) => Buffer.from(head.subarray(0, 1024)).includes('%PDF-')

const isDrawing = (head: Uint8Array) =>
  /<(?:\w+:)?svg[\s>/]/i.test(Buffer.from(head).toString(isUtf16(head) ? 'utf16le' : 'utf8'))

const isUtf16 = ([a, b]: Uint8Array) => a === 0xff && b === 0xfe

/** Whether there are no control characters but those of text; UTF-16 by its mark. */
function looksLikeText(head: Uint8Array): boolean {
  const [a, b] = head
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return true
  return head.every((byte) => byte > 0x1f || (byte >= 0x07 && byte <= 0x0d) || byte === 0x1b)
}
