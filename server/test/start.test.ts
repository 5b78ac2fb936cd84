import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { login } from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attachEmbedded } from '../src/db/embedded.ts'
import { isAlive, processesIn, stopLeftover } from '../src/db/embedded-leftover.ts'

/** Kept between starts, as every command of the product does. */
const { NODE_COMPILE_CACHE } = process.env

const RUN = fileURLToPath(new URL('../../bin/run.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
/** A process that starts the product as npm does, and can be killed as npm can. */
const AS_NPM = `require('node:child_process').spawn(process.execPath, [process.argv[1], 'start'], { stdio: 'inherit' })`

let dataDir: string
const children: ChildProcess[] = []
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'clouddisk-start-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await gone()
  await stopLeftover(databaseFolder()).catch(() => undefined)
  await rm(dataDir, { recursive: true, force: true })
})

const databaseFolder = () => join(dataDir, 'postgres', 'data')
const databaseProcesses = () => processesIn(databaseFolder()).catch(() => [])

interface Start {
  readonly child: ChildProcess
  output(): string
  /** The address once it is ready. */
  ready(): Promise<string>
  exit(): Promise<number | null>
}

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
        .poll(() => /ready at (\S+)\/disk\//.exec(output)?.[1], { timeout: 60_000 })
        .toBeTruthy()
        .then(() => /ready at (\S+)\/disk\//.exec(output)?.[1] ?? ''),
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

describe('starting and stopping', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends gracefully by %s', async (signal) => {
    const product = start()
    const address = await product.ready()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    product.child.kill(signal)
    expect(await product.exit()).toBe(0)
    await expectNothingLeft()
  })

  it('runs the server with its V8 flags, which keep an idle server as fast as a fresh one', async () => {
    const product = start()
    await product.ready()
    const commandLine = await readFile(`/proc/${await serverPid()}/cmdline`, 'utf8')
    expect(commandLine.split('\0')).toEqual(
      expect.arrayContaining(['--no-memory-reducer', '--external-memory-accounted-in-global-limit']),
    )
  })

  it('says that it stops, why, and that it has stopped', async () => {
    const product = start([MAIN])
    await product.ready()
    product.child.kill('SIGINT')
    expect(await product.exit()).toBe(0)
    const lines = product.output().match(/"msg":"(stopp[^"]*)"/g)
    expect(lines).toEqual(['"msg":"stopping (SIGINT)"', '"msg":"stopped"'])
  })

  it('takes the database with it when it cannot end in time', async () => {
    const product = start([MAIN])
    const address = await product.ready()
    const holder = new pg.Client(await attachEmbedded(dataDir))
    holder.on('error', () => undefined)
    await holder.connect()
    await holder.query('begin; lock table person')
    const called = fetch(`${address}${pathOf(login)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: 'admin', password: 'x' }),
    }).catch(() => undefined)
    const waiting = async () =>
      (await holder.query('select pid from pg_locks where not granted')).rows.map(({ pid }) => pid)
    await expect.poll(async () => (await waiting()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    // A statement that never ends: nothing that waits for it does.
    process.kill((await waiting())[0], 'SIGSTOP')
    product.child.kill('SIGTERM')
    expect(await product.exit()).toBe(1)
    await called
    await expectNothingLeft()
  })

  it('leaves nothing behind when it is told to stop before it has started', async () => {
    const product = start()
    await expect.poll(serverPid, { timeout: 60_000 }).not.toBe(0)
    product.child.kill('SIGTERM')
    await product.exit()
    await expectNothingLeft()
  })

  it('stops when the process that started it is killed outright', async () => {
    const product = start()
    await product.ready()
    product.child.kill('SIGKILL')
    await expectNothingLeft()
  })

  it('stops when npm above it is killed outright', async () => {
    const product = start(['-e', AS_NPM, RUN])
    await product.ready()
    product.child.kill('SIGKILL')
    await expectNothingLeft()
  })

  it('refuses a second server on the same data, and tells which one runs', async () => {
    const first = start()
    await first.ready()
    const second = start()
    expect(await second.exit()).toBe(1)
    expect(second.output()).toMatch(
      new RegExp(`^Another Clouddisk \\(process ${await serverPid()}\\) runs on .*\\n$`),
    )
  })

  it('says in one line that its port is taken, and leaves no database behind', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const product = start(undefined, { PORT: String(port), CLOUDDISK_LOG_LEVEL: 'silent' })
    expect(await product.exit()).toBe(1)
    // The first account is made once: its password would never be seen otherwise.
    expect(product.output()).toMatch(
      new RegExp(`^Sign in as admin .*: \\w{20}\nPORT: ${port} is taken on 127.0.0.1. Set another one.\n$`),
    )
    await expectNothingLeft()
    other.close()
  })

  it('starts again after server and database were killed in the middle', async () => {
    const first = start()
    await first.ready()
    for (const pid of [await serverPid(), ...(await databaseProcesses())]) process.kill(pid, 'SIGKILL')
    expect(await first.exit()).toBe(137)
    const second = start()
    const address = await second.ready()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    second.child.kill('SIGTERM')
    expect(await second.exit()).toBe(0)
  })

  it('prints nothing of its own on the command line’s standard output', async () => {
    const product = start([RUN, 'cli', 'config', '--json'])
    let out = ''
    product.child.stdout?.on('data', (chunk) => {
      out += chunk
    })
    expect(await product.exit()).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ CLOUDDISK_DATA: dataDir })
  })
})
