// @module-tag long
import { login } from '@clouddisk/contract/accounts'
import { pathOf } from '@clouddisk/contract/route'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { attachEmbedded } from '../src/db/embedded.ts'
import { MAIN, RUN, useStart } from './start-process.ts'

/** A process that starts the product as npm does, and can be killed as npm can. */
const AS_NPM = `require('node:child_process').spawn(process.execPath, [process.argv[1], 'start'], { stdio: 'inherit' })`

/** As Node before 22.15. */
const WITHOUT_EXECVE = 'data:text/javascript,process.execve=undefined'

const { dataDir, start, serverPid, databaseProcesses, expectNothingLeft } = useStart()

describe('starting and stopping', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('ends gracefully by %s', async (signal) => {
    const product = start()
    const address = await product.ready()
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    product.child.kill(signal)
    expect(await product.exit()).toBe(0)
    await expectNothingLeft()
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
    const holder = new pg.Client(await attachEmbedded(dataDir()))
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

  it('leaves no second Node process in memory', async () => {
    const product = start()
    await product.ready()
    expect(await serverPid()).toBe(product.child.pid)
  })

  it('stops when the process that started it is killed outright, where Node cannot replace a process', async () => {
    const product = start(['--import', WITHOUT_EXECVE, RUN, 'start'])
    await product.ready()
    expect(await serverPid()).not.toBe(product.child.pid)
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
      new RegExp(`^Another Clouddisk \\(process ${await serverPid()}\\) is using .*\\n$`),
    )
  })

  it('starts again after server and database were killed in the middle', async () => {
    const first = start()
    await first.ready()
    for (const pid of [await serverPid(), ...(await databaseProcesses())]) process.kill(pid, 'SIGKILL')
    await first.exit()
    expect(first.child.signalCode).toBe('SIGKILL')
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
    expect(JSON.parse(out)).toMatchObject({ CLOUDDISK_DATA: dataDir() })
  })
})
