import type { Change } from '@clouddisk/contract/changes'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import {
  changesSince,
  currentCursor,
  isBeforeCursor,
  isCursor,
  isCursorExpired,
  TooManyChanges,
} from '../../db/changes.ts'
import { refuseField } from '../../errors/refusal.ts'
import type { ChangeHub } from './hub.ts'
import { type ChangeListener, loadChangeListener, type VisibleChange, visibleChanges } from './listener.ts'

/** Following the feed: a page at a time for clients that poll, pushed for those that listen. */

export async function page(ctx: Context, actor: Actor, cursor: string | undefined) {
  const since = await missedChanges(ctx, () => loadChangeListener(ctx.db.reader, actor), cursor)
  return { list: since.list.map(({ change }) => change), cursor: since.cursor, more: false }
}

interface MissedChanges {
  readonly list: readonly VisibleChange[]
  readonly cursor: string
}

/** What a listener heard of since `cursor`, and the cursor of now; nothing without one. */
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
  const { personId, principals: principalIds } = actor
  try {
    return await changesSince(ctx.db.reader, cursor, { personId, spaceIds, principalIds })
  } catch (error) {
    if (error instanceof TooManyChanges) refuseField('cursor', 'cursor')
    throw error
  }
}

export type ChangesCallback = (changes: readonly Change[], cursor: string) => void

/**
 * Tells what was missed since `cursor`, at once, then everything that comes, each change once; without a cursor what comes
 * behind the one that is told first. Listening begins before what was missed is read, or what is committed in between would
 * be lost. Answers how to begin telling.
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
 * What comes in the hub's rounds behind the first reading. A round may bring what has been told before: in `list`, or
 * elsewhere, by another process or a poll, before `since` was taken. What lies between the two and is not in `list` is
 * told: the right to it may have come in the meantime.
 */
function afterMissed(
  { list, cursor: first }: MissedChanges,
  since: string,
  tell: ChangesCallback,
): DeliveryCallback {
  const told = new Set(list.map(({ id }) => id))
  const [isTold, isRead] = [isBeforeCursor(since), isBeforeCursor(first)]
  return (heard, at) => {
    const fresh = heard.filter((one) => !told.has(one.id) && !isTold(one))
    if (fresh.length === 0) return
    tell(
      fresh.map(({ change }) => change),
      // A cursor never goes back.
      fresh.every(isRead) ? first : at,
    )
  }
}
