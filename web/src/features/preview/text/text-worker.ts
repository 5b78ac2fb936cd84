import { expose } from 'comlink'
import type { RowFormat } from './rows.ts'
import type { Progress, SearchOptions } from './search.ts'
import { type Content, type IndexState, rangeReader, TextSource } from './source.ts'

/** Reads one text file in a worker; the page terminates it with the view. */

let source: TextSource
const worker = {
  open(content: Content & { size: number }, format: RowFormat, renew: () => Promise<string>) {
    source = new TextSource(rangeReader(content, renew), content.size, format)
  },
  block: (no: number) => source.block(no),
  tail: () => source.tail(),
  reach: (row: number, onState?: (state: IndexState) => void) => source.reach(row, onState),
  rowOfLine: (line: number, onState?: (state: IndexState) => void) => source.rowOfLine(line, onState),
  find: (options: SearchOptions, onProgress: (progress: Progress) => void) =>
    source.find(options, onProgress),
  stopFinding: () => source.stopFinding(),
  match: (index: number) => source.match(index),
  matchFrom: (row: number) => source.matchFrom(row),
  state: () => source.state(),
}
export type TextWorker = typeof worker

expose(worker)
