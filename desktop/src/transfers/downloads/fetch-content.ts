import { createWriteStream } from 'node:fs'
import { stat, truncate } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { readEnvelope } from '@clouddisk/client/http/envelope'
import { ApiError, NetworkError } from '@clouddisk/client/http/errors'

/** Brings the content of a signed URL into a part file, and goes on where an earlier attempt has stopped (G8). */

const WRITE_BYTES = 1024 * 1024
/** Nothing has come for this long. */
const IDLE_MS = 60_000

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
  const response = await get(wanted, had)
  const status = response.statusCode ?? 0
  const etag = response.headers.etag ?? ''
  if (status === 416 && wanted.etag !== null) {
    response.resume()
    const total = Number(/\*\/(\d+)$/.exec(response.headers['content-range'] ?? '')?.[1])
    if (total === had) return { size: had, resumed: true }
    return fetchContent({ ...wanted, etag: null })
  }
  if (status !== 200 && status !== 206) throw await refusalOf(response)
  const from = status === 206 ? had : 0
  const length = response.headers['content-length']
  if (from === 0) await truncate(wanted.partFile, 0).catch(() => undefined)
  wanted.onVersion(etag)
  await receive(response, wanted, from)
  const size = await sizeOf(wanted.partFile)
  // A proxy may send it in chunks, whose end shows whether all have come.
  const whole = length === undefined ? size : from + Number(length)
  if (size !== whole) throw new NetworkError(`${size} of ${whole} bytes have come`)
  return { size, resumed: from > 0 }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

function get({ url, etag, signal }: ContentRequest, had: number): Promise<IncomingMessage> {
  const headers = had > 0 && etag !== null ? { range: `bytes=${had}-`, 'if-range': etag } : {}
  const request = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const asking = request(url, { headers, signal, timeout: IDLE_MS }, resolve)
    asking.on('timeout', () => asking.destroy(new Error('nothing has come for a minute')))
    asking.on('error', (cause) => {
      reject(signal.aborted ? signal.reason : new NetworkError('the server could not be reached', { cause }))
    })
    asking.end()
  })
}

async function receive(
  response: IncomingMessage,
  { partFile, signal, onReceived }: ContentRequest,
  from: number,
): Promise<void> {
  let received = from
  response.on('data', (bytes: Buffer) => {
    received += bytes.length
    onReceived(received)
  })
  const flags = from > 0 ? 'r+' : 'w'
  const file = createWriteStream(partFile, { flags, start: from, highWaterMark: WRITE_BYTES })
  let cutOff: unknown
  response.on('error', (error) => {
    cutOff = error
  })
  try {
    await pipeline(response, file, { signal })
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    if (cutOff !== undefined || (cause as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE')
      throw new NetworkError('the connection was cut', { cause })
    throw cause
  }
}

async function refusalOf(response: IncomingMessage): Promise<Error> {
  const envelope = readEnvelope(await text(response))
  const httpStatus = response.statusCode ?? 0
  if (!envelope) return new NetworkError(`the store answered ${httpStatus}`)
  const { errcode, errmsg, data, traceId } = envelope
  return new ApiError({ code: errcode || httpStatus, message: errmsg, details: data, traceId, httpStatus })
}
