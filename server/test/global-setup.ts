import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { lockDataDir } from '../src/config/data-lock.ts'
import { startEmbedded } from '../src/db/embedded.ts'
import { stopStaleServer } from '../src/db/embedded-stale.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { onDatabase, TEMPLATE_PREFIX } from './postgres.ts'
import { isAbandoned, testFolderPrefix } from './test-folders.ts'

/** Each worker of the tests has servers of its own, several at a time in some files, and a server uses 45. */
const CONNECTIONS = 300

/**
 * One PostgreSQL per run with one migrated template, which `createTestDatabase` clones. TEST_DATABASE_URL names a
 * server to use instead of the embedded one; its user must be allowed to create databases.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `${TEMPLATE_PREFIX}${process.pid}_${Date.now()}`
  await admin(server.pool, `create database ${template}`)
  const pool = openPool(onDatabase(server.pool, template), () => undefined)
  await migrate(pool)
  await pool.end()
  project.provide('postgres', { server: server.pool, template })
  return async () => {
    await admin(server.pool, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function admin(config: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(config)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function openServer(): Promise<{ pool: pg.PoolConfig; stop(): Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { pool: { connectionString: url }, stop: async () => undefined }
  const folder = tmpdir()
  await sweep(folder)
  const dataDir = await mkdtemp(join(folder, testFolderPrefix()))
  const lock = await lockDataDir(dataDir, 'server')
  const embedded = await startEmbedded({ dataDir, connections: CONNECTIONS, log: pino({ level: 'warn' }) })
  // What a power cut would lose here nobody looks for; tests of that have databases of their own.
  await admin(embedded.pool, 'alter role current_user set synchronous_commit = off')
  return {
    pool: embedded.pool,
    stop: async () => {
      await embedded.stop()
      lock.release()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A run that was killed leaves its folders, and its database running. Those of runs beside this one are in use. */
async function sweep(folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isAbandoned)) {
    const dataDir = join(folder, name)
    const lock = await lockDataDir(dataDir, 'cli', 0).catch(() => undefined)
    if (!lock) continue
    await stopStaleServer(join(dataDir, 'postgres', 'data')).catch(() => undefined)
    await rm(dataDir, { recursive: true, force: true })
    lock.release()
  }
}
