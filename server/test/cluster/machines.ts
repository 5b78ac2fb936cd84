import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { pino } from 'pino'
import { DisposableStack, openContext } from '../../src/boot.ts'
import { readConfig } from '../../src/config/config.ts'
import { lockDataDir } from '../../src/config/data-lock.ts'
import type { Context } from '../../src/context.ts'
import { startEmbedded } from '../../src/db/embedded.ts'
import { postgresProcessesIn } from '../../src/db/embedded-stale.ts'
import { checkInstallation } from '../../src/db/installation.ts'
import { addPerson, type NewPerson } from '../../src/features/accounts/accounts.ts'
import { checkFileConsistency } from '../../src/features/files/doctor.ts'
import type { S3Location } from '../../src/objects/s3/client.ts'
import { readAllObjects } from '../../src/objects/scrub.ts'
import { readAgainDayLater } from '../day-later.ts'
import { urlOf } from '../postgres-url.ts'
import { cli, type Said } from '../product.ts'
import { settingsOf } from '../stores/bucket.ts'
import { freePort } from '../stores/reach.ts'
import { NIGHT_HOUR, zoneAt } from '../zone.ts'
import { startNginx } from './nginx.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const START_MS = 60_000
const CONNECTIONS = 150
export const ADMIN_PASSWORD = 'Proof-horse-7'

export type Settings = Readonly<Record<string, string>>

/** A server as on a machine of its own: own folders, own port, the same database and bucket. */
export interface Machine {
  readonly baseUrl: string
  /** Answers once it is ready. */
  start(): Promise<void>
  /** As an administrator stops it; answers its exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
  isReady(): Promise<boolean>
  cli(...args: string[]): Promise<Said>
}

/** Several machines behind nginx. */
export interface Machines {
  readonly home: string
  /** Where people reach them. */
  readonly baseUrl: string
  readonly all: readonly Machine[]
  readonly database: pg.Pool
  /** What `doctor` and `scrub` find, from beside the servers. */
  faults(): Promise<{ readonly id: string }[]>
  /** As they do themselves a day later. */
  readAgain(): Promise<void>
  add(person: NewPerson): Promise<void>
  /** kill -9 of all that it is; it is started again by itself. */
  killDatabase(): Promise<void>
  /** The end of what each has written. */
  logs(): string
  close(): Promise<void>
}

export interface MachinesOptions {
  readonly place: S3Location
  readonly count?: number
  readonly settings?: Settings
  /** Additional settings of one server, by its number from 0. */
  readonly settingsOf?: (n: number) => Settings
  readonly failSeconds?: number | undefined
  readonly lines?: AddressRewriters
}

/** Where something lies between those who talk to each other: each answers the address to be used instead. */
export interface AddressRewriters {
  /** Of a server, by its port, as the proxy reaches it. */
  machine(port: number): Promise<number>
  /** As the servers reach it. */
  database(url: string): Promise<string>
  /** The same. */
  store(endpoint: string): Promise<string>
}

const STRAIGHT: AddressRewriters = {
  machine: async (port) => port,
  database: async (url) => url,
  store: async (endpoint) => endpoint,
}

export async function startMachines(options: MachinesOptions): Promise<Machines> {
  const cleanup = new DisposableStack()
  try {
    return await open(options, cleanup)
  } catch (error) {
    await cleanup.close().catch(() => undefined)
    throw error
  }
}

async function open(
  { place, count = 2, settings = {}, settingsOf: own, failSeconds, lines = STRAIGHT }: MachinesOptions,
  cleanup: DisposableStack,
): Promise<Machines> {
  const home = await mkdtemp(join(tmpdir(), 'clouddisk-machines-'))
  // The database runs as another user where we are root, and has to come through.
  await chmod(home, 0o711)
  cleanup.defer(() => rm(home, { recursive: true, force: true, maxRetries: 10 }))
  const database = await startDatabase(join(home, 'database'), cleanup)
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  await mkdir(join(home, 'nginx'))
  const common: Record<string, string> = {
    ...settingsOf(place),
    DATABASE_URL: database.url,
    CLOUDDISK_CLUSTER: '1',
    CLOUDDISK_TRUSTED_PROXIES: '127.0.0.1',
    CLOUDDISK_LOG_LEVEL: 'warn',
    CLOUDDISK_ADMIN_PASSWORD: ADMIN_PASSWORD,
    CLOUDDISK_TIME_ZONE: zoneAt(NIGHT_HOUR),
    ...settings,
  }
  const theirs = {
    ...common,
    DATABASE_URL: await lines.database(database.url),
    CLOUDDISK_S3_ENDPOINT: await lines.store(place.endpoint),
  }
  const machines = ports.map(
    (port, n) => new OneMachine(join(home, `machine-${n + 1}`), port, { ...theirs, ...own?.(n) }),
  )
  cleanup.defer(async () => {
    await Promise.all(machines.map((machine) => machine.stop()))
  })
  const [first, ...others] = machines
  if (!first) throw new Error('no machine')
  await first.start()
  for (const other of others) {
    await cp(join(first.dataDir, 'secrets'), join(other.dataDir, 'secrets'), { recursive: true })
    await other.start()
  }
  const nginx = await startNginx(
    join(home, 'nginx'),
    await Promise.all(ports.map(lines.machine)),
    failSeconds,
  )
  cleanup.defer(() => nginx.stop())
  const ctx = await beside(first.dataDir, common, cleanup)
  return {
    home,
    baseUrl: nginx.baseUrl,
    all: machines,
    database: ctx.db.pool,
    faults: async () => {
      // Buckets may have been added meanwhile.
      await ctx.stores.refresh()
      return [
        ...(await checkFileConsistency(ctx.db.reader)),
        ...(await readAllObjects(ctx.db.reader, ctx.stores)).faults,
      ]
    },
    readAgain: async () => {
      await ctx.stores.refresh()
      await readAgainDayLater(ctx)
    },
    add: async (person) => void (await addPerson(ctx, person)),
    killDatabase: database.kill,
    logs: () =>
      [...machines.map((machine) => machine.log()), tail(join(home, 'nginx', 'error.log'))].join('\n\n'),
    close: () => cleanup.close(),
  }
}

interface OwnDatabase {
  readonly url: string
  kill(): Promise<void>
}

async function startDatabase(dataDir: string, cleanup: DisposableStack): Promise<OwnDatabase> {
  const lock = await lockDataDir(dataDir, 'server')
  cleanup.defer(() => lock.release())
  const embedded = await startEmbedded({ dataDir, log: pino({ level: 'warn' }), connections: CONNECTIONS })
  cleanup.defer(() => embedded.stop())
  return { url: urlOf(embedded.pool), kill: () => killAllIn(join(dataDir, 'postgres', 'data')) }
}

async function killAllIn(folder: string): Promise<void> {
  for (const pid of await postgresProcessesIn(folder)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It went with those before it.
    }
  }
}

