import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { lockDataDir } from '../src/config/data-lock.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { isAlive, postgresProcessesIn, stopStaleServer } from '../src/db/embedded-stale.ts'

/** Kept between starts, as every command of the product does. */
const { NODE_COMPILE_CACHE } = process.env

export const RUN = fileURLToPath(new URL('../../bin/run.mjs', import.meta.url))
export const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export interface Start {
  readonly child: ChildProcess
  output(): string
  /** The address once it is ready. */
  ready(): Promise<string>
  exit(): Promise<number | null>
}

/** The real start, as a process over a data directory of each test's own; nothing of it is left behind. */
export function useStart() {
  let dataDir: string
  const children: ChildProcess[] = []
  const newDataDir = () => mkdtemp(join(tmpdir(), 'clouddisk-start-'))
  /** A data directory after its first start. */
  let started: string | undefined
  beforeEach(async () => {
    dataDir = await newDataDir()
  })
  afterAll(async () => {
    if (started) await rm(started, { recursive: true, force: true })
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await gone()
    await stopStaleServer(databaseFolder()).catch(() => undefined)
    await rm(dataDir, { recursive: true, force: true })
  })

  const databaseFolder = () => join(dataDir, 'postgres', 'data')
  const databaseProcesses = (): Promise<number[]> => postgresProcessesIn(databaseFolder()).catch(() => [])

  function start(args: readonly string[] = [RUN, 'start'], env: Record<string, string> = {}): Start {
    const child = spawn(process.execPath, args, {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE,
        HOME: dataDir,
        PORT: '0',
        CLOUDDISK_DATA: dataDir,
        ...env,
      },
    })
    children.push(child)
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += chunk
      })
    const exited = once(child, 'close').then(([code]) => code as number | null)
    return {
      child,
      output: () => output,
      exit: () => exited,
      ready: () =>
        expect
          .poll(() => /ready at (\S+)\/disk\//.exec(output)?.[1] ?? child.exitCode, { timeout: 60_000 })
          .not.toBeNull()
          .then(() => /ready at (\S+)\/disk\//.exec(output)?.[1] ?? expect.fail(output)),
    }
  }

  const serverPid = async (): Promise<number> => {
    const owner = await readFile(join(dataDir, 'lock'), 'utf8').catch(() => '')
    return owner === '' ? 0 : JSON.parse(owner).pid
  }

  /** Until neither server nor database runs. */
  async function gone(): Promise<void> {
    const pid = await serverPid()
    await expect.poll(() => pid !== 0 && isAlive(pid), { timeout: 15_000 }).toBe(false)
  }

  async function expectNothingLeft(): Promise<void> {
    await gone()
    await expect.poll(databaseProcesses, { timeout: 15_000 }).toEqual([])
  }

  /** One run from beginning to end; answers what it said until it was ready. */
  async function startAndStop(env: Record<string, string> = {}): Promise<string> {
    const product = start([MAIN], env)
    await product.ready()
    product.child.kill('SIGTERM')
    expect(await product.exit()).toBe(0)
    return product.output()
  }

  /** Makes the data directory one that was started and stopped once. The first call starts; all copy what that left. */
  async function startedOnce(): Promise<void> {
    if (!started) {
      await startAndStop()
      started = await newDataDir()
      await copyAll(dataDir, started)
    } else await copyAll(started, dataDir)
  }

  /** Statements on the embedded database while no server runs. */
  async function query(...statements: readonly string[]): Promise<void> {
    const lock = await lockDataDir(dataDir, 'server')
    const embedded = await startEmbedded({ dataDir, log: pino({ level: 'silent' }) })
    const client = new pg.Client(embedded.pool)
    await client.connect()
    try {
      for (const statement of statements) await client.query(statement)
    } finally {
      await client.end()
      await embedded.stop()
      lock.release()
    }
  }

  return {
    query,
    dataDir: () => dataDir,
    databaseFolder,
    databaseProcesses,
    start,
    startAndStop,
    startedOnce,
    serverPid,
    expectNothingLeft,
  }
}

/** With owners and modes: the database may belong to another user. */
const copyAll = (from: string, to: string): Promise<unknown> => promisify(execFile)('cp', ['-aT', from, to])
