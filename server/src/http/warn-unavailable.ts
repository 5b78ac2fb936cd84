import type { FastifyBaseLogger } from 'fastify'
import { throttled } from '../config/throttled-log.ts'

/** Who runs the server should know that callers are sent away, and why; a line for each would be too many. */
export const warnUnavailable = throttled((silent: number, log: FastifyBaseLogger, err: unknown) =>
  log.warn({ err, silent }, 'server busy; clients are told to retry'),
)
