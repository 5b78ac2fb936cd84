import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** Processes that the bench starts, and what Linux says of them. */

/** A side cannot be measured here; one line tells why and what to do. */
export class Unavailable extends Error {}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** Ends a process and waits until it is gone; after ten seconds it is ended outright. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
  await gone
  clearTimeout(timer)
}

/** Waits for an answer of 200 at `url`; throws where the process ends before. */
export async function answers(child: ChildProcess, url: string, everyMs: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`ended with ${child.exitCode ?? child.signalCode} before ${url} answered`)
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (ok) return
    await delay(everyMs)
  }
}

const TICKS_A_SECOND = 100

/** Processor time that a process and all that it started have taken so far, in seconds. */
export const cpuSeconds = (pid: number): number =>
  familyOf(pid).reduce((total, { ticks }) => total + ticks, 0) / TICKS_A_SECOND

/**
 * Bytes of memory that a process and all that it started take: the proportional set size, in which what several processes
 * share counts once. 0 for those that end meanwhile.
 */
export function memoryOf(pid: number): number {
  const kibibytes = familyOf(pid).map(({ pid: one }) => {
    try {
      const [, pss] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8')) ?? []
      return Number(pss ?? 0)
    } catch {
      return 0
    }
  })
  return kibibytes.reduce((total, one) => total + one, 0) * 1024
}

/** A process and all that it started, and what they started. */
function familyOf(pid: number): Stat[] {
  const children = new Map<number, Stat[]>()
  const family: Stat[] = []
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readStat(name) : undefined
    if (!stat) continue
    if (stat.pid === pid) family.push(stat)
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat])
  }
  // Grows while it is walked.
  for (const one of family) family.push(...(children.get(one.pid) ?? []))
  return family
}

interface Stat {
  readonly pid: number
  readonly parent: number
  readonly ticks: number
}

/** Its own time and that of children that have ended; undefined where the process itself has. */
function readStat(name: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The program's name may hold anything; behind its last parenthesis stand numbers.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0)
    return { pid: Number(name), parent: Number(fields[1]), ticks }
  } catch {
    return undefined
  }
}

/** Writes all that waits in memory, of all file systems, out to the disks, so that no side pays for another's writing. */
export async function settle(): Promise<void> {
  await once(spawn('sync', { stdio: 'ignore' }), 'exit')
}
