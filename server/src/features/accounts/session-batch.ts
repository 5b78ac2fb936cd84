import { setImmediate } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { sessionsById } from './sessions-by-id.ts'
import type * as store from './store.ts'

interface Batch {
  readonly sessionIds: Set<string>
  readonly sessions: Promise<ReadonlyMap<string, store.PersonSession>>
}

/**
 * Reads sessions with one statement for all calls within one turn of the event loop. When a session ends, every
 * long-lived response checks its own session at once.
 */
export class SessionBatch {
  readonly #ctx: Pick<Context, 'db'>
  #batch: Batch | undefined

  constructor(ctx: Pick<Context, 'db'>) {
    this.#ctx = ctx
  }

  async find(sessionId: string): Promise<store.PersonSession | undefined> {
    this.#batch ??= this.#open()
    this.#batch.sessionIds.add(sessionId)
    return (await this.#batch.sessions).get(sessionId)
  }

  #open(): Batch {
    const sessionIds = new Set<string>()
    const read = async () => {
      await setImmediate()
      this.#batch = undefined
      const sessions = await sessionsById(this.#ctx.db.reader, [...sessionIds])
      return new Map(sessions.map((session) => [session.id, session]))
    }
    return { sessionIds, sessions: read() }
  }
}
