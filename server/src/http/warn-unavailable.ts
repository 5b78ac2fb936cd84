import type { FastifyBaseLogger } from 'fastify'
import { throttled } from '../config/throttled-log.ts'

/** Tells the operator, at a bounded rate, that requests are rejected for now, and why. */
export const warnUnavailable = throttled((silent: number, log: FastifyBaseLogger, err: unknown) =>
  log.warn({ err, silent }, 'server busy; clients are told to retry'),
)
