import { SECOND } from '@clouddisk/contract/time'
import type { FastifyBaseLogger } from 'fastify'
import pLimit from 'p-limit'
import type pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import { afterCommit, runInBackground, type Tx } from '../db/database.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** Background work in named queues of the same database: a job is enqueued in the transaction that needs it. */
export interface Jobs {
  /**
   * Enqueues a job that runs once `tx` is committed. On a `longRunning` queue nothing is enqueued while a job of the
   * same `key` waits or runs.
   */
  send(tx: Tx, queue: string, data: object, longRunning?: { key: string; group: string }): Promise<void>
  /** Deletes a queue's jobs, including those that a dead process was running. */
  clear(queue: string): Promise<void>
}

export interface JobQueue {
  readonly name: string
  /** Standard five-field cron in UTC, for recurring jobs. */
  readonly cron?: string
  /** For what comes round more often than each minute, without a queue; `run` is called again at once while it returns true. */
  readonly everySeconds?: number
  /** For jobs that people start and that may take hours: how many run at a time, in all and of one group. */
  readonly longRunning?: { readonly concurrency: number; readonly groupConcurrency: number }
  /** `lastTry`: a job that fails now is not retried. */
  run(data: Record<string, unknown>, lastTry: boolean): Promise<unknown>
}

export interface JobRunner extends Jobs {
  start(queues: readonly JobQueue[]): Promise<void>
  stop(): Promise<void>
}

const POLL_SECONDS = 1
/** Recurring queues are polled less often: there are many, and `send` notifies their workers. */
const CRON_POLL_SECONDS = 5
const STOP_MS = 5 * SECOND
/** A job that runs longer is considered dead and is started again. */
const EXPIRE_SECONDS = 6 * 3600
const RETRIES = 3
/** A long-running job without a heartbeat for so long is started again. */
const HEARTBEAT_SECONDS = 30
const LONG_EXPIRE_SECONDS = 20 * 3600

/** Runs `work` while no other server runs work of the same name. */
export type RunExclusive = (name: string, work: () => Promise<void>) => Promise<void>

const runDirectly: RunExclusive = (_name, work) => work()

/** `runExclusive`: of several servers on the database, one at a time runs a recurring job. */
export function createJobs(
  pool: pg.Pool,
  log: FastifyBaseLogger,
  runExclusive: RunExclusive = runDirectly,
): JobRunner {
  const limit = pLimit(STATEMENTS)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => limit(() => pool.query(text, values)) },
    schema: 'pgboss',
    supervise: true,
    schedule: true,
  })
  const workers = new Map<string, string>()
  let rounds: Rounds | undefined
  boss.on('error', (err) => log.error({ err }, 'job queue error'))
  return {
    send: async (tx, queue, data, longRunning) => {
      await boss.send(queue, data, {
        db: fromKysely(tx),
        retryLimit: RETRIES,
        retryBackoff: true,
        expireInSeconds: longRunning ? LONG_EXPIRE_SECONDS : EXPIRE_SECONDS,
        ...(longRunning
          ? {
              singletonKey: longRunning.key,
              group: { id: longRunning.group },
              heartbeatSeconds: HEARTBEAT_SECONDS,
            }
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
      const found = await removeObsolete(boss, new Set(queues.map(({ name }) => name)))
      for (const queue of queues)
        if (queue.everySeconds === undefined) {
          await ensureQueue(boss, queue, found)
          workers.set(queue.name, await startWorker(boss, queue, log, runExclusive))
        }
      rounds = startRounds(queues, log)
    },
    stop: async () => {
      await rounds?.stop()
      await boss.stop({ graceful: true, timeout: STOP_MS, close: false })
    },
  }
}

/**
 * Statements of the queues at a time. All queues are polled at the same moments; without a limit each would have a
 * connection of its own, and with it a process of PostgreSQL, which stays between the polls.
 */
const STATEMENTS = 3

/** Names of the queues in the database, and when those with a schedule come round. */
interface FoundQueues {
  readonly names: ReadonlySet<string>
  readonly crons: ReadonlyMap<string, string>
}

/** Writes nothing for a queue that is there as it should be. */
async function ensureQueue(boss: PgBoss, { name, cron, longRunning }: JobQueue, found: FoundQueues) {
  if (!found.names.has(name)) await boss.createQueue(name, longRunning ? { policy: 'exclusive' } : {})
  if (cron && found.crons.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' })
}

/**
 * Removes what earlier versions left in the database: schedules of queues that are not listed any more, and the queues at
 * the next start. Until then servers of the earlier version may still use them.
 */
async function removeObsolete(boss: PgBoss, listed: ReadonlySet<string>): Promise<FoundQueues> {
  const schedules = await boss.getSchedules()
  const crons = new Map(schedules.map(({ name, cron }) => [name, cron]))
  for (const name of crons.keys()) if (!listed.has(name)) await boss.unschedule(name)
  const names = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of names)
    if (!listed.has(name) && !crons.has(name) && !name.startsWith(INTERNAL_PREFIX))
      await boss.deleteQueue(name)
  return { names, crons }
}

/** Of pg-boss's own queues. */
const INTERNAL_PREFIX = '__pgboss__'

/** Returns the worker's id, for `notifyWorker`. */
async function startWorker(
  boss: PgBoss,
  queue: JobQueue,
  log: FastifyBaseLogger,
  runExclusive: RunExclusive,
): Promise<string> {
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
      await run(queue.name, async () => {
        await runInBackground(() => queue.run(data, job.retryCount >= job.retryLimit))
      })
    }
  })
}
