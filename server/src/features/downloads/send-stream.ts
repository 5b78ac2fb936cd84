import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { Route } from '@clouddisk/contract/route'
import type { FastifyReply } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import { lacksAdminArea } from '../../access/admin.ts'
import type { Context } from '../../context.ts'

/** Sends a stream as the response of a call, and aborts it once the person may no longer make the call. */
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
    // Reset instead of close: discards bytes still in flight.
    reply.request.raw.socket.resetAndDestroy()
  }
  const mayCall = (now: Actor) => !lacksAdminArea(route, now)
  void ctx.activeDownloads.run(
    {
      actor,
      item: 'download',
      fileIds: [],
      spaceIds: [],
      isAdministering: route.admin !== null,
      mayCall,
      abort: cut,
    },
    // The framework reports failures.
    () => finished(raw).catch(() => undefined),
  )
  reply.send(content)
}
