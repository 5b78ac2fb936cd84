import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { Empty, Id, Instant, oneOf } from './shapes.ts'

/** The changes feed: what live refresh, activity and sync follow by cursor. */

export const CHANGE_KINDS = [
  'folder.created',
  'file.created',
  'file.versioned',
  'version.removed',
  'version.pinned',
  'version.limitsChanged',
  'file.renamed',
  'file.classified',
  'file.annotated',
  'label.colored',
  'file.moved',
  'file.trashed',
  'file.restored',
  'file.purged',
  'file.scanned',
  'file.quarantined',
  'file.released',
  'share.created',
  'share.changed',
  'share.ended',
  'link.created',
  'link.changed',
  'link.ended',
  'link.stopped',
  'link.reviewed',
  'link.visited',
  'privilege.changed',
  'group.changed',
  'member.changed',
  'comment.added',
  'comment.changed',
  'comment.removed',
  'favorite.added',
  'favorite.removed',
  'job.progress',
  'capacity.changed',
  'settings.changed',
  'notification.added',
  'notification.read',
  'policy.published',
  'config.changed',
  'policy.acknowledged',
  'feedback.changed',
] as const

/** Days that changes are kept. */
export const CHANGES_KEPT_DAYS = 30

export const Change = Type.Object({
  kind: oneOf(CHANGE_KINDS),
  /** Folders whose lists show something else now. */
  parentIds: Type.Array(Id),
  instanceId: Type.Union([Id, Type.Null()]),
  actorId: Type.Union([Id, Type.Null()]),
  time: Instant,
})
export type Change = Static<typeof Change>

export const queryChanges = route({
  name: 'queryChanges',
  method: 'GET',
  path: '/changes/page',
  input: Type.Object({ cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })) }),
  reply: Type.Object({ list: Type.Array(Change), cursor: Type.String(), more: Type.Boolean() }),
  summary: 'Changes the caller may see since a cursor; without one, the cursor of now.',
})

export const streamChanges = route({
  name: 'streamChanges',
  method: 'GET',
  path: '/changes/stream',
  input: Type.Object({ cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })) }),
  reply: Empty,
  raw: true,
  summary: 'The same as server-sent events; each event’s id is its cursor.',
})
