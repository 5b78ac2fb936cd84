import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import { refuse } from '../http/refusal.ts'

/** Rows of a spreadsheet that somebody brought: read in a thread of its own, which is given up where it takes too much. */

export interface Row {
  /** As the sheet numbers it, from 1. */
  readonly row: number
  /** As text; dates as ISO 8601. Empty at the end where fewer were filled in. */
  readonly cells: readonly string[]
}

export interface ReadOrder {
  readonly bytes: Uint8Array
  /** Rows that are not empty, and cells of one, at most; what comes behind is not read. */
  readonly rowsMax: number
  readonly columnsMax: number
  /** Characters of one cell. */
  readonly lengthMax: number
}

/** A small file may unfold to any size. */
const MEMORY_MB = 256
const TIME_MS = 20_000
/** Each is a core for as long as it takes. */
const oneAtATime = pLimit(1)
const WAITING_MAX = 20
const RETRY_AFTER = 5

/** Told by what it holds, whatever it is called: .xlsx, and .xls where it may also be of the old kind. */
export async function readWorkbook(order: ReadOrder, { old = false } = {}): Promise<Row[]> {
  const kind = beginsWith(order.bytes, ZIP)
    ? XLSX_WORKER
    : beginsWith(order.bytes, OLE)
      ? XLS_WORKER
      : undefined
  if (!kind || (kind === XLS_WORKER && !old)) refuse('workbook_unreadable')
  if (oneAtATime.pendingCount >= WAITING_MAX) refuse('unavailable', { retryAfter: RETRY_AFTER })
  return (await oneAtATime(read, kind, order)) ?? refuse('workbook_unreadable')
}

/** Undefined where it could not be read, or not within its bounds. */
function read(kind: URL, order: ReadOrder): Promise<Row[] | undefined> {
  const worker = new Worker(kind, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    trackUnmanagedFds: false,
    // What a library says of a broken file is nobody's.
    stdout: true,
    stderr: true,
  })
  const { promise, resolve } = Promise.withResolvers<Row[] | undefined>()
  const timer = setTimeout(() => resolve(undefined), TIME_MS)
  worker.once('message', resolve)
  worker.once('error', () => resolve(undefined))
  worker.once('exit', () => resolve(undefined))
  return promise.finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}

const XLSX_WORKER = new URL('./read-worker.ts', import.meta.url)
const XLS_WORKER = new URL('./read-xls-worker.ts', import.meta.url)

/** What an archive begins with, and what the old kind of documents. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const beginsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  bytes.length > 22 && beginning.every((byte, at) => bytes[at] === byte)
