import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { createTestDatabase, type TestDatabase } from './postgres.ts'

/** Gives each test of a file a database without tables, for tests of migrations. */
export function useEmptyDatabase(): { readonly pool: pg.Pool } {
  let database: TestDatabase
  let pool: pg.Pool
  let ends: Promise<unknown>[]
  beforeEach(async () => {
    database = await createTestDatabase()
    pool = new pg.Pool(database.pool)
    ends = []
    pool.on('connect', (client) => ends.push(new Promise((resolve) => client.once('end', resolve))))
    await pool.query('drop schema public cascade; create schema public')
  })
  afterEach(async () => {
    await pool.end()
    // The pool has ended before its connections have; the database would cut them.
    await Promise.all(ends)
    await database.drop()
  })
  return {
    get pool() {
      return pool
    },
  }
}
