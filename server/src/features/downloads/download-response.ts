import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Actor } from '../../access/actor.ts'
import { dropDamagedCopy } from '../../content/copies/copies.ts'
import { quarantineOnRead } from '../../content/quarantine-now.ts'
import type { Context } from '../../context.ts'
import { isTransientRefusal, Refusal, toRefusal } from '../../errors/refusal.ts'
import { type ByteMeter, beginMeter } from '../../http/network-use.ts'
import { warnUnavailable } from '../../http/warn-unavailable.ts'
import { NoSuchObject, ObjectCorrupted } from '../../objects/port.ts'
import type { StoredObject } from '../../objects/stores.ts'
import { effectiveSpeed } from '../accounts/bandwidth.ts'
import { networkOf } from '../accounts/network.ts'
import type { ActiveDownload } from './active-downloads.ts'
import { auditDownload } from './audit-download.ts'
import { contentDisposition } from './content-disposition.ts'
import { COMMON_HEADERS, type DownloadResource, headersOf } from './download-resource.ts'
import { negotiateRange } from './ranges.ts'
import { ConnectionClosed } from './response-writer.ts'
import { type Segment, totalLength } from './segments.ts'
import { sendSegments } from './send.ts'
import { CorruptObject } from './verify-sent.ts'

/** One request for a download, and its response. */
export interface DownloadExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly traceId: string
  /** Of the client. */
  readonly ip: string
}

/** Answers one request with a resource: Range, If-Range, ETag, HEAD, without extra copies of the bytes. */
export class DownloadResponse {
  readonly #ctx: Context
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #traceId: string
  readonly #ip: string
  #bytes = 0

  constructor(ctx: Context, { request, response, traceId, ip }: DownloadExchange) {
    this.#ctx = ctx
    this.#request = request
    this.#response = response
    this.#traceId = traceId
    this.#ip = ip
  }

  /** Bytes sent. */
  get bytes(): number {
    return this.#bytes
  }

  async send(actor: Actor, resource: DownloadResource): Promise<void> {
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
    const transfer = (segments: readonly Segment[]) =>
      this.#ctx.activeDownloads.run(this.#asActive(actor, resource), () =>
        this.#ctx.bandwidth.run(actor, 'down', (pace) =>
          sendSegments(this.#ctx.stores, this.#response, segments, span, pace, { head, sent }),
        ),
      )
    try {
      await transfer(resource.segments).catch(async (error: unknown) => {
        const others = await this.#otherPlaces(resource.segments, error)
        if (!others) throw error
        await transfer(others)
      })
    } finally {
      await meter?.end()
    }
    this.#bytes = span.end - span.start
  }

  /**
   * Where the content whose bytes are wrong has another copy, and nothing was sent yet: the segments with that copy. What was wrong is
   * left out from then on.
   */
  async #otherPlaces(segments: readonly Segment[], error: unknown): Promise<readonly Segment[] | undefined> {
    if (!(error instanceof CorruptObject) || this.#response.headersSent) return undefined
    const { object } = error
    const isWrong = ({ bucket, key }: StoredObject) => bucket === object.bucket && key === object.key
    const { stores } = this.#ctx
    let isElsewhere = false
    const others = await Promise.all(
      segments.map(async (segment) => {
        if (Buffer.isBuffer(segment)) return segment
        const places = await stores.placesOf(segment)
        if (!places.some(isWrong)) return segment
        const place = places.find((one) => !isWrong(one))
        isElsewhere ||= place !== undefined
        return { ...segment, ...place }
      }),
    )
    if (!isElsewhere) return undefined
    await this.#leaveOut(object)
    return others
  }

  /** Before the connection is closed: clients reconnect for the rest. */
  async #leaveOut(object: StoredObject): Promise<void> {
    if (!(await dropDamagedCopy(this.#ctx, object))) await quarantineOnRead(this.#ctx, object)
  }

  /** What is sent to visitors of links counts for their network. */
  async #beginMeter({ link }: Actor): Promise<ByteMeter | undefined> {
    if (!link || this.#request.method === 'HEAD') return undefined
    return beginMeter(this.#ctx, networkOf(this.#ip))
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
    if (
      resource.isSentHere ||
      resource.action !== 'file.downloaded' ||
      !segment ||
      more ||
      Buffer.isBuffer(segment)
    )
      return false
    const [place = segment] = await this.#ctx.stores.placesOf(segment)
    const store = this.#ctx.stores.of(place.bucket)
    // The store does not limit bandwidth: people with a limit download through this server.
    if (!store.reads || effectiveSpeed(this.#ctx, actor.speedLimit) !== null) return false
    // Check here that the object exists, or the client would get the store's own error.
    await (await store.open(place)).close()
    const disposition = contentDisposition(resource.delivery.disposition, resource.name)
    const location = await store.reads.addressOf(place, { disposition, at: this.#ctx.now() })
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

  /**
   * Logs a failure and what it says of stored content. Returns the refusal to answer; undefined if the response has begun, whose
   * connection is closed then: the announced length cannot be sent.
   */
  async refusalOf(error: unknown): Promise<Refusal | undefined> {
    if (error instanceof ConnectionClosed) return undefined
    const refusal = refusalOf(error)
    if (!refusal || STORAGE_FAULTS.has(refusal.errorName)) {
      this.#ctx.log.error({ traceId: this.#traceId, err: error }, 'download failed')
    }
    if (error instanceof CorruptObject) await this.#leaveOut(error.object)
    if (refusal && isTransientRefusal(refusal)) warnUnavailable(this.#ctx.log, error)
    if (!this.#response.headersSent) return refusal ?? new Refusal('internal', { traceId: this.#traceId })
    this.#response.destroy()
    return undefined
  }
}

/** Faults of the storage, logged as errors. */
const STORAGE_FAULTS = new Set(['bytes_unavailable', 'content_damaged'])

function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof NoSuchObject) return new Refusal('bytes_unavailable')
  return error instanceof ObjectCorrupted ? new Refusal('content_damaged') : toRefusal(error)
}
