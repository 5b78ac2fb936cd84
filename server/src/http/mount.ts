import { finished } from 'node:stream/promises'
import type { Language } from '@clouddisk/contract/errors'
import { BODY_MAX, IDS_BODY_MAX, type Input, pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { requireAdminArea } from '../access/admin.ts'
import { requireConfirmation } from '../access/confirmation.ts'
import { MAX_CONCURRENT_WRITES } from '../db/pool.ts'
import { type RequestContext, runWithContext } from '../db/request-context.ts'
import { Refusal, refuse, refuseNotFound } from '../errors/refusal.ts'
import { addressOf } from './address.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { EncodedReply, jsonBytes } from './encoded-reply.ts'
import { readInput } from './input.ts'
import { languageOf } from './language.ts'
import { requestContextOf } from './request-context.ts'

/** What a handler gets beside its input. */
export interface CallContext {
  readonly language: Language
  readonly traceId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type Handler<T extends Route, A> = (
  actor: A,
  input: Input<T>,
  call: CallContext,
) => Promise<Reply<T> | EncodedReply<Reply<T>>> | Reply<T>

/** A route of the contract with its handler. */
export interface RouteBinding {
  readonly route: Route
  readonly answer: (
    actor: Actor | undefined,
    input: Record<string, unknown>,
    call: CallContext,
    body?: unknown,
  ) => Promise<unknown>
  readonly body?: BodyReader<unknown, Record<string, unknown>>
}

/** Reads a body that the framework does not parse. */
export interface BodyReader<Body, I> {
  /** Runs before the call waits for the limiter, so that slow senders hold no place in it; `limited` work waits for it. */
  read(
    actor: Actor,
    request: FastifyRequest,
    input: I,
    limited: <T>(work: () => Promise<T>) => Promise<T>,
  ): Promise<Body>
  /** Called if the call fails afterwards. */
  drop?(body: Body, error: unknown): Promise<void>
  /** The body may be of any content type; otherwise its parser is registered with the server. */
  readonly isOfAnyType?: boolean
}

/** Binds a route for signed-in people. */
export function bind<T extends Route>(route: T, handler: Handler<T, Actor>): RouteBinding {
  return {
    route,
    answer: async (actor, input, call) => {
      refuseLink(input)
      return handler(withSharing(actor ?? refuse('not_signed_in'), input), input as Input<T>, call)
    },
  }
}

/** Binds a route for signed-in people that reads its own body. */
export function bindWithBody<T extends Route, Body>(
  route: T,
  body: BodyReader<Body, Input<T>>,
  handler: (actor: Actor, input: Input<T>, call: CallContext, body: Body) => Promise<Reply<T>>,
): RouteBinding {
  return {
    route,
    body: {
      ...body,
      read: (actor, request, input, limited) => {
        refuseLink(input)
        return body.read(withSharing(actor, input), request, input as Input<T>, limited)
      },
    } as BodyReader<unknown, Record<string, unknown>>,
    answer: async (actor, input, call, received) =>
      handler(
        withSharing(actor ?? refuse('not_signed_in'), input),
        input as Input<T>,
        call,
        received as Body,
      ),
  }
}

/** A call that names an internal share sees the shared items and the caller's own space. */
export function withSharing(actor: Actor, { fileSharingId, innerSharingId }: Record<string, unknown>): Actor {
  const sharingId = fileSharingId ?? innerSharingId
  return typeof sharingId === 'string' ? { ...actor, sharingId } : actor
}

/** External links do not exist yet, so a call that names one is refused. */
function refuseLink({ linkPath }: Record<string, unknown>): void {
  if (linkPath !== undefined) refuseNotFound('link')
}

/** Binds a public route; the actor is undefined unless somebody is signed in. */
export function bindPublic<T extends Route>(route: T, handler: Handler<T, Actor | undefined>): RouteBinding {
  return { route, answer: async (actor, input, call) => handler(actor, input as Input<T>, call) }
}

export interface Guards {
  /** The signed-in person behind the request's cookie or bearer token. */
  authenticate(request: FastifyRequest, route: Route): Promise<Actor | undefined>
  /** Refuses a write that another site could have sent (CSRF). */
  refuseForgery(request: FastifyRequest, route: Route): void
  /** Called when an administrators' route is denied, before the response. */
  onAccessDenied?(route: Route): Promise<void>
}

/** Serves the bindings. Routes may share a path with different methods; `refuseOtherMethods` refuses all others. */
export function mount(app: FastifyInstance, bindings: readonly RouteBinding[], guards: Guards): void {
  const limiter = new RequestLimiter()
  for (const binding of bindings) {
    const { route } = binding
    for (const url of addressesOf(route))
      scopeOf(
        app,
        binding,
      )((scope) =>
        scope.route({
          url,
          method: [...route.methods],
          config: { call: route.name },
          bodyLimit: route.bodyMax,
          // Before the body is read.
          onRequest: async (request, reply) => {
            await authorizeRequest(route, guards, request)
            await limiter.limitLargeBodies(route, request, reply)
          },
          handler: (request, reply) => serve(binding, guards, limiter, request, reply),
        }),
      )
  }
}

/**
 * Answers 405 for other methods of the calls' paths, before the body is parsed: it may be of any type. Routes for them
 * would take longer at each start than all others.
 */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const all = routes.flatMap(addressesOf)
  const fixed = new Set(all.filter((address) => !address.includes(':')))
  const patterns = all
    .filter((address) => address.includes(':'))
    .map((address) => new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]*')}$`))
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?')[0] ?? ''
    const isCall = fixed.has(path) || patterns.some((pattern) => pattern.test(path))
    done(isCall ? new Refusal('wrong_method') : undefined)
  })
}

