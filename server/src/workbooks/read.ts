import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { refuse } from '../http/refusal.ts'
import { Turns } from '../http/turns.ts'
import type { Task } from './read-process.ts'

/**
 * Rows of a spreadsheet that somebody brought. A small file may unfold to any size, and a thread that runs out of memory
 * takes the server with it: so they are read in a process of their own, which is given up where it takes too much.
 */

export interface Row {
  /** As the sheet numbers it, from 1. */
  readonly row: number
  /** As text; dates as ISO 8601. Empty at the end where fewer were filled in. */
  readonly cells: readonly string[]
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
const MEMORY_MB = 256
const TIME_MS = 20_000
/** What it may tell. */
const ANSWER_MAX = 16 * 1024 * 1024
/** Each is a core for as long as it takes. */
const oneAtATime = pLimit(1)
const WAITING_MAX = 20
const RETRY_AFTER = 5
/** One of each person's waits among all the others', so that nobody waits behind more than one of anybody's. */
const ofPerson = new Turns(1, 2)

/** Told by what it holds, whatever it is called: .xlsx, and .xls where it may also be of the old kind. */
export async function readWorkbook(
  { bytes, personId, ...bounds }: ReadOrder,
  { old = false } = {},
): Promise<Row[]> {
  const kind = beginsWith(bytes, ZIP) ? 'xlsx' : beginsWith(bytes, OLE) ? 'xls' : undefined
  if (!kind || (kind === 'xls' && !old)) refuse('workbook_unreadable')
  const task: Task = { kind, timeMs: TIME_MS, ...bounds }
  const rows = await ofPerson.take(
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
    [`--max-old-space-size=${MEMORY_MB}`, PROGRAM, JSON.stringify(task)],
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
