import type { FastifyRequest } from 'fastify'
import type { LinkSession } from '../../access/link-visitor.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'

/**
 * Limits the concurrent writing calls of visitors, of each one, of each link and of all of them, so that they leave the owner's space
 * and the database's connections to others.
 */
export class VisitorCallLimiter {
  readonly #ofVisitor = new ConcurrencyLimiter(3, 100)
  readonly #ofLink = new ConcurrencyLimiter(4, 200)
  readonly #ofAll = new ConcurrencyLimiter(8, Number.POSITIVE_INFINITY)

  run<T>({ link, visitorId }: LinkSession, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const isGone = () => request.socket.destroyed
    return this.#ofVisitor.run(visitorId, isGone, () =>
      this.#ofLink.run(link.id, isGone, () => this.#ofAll.run('', isGone, work)),
    )
  }
}
