import { SECOND } from '@clouddisk/contract/time'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'

/** People's jobs while they run: each once in a process, and until they are cancelled. */

const CANCEL_POLL_MS = SECOND

/** Jobs of one kind that this process runs. */
export class RunningJobs {
  readonly #ids = new Set<string>()

  readonly has = (jobId: string): boolean => this.#ids.has(jobId)

  /** Does nothing if the job runs here already. */
  async run(jobId: string, work: () => Promise<void>): Promise<void> {
    if (this.#ids.has(jobId)) return
    this.#ids.add(jobId)
    try {
      await work()
    } finally {
      this.#ids.delete(jobId)
    }
  }
}

/** Aborted within a second after the job was cancelled; to be stopped where the job ends. */
export function watchCancel(ctx: Context, jobId: string): { readonly signal: AbortSignal; stop(): void } {
  const cancelling = new AbortController()
  const look = async () => {
    const row = await ctx.db.reader
      .selectFrom('job')
      .select('cancel_requested')
      .where('id', '=', jobId)
      .executeTakeFirst()
      .catch(() => undefined)
    if (row?.cancel_requested) cancelling.abort()
  }
  const watch = setInterval(() => void look(), CANCEL_POLL_MS)
  return { signal: cancelling.signal, stop: () => clearInterval(watch) }
}

/** What runs sees it within a second. */
export async function requestCancel(tx: Tx, jobId: string): Promise<void> {
  await tx.updateTable('job').set({ cancel_requested: true }).where('id', '=', jobId).execute()
}
