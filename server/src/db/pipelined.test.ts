import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { afterCommit, type Database, openDatabase, sendBeforeCommit, type Tx } from './database.ts'
import { openPool } from './pool.ts'
import { compiledStatement } from './statement.ts'

let database: TestDatabase
let pool: pg.Pool
let db: Database
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ ...database.pool, max: 1 }, () => undefined)
  db = openDatabase(pool)
  await pool.query('create table said (place int generated always as identity, word text unique)')
})
beforeEach(async () => {
  await pool.query('truncate said restart identity')
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const words = async () =>
  (await pool.query<{ word: string }>('select word from said order by place')).rows.map((row) => row.word)

const saying = compiledStatement<{ word: string }, never>(
  (slot) => sql`insert into said (word) values (${slot('word')})`,
)
const plainly = (tx: Tx, word: string) => sql`insert into said (word) values (${word})`.execute(tx)
const built = (tx: Tx, word: string) =>
  // The table is this test's own, which the schema does not know.
  tx
    .insertInto('said' as 'blob')
    .values({ word } as never)
    .execute()

const deadlock = sql`do $$ begin raise exception 'planted' using errcode = '40P01'; end $$`

/** What the connection is given, and what it answers, in order. */
async function watched<T>(work: () => Promise<T>): Promise<string[]> {
  const client = await pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  const seen: string[] = []
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const word = (args[1] as string[] | undefined)?.[0] ?? String(args[0])
      seen.push(`ask ${word}`)
      const answer = query(...args)
      answer.then(() => seen.push(`answer ${word}`)).catch(() => undefined)
      return answer
    },
  })
  client.release()
  try {
    await work()
  } finally {
    Object.assign(client, { query })
  }
  return seen
}

const look = (tx: Tx, word: string) => sql`select ${word}::text`.execute(tx)

it('sends at once, and in order, what a transaction asks without waiting in between', async () => {
  const seen = await watched(() =>
    db.transact(async (tx) => {
      await Promise.all([look(tx, 'here'), look(tx, 'there')])
      await Promise.all([
        plainly(tx, 'one'),
        built(tx, 'two'),
        saying(tx, { word: 'three' }),
        built(tx, 'four'),
      ])
      await Promise.all([saying(tx, { word: 'five' }), plainly(tx, 'six')])
    }),
  )
  const asked = ['begin', 'here', 'there', 'one', 'two', 'three', 'four', 'five', 'six', 'commit']
  expect(seen.filter((line) => line.startsWith('ask'))).toEqual(asked.map((word) => `ask ${word}`))
  expect(seen.indexOf('ask there')).toBeLessThan(seen.indexOf('answer here'))
  expect(seen.indexOf('ask one')).toBeGreaterThan(seen.indexOf('answer there'))
  expect(seen.indexOf('ask four')).toBeLessThan(seen.indexOf('answer one'))
  expect(seen.indexOf('ask five')).toBeGreaterThan(seen.indexOf('answer four'))
  expect(await words()).toEqual(['one', 'two', 'three', 'four', 'five', 'six'])
})

/** Through two more functions, so that a failure reaches who waits later than that of a statement asked after it. */
const deeply = async (statement: () => Promise<unknown>) => (async () => statement())()

/** Holds this thread until the answers of what was sent have all come in. */
async function allAnswered(): Promise<void> {
  const until = performance.now() + 50
  await new Promise(setImmediate)
  while (performance.now() < until);
}

