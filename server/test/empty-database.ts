import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

/** Gives each test of a file a database without tables, for tests of migrations. */
export function useEmptyDatabase(): { readonly pool: pg.Pool } {
  let database: TestDatabase
  let pool: pg.Pool
  beforeEach(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool(database.pool)
    // The pool has ended before its connections have, which the database then cuts.
    pool.on('connect', (client) => client.on('error', () => undefined))
    await pool.query('drop schema public cascade; create schema public')
  })
  afterEach(async () => {
    await pool.end()
    await database.drop()
  })
  return {
    get pool() {
      return pool
    },
  }
}
