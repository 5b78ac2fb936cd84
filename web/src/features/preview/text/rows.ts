import type { Encoding } from '@clouddisk/contract/text-encoding'

/** Splits the bytes of a text into rows without decoding them. Pure. */

/** Bytes of a row: what is longer goes on in the next row, so that a file of one line can be shown. */
export const ROW_BYTES_MAX = 4096
/** Bytes of a record of a table; beyond it a quotation mark is taken for a stray one. */
const RECORD_BYTES_MAX = 64 * 1024

export interface RowFormat {
  readonly encoding: Encoding
  /** Rows are records of a table: line ends between quotation marks do not end them. */
  readonly quoted: boolean
}

/** Bytes that a row may have beyond its most, so that no cut leaves a line end alone. */
const MARGIN = 4

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22

/** Finds where rows begin, in chunks of a file that come in order. */
export class RowScanner {
  readonly #format: RowFormat
  readonly #max: number
  /** Where the open row begins, and whether it begins a line. */
  #begin = 0
  #isQuoted = false
  /** Bytes of the open row, which continue in the next chunk. */
  #rest: Uint8Array = new Uint8Array()

  constructor(format: RowFormat) {
    this.#format = format
    this.#max = format.quoted ? RECORD_BYTES_MAX : ROW_BYTES_MAX
  }

  /** Takes the next chunk. @param onRow each row that is complete: its end, and whether a line ends there. */
  take(chunk: Uint8Array, onRow: (end: number, endsLine: boolean) => void): void {
    const bytes = joined(this.#rest, chunk)
    const base = this.#begin
    let from = 0
    const end = (at: number, endsLine: boolean) => {
      from = at
      this.#isQuoted = false
      onRow(base + at, endsLine)
    }
    let at = this.#rest.length - (this.#rest.length % this.#unit)
    // What was looked at before needs no second look, but for the quotation marks of records.
    if (this.#format.quoted) [at, this.#isQuoted] = [0, false]
    let next = this.#lineEnd(bytes, at, from)
    for (;;) {
      const limit = from + this.#max
      if (next !== undefined && next <= limit + MARGIN) {
        end(next, true)
        next = this.#lineEnd(bytes, next, from)
      } else if (bytes.length > limit + MARGIN) end(this.#charBoundary(bytes, from, limit), false)
      else break
    }
    this.#begin = base + from
    this.#rest = bytes.slice(from)
  }

  /** Takes the end of the file. */
  finish(onRow: (end: number, endsLine: boolean) => void): void {
    if (this.#rest.length > 0) onRow(this.#begin + this.#rest.length, true)
    this.#rest = new Uint8Array()
  }

  get #unit(): 1 | 2 {
    return unitOf(this.#format.encoding)
  }

  /** Where the line ends, after its line end; undefined if that has not come yet, or is farther than a row may be long. */
  #lineEnd(bytes: Uint8Array, start: number, from: number): number | undefined {
    if (this.#format.quoted) return this.#recordEnd(bytes, start, from)
    if (this.#unit === 1) {
      const at = bytes.indexOf(LF, start)
      return at < 0 ? undefined : at + 1
    }
    const low = this.#format.encoding === 'utf-16le' ? 0 : 1
    for (let at = bytes.indexOf(LF, start); at >= 0; at = bytes.indexOf(LF, at + 1))
      if (at % 2 === low && bytes[at + (low === 0 ? 1 : -1)] === 0) return at - low + 2
    return undefined
  }

  #recordEnd(bytes: Uint8Array, start: number, from: number): number | undefined {
    const unit = this.#unit
    const low = this.#format.encoding === 'utf-16be' ? 1 : 0
    const high = unit === 1 ? undefined : 1 - low
    let firstLine: number | undefined
    for (let at = start; at + unit <= bytes.length; at += unit) {
      if (high !== undefined && bytes[at + high] !== 0) continue
      const byte = bytes[at + (unit === 1 ? 0 : low)]
      if (byte === QUOTE) this.#isQuoted = !this.#isQuoted
      else if (byte === LF) {
        if (!this.#isQuoted) return at + unit
        firstLine ??= at + unit
      }
      // The quotation mark was a stray one: the record ends with its line.
      if (at - from > this.#max && firstLine !== undefined) return firstLine
    }
    return undefined
  }

  /** The last boundary between characters at `limit` or before. */
  #charBoundary(bytes: Uint8Array, from: number, limit: number): number {
    const { encoding } = this.#format
    if (encoding === 'utf-8') {
      let at = limit
      while (at > limit - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--
      return ((bytes[at] ?? 0) & 0xc0) === 0x80 ? limit : at
    }
    if (this.#unit === 2) {
      const at = limit - ((limit - from) % 2)
      const high = bytes[at + (encoding === 'utf-16le' ? 1 : 0)] ?? 0
      // Between the halves of a surrogate pair.
      return high >= 0xdc && high <= 0xdf ? at - 2 : at
    }
    let at = from
    for (;;) {
      const next = at + charLength(bytes, at, encoding)
      if (next > limit) return at
      at = next
    }
  }
}

export const unitOf = (encoding: Encoding): 1 | 2 => (encoding.startsWith('utf-16') ? 2 : 1)

/** Bytes of a character in an encoding of one or several bytes. */
function charLength(bytes: Uint8Array, at: number, encoding: Encoding): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x81 || encoding.startsWith('windows')) return 1
  if (encoding === 'shift_jis') return lead <= 0x9f || (lead >= 0xe0 && lead <= 0xfc) ? 2 : 1
  const second = bytes[at + 1] ?? 0
  return encoding === 'gb18030' && second >= 0x30 && second <= 0x39 ? 4 : 2
}

/** A row's text without its line end. */
export function withoutLineEnd(text: string): string {
  let end = text.length
  if (text.charCodeAt(end - 1) === LF) end--
  if (text.charCodeAt(end - 1) === CR) end--
  return end === text.length ? text : text.slice(0, end)
}

export function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  if (a.length === 0) return b
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
