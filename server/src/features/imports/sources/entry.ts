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

export interface SourceFile {
  readonly size: number
  /** Exactly `size` bytes, or an error. */
  readonly bytes: AsyncIterable<Buffer>
  /** To be called whether or not it was read. */
  close(): Promise<void>
}

/** The file is not the one any more that was opened; it can be read again from its start. */
export class SourceChanged extends Error {}

const UNRESERVED = /[A-Za-z0-9\-._~]/

/** One spelling for each name, however the source spells it. */
export function encodeSegment(bytes: Uint8Array): string {
  let segment = ''
  for (const byte of bytes) {
    const char = String.fromCharCode(byte)
    segment += UNRESERVED.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return segment
}

/** A `%` that encodes nothing is itself. */
export function segmentBytes(segment: string): Buffer {
  const parts = segment.split(/(%[0-9A-Fa-f]{2})/)
  return Buffer.concat(
    parts.map((part, at) => (at % 2 === 1 ? Buffer.from(part.slice(1), 'hex') : Buffer.from(part))),
  )
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
