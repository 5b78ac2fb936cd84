import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { server: pg.PoolConfig; template: string }
  }
}

export const TEMPLATE_PREFIX = 'clouddisk_template_'

export interface TestDatabase {
  /** For `openPool`. */
  readonly pool: pg.PoolConfig
  drop(): Promise<void>
}

/** A migrated, empty database of one's own, cloned from the run's template; for one test file, say. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { server, template } = inject('postgres')
  const name = `clouddisk_test_${randomBytes(8).toString('hex')}`
  await onServer(server, `create database ${name} template ${template}`)
  return {
    pool: onDatabase(server, name),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

/** The same server, another database. */
export function onDatabase(server: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

async function onServer(server: pg.PoolConfig, statement: string): Promise<void> {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
