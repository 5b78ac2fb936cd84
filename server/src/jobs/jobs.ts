import { SECOND } from '@clouddisk/contract/time'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterCommit, runInBackground, type Tx } from '../db/database.ts'

/** Background work: named queues in the same database, so that a job is enqueued in the transaction that needs it. */
export interface Jobs {
  /**
   * Enqueues with the transaction: rolled back with it, run once after it is committed. On a queue of `work`, nothing
   * is enqueued while the same `key` waits or runs.
   */
  send(tx: Tx, queue: string, data: object, work?: { key: string; group: string }): Promise<void>
  /** Forgets what a queue holds, also what a process that died was running. */
  clear(queue: string): Promise<void>
}

export interface JobQueue {
  readonly name: string
  /** Standard five-field cron in UTC, for work that comes round by itself. */
  readonly cron?: string
  /** Work that people ask for and that may last: how many jobs run at one time, and how many of one group. */
  readonly longRunning?: { readonly concurrency: number; readonly groupConcurrency: number }
  /** `lastTry`: what fails now is not tried again. */
  run(data: Record<string, unknown>, lastTry: boolean): Promise<void>
}

export interface JobRunner extends Jobs {
  start(queues: readonly JobQueue[]): Promise<void>
  stop(): Promise<void>
}

const POLL_SECONDS = 1
/** What comes round by itself is looked for less often: there are many such queues, and what is sent to one says so. */
const CRON_POLL_SECONDS = 5
const STOP_MS = 5 * SECOND
/** A job that runs longer than this is taken for dead and started again. */
const EXPIRE_SECONDS = 6 * 3600
const RETRIES = 3
/** Work that gave no sign of life for so long was let fall and is started again, however long it may last. */
const HEARTBEAT_SECONDS = 30
const LONG_EXPIRE_SECONDS = 20 * 3600

/** Runs work while no other server runs any under the same name. */
export type RunExclusive = (name: string, work: () => Promise<void>) => Promise<void>

const runDirectly: RunExclusive = (_name, work) => work()

/** `inTurn`: with several servers on the database, what comes round by itself runs on one of them at a time. */
export function createJobs(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  runExclusive: RunExclusive = runDirectly,
): JobRunner {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: 'pgboss',
    supervise: true,
    schedule: true,
  })
  const workers = new Map<string, string>()
  boss.on('error', (err) => log.error({ err }, 'job queue error'))
  return {
    send: async (tx, queue, data, work) => {
      await boss.send(queue, data, {
        db: fromKysely(tx),
        retryLimit: RETRIES,
        retryBackoff: true,
        expireInSeconds: work ? LONG_EXPIRE_SECONDS : EXPIRE_SECONDS,
        ...(work
          ? { singletonKey: work.key, group: { id: work.group }, heartbeatSeconds: HEARTBEAT_SECONDS }
          : {}),
      })
      afterCommit(tx, () => {
        const worker = workers.get(queue)
        if (worker !== undefined) boss.notifyWorker(worker)
      })
    },
    clear: (queue) => boss.deleteAllJobs(queue),
    start: async (queues) => {
      await boss.start()
      for (const queue of queues) workers.set(queue.name, await startWorker(boss, queue, log, runExclusive))
    },
    stop: () => boss.stop({ graceful: true, timeout: STOP_MS, close: false }),
  }
}

/** Answers the worker that is to be told of what is sent. */
async function startWorker(
  boss: PgBoss,
  queue: JobQueue,
  log: FastifyBaseLogger,
  runExclusive: RunExclusive,
): Promise<string> {
  await boss.createQueue(queue.name, queue.longRunning ? { policy: 'exclusive' } : {})
  if (queue.cron) await boss.schedule(queue.name, queue.cron, {}, { tz: 'UTC' })
  const run = queue.cron ? runExclusive : runDirectly
  const limits = queue.longRunning
    ? {
        localConcurrency: queue.longRunning.concurrency,
        localGroupConcurrency: queue.longRunning.groupConcurrency,
      }
    : {}
  const pollingIntervalSeconds = queue.cron ? CRON_POLL_SECONDS : POLL_SECONDS
  const options = { pollingIntervalSeconds, includeMetadata: true, ...limits } as const
  return boss.work(queue.name, options, async (jobs) => {
    for (const job of jobs) {
      log.debug({ queue: queue.name, job: job.id }, 'job')
      const data = (job.data ?? {}) as Record<string, unknown>
      await run(queue.name, () => runInBackground(() => queue.run(data, job.retryCount >= job.retryLimit)))
    }
  })
}
