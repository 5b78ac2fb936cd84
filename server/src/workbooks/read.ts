import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SECOND } from '@clouddisk/contract/time'
import pLimit from 'p-limit'
import { refuse } from '../errors/refusal.ts'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import type { Task } from './read-process.ts'

/**
 * Reads the rows of uploaded spreadsheets. A small file may inflate to any size, and a thread that runs out of memory
 * takes the server down: each is read in a process of its own, which may write no file and is killed where it takes too
 * much memory or time.
 */

/** What a cell shows, as text: 01012345678 of 1012345678 with the format 00000000000. */
export interface Cell {
  readonly text: string
  /** Of a number that is not a date. */
  readonly number?: number
  /** Of a date: its day as ISO 8601. */
  readonly date?: string
}

export interface Row {
  /** As the sheet numbers it, from 1. */
  readonly row: number
  readonly cells: readonly Cell[]
}

export interface ReadBounds {
  /** Rows that are not empty, and cells of one, at most; what comes behind is not read. */
  readonly rowsMax: number
  readonly columnsMax: number
  /** Characters of one cell. */
  readonly lengthMax: number
}

export interface ReadOrder extends ReadBounds {
  readonly bytes: Uint8Array
  /** Whoever brought it. */
  readonly personId: string
}

const PROGRAM = fileURLToPath(new URL('./read-process.ts', import.meta.url))
/** Resident memory of the process. It is looked at every few milliseconds, and may be somewhat more in between. */
const RESIDENT_MB = 200
const LOOK_MS = 10
/** V8's own limit, where the system does not tell resident memory. It aborts with a core dump: killing comes first. */
const HEAP_MB = 192
const TIME_MS = 20 * SECOND
/** What it may tell. */
const ANSWER_MAX = 16 * 1024 * 1024
/** Each is a core for as long as it takes. */
const oneAtATime = pLimit(1)
const WAITING_MAX = 20
const RETRY_AFTER = 5
/** One of each person's waits among all the others', so that nobody waits behind more than one of anybody's. */
const ofPerson = new ConcurrencyLimiter(1, 2)

/** Told by what it holds, whatever it is called: .xlsx, and .xls where it may also be of the old kind. */
export async function readWorkbook(
  { bytes, personId, ...bounds }: ReadOrder,
  { old = false } = {},
): Promise<Row[]> {
  const kind = beginsWith(bytes, ZIP) ? 'xlsx' : beginsWith(bytes, OLE) ? 'xls' : undefined
  if (!kind || (kind === 'xls' && !old)) refuse('workbook_unreadable')
  const task: Task = { kind, timeMs: TIME_MS, ...bounds }
  const rows = await ofPerson.run(
    personId,
    () => false,
    () => {
      if (oneAtATime.pendingCount >= WAITING_MAX) refuse('unavailable', { retryAfter: RETRY_AFTER })
      return oneAtATime(read, bytes, task)
    },
  )
  return rows ?? refuse('workbook_unreadable')
}

/** What an archive begins with, and what the old kind of documents. */
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

const beginsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  bytes.length > 22 && beginning.every((byte, at) => bytes[at] === byte)

/** Undefined where it could not be read, or not within its bounds. */
async function read(bytes: Uint8Array, task: Task): Promise<Row[] | undefined> {
  const child = spawn(
    process.execPath,
    ['--permission', '--allow-fs-read=*', `--max-old-space-size=${HEAP_MB}`, PROGRAM, JSON.stringify(task)],
    {
      // What a library says of a broken file is nobody's.
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {},
      timeout: TIME_MS,
      killSignal: 'SIGKILL',
    },
  )
  const over = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  const limit = setInterval(() => {
    if (residentBytes(child.pid) > RESIDENT_MB * 1024 ** 2) child.kill('SIGKILL')
  }, LOOK_MS)
  void over.then(() => clearInterval(limit))
  const chunks: Buffer[] = []
  let told = 0
  child.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    told += chunk.length
    if (told > ANSWER_MAX) child.kill('SIGKILL')
  })
  // It may end before it has taken everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  if ((await over) !== 0) return undefined
  return JSON.parse(Buffer.concat(chunks).toString()) as Row[]
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
