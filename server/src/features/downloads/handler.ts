import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Language } from '@clouddisk/contract/errors'
import type { Actor } from '../../access/actor.ts'
import { quarantineOnRead } from '../../content/quarantine-now.ts'
import type { Context } from '../../context.ts'
import { type RequestContext, runWithContext } from '../../db/request-context.ts'
import {
  errorMessageOf,
  httpStatusOf,
  isTransientRefusal,
  Refusal,
  refuse,
  refuseNotFound,
  toRefusal,
} from '../../errors/refusal.ts'
import { addressReader } from '../../http/address.ts'
import { type RawHandler, traceIdOf } from '../../http/http.ts'
import { languageOf } from '../../http/language.ts'
import { type ByteMeter, beginMeter } from '../../http/network-use.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { warnUnavailable } from '../../http/warn-unavailable.ts'
import { NoSuchObject, ObjectCorrupted } from '../../objects/port.ts'
import { effectiveSpeed } from '../accounts/bandwidth.ts'
import { networkOf } from '../accounts/network.ts'
import { authenticateRaw } from '../accounts/raw-auth.ts'
import { actorOfSession } from '../accounts/sessions.ts'
import type { ActiveDownload } from './active-downloads.ts'
import { auditDownload } from './audit-download.ts'
import { ConcurrencyCap } from './concurrency-cap.ts'
import { contentDisposition } from './content-disposition.ts'
import {
  archiveResource,
  COMMON_HEADERS,
  type DownloadResource,
  fileResource,
  headersOf,
} from './download-resource.ts'
import { httpStatusOfRefusal } from './file.ts'
import { negotiateRange } from './ranges.ts'
import { ConnectionClosed } from './response-writer.ts'
import { totalLength } from './segments.ts'
import { sendSegments } from './send.ts'
import { DOWNLOADS_PATH, type UrlPayload, verifyUrl } from './signed-url.ts'
import { CorruptObject } from './verify-sent.ts'

/**
 * Serves signed URLs outside the framework: Range, If-Range, ETag, HEAD, without extra copies of the bytes.
 */
