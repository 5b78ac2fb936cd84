import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { refuse } from '../errors/refusal.ts'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { ReadTask } from './read-process.ts'

/**
 * Reads the rows of uploaded spreadsheets. A small file may inflate to any size, and a thread that runs out of memory
 * takes the server down: each is read in a process of its own, which may write no file and is killed where it takes too
 * much memory or time.
 */

/** What a cell shows, as text: 01012345678 of 1012345678 with the format 00000000000. */
export interface WorkbookCell {
  readonly text: string
  /** Of a number that is not a date. */
  readonly number?: number
  /** Of a date: its day as ISO 8601. */
  readonly date?: string
}

export interface WorkbookRow {
  /** As the sheet numbers it, from 1. */
  readonly row: number
  readonly cells: readonly WorkbookCell[]
}

export interface ReadBounds {
  /** Rows that are not empty, and cells of one, at most; what comes behind is not read. */
  readonly rowsMax: number
  readonly columnsMax: number
  /** Characters of one cell. */
  readonly lengthMax: number
}

export interface ReadRequest extends ReadBounds {
  readonly bytes: Uint8Array
  /** Whoever brought it. */
  readonly personId: string
}

const PROGRAM = fileURLToPath(new URL('./read-process.ts', import.meta.url))
/** Resident memory of the process. It is looked at every few milliseconds, and may be somewhat more in between. */
const MAX_RESIDENT_MB = 200
const MEMORY_CHECK_MS = 10
/** V8's own limit, where the system does not tell resident memory. It aborts with a core dump: killing comes first. */
const MAX_HEAP_MB = 192
const TIMEOUT_MS = 20 * SECOND
/** What it may tell. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
/** Each is a core for as long as it takes. */
const readLimit = pLimit(1)
const MAX_WAITING = 20
const RETRY_AFTER_SECONDS = 5
/** One of each person's waits among all the others', so that nobody waits behind more than one of anybody's. */
const perPersonLimiter = new ConcurrencyLimiter(1, 2)

/** Told by what it holds, whatever it is called: .xlsx, and .xls where it may also be of the old kind. */
export async function readWorkbook(
  { bytes, personId, ...bounds }: ReadRequest,
  { old = false } = {},
): Promise<WorkbookRow[]> {
  const kind = startsWith(bytes, ZIP) ? 'xlsx' : startsWith(bytes, OLE) ? 'xls' : undefined
  if (!kind || (kind === 'xls' && !old)) refuse('workbook_unreadable')
  const task: ReadTask = { kind, timeMs: TIMEOUT_MS, ...bounds }
  const rows = await perPersonLimiter.run(
    personId,
    () => false,
    () => {
      if (readLimit.pendingCount >= MAX_WAITING) refuse('unavailable', { retryAfter: RETRY_AFTER_SECONDS })
      return readLimit(runReader, bytes, task)
    },
  )
  return rows ?? refuse('workbook_unreadable')
}

/** What an archive begins with, and what the old kind of documents. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  bytes.length > 22 && beginning.every((byte, at) => bytes[at] === byte)

/** Undefined where it could not be read, or not within its bounds. */
async function runReader(bytes: Uint8Array, task: ReadTask): Promise<WorkbookRow[] | undefined> {
  const child = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      `--max-old-space-size=${MAX_HEAP_MB}`,
      PROGRAM,
      JSON.stringify(task),
    ],
    {
      // What a library says of a broken file is nobody's.
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    },
  )
  const over = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const limit = setInterval(() => {
    if (residentBytes(child.pid) > MAX_RESIDENT_MB * 1024 ** 2) child.kill('SIGKILL')
  }, MEMORY_CHECK_MS)
  void over.then(() => clearInterval(limit))
  const chunks: Buffer[] = []
  let told = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    told += chunk.length
    if (told > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
  })
  // It may end before it has taken everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  if ((await over) !== 0) return undefined
  return JSON.parse(Buffer.concat(chunks).toString()) as WorkbookRow[]
}

/** 0 where the process has ended, or the system has no /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
