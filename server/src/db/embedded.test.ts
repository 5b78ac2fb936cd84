// @module-tag long
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attachEmbedded, type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { postgresProcessesIn, stopStaleServer } from './embedded-stale.ts'

let root: string
let dataDir: string
const started: EmbeddedPostgres[] = []
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'clouddisk-'))
  dataDir = join(root, 'data')
})
afterEach(async () => {
  for (const embedded of started.splice(0)) await embedded.stop()
  // What a killed owner left.
  await stopStaleServer(folderOf(dataDir)).catch(() => undefined)
  await rm(root, { recursive: true, force: true })
})

const log = pino({ level: 'silent' })
const folderOf = (dir: string) => join(dir, 'postgres', 'data')

async function start(dir = dataDir): Promise<EmbeddedPostgres> {
  const embedded = await startEmbedded({ dataDir: dir, log })
  started.push(embedded)
  return embedded
}

async function query(pool: pg.PoolConfig, text: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(pool)
  await client.connect()
  const { rows } = await client.query(text, values).finally(() => client.end())
  return rows
}

/** A server process that starts the database, commits rows, says each number after its commit, and never stops. */
async function startOwner(): Promise<{ owner: ChildProcess; acknowledged: () => number }> {
  const script = `
    const { startEmbedded } = await import('${new URL('./embedded.ts', import.meta.url).href}')
    const { default: pg } = await import('pg')
    const log = { info() {}, warn() {}, error() {} }
    const { pool } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log })
    const client = new pg.Client(pool)
    await client.connect()
    await client.query('create table kept (n int)')
    for (let n = 1; ; n++) { await client.query('insert into kept values ($1)', [n]); console.log(n) }`
  const owner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  owner.stdout.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  while (said.split('\n').length < 50) await once(owner.stdout, 'data')
  return { owner, acknowledged: () => Number(said.split('\n').at(-2)) }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'close')
}

