import * as contract from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { bind, type CallContext, type RouteBinding } from '../../http/mount.ts'
import * as changes from './changes.ts'
import { EventLine } from './event-line.ts'
import type { ChangeHub } from './hub.ts'

/** Whether a listener's session still stands, and word of when that should be asked again. */
interface Standing {
  holds(actor: Actor): Promise<boolean>
  hear(hearer: () => void): () => void
  /** Word that this server is being stopped. */
  departs(hearer: () => void): () => void
}

export function changeRoutes(ctx: Context, hub: ChangeHub, standing: Standing): RouteBinding[] {
  return [
    bind(contract.queryChanges, (actor, input) => changes.page(ctx, actor, input.cursor)),
    bind(contract.streamChanges, async (actor, input, call) => {
      const last = call.request.headers['last-event-id']
      await stream(
        ctx,
        hub,
        actor,
        // A browser that reconnects by itself knows more than the address it was given.
        typeof last === 'string' && last !== '' ? last : input.cursor,
        call,
        standing,
      )
      return {}
    }),
  ]
}

/** Server-sent events: first what was missed since the cursor, then what comes; ends when the session does. */
async function stream(
  ctx: Context,
  hub: ChangeHub,
  actor: Actor,
  cursor: string | undefined,
  { reply }: CallContext,
  standing: Standing,
): Promise<void> {
  const out = reply.raw
  const line = new EventLine(out)
  const { start, stop } = await changes.follow(ctx, hub, actor, cursor, () => line.leave())
  if (out.destroyed) return stop()
  out.once('close', stop)
  reply.hijack()
  out.once(
    'close',
    standing.hear(() => line.check()),
  )
  out.once(
    'close',
    standing.departs(() => line.depart()),
  )
  line.open(() => standing.holds(actor))
  // It may have ended before its end was listened for.
  line.check()
  start((list, at) => {
    line.write(`id: ${at}\nevent: changes\ndata: ${JSON.stringify({ list, cursor: at })}\n\n`)
  })
}
