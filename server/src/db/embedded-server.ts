import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import type { BaseLogger } from 'pino'
import { ConfigError } from '../config/config.ts'
import { openServerLog, type ServerLog } from './embedded-log.ts'
import type { PostgresBinaries } from './embedded-package.ts'
import { postgresSettings } from './embedded-settings.ts'
import { readPostmaster, stopStaleServer } from './embedded-stale.ts'
import type { DatabaseUser } from './embedded-user.ts'

interface EmbeddedServerOptions {
  readonly binaries: PostgresBinaries
  readonly user: DatabaseUser
  readonly folder: string
  readonly socketFolder: string
  readonly connections?: number | undefined
  readonly logPath: string
  readonly log: Pick<BaseLogger, 'info' | 'error'>
  readonly onLost?: ((error: Error) => void) | undefined
}

/** PostgreSQL's messages while a dead predecessor still holds its pid file or memory. */
const STALE_RESOURCE = /lock file|shared memory block/
const START_TIMEOUT_MS = 15 * SECOND
const MAX_RESTARTS = 5

/** The PostgreSQL process: starts it, restarts it when it dies, stops it. */
export class EmbeddedServer {
  readonly #setup: EmbeddedServerOptions
  #child: ChildProcess | undefined
  #stopping = false
  #restarting: Promise<void> | undefined
  #failures = 0

  constructor(setup: EmbeddedServerOptions) {
    this.#setup = setup
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Ends PostgreSQL with this process, without a checkpoint; the next start replays the log. */
  readonly #onExit = () => {
    if (this.#child && !hasExited(this.#child)) this.#child.kill('SIGQUIT')
  }

  async start(): Promise<void> {
    process.off('exit', this.#onExit).on('exit', this.#onExit)
    for (const end = Date.now() + START_TIMEOUT_MS; ; await delay(200)) {
      const complaint = await this.#launch()
      if (complaint === undefined || this.#stopping) return
      if (!STALE_RESOURCE.test(complaint) || Date.now() > end)
        throw new ConfigError(`PostgreSQL did not start: ${complaint} (see ${this.#setup.logPath})`)
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#end()
    // A restart may have launched another one meanwhile.
    await this.#restarting
    await this.#end()
    process.off('exit', this.#onExit)
  }

  async #end(): Promise<void> {
    if (!this.#child) return
    if (!hasExited(this.#child)) await stopProcess(this.#child)
    // A killed postmaster leaves its backends for a moment.
    if (this.#child.exitCode !== 0) await stopStaleServer(this.#setup.folder)
  }

  /** Undefined once it takes connections; else its last error. */
  async #launch(): Promise<string | undefined> {
    const { binaries, user, folder, socketFolder, connections, logPath } = this.#setup
    const output = await openServerLog(logPath)
    const child = user.spawn(
      binaries.postgres,
      ['-D', folder, ...postgresSettings(socketFolder, connections)],
      {
        detached: true,
        stdio: ['ignore', output.fd, output.fd],
      },
    )
    this.#child = child
    const failed = once(child, 'error').then(([error]) => String(error))
    const complaint = await Promise.race([failed, untilReady(child, folder, output)])
    await output.close()
    if (complaint !== undefined) return complaint
    child.unref()
    child.once('exit', (code, signal) => this.#died(new PostgresExited(code, signal)))
    return undefined
  }

  #died(err: PostgresExited): void {
    if (this.#stopping) return
    const { log } = this.#setup
    log.error({ err }, `${err.message}; restarting it`)
    this.#restarting = this.#restart().then(
      () => log.info({ pid: this.pid }, 'PostgreSQL is running again'),
      (error) => this.#setup.onLost?.(error),
    )
  }

  async #restart(): Promise<void> {
    if (++this.#failures > MAX_RESTARTS) throw new Error('PostgreSQL keeps crashing')
    // Counts failures within a minute.
    setTimeout(() => this.#failures--, MINUTE).unref()
    await stopStaleServer(this.#setup.folder)
    if (!this.#stopping) await this.start()
  }
}

/** PostgreSQL exited without being stopped. */
export class PostgresExited extends Error {
  /** admin_shutdown, as clients of a stopping server get. */
  readonly code = '57P01'
  constructor(code: number | null, signal: NodeJS.Signals | null) {
    super(`PostgreSQL ${signal ? `was killed by ${signal}` : `exited with code ${code}`}`)
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  child.ref()
  const ended = once(child, 'exit')
  // A fast shutdown writes a checkpoint; otherwise the next start replays the log.
  for (const [signal, patience] of [
    ['SIGINT', 5000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 1000],
  ] as const) {
    child.kill(signal)
    const timer = new AbortController()
    await Promise.race([ended, delay(patience, undefined, { signal: timer.signal })])
    timer.abort()
    if (hasExited(child)) return
  }
}

const hasExited = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/** Waits until the pid file says `ready`; crash recovery may take long. */
async function untilReady(
  child: ChildProcess,
  folder: string,
  output: ServerLog,
): Promise<string | undefined> {
  for (;;) {
    if (hasExited(child)) return output.lastError()
    const postmaster = await readPostmaster(folder)
    if (postmaster?.pid === child.pid && postmaster?.ready) return undefined
    await delay(5)
  }
}
