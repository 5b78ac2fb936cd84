import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { sharedFor } from './cached-for.ts'
import type { Departure } from './graceful-shutdown.ts'

/** Nobody signs in for these, so that however many ask cost no more than one who asks all the time. */
const MOMENT_MS = 1000

/** For those who run it: process up, everything answers, and Prometheus figures (C section 3 "Documents"). */
export function serveHealth(
  app: FastifyInstance,
  departure: Pick<Departure, 'leaving'>,
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
  const readiness = sharedFor(MOMENT_MS, isReady)
  app.get('/readyz', async (request, reply) => {
    try {
      if (departure.leaving) throw new Error('the server is being stopped')
      await readiness()
      return { status: 'ready' }
    } catch (err) {
      request.log.warn({ err }, 'not ready')
      return reply.code(503).send({ status: 'not ready' })
    }
  })
  const figures = sharedFor(MOMENT_MS, () => registry.metrics())
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await figures()))
}
