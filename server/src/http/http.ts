import { transcode } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { XLSX } from '@clouddisk/contract/admin-people'
import { codeOf, DEFAULT_LANGUAGE, errorText } from '@clouddisk/contract/errors'
import { BODY_MAX } from '@clouddisk/contract/route'
import { FILES_TYPE, uploadFiles } from '@clouddisk/contract/uploads'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { errorMessageOf, httpStatusOf, isTransientRefusal, Refusal, toRefusal } from '../errors/refusal.ts'
import { compressReply } from './compress-reply.ts'
import { endWithTimeout, limitBody, limitConnections, TIMEOUTS, type Timeouts } from './connections.ts'
import { acceptFileForms } from './forms.ts'
import { GracefulShutdown } from './graceful-shutdown.ts'
import { type HostCheck, sendHostRefusal } from './host.ts'
import { acceptJson } from './json-body.ts'
import { languageOf } from './language.ts'
import { warnUnavailable } from './warn-unavailable.ts'

/**
 * Handles requests below a prefix without the framework, for transfers, where every copy costs. It answers
 * "Expect: 100-continue" itself.
 */
export interface RawHandler {
  readonly prefix: string
  /** It reads bodies and has its own timeouts for them. */
  readonly readsBody?: boolean
  handle(request: IncomingMessage, response: ServerResponse): void
}

export interface HttpOptions {
  readonly timeouts?: Timeouts
  /** Undefined accepts every Host header. */
  readonly checkHost?: HostCheck | undefined
}

/** Creates the HTTP server: envelope, trace ids and error messages; raw handlers bypass the framework. */
export function createHttp(
  log: FastifyBaseLogger,
  trustedProxies: readonly string[],
  rawHandlers: readonly RawHandler[],
  shutdown = new GracefulShutdown(),
  { timeouts = TIMEOUTS, checkHost }: HttpOptions = {},
): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    bodyLimit: BODY_MAX,
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: true,
    genReqId: (request) => traceIdOf(request),
    // A path that cannot be decoded matches no route.
    frameworkErrors: (_error, request, reply) => {
      sendError(new Refusal('no_such_route'), request, reply.header('traceid', request.id))
    },
    clientErrorHandler: answerClientError,
    serverFactory: (handler) => {
      const serve = dispatch(handler as RequestListener, rawHandlers, shutdown, timeouts, checkHost)
      const server = createServer({ connectionsCheckingInterval: timeouts.check }, serve(false))
      server.on('checkContinue', serve(true))
      limitConnections(server, timeouts)
      return server
    },
  })
  app.register(cookie)
  acceptJson(app)
  app.register(formbody, { bodyLimit: BODY_MAX })
  // Workbooks are passed as they are; each route has its own limit.
  app.addContentTypeParser(XLSX, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Read by the route itself.
  app.addContentTypeParser(FILES_TYPE, (request, _body, done) => {
    const { call } = request.routeOptions.config as { call?: string }
    done(call === uploadFiles.name ? null : new Refusal('unsupported_media'))
  })
  acceptFileForms(app, new Set(['checkUploadUser', 'uploadUsers', 'createFeedback']))
  app.setErrorHandler(sendError)
  app.addHook('onSend', async (request, reply, payload) => {
    reply.header('x-content-type-options', 'nosniff').header('traceid', request.id)
    return compressReply(request, reply, encodePayload(payload))
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        call: request.routeOptions.config,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
  return app
}

/** `expectsContinue`: the client waits for "100 Continue", which is sent before the framework reads the body. */
const dispatch =
  (
    framework: RequestListener,
    rawHandlers: readonly RawHandler[],
    shutdown: GracefulShutdown,
    timeouts: Timeouts,
    checkHost: HostCheck | undefined,
  ) =>
  (expectsContinue: boolean): RequestListener =>
  (request, response) => {
    const refusal = checkHost?.(request)
    if (refusal) return sendHostRefusal(request, response, refusal, traceIdOf(request))
    if (!shutdown.accept(request, response)) return
    const raw = rawHandlers.find(({ prefix }) => request.url?.startsWith(prefix))
    if (!raw?.readsBody) limitBody(request, timeouts)
    if (raw) return raw.handle(request, response)
    if (expectsContinue) response.writeContinue()
    framework(request, response)
  }

/** The client's trace id if it is well-formed, else a new one. */
export function traceIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const { traceid } = request.headers
  return typeof traceid === 'string' && /^[\w.-]{1,64}$/.test(traceid) ? traceid : randomUUID()
}

function sendError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error) ?? fastifyRefusal(error)
  const language = languageOf(request.headers['accept-language'])
  if (!refusal) {
    request.log.error({ err: error }, 'request failed')
    return reply.code(500).send({
      errcode: 99001,
      errmsg: errorText('internal', language, { traceId: request.id }),
      data: null,
      traceId: request.id,
    })
  }
  if (isTransientRefusal(refusal)) warnUnavailable(request.log, error)
  const { retryAfter } = refusal.details
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  const data = Object.keys(refusal.details).length > 0 ? refusal.details : null
  return reply
    .code(httpStatusOf(refusal))
    .header('cache-control', 'no-store')
    .send({ ...errorMessageOf(refusal, language), data, traceId: request.id })
}

/** Answers malformed HTTP and closes the connection. */
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({
    errcode: codeOf('malformed_body'),
    errmsg: errorText('malformed_body', DEFAULT_LANGUAGE),
    data: null,
    traceId: randomUUID(),
  })
  endWithTimeout(
    socket,
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

const CLIENT_ERRORS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const FASTIFY_ERRORS: Record<string, Refusal> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('body_too_large'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_media'),
}

/** The refusal for a client error of the framework; undefined for server errors. */
function fastifyRefusal(error: FastifyError | Error): Refusal | undefined {
  const { code, statusCode } = error as FastifyError
  const known = FASTIFY_ERRORS[code]
  if (known) return known
  if (statusCode === 403 || statusCode === 404) return new Refusal('no_such_route')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('malformed_body')
  return undefined
}

/** Shorter payloads gain nothing. */
const MIN_LENGTH = 16 * 1024
const NON_LATIN1 = /[\u0100-\uffff]/

/** Encodes long text beyond Latin-1 as UTF-8; the framework would scan it twice, and slowly. */
function encodePayload<T>(payload: T): T | Buffer {
  if (typeof payload !== 'string' || payload.length < MIN_LENGTH || !NON_LATIN1.test(payload)) return payload
  return transcode(Buffer.from(payload, 'ucs2'), 'ucs2', 'utf8')
}