/** As Fastify writes them. */
const addressesOf = (route: Route): string[] =>
  [pathOf(route, keepBraces(route)), ...route.aliases].map(toFastify)

/** Where a route is declared: on its own if its body is left to it, whatever type it is of. */
const scopeOf =
  (app: FastifyInstance, { body }: RouteBinding) =>
  (declare: (scope: FastifyInstance) => unknown): void => {
    if (!body?.isOfAnyType) return void declare(app)
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      declare(scope)
    })
  }

const keepBraces = (route: Route) =>
  Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, `{${key}}`]))
const toFastify = (path: string) => decodeURIComponent(path).replace(/\{(\w+)\}/g, ':$1')

/** The signed-in person of each admitted request. */
const actors = new WeakMap<FastifyRequest, Actor>()

async function authorizeRequest(route: Route, guards: Guards, request: FastifyRequest): Promise<void> {
  guards.refuseForgery(request, route)
  const actor = await guards.authenticate(request, route)
  if (actor) actors.set(request, actor)
  else if (route.door === 'signed-in') refuse('not_signed_in')
  try {
    requireAdminArea(route, actor)
  } catch (error) {
    if (error instanceof Refusal)
      await runWithContext(contextOf(route, request), async () => guards.onAccessDenied?.(route))
    throw error
  }
  // Before the body is read, unless it decides.
  if (route.confirm === true) requireConfirmation(route, actor)
}

const contextOf = (route: Route, request: FastifyRequest): RequestContext =>
  requestContextOf(request, {
    traceId: request.id,
    ip: addressOf(request),
    call: route.name,
    actor: actors.get(request),
  })

/** Exports of a person that wait for the one being made; more are refused. */
export const MAX_WAITING_EXPORTS = 4

/** Large bodies in memory at a time; 384 MiB at most. */
export const MAX_CONCURRENT_LARGE_BODIES = 48

/** What tells browsers apart that are not signed in; inventing it gives no more than the link has. */
const browserOf = (request: FastifyRequest): string => {
  const { cookie, sharetoken } = request.headers
  return [addressOf(request), sharetoken ?? cookie ?? request.headers['user-agent']].join(' ')
}

/** Limits the concurrent calls of each person, and of visitors, so that none takes all database connections. */
class RequestLimiter {
  /** Each holds its space's lock for long; more would only wait for it. */
  readonly #restructuring = new ConcurrencyLimiter(2, 50)
  readonly #changing = new ConcurrencyLimiter(6, 200)
  readonly #reading = new ConcurrencyLimiter(6, 200)
  /** Of all people: writes wait for locks, so connections are left for reads. */
  readonly #allChanging = new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, Number.POSITIVE_INFINITY)
  /** Rows are made on the event loop, for as long as the answer is sent. */
  readonly #exporting = new ConcurrencyLimiter(1, MAX_WAITING_EXPORTS)
  readonly #visitor = new ConcurrencyLimiter(4, 200)
  readonly #link = new ConcurrencyLimiter(6, 1000)
  /** Of all visitors: connections are left for people who are signed in. */
  readonly #allVisitors = new ConcurrencyLimiter(10, Number.POSITIVE_INFINITY)
  /** Calls that wait hold their body in memory, so few large ones are read at a time. */
  readonly #large = new ConcurrencyLimiter(2, 4)
  readonly #allLarge = new ConcurrencyLimiter(MAX_CONCURRENT_LARGE_BODIES, Number.POSITIVE_INFINITY)

