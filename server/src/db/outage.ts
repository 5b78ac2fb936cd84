import type { LogFn, Logger } from 'pino'
import { comesOfOutage, isAway } from './pool.ts'

const WARN = 40
const NOTES_MAX = 10
/** Connections that have died may be found one by one: it is over once none was for so long. */
const SETTLE_MS = 2000

interface State {
  readonly since: number
  /** Lines that went to debug. */
  silent: number
  /** What they said, each once. */
  readonly notes: Set<string>
  /** Since there was a connection again. */
  settling?: { readonly at: number; readonly timer: NodeJS.Timeout }
}

/**
 * Keeps an outage of the database to two lines of the log: one with its first cause, and one when it is over, which names
 * what else was said. All that fails because of it meanwhile is logged at debug.
 */
export class Outage {
  #state: State | undefined
  #telling = false

  /** Through which a logger's lines pass; answers whether the line was taken over. */
  takes(logger: Logger, about: unknown, says: unknown, level: number): boolean {
    if (level < WARN || this.#telling) return false
    const err = typeof about === 'object' && about !== null && 'err' in about ? about.err : undefined
    if (this.#state) return comesOfOutage(err) && this.#more(this.#state, logger, about, says)
    return isAway(err) && this.#begin(logger, err, says)
  }

  #begin(logger: Logger, err: unknown, says: unknown): true {
    this.#state = { since: performance.now(), silent: 0, notes: new Set() }
    this.#telling = true
    logger.error(
      { err, heardBy: says },
      'the database is unavailable; clients are told to retry until it is back',
    )
    this.#telling = false
    return true
  }

  #more(state: State, logger: Logger, about: unknown, says: unknown): true {
    state.silent++
    state.settling?.timer.refresh()
    if (typeof says === 'string' && state.notes.size < NOTES_MAX) state.notes.add(says)
    logger.debug(about, typeof says === 'string' ? says : undefined)
    return true
  }

  /** A connection was made. */
  reached(logger: Logger): void {
    const state = this.#state
    if (!state || state.settling) return
    const timer = setTimeout(() => this.#end(state, logger), SETTLE_MS).unref()
    state.settling = { at: performance.now(), timer }
  }

  #end({ since, silent, notes, settling }: State, logger: Logger): void {
    this.#state = undefined
    const ms = Math.round((settling?.at ?? since) - since)
    logger.info({ ms, silent, also: [...notes] }, 'the database is back')
  }
}

/** For pino's hook. */
export const outageHook = (outage: Outage) =>
  function (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [about, says] = args as unknown[]
    if (!outage.takes(this, about, says, level)) method.apply(this, args)
  }