describe('the embedded PostgreSQL', () => {
  it('makes a UTF-8 database with checksums, reachable over a private socket only', async () => {
    const { pool } = await start()
    const [row] = await query(
      pool,
      `select current_setting('server_encoding') as encoding, current_setting('data_checksums') as checksums,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        current_setting('listen_addresses') as addresses, lower('ÄÖ') as lowered`,
    )
    expect(row).toEqual({
      encoding: 'UTF8',
      checksums: 'on',
      fsync: 'on',
      commit: 'on',
      addresses: '',
      lowered: 'äö',
    })
    expect((await stat(String(pool.host))).mode & 0o077).toBe(0)
  })

  it('searches Chinese text by trigrams and sorts it by pinyin', async () => {
    const { pool } = await start()
    await query(pool, 'create extension pg_trgm')
    expect(await query(pool, `select '年度财务报告' like '%财务报%' as found`)).toEqual([{ found: true }])
    const [{ grams }] = (await query(pool, `select cardinality(show_trgm('财务报告')) as grams`)) as [
      { grams: number },
    ]
    expect(grams).toBeGreaterThan(3)
    await query(
      pool,
      `create collation name_order (provider = icu, locale = 'zh-u-co-pinyin-kn-true-kr-latn-hani')`,
    )
    expect(
      await query(
        pool,
        `select string_agg(n, ' ' order by n collate name_order) as names
         from unnest(array['周报', 'file10', '安排', 'file2', '报告']) n`,
      ),
    ).toEqual([{ names: 'file2 file10 安排 报告 周报' }])
  })

  it('keeps its rows from one run to the next', async () => {
    const first = await start()
    await query(first.pool, 'create table kept (n int)')
    await query(first.pool, 'insert into kept values (1)')
    await first.stop()
    expect(await attachEmbedded(dataDir)).toBeUndefined()
    const second = await start()
    expect(await query(second.pool, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('loses nothing acknowledged when its server is killed, and is taken over by the next', async () => {
    const { owner, acknowledged } = await startOwner()
    await kill(owner)
    expect(await postgresProcessesIn(folderOf(dataDir))).not.toEqual([])
    const { pool } = await start()
    const [{ count }] = (await query(pool, 'select count(*)::int as count from kept')) as [{ count: number }]
    expect(count).toBeGreaterThanOrEqual(acknowledged())
  })

  it('loses nothing acknowledged when database and server are killed together', async () => {
    const { owner, acknowledged } = await startOwner()
    for (const pid of await postgresProcessesIn(folderOf(dataDir))) process.kill(pid, 'SIGKILL')
    await kill(owner)
    const { pool } = await start()
    const [{ count }] = (await query(pool, 'select count(*)::int as count from kept')) as [{ count: number }]
    expect(count).toBeGreaterThanOrEqual(acknowledged())
  })

  it('comes back under the same address when it alone is killed', async () => {
    const embedded = await start()
    await query(embedded.pool, 'create table kept as select 1 as n')
    const { pid } = embedded
    process.kill(pid, 'SIGKILL')
    await expect
      .poll(() => query(embedded.pool, 'select n from kept').catch(() => []), { timeout: 20_000 })
      .toEqual([{ n: 1 }])
    await expect.poll(() => embedded.pid).not.toBe(pid)
  })

  it('stays stopped when it is stopped while it is being started again', async () => {
    const embedded = await start()
    process.kill(embedded.pid, 'SIGKILL')
    await embedded.stop()
    await embedded.stop()
    expect(await postgresProcessesIn(folderOf(dataDir))).toEqual([])
  })

  it('is told to another process of the same data directory while it runs', async () => {
    const { pool } = await start()
    const attached = await attachEmbedded(dataDir)
    expect(attached).toEqual(pool)
    expect(await query(attached ?? {}, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is not fooled by a reused process number', async () => {
    const first = await start()
    const pidFile = join(folderOf(dataDir), 'postmaster.pid')
    const text = await readFile(pidFile, 'utf8')
    await first.stop()
    await writeFile(pidFile, text.replace(/^\d+/, String(process.pid)))
    expect(await attachEmbedded(dataDir)).toBeUndefined()
    const second = await start()
    expect(await query(second.pool, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('begins anew where making the database was cut short', async () => {
    await mkdir(join(dataDir, 'postgres', 'data.new', 'base'), { recursive: true })
    const { pool } = await start()
    expect(await query(pool, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('works below a long path, and after the data directory was moved', async () => {
    const long = join(root, 'x'.repeat(120))
    const first = await start(long)
    await query(first.pool, 'create table kept as select 1 as n')
    await first.stop()
    await rename(long, dataDir)
    const second = await start()
    expect(await query(second.pool, 'select n from kept')).toEqual([{ n: 1 }])
  })

  it('refuses the folder of another PostgreSQL version', async () => {
    await mkdir(folderOf(dataDir), { recursive: true })
    await writeFile(join(folderOf(dataDir), 'PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow(/was created by PostgreSQL 15; this version uses 18/)
  })

  it('says in one line why it does not start', async () => {
    const first = await start()
    await first.stop()
    await rm(join(folderOf(dataDir), 'global', 'pg_control'))
    await expect(start()).rejects.toThrow(/^PostgreSQL did not start: .*pg_control/)
  })
})

describe.runIf(process.geteuid?.() === 0)('under root', () => {
  it('runs in a namespace behind closed folders, as another user in open ones, and changes over', async () => {
    const closed = await start()
    expect(await ownerOf(closed.pid)).toBe(0)
    await query(closed.pool, 'create table kept as select 1 as n')
    await closed.stop()
    await chmod(root, 0o755)
    const open = await start()
    // The programs lie in the checkout, which may itself be in a closed home.
    if (await isOpenToAll(import.meta.dirname)) expect(await ownerOf(open.pid)).toBeGreaterThan(0)
    expect(await query(open.pool, 'select n from kept')).toEqual([{ n: 1 }])
    await open.stop()
    await chmod(root, 0o700)
    const again = await start()
    expect(await ownerOf(again.pid)).toBe(0)
    expect(await query(again.pool, 'select n from kept')).toEqual([{ n: 1 }])
  })
})

const ownerOf = async (pid: number): Promise<number> => (await stat(`/proc/${pid}`)).uid

async function isOpenToAll(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  return folder === '/' || isOpenToAll(dirname(folder))
}
