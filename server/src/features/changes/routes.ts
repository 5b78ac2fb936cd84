import * as contract from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { type Binding, bind, type Call } from '../../http/mount.ts'
import * as changes from './changes.ts'
import { EventLine } from './event-line.ts'

export function changeRoutes(
  ctx: Context,
  hub: changes.ChangeHub,
  stillSignedIn: (actor: Actor) => Promise<boolean>,
): Binding[] {
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
        stillSignedIn,
      )
      return {}
    }),
  ]
}

/** Server-sent events: first what was missed since the cursor, then what comes; ends when the session does. */
async function stream(
  ctx: Context,
  hub: changes.ChangeHub,
  actor: Actor,
  cursor: string | undefined,
  { reply }: Call,
  stillSignedIn: (actor: Actor) => Promise<boolean>,
): Promise<void> {
  const out = reply.raw
  const line = new EventLine(out)
  const { start, stop } = await changes.follow(ctx, hub, actor, cursor, () => line.leave())
  if (out.destroyed) return stop()
  out.once('close', stop)
  reply.hijack()
  line.open(() => stillSignedIn(actor))
  start((list, at) => {
    line.write(`id: ${at}\nevent: changes\ndata: ${JSON.stringify({ list, cursor: at })}\n\n`)
  })
}
