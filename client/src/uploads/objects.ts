import { LIMITS } from '@clouddisk/contract/limits'
import type { Input } from '@clouddisk/contract/route'
import { OBJECTS_PATH, queryUploadAuth } from '@clouddisk/contract/uploads'
import { AuthorizationError, BesideError, ObjectError } from './failure-of.ts'
import { partLength, partOffset } from './items.ts'
import type { ListedPart } from './messages.ts'
import type { Api, ObjectResponse, Transport } from './ports.ts'
import type { UploadItem } from './state.ts'
import { wholeOf } from './whole-of.ts'
import { completeBody, errorIn, partPageOf, uploadIdOf } from './xml.ts'

/** The object calls of A§7 (C section 3): each with an authorization of its own, straight to the store. */

export interface ObjectPorts {
  readonly api: Api
  readonly transport: Transport
}

interface ObjectCall {
  verb: Input<typeof queryUploadAuth>['httpVerb'] & ('GET' | 'PUT' | 'POST' | 'DELETE')
  action: Input<typeof queryUploadAuth>['action']
  /** As it will be sent, without the question mark; '' for none. */
  query: string
  body: Blob | string | null
  contentType: string | null
  timeoutMs: number
  partNum?: number
}

interface Watch {
  signal: AbortSignal
  onProgress?: (sentBytes: number) => void
}

const SHORT_MS = LIMITS.requestTimeoutMs
const BYTES = 'application/octet-stream'
const XML = 'application/xml'

/** Begins a multipart upload; answers its id. */
export async function initMultipart(ports: ObjectPorts, item: UploadItem, watch: Watch): Promise<string> {
  const call = plain('POST', 'initmultipartUpload', 'uploads')
  const { text, status } = (await send(ports, item, call, watch)).response
  const uploadId = uploadIdOf(text)
  if (!uploadId)
    throw new ObjectError(status >= 400 ? status : 502, 'NoUploadId', 'no UploadId in the answer')
  return uploadId
}

export interface Sent {
  readonly etag: string
  /** As it was granted with the call, bytes a second. */
  readonly syncSpeed: number
}

/** Sends part `n` (from 1) of the file. */
export async function putPart(
  ports: ObjectPorts,
  item: UploadItem,
  n: number,
  file: Blob,
  watch: Watch,
): Promise<Sent> {
  const offset = partOffset(item, n)
  const answer = await send(
    ports,
    item,
    {
      verb: 'PUT',
      action: 'uploadPartObject',
      query: `partNumber=${n}&uploadId=${encodeURIComponent(item.uploadId ?? '')}`,
      body: file.slice(offset, offset + partLength(item, n)),
      contentType: BYTES,
      timeoutMs: LIMITS.partTimeoutMs,
      partNum: n,
    },
    watch,
  )
  return sentBy(answer)
}

const sentBy = ({ response, syncSpeed }: Answer): Sent => ({
  etag: response.header('ETag') ?? '',
  syncSpeed,
})

/** Sends a file of one part. */
export async function putObject(
  ports: ObjectPorts,
  item: UploadItem,
  file: Blob,
  watch: Watch,
): Promise<Sent> {
  const call: ObjectCall = {
    verb: 'PUT',
    action: 'upload',
    query: '',
    body: wholeOf(file),
    contentType: BYTES,
    timeoutMs: LIMITS.partTimeoutMs,
  }
  return sentBy(await send(ports, item, call, watch))
}

/** Every part the store has, a thousand at a time. */
export async function listParts(ports: ObjectPorts, item: UploadItem, watch: Watch): Promise<ListedPart[]> {
  const all: ListedPart[] = []
  for (let marker: number | null = 0; marker !== null; ) {
    const query: string = `max-parts=${LIMITS.partListPage}&part-number-marker=${marker}&${uploadIdQuery(item)}`
    const call = plain('GET', 'getAlreadySucessPartInfo', query)
    const { text } = (await send(ports, item, call, watch)).response
    const page = partPageOf(text)
    all.push(...page.parts)
    marker = page.next !== null && page.next > marker ? page.next : null
  }
  return all
}

/** Puts the parts together; an error may also come with status 200. */
export async function completeMultipart(
  ports: ObjectPorts,
  item: UploadItem,
  parts: readonly ListedPart[],
  watch: Watch,
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
  if (error) throw new ObjectError(response.status, error.code, error.message)
}

const uploadIdQuery = (item: UploadItem): string => `uploadId=${encodeURIComponent(item.uploadId ?? '')}`

const plain = (verb: ObjectCall['verb'], action: ObjectCall['action'], query: string): ObjectCall => ({
  verb,
  action,
  query,
  body: null,
  contentType: null,
  timeoutMs: SHORT_MS,
})

interface Answer {
  readonly response: ObjectResponse
  readonly syncSpeed: number
}

async function send(
  { api, transport }: ObjectPorts,
  item: UploadItem,
  call: ObjectCall,
  { signal, onProgress = () => {} }: Watch,
): Promise<Answer> {
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
    return await answered(transport.send(request, { signal, onProgress }), auth.syncSpeed)
  } catch (cause) {
    throw isOurs(host) ? cause : new BesideError('a store beside the server has failed', { cause })
  }
}

/** What the server itself takes lies below a path of its own, whatever name it is reached by; stores' addresses have none. */
const isOurs = (host: string): boolean => new URL(host).pathname === OBJECTS_PATH

async function answered(sending: Promise<ObjectResponse>, syncSpeed: number): Promise<Answer> {
  const response = await sending
  if (response.status >= 200 && response.status < 300) return { response, syncSpeed }
  const error = errorIn(response.text)
  throw new ObjectError(response.status, error?.code ?? '', error?.message ?? `HTTP ${response.status}`)
}

/** Path and query of the call below `host`, exactly as it is sent. */
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

/** A browser sets these itself and refuses to be told. */
const FORBIDDEN = new Set(['host', 'content-length', 'date'])

function headersOf(given: Readonly<Record<string, string>>, contentType: string | null) {
  const headers: Record<string, string> = contentType === null ? {} : { 'Content-Type': contentType }
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase()
    if (FORBIDDEN.has(lower)) continue
    if (lower === 'content-type') headers['Content-Type'] = value
    else headers[name] = value
  }
  return headers
}
