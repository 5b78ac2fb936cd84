import { buffer } from 'node:stream/consumers'
import type { ReadBounds, WorkbookRow } from './read.ts'

/** The process that reads one workbook: the bytes come in, the rows go out. What it knows besides is its argument. */
export interface ReadTask extends ReadBounds {
  readonly kind: 'xlsx' | 'xls'
  /** Who asked may be gone by then. */
  readonly timeMs: number
}

const { kind, timeMs, ...bounds } = JSON.parse(process.argv[2] ?? '') as ReadTask
setTimeout(() => process.exit(1), timeMs).unref()
const { read }: { read(bytes: Buffer, bounds: ReadBounds): WorkbookRow[] | Promise<WorkbookRow[]> } =
  await (kind === 'xls' ? import('./read-xls.ts') : import('./read-xlsx.ts'))
const rows = await read(await buffer(process.stdin), bounds)
process.stdout.end(JSON.stringify(rows), () => process.exit(0))
