import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { GracefulShutdown } from './graceful-shutdown.ts'

/** These need no sign-in, so results are cached: many callers cost no more than one. */
const CACHE_MS = 1000

/** Serves /healthz (the process runs), /readyz (database and stores answer) and /metrics (C section 3 "Documents"). */
export function serveHealth(
  app: FastifyInstance,
  shutdown: Pick<GracefulShutdown, 'isShuttingDown'>,
  isReady: () => Promise<void>,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const duration = new Histogram({
    name: 'clouddisk_call_seconds',
    help: 'Time to answer, by call and HTTP status.',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config as { call?: string }
    if (call) duration.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', async () => ({ status: 'up' }))
  const readiness = cachedFor(CACHE_MS, isReady)
  app.get('/readyz', async (request, reply) => {
    try {
      if (shutdown.isShuttingDown) throw new Error('the server is being stopped')
      await readiness()
      return { status: 'ready' }
    } catch (err) {
      request.log.warn({ err }, 'not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  const metrics = cachedFor(CACHE_MS, () => registry.metrics())
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await metrics()))
}

/**
 * Shares the result of `work`, or its failure, with all callers while it runs and for `ms` afterwards. For endpoints
 * without authentication.
 */
function cachedFor<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined
  const forgetLater = () => {
    setTimeout(() => {
      latest = undefined
    }, ms).unref()
  }
  return () => {
    if (!latest) {
      latest = work()
      latest.then(forgetLater, forgetLater)
    }
    return latest
  }
}
