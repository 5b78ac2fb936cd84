import type { Change } from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import {
  changesSince,
  currentCursor,
  EVERYBODY,
  isBeforeCursor,
  isCursor,
  isCursorExpired,
  TooManyChanges,
} from '../../db/changes.ts'
import { refuseField } from '../../errors/refusal.ts'
import type { ChangeHub } from './hub.ts'
import { type ChangeListener, loadChangeListener, type VisibleChange, visibleChanges } from './listener.ts'

/** The change feed: paged for clients that poll, pushed to clients that listen. */

export async function page(ctx: Context, actor: Actor, cursor: string | undefined) {
  const since = await missedChanges(ctx, () => loadChangeListener(ctx.db.reader, actor), cursor)
  return { list: since.list.map(({ change }) => change), cursor: since.cursor, more: false }
}

interface MissedChanges {
  readonly list: readonly VisibleChange[]
  readonly cursor: string
}

/** The listener's changes since `cursor`, and the current cursor. Empty without a cursor. */
async function missedChanges(
  ctx: Context,
  listener: () => Promise<ChangeListener>,
  cursor: string | undefined,
): Promise<MissedChanges> {
  const { reader } = ctx.db
  if (cursor === undefined || cursor === '') return { list: [], cursor: await currentCursor(reader) }
  if (!isCursor(cursor) || (await isCursorExpired(reader, cursor))) refuseField('cursor', 'cursor')
  const who = await listener()
  const list: VisibleChange[] = []
  const since = await rowsSince(ctx, who, cursor)
  await visibleChanges(reader, [who], since.rows, ctx.now(), (_, heard) => void list.push(...heard))
  return { list, cursor: since.cursor }
}

async function rowsSince(ctx: Context, { actor, spaceIds }: ChangeListener, cursor: string) {
  const { personId, principals } = actor
  const principalIds = [...principals, EVERYBODY]
  try {
    return await changesSince(ctx.db.reader, cursor, { personId, spaceIds, principalIds })
  } catch (error) {
    if (error instanceof TooManyChanges) refuseField('cursor', 'cursor')
    throw error
  }
}

export type ChangesCallback = (changes: readonly Change[], cursor: string) => void

/**
 * Delivers the changes since `cursor`, then new ones, each once. Without a cursor it delivers the current cursor first.
 * Listening starts before missed changes are read, so that changes committed in between are not lost. Returns functions
 * to start and stop the delivery.
 */
export async function followChanges(
  ctx: Context,
  hub: ChangeHub,
  actor: Actor,
  cursor: string | undefined,
  leave: () => void,
): Promise<{ start(tell: ChangesCallback): void; stop(): void }> {
  const listener = await loadChangeListener(ctx.db.reader, actor)
  const early: [readonly VisibleChange[], string][] = []
  let receive: DeliveryCallback = (heard, at) => void early.push([heard, at])
  const subscriber = Object.assign(listener, {
    receive: (heard: readonly VisibleChange[], at: string) => receive(heard, at),
    leave,
  })
  const stop = await hub.subscribe(subscriber)
  try {
    const first = await missedChanges(ctx, async () => ({ ...listener }), cursor)
    const start = (tell: ChangesCallback) => {
      tell(
        first.list.map(({ change }) => change),
        first.cursor,
      )
      receive = afterMissed(first, cursor || first.cursor, tell)
      for (const [heard, at] of early.splice(0)) receive(heard, at)
    }
    return { start, stop }
  } catch (error) {
    stop()
    throw error
  }
}

type DeliveryCallback = (heard: readonly VisibleChange[], at: string) => void

/**
 * Delivers changes of the hub after the missed ones. A round may contain changes that were delivered before: in `list`, or
 * through another process before `since` was taken; these are skipped. Changes in between that are not in `list` are
 * delivered, since the right to see them may be new.
 */
function afterMissed(
  { list, cursor: first }: MissedChanges,
  since: string,
  tell: ChangesCallback,
): DeliveryCallback {
  const listed = new Set(list.map(({ id }) => id))
  const [isTold, isRead] = [isBeforeCursor(since), isBeforeCursor(first)]
  return (heard, at) => {
    const fresh = heard.filter((one) => !listed.has(one.id) && !isTold(one))
    if (fresh.length === 0) return
    tell(
      fresh.map(({ change }) => change),
      // The cursor never decreases.
      fresh.every(isRead) ? first : at,
    )
  }
}
