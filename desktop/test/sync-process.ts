import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SyncEvent } from '../src/sync-command/output.ts'

/** `clouddisk sync` as a process of its own. */

export interface SyncProcess {
  readonly child: ChildProcess
  /** So far, with --json. */
  readonly events: SyncEvent[]
  /** Resolves once an event of this kind has come. */
  saw(event: SyncEvent['event']): Promise<void>
  readonly ended: Promise<Ended>
}

export interface Ended {
  readonly code: number | null
  readonly events: SyncEvent[]
  readonly stdout: string
  readonly stderr: string
}

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** @param command of the program; the sources by default. */
export function startSync(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  command: readonly string[] = [process.execPath, MAIN],
): SyncProcess {
  const [program = '', ...more] = command
  const child = spawn(program, [...more, 'sync', ...args], {
    env: { ...process.env, LANG: 'en_GB.UTF-8', CLOUDDISK_TOKEN: undefined, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const events: SyncEvent[] = []
  let [stdout, stderr] = ['', '']
  const waiting: (() => void)[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    stdout += `${line}\n`
    if (!line.startsWith('{')) return
    events.push(JSON.parse(line))
    for (const check of waiting) check()
  })
  child.stderr.on('data', (bytes) => {
    stderr += bytes
  })
  const ended = once(child, 'close').then(([code]) => {
    for (const check of waiting) check()
    return { code, events, stdout, stderr }
  })
  return {
    child,
    events,
    saw: (event) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (events.some((one) => one.event === event)) resolve()
          else if (child.exitCode !== null)
            reject(new Error(`ended with ${child.exitCode} before ${event}: ${stdout}${stderr}`))
        }
        waiting.push(check)
        check()
      }),
    ended,
  }
}
