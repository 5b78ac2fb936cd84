import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { LIMITS } from '@clouddisk/contract/limits'
import { MINUTE, SECOND } from '@clouddisk/contract/time'
import { OBJECTS_PATH } from '@clouddisk/contract/uploads'
import type { FastifyBaseLogger } from 'fastify'
import { isRetryable } from '../../../db/pool.ts'
import { type RawHandler, traceIdOf } from '../../../http/http.ts'
import { warnUnavailable } from '../../../http/warn-unavailable.ts'
import {
  type MultipartUpload,
  NoSuchUpload,
  ObjectError,
  type ObjectStore,
  type ParallelGate,
  type PartList,
  partCountOf,
  partRangeOf,
  StoreUnavailable,
  TransferStalled,
} from '../../../objects/port.ts'
import { receiveWhole, type TransferBody, type TransferTimeouts } from '../../../objects/receive.ts'
import type { Stores } from '../../../objects/stores.ts'
import type { TokenBucket } from '../../../objects/token-bucket.ts'
import { type ObjectAction, type ObjectCall, readObjectCall } from './object-call.ts'
import { runningReceives } from './receiving.ts'
import type { ObjectSigner } from './sign.ts'
import { completedXml, completeMax, errorXml, initiatedXml, partsXml, readCompleteXml } from './xml.ts'

/** An open upload: who may send what under its key. */
export interface GatewaySession {
  readonly key: string
  readonly bucket: string
  readonly ownerId: string
  readonly size: number
  readonly partSize: number
}

export interface SessionOwner {
  /** Of a person, or of one visitor of a link. */
  readonly id: string
  /** The link of a visitor. */
  readonly linkId?: string | undefined
  /** Receives a body at the person's bandwidth; without it at full speed. */
  readonly paced?: (take: (pace: TokenBucket) => Promise<void>) => Promise<void>
}

export interface GatewayDependencies {
  readonly stores: Stores
  readonly signer: ObjectSigner
  /** The person to whom an authorization was issued; undefined once the session has ended, or where the request may not come from. */
  readonly ownerOf: (holder: string, request: IncomingMessage) => Promise<SessionOwner | undefined>
  /** The open session of a key; undefined once it is saved, discarded or expired. */
  readonly findSession: (key: string) => Promise<GatewaySession | undefined>
  /** A specific error for an upload that has ended, if there is one. */
  readonly whyEnded?: (key: string) => Promise<ObjectError | undefined>
  readonly log: FastifyBaseLogger
  /** For tests: ms after which a silent store counts as unavailable. */
  readonly silentMs?: number
}

const ALLOW = 'POST, PUT, GET, DELETE, OPTIONS'
const PATIENCE: TransferTimeouts = { stallMs: 30 * SECOND, totalMs: MINUTE }
/** Timeout of begin and list calls, shorter than the client's, so that the client gets `store_away` and retries. */
const SILENT_MS = LIMITS.requestTimeoutMs / 2
/** Status in the log if the sender disconnected before the reply. */
const LEFT = 499
/** How long a refused sender may continue before the connection is cut, so that it can read the reply. */
const LINGER_MS = 5 * SECOND
/** Retry-After in seconds. */
const RETRY_AFTER = '2'

class AccessDenied extends ObjectError {
  constructor(code = 'AccessDenied', message = 'This call is not authorized.') {
    super(code, 403, message)
  }
}
class SessionEnded extends AccessDenied {
  constructor() {
    super('AccessDenied', 'The session of this authorization has ended.')
  }
}
class BadRequest extends ObjectError {}
class Busy extends ObjectError {
  constructor() {
    super('SlowDown', 503, 'The database is busy. Try again soon.')
  }
}

const BRINGS_BODY = new Set<ObjectAction>(['upload', 'uploadPartObject', 'mergeMultiPartObject'])

