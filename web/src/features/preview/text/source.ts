import { decodeText } from '@clouddisk/contract/text-encoding'
import { type RowFormat, RowScanner, withoutLineEnd } from './rows.ts'
import { type Progress, Search, type SearchOptions } from './search.ts'

/**
 * Rows of a file that is read in pieces: an index of where every 256th row begins grows as far as somebody looks, and rows are
 * decoded from the file when they are shown. Runs in a worker.
 */

/** Rows of a block of the index. */
export const BLOCK_ROWS = 256
/** Bytes of one read while the index grows. */
const CHUNK = 2 * 1024 * 1024
/** Bytes of the end of the file that are shown before the index has come there. */
const TAIL = 256 * 1024

export interface Row {
  readonly text: string
  /** Its line, from 1; null where a long line goes on, and where the number is not known yet. */
  readonly line: number | null
}

export interface IndexState {
  readonly rows: number
  readonly lines: number
  /** Bytes. */
  readonly scanned: number
  readonly complete: boolean
}

export type ReadBytes = (from: number, to: number) => Promise<Uint8Array>

interface Checkpoint {
  readonly offset: number
  /** Line of the row there, and whether the row begins it. */
  readonly line: number
  readonly beginsLine: boolean
}

export class TextSource {
  readonly #read: ReadBytes
  readonly #size: number
  readonly #format: RowFormat
  /** Where each block begins. */
  readonly #blocks: Checkpoint[] = [{ offset: 0, line: 1, beginsLine: true }]
  readonly #scanner: RowScanner
  #rows = 0
  #line = 1
  #scanned = 0
  #scanning: Promise<void> | undefined
  #search: Search | undefined

  constructor(read: ReadBytes, size: number, format: RowFormat) {
    this.#read = read
    this.#size = size
    this.#format = format
    this.#scanner = new RowScanner(format)
  }

  state(): IndexState {
    const complete = this.#scanned >= this.#size
    return { rows: this.#rows, lines: this.#line - 1, scanned: this.#scanned, complete }
  }

  /** Lets the index grow up to a row, or to the end of the file. */
  async reach(row: number, onState?: (state: IndexState) => void): Promise<IndexState> {
    while (this.#rows <= row && this.#scanned < this.#size) {
      this.#scanning ??= this.#scanOn().finally(() => {
        this.#scanning = undefined
      })
      await this.#scanning
      onState?.(this.state())
    }
    return this.state()
  }

  async #scanOn(): Promise<void> {
    const to = Math.min(this.#scanned + CHUNK, this.#size)
    const chunk = await this.#read(this.#scanned, to)
    const onRow = (end: number, endsLine: boolean) => {
      this.#rows++
      if (endsLine) this.#line++
      if (this.#rows % BLOCK_ROWS === 0)
        this.#blocks.push({ offset: end, line: this.#line, beginsLine: endsLine })
    }
    this.#scanner.take(chunk, onRow)
    this.#scanned = to
    if (to >= this.#size) this.#scanner.finish(onRow)
  }

  /** The rows of a block of the index; none beyond the end of the file. */
  async block(no: number): Promise<Row[]> {
    await this.reach((no + 1) * BLOCK_ROWS - 1)
    const begin = this.#blocks[no]
    if (!begin || no * BLOCK_ROWS >= this.#rows) return []
    const end = this.#blocks[no + 1]?.offset ?? this.#size
    return this.#decode(await this.#read(begin.offset, end), begin)
  }

  /** The last rows of the file, without waiting for the index. */
  async tail(): Promise<Row[]> {
    const from = Math.max(0, this.#size - TAIL)
    const bytes = await this.#read(from - (from % 2), this.#size)
    const rows = this.#decode(bytes, { offset: from, line: 1, beginsLine: true })
    if (from === 0) return rows
    // The first is most likely not whole.
    return rows.slice(1).map(({ text, line }) => ({ text, line: line && null }))
  }

  #decode(bytes: Uint8Array, { offset, line, beginsLine }: Checkpoint): Row[] {
    const rows: Row[] = []
    const scanner = new RowScanner(this.#format)
    let from = 0
    let number = line
    let begins = beginsLine
    const onRow = (end: number, endsLine: boolean) => {
      const text = withoutLineEnd(decodeText(bytes.subarray(from, end), this.#format.encoding))
      const isFirst = offset + from === 0
      rows.push({ text: isFirst ? text.replace(/^\ufeff/, '') : text, line: begins ? number : null })
      from = end
      begins = endsLine
      if (endsLine) number++
    }
    scanner.take(bytes, onRow)
    scanner.finish(onRow)
    return rows
  }

  /** The row at which a line begins, or the last one. */
  async rowOfLine(line: number, onState?: (state: IndexState) => void): Promise<number> {
    while (this.#line <= line && this.#scanned < this.#size) await this.reach(this.#rows, onState)
    let low = 0
    let high = this.#blocks.length - 1
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((this.#blocks[middle]?.line ?? 0) <= line) low = middle
      else high = middle - 1
    }
    // A line of many rows may have begun blocks before.
    while (low > 0 && this.#blocks[low]?.line === line && !this.#blocks[low]?.beginsLine) low--
    const rows = await this.block(low)
    const at = rows.findIndex((row) => row.line === line)
    return low * BLOCK_ROWS + (at >= 0 ? at : Math.max(0, rows.length - 1))
  }

  /** Looks through the whole file; a search that runs already is ended. */
  async find(options: SearchOptions, onProgress: (progress: Progress) => void): Promise<Progress> {
    this.#search?.stop()
    const search = new Search(options, this.#format)
    this.#search = search
    for (let at = 0; at < this.#size && !search.isOver; at += CHUNK) {
      const to = Math.min(at + CHUNK, this.#size)
      search.take(await this.#read(at, to), to >= this.#size)
      onProgress(search.progress())
    }
    return search.progress()
  }

  stopFinding(): void {
    this.#search?.stop()
    this.#search = undefined
  }

  match = (index: number): { row: number; column: number } | undefined => this.#search?.match(index)
  /** The first match at a row or after it; 0 if there is none. */
  matchFrom = (row: number): number => this.#search?.matchFrom(row) ?? 0
}

export interface Content {
  readonly url: string
  readonly versionId: string
  readonly language: string
  /** What is said where a fresh address has another version. */
  readonly changed: string
}

/** Reads ranges of one version of a file, by a fresh address once one has expired. */
export function rangeReader(content: Content, renew: () => Promise<string>): ReadBytes {
  let { url } = content
  const get = (from: number, to: number) =>
    fetch(url, { headers: { Range: `bytes=${from}-${to - 1}`, 'Accept-Language': content.language } })
  return async (from, to) => {
    if (to <= from) return new Uint8Array()
    let answer = await get(from, to)
    if (answer.status === 403) {
      url = await renew()
      answer = await get(from, to)
    }
    if (answer.ok && !answer.headers.get('etag')?.includes(content.versionId))
      throw new Error(content.changed)
    if (answer.ok) return new Uint8Array(await answer.arrayBuffer())
    const { errmsg = '' } = (await answer.json().catch(() => ({}))) as { errmsg?: string }
    throw new Error(errmsg)
  }
}
