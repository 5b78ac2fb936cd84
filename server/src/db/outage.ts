import type { LogFn, Logger } from 'pino'
import { isCausedByOutage, isOutage } from './pool.ts'

const WARN_LEVEL = 40
const MAX_MESSAGES = 10
/** Dead connections may be found one by one; an outage is over after so long without another. */
const RECOVERY_MS = 2000

interface OngoingOutage {
  readonly since: number
  /** How many lines went to debug. */
  suppressed: number
  /** Their distinct messages. */
  readonly messages: Set<string>
  /** Set when a connection was made again. */
  recovering?: { readonly at: number; readonly timer: NodeJS.Timeout }
}

/**
 * Logs an outage of the database in two lines: the first error, and its end with the other messages. Errors that follow
 * from the outage are logged at debug.
 */
export class OutageLogFilter {
  #state: OngoingOutage | undefined
  #logging = false

  /** Called for each log line; returns whether it handled the line. */
  suppresses(logger: Logger, about: unknown, says: unknown, level: number): boolean {
    if (level < WARN_LEVEL || this.#logging) return false
    const err = typeof about === 'object' && about !== null && 'err' in about ? about.err : undefined
    if (this.#state) return isCausedByOutage(err) && this.#more(this.#state, logger, about, says)
    return isOutage(err) && this.#begin(logger, err, says)
  }

  #begin(logger: Logger, err: unknown, says: unknown): true {
    this.#state = { since: performance.now(), suppressed: 0, messages: new Set() }
    this.#logging = true
    logger.error(
      { err, heardBy: says },
      'the database is unavailable; clients are told to retry until it is back',
    )
    this.#logging = false
    return true
  }

  #more(state: OngoingOutage, logger: Logger, about: unknown, says: unknown): true {
    state.suppressed++
    state.recovering?.timer.refresh()
    if (typeof says === 'string' && state.messages.size < MAX_MESSAGES) state.messages.add(says)
    logger.debug(about, typeof says === 'string' ? says : undefined)
    return true
  }

  /** Called for each new connection. */
  onConnected(logger: Logger): void {
    const state = this.#state
    if (!state || state.recovering) return
    const timer = setTimeout(() => this.#end(state, logger), RECOVERY_MS).unref()
    state.recovering = { at: performance.now(), timer }
  }

  #end(
    { since, suppressed: silent, messages: notes, recovering: settling }: OngoingOutage,
    logger: Logger,
  ): void {
    this.#state = undefined
    const ms = Math.round((settling?.at ?? since) - since)
    logger.info({ ms, silent, also: [...notes] }, 'the database is back')
  }
}

/** A logMethod hook for pino. */
export const outageLogHook = (outage: OutageLogFilter) =>
  function (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [about, says] = args as unknown[]
    if (!outage.suppresses(this, about, says, level)) method.apply(this, args)
  }
