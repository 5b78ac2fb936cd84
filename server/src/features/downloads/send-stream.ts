import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Route } from '@clouddisk/contract/route'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { isOutsider } from '../../access/admin.ts'
import type { Context } from '../../context.ts'

/** Answers a call with a stream, which is cut once the call itself would be refused to its person. */
export function sendStream(
  ctx: Context,
  actor: Actor,
  route: Pick<Route, 'name' | 'admin'>,
  reply: FastifyReply,
  content: Readable,
): void {
  const { raw } = reply
  const cut = (reason: string) => {
    ctx.log.info({ traceId: reply.request.id, call: route.name, reason }, 'download aborted')
    content.destroy()
    // A reset: what the reader has not taken yet is thrown away.
    reply.request.raw.socket.resetAndDestroy()
  }
  const mayCall = (now: Actor) => !isOutsider(route, now)
  void ctx.activeDownloads.run(
    { actor, item: 'download', fileIds: [], spaceIds: [], mayCall, abort: cut },
    // However it ends: the framework tells of a failure.
    () => finished(raw).catch(() => undefined),
  )
  reply.send(content)
}
