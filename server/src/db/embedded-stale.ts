import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'

/** Content of PostgreSQL's pid file. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
  readonly ready: boolean
}

const pidFileIn = (folder: string): string => join(folder, 'postmaster.pid')

/** Reads the pid file of a database folder, whether or not its process lives. Undefined if it names no process. */
export async function readPostmaster(folder: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFileIn(folder), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const [pid = '', , , , socketFolder, , , status] = text.split('\n')
  if (!/^[1-9]\d*$/.test(pid.trim())) return undefined
  return { pid: Number(pid), socketFolder: socketFolder ?? '', ready: status?.trim() === 'ready' }
}

/**
 * Ids of the PostgreSQL processes whose working directory is the database folder, compared by inode: neither a reused
 * process id nor a moved folder matters.
 */
export async function postgresProcessesIn(folder: string): Promise<number[]> {
  const expected = await stat(folder)
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const inside = await Promise.all(
    entries.map(async (pid) => {
      const cwd = await stat(`/proc/${pid}/cwd`).catch(() => undefined)
      if (cwd?.ino !== expected.ino || cwd.dev !== expected.dev) return false
      // Excludes an administrator's shell.
      return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres'
    }),
  )
  return entries.filter((_, index) => inside[index]).map(Number)
}

const STOP_TIMEOUT_MS = 5 * SECOND
const POLL_MS = 20

/**
 * Stops a PostgreSQL that a dead server left behind: by a fast shutdown if its postmaster lives, else by ending its
 * backends. Committed data is in the log and is recovered. The caller holds the data lock.
 */
export async function stopStaleServer(folder: string): Promise<boolean> {
  const postmaster = await readPostmaster(folder)
  let left = await postgresProcessesIn(folder)
  const found = left.length > 0
  const stages: [NodeJS.Signals, (pid: number) => boolean][] = [
    // A backend only cancels its statement on SIGINT. Without a pid file the postmaster is unknown, so all get it.
    ['SIGINT', (pid) => postmaster === undefined || pid === postmaster.pid],
    ['SIGQUIT', () => true],
    ['SIGKILL', () => true],
  ]
  for (const [signal, concerns] of stages) {
    const targets = left.filter(concerns)
    if (targets.length === 0) continue
    for (const pid of targets) sendSignal(pid, signal)
    left = await waitUntilStopped(folder)
  }
  // PostgreSQL does not start over an empty or garbled pid file, nor if another process has its process id.
  if (left.length === 0 && (!postmaster || (!found && isAlive(postmaster.pid))))
    await rm(pidFileIn(folder), { force: true })
  return found
}

async function waitUntilStopped(folder: string): Promise<number[]> {
  for (const end = Date.now() + STOP_TIMEOUT_MS; ; await delay(POLL_MS)) {
    const left = await postgresProcessesIn(folder)
    if (left.length === 0 || Date.now() > end) return left
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