export function downloadHandler(ctx: Context): RawHandler {
  const addressOf = addressReader(ctx.config.trustedProxies)
  return {
    prefix: `${DOWNLOADS_PATH}/`,
    handle: (request, response) => void new DownloadRequest(ctx, addressOf, request, response).run(),
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

class DownloadRequest {
  readonly #ctx: Context
  readonly #addressOf: (request: IncomingMessage) => string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #traceId: string
  #bytes = 0

  constructor(
    ctx: Context,
    addressOf: (request: IncomingMessage) => string,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    this.#ctx = ctx
    this.#addressOf = addressOf
    this.#request = request
    this.#response = response
    this.#traceId = traceIdOf(request)
  }

  async run(): Promise<void> {
    const started = performance.now()
    try {
      await this.#answer()
    } catch (error) {
      await this.#fail(error)
    }
    const ms = Math.round(performance.now() - started)
    const { statusCode: status } = this.#response
    this.#ctx.log.info(
      { traceId: this.#traceId, call: 'download', status, bytes: this.#bytes, ms },
      'answered',
    )
  }

  async #answer(): Promise<void> {
    const { method } = this.#request
    if (method === 'OPTIONS') {
      this.#response.writeHead(204, { allow: ALLOW }).end()
      return
    }
    if (method !== 'GET' && method !== 'HEAD') refuse('wrong_method')
    const address = verifyUrl(this.#ctx, this.#request.url ?? '')
    if (address === 'expired') refuse('address_expired')
    if (!address) refuseNotFound('download')
    const actor = await this.#authenticate(address)
    await runWithContext(this.#requestContext(actor), async () => {
      if (address.kind === 'archive')
        await capped(actor, async () =>
          this.#send(actor, await archiveResource(this.#ctx, actor, address, this.#language())),
        )
      else await this.#send(actor, await fileResource(this.#ctx, actor, address))
    })
  }

  #language(): Language {
    return languageOf(this.#request.headers['accept-language'])
  }

  #requestContext(actor: Actor): RequestContext {
    const ip = this.#addressOf(this.#request)
    return requestContextOf(this.#request, { traceId: this.#traceId, ip, call: 'download', actor })
  }

  /**
   * The session for which the URL was signed must be valid, and belong to the requester if the request has a
   * session.
   */
  async #authenticate(address: UrlPayload): Promise<Actor> {
    const actor = (await actorOfSession(this.#ctx, address.sessionId)) ?? refuseNotFound('download')
    const sender = await authenticateRaw(this.#ctx, this.#request)
    // A visitor's URL is bound to the visitor's session, not to the person who is signed in.
    if (sender && !actor.link && sender.personId !== actor.personId) refuseNotFound('download')
    return actor
  }

  async #send(actor: Actor, resource: DownloadResource): Promise<void> {
    const size = totalLength(resource.segments)
    const etag = `"${resource.etag}"`
    const negotiated = negotiateRange(this.#request.method === 'GET' ? this.#request.headers : {}, etag, size)
    const { status } = negotiated
    if (status === 304) {
      this.#response.writeHead(304, { ...COMMON_HEADERS, etag }).end()
      return
    }
    if (status === 416) {
      this.#response
        .writeHead(416, { ...COMMON_HEADERS, 'content-range': `bytes */${size}`, 'content-length': 0 })
        .end()
      return
    }
    const { span } = negotiated
    const meter = await this.#beginMeter(actor)
    if (await this.#redirectToStore(actor, resource, size)) {
      meter?.sent(span.end - span.start)
      await meter?.end()
      return
    }
    const head = () =>
      this.#response.writeHead(status, {
        ...COMMON_HEADERS,
        ...headersOf(resource, etag),
        'content-length': span.end - span.start,
        ...(status === 206 && { 'content-range': `bytes ${span.start}-${span.end - 1}/${size}` }),
      })
    if (this.#request.method === 'HEAD') {
      head().end()
      return
    }
    await this.#audit(actor, resource, size)
    const sent = (bytes: number) => meter?.sent(bytes)
    try {
      await this.#ctx.activeDownloads.run(this.#asActive(actor, resource), () =>
        this.#ctx.bandwidth.run(actor, 'down', (pace) =>
          sendSegments(this.#ctx.stores, this.#response, resource.segments, span, pace, { head, sent }),
        ),
      )
    } finally {
      await meter?.end()
    }
    this.#bytes = span.end - span.start
  }

  /** What is sent to visitors of links counts for their network. */
  async #beginMeter({ link }: Actor): Promise<ByteMeter | undefined> {
    if (!link || this.#request.method === 'HEAD') return undefined
    return beginMeter(this.#ctx, networkOf(this.#addressOf(this.#request)))
  }

  #asActive(actor: Actor, resource: DownloadResource): ActiveDownload {
    const { action, isForViewOnly = false, fileIds, spaceIds } = resource
    const cut = (reason: string) => {
      this.#ctx.log.info({ traceId: this.#traceId, reason }, 'download aborted')
      // Reset instead of close: discards bytes still in flight.
      this.#request.socket.resetAndDestroy()
    }
    return {
      actor,
      item: action === 'file.previewed' ? 'preview' : 'download',
      isForViewOnly,
      fileIds,
      spaceIds,
      abort: cut,
    }
  }

  /**
   * Redirects downloads to the object store if it serves clients; previews are always sent by this server.
   */
  async #redirectToStore(actor: Actor, resource: DownloadResource, size: number): Promise<boolean> {
    const [segment, more] = resource.segments
    // A presigned URL is valid for one method.
    if (this.#request.method !== 'GET') return false
    if (resource.action !== 'file.downloaded' || !segment || more || Buffer.isBuffer(segment)) return false
    const store = this.#ctx.stores.of(segment.bucket)
    // The store does not limit bandwidth: people with a limit download through this server.
    if (!store.reads || effectiveSpeed(this.#ctx, actor.speedLimit) !== null) return false
    // Check here that the object exists, or the client would get the store's own error.
    await (await store.open(segment)).close()
    const disposition = contentDisposition(resource.delivery.disposition, resource.name)
    const location = await store.reads.addressOf(segment, { disposition, at: this.#ctx.now() })
    if (location === undefined) return false
    await this.#audit(actor, resource, size)
    this.#response
      .writeHead(302, { ...COMMON_HEADERS, 'cache-control': 'no-store', location, 'content-length': 0 })
      .end()
    return true
  }

  #audit(actor: Actor, { action, id, name, etag }: DownloadResource, size: number): Promise<void> {
    const object = { type: action === 'archive.downloaded' ? 'archive' : 'file', id, name } as const
    return auditDownload(this.#ctx, actor, { action, object, etag, size })
  }

  async #fail(error: unknown): Promise<void> {
    if (error instanceof ConnectionClosed) return
    const refusal = refusalOf(error)
    if (!refusal || STORAGE_FAULTS.has(refusal.errorName)) {
      this.#ctx.log.error({ traceId: this.#traceId, err: error }, 'download failed')
    }
    // Before the connection is closed: clients reconnect for the rest.
    if (error instanceof CorruptObject) await quarantineOnRead(this.#ctx, error.object)
    if (refusal && isTransientRefusal(refusal)) warnUnavailable(this.#ctx.log, error)
    // The announced length cannot be sent: closing the connection is the only signal.
    if (this.#response.headersSent) this.#response.destroy()
    else this.#refuse(refusal ?? new Refusal('internal', { traceId: this.#traceId }))
  }

  #refuse(refusal: Refusal): void {
    const { retryAfter } = refusal.details
    const words = errorMessageOf(refusal, this.#language())
    const body = Buffer.from(JSON.stringify({ ...words, data: null, traceId: this.#traceId }))
    this.#response.writeHead(httpStatusOfRefusal[refusal.errorName] ?? httpStatusOf(refusal), {
      ...COMMON_HEADERS,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      traceid: this.#traceId,
      ...(typeof retryAfter === 'number' && { 'retry-after': String(retryAfter) }),
      ...(refusal.errorName === 'wrong_method' && { allow: ALLOW }),
    })
    this.#response.end(this.#request.method === 'HEAD' ? undefined : body)
  }
}

/** Faults of the storage, logged as errors. */
const STORAGE_FAULTS = new Set(['bytes_unavailable', 'content_damaged'])

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof NoSuchObject) return new Refusal('bytes_unavailable')
  return error instanceof ObjectCorrupted ? new Refusal('content_damaged') : toRefusal(error)
}