  async limitLargeBodies(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const actor = actors.get(request)
    const length = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY)
    if (!actor || route.bodyMax <= IDS_BODY_MAX || length <= BODY_MAX) return
    const begun = Promise.withResolvers<void>()
    const answered = () => {
      begun.resolve()
      return finished(reply.raw).catch(() => undefined)
    }
    const isGone = () => request.socket.destroyed
    this.#large
      .run(actor.personId, isGone, () => this.#allLarge.run('', isGone, answered))
      .catch(begun.reject)
    await begun.promise
  }

  run<T>(
    route: Route,
    actor: Actor | undefined,
    request: FastifyRequest,
    input: Record<string, unknown>,
    reply: FastifyReply,
    work: () => Promise<T>,
  ): Promise<T> {
    if (route.exports && actor) return this.#runExport(actor, request, reply, work)
    // Raw responses may last as long as the session. Anonymous calls are limited elsewhere.
    if (route.raw) return work()
    if (!actor) return this.#runVisitor(route, request, input, work)
    const changing = route.restructures ? this.#restructuring : this.#changing
    const isGone = () => request.socket.destroyed
    if (!route.changes || route.remote) return this.#reading.run(actor.personId, isGone, work)
    return changing.run(actor.personId, isGone, () => this.#allChanging.run('', isGone, work))
  }

  #runExport<T>(
    actor: Actor,
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<T>,
  ): Promise<T> {
    const isGone = () => request.socket.destroyed
    return this.#exporting.run(actor.personId, isGone, async () => {
      const answer = await work()
      await finished(reply.raw).catch(() => undefined)
      return answer
    })
  }

  /** A visitor of a link who is not signed in: within what this browser, its link and all visitors may take. */
  #runVisitor<T>(
    route: Route,
    request: FastifyRequest,
    { linkPath }: Record<string, unknown>,
    work: () => Promise<T>,
  ): Promise<T> {
    if (typeof linkPath !== 'string') return work()
    const isGone = () => request.socket.destroyed
    const write = route.changes ? () => this.#allChanging.run('', isGone, work) : work
    return this.#visitor.run(browserOf(request), isGone, () =>
      this.#link.run(linkPath, isGone, () => this.#allVisitors.run('', isGone, write)),
    )
  }
}

/** Authenticates again before a write or an export: reading the body and waiting for the limiter may have taken minutes. */
async function currentActor(
  route: Route,
  guards: Guards,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (!(route.changes || route.exports) || route.door !== 'signed-in') return actors.get(request)
  const actor = await guards.authenticate(request, route)
  if (route.exports) requireAdminArea(route, actor)
  return actor
}

async function serve(
  { route, answer, body }: RouteBinding,
  guards: Guards,
  limiter: RequestLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = readInput(route, [request.query, request.body, request.params])
  const actor = actors.get(request)
  requireConfirmation(route, actor, input)
  const call: CallContext = {
    language: languageOf(request.headers['accept-language']),
    traceId: request.id,
    request,
    reply,
  }
  const context = contextOf(route, request)
  // The context is set inside the limiter, which may start this work from another request's context.
  const limited = <T>(work: () => Promise<T>) =>
    limiter.run(route, actor, request, input, reply, () => runWithContext(context, work))
  const received = actor && (await body?.read(actor, request, input, limited))
  const data = await limited(async () =>
    answer(await currentActor(route, guards, request), input, call, received),
  ).catch(async (error: unknown) => {
    if (received !== undefined) await body?.drop?.(received, error)
    throw error
  })
  // Raw routes and redirects have sent their response.
  if (reply.sent || route.raw) return reply
  reply.header('cache-control', 'no-store')
  if (!(data instanceof EncodedReply))
    return reply.send({ errcode: 0, errmsg: '', data: data ?? null, traceId: request.id })
  return reply
    .type('application/json; charset=utf-8')
    .send(data.toBuffer('{"errcode":0,"errmsg":"","data":', `,"traceId":${jsonBytes(request.id)}}`))
}
