import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { cachedFor } from './cached-for.ts'
import type { GracefulShutdown } from './graceful-shutdown.ts'

/** Nobody signs in for these, so that however many ask cost no more than one who asks all the time. */
const CACHE_MS = 1000

/** For those who run it: process up, everything answers, and Prometheus figures (C section 3 "Documents"). */
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
  const figures = cachedFor(CACHE_MS, () => registry.metrics())
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await figures()))
}