/** What the command line does beside running servers, without a process for each. */
async function beside(dataDir: string, settings: Settings, cleanup: DisposableStack): Promise<Context> {
  const config = readConfig({ ...settings, CLOUDDISK_DATA: dataDir }, dataDir)
  const database = { connectionString: settings.DATABASE_URL, max: 3 }
  const options = { config, log: pino({ level: 'silent' }), database, cleanup }
  const { ctx } = await openContext(options, (pool) => checkInstallation(pool, { dataDir }))
  return ctx
}

class OneMachine implements Machine {
  readonly dataDir: string
  readonly #port: number
  readonly #settings: Settings
  #child: ChildProcess | undefined

  constructor(dataDir: string, port: number, settings: Settings) {
    this.dataDir = dataDir
    this.#port = port
    this.#settings = settings
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  async start(): Promise<void> {
    await mkdir(this.dataDir, { recursive: true })
    const log = openSync(join(this.dataDir, 'log'), 'a')
    const child = spawn(process.execPath, [MAIN], { env: this.#env(), stdio: ['ignore', log, log] })
    closeSync(log)
    this.#child = child
    for (const late = Date.now() + START_MS; !(await this.isReady()); await delay(25))
      if (Date.now() > late || child.exitCode !== null)
        throw new Error(`a server does not start:\n${this.log()}`)
  }

  isReady(): Promise<boolean> {
    return fetch(`${this.baseUrl}/readyz`).then(
      async (answer) => {
        await answer.text()
        return answer.ok
      },
      () => false,
    )
  }

  async stop(): Promise<number | null> {
    const child = this.#child
    this.#child = undefined
    if (!child) return null
    if (child.exitCode === null && child.signalCode === null) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    }
    return child.exitCode
  }

  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  cli(...args: string[]): Promise<Said> {
    return cli(this.dataDir, args, this.#settings)
  }

  log(): string {
    return tail(join(this.dataDir, 'log'))
  }

  #env(): NodeJS.ProcessEnv {
    return {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      LANG: 'C.UTF-8',
      HOME: this.dataDir,
      CLOUDDISK_DATA: this.dataDir,
      PORT: String(this.#port),
      ...this.#settings,
    }
  }
}

function tail(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(-6000)
  } catch {
    return ''
  }
}
