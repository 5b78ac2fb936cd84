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

export async function readWorkbook(order: ReadOrder): Promise<Row[]> {
  if (!isZip(order.bytes)) refuse('workbook_unreadable')
  if (oneAtATime.pendingCount >= WAITING_MAX) refuse('unavailable', { retryAfter: RETRY_AFTER })
  return (await oneAtATime(read, order)) ?? refuse('workbook_unreadable')
}

/** Undefined where it could not be read, or not within its bounds. */
function read(order: ReadOrder): Promise<Row[] | undefined> {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), {
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

const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 22 && bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
