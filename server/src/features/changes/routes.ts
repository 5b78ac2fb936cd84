import * as contract from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { type Binding, bind, type Call } from '../../http/mount.ts'
import * as changes from './changes.ts'

const HEARTBEAT_MS = 25_000
/** Bytes that may wait for a listener. */
const UNREAD_MAX = 4 * 1024 * 1024

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
  { request, reply }: Call,
  stillSignedIn: (actor: Actor) => Promise<boolean>,
): Promise<void> {
  const out = reply.raw
  const { start, stop } = await changes.follow(ctx, hub, actor, cursor, () => void out.end())
  if (out.destroyed) return stop()
  reply.hijack()
  out.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  start((list, at) => {
    out.write(`id: ${at}\nevent: changes\ndata: ${JSON.stringify({ list, cursor: at })}\n\n`)
    // Nobody reads at the other end; who does comes back by the cursor.
    if (out.writableLength > UNREAD_MAX) out.destroy()
  })
  const heartbeat = setInterval(() => {
    stillSignedIn(actor).then(
      (yes) => (yes ? out.write(': here\n\n') : out.end()),
      () => out.end(),
    )
  }, HEARTBEAT_MS)
  request.raw.once('close', () => {
    clearInterval(heartbeat)
    stop()
  })
}