/** HTTP handler of object calls: the S3 subset of A§7, each call with the authorization issued for it. */
export function objectGateway(parts: GatewayDependencies): RawHandler {
  return {
    prefix: `${OBJECTS_PATH}/`,
    readsBody: true,
    handle: (request, response) => void new Exchange(parts, request, response).run(),
  }
}

class Exchange {
  readonly #parts: GatewayDependencies
  readonly #request: IncomingMessage & TransferBody
  readonly #response: ServerResponse
  readonly #uri: string
  readonly #traceId: string
  /** The holder of the call's authorization. */
  #holder = ''
  /** Refuses unless the holder is still signed in. */
  #holds = false

  constructor(parts: GatewayDependencies, request: IncomingMessage, response: ServerResponse) {
    this.#parts = parts
    this.#request = request
    this.#response = response
    this.#uri = (request.url ?? '').slice(OBJECTS_PATH.length)
    this.#traceId = traceIdOf(request)
  }

  async run(): Promise<void> {
    const started = performance.now()
    try {
      await this.#answer()
    } catch (error) {
      this.#refuse(error)
    }
    const status = this.#response.headersSent ? this.#response.statusCode : LEFT
    const ms = Math.round(performance.now() - started)
    this.#parts.log.info(
      { traceId: this.#traceId, call: 'object', verb: this.#request.method, status, ms },
      'answered',
    )
  }

  async #answer(): Promise<void> {
    const verb = this.#request.method ?? ''
    if (verb === 'OPTIONS') return this.#send(204, undefined, { allow: ALLOW })
    const call = readObjectCall(verb, this.#uri)
    if (!call) return this.#refuseUnknown(verb)
    try {
      await this.#act(call)
    } catch (error) {
      throw error instanceof NoSuchUpload ? await this.#whyGone(call, error) : error
    }
  }

  async #whyGone({ key }: ObjectCall, error: NoSuchUpload): Promise<ObjectError> {
    return (this.#holds && (await this.#parts.whyEnded?.(key))) || error
  }

  async #act(call: ObjectCall): Promise<void> {
    const { session, owner } = await this.#authorize(call)
    const act = () => this.#actions[call.action](call, session)
    if (!BRINGS_BODY.has(call.action)) return act()
    await runningReceives.run(owner, () => this.#paced(owner, act))
  }

