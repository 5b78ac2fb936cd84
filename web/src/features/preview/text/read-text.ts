import { decodeText, type Encoding } from '@clouddisk/contract/text-encoding'
import { language } from '../../../lib/i18n.ts'
import { limits } from '../../../lib/limits.ts'
import { downloadRefusal, unreachableError } from '../../../lib/save-file.ts'

/** Of a larger file, to detect its encoding and delimiter. */
const SAMPLE_BYTES = 256 * 1024

export interface TextStart {
  /** All of it, or a sample of its beginning. */
  readonly bytes: Uint8Array
  /** Of the whole file, bytes. */
  readonly size: number
  readonly isWhole: boolean
  /** The version that was read. */
  readonly versionId: string
}

/**
 * Reads a small file whole, of a large one the beginning. Large ones are then read in windows, without colours, and cannot
 * be edited.
 */
export async function readStart(url: string, isEmpty = false, signal?: AbortSignal): Promise<TextStart> {
  const wholeMax = limits().textEditBytesMax
  // An empty file has no range; whether it is empty, the list may not know yet.
  const ranged = isEmpty ? undefined : await fetchRange(url, wholeMax, signal)
  const answer = !ranged || ranged.status === 416 ? await fetchRange(url, undefined, signal) : ranged
  const versionId = answer.headers.get('etag')?.replace(/^W\/|"/g, '') ?? ''
  if (!answer.ok) throw await downloadRefusal(answer)
  const total = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? Number.NaN)
  if (total > wholeMax) {
    await answer.body?.cancel()
    const sample = await fetchRange(url, SAMPLE_BYTES, signal)
    if (!sample.ok) throw await downloadRefusal(sample)
    return { bytes: await bytesOf(sample), size: total, isWhole: false, versionId }
  }
  const bytes = await bytesOf(answer)
  return { bytes, size: bytes.length, isWhole: true, versionId }
}

const fetchRange = (url: string, bytes: number | undefined, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    headers: { ...(bytes && { Range: `bytes=0-${bytes - 1}` }), 'Accept-Language': language },
    ...(signal && { signal }),
  }).catch(unreachableError)

const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

export type LineEnd = '\n' | '\r\n' | '\r'

/** A text as it is edited, with what is needed to save it as the file has it. */
export interface EditableText {
  readonly text: string
  readonly encoding: Encoding
  readonly bom: boolean
  readonly lineEnd: LineEnd
}

/** Undefined if bytes of it are no text in that encoding, which saving would lose. */
export function editableOf(bytes: Uint8Array, encoding: Encoding): EditableText | undefined {
  const text = decodeText(bytes, encoding)
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
  const [first, second, third] = bytes
  const bom =
    encoding === 'utf-8'
      ? first === 0xef && second === 0xbb && third === 0xbf
      : (encoding === 'utf-16le' && first === 0xff && second === 0xfe) ||
        (encoding === 'utf-16be' && first === 0xfe && second === 0xff)
  return { text, encoding, bom, lineEnd: lineEndOf(text) }
}

/** The line end of all lines; of mixed ones the plain one, which leaves a return where it is. */
export function lineEndOf(text: string): LineEnd {
  const crlf = text.split('\r\n').length - 1
  const lf = text.split('\n').length - 1 - crlf
  const cr = text.split('\r').length - 1 - crlf
  if (crlf > 0 && lf === 0 && cr === 0) return '\r\n'
  return cr > 0 && lf === 0 && crlf === 0 ? '\r' : '\n'
}
