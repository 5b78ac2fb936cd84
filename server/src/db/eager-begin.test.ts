import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type Database, openDatabase } from './database.ts'
import { openPool } from './pool.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ ...database.pool, max: 1 }, () => undefined)
  db = openDatabase(pool)
  await pool.query('create table seen (word text)')
})
beforeEach(async () => {
  await pool.query('truncate seen')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const words = async () =>
  (await pool.query<{ word: string }>('select word from seen')).rows.map((row) => row.word)

it('keeps all of a transaction, or nothing of it', async () => {
  await db.transact(async (tx) => {
    await sql`insert into seen values (${'one'})`.execute(tx)
    await sql`insert into seen values (${'two'})`.execute(tx)
  })
  expect(await words()).toEqual(['one', 'two'])
  const fault = new Error('changed its mind')
  const failing = db.transact(async (tx) => {
    await sql`insert into seen values (${'three'})`.execute(tx)
    throw fault
  })
  await expect(failing).rejects.toBe(fault)
  const wrong = db.transact(async (tx) => {
    await sql`insert into seen values (${'four'})`.execute(tx)
    await sql`insert into nowhere values (1)`.execute(tx)
  })
  await expect(wrong).rejects.toThrow(/nowhere/)
  await db.transact(async () => undefined)
  expect(await words()).toEqual(['one', 'two'])
})

it('runs no second statement where BEGIN failed', async () => {
  const client = await pool.connect()
  const query = client.query.bind(client)
  // Once: the server is told something that it does not know.
  Object.assign(client, {
    query: (text: unknown, ...more: unknown[]) => {
      if (text !== 'begin') return (query as (...args: unknown[]) => unknown)(text, ...more)
      Object.assign(client, { query })
      return query('begin to wonder')
    },
  })
  client.release()
  let second = false
  const begun = db.transact(async (tx) => {
    await sql`select 1`.execute(tx)
    second = true
    await sql`insert into seen values (${'alone'})`.execute(tx)
  })
  await expect(begun).rejects.toThrow(/syntax error/)
  expect(second).toBe(false)
  expect(await words()).toEqual([])
  await db.transact((tx) => sql`insert into seen values (${'again'})`.execute(tx))
  expect(await words()).toEqual(['again'])
})
