import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { openPool } from '../db/pool.ts'
import { createJobs, type JobQueue } from './jobs.ts'

let database: TestDatabase
let pool: pg.Pool
beforeEach(async () => {
  database = await createTestDatabase()
  pool = openPool(database.pool, () => undefined)
})
afterEach(async () => {
  await pool.end()
  await database.drop()
})

const queue = (name: string, cron?: string): JobQueue => ({
  name,
  ...(cron === undefined ? {} : { cron }),
  run: async () => undefined,
})

async function startWith(...queues: JobQueue[]): Promise<void> {
  const jobs = createJobs(pool, pino({ level: 'silent' }))
  await jobs.start(queues)
  await jobs.stop()
}

async function namesIn(table: 'schedule' | 'queue'): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pgboss.${table} where name not like '\\_\\_%' order by name`,
  )
  return rows.map(({ name }) => name)
}

it('removes schedules of queues that are not listed any more, and the queues at the next start', async () => {
  await startWith(queue('old-name', '5 * * * *'), queue('copies'), queue('kept', '6 * * * *'))
  const current = [queue('new-name', '5 * * * *'), queue('copies'), queue('kept', '6 * * * *')]
  await startWith(...current)
  expect(await namesIn('schedule')).toEqual(['kept', 'new-name'])
  expect(await namesIn('queue')).toEqual(['copies', 'kept', 'new-name', 'old-name'])
  await startWith(...current)
  expect(await namesIn('schedule')).toEqual(['kept', 'new-name'])
  expect(await namesIn('queue')).toEqual(['copies', 'kept', 'new-name'])
})
