import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { RunExclusive } from './jobs.ts'

/** First key of the advisory locks; the second is a hash of the work's name. */
const LOCK_CLASS = 7_202_613
const RETRY_MS = 1000

export interface ClusterMutex {
  readonly runExclusive: RunExclusive
  close(): Promise<void>
}

/**
 * A mutex among the servers of a cluster, by advisory locks of one connection. If the connection is lost, its locks are
 * too, and running work may overlap with that of another server.
 */
export function openClusterMutex(connectionString: string): ClusterMutex {
  let connecting: Promise<pg.Client> | undefined
  let closed = false
  const connect = async () => {
    // Pipelined, as several callers query at a time.
    const client = new pg.Client({ connectionString, keepAlive: true, pipeline: true })
    client.on('error', () => undefined)
    client.once('end', () => {
      connecting = undefined
    })
    await client.connect()
    return client
  }
  const connected = (): Promise<pg.Client> => {
    connecting ??= connect().catch((error) => {
      connecting = undefined
      throw error
    })
    return connecting
  }
  const callLockFunction = async (what: string, name: string): Promise<boolean> => {
    if (closed) throw new Error('the server is being stopped')
    const client = await connected()
    const { rows } = await client.query<{ yes: boolean }>(`select ${what}($1, hashtext($2)) as yes`, [
      LOCK_CLASS,
      name,
    ])
    return rows[0]?.yes ?? false
  }
  return {
    runExclusive: async (name, work) => {
      // If the server stops meanwhile, the queue retries the job.
      while (!(await callLockFunction('pg_try_advisory_lock', name))) {
        await delay(RETRY_MS, undefined, { ref: false })
      }
      try {
        await work()
      } finally {
        await callLockFunction('pg_advisory_unlock', name).catch(() => undefined)
      }
    },
    close: async () => {
      closed = true
      await (await connecting?.catch(() => undefined))?.end()
    },
  }
}
