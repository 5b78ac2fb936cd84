import { finished } from 'node:stream/promises'
import { BODY_MAX } from '@clouddisk/contract/route'
import { SCIM_PATH } from '@clouddisk/contract/scim'
import { scimFaultText } from '@clouddisk/contract/scim-words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { runWithContext } from '../../../db/request-context.ts'
import { errorMessageOf, httpStatusOf, toRefusal } from '../../../errors/refusal.ts'
import { addressOf } from '../../../http/address.ts'
import { ConcurrencyLimiter } from '../../../http/concurrency-limiter.ts'
import { matchesEtag } from '../../../http/json-document.ts'
import { publicOriginOf } from '../../../http/origin.ts'
import { requestContextOf } from '../../../http/request-context.ts'
import { requireDirectoryAddress } from '../../accounts/check-address.ts'
import { networkOf } from '../../accounts/network.ts'
import type { Directory } from '../store.ts'
import type { ScimCall } from './endpoint.ts'
import { refuseScim, ScimError } from './fault.ts'
import * as groups from './group-calls.ts'
import { presentList, type Resource, versionOf } from './present.ts'
import { recordProblem } from './problems.ts'
import { resourceTypes, schemas, serviceProviderConfig } from './schemas.ts'
import { directoryOfToken } from './token.ts'
import { ERROR_SCHEMA } from './urns.ts'
import * as users from './user-calls.ts'

/**
 * SCIM 2.0 over HTTP (RFC 7644): the protocol’s own media type and errors, within the limits of all other calls. Callers are known by the
 * bearer token of a directory, never by a session.
 */

/** Thousands of members, each with its address. */
const SCIM_BODY_MAX = 4 * 1024 * 1024
const MEDIA = 'application/scim+json'

const directories = new WeakMap<FastifyRequest, Directory>()

/** Changes of a directory come one after the other: each holds its row. */
class Limits {
  readonly #changing = new ConcurrencyLimiter(1, 100)
  readonly #allChanging = new ConcurrencyLimiter(4, Number.POSITIVE_INFINITY)
  readonly #reading = new ConcurrencyLimiter(4, 100)
  /** Calls that wait hold their body in memory. */
  readonly #large = new ConcurrencyLimiter(2, 8)
  readonly #unknown = new ConcurrencyLimiter(4, 200)

  authenticate = <T>(request: FastifyRequest, work: () => Promise<T>): Promise<T> =>
    this.#unknown.run(networkOf(addressOf(request)), isGone(request), work)

  async body(directory: Directory, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (!isChange(request) || request.method === 'DELETE' || length <= BODY_MAX) return
    const begun = Promise.withResolvers<void>()
    const answered = () => {
      begun.resolve()
      return finished(reply.raw).catch(() => undefined)
    }
    this.#large.run(directory.id, isGone(request), answered).catch(begun.reject)
    await begun.promise
  }

  run<T>(directory: Directory, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    const gone = isGone(request)
    if (!isChange(request)) return this.#reading.run(directory.id, gone, work)
    return this.#changing.run(directory.id, gone, () => this.#allChanging.run('', gone, work))
  }
}

const isChange = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD'
const isGone = (request: FastifyRequest) => () => request.socket.destroyed

type Query = Record<string, string | string[] | undefined>
type Params = { readonly id: string }

