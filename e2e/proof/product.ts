import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { attachEmbedded } from '@clouddisk/server/db/embedded'
import pg from 'pg'
import { type Person, signIn } from '../../server/test/person.ts'
import { NIGHT_HOUR, zoneAt } from '../../server/test/zone.ts'
import { type Installation, openInstallation } from '../support/installation.ts'

/** The product as it is run: a process of its own and its database, on a data directory that survives them. */

export type Victim = 'server' | 'database' | 'both'

const run = promisify(execFile)
const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const CLI = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))
const KILL_AT = fileURLToPath(new URL('./kill-at.ts', import.meta.url))
const DEATH_MS = 5000
export const PASSWORD = 'Proof-horse-7'
const START_MS = 60_000

/** What is not as usual: the folder its data directory is made in, and settings of its own. */
export interface Unusual {
  readonly dir?: string
  readonly settings?: NodeJS.ProcessEnv
}

export class Product {
  readonly dataDir: string
  readonly #port: number
  readonly #settings: NodeJS.ProcessEnv
  #child: ChildProcess | undefined
  #killed: number | undefined

  private constructor(dataDir: string, port: number, settings: NodeJS.ProcessEnv = {}) {
    this.dataDir = dataDir
    this.#port = port
    this.#settings = settings
    running.add(this)
  }

  /** On a new data directory, or on a copy of one whose product has stopped. */
  static async prepare(original?: string, { dir = tmpdir(), settings }: Unusual = {}): Promise<Product> {
    const dataDir = await mkdtemp(join(dir, 'clouddisk-proof-'))
    // The database's files belong to another user where we are root: cp keeps that.
    if (original) await run('cp', ['-a', `${original}/.`, dataDir])
    return new Product(dataDir, await freePort(), settings)
  }

  /** Of the server's process, while it runs. */
  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('the server does not run')
    return this.#child.pid
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** Answers when everything answers. */
  async start({ killable = false } = {}): Promise<void> {
    const log = openSync(join(this.dataDir, 'log'), 'a')
    const child = killable
      ? spawn(process.execPath, ['--import', KILL_AT, MAIN], {
          env: this.#env(),
          stdio: ['ignore', log, log, 'ipc'],
        })
      : spawn(process.execPath, [MAIN], { env: this.#env(), stdio: ['ignore', log, log] })
    closeSync(log)
    this.#child = child
    // Before it reads what it is told, or a message would be an error of ours once it has died.
    child.on('error', () => undefined)
    await this.#until(async () => {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`the server did not start:\n${this.log()}`)
      return this.isReady()
    })
  }

  /** Of a killable server: it dies in place of the n-th statement from now on. */
  arm(statement: number): void {
    this.#child?.send({ arm: Number.isFinite(statement) ? statement : Number.MAX_SAFE_INTEGER })
  }

  died(): boolean {
    return this.#child?.signalCode !== null
  }

  /** Waits for it, where a call was cut off. */
  async hasDied(): Promise<boolean> {
    const child = this.#child
    if (child && child.signalCode === null && child.exitCode === null)
      await Promise.race([once(child, 'exit'), delay(DEATH_MS)])
    return this.died()
  }

  /** The command line, killed in place of its n-th statement. */
  cliKilled(statement: number | undefined, ...args: string[]): Promise<{ ok: boolean; output: string }> {
    return this.#cli(args, statement === undefined ? undefined : String(statement))
  }

  /** A statement of a test's own, such as to let time pass. */
  async sql(text: string): Promise<Record<string, unknown>[]> {
    const config = await attachEmbedded(this.dataDir)
    if (!config) throw new Error('the database is not running')
    const client = new pg.Client(config)
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }

  async isReady(): Promise<boolean> {
    return fetch(`${this.baseUrl}/readyz`).then(
      async (answer) => {
        await answer.text()
        return answer.ok
      },
      () => false,
    )
  }

  /** kill -9, without a word before. */
  async kill(victim: Victim): Promise<void> {
    const child = this.#child
    const postmaster = victim === 'server' ? undefined : this.#postmaster()
    if (postmaster) killNow(postmaster)
    this.#killed = postmaster
    if (victim === 'database' || !child) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    this.#child = undefined
  }

