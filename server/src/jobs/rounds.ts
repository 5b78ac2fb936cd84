import { setTimeout as delay } from 'node:timers/promises'
import { SECOND } from '@clouddisk/contract/time'
import type { FastifyBaseLogger } from 'fastify'
import { runInBackground } from '../db/database.ts'
import type { JobQueue } from './jobs.ts'

/**
 * Work that comes round every few seconds, which the job queue's schedule of minutes does not have; on each server, also at the
 * same time.
 */
export interface Rounds {
  /** Resolves when what is running has ended. */
  stop(): Promise<void>
}

export function startRounds(queues: readonly JobQueue[], log: FastifyBaseLogger): Rounds {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = queues
    .filter(({ everySeconds }) => everySeconds !== undefined)
    .map(({ everySeconds = 0, ...queue }, n, { length }) => repeat(queue, everySeconds, (n + 1) / length))
  /** The first time after `part` of the distance: all at once would need, and keep, a connection each. */
  async function repeat({ name, run }: JobQueue, everySeconds: number, part: number): Promise<void> {
    for (let wait = everySeconds * part; !signal.aborted; wait = everySeconds) {
      await delay(wait * SECOND, undefined, { signal, ref: false }).catch(() => undefined)
      try {
        while (!signal.aborted && (await runInBackground(() => run({}, false))) === true);
      } catch (err) {
        if (!signal.aborted) log.warn({ err, job: name }, `it runs again in ${everySeconds} s`)
      }
    }
  }
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
  }
}
