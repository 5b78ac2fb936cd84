import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * The host of a virtual machine takes back memory that has been free for some seconds. The next process that needs it waits
 * for the host: writing 1 GiB to the page cache then takes 3 s instead of 0.4. In a measurement this happens to either side
 * at random.
 */

/** Blocks of at least this order are taken back: https://docs.kernel.org/mm/free_page_reporting.html */
const ORDER = '/sys/module/page_reporting/parameters/page_reporting_order'
/** Above the largest: none is taken back. */
const NONE = '11'
/** Left to others while all that is free is taken once. GiB. */
const SPARE = 2

export interface HeldMemory {
  /** For the line under the figures. */
  readonly note: string
  release(): void
}

/** Keeps the machine's free memory with it until it is released. That takes root; without it the figures vary more. */
export function holdMemory(): HeldMemory {
  const before = orderNow()
  if (before === undefined) return { note: '', release: () => undefined }
  try {
    writeFileSync(ORDER, NONE)
  } catch {
    return { note: 'Free memory goes back to the machine’s host meanwhile.', release: () => undefined }
  }
  const release = () => writeFileSync(ORDER, before)
  try {
    takeOnce()
  } catch (error) {
    release()
    throw error
  }
  return { note: 'Free memory does not go back to the machine’s host meanwhile.', release }
}

/** Undefined where the kernel gives no memory back. */
function orderNow(): string | undefined {
  try {
    return readFileSync(ORDER, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** In a process of its own, whose end frees it. */
function takeOnce(): void {
  const [, kibibytes] = /^MemFree:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  const gib = Math.floor(Number(kibibytes ?? 0) / 1024 ** 2) - SPARE
  const script = `const held = []; for (let n = 0; n < ${gib}; n++) held.push(Buffer.alloc(2 ** 30, 1))`
  execFileSync(process.execPath, ['-e', script])
}
