import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type Database, openDatabase, sendBeforeCommit, type Tx } from './database.ts'
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

/** Once: the server is told something that it does not know. */
async function failToBegin(): Promise<void> {
  const client = await pool.connect()
  const query = client.query.bind(client)
  Object.assign(client, {
    query: (text: unknown, ...more: unknown[]) => {
      if (text !== 'begin') return (query as (...args: unknown[]) => unknown)(text, ...more)
      Object.assign(client, { query })
      return query('begin to wonder')
    },
  })
  client.release()
}

const write = (tx: Tx, word: string) => sql`insert into seen values (${word})`.execute(tx)

it.each<[string, (tx: Tx) => Promise<unknown>]>([
  ['what is written at once', (tx) => write(tx, 'alone')],
  [
    'what is written after a look',
    async (tx) => {
      await sql`select 1`.execute(tx)
      await write(tx, 'alone')
    },
  ],
  ['what is written beside a look', (tx) => Promise.all([sql`select 1`.execute(tx), write(tx, 'alone')])],
  [
    'what is written in a CTE',
    (tx) =>
      sql`with gone as (update seen set word = 'x'), new as (insert into seen values (${'alone'})) select 1`.execute(
        tx,
      ),
  ],
  [
    'what is written in the end',
    async (tx) => {
      sendBeforeCommit(tx, () => write(tx, 'alone'))
      sendBeforeCommit(tx, () => write(tx, 'alone, too'))
    },
  ],
])('keeps nothing where BEGIN failed: %s', async (_, work) => {
  await failToBegin()
  await expect(db.transact(work)).rejects.toThrow(/syntax error/)
  expect(await words()).toEqual([])
  await db.transact((tx) => write(tx, 'again'))
  expect(await words()).toEqual(['again'])
})

it('keeps the order where a look is asked for behind what is written first', async () => {
  const [, seen] = await db.transact((tx) =>
    Promise.all([write(tx, 'first'), sql<{ word: string }>`select word from seen`.execute(tx)]),
  )
  expect(seen.rows).toEqual([{ word: 'first' }])
})
