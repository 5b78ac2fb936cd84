// @module-tag long
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { createFolder } from '@clouddisk/contract/files'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { readPostmaster } from '../src/db/embedded-stale.ts'
import { signIn } from './person.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { urlOf } from './postgres-url.ts'
import { MAIN, type Start, useStart } from './start-process.ts'

/** The log while the database is restarted under a server that is at work. */

const { databaseFolder, start } = useStart()
const PASSWORD = 'Correct-horse1'

interface Line {
  readonly level: number
  readonly msg: string
  readonly [more: string]: unknown
}

const linesOf = (product: Start): Line[] =>
  product
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)

/** Somebody is at work while `restart` takes the database away; answers what the log said of that. */
async function linesDuring(product: Start, restart: () => Promise<unknown>): Promise<Line[]> {
  const baseUrl = await product.ready()
  const admin = await signIn(baseUrl, 'admin', PASSWORD)
  let ends = false
  const work = Array.from({ length: 6 }, async (_, worker) => {
    for (let n = 0; !ends; n++) {
      const call = admin.call(createFolder, { parentId: '0', instanceName: `${worker} ${n}` })
      await Promise.allSettled([call, fetch(`${baseUrl}/readyz`)])
    }
  })
  const before = linesOf(product).length
  await restart()
  await expect.poll(() => product.output(), { timeout: 50_000 }).toContain('the database is back')
  ends = true
  await Promise.all(work)
  await expect.poll(async () => (await fetch(`${baseUrl}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  return linesOf(product).slice(before)
}

const important = (lines: readonly Line[]) => lines.filter(({ level }) => level >= 40)

describe('a restart of the database', { timeout: 120_000 }, () => {
  it('is one line with its cause, and one when it is over: the embedded one', async () => {
    const product = start([MAIN], { CLOUDDISK_ADMIN_PASSWORD: PASSWORD })
    const lines = await linesDuring(product, async () => {
      process.kill((await readPostmaster(databaseFolder()))?.pid ?? 0, 'SIGKILL')
    })
    expect(important(lines).map(({ msg }) => msg)).toEqual([
      'the database is unavailable; clients are told to retry until it is back',
    ])
    expect(important(lines)[0]).toMatchObject({ level: 50, err: { message: expect.stringMatching(/./) } })
    const back = lines.filter(({ msg }) => msg === 'the database is back')
    expect(back).toMatchObject([{ level: 30 }])
    // The exit of the process is noticed before or after its connections break.
    expect([important(lines)[0]?.heardBy, ...[back[0]?.also].flat()]).toContain(
      'PostgreSQL was killed by SIGKILL; restarting it',
    )
  })

  describe('of one’s own', () => {
    const closing: (() => Promise<unknown> | unknown)[] = []
    afterEach(async () => {
      for (const close of closing.splice(0).reverse()) await close()
    })

    /** A way to the tests' PostgreSQL that can be cut. */
    async function passage(): Promise<{ url: string; cut(): Promise<void>; restore(): Promise<void> }> {
      const database: TestDatabase = await createTestDatabase()
      closing.push(() => database.drop())
      const url = new URL(urlOf(database.pool))
      const { host, port } = inject('postgres').server
      const target = host?.startsWith('/')
        ? { path: join(host, `.s.PGSQL.${port}`) }
        : { host: url.hostname, port: Number(url.port) }
      const open = new Set<Socket>()
      const server = createServer((near) => {
        const far = connect(target)
        for (const socket of [near, far]) {
          open.add(socket)
          socket.on('error', () => undefined)
        }
        near.on('close', () => far.destroy()).pipe(far)
        far.on('close', () => near.destroy()).pipe(near)
      })
      const listen = (at: number) => once(server.listen(at, '127.0.0.1'), 'listening')
      await listen(0)
      const { port: own } = server.address() as { port: number }
      const cut = async () => {
        const closed = once(server, 'close')
        server.close()
        for (const socket of open) socket.destroy()
        open.clear()
        await closed
      }
      closing.push(() => (server.listening ? cut() : undefined))
      url.searchParams.delete('host')
      url.host = `127.0.0.1:${own}`
      return { url: url.href, cut, restore: async () => void (await listen(own)) }
    }

    it('is the same', async () => {
      const { url, cut, restore } = await passage()
      const product = start([MAIN], { CLOUDDISK_ADMIN_PASSWORD: PASSWORD, DATABASE_URL: url })
      const lines = await linesDuring(product, async () => {
        await cut()
        await expect.poll(() => product.output()).toContain('the database is unavailable')
        await restore()
      })
      expect(important(lines).map(({ msg }) => msg)).toEqual([
        'the database is unavailable; clients are told to retry until it is back',
      ])
      expect(lines.filter(({ msg }) => msg === 'the database is back')).toHaveLength(1)
      product.child.kill('SIGTERM')
      await product.exit()
    })
  })
})
