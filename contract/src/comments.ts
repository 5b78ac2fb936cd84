import Type, { type Static } from 'typebox'
import { route } from './route.ts'
import { FileSharingId, Id, Instant, nullable, paging } from './shapes.ts'

/** Comments on files and folders (R188 "comment"), for those who may comment. */

/** Characters of a comment. */
export const COMMENT_MAX = 1000
/** People that one comment mentions. */
export const MENTIONS_MAX = 20
/** Comments on one file or folder. */
export const COMMENTS_MAX = 1000
/** Comments that one person writes or changes within a minute. */
export const COMMENTS_PER_MINUTE = 20

const Mention = Type.Object({ userId: Id, userRealName: Type.String() })

export const Comment = Type.Object({
  commentId: Id,
  instanceId: Id,
  /** Plain text; a mention is written as @ and the name. */
  text: Type.String(),
  /** Null where the account is gone. */
  userId: nullable(Id),
  userRealName: nullable(Type.String({ description: 'masked where `maskNames` says so (C41)' })),
  mentions: Type.Array(Mention),
  createTime: Instant,
  /** When it was last changed; null if never. */
  editTime: nullable(Instant),
  /** Whether the caller wrote it and may change it. */
  canChange: Type.Boolean(),
  canRemove: Type.Boolean(),
})
export type Comment = Static<typeof Comment>

const Text = Type.String({ minLength: 1, maxLength: COMMENT_MAX })
const Mentions = Type.Optional(Type.Array(Id, { maxItems: MENTIONS_MAX }))

export const pageComments = route({
  name: 'pageComments',
  method: 'POST',
  path: '/comment/page',
  changes: false,
  input: Type.Object({
    instanceId: Id,
    pageSize: paging.pageSize,
    cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Object({
    list: Type.Array(Comment),
    total: Type.Integer(),
    nextCursor: Type.Optional(Type.String()),
  }),
  errors: ['not_found', 'not_permitted'],
  summary: 'Comments on a file or folder, the latest first.',
})

export const createComment = route({
  name: 'createComment',
  method: 'POST',
  path: '/comment/create',
  input: Type.Object({ instanceId: Id, text: Text, mentions: Mentions, fileSharingId: FileSharingId }),
  reply: Comment,
  errors: ['not_found', 'not_permitted', 'group_dissolving', 'too_many_comments', 'too_frequent_comments'],
  summary: 'Comments on a file or folder, and notifies the people who are mentioned.',
})

export const updateComment = route({
  name: 'updateComment',
  method: 'POST',
  path: '/comment/update',
  input: Type.Object({ commentId: Id, text: Text, mentions: Mentions }),
  reply: Comment,
  errors: ['not_found', 'not_permitted', 'group_dissolving', 'too_frequent_comments'],
  summary: 'Changes a comment of the caller’s own; only people who were not mentioned before are notified.',
})

export const removeComment = route({
  name: 'removeComment',
  method: 'POST',
  path: '/comment/remove',
  input: Type.Object({ commentId: Id }),
  reply: Type.Object({ commentId: Id }),
  errors: ['not_found', 'not_permitted'],
  summary: 'Removes a comment: one’s own, or as an owner or manager of the item any.',
})

export const searchMentions = route({
  name: 'searchMentions',
  method: 'POST',
  path: '/comment/people',
  changes: false,
  input: Type.Object({
    instanceId: Id,
    keyword: Type.Optional(Type.String({ maxLength: 120 })),
    fileSharingId: FileSharingId,
  }),
  reply: Type.Object({ list: Type.Array(Mention) }),
  errors: ['not_found', 'not_permitted', 'group_dissolving'],
  summary: 'People who see the comments on an item, by name or account: the first of those that fit.',
})