  /** Everything answers again: started where it is down, waited for where it helps itself. */
  async recover(): Promise<void> {
    const child = this.#child
    if (!child) return this.start()
    await this.#until(async () => {
      if (this.#child !== child) throw new Error('the server was killed while it recovered')
      // What a killed database leaves may answer the server once more; who connects anew reaches only the next one.
      return this.#postmaster() !== this.#killed && (await this.#hasDatabase()) && (await this.isReady())
    })
  }

  #hasDatabase(): Promise<boolean> {
    return this.sql('select 1').then(
      () => true,
      () => false,
    )
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child && child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    this.#child = undefined
  }

  /** Ends whatever is left and takes the data directory away. */
  async remove(): Promise<void> {
    await this.stop()
    this.abort()
  }

  /** The same at once, for a proof that is interrupted. */
  abort(): void {
    running.delete(this)
    this.#child?.kill('SIGKILL')
    const postmaster = this.#postmaster()
    if (postmaster) killNow(postmaster)
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  /** The administrator's command line; what it prints, and whether it found all well. */
  cli(...args: string[]): Promise<{ ok: boolean; output: string }> {
    return this.#cli(args)
  }

  async #cli(args: readonly string[], killAt?: string): Promise<{ ok: boolean; output: string }> {
    const program = killAt === undefined ? [CLI] : ['--import', KILL_AT, CLI]
    const env = { ...this.#env(), ...(killAt !== undefined && { PROOF_KILL_AT: killAt }) }
    try {
      const { stdout } = await run(process.execPath, [...program, ...args], { env, maxBuffer: 1 << 26 })
      return { ok: true, output: stdout }
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
      return { ok: false, output: stdout + stderr }
    }
  }

  /** A new account, signed in. `capacity` in bytes, null for unlimited. */
  async person(name: string, capacity: number | null): Promise<Person> {
    await this.#beside(({ add }) => add({ userName: name, password: PASSWORD, realName: name, capacity }))
    return this.signIn(name)
  }

  /** What `doctor` finds, from beside the server that runs. */
  faults(): Promise<readonly unknown[]> {
    return this.#beside(({ faults }) => faults())
  }

  /** As the server does a day later. */
  readAgain(): Promise<void> {
    return this.#beside((installation) => installation.readAgain())
  }

  async #beside<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
    const installation = await openInstallation(this.#env(), this.dataDir)
    try {
      return await work(installation)
    } finally {
      await installation.close()
    }
  }

  signIn(name: string): Promise<Person> {
    return signIn(this.baseUrl, name, PASSWORD, 'en-US')
  }

  /** The end of what the server wrote. */
  log(): string {
    const path = join(this.dataDir, 'log')
    return existsSync(path) ? readFileSync(path, 'utf8').slice(-4000) : ''
  }

  #env(): NodeJS.ProcessEnv {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(CLOUDDISK_|DATABASE_URL$|HOST$|PORT$)/.test(name),
    )
    return {
      ...Object.fromEntries(own),
      CLOUDDISK_DATA: this.dataDir,
      CLOUDDISK_LOG_LEVEL: 'warn',
      CLOUDDISK_ADMIN_PASSWORD: PASSWORD,
      CLOUDDISK_TIME_ZONE: zoneAt(NIGHT_HOUR),
      PORT: String(this.#port),
      ...this.#settings,
    }
  }

  #postmaster(): number | undefined {
    const path = join(this.dataDir, 'postgres', 'data', 'postmaster.pid')
    const [pid] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
    return pid ? Number(pid) : undefined
  }

  async #until(done: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + START_MS; !(await done()); await delay(25))
      if (Date.now() > end) throw new Error(`the server does not answer:\n${this.log()}`)
  }
}

/** Nothing of a proof that ends early stays behind. */
const running = new Set<Product>()
process.once('exit', () => {
  for (const product of running) product.abort()
})
// A terminal and npm both pass a signal on: the second one must not end the tidying.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130))

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It may be gone already: the file stays behind a killed one.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
