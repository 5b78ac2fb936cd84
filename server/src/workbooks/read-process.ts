import { buffer } from 'node:stream/consumers'
import type { ReadBounds, WorkbookRow } from './read.ts'

/** A process that reads one workbook from standard input and writes its rows as JSON. Its argument is a ReadTask. */
export interface ReadTask extends ReadBounds {
  readonly kind: 'xlsx' | 'xls'
  /** The server may be gone by then. */
  readonly timeMs: number
}

const { kind, timeMs, ...bounds } = JSON.parse(process.argv[2] ?? '') as ReadTask
setTimeout(() => process.exit(1), timeMs).unref()
const { read }: { read(bytes: Buffer, bounds: ReadBounds): WorkbookRow[] | Promise<WorkbookRow[]> } =
  await (kind === 'xls' ? import('./read-xls.ts') : import('./read-xlsx.ts'))
const rows = await read(await buffer(process.stdin), bounds)
process.stdout.end(JSON.stringify(rows), () => process.exit(0))
