import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { OBJECTS_PATH, queryUploadAuth } from '@clouddisk/contract/uploads'
import { fullSlice } from './blob-slice.ts'
import { AuthorizationError, ExternalStoreError, ObjectCallError } from './errors.ts'
import { lengthOfPart, offsetOfPart } from './items.ts'
import type { StoredPart } from './messages.ts'
import type { Api, ObjectResponse, Transport } from './ports.ts'
import type { UploadItem } from './state.ts'
import { completeBody, errorIn, partPageOf, uploadIdOf } from './xml.ts'

/** Object calls of A§7 (C section 3). Each is authorized by the server and sent directly to the store. */

interface ObjectPorts {
  readonly api: Api
  readonly transport: Transport
}

interface ObjectCall {
  verb: Input<typeof queryUploadAuth>['httpVerb'] & ('GET' | 'PUT' | 'POST' | 'DELETE')
  action: Input<typeof queryUploadAuth>['action']
  /** As sent, without the question mark; '' for none. */
  query: string
  body: Blob | string | null
  contentType: string | null
  timeoutMs: number
  partNum?: number
}

interface ObjectCallOptions {
  signal: AbortSignal
  onProgress?: (sentBytes: number) => void
}

const SHORT_MS = LIMITS.requestTimeoutMs
const BYTES = 'application/octet-stream'
const XML = 'application/xml'

/** Starts a multipart upload; returns its id. */
export async function initMultipart(
  ports: ObjectPorts,
  item: UploadItem,
  watch: ObjectCallOptions,
): Promise<string> {
  const call = bodylessCall('POST', 'initmultipartUpload', 'uploads')
  const { text, status } = (await send(ports, item, call, watch)).response
  const uploadId = uploadIdOf(text)
  if (!uploadId)
    throw new ObjectCallError(status >= 400 ? status : 502, 'NoUploadId', 'no UploadId in the answer')
  return uploadId
}

interface PutResult {
  readonly etag: string
  /** Bytes per second granted with the authorization. */
  readonly syncSpeed: number
}

/** Sends part `n`, from 1. */
export async function putObjectPart(
  ports: ObjectPorts,
  item: UploadItem,
  n: number,
  file: Blob,
  watch: ObjectCallOptions,
): Promise<PutResult> {
  const offset = offsetOfPart(item, n)
  const answer = await send(
    ports,
    item,
    {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `partNumber=${n}&uploadId=${encodeURIComponent(item.uploadId ?? '')}`,
      body: file.slice(offset, offset + lengthOfPart(item, n)),
      contentType: BYTES,
      timeoutMs: LIMITS.partTimeoutMs,
      partNum: n,
    },
    watch,
  )
  return putResultOf(answer)
}

const putResultOf = ({ response, syncSpeed }: ObjectCallResult): PutResult => ({
  etag: response.header('ETag') ?? '',
  syncSpeed,
})

/** Sends a file of one part. */
export async function putWholeObject(
  ports: ObjectPorts,
  item: UploadItem,
  file: Blob,
  watch: ObjectCallOptions,
): Promise<PutResult> {
  const call: ObjectCall = {
    verb: 'PUT',
    action: 'upload',
    query: '',
    body: fullSlice(file),
    contentType: BYTES,
    timeoutMs: LIMITS.partTimeoutMs,
  }
  return putResultOf(await send(ports, item, call, watch))
}

/** Lists all parts, in pages of a thousand. */
export async function listObjectParts(
  ports: ObjectPorts,
  item: UploadItem,
  watch: ObjectCallOptions,
): Promise<StoredPart[]> {
  const all: StoredPart[] = []
  for (let marker: number | null = 0; marker !== null; ) {
    const query: string = `max-parts=${LIMITS.partListPage}&part-number-marker=${marker}&${uploadIdQuery(item)}`
    const call = bodylessCall('GET', 'getAlreadySucessPartInfo', query)
    const { text } = (await send(ports, item, call, watch)).response
    const page = partPageOf(text)
    all.push(...page.parts)
    marker = page.next !== null && page.next > marker ? page.next : null
  }
  return all
}