/** Below `/disk/scim`, so that a wrong base address gets an answer of SCIM as well. */
export const scimPlugin =
  (ctx: Context) =>
  async (app: FastifyInstance): Promise<void> => {
    const limits = new Limits()
    acceptScimJson(app)
    app.setErrorHandler((error, request, reply) => sendError(ctx, error, request, reply))
    app.setNotFoundHandler(() => refuseScim(404, 'noEndpoint'))
    app.addHook('onRequest', async (request, reply) => {
      const address = addressOf(request)
      const directory = await limits.authenticate(request, () =>
        directoryOfToken(ctx, request.headers.authorization, address),
      )
      directories.set(request, directory)
      await requireDirectoryAddress(ctx, address)
      await limits.body(directory, request, reply)
    })
    const serve =
      (work: (call: ScimCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const call = callOf(ctx, request)
        const context = requestContextOf(request, {
          traceId: request.id,
          ip: addressOf(request),
          call: 'scim',
          actor: undefined,
        })
        const answer = await limits.run(call.directory, request, () =>
          runWithContext(context, () => work(call, request, reply)),
        )
        reply.header('cache-control', 'no-store')
        return answer === undefined ? reply.send() : reply.type(`${MEDIA}; charset=utf-8`).send(answer)
      }
    serveDescriptions(app, serve)
    for (const [path, calls] of [
      ['/v2/Users', users],
      ['/v2/Groups', groups],
    ] as const) {
      const one = `${path}/:id`
      const idIn = (request: FastifyRequest) => (request.params as Params).id
      const respond = async (
        request: FastifyRequest,
        reply: FastifyReply,
        answer: users.Answer,
        status = 200,
      ) => {
        const { resource, version, location, notes = [] } = answer
        for (const note of notes) await record(ctx, request, { ...note, status })
        reply.code(status).header('etag', versionOf(version)).header('location', location)
        return resource
      }
      const config = { call: `scim ${path}` }
      const bodyLimit = SCIM_BODY_MAX
      app.get(
        path,
        { config },
        serve((call) => calls.list(ctx, call)),
      )
      app.post(
        path,
        { config, bodyLimit },
        serve(async (call, request, reply) => respond(request, reply, await calls.create(ctx, call), 201)),
      )
      app.get(
        one,
        { config },
        serve(async (call, request, reply) => {
          const answer = await calls.read(ctx, call, idIn(request))
          const isKnown = matchesEtag(request.headers['if-none-match'], versionOf(answer.version).slice(2))
          const resource = await respond(request, reply, answer, isKnown ? 304 : 200)
          return isKnown ? undefined : resource
        }),
      )
      app.put(
        one,
        { config, bodyLimit },
        serve(async (call, request, reply) =>
          respond(request, reply, await calls.replace(ctx, call, idIn(request))),
        ),
      )
      app.patch(
        one,
        { config, bodyLimit },
        serve(async (call, request, reply) => {
          const answer = await calls.patch(ctx, call, idIn(request))
          if (answer) return respond(request, reply, answer)
          reply.code(204)
          return undefined
        }),
      )
      app.delete(
        one,
        { config },
        serve(async (call, request, reply) => {
          await calls.remove(ctx, call, idIn(request))
          reply.code(204)
          return undefined
        }),
      )
    }
  }

type Serve = (
  work: (call: ScimCall, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function serveDescriptions(app: FastifyInstance, serve: Serve): void {
  const config = { call: 'scim' }
  app.get(
    '/v2/ServiceProviderConfig',
    { config },
    serve(async ({ base }) => serviceProviderConfig(base)),
  )
  for (const [path, all] of [
    ['/v2/ResourceTypes', resourceTypes],
    ['/v2/Schemas', schemas],
  ] as const) {
    const listOf = (base: string): (Resource & { readonly id: string })[] => [...all(base)]
    app.get(
      path,
      { config },
      serve(async ({ base }) => presentList(listOf(base), { total: listOf(base).length, startIndex: 1 })),
    )
    app.get(
      `${path}/:id`,
      { config },
      serve(async ({ base }, request) => {
        const { id } = request.params as Params
        return listOf(base).find((one) => one.id === id) ?? refuseScim(404, 'notFound', id)
      }),
    )
  }
}

/** The protocol’s media type, and JSON, which clients send as well. */
function acceptScimJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    [MEDIA, 'application/json'],
    { parseAs: 'string' },
    async (_request: unknown, body: string) => {
      const text = body.startsWith('\ufeff') ? body.slice(1) : body
      if (text.trim() === '') return undefined
      try {
        return JSON.parse(text) as unknown
      } catch {
        return refuseScim(400, 'json', '', 'invalidSyntax')
      }
    },
  )
}

function callOf(ctx: Context, request: FastifyRequest): ScimCall {
  const directory = directories.get(request) ?? refuseScim(401, 'noToken')
  const query = Object.fromEntries(
    Object.entries(request.query as Query).map(([key, value]) => [
      key,
      Array.isArray(value) ? value[0] : value,
    ]),
  )
  for (const [key, value] of Object.entries(query))
    if (value && (value.includes('\u0000') || !value.isWellFormed()))
      refuseScim(400, 'characters', key, key === 'filter' ? 'invalidFilter' : 'invalidValue')
  return {
    directory,
    base: publicOriginOf(ctx.config, request) + SCIM_PATH,
    query,
    body: request.body,
    ifMatch: request.headers['if-match'],
  }
}

async function sendError(
  ctx: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const fault = toScimError(error) ?? undefined
  const directory = directories.get(request)
  if (!fault) request.log.error({ err: error }, 'a call of a SCIM client failed')
  const { status = 500 } = fault ?? {}
  const retryAfter = toRefusal(error)?.details.retryAfter
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="SCIM"')
  if (fault && directory && isTold(request, fault)) await record(ctx, request, fault).catch(() => undefined)
  const detail = fault
    ? scimFaultText(fault.fault, fault.value, 'en-US')
    : `Internal error, trace id ${request.id}`
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(`${MEDIA}; charset=utf-8`)
    .send({
      schemas: [ERROR_SCHEMA],
      ...(fault?.scimType && { scimType: fault.scimType }),
      detail,
      status: String(status),
    })
}

/** What an administrator has to know of: clients ask for what is not there, and wait where they are too many. */
const isTold = ({ method }: FastifyRequest, { status }: ScimError): boolean =>
  status !== 429 && status !== 412 && !(status === 404 && method === 'GET') && status < 500

async function record(
  ctx: Context,
  request: FastifyRequest,
  { status, fault, value }: Pick<ScimError, 'status' | 'fault' | 'value'>,
): Promise<void> {
  const directory = directories.get(request)
  const path = (request.url.split('?')[0] ?? '').replace(SCIM_PATH, '')
  if (directory)
    await recordProblem(ctx, directory.id, { request: `${request.method} ${path}`, status, fault, value })
}

const FRAMEWORK: Record<string, ScimError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: new ScimError(413, 'body'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new ScimError(415, 'media'),
}

function toScimError(error: unknown): ScimError | undefined {
  if (error instanceof ScimError) return error
  const refusal = toRefusal(error)
  if (refusal) {
    const status = httpStatusOf(refusal)
    const { errmsg } = errorMessageOf(refusal, 'en-US')
    if (refusal.errorName === 'body_too_large') return new ScimError(413, 'body')
    return new ScimError(status === 200 ? 400 : status, 'refused', errmsg)
  }
  const { code = '', statusCode } = error as { code?: string; statusCode?: number }
  const known = FRAMEWORK[code]
  if (known) return known
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500
    ? new ScimError(statusCode, 'json', '', 'invalidSyntax')
    : undefined
}
