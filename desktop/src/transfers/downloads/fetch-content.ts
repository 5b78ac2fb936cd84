import { stat, truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readEnvelope } from '@clouddisk/client/http/envelope'
import { ApiError, NetworkError } from '@clouddisk/client/http/errors'
import { type Dispatcher, EnvHttpProxyAgent, request } from 'undici'
import { partFileStream } from './part-file.ts'

/** Brings the content of a signed URL into a part file, and goes on where an earlier attempt has stopped (G8). */

/** Nothing has come for this long. */
const IDLE_MS = 60_000

/**
 * Node's own client copies each chunk, and V8 frees the copies late: 7 s of processor time for 1 GiB, 4 with this one, whose
 * chunks can be freed as soon as they are written.
 */
const network = new EnvHttpProxyAgent({ headersTimeout: IDLE_MS, bodyTimeout: IDLE_MS })

export interface ContentRequest {
  readonly url: string
  readonly partFile: string
  /** Of the bytes in the part file; null if they are of no use. */
  readonly etag: string | null
  readonly signal: AbortSignal
  /** The version that is coming, before its bytes: stored, so that they count after a restart. */
  onVersion(etag: string): void
  /** Bytes in the part file. */
  onReceived(bytes: number): void
}

export interface Content {
  readonly size: number
  /** Whether bytes of an earlier attempt are part of it. */
  readonly resumed: boolean
}

/** @throws ApiError (refused), NetworkError (try again), NodeJS.ErrnoException (the disk), or the signal's reason. */
export async function fetchContent(wanted: ContentRequest): Promise<Content> {
  const had = wanted.etag === null ? 0 : await sizeOf(wanted.partFile)
  const { statusCode: status, headers, body } = await get(wanted, had)
  // It may fail before somebody reads it; who reads it gets the error.
  body.on('error', () => undefined)
  if (status === 416 && wanted.etag !== null) {
    body.destroy()
    const total = Number(/\*\/(\d+)$/.exec(headerOf(headers, 'content-range'))?.[1])
    if (total === had) return { size: had, resumed: true }
    return fetchContent({ ...wanted, etag: null })
  }
  if (status !== 200 && status !== 206) throw await refusalOf(status, body)
  const from = status === 206 ? had : 0
  const length = headerOf(headers, 'content-length')
  if (from === 0) await truncate(wanted.partFile, 0).catch(() => undefined)
  wanted.onVersion(headerOf(headers, 'etag'))
  await receive(body, wanted, from)
  const size = await sizeOf(wanted.partFile)
  // A proxy may send it in chunks, whose end shows whether all have come.
  const whole = length === '' ? size : from + Number(length)
  if (size !== whole) throw new NetworkError(`${size} of ${whole} bytes have come`)
  return { size, resumed: from > 0 }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** '' where there is none. */
const headerOf = (headers: Dispatcher.ResponseData['headers'], name: string): string =>
  String(headers[name] ?? '')

async function get({ url, etag, signal }: ContentRequest, had: number): Promise<Dispatcher.ResponseData> {
  const headers = had > 0 && etag !== null ? { range: `bytes=${had}-`, 'if-range': etag } : {}
  try {
    return await request(url, { headers, signal, dispatcher: network })
  } catch (cause) {
    signal.throwIfAborted()
    throw new NetworkError('the server could not be reached', { cause })
  }
}

async function receive(
  body: Readable,
  { partFile, signal, onReceived }: ContentRequest,
  from: number,
): Promise<void> {
  const file = partFileStream(partFile, from, onReceived)
  let cutOff = false
  body.on('error', () => {
    cutOff = file.errored === null
  })
  try {
    await pipeline(body, file, { signal })
  } catch (cause) {
    signal.throwIfAborted()
    if (cutOff || (cause as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new NetworkError('the connection was cut', { cause })
    throw cause
  }
}

async function refusalOf(status: number, body: Dispatcher.ResponseData['body']): Promise<Error> {
  const envelope = readEnvelope(await body.text().catch(() => ''))
  if (!envelope) return new NetworkError(`the store answered ${status}`)
  const { errcode, errmsg, data, traceId } = envelope
  return new ApiError({
    code: errcode || status,
    message: errmsg,
    details: data,
    traceId,
    httpStatus: status,
  })
}
