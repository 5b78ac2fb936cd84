import { refuse } from '../../../errors/refusal.ts'

/** Where files are imported from: lists folders and reads files. Paths are percent-encoded names with `/` between them; '' is the root. */
export interface Source {
  /** What is in a folder. Throws a Refusal where it cannot be listed. */
  list(path: string, signal: AbortSignal): Promise<SourceEntry[]>
  /** Throws a Refusal where it cannot be read, before or while it is read. */
  open(path: string, signal: AbortSignal): Promise<SourceFile>
  close(): void
}

export interface SourceEntry {
  /** Its name as bytes, percent-encoded; the last part of its path. */
  readonly segment: string
  readonly name: string
  /** `other`: a link or a special file. */
  readonly kind: 'file' | 'folder' | 'other'
  /** Bytes; null where the source does not say. */
  readonly size: number | null
  readonly modifiedAt: Date | null
  readonly etag: string | null
}

/** Null for a time that no database keeps. */
export function timeOf(time: number): Date | null {
  const isKept = time >= Date.UTC(0, 0) && time <= Date.UTC(9999, 11, 31)
  return isKept ? new Date(time) : null
}

export interface SourceFile {
  readonly size: number
  /** Exactly `size` bytes, or an error. */
  readonly bytes: AsyncIterable<Buffer>
  /** To be called whether or not it was read. */
  close(): Promise<void>
}

/** The file is not the one any more that was opened; it can be read again from its start. */
export class SourceChanged extends Error {}

/** How each byte is written. */
const SPELLINGS = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte)
  return /[A-Za-z0-9\-._~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
})

/** One spelling for each name, however the source spells it. */
export function encodeSegment(bytes: Uint8Array): string {
  let segment = ''
  for (const byte of bytes) segment += SPELLINGS[byte]
  return segment
}

const PERCENT = 0x25

/** A `%` that encodes nothing is itself. One pass over the bytes, as listings have very many. */
export function segmentBytes(segment: string): Buffer {
  const written = Buffer.from(segment)
  let length = 0
  for (let at = 0; at < written.length; at++) {
    let byte = written[at] ?? 0
    if (byte === PERCENT && at + 2 < written.length) {
      const [high, low] = [digitOf(written[at + 1]), digitOf(written[at + 2])]
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low
        at += 2
      }
    }
    written[length++] = byte
  }
  return written.subarray(0, length)
}

/** Of a hexadecimal digit; -1 for other characters. */
function digitOf(char = 0): number {
  if (char >= 0x30 && char <= 0x39) return char - 0x30
  const letter = char | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Of names that are no UTF-8: old servers in China wrote GBK, of which this is a superset. */
const gb18030 = new TextDecoder('gb18030')

export function nameOf(segment: string): string {
  const bytes = segmentBytes(segment)
  try {
    return utf8.decode(bytes)
  } catch {
    return gb18030.decode(bytes)
  }
}

export const pathText = (path: string): string => segmentsOf(path).map(nameOf).join('/')
/** In messages, where the root needs a name too. */
export const shownPath = (path: string): string => pathText(path) || '/'
export const childPath = (path: string, segment: string): string =>
  path === '' ? segment : `${path}/${segment}`

/** The parts of a path, each in its one spelling. Refuses a path that leads out of the source. */
export function segmentsOf(path: string): string[] {
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((segment) => encodeSegment(segmentBytes(segment)))
  if (segments.some(leadsElsewhere)) refuse('import_gone', { name: path })
  return segments
}

export const leadsElsewhere = (segment: string): boolean =>
  segment === '.' || segment === '..' || /%2F|%00/.test(segment)
