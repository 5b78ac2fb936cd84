import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { VERSION } from '../../config/version.ts'
import type { Context } from '../../context.ts'
import { runWithContext } from '../../db/request-context.ts'
import { errorMessageOf, httpStatusOf, type Refusal, toRefusal } from '../../errors/refusal.ts'
import { addressOf } from '../../http/address.ts'
import { ConcurrencyLimiter } from '../../http/concurrency-limiter.ts'
import { publicOriginOf } from '../../http/origin.ts'
import { requestContextOf } from '../../http/request-context.ts'
import { httpStatusOfRefusal } from '../downloads/file.ts'
import { checkFileInfo } from './check-file-info.ts'
import { discoveryOf } from './discovery.ts'
import { getFile } from './get-file.ts'
import { getLock, lock, refreshLock, unlock } from './locks.ts'
import { officeServerOf } from './office-server.ts'
import { isProved, type SignedCall } from './proof.ts'
import { putFile } from './put-file.ts'
import { putRelativeFile } from './put-relative.ts'
import { renameFile } from './rename-file.ts'
import { actorOfToken, type OnlineToken, readToken } from './token.ts'
import { mayEditOnline, onlineFile, type WopiCall } from './wopi-call.ts'
import { refuseWopi, WopiError } from './wopi-error.ts'

/**
 * The WOPI host: what an Office server calls, below `/disk/wopi`. Tokens are for these calls alone; sessions and access tokens open
 * nothing here.
 */
export const wopiPlugin =
  (ctx: Context) =>
  async (app: FastifyInstance): Promise<void> => {
    const limiter = new ConcurrencyLimiter(6, 200)
    // Bodies are read by the calls that take them, whatever type they say they are of.
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
    app.setNotFoundHandler(() => refuseWopi(404, 'There is no such call.'))
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'x-wopi-serverversion': VERSION })
    })
    const serve =
      (work: (call: WopiCall) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
        const known = await authenticate(ctx, request)
        const { actor } = known
        const context = requestContextOf(request, {
          traceId: request.id,
          ip: addressOf(request),
          call: 'wopi',
          actor,
        })
        const isGone = () => request.socket.destroyed
        const answer = await limiter.run(actor.personId, isGone, () =>
          runWithContext(context, async () => work(await callOf(ctx, request, reply, known))),
        )
        if (reply.sent) return reply
        return answer === undefined ? reply.send() : reply.send(answer)
      }
    const file = '/:id'
    const contents = '/:id/contents'
    const config = { call: 'wopi' }
    app.get(
      file,
      { config },
      serve((call) => checkFileInfo(ctx, call)),
    )
    app.get(
      contents,
      { config },
      serve((call) => getFile(ctx, call)),
    )
    app.post(
      contents,
      { config },
      serve(async (call) => {
        if (overrideOf(call) !== 'PUT') refuseWopi(501, 'Only PUT is supported for contents.')
        const { versionId, modifiedAt } = await putFile(ctx, call)
        call.reply.header('x-wopi-itemversion', versionId)
        return { LastModifiedTime: modifiedAt.toISOString() }
      }),
    )
    app.post(
      file,
      { config },
      serve((call) => {
        const operation = OPERATIONS[overrideOf(call)]
        return operation ? operation(ctx, call) : refuseWopi(501, 'This operation is not supported.')
      }),
    )
  }

const OPERATIONS: Readonly<Record<string, (ctx: Context, call: WopiCall) => Promise<unknown>>> = {
  LOCK: lock,
  GET_LOCK: getLock,
  REFRESH_LOCK: refreshLock,
  UNLOCK: unlock,
  PUT_RELATIVE: putRelativeFile,
  RENAME_FILE: renameFile,
}

const overrideOf = ({ request }: WopiCall): string =>
  String(request.headers['x-wopi-override'] ?? '').toUpperCase()

interface Caller extends Pick<WopiCall, 'actor' | 'token' | 'tokenText' | 'origin'> {}

/** Before anything is read: the token, its session, and that the call comes from the Office server that has it. */
async function authenticate(ctx: Context, request: FastifyRequest): Promise<Caller> {
  const tokenText = tokenIn(request)
  const token = readToken(ctx, tokenText) ?? refuseWopi(401, 'The access token is invalid or over.')
  const { id } = request.params as { id: string }
  if (id.toLowerCase() !== token.fileId) refuseWopi(401, 'The access token is for another file.')
  const actor = await actorOfToken(ctx, token)
  if (!actor) return refuseWopi(401, 'The session has ended.')
  const origin = publicOriginOf(ctx.config, request)
  await requireProof(ctx, request, token, tokenText, origin)
  return { actor, token, tokenText, origin }
}

function tokenIn({ query, headers }: FastifyRequest): string {
  const { access_token: named } = query as Record<string, unknown>
  if (typeof named === 'string') return named
  return headers.authorization?.startsWith('Bearer ') ? headers.authorization.slice(7).trim() : ''
}

/** Status 500 is what the protocol has for calls that are not signed as they should be. */
async function requireProof(
  ctx: Context,
  request: FastifyRequest,
  { clusterId }: OnlineToken,
  token: string,
  origin: string,
): Promise<void> {
  const server = await officeServerOf(ctx, clusterId)
  if (!server) return refuseWopi(401, 'The cluster has no Office server any more.')
  const header = (name: string) => {
    const value = request.headers[name]
    return typeof value === 'string' ? value : undefined
  }
  const signed: SignedCall = {
    url: origin + request.url,
    token,
    proof: header('x-wopi-proof'),
    oldProof: header('x-wopi-proofold'),
    timestamp: header('x-wopi-timestamp'),
  }
  for (const need of ['any', 'newKeys'] as const) {
    const discovery = await discoveryOf(ctx, server.address, need)
    if (discovery && isProved(discovery, signed, ctx.now())) return
  }
  refuseWopi(500, 'The call is not signed by the Office server.')
}

async function callOf(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller,
): Promise<WopiCall> {
  const { actor, token } = caller
  const file = await onlineFile(ctx, actor, token.fileId)
  return { ...caller, file, mayWrite: token.mode === 'edit' && mayEditOnline(file), request, reply }
}

/** Refusals of the drive, as the protocol says them. */
const STATUS: Readonly<Record<string, number>> = {
  not_found: 404,
  not_permitted: 404,
  group_dissolving: 404,
  is_a_folder: 404,
  ip_refused: 401,
  quota_full: 413,
  disk_full: 413,
  over_80gb: 413,
  name_taken: 409,
  changed_meanwhile: 409,
}

function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof WopiError) {
    reply.code(error.status).headers(error.headers)
    if (error.body !== undefined) return reply.send(error.body)
    return sendReason(reply, error.message)
  }
  const refusal = toRefusal(error)
  if (!refusal) {
    request.log.error({ err: error }, 'a call of an Office server failed')
    return sendReason(reply.code(500), `Internal error, trace id ${request.id}`)
  }
  const { retryAfter } = refusal.details
  if (typeof retryAfter === 'number') reply.header('retry-after', String(retryAfter))
  return sendReason(reply.code(statusOf(refusal)), errorMessageOf(refusal, 'en-US').errmsg)
}

function statusOf(refusal: Refusal): number {
  const known = STATUS[refusal.errorName] ?? httpStatusOfRefusal[refusal.errorName]
  if (known !== undefined) return known
  const status = httpStatusOf(refusal)
  return status === 200 ? 500 : status
}

/** In a header that Office servers log. */
const sendReason = (reply: FastifyReply, reason: string): FastifyReply =>
  reply.header('x-wopi-servererror', reason.replaceAll(/[^ -~]/g, '')).send()
