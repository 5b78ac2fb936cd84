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
export function cpuSeconds(pid: number): number {
  const children = new Map<number, number[]>()
  const ticks = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const stat = readStat(name)
    if (!stat) continue
    ticks.set(stat.pid, stat.ticks)
    children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat.pid])
  }
  const sum = (one: number): number =>
    (children.get(one) ?? []).reduce((total, child) => total + sum(child), ticks.get(one) ?? 0)
  return sum(pid) / TICKS_A_SECOND
}

/** Its own time and that of children that have ended; undefined where the process itself has. */
function readStat(name: string): { pid: number; parent: number; ticks: number } | undefined {
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

/** Pushes what was written out to the disk, so that nobody pays for another's writing. */
export async function settle(folder: string): Promise<void> {
  await once(spawn('sync', ['-f', folder], { stdio: 'ignore' }), 'exit')
}
