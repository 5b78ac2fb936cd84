import type { ErrorName, Language } from '@clouddisk/contract/errors'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { errorMessageOf, Refusal } from '../../errors/refusal.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import type { CallContext } from '../../http/mount.ts'
import { type Thumbnail, type ThumbnailRequest, thumbnail } from './thumbnails.ts'

/** Answers calls for thumbnails. */

/** Of one session at a time: a page of tiles must not take the connections of other calls. */
const CONCURRENT = 3
const WAITING_MAX = 200
const limiter = new ConcurrencyLimiter(CONCURRENT, WAITING_MAX)
/** Of all visitors of one link. */
const linkLimiter = new ConcurrencyLimiter(3 * CONCURRENT, 10 * WAITING_MAX)

export interface ThumbnailInput extends Omit<ThumbnailRequest, 'wait'> {
  readonly wait?: boolean | undefined
  readonly orEmpty?: boolean | undefined
}

export function answerThumbnail(
  ctx: Context,
  actor: Actor,
  { orEmpty = false, wait, ...input }: ThumbnailInput,
  { language, request, reply }: CallContext,
): Promise<object> {
  const known = request.headers['if-none-match']
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const find = () => thumbnail(ctx, actor, { ...input, wait: wait ? gone.signal : undefined })
  const isGone = () => request.socket.destroyed
  const answer = () => sendThumbnail(reply, { known, language, orEmpty }, find)
  const { link } = actor
  if (!link) return limiter.run(actor.personId, isGone, answer)
  return limiter.run(link.visitorId, isGone, () => linkLimiter.run(link.id, isGone, answer))
}

/** Browsers judge a picture by its status: these refusals are 200 elsewhere. */
const STATUS: Partial<Record<ErrorName, number>> = { not_found: 404, no_thumbnail: 404, not_permitted: 403 }

interface ThumbnailCall {
  /** The ETag of what the browser has. */
  readonly known: string | undefined
  readonly language: Language
  readonly orEmpty: boolean
}

/** Answers with the picture, 304, 202, or the envelope. */
async function sendThumbnail(
  reply: FastifyReply,
  { known, language, orEmpty }: ThumbnailCall,
  find: () => Promise<Thumbnail>,
): Promise<object> {
  try {
    return await send(reply, known, await find())
  } catch (error) {
    const status = error instanceof Refusal ? STATUS[error.errorName] : undefined
    if (!(error instanceof Refusal) || status === undefined) throw error
    reply.header('cache-control', 'no-store')
    if (orEmpty) {
      reply.code(204).send()
      return {}
    }
    const envelope = { ...errorMessageOf(error, language), data: null, traceId: reply.request.id }
    reply.code(status).send(envelope)
    return {}
  }
}

/** Browsers keep it, and ask each time whether it may still be shown. */
const CACHE = 'private, no-cache'

async function send(reply: FastifyReply, known: string | undefined, found: Thumbnail): Promise<object> {
  if (found.state === 'waiting') return sendWaiting(reply, found.retryAfter)
  const { etag } = found
  reply.header('etag', etag).header('cache-control', CACHE)
  if (known?.split(/\s*,\s*/).includes(etag)) {
    reply.code(304).send()
    return {}
  }
  const bytes = await found.read()
  if (!bytes) return sendWaiting(reply.removeHeader('etag'), 1)
  reply
    .header('content-type', 'image/webp')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(bytes)
  return {}
}

function sendWaiting(reply: FastifyReply, seconds: number): object {
  reply
    .code(202)
    .header('retry-after', String(seconds))
    .header('cache-control', 'no-store')
    .send({ errcode: 0, errmsg: '', data: null, traceId: reply.request.id })
  return {}
}
