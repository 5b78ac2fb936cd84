import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Bytes, Empty, Id, Instant, nullable, oneOf, paging } from './shapes.ts'

/** What people are told of by the bell and by mail (RIVALS "Notifications"). */

export const NOTICE_KINDS = [
  'share.given',
  'share.changed',
  'share.stopped',
  'link.opened',
  'link.expiring',
  'link.ended',
  'link.locked',
  'link.uploaded',
  'link.stopped',
  'link.approved',
  'link.refused',
  'link.blocked',
  'link.unreviewed',
  'link.held',
  'link.filesRefused',
  'link.toReview',
  'outbound.approved',
  'outbound.refused',
  'outbound.revoked',
  'outbound.unreviewed',
  'outbound.ended',
  'outbound.toReview',
  'files.permissionChanged',
  'comment.mentioned',
  'comment.added',
  'group.added',
  'group.removed',
  'group.roleChanged',
  'group.dissolving',
  'group.dissolveCancelled',
  'handover.asked',
  'handover.agreed',
  'handover.refused',
  'handover.cancelled',
  'handover.expired',
  'handover.failed',
  'quota.high',
  'quota.full',
  'expiry.account',
  'expiry.share',
  'expiry.entry',
  'token.revoked',
  'token.created',
  'secondFactor.reset',
  'secondFactor.added',
  'files.massDeleted',
  'files.massMoved',
  'files.handedOver',
  'files.damaged',
  'files.infected',
  'files.sensitive',
  'files.ownSensitive',
  'upload.ended',
  'content.damaged',
  'content.infected',
  'feedback.answered',
  'feedback.received',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Ids to go to, and names as they were when it happened: what has gone since can still be read about. */
export const NoticeData = Type.Object({
  actorId: Type.Optional(Id),
  actorName: Type.Optional(Type.String()),
  groupId: Type.Optional(Id),
  groupName: Type.Optional(Type.String()),
  /** The file or folder that it is about; a group's root for the group itself. */
  instanceId: Type.Optional(Id),
  instanceName: Type.Optional(Type.String()),
  isFolder: Type.Optional(Type.Boolean()),
  /** The folder that is opened for it, where it is not the item itself; "0" is the reader’s own root. */
  parentId: Type.Optional(Id),
  fileSharingId: Type.Optional(Id),
  handoverId: Type.Optional(Id),
  /** What was thrown away together, as the recycle bin knows it. */
  deletionId: Type.Optional(Id),
  /** The receiver’s role now, as `roles.ts` names it. */
  role: Type.Optional(Type.String()),
  /** What ends then. */
  expireTime: Type.Optional(nullable(Instant)),
  /** Items. */
  count: Type.Optional(Type.Integer()),
  /** How many of these are whole again. */
  mended: Type.Optional(Type.Integer()),
  used: Type.Optional(Bytes),
  total: Type.Optional(Bytes),
  /** The catalogue’s name of what made it fail. */
  failure: Type.Optional(Type.String()),
  /** What was written along with it. */
  message: Type.Optional(Type.String()),
})
export type NoticeData = Static<typeof NoticeData>

export const Notice = Type.Object({
  notificationId: Id,
  kind: oneOf(NOTICE_KINDS),
  data: NoticeData,
  time: Instant,
  read: Type.Boolean(),
})
export type Notice = Static<typeof Notice>

/** Unread ones are counted up to here: the bell says 99+. */
export const UNREAD_COUNTED = 100

export const pageNotifications = route({
  name: 'pageNotifications',
  method: ['GET', 'POST'],
  path: '/notification/page',
  changes: false,
  input: Type.Object({
    pageSize: paging.pageSize,
    unread: Type.Optional(Type.Boolean()),
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  }),
  reply: Type.Object({
    list: Type.Array(Notice),
    unread: Type.Integer({ description: `up to ${UNREAD_COUNTED}` }),
    nextCursor: Type.Optional(Type.String()),
  }),
  summary: 'The caller’s notifications, the latest first.',
})

export const countNotifications = route({
  name: 'countNotifications',
  method: 'GET',
  path: '/notification/count',
  input: Empty,
  reply: Type.Object({ unread: Type.Integer({ description: `up to ${UNREAD_COUNTED}` }) }),
  summary: 'How many of the caller’s notifications are unread.',
})

export const readNotifications = route({
  name: 'readNotifications',
  method: 'POST',
  path: '/notification/read',
  input: Type.Object({
    /** All where it is absent. */
    notificationIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 1000 })),
    /** `false` marks them unread again. */
    read: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({ unread: Type.Integer() }),
  summary: 'Marks notifications read, all or those named; ids of others are passed over.',
})

export const MAIL_TIMES = ['off', 'now', 'daily'] as const
export type MailTime = (typeof MAIL_TIMES)[number]

export const NoticeSetting = Type.Object({
  kind: oneOf(NOTICE_KINDS),
  /** Whether the bell shows it. */
  app: Type.Boolean(),
  mail: oneOf(MAIL_TIMES),
})
export type NoticeSetting = Static<typeof NoticeSetting>

const NoticeSettings = Type.Object({
  list: Type.Array(NoticeSetting),
  /** Whether this installation sends mail at all. */
  mail: Type.Boolean(),
  /** Where mail to the caller goes; null where its account has no address. */
  email: nullable(Type.String()),
})
export type NoticeSettings = Static<typeof NoticeSettings>

export const queryNotificationSettings = route({
  name: 'queryNotificationSettings',
  method: 'GET',
  path: '/notification/settings',
  input: Empty,
  reply: NoticeSettings,
  summary: 'Of each kind, whether the caller is shown it and when it is mailed.',
})

export const saveNotificationSettings = route({
  name: 'saveNotificationSettings',
  method: 'POST',
  path: '/notification/saveSettings',
  input: Type.Object({
    list: Type.Array(NoticeSetting, { minItems: 1, maxItems: NOTICE_KINDS.length }),
  }),
  reply: NoticeSettings,
  summary: 'Changes the kinds that are given; answers all.',
})

/** Where a person has chosen nothing: what waits for an answer or stops work is mailed at once, the rest with the day’s. */
const AT_ONCE: ReadonlySet<NoticeKind> = new Set([
  'handover.asked',
  'quota.full',
  'expiry.account',
  'group.dissolving',
  'content.damaged',
  'content.infected',
  'comment.mentioned',
  'token.revoked',
  'token.created',
  'secondFactor.reset',
  'secondFactor.added',
])
export const usualSetting = (kind: NoticeKind): NoticeSetting => ({
  kind,
  app: true,
  mail: AT_ONCE.has(kind) ? 'now' : 'daily',
})
