import { finished } from 'node:stream/promises'
import type { Language } from '@clouddisk/contract/errors'
import { BODY_MAX, IDS_BODY_MAX, type Input, pathOf, type Reply, type Route } from '@clouddisk/contract/route'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { refuseOutsider } from '../access/admin.ts'
import { MAX_CONCURRENT_WRITES } from '../db/pool.ts'
import { type RequestContext, runWithContext } from '../db/request-context.ts'
import { Refusal, refuse, refuseNotFound } from '../errors/refusal.ts'
import { addressOf } from './address.ts'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'
import { readInput } from './input.ts'
import { languageOf } from './language.ts'
import { requestContextOf } from './request-context.ts'

/** What a handler is told of a request beside its input. */
export interface CallContext {
  readonly language: Language
  readonly traceId: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** What `bring` took, for a call that is bound with one. */
  readonly body: Buffer | undefined
}

type Handler<T extends Route, A> = (
  actor: A,
  input: Input<T>,
  call: CallContext,
) => Promise<Reply<T>> | Reply<T>

/** A call of the contract with what answers it. */
export interface RouteBinding {
  readonly route: Route
  readonly answer: (
    actor: Actor | undefined,
    input: Record<string, unknown>,
    call: CallContext,
  ) => Promise<unknown>
  /** Takes a body that the framework leaves alone, before the call waits in line: a slow sender holds nobody else up. */
  readonly readBody?: (actor: Actor, request: FastifyRequest) => Promise<Buffer>
}

/** Binds a signed-in call. A route binds; it does not think. */
export function bind<T extends Route>(route: T, handler: Handler<T, Actor>): RouteBinding {
  return {
    route,
    answer: async (actor, input, call) => {
      refuseLink(input)
      return handler(withSharing(actor ?? refuse('not_signed_in'), input), input as Input<T>, call)
    },
  }
}

/** Binds a signed-in call whose body is of a kind of its own. */
export const bindWithBody = <T extends Route>(
  route: T,
  readBody: NonNullable<RouteBinding['readBody']>,
  handler: Handler<T, Actor>,
): RouteBinding => ({ ...bind(route, handler), readBody })

/** A call that names an internal share is made under it: what is shared is there for it, and the caller's own space. */
export function withSharing(actor: Actor, { fileSharingId, innerSharingId }: Record<string, unknown>): Actor {
  const sharingId = fileSharingId ?? innerSharingId
  return typeof sharingId === 'string' ? { ...actor, sharingId } : actor
}

/** There are no links yet: a call that names one means nothing that is there. */
function refuseLink({ linkPath }: Record<string, unknown>): void {
  if (linkPath !== undefined) refuseNotFound('link')
}

/** Binds a call that anyone may make; the actor is there when somebody is signed in. */
export function bindPublic<T extends Route>(route: T, handler: Handler<T, Actor | undefined>): RouteBinding {
  return { route, answer: async (actor, input, call) => handler(actor, input as Input<T>, call) }
}

export interface Guards {
  /** The signed-in person behind the request's cookie or bearer token. */
  authenticate(request: FastifyRequest, route: Route): Promise<Actor | undefined>
  /** Refuses a changing call that another site could have made. */
  refuseForgery(request: FastifyRequest, route: Route): void
  /** Hears of somebody who was kept out of the administration, before it is answered. */
  onAccessDenied?(route: Route): Promise<void>
}

/** Serves the bindings, and 405 for their paths by another method; two calls may share a path by different ones. */
export function mount(app: FastifyInstance, bindings: readonly RouteBinding[], guards: Guards): void {
  const limiter = new RequestLimiter()
  const served = new Map<string, Set<string>>()
  for (const binding of bindings) {
    const { route } = binding
    for (const url of [pathOf(route, keepBraces(route)), ...route.aliases].map(toFastify)) {
      app.route({
        url,
        method: [...route.methods],
        config: { call: route.name },
        bodyLimit: route.bodyMax,
        // Before the body is read: a stranger's is not worth it.
        onRequest: async (request, reply) => {
          await authorizeRequest(route, guards, request)
          await limiter.limitLargeBodies(route, request, reply)
        },
        handler: (request, reply) => serve(binding, guards, limiter, request, reply),
      })
      served.set(url, new Set([...(served.get(url) ?? []), ...route.methods]))
    }
  }
  for (const [url, methods] of served) {
    const others = app.supportedMethods.filter(
      (method) => !methods.has(method) && !(method === 'HEAD' && methods.has('GET')),
    )
    // Before a body is looked at: it may be of any kind.
    const refuseMethod = async () => refuse('wrong_method')
    app.route({ url, method: others, onRequest: refuseMethod, handler: refuseMethod })
  }
}

