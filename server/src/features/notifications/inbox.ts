import {
  NOTICE_KINDS,
  type Notice,
  type NoticeSettings,
  type pageNotifications,
  type readNotifications,
  type saveNotificationSettings,
  usualSetting,
} from '@clouddisk/contract/notifications'
import type { Input, Reply } from '@clouddisk/contract/route'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { recordChange } from '../../db/changes.ts'
import { isId } from '../../db/ids.ts'
import { signCursor, verifyCursor } from '../../http/paging.ts'
import * as store from './inbox-store.ts'

/** A person's notifications and notification settings. */

const CURSOR_PURPOSE = 'notifications'
const PAGE_SIZE = 20

interface InboxCursor {
  readonly personId: string
  readonly unread: boolean
  readonly after: string
}

export async function page(
  ctx: Context,
  actor: Actor,
  input: Input<typeof pageNotifications>,
): Promise<Reply<typeof pageNotifications>> {
  const { personId } = actor
  const { pageSize = PAGE_SIZE, unread = false } = input
  const fits = (sealed: InboxCursor) =>
    sealed.personId === personId && sealed.unread === unread && isId(sealed.after)
  const after =
    input.cursor === undefined
      ? undefined
      : verifyCursor<InboxCursor>(ctx.secrets, CURSOR_PURPOSE, input.cursor, fits).after
  const [rows, count] = await Promise.all([
    store.page(ctx.db.reader, personId, { unread, after, limit: pageSize + 1 }),
    store.countUnread(ctx.db.reader, personId),
  ])
  const shown = rows.slice(0, pageSize)
  const last = rows.length > pageSize ? shown.at(-1) : undefined
  return {
    list: shown.map(present),
    unread: count,
    ...(last && {
      nextCursor: signCursor(ctx.secrets, CURSOR_PURPOSE, {
        personId,
        unread,
        after: last.eventId,
      } satisfies InboxCursor),
    }),
  }
}

const present = (row: store.NotificationRow): Notice => ({
  notificationId: row.eventId,
  kind: row.kind,
  data: row.data,
  time: row.createdAt.toISOString(),
  read: row.readAt !== null,
})

export const count = async (ctx: Context, { personId }: Actor): Promise<{ unread: number }> => ({
  unread: await store.countUnread(ctx.db.reader, personId),
})

/** Also notifies the person's other windows. */
export async function read(
  ctx: Context,
  actor: Actor,
  { notificationIds, read: isRead = true }: Input<typeof readNotifications>,
): Promise<{ unread: number }> {
  const { personId } = actor
  return ctx.db.transact(async (tx) => {
    const changed = await store.markRead(
      tx,
      personId,
      notificationIds?.filter(isId),
      isRead ? ctx.now() : null,
    )
    if (changed > 0) {
      await recordChange(tx, {
        kind: 'notification.read',
        spaceId: null,
        personId,
        fileId: null,
        parentIds: [],
        actorId: personId,
      })
    }
    return { unread: await store.countUnread(tx, personId) }
  })
}

export async function settings(ctx: Context, { personId }: Actor): Promise<NoticeSettings> {
  const { reader } = ctx.db
  const [own, email] = await Promise.all([
    store.settingsOf(reader, personId),
    store.emailOf(reader, personId),
  ])
  const chosen = new Map(own.map((setting) => [setting.kind, setting]))
  return {
    list: NOTICE_KINDS.map((kind) => chosen.get(kind) ?? usualSetting(kind)),
    mail: ctx.config.mail !== undefined,
    email: email === '' ? null : email,
  }
}

/** The last of repeated entries counts. */
export async function saveSettings(
  ctx: Context,
  actor: Actor,
  { list }: Input<typeof saveNotificationSettings>,
): Promise<NoticeSettings> {
  const changed = [...new Map(list.map((setting) => [setting.kind, setting])).values()]
  await ctx.db.transact(async (tx) => {
    await store.saveSettings(tx, actor.personId, changed)
    await recordChange(tx, {
      kind: 'settings.changed',
      spaceId: null,
      personId: actor.personId,
      fileId: null,
      parentIds: [],
      actorId: actor.personId,
    })
  })
  return settings(ctx, actor)
}
