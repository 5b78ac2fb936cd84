import type { ErrorName } from '@clouddisk/contract/errors'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../../access/actor.ts'
import type { Context } from '../../../context.ts'
import { errorMessageOf, Refusal } from '../../../errors/refusal.ts'
import { addressOf } from '../../../http/address.ts'
import { ConcurrencyLimiter } from '../../../http/concurrency-limiter.ts'
import type { CallContext } from '../../../http/mount.ts'
import { type MarkedPage, markedPage, type PageRequest } from './pages.ts'

/** Answers calls for pages. */

/** Of one session at a time: pages that are made must not take the connections of other calls. */
const CONCURRENT = 3
const WAITING_MAX = 100
const limiter = new ConcurrencyLimiter(CONCURRENT, WAITING_MAX)
/** Of all visitors of one link. */
const linkLimiter = new ConcurrencyLimiter(3 * CONCURRENT, 10 * WAITING_MAX)

export function answerPage(
  ctx: Context,
  actor: Actor,
  input: PageRequest,
  call: CallContext,
): Promise<object> {
  const { language, request, reply } = call
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const isGone = () => request.socket.destroyed
  const reader = { address: addressOf(request), language, signal: gone.signal }
  const answer = () => sendPage(call, () => markedPage(ctx, actor, input, reader))
  const { link } = actor
  if (!link) return limiter.run(actor.personId, isGone, answer)
  return limiter.run(link.visitorId, isGone, () => linkLimiter.run(link.id, isGone, answer))
}

/** These refusals are 200 elsewhere; no reader of pictures takes them for a page. */
const STATUS: Partial<Record<ErrorName, number>> = {
  not_found: 404,
  is_a_folder: 404,
  bad_field: 404,
  not_permitted: 403,
}

async function sendPage({ language, reply }: CallContext, find: () => Promise<MarkedPage>): Promise<object> {
  privateHeaders(reply)
  try {
    const found = await find()
    if (found.state === 'ready')
      reply
        .header('content-type', 'image/jpeg')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(found.bytes)
    else
      reply
        .code(202)
        .header('retry-after', String(found.retryAfter))
        .send({ errcode: 0, errmsg: '', data: null, traceId: reply.request.id })
  } catch (error) {
    const status = error instanceof Refusal ? STATUS[error.errorName] : undefined
    if (!(error instanceof Refusal) || status === undefined) throw error
    reply.code(status).send({ ...errorMessageOf(error, language), data: null, traceId: reply.request.id })
  }
  return {}
}

/** Pages are kept nowhere, found by no search engine, and say nothing of where they were shown. */
const privateHeaders = (reply: FastifyReply) =>
  reply
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