/** Joins the parts. A response with status 200 may contain an error. */
export async function completeMultipart(
  ports: ObjectPorts,
  item: UploadItem,
  parts: readonly StoredPart[],
  watch: ObjectCallOptions,
): Promise<void> {
  const { response } = await send(
    ports,
    item,
    {
      verb: 'POST',
      action: 'mergeMultiPartObject',
      query: uploadIdQuery(item),
      body: completeBody(parts),
      contentType: XML,
      timeoutMs: LIMITS.partTimeoutMs,
    },
    watch,
  )
  const error = errorIn(response.text)
  if (error) throw new ObjectCallError(response.status, error.code, error.message)
}

const uploadIdQuery = (item: UploadItem): string => `uploadId=${encodeURIComponent(item.uploadId ?? '')}`

const bodylessCall = (verb: ObjectCall['verb'], action: ObjectCall['action'], query: string): ObjectCall => ({
  verb,
  action,
  query,
  body: null,
  contentType: null,
  timeoutMs: SHORT_MS,
})

interface ObjectCallResult {
  readonly response: ObjectResponse
  readonly syncSpeed: number
}

async function send(
  { api, transport }: ObjectPorts,
  item: UploadItem,
  call: ObjectCall,
  { signal, onProgress = () => {} }: ObjectCallOptions,
): Promise<ObjectCallResult> {
  const resourceUri = resourceUriOf(item, call.query)
  const auth = await authorize(api, item, call, resourceUri, signal)
  const host = auth.host.replace(/\/+$/, '')
  const request = {
    method: call.verb,
    url: host + resourceUri,
    headers: headersOf(auth.headers, call.contentType),
    body: call.body,
    timeoutMs: call.timeoutMs,
  }
  try {
    return await checkedResult(transport.send(request, { signal, onProgress }), auth.syncSpeed)
  } catch (cause) {
    throw isServerHost(host) ? cause : new ExternalStoreError('an external store has failed', { cause })
  }
}

/** The server's own object calls have a fixed path; URLs of external stores have none. */
const isServerHost = (host: string): boolean => new URL(host).pathname === OBJECTS_PATH

async function checkedResult(sending: Promise<ObjectResponse>, syncSpeed: number): Promise<ObjectCallResult> {
  const response = await sending
  if (response.status >= 200 && response.status < 300) return { response, syncSpeed }
  const error = errorIn(response.text)
  throw new ObjectCallError(response.status, error?.code ?? '', error?.message ?? `HTTP ${response.status}`)
}

/** Path and query below `host`, exactly as sent. */
function resourceUriOf(item: UploadItem, query: string): string {
  const key = (item.objectKey ?? '').split('/').map(encodeURIComponent).join('/')
  const path = `/${encodeURIComponent(item.bucketName ?? '')}/${key}`
  return query === '' ? path : `${path}?${query}`
}

async function authorize(
  api: Api,
  item: UploadItem,
  call: ObjectCall,
  resourceUri: string,
  signal: AbortSignal,
) {
  const input: Input<typeof queryUploadAuth> = {
    httpVerb: call.verb,
    bucketName: item.bucketName ?? '',
    objectKey: item.objectKey ?? '',
    resourceUri,
    action: call.action,
    ...(call.contentType === null ? {} : { contentType: call.contentType }),
    ...(call.partNum === undefined ? {} : { partNum: String(call.partNum) }),
    ...(item.linkPath === null ? {} : { linkPath: item.linkPath }),
  }
  try {
    return await api(queryUploadAuth, input, { signal })
  } catch (cause) {
    throw new AuthorizationError('no authorization for an object call', { cause })
  }
}

/** Headers that a browser sets and scripts must not. */
const FORBIDDEN = new Set(['host', 'content-length', 'date'])

function headersOf(authHeaders: Readonly<Record<string, string>>, contentType: string | null) {
  const headers: Record<string, string> = contentType === null ? {} : { 'Content-Type': contentType }
  for (const [name, value] of Object.entries(authHeaders)) {
    const lower = name.toLowerCase()
    if (FORBIDDEN.has(lower)) continue
    if (lower === 'content-type') headers['Content-Type'] = value
    else headers[name] = value
  }
  return headers
}
