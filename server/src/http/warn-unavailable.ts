import type { FastifyBaseLogger } from 'fastify'
import { throttled } from '../config/throttled-log.ts'

/** Logs, at a limited rate, why requests are refused for now. */
export const warnUnavailable = throttled((silent: number, log: FastifyBaseLogger, err: unknown) =>
  log.warn({ err, silent }, 'server busy; clients retry'),
)
