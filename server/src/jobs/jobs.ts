import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Tx } from '../db/database.ts'

/** Background work: named queues in the same database, so that a job is enqueued in the transaction that needs it. */
export interface Jobs {
  /** Enqueues with the transaction: rolled back with it, run once after it is committed. */
  send(tx: Tx, queue: string, data: object): Promise<void>
}

export interface JobQueue {
  readonly name: string
  /** Standard five-field cron in UTC, for work that comes round by itself. */
  readonly cron?: string
  run(data: Record<string, unknown>): Promise<void>
}

export interface JobRunner extends Jobs {
  start(queues: readonly JobQueue[]): Promise<void>
  stop(): Promise<void>
}

const POLL_SECONDS = 1
const STOP_MS = 8000
/** A job that runs longer than this is taken for dead and started again. */
const EXPIRE_SECONDS = 6 * 3600

export function createJobs(pool: pg.Pool, log: FastifyBaseLogger): JobRunner {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    supervise: true,
    schedule: true,
  })
  boss.on('error', (err) => log.error({ err }, 'job queue'))
  return {
    send: async (tx, queue, data) => {
      await boss.send(queue, data, {
        db: fromKysely(tx),
        retryLimit: 3,
        retryBackoff: true,
        expireInSeconds: EXPIRE_SECONDS,
      })
    },
    start: async (queues) => {
      await boss.start()
      for (const queue of queues) await serve(boss, queue, log)
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: false }),
  }
}

async function serve(boss: PgBoss, queue: JobQueue, log: FastifyBaseLogger): Promise<void> {
  await boss.createQueue(queue.name)
  if (queue.cron) await boss.schedule(queue.name, queue.cron, {}, { tz: 'UTC' })
  await boss.work(queue.name, { pollingIntervalSeconds: POLL_SECONDS }, async (jobs) => {
    for (const job of jobs) {
      log.debug({ queue: queue.name, job: job.id }, 'job')
      await queue.run((job.data ?? {}) as Record<string, unknown>)
    }
  })
}
