import { decodeText } from '@clouddisk/contract/text-encoding'
import { joined, type RowFormat, RowScanner } from './rows.ts'

/** Matches that are kept for next and previous. */
export const MATCHES_MAX = 1_000_000

export interface SearchOptions {
  readonly query: string
  readonly caseSensitive: boolean
}

export interface Progress {
  readonly count: number
  /** There are more than are counted. */
  readonly isCapped: boolean
  readonly done: boolean
}

/** Finds a text in the rows of a file whose chunks come in order. */
export class Search {
  readonly #format: RowFormat
  readonly #needle: string
  readonly #caseSensitive: boolean
  readonly #scanner: RowScanner
  #rest: Uint8Array = new Uint8Array()
  #restBegin = 0
  #row = 0
  /** End of the row before, if its line goes on. */
  #before = ''
  #done = false
  #stopped = false
  #count = 0
  #rows = new Uint32Array(1024)
  #columns = new Uint32Array(1024)

  constructor({ query, caseSensitive }: SearchOptions, format: RowFormat) {
    this.#format = format
    this.#caseSensitive = caseSensitive
    this.#needle = caseSensitive ? query : query.toLowerCase()
    this.#scanner = new RowScanner(format)
  }

  get isOver(): boolean {
    return this.#done || this.#stopped
  }

  stop(): void {
    this.#stopped = true
  }

  progress(): Progress {
    return { count: this.#count, isCapped: this.#count >= MATCHES_MAX, done: this.#done }
  }

  match = (index: number): { row: number; column: number } | undefined =>
    index >= 0 && index < this.#count
      ? { row: this.#rows[index] ?? 0, column: this.#columns[index] ?? 0 }
      : undefined

  matchFrom(row: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#rows[middle] ?? 0) < row) low = middle + 1
      else high = middle
    }
    return low < this.#count ? low : 0
  }

  take(chunk: Uint8Array, isLast: boolean): void {
    const bytes = joined(this.#rest, chunk)
    const ends: { end: number; endsLine: boolean }[] = []
    const onRow = (end: number, endsLine: boolean) => void ends.push({ end: end - this.#restBegin, endsLine })
    this.#scanner.take(chunk, onRow)
    if (isLast) this.#scanner.finish(onRow)
    const last = ends.at(-1)
    if (last) {
      if (this.#mayContain(bytes.subarray(0, last.end))) this.#searchRows(bytes, ends)
      else {
        this.#row += ends.length
        const begin = ends.at(-2)?.end ?? 0
        this.#before = last.endsLine ? '' : this.#endOf(this.#text(bytes.subarray(begin, last.end)))
      }
      this.#rest = bytes.slice(last.end)
      this.#restBegin += last.end
    } else this.#rest = bytes
    if (isLast || this.#count >= MATCHES_MAX) this.#done = true
  }

  /** Rows of one long line may part a match, but not where all are decoded together. */
  #mayContain = (bytes: Uint8Array): boolean => (this.#before + this.#text(bytes)).includes(this.#needle)

  #searchRows(bytes: Uint8Array, ends: readonly { end: number; endsLine: boolean }[]): void {
    let from = 0
    for (const { end, endsLine } of ends) {
      const before = this.#before
      const text = before + this.#text(bytes.subarray(from, end))
      for (
        let at = text.indexOf(this.#needle);
        at >= 0;
        at = text.indexOf(this.#needle, at + this.#needle.length)
      )
        if (!this.#keep(this.#row, Math.max(0, at - before.length))) return
      this.#before = endsLine ? '' : this.#endOf(text)
      this.#row++
      from = end
    }
  }

  #keep(row: number, column: number): boolean {
    if (this.#count >= MATCHES_MAX) return false
    if (this.#count === this.#rows.length) {
      this.#rows = grown(this.#rows)
      this.#columns = grown(this.#columns)
    }
    this.#rows[this.#count] = row
    this.#columns[this.#count] = column
    this.#count++
    return true
  }

  /** What a match that begins in this row can have of it. */
  #endOf = (text: string): string => (this.#needle.length > 1 ? text.slice(1 - this.#needle.length) : '')

  #text(bytes: Uint8Array): string {
    const text = decodeText(bytes, this.#format.encoding)
    return this.#caseSensitive ? text : text.toLowerCase()
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(array.length * 2)
  more.set(array)
  return more
}
