import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { type RequestContext, runWithContext } from '../../db/request-context.ts'
import { errorMessageOf, httpStatusOf, type Refusal, refuse, refuseNotFound } from '../../errors/refusal.ts'
import { addressReader } from '../../http/address.ts'
import { type RawHandler, traceIdOf } from '../../http/http.ts'
import { languageOf } from '../../http/language.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { requireActorAddress } from '../accounts/check-address.ts'
import { actorOfSession } from '../accounts/live-sessions.ts'
import { authenticateRaw } from '../accounts/raw-auth.ts'
import { ConcurrencyCap } from './concurrency-cap.ts'
import { archiveResource, COMMON_HEADERS, fileResource } from './download-resource.ts'
import { type DownloadExchange, DownloadResponse } from './download-response.ts'
import { httpStatusOfRefusal } from './file.ts'
import { DOWNLOADS_PATH, type UrlPayload, verifyUrl } from './signed-url.ts'

/** Serves signed URLs outside the framework. */
export function downloadHandler(ctx: Context): RawHandler {
  const addressOf = addressReader(ctx.config.trustedProxies)
  return {
    prefix: `${DOWNLOADS_PATH}/`,
    handle: (request, response) => {
      const exchange = { request, response, traceId: traceIdOf(request), ip: addressOf(request) }
      void new SignedDownload(ctx, exchange).run()
    },
  }
}

const ALLOW = 'GET, HEAD, OPTIONS'

/** Slow readers keep their archive and buffers in memory. */
const archiveDownloads = new ConcurrencyCap(8)
/** Of all visitors of one link. */
const linkArchiveDownloads = new ConcurrencyCap(32)

const capped = ({ personId, link }: Actor, work: () => Promise<void>): Promise<void> =>
  link
    ? linkArchiveDownloads.run(link.id, () => archiveDownloads.run(link.visitorId, work))
    : archiveDownloads.run(personId, work)

class SignedDownload {
  readonly #ctx: Context
  readonly #exchange: DownloadExchange
  readonly #download: DownloadResponse

  constructor(ctx: Context, exchange: DownloadExchange) {
    this.#ctx = ctx
    this.#exchange = exchange
    this.#download = new DownloadResponse(ctx, exchange)
  }

  async run(): Promise<void> {
    const started = performance.now()
    try {
      await this.#answer()
    } catch (error) {
      const refusal = await this.#download.refusalOf(error)
      if (refusal) this.#refuse(refusal)
    }
    const ms = Math.round(performance.now() - started)
    const { traceId, response } = this.#exchange
    this.#ctx.log.info(
      { traceId, call: 'download', status: response.statusCode, bytes: this.#download.bytes, ms },
      'answered',
    )
  }

  async #answer(): Promise<void> {
    const { request, response } = this.#exchange
    const { method } = request
    if (method === 'OPTIONS') {
      response.writeHead(204, { allow: ALLOW }).end()
      return
    }
    if (method !== 'GET' && method !== 'HEAD') refuse('wrong_method')
    const address = verifyUrl(this.#ctx, request.url ?? '')
    if (address === 'expired') refuse('address_expired')
    if (!address) refuseNotFound('download')
    const actor = await this.#authenticate(address)
    await runWithContext(this.#requestContext(actor), async () => {
      if (address.kind === 'archive')
        await capped(actor, async () =>
          this.#download.send(actor, await archiveResource(this.#ctx, actor, address, this.#language())),
        )
      else await this.#download.send(actor, await fileResource(this.#ctx, actor, address))
    })
  }

  #language(): Language {
    return languageOf(this.#exchange.request.headers['accept-language'])
  }

  #requestContext(actor: Actor): RequestContext {
    const { request, traceId, ip } = this.#exchange
    return requestContextOf(request, { traceId, ip, call: 'download', actor })
  }

  /**
   * The session for which the URL was signed must be valid, and belong to the requester if the request has a
   * session.
   */
  async #authenticate(address: UrlPayload): Promise<Actor> {
    const held = (await actorOfSession(this.#ctx, address.sessionId)) ?? refuseNotFound('download')
    const actor = { ...held, address: this.#exchange.ip }
    const sender = await authenticateRaw(this.#ctx, this.#exchange.request)
    // A visitor's URL is bound to the visitor's session, not to the person who is signed in.
    if (sender && !actor.link && sender.personId !== actor.personId) refuseNotFound('download')
    await requireActorAddress(this.#ctx, actor)
    return actor
  }

  #refuse(refusal: Refusal): void {
    const { request, response, traceId } = this.#exchange
    const { retryAfter } = refusal.details
    const words = errorMessageOf(refusal, this.#language())
    const body = Buffer.from(JSON.stringify({ ...words, data: null, traceId }))
    response.writeHead(httpStatusOfRefusal[refusal.errorName] ?? httpStatusOf(refusal), {
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      traceid: traceId,
      ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
      ...(refusal.errorName === 'wrong_method' && { allow: ALLOW }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}
