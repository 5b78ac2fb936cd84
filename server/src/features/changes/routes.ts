import * as contract from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { bind, type CallContext, type RouteBinding } from '../../http/mount.ts'
import * as changes from './changes.ts'
import { EventStream } from './event-stream.ts'
import type { ChangeHub } from './hub.ts'

/** Validity of sessions, with notifications of changes. */
interface SessionWatch {
  holds(actor: Actor): Promise<boolean>
  hear(hearer: () => void): () => void
  /** Notifies when this server is about to stop. */
  departs(hearer: () => void): () => void
}

export function changeRoutes(ctx: Context, hub: ChangeHub, sessions: SessionWatch): RouteBinding[] {
  return [
    bind(contract.queryChanges, (actor, input) => changes.page(ctx, actor, input.cursor)),
    bind(contract.streamChanges, async (actor, input, call) => {
      const last = call.request.headers['last-event-id']
      await stream(
        ctx,
        hub,
        actor,
        // On automatic reconnection the browser's header is newer than the cursor in the URL.
        typeof last === 'string' && last !== '' ? last : input.cursor,
        call,
        sessions,
      )
      return {}
    }),
  ]
}

/** Server-sent events: missed changes since the cursor, then new ones. Ends with the session. */
async function stream(
  ctx: Context,
  hub: ChangeHub,
  actor: Actor,
  cursor: string | undefined,
  { reply }: CallContext,
  sessions: SessionWatch,
): Promise<void> {
  const out = reply.raw
  const line = new EventStream(out)
  const { start, stop } = await changes.followChanges(ctx, hub, actor, cursor, () => line.leave())
  if (out.destroyed) return stop()
  out.once('close', stop)
  reply.hijack()
  out.once(
    'close',
    sessions.hear(() => line.check()),
  )
  out.once(
    'close',
    sessions.departs(() => line.depart()),
  )
  line.open(() => sessions.holds(actor))
  // The session may have ended before the subscription.
  line.check()
  start((list, at) => {
    line.write(`id: ${at}\nevent: changes\ndata: ${JSON.stringify({ list, cursor: at })}\n\n`)
  })
}