const keepBraces = (route: Route) =>
  Object.fromEntries([...route.path.matchAll(/\{(\w+)\}/g)].map(([, key]) => [key, `{${key}}`]))
const toFastify = (path: string) => decodeURIComponent(path).replace(/\{(\w+)\}/g, ':$1')

/** Who stands behind each request that was let in. */
const actors = new WeakMap<FastifyRequest, Actor>()

async function authorizeRequest(route: Route, guards: Guards, request: FastifyRequest): Promise<void> {
  guards.refuseForgery(request, route)
  const actor = await guards.authenticate(request, route)
  if (actor) actors.set(request, actor)
  else if (route.door === 'signed-in') refuse('not_signed_in')
  try {
    refuseOutsider(route, actor)
  } catch (error) {
    if (error instanceof Refusal)
      await runWithContext(contextOf(route, request), async () => guards.onAccessDenied?.(route))
    throw error
  }
}

const contextOf = (route: Route, request: FastifyRequest): RequestContext =>
  requestContextOf(request, {
    traceId: request.id,
    ip: addressOf(request),
    call: route.name,
    actor: actors.get(request),
  })

/** Large bodies of all people that are held in memory at a moment: of the largest kind, 384 MiB. */
export const MAX_CONCURRENT_LARGE_BODIES = 48

/** A person's calls in line, so that nobody takes all connections to the database from the others. */
class RequestLimiter {
  /** Each holds its space's lock for long, and more at once would only wait for that. */
  readonly #restructuring = new ConcurrencyLimiter(2, 50)
  readonly #changing = new ConcurrencyLimiter(6, 200)
  readonly #reading = new ConcurrencyLimiter(6, 200)
  /** Whoever's: changes wait for locks, and connections for reading are left over meanwhile. */
  readonly #allChanging = new ConcurrencyLimiter(MAX_CONCURRENT_WRITES, Number.POSITIVE_INFINITY)
  /** Who waits in another line holds the body meanwhile: of large ones there are few, and the next is not read yet. */
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
    work: () => Promise<T>,
  ): Promise<T> {
    // A raw answer may last as long as the session; a stranger's tries are counted elsewhere.
    if (!actor || route.raw) return work()
    const changing = route.restructures ? this.#restructuring : this.#changing
    const isGone = () => request.socket.destroyed
    if (!route.changes) return this.#reading.run(actor.personId, isGone, work)
    return changing.run(actor.personId, isGone, () => this.#allChanging.run('', isGone, work))
  }
}

/** A body may take a minute to come, and a call waits in line: who changes something must still be signed in by then. */
async function currentActor(
  route: Route,
  guards: Guards,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (!route.changes || route.door !== 'signed-in') return actors.get(request)
  return guards.authenticate(request, route)
}

async function serve(
  { route, answer, readBody }: RouteBinding,
  guards: Guards,
  limiter: RequestLimiter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = readInput(route, [request.query, request.body, request.params])
  const actor = actors.get(request)
  const call: CallContext = {
    language: languageOf(request.headers['accept-language']),
    traceId: request.id,
    request,
    reply,
    body: actor && (await readBody?.(actor, request)),
  }
  const context = contextOf(route, request)
  // Inside of the line: another's turn may be what begins this work.
  const work = () =>
    runWithContext(context, async () => answer(await currentActor(route, guards, request), input, call))
  const data = await limiter.run(route, actor, request, work)
  // A raw call, or one that redirected, has answered by itself.
  if (reply.sent || route.raw) return reply
  return reply
    .header('cache-control', 'no-store')
    .send({ errcode: 0, errmsg: '', data: data ?? null, traceId: request.id })
}
