import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { FileSharingId, Id, Instant, nullable, oneOf, paging } from './shapes.ts'

/** What happened to a file, in a folder or in a group: who did what, and when. */

/** Kinds of activity by what a reader looks for. */
export const ACTIVITY_GROUPS = {
  content: [
    'folder.created',
    'file.created',
    'file.copied',
    'file.extracted',
    'file.versioned',
    'version.restored',
    'version.removed',
    'version.pinned',
    'version.limitsChanged',
  ],
  places: [
    'file.renamed',
    'file.moved',
    'file.trashed',
    'file.restored',
    'file.purged',
    'file.classified',
    'file.annotated',
    'group.changed',
  ],
  sharing: [
    'share.created',
    'share.changed',
    'share.ended',
    'link.created',
    'link.changed',
    'link.ended',
    'privilege.changed',
    'member.changed',
  ],
  comments: ['comment.added', 'comment.changed', 'comment.removed'],
} as const
export type ActivityGroup = keyof typeof ACTIVITY_GROUPS
const GROUP_NAMES = Object.keys(ACTIVITY_GROUPS) as ActivityGroup[]
export const ACTIVITY_KINDS = Object.values(ACTIVITY_GROUPS).flat()
export type ActivityKind = (typeof ACTIVITY_KINDS)[number]

/** How many items of an entry are named; `count` has the others. */
export const ACTIVITY_ITEMS_NAMED = 3

/** A folder that the reader may see. */
const Place = Type.Object({ instanceId: Id, instanceName: Type.String() })

const ActivityItem = Type.Object({
  /** Null where it was deleted permanently. */
  instanceId: nullable(Id),
  /** As it was called then. */
  instanceName: Type.String(),
  /** As it is called now, where that is another name that the reader may see. */
  currentName: Type.Optional(Type.String()),
  isFolder: Type.Boolean(),
  /** Whether it can be opened where it lies now. */
  isThere: Type.Boolean(),
})

export const Activity = Type.Object({
  activityId: Type.String(),
  kind: oneOf(ACTIVITY_KINDS),
  time: Instant,
  /** Null without a name: the system, or a visitor of a link. */
  userId: nullable(Id),
  /** Masked where the setting `maskNames` says so (C41). */
  userRealName: nullable(Type.String()),
  /** By an external link. */
  isVisitor: Type.Boolean(),
  /** The first of them. */
  items: Type.Array(ActivityItem),
  /** Items that it was done to. */
  count: Type.Integer(),
  /** Of a move; null for folders that the reader may not see. */
  from: Type.Optional(nullable(Place)),
  to: Type.Optional(nullable(Place)),
  /** Of one item that was renamed. */
  oldName: Type.Optional(Type.String()),
  /** Of one file. */
  versionNo: Type.Optional(Type.Integer()),
  /** What was done with a group, as the feed names it. */
  what: Type.Optional(Type.String()),
})
export type Activity = Static<typeof Activity>

const asked = {
  pageSize: paging.pageSize,
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  kinds: Type.Optional(Type.Array(oneOf(GROUP_NAMES), { minItems: 1, maxItems: GROUP_NAMES.length })),
  actorId: Type.Optional(Id),
}

const reply = Type.Object({
  list: Type.Array(Activity),
  /** A page may be short, or empty, and still have a next one. */
  nextCursor: Type.Optional(Type.String()),
  /** Days that activity is kept. */
  keptDays: Type.Integer(),
})

export const pageActivity = route({
  name: 'pageActivity',
  method: 'POST',
  path: '/instance/activity',
  changes: false,
  input: Type.Object({ instanceId: Id, ...asked, fileSharingId: FileSharingId }),
  reply,
  errors: ['not_found', 'not_permitted'],
  summary: 'What happened to a file, or to a folder and directly inside it, the latest first.',
})

export const pageGroupActivity = route({
  name: 'pageGroupActivity',
  method: 'POST',
  path: '/group/activity',
  changes: false,
  input: Type.Object({ groupId: Id, ...asked }),
  reply,
  errors: ['not_found', 'not_permitted'],
  summary: 'What happened in a group and its files, the latest first.',
})