  async #paced({ paced }: SessionOwner, act: () => Promise<void>): Promise<void> {
    if (!paced) return act()
    await paced((pace) => {
      this.#request.bandwidth = pace
      return act()
    })
  }

  /** Objects cannot be read here, only through a download URL. */
  #refuseUnknown(verb: string): never {
    if (verb === 'GET' || verb === 'HEAD') throw new AccessDenied()
    if (['POST', 'PUT', 'DELETE'].includes(verb))
      throw new BadRequest('InvalidRequest', 400, 'There is no such call.')
    throw new BadRequest('MethodNotAllowed', 405, 'This method is not allowed.')
  }

  async #authorize(call: ObjectCall): Promise<{ session: GatewaySession; owner: SessionOwner }> {
    const { headers } = this.#request
    const date = headers['x-amz-date'] ?? headers.date
    const verdict = this.#parts.signer.verify(
      call,
      headers['content-type'] ?? '',
      headers.authorization,
      typeof date === 'string' ? date : undefined,
    )
    if (verdict === 'malformed') throw new AccessDenied()
    if (verdict === 'wrong')
      throw new AccessDenied('SignatureDoesNotMatch', 'The authorization is for another call.')
    if (verdict === 'expired') throw new AccessDenied('AccessDenied', 'The authorization has expired.')
    const [owner, session] = await Promise.all([
      this.#parts.ownerOf(verdict.holder, this.#request),
      this.#parts.findSession(call.key),
    ])
    if (owner === undefined) throw new SessionEnded()
    this.#holder = verdict.holder
    this.#holds = true
    if (!session || session.bucket !== call.bucket || session.ownerId !== owner.id) throw new NoSuchUpload()
    return { session, owner }
  }

  /** Checked again after the body: the upload may have ended meanwhile, or the person been signed out. */
  #stillOpen({ key }: GatewaySession): ParallelGate {
    return async () => {
      const [owner, session] = await Promise.all([
        this.#parts.ownerOf(this.#holder, this.#request),
        this.#parts.findSession(key),
      ])
      if (!owner) throw new SessionEnded()
      if (!session) throw new NoSuchUpload()
    }
  }

  #storeOf({ bucket }: GatewaySession): ObjectStore {
    return this.#parts.stores.of(bucket)
  }

  readonly #actions: Record<ObjectAction, (call: ObjectCall, session: GatewaySession) => Promise<void>> = {
    initmultipartUpload: async (call, session) => {
      const uploadId = await this.#heard(this.#storeOf(session).begin(call.key, session))
      this.#send(200, initiatedXml(call, uploadId))
    },
    upload: async (call, session) => {
      const length = this.#announced()
      if (length !== session.size || length > session.partSize) throw wrongLength()
      this.#invite()
      const { etag } = await this.#storeOf(session).putObject(
        call.key,
        length,
        this.#request,
        this.#stillOpen(session),
      )
      this.#send(200, undefined, { etag: `"${etag}"` })
    },
    uploadPartObject: async (call, session) => {
      const length = this.#announced()
      const partNumber = wholeNumber(call.query.get('partNumber')) ?? 0
      const range = partRangeOf(session, partNumber)
      if (!range)
        throw new BadRequest('InvalidArgument', 400, `Part numbers are 1 to ${partCountOf(session)}.`)
      if (length !== range.length) throw wrongLength()
      this.#invite()
      const { etag } = await this.#storeOf(session).putPart(
        multipartOf(session, call),
        partNumber,
        length,
        this.#request,
        this.#stillOpen(session),
      )
      this.#send(200, undefined, { etag: `"${etag}"` })
    },
    getAlreadySucessPartInfo: async (call, session) => {
      const max = Math.min(pageNumber(call, 'max-parts') ?? LIMITS.partListPage, LIMITS.partListPage)
      const after = pageNumber(call, 'part-number-marker') ?? 0
      const upload = multipartOf(session, call)
      this.#send(
        200,
        partsXml(
          call,
          upload.uploadId,
          await this.#heard(this.#list(this.#storeOf(session), upload, after, max)),
          after,
          max,
        ),
      )
    },
    mergeMultiPartObject: async (call, session) => {
      const partCount = partCountOf(session)
      const refs = readCompleteXml(await this.#text(completeMax(partCount)), partCount)
      await this.#stillOpen(session)()
      const { etag } = await this.#storeOf(session).complete(multipartOf(session, call), refs)
      this.#send(200, completedXml(call, OBJECTS_PATH + this.#uri.replace(/\?.*/s, ''), etag))
    },
    abortMultipartUpload: async (call, session) => {
      await this.#storeOf(session).abort(call.key, call.query.get('uploadId') ?? '')
      this.#send(204)
    },
  }

  /** A store that does not reply in time counts as unavailable. */
  async #heard<T>(answer: Promise<T>): Promise<T> {
    const over = new AbortController()
    const silence = delay(this.#parts.silentMs ?? SILENT_MS, undefined, { signal: over.signal })
    const away = silence.then(() => Promise.reject(new StoreUnavailable()))
    return Promise.race([answer, away]).finally(() => over.abort())
  }

  /** A complete object lists as all its parts, so that a client that lost the reply continues with the save. */
  async #list(store: ObjectStore, upload: MultipartUpload, after: number, max: number): Promise<PartList> {
    try {
      return await store.listParts(upload, after, max)
    } catch (error) {
      const stored = error instanceof NoSuchUpload ? await store.stat(upload.key) : undefined
      if (stored?.size !== upload.size) throw error
      return storedParts(upload, after, max)
    }
  }

  /** Content-Length, which is required: without it a cut connection could not be detected. */
  #announced(): number {
    const length = wholeNumber(this.#request.headers['content-length'])
    if (length === undefined) throw new BadRequest('MissingContentLength', 411, 'Content-Length is required.')
    return length
  }

  async #text(most: number): Promise<string> {
    const length = this.#announced()
    if (length > most) throw new BadRequest('MaxMessageLengthExceeded', 400, 'The body is too long.')
    this.#invite()
    return (await receiveWhole(this.#request, length, PATIENCE)).toString('utf8')
  }

  /** Sends "100 Continue" only for a body that will be received. */
  #invite(): void {
    if (this.#request.headers.expect?.toLowerCase() === '100-continue') this.#response.writeContinue()
  }

  #send(status: number, xml?: string, headers: Record<string, string> = {}, lingerMs = LINGER_MS): void {
    const body = xml === undefined || this.#request.method === 'HEAD' ? undefined : Buffer.from(xml)
    this.#response.writeHead(status, {
      ...headers,
      ...(body && { 'content-type': 'application/xml' }),
      ...(status !== 204 && { 'content-length': body?.length ?? 0 }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-amz-request-id': this.#traceId,
      ...(this.#bodyIsComing && { connection: 'close' }),
    })
    if (body) this.#response.write(body)
    if (this.#bodyIsComing) this.#linger(lingerMs)
    else this.#response.end()
  }

  /** Closes the connection after the reply; the rest of the body is not read. */
  get #bodyIsComing(): boolean {
    const { complete, headers } = this.#request
    const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    return announced && !complete
  }

  #refuse(error: unknown): void {
    const fault = isRetryable(error) ? new Busy() : error instanceof ObjectError ? error : undefined
    if (fault instanceof Busy || fault instanceof StoreUnavailable) warnUnavailable(this.#parts.log, error)
    if (!fault || (fault.status >= 500 && fault.status !== 503)) {
      this.#parts.log.error({ traceId: this.#traceId, err: error }, 'object request failed')
    }
    if (this.#response.headersSent || this.#response.destroyed) {
      this.#response.destroy()
      return
    }
    const { code, status, message } =
      fault ?? new ObjectError('InternalError', 500, 'Something broke on our side.')
    const headers = {
      ...(status === 405 && { allow: ALLOW }),
      ...(status === 503 && { 'retry-after': RETRY_AFTER }),
    }
    const lingerMs = fault instanceof TransferStalled ? 0 : LINGER_MS
    this.#send(status, errorXml(code, message, this.#uri, this.#traceId), headers, lingerMs)
  }

  /** Reads and drops a refused body for a while, since cutting the connection at once would lose the reply. */
  #linger(ms: number): void {
    const end = () => {
      clearTimeout(timer)
      this.#response.end()
    }
    const timer = setTimeout(end, ms)
    this.#request.once('end', end).once('close', end)
    this.#request.resume()
  }
}

const wrongLength = (): ObjectError =>
  new BadRequest('EntityTooLarge', 400, 'The length is not that of this part or object.')

const wholeNumber = (text: string | null | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined

function pageNumber({ query }: ObjectCall, name: string): number | undefined {
  const text = query.get(name)
  const number = wholeNumber(text)
  if (text !== null && number === undefined)
    throw new BadRequest('InvalidArgument', 400, `${name} is a whole number.`)
  return number
}

/** The multipart upload that a call names, with its plan. */
const multipartOf = ({ key, size, partSize }: GatewaySession, { query }: ObjectCall): MultipartUpload => ({
  key,
  size,
  partSize,
  uploadId: query.get('uploadId') ?? '',
})

function storedParts(session: MultipartUpload, after: number, max: number): PartList {
  const numbers = Array.from({ length: partCountOf(session) }, (_, index) => index + 1).filter(
    (n) => n > after,
  )
  const parts = numbers.slice(0, max).map((partNumber) => ({
    partNumber,
    size: partRangeOf(session, partNumber)?.length ?? 0,
    etag: 'stored',
  }))
  return { parts, more: numbers.length > max }
}
