import type { IncomingHttpHeaders } from 'node:http'
import { matchesEtag } from '../../http/json-document.ts'

/** Requested range of a resource (RFC 9110: Range, If-Range, If-None-Match). Bytes `[start, end)`. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}
export type RangeResult = { status: 200 | 206; span: ByteRange } | { status: 304 } | { status: 416 }

/** `etag` includes its quotes. Multiple or malformed ranges are answered with the whole resource. */
export function negotiateRange(headers: IncomingHttpHeaders, etag: string, size: number): RangeResult {
  const whole = { start: 0, end: size }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 }
  const range = headers.range
  const unchanged = headers['if-range'] === undefined || headers['if-range'] === etag
  if (range === undefined || !unchanged) return { status: 200, span: whole }
  const span = parseRange(range, size)
  if (span === 'whole') return { status: 200, span: whole }
  return span ? { status: 206, span } : { status: 416 }
}

/** Returns undefined if the range is not satisfiable. */
function parseRange(range: string, size: number): ByteRange | 'whole' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size } : undefined
  }
  const start = Number(first)
  const end = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < start) return 'whole'
  return start < size ? { start, end } : undefined
}
