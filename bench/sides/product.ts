import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attachEmbedded } from '@clouddisk/server/db/embedded'
import { openPool } from '@clouddisk/server/db/pool'
import type { Pool } from 'pg'
import { answers, freePort, stop } from './processes.ts'

/** The product as people start it, by `npm start`: one server process with its own PostgreSQL and its usual log. */

export interface Product {
  readonly origin: string
  /** Of npm, below which are the server and PostgreSQL; of the server alone where npm is left out. */
  readonly pid: number
  /** From starting the process to the first 200 of /readyz. */
  readonly startMs: number
  close(): Promise<void>
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const BY_NPM = ['npm', 'start', '--silent']
/** Without npm, for profiles of the server. */
export const BY_NODE = [process.execPath, join(ROOT, 'server/src/main.ts')]
export const ADMIN = { userName: 'admin', password: 'Measure-me-2026' }
/** Characters of its log that are shown where it did not start. */
const LAST_WORDS = 2000
const GIGABYTES = 1024 ** 3

/** @param more settings that are not the usual ones. */
export async function startProduct(
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
  [program = '', ...args]: readonly string[] = BY_NPM,
): Promise<Product> {
  await mkdir(dataDir, { recursive: true })
  const port = await freePort()
  const log = openSync(join(dataDir, '..', 'server.log'), 'a')
  const begun = performance.now()
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...environment(dataDir, port), ...more },
    stdio: ['ignore', log, log],
  })
  const origin = `http://127.0.0.1:${port}`
  try {
    await answers(child, `${origin}/readyz`, 5)
  } catch (error) {
    const last = (await readFile(join(dataDir, '..', 'server.log'), 'utf8')).slice(-LAST_WORDS)
    throw new Error(`the server did not start: ${last}`, { cause: error })
  }
  const startMs = performance.now() - begun
  return { origin, pid: child.pid ?? 0, startMs, close: () => stop(child) }
}

/** Nothing of an installation's own settings: the bench makes and fills its own. */
const environment = (dataDir: string, port: number): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  HOST: '127.0.0.1',
  PORT: String(port),
  CLOUDDISK_DATA: dataDir,
  CLOUDDISK_ADMIN_PASSWORD: ADMIN.password,
  CLOUDDISK_PERSON_CAPACITY: String(1024 * GIGABYTES),
})

/** The running product's database, through the pool that the product itself uses. */
export async function attachDatabase(dataDir: string): Promise<Pool> {
  const config = await attachEmbedded(dataDir)
  if (!config) throw new Error('the database is not running')
  // A connection that breaks while idle shows in the next query.
  // Rows are copied in (COPY), which has a connection to itself.
  return openPool({ ...config, pipeline: false }, () => undefined)
}
