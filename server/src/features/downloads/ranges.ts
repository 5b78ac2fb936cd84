import type { IncomingHttpHeaders } from 'node:http'
import { matchesEtag } from '../../http/etag.ts'

/** What of a thing is asked for (RFC 9110: Range, If-Range, If-None-Match). Bytes `[start, end)`. */
export interface Span {
  readonly start: number
  readonly end: number
}
export type Wanted = { status: 200 | 206; span: Span } | { status: 304 } | { status: 416 }

/** `etag` with its quotes. Several ranges, or a Range that is none, ask for the whole, as they may. */
export function wantedOf(headers: IncomingHttpHeaders, etag: string, size: number): Wanted {
  const whole = { start: 0, end: size }
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 }
  const range = headers.range
  const unchanged = headers['if-range'] === undefined || headers['if-range'] === etag
  if (range === undefined || !unchanged) return { status: 200, span: whole }
  const span = readRange(range, size)
  if (span === 'whole') return { status: 200, span: whole }
  return span ? { status: 206, span } : { status: 416 }
}

/** Undefined where nothing of the thing lies in the range. */
function readRange(range: string, size: number): Span | 'whole' | undefined {
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
