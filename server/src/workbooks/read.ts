import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { refuse } from '../errors/refusal.ts'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { ReadTask } from './read-process.ts'

/**
 * Reads the rows of uploaded spreadsheets, each in its own process: a small file may inflate to any size, and a thread that
 * runs out of memory would crash the server. The process cannot write files and is killed if it takes too much memory or
 * time.
 */

/** Display text of a cell: 01012345678 for 1012345678 in the format 00000000000. */
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
  /** Limits of rows that are not empty, and of cells in a row; the rest is not read. */
  readonly rowsMax: number
  readonly columnsMax: number
  /** Characters of one cell. */
  readonly lengthMax: number
}

interface ReadRequest extends ReadBounds {
  readonly bytes: Uint8Array
  /** The person who uploaded it. */
  readonly personId: string
}

const PROGRAM = fileURLToPath(new URL('./read-process.ts', import.meta.url))
/** Resident memory limit of the process, checked every few milliseconds. */
const MAX_RESIDENT_MB = 200
const MEMORY_CHECK_MS = 10
/** V8's heap limit, for systems that do not report resident memory. It aborts with a core dump. */
const MAX_HEAP_MB = 192
const TIMEOUT_MS = 20 * SECOND
/** Maximum size of the process's output. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024
/** Each read takes a core. */
const readLimit = pLimit(1)
const MAX_WAITING = 20
const RETRY_AFTER_SECONDS = 5
/** One read of each person waits at a time, so that nobody waits behind several of another's. */
const perPersonLimiter = new ConcurrencyLimiter(1, 2)

/** Detects the format by content: .xlsx, and .xls if accepted. */
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

/** Magic numbers of ZIP and OLE files. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  bytes.length > 22 && beginning.every((byte, at) => bytes[at] === byte)

/** Undefined if the file cannot be read within its bounds. */
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
      // Messages of the library about broken files are ignored.
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
  let outputBytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    outputBytes += chunk.length
    if (outputBytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
  })
  // The process may end before it has read all input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  if ((await over) !== 0) return undefined
  return JSON.parse(Buffer.concat(chunks).toString()) as WorkbookRow[]
}

/** 0 if the process has ended or there is no /proc. */
function residentBytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
