import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { openDatabase, type Reader, runInBackground } from './database.ts'
import { CommitOutcomeUnknown, isDatabaseUnavailable, openPool } from './pool.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('lives on when a connection is lost between two statements of a transaction', async () => {
  const pool = openPool(database.pool, () => undefined)
  const client = await pool.connect()
  await client.query('begin')
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const ended = new Promise((resolve) => client.once('end', resolve))
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release(true)
  expect((await pool.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
  await pool.end()
})

it('tells a database that is too busy from one that is wrong', async () => {
  const pool = openPool(
    { ...database.pool, max: 1, statement_timeout: 50, connectionTimeoutMillis: 50 },
    () => undefined,
  )
  const faultOf = (work: Promise<unknown>) => work.then(() => undefined).catch((error) => error)
  expect(isDatabaseUnavailable(await faultOf(pool.query('select pg_sleep(60)')))).toBe(true)
  const client = await pool.connect()
  expect(isDatabaseUnavailable(await faultOf(pool.query('select 1')))).toBe(true)
  expect(isDatabaseUnavailable(await faultOf(client.query('select nothing')))).toBe(false)
  client.release()
  await pool.end()
  const nowhere = openPool({ host: '127.0.0.1', port: 9 }, () => undefined)
  expect(isDatabaseUnavailable(await faultOf(nowhere.query('select 1')))).toBe(true)
  await nowhere.end()
})

it('says whether what a lost connection was to keep is kept: not at all, or nobody knows', async () => {
  const pool = openPool({ ...database.pool, max: 1 }, () => undefined)
  const db = openDatabase(pool)
  await pool.query(`
    create table kept (n int);
    create function leave() returns trigger language plpgsql as $$
      begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return null; end $$;
    create constraint trigger leave after insert on kept deferrable initially deferred
      for each row execute function leave()`)
  const before = db.transact(async (tx) => {
    await sql`select 1`.execute(tx)
    await sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`.execute(tx)
  })
  expect(await before.catch(isDatabaseUnavailable)).toBe(true)
  const within = db.transact((tx) => sql`insert into kept values (1)`.execute(tx))
  await expect(within).rejects.toBeInstanceOf(CommitOutcomeUnknown)
  expect(await within.catch(isDatabaseUnavailable)).toBe(false)
  expect((await pool.query('select n from kept')).rows).toEqual([])
  await db.close()
})

it('gives work that nobody waits for connections of its own', async () => {
  const hurried = openPool({ ...database.pool, application_name: 'hurried' }, () => undefined)
  const patient = openPool({ ...database.pool, application_name: 'patient' }, () => undefined)
  const db = openDatabase(hurried, patient)
  const nameOf = async (reader: Reader) => {
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(
      reader,
    )
    return rows[0]?.name
  }
  expect(await nameOf(db.reader)).toBe('hurried')
  expect(await runInBackground(() => nameOf(db.reader))).toBe('patient')
  expect(await runInBackground(() => db.transact(nameOf))).toBe('patient')
  expect(await db.transact(nameOf)).toBe('hurried')
  await db.close()
})

it('ends its connections also where nobody asked anything of it', async () => {
  const [pool, patient] = [openPool(database.pool, () => undefined), openPool(database.pool, () => undefined)]
  // As the notices do, past the queries.
  const client = await pool.connect()
  client.release()
  await openDatabase(pool, patient).close()
  expect([pool.ended, patient.ended, pool.totalCount]).toEqual([true, true, 0])
})