it.each(['plain', 'in layers'])(
  'keeps nothing where one of those asked at once fails, and tells of the first: %s',
  async (how) => {
    await plainly(db.reader as Tx, 'there')
    const failing = db.transact(async (tx) => {
      const first = () => plainly(tx, 'there')
      const asked = Promise.all([
        how === 'plain' ? first() : deeply(first),
        plainly(tx, 'after'),
        built(tx, 'last'),
      ])
      await Promise.all([asked, allAnswered()])
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await words()).toEqual(['there'])
  },
)

it('begins anew where the first of those asked at once finds a deadlock', async () => {
  let tries = 0
  await db.transact(async (tx) => {
    tries++
    const first = () => (tries === 1 ? deadlock.execute(tx) : plainly(tx, 'once'))
    await Promise.all([deeply(first), plainly(tx, 'twice'), allAnswered()])
  })
  expect(tries).toBe(2)
  expect(await words()).toEqual(['once', 'twice'])
})

it('lets a transaction end otherwise than by its statements', async () => {
  const failing = db.transact(async (tx) => {
    await plainly(tx, 'one')
    throw new Error('changed its mind')
  })
  await expect(failing).rejects.toThrow('changed its mind')
  expect(await words()).toEqual([])
})

it('commits right behind the last statement', async () => {
  const effects: string[] = []
  const seen = await watched(() =>
    db.transact(async (tx) => {
      await plainly(tx, 'one')
      afterCommit(tx, () => effects.push('committed'))
      sendBeforeCommit(tx, () => plainly(tx, 'two'))
    }),
  )
  expect(seen.indexOf('ask commit')).toBeLessThan(seen.indexOf('answer two'))
  expect(await words()).toEqual(['one', 'two'])
  expect(effects).toEqual(['committed'])
})

it('keeps nothing where the last statement fails, whose failure it tells, and runs no effect', async () => {
  await plainly(db.reader as Tx, 'there')
  const effects: string[] = []
  const failing = db.transact(async (tx) => {
    await plainly(tx, 'before')
    afterCommit(tx, () => effects.push('committed'))
    sendBeforeCommit(tx, () => plainly(tx, 'there'))
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(await words()).toEqual(['there'])
  expect(effects).toEqual([])
  await db.transact((tx) => plainly(tx, 'again'))
  expect(await words()).toEqual(['there', 'again'])
})

it('begins anew where the last statement finds a deadlock', async () => {
  let tries = 0
  await db.transact(async (tx) => {
    tries++
    await plainly(tx, 'once')
    sendBeforeCommit(tx, () => (tries === 1 ? deadlock.execute(tx) : plainly(tx, 'twice')))
  })
  expect(tries).toBe(2)
  expect(await words()).toEqual(['once', 'twice'])
})

it('refuses an end that is not one statement sent at once', async () => {
  const waits = db.transact(async (tx) => {
    await plainly(tx, 'before')
    sendBeforeCommit(tx, async () => {
      await Promise.resolve()
      await plainly(tx, 'too late')
    })
  })
  await expect(waits).rejects.toThrow(/no statement was sent/)
  expect(await words()).toEqual([])
  const goesOn = db.transact(async (tx) => {
    sendBeforeCommit(tx, async () => {
      await plainly(tx, 'last')
      await plainly(tx, 'one more')
    })
  })
  // Told loudly, since the COMMIT was on its way before.
  await expect(goesOn).rejects.toThrow(/committed|after the end/)
  expect(await words()).toEqual(['last'])
})

it('takes no statement after the end', async () => {
  let late: Tx | undefined
  await db.transact(async (tx) => {
    late = tx
  })
  await expect(plainly(late as Tx, 'late')).rejects.toThrow(/committed|after the end/)
  expect(await words()).toEqual([])
})

it('reads together on one connection, which serves others after a failure', async () => {
  const wide = openPool({ ...database.pool, max: 4 }, () => undefined)
  const many = openDatabase(wide)
  try {
    const process = sql<{ id: number }>`select pg_backend_pid() as id`
    const answers = await many.readTogether((one) =>
      Promise.all([process.execute(one), process.execute(one)]),
    )
    expect(new Set(answers.map(({ rows: [row] }) => row?.id)).size).toBe(1)
    const failing = many.readTogether((one) =>
      Promise.all([sql`select 1 / 0`.execute(one), process.execute(one)]),
    )
    await expect(failing).rejects.toThrow('division by zero')
    expect((await process.execute(many.reader)).rows).toHaveLength(1)
  } finally {
    await many.close()
  }
})
