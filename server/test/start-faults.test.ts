// @module-tag long
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { attachEmbedded } from '../src/db/embedded.ts'
import { signIn } from './person.ts'
import { cli } from './product.ts'
import { MAIN, useStart } from './start-process.ts'

const {
  dataDir,
  databaseFolder,
  databaseProcesses,
  start,
  startAndStop,
  startedOnce,
  serverPid,
  expectNothingLeft,
} = useStart()

const PASSWORD = 'Correct-horse1'
const QUIET = { CLOUDDISK_LOG_LEVEL: 'silent' }

/** Answers what it said. */
async function refusedStart(env: Record<string, string> = {}): Promise<string> {
  const refused = start([MAIN], { ...QUIET, ...env })
  expect(await refused.exit()).toBe(1)
  await expectNothingLeft()
  return refused.output()
}

describe('the pid file of PostgreSQL', { timeout: 120_000 }, () => {
  const pidFile = () => join(databaseFolder(), 'postmaster.pid')

  it('may be empty or garbled after a power loss', async () => {
    await startedOnce()
    for (const text of ['', '\0'.repeat(80)]) {
      await writeFile(pidFile(), text)
      await startAndStop()
    }
  })

  it('may be garbled while PostgreSQL still runs: that one is ended before another begins', async () => {
    const first = start([MAIN])
    await first.ready()
    // So that it cannot take its database with it.
    process.kill(await serverPid(), 'SIGKILL')
    await first.exit()
    const left = await databaseProcesses()
    expect(left).not.toEqual([])
    await writeFile(pidFile(), 'rubbish\n')
    const second = start([MAIN])
    await second.ready()
    expect(second.output()).toContain('stopped the PostgreSQL that an earlier run left behind')
    expect((await databaseProcesses()).filter((pid) => left.includes(pid))).toEqual([])
  })
})

describe('a missing folder below the data directory', { timeout: 120_000 }, () => {
  const objects = () => join(dataDir(), 'objects')

  it('is not made anew where files have their content there', async () => {
    const first = start([MAIN], { CLOUDDISK_ADMIN_PASSWORD: PASSWORD })
    const admin = await signIn(await first.ready(), 'admin', PASSWORD)
    await admin.upload('0', 'a.txt', Buffer.from('content'))
    first.child.kill('SIGTERM')
    await first.exit()
    await rename(objects(), `${objects()}.away`)
    const says =
      /^CLOUDDISK_DATA: \S+objects is missing or empty, [^\n]+ Mount its disk or put it back; [^\n]+\n$/
    expect(await refusedStart()).toMatch(says)
    expect(await cli(dataDir(), ['doctor'])).toMatchObject({ code: 1, err: expect.stringMatching(says) })
    expect(existsSync(objects())).toBe(false)
    await rename(`${objects()}.away`, objects())
    await startAndStop()
    expect((await cli(dataDir(), ['doctor'])).code).toBe(0)
  })

  it('is made anew where nothing is stored yet', async () => {
    await startedOnce()
    await rm(objects(), { recursive: true })
    await startAndStop()
    expect((await cli(dataDir(), ['doctor'])).code).toBe(0)
  })

  it('is told where it is the database, which is not made anew beside content', async () => {
    await startedOnce()
    await rm(join(dataDir(), 'postgres'), { recursive: true })
    expect(await refusedStart()).toMatch(/^CLOUDDISK_DATA: \S+postgres\/data is missing, [^\n]+\n$/)
    expect(existsSync(databaseFolder())).toBe(false)
  })
})

describe('where it listens', { timeout: 120_000 }, () => {
  const takenPort = async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    return { port: String(port), close: () => other.close() }
  }

  it.each([
    ['192.0.2.1', 'HOST: 192.0.2.1 is not an address of this machine.'],
    ['nowhere.invalid', 'HOST: nowhere.invalid is not an address of this machine.'],
  ])('is tried before anything is set up: %s', async (host, says) => {
    const said = await refusedStart({ HOST: host })
    expect(said).toContain(says)
    expect(said).toMatch(/^[^\n]+\n$/)
    expect(await readdir(dataDir())).toEqual([])
  })

  it('is told with the addresses that others open, and that nobody has signed in yet', async () => {
    await startedOnce()
    const said = await startAndStop({ HOST: '0.0.0.0' })
    expect(said).toMatch(/^Clouddisk is ready at http:\/\/localhost:\d+\/disk\/$/m)
    for (const { address, family, internal } of Object.values(networkInterfaces()).flatMap(
      (all) => all ?? [],
    ))
      if (family === 'IPv4' && !internal)
        expect(said).toMatch(new RegExp(`^On the network: http://${address}:\\d+/disk/$`, 'm'))
    expect(said).toMatch(/^Nobody has signed in yet: .*`?npm run --silent cli -- user passwd admin`?$/m)
  })

  it('is tried before anything is set up: a port that is taken', async () => {
    const { port, close } = await takenPort()
    expect(await refusedStart({ PORT: port })).toBe(
      `PORT: ${port} is already in use on 127.0.0.1. Stop the other program, or set another port.\n`,
    )
    expect(await readdir(dataDir())).toEqual([])
    close()
  })
})

describe('the administrator’s first password', { timeout: 120_000 }, () => {
  /** To the database of a server that is just starting. */
  const connected = (): Promise<pg.Client> =>
    vi.waitUntil(
      async () => {
        const config = await attachEmbedded(dataDir()).catch(() => undefined)
        if (!config) return undefined
        const client = new pg.Client(config)
        client.on('error', () => undefined)
        // The database comes a moment after PostgreSQL.
        return client.connect().then(
          () => client,
          () => undefined,
        )
      },
      { timeout: 60_000 },
    )
  const passwordIn = (said: string) => /^Sign in as admin .*: (\w{20})$/m.exec(said)?.[1]

  it('is made anew as long as no start got as far as showing it', async () => {
    const first = start([MAIN])
    const holder = await connected()
    // What comes behind the account waits for this name.
    await holder.query('begin; create schema pgboss')
    const reader = await connected()
    const accounts = async () => {
      const { rows } = await reader.query(`select to_regclass('person') is not null as there`)
      return rows[0].there ? (await reader.query('select from person')).rowCount : 0
    }
    await expect.poll(accounts, { timeout: 60_000 }).toBe(1)
    process.kill(await serverPid(), 'SIGKILL')
    await first.exit()
    for (const client of [holder, reader]) await client.end()
    expect(passwordIn(first.output())).toBeUndefined()
    const second = start([MAIN])
    const address = await second.ready()
    await expect.poll(() => passwordIn(second.output())).toBeTruthy()
    await signIn(address, 'admin', passwordIn(second.output()) ?? '')
    second.child.kill('SIGTERM')
    await second.exit()
    const third = await startAndStop()
    expect(passwordIn(third)).toBeUndefined()
    expect(third).not.toContain('Nobody has signed in')
  })
})
